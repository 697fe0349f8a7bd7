//! Cargo projects that checks write below the target folder.

use crate::error::{Error, Result};
use crate::toolchain::firmware_dir;
use std::fs;
use std::path::Path;

/// Writes a file of a project. An unchanged one keeps its date, so that nothing is rebuilt.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap_or(folder)).map_err(Error::during(file.display()))?;
    if fs::read_to_string(&file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(&file, text).map_err(Error::during(file.display()))
}

/// Gives a new project the versions of the firmware examples.
pub(crate) fn lock(folder: &Path) -> Result {
    let lock = firmware_dir().join("Cargo.lock");
    if !folder.join("Cargo.lock").exists() {
        fs::copy(&lock, folder.join("Cargo.lock")).map_err(Error::during(lock.display()))?;
    }
    Ok(())
}
