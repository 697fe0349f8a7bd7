//! The samples of `docs/firmware.md` and `docs/linker.md`, as the pages show them.

use crate::error::{Error, Result};
use crate::process::root;
use std::fs;

/// The block of `docs/firmware.md` in this language that begins with `start`.
pub(crate) fn of_firmware(language: &str, start: &str) -> Result<String> {
    of_page("docs/firmware.md", language, start)
}

/// The block of a page in this language that begins with `start`.
pub(crate) fn of_page(page: &str, language: &str, start: &str) -> Result<String> {
    let file = root().join(page);
    let page = fs::read_to_string(&file).map_err(Error::during(file.display()))?;
    let fence = format!("\n```{language}\n");
    let mut blocks = page.split(&fence).skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0));
    let block = blocks.find(|block| block.starts_with(start));
    block.map(|block| format!("{block}\n")).ok_or_else(|| {
        Error::new(format!("{}: no block of `{language}` begins with `{start}`", file.display()))
    })
}
