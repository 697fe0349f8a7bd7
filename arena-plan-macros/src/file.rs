//! `layout "FILE";`: reads placements from a reviewed file. They are taken as they stand and proved like any others.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use arena_plan_core::kernel::code::Code;
#[cfg(feature = "files")]
use arena_plan_core::kernel::draft::HINT;
use arena_plan_core::model::Placement;
use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use crate::errors::Errors;
use crate::ir;

/// The placement of each buffer, or `None` with the mistakes in `errors`.
#[cfg(feature = "files")]
pub(crate) fn read(block: &ir::Block, file: &LitStr, errors: &mut Errors) -> Option<Vec<Placement>> {
    let path = match path(file) {
        Ok(path) => path,
        Err(message) => {
            errors.on(Code::FileUnreadable, file, message);
            return None;
        }
    };
    let layout = bytes(&path).and_then(|bytes| {
        arena_plan_core::json::decode_layout(&bytes).map_err(|error| {
            let place = format!("line {}, column {}", error.span.line, error.span.column);
            let what = format!("is wrong at {place}: {}", error.message);
            (error.code, format!("the layout file `{}` {what}", path.display()))
        })
    });
    match layout {
        Ok(layout) => assign(block, file, &layout, errors),
        Err((code, message)) => {
            errors.on(code, file, message);
            None
        }
    }
}

/// The contents of the file, or the code and the text of what is wrong with it.
#[cfg(feature = "files")]
fn bytes(path: &Path) -> Result<Vec<u8>, (Code, String)> {
    let cannot = |code: Code, why: &dyn std::fmt::Display| {
        (code, format!("cannot read the layout file `{}`: {why}", path.display()))
    };
    let failed = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        cannot(if missing { Code::FileMissing } else { Code::FileUnreadable }, &error)
    };
    // A device or a pipe may have no end.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(cannot(Code::FileNotRegular, &"it is no regular file"));
    }
    std::fs::read(path).map_err(failed)
}

/// The same without a JSON reader.
#[cfg(not(feature = "files"))]
pub(crate) fn read(_: &ir::Block, file: &LitStr, errors: &mut Errors) -> Option<Vec<Placement>> {
    errors.on(
        Code::MissingFeature,
        file,
        "a layout file needs the feature `files` of the crate `arena-plan`: enable it in Cargo.toml",
    );
    None
}

/// Gives each buffer the placement of its name.
#[cfg(feature = "files")]
fn assign(
    block: &ir::Block,
    file: &LitStr,
    layout: &arena_plan_core::problem::Layout,
    errors: &mut Errors,
) -> Option<Vec<Placement>> {
    let before = errors.len();
    let name = file.value();
    let mut placements = Vec::with_capacity(block.buffers.len());
    for buffer in &block.buffers {
        let Some(found) = layout.placements.iter().find(|placement| *placement.id == *buffer.id) else {
            let message = format!(
                "buffer `{}` has no placement in the layout file `{name}`: make a new one{HINT}",
                buffer.id
            );
            errors.at(Code::MissingPlacement, buffer.name.span(), message);
            continue;
        };
        let Some(bank) = block.banks.iter().position(|bank| bank.id == *found.bank) else {
            let message = format!(
                "the layout file `{name}` puts buffer `{}` in bank `{}`, which this block does not have{HINT}",
                buffer.id, found.bank
            );
            errors.at(Code::UnknownBank, buffer.name.span(), message);
            continue;
        };
        placements.push(Placement { bank: u16::try_from(bank).unwrap_or(u16::MAX), offset: found.offset });
    }
    let strange: Vec<&str> = layout
        .placements
        .iter()
        .map(|placement| &*placement.id)
        .filter(|id| block.buffers.iter().all(|buffer| buffer.id != *id))
        .collect();
    if !strange.is_empty() {
        let names = strange.iter().take(4).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
        let more = if strange.len() > 4 { format!(" and {} more", strange.len() - 4) } else { String::new() };
        errors.on(
            Code::UnknownBuffer,
            file,
            format!("the layout file places {names}{more}, which this block does not have: is it that of another plan?{HINT}"),
        );
    }
    (errors.len() == before).then_some(placements)
}

/// Where the file lies.
fn path(file: &LitStr) -> Result<PathBuf, String> {
    located(std::env::var_os("CARGO_MANIFEST_DIR"), &file.value())
}

/// The one rule for the path, whoever builds: a relative one begins in `package`, the folder of Cargo.toml, and that one in
/// the compiler's working directory, should it be relative too. `include_bytes!` would begin in the source file's folder.
fn located(package: Option<OsString>, file: &str) -> Result<PathBuf, String> {
    let file = Path::new(file);
    let package = package.filter(|package| !package.is_empty());
    let joined = match package {
        _ if file.is_absolute() => file.to_owned(),
        Some(package) => Path::new(&package).join(file),
        None => {
            return Err(format!(
                "the layout file `{}` is sought in the folder that CARGO_MANIFEST_DIR names, which is not set: set it for \
                 the compiler (cargo does), or write an absolute path",
                file.display()
            ));
        }
    };
    let absolute = std::path::absolute(&joined).map_err(|why| format!("`{}`: {why}", joined.display()))?;
    match absolute.to_str() {
        Some(_) => Ok(absolute),
        None => Err(format!("the layout file `{}` has a path that is not valid UTF-8", absolute.display())),
    }
}

/// What makes an edit of the file, or another package folder, rebuild the crate; it leaves no byte in the program.
pub(crate) fn track(private: &TokenStream, file: &LitStr) -> Option<TokenStream> {
    let path = path(file).ok()?;
    let path = path.to_str()?;
    Some(quote!(
        const _: &[u8] = #private::core::include_bytes!(#path);
        const _: #private::core::option::Option<&str> = #private::core::option_env!("CARGO_MANIFEST_DIR");
    ))
}

#[cfg(test)]
mod tests {
    use super::located;
    use std::path::Path;

    #[test]
    fn a_path_begins_in_the_package_or_in_the_working_directory() {
        let here = std::env::current_dir().expect("a working directory");
        let found = |package: Option<&str>, file: &str| located(package.map(Into::into), file);
        assert_eq!(found(Some("."), "a/b.json"), Ok(here.join("a/b.json")));
        assert_eq!(found(Some("sub"), "b.json"), Ok(here.join("sub/b.json")));
        let root = here.to_str().expect("a path in UTF-8");
        assert_eq!(found(Some(root), "b.json"), Ok(here.join("b.json")));
        let absolute = here.join("c.json");
        for package in [None, Some(""), Some("sub")] {
            let file = absolute.to_str().expect("a path in UTF-8");
            assert_eq!(found(package, file).as_deref(), Ok(Path::new(file)));
        }
        for package in [None, Some("")] {
            assert_eq!(
                found(package, "b.json"),
                Err("the layout file `b.json` is sought in the folder that CARGO_MANIFEST_DIR names, which is not set: \
                     set it for the compiler (cargo does), or write an absolute path"
                    .to_owned())
            );
        }
    }
}
