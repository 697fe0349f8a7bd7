//! Writing a result to a file: completely or not at all, and never over an input.

use std::fs;
use std::path::{Path, PathBuf};

use arena_plan_core::kernel::code::Code;

use crate::input::Refusal;
use crate::report::Report;

/// Refuses to overwrite a file that is read.
pub(crate) fn not_an_input<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> Result<(), Refusal> {
    let Ok(output) = output.canonicalize() else { return Ok(()) };
    let same = |input: &Path| input.canonicalize().is_ok_and(|input| input == output);
    match inputs.into_iter().flatten().find(|input| same(input)) {
        None => Ok(()),
        Some(input) => {
            let message = format!("the result would replace the input `{}`", input.display());
            Err(Box::new(Report::error(Code::Usage, message).help("give another name with `-o`")))
        }
    }
}

/// Writes a result; for `-`, returns it for standard output.
pub(crate) fn write(path: &Path, text: String) -> Result<String, Refusal> {
    if path.as_os_str() == "-" {
        return Ok(text);
    }
    let failed = |error: std::io::Error| {
        Box::new(Report::failed(format!("`{}` cannot be written: {error}", path.display())))
    };
    // A device or a pipe can be written to, but not be replaced.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, text).map(|()| String::new()).map_err(failed);
    }
    let part = part(path);
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // If it could not even be created, there is nothing to remove.
        let _ = fs::remove_file(&part);
    }
    written.map(|()| String::new()).map_err(failed)
}

/// The temporary file next to `path` that is renamed to it.
fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
