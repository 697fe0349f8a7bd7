//! `layout "FILE";`: reads placements from a reviewed file. They are used as they are and proved like any others.
//! Also the paths of a block's files, and that an edit of them is detected.

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
#[cfg(feature = "files")]
use crate::model::Places;
#[cfg(feature = "files")]
use crate::suggest::joined;
#[cfg(feature = "files")]
use crate::variants::Removed;

/// The placement of each buffer, or `None` with the mistakes in `errors`.
#[cfg(feature = "files")]
pub(crate) fn read(block: &ir::Block, file: &LitStr, errors: &mut Errors) -> Option<Vec<Placement>> {
    let layout = contents("layout", file).and_then(|(path, bytes)| {
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
fn bytes(kind: &str, path: &Path) -> Result<Vec<u8>, (Code, String)> {
    let cannot = |code: Code, why: &dyn std::fmt::Display| {
        (code, format!("cannot read the {kind} file `{}`: {why}", path.display()))
    };
    let failed = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        cannot(if missing { Code::FileMissing } else { Code::FileUnreadable }, &error)
    };
    // A device or a pipe may be endless.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(cannot(Code::FileNotRegular, &"it is not a regular file"));
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

/// Gives each buffer the placement of its name. Names that do not agree are one mistake: the file is that of another
/// block, or of this one before an edit.
#[cfg(feature = "files")]
fn assign(
    block: &ir::Block,
    file: &LitStr,
    layout: &arena_plan_core::problem::Layout,
    errors: &mut Errors,
) -> Option<Vec<Placement>> {
    let placed = |id: &str| layout.placements.iter().find(|placement| *placement.id == *id);
    // What a step creates in place is where its first buffer is, whether the file says so or not.
    let missing: Vec<&ir::Buffer> = block
        .buffers
        .iter()
        .filter(|buffer| buffer.place_of.is_none() && placed(&buffer.id).is_none())
        .collect();
    let ids = layout.placements.iter().map(|placement| &*placement.id);
    // Constants are places, too, but the linker's.
    let known = |id: &str| {
        block.buffers.iter().any(|buffer| buffer.id == id)
            || block.stored.iter().any(|constant| constant.id == id)
    };
    let strange: Vec<&str> = ids.filter(|id| !known(id)).collect();
    if !missing.is_empty() || !strange.is_empty() {
        let removed = block.removed.iter().find(|removed| strange.contains(&&*removed.id));
        disagree(file, (&missing, &strange), removed, errors);
        return None;
    }
    let bank = |id: &str| block.banks.iter().position(|bank| bank.id == id);
    let mut placements = Vec::with_capacity(block.buffers.len());
    let mut homeless: Vec<(&str, Vec<&ir::Buffer>)> = Vec::new();
    let places = Places::planned(block);
    for (buffer, place) in block.buffers.iter().zip(places.of()) {
        let head = &block.buffers[places.head(*place)];
        let found = placed(&head.id)?;
        if let Some(own) =
            placed(&buffer.id).filter(|own| (&own.bank, own.offset) != (&found.bank, found.offset))
        {
            let message = format!(
                "the layout file `{}` puts buffer `{}` at offset {} of bank `{}`, but it is created in place of `{}`, which is \
                 at offset {} of `{}`: generate the file again{HINT}",
                file.value(),
                buffer.id,
                own.offset,
                own.bank,
                head.id,
                found.offset,
                found.bank
            );
            errors.at(Code::InPlace, buffer.name.span(), message);
            return None;
        }
        if let Some(bank) = bank(&found.bank) {
            let bank = u16::try_from(bank).unwrap_or(u16::MAX);
            placements.push(Placement { bank, offset: found.offset });
        } else if let Some((_, list)) = homeless.iter_mut().find(|(id, _)| *id == &*found.bank) {
            list.push(buffer);
        } else {
            homeless.push((&*found.bank, vec![buffer]));
        }
    }
    let unused: Vec<&ir::Bank> = block
        .banks
        .iter()
        .filter(|bank| layout.placements.iter().all(|placement| *placement.bank != *bank.id))
        .collect();
    for (id, list) in &homeless {
        let what = format!(
            "the layout file `{}` puts {} in bank `{id}`, which this block does not have",
            file.value(),
            listed(
                if list.len() == 1 { "buffer" } else { "the buffers" },
                list.iter().map(|buffer| &*buffer.id)
            ),
        );
        match (unused.as_slice(), homeless.len()) {
            ([renamed], 1) => {
                let way = format!("if `{id}` is now `{}`, rename it in the file too{HINT}", renamed.id);
                errors.at(Code::UnknownBank, renamed.name.span(), format!("{what}: {way}"));
            }
            _ => errors.at(
                Code::UnknownBank,
                list[0].name.span(),
                format!("{what}: generate the file again{HINT}"),
            ),
        }
    }
    homeless.is_empty().then_some(placements)
}

/// Reports buffers without a placement and placements without a buffer.
#[cfg(feature = "files")]
fn disagree(
    file: &LitStr,
    (missing, strange): (&[&ir::Buffer], &[&str]),
    removed: Option<&Removed>,
    errors: &mut Errors,
) {
    let name = file.value();
    if let Some(Removed { id, attribute, .. }) = removed {
        let message = format!(
            "the layout file `{name}` places `{id}`, which is configured out by `{attribute}`: give each variant a file of its \
             own, as in `#[cfg(…)] layout \"FILE\";`{HINT}"
        );
        errors.on(Code::UnknownBuffer, file, message);
        return;
    }
    let kind = |count: usize| if count == 1 { "buffer" } else { "the buffers" };
    let new = listed(kind(missing.len()), missing.iter().map(|buffer| &*buffer.id));
    let old = listed("", strange.iter().copied());
    match (missing, strange) {
        ([buffer], [old]) => {
            let message = format!(
                "the layout file `{name}` has no placement for buffer `{new}`, but one for `{old}`, which this block does not \
                 have: if `{old}` is now `{new}`, rename it in the file too, else generate the file again{HINT}",
                new = buffer.id
            );
            errors.at(Code::MissingPlacement, buffer.name.span(), message);
        }
        ([buffer], []) => {
            let message =
                format!("{new} has no placement in the layout file `{name}`: generate the file again{HINT}");
            errors.at(Code::MissingPlacement, buffer.name.span(), message);
        }
        (_, []) => {
            let message =
                format!("the layout file has no placement for {new}: generate the file again{HINT}");
            errors.on(Code::MissingPlacement, file, message);
        }
        ([], _) => {
            let message = format!(
                "the layout file places {old}, which this block does not have: does it belong to another plan?{HINT}"
            );
            errors.on(Code::UnknownBuffer, file, message);
        }
        _ => {
            let message = format!(
                "the layout file has no placement for {new}, and places {old}, which this block does not have: make the \
                 file again, or rename in it what was renamed here{HINT}"
            );
            errors.on(Code::MissingPlacement, file, message);
        }
    }
}

/// "the buffers `a`, `b` and `c`"; if there are very many, the first ones and how many more.
#[cfg(feature = "files")]
fn listed<'a>(kind: &str, ids: impl Iterator<Item = &'a str>) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<String> = ids.map(|id| format!("`{id}`")).collect();
    if names.len() > NAMED + 1 {
        let more = names.len() - NAMED;
        names.truncate(NAMED);
        names.push(format!("{more} more"));
    }
    let all = joined(&names, "and");
    if kind.is_empty() { all } else { format!("{kind} {all}") }
}

/// The path of the file. `kind` says in messages what it is to hold: `layout` or `graph`.
fn path(kind: &str, file: &LitStr) -> Result<PathBuf, String> {
    located(kind, std::env::var_os("CARGO_MANIFEST_DIR"), &file.value())
}

/// Path and contents of the file that a block names, or the code and the text of what is wrong.
#[cfg(feature = "files")]
pub(crate) fn contents(kind: &str, file: &LitStr) -> Result<(PathBuf, Vec<u8>), (Code, String)> {
    let path = path(kind, file).map_err(|message| (Code::FileUnreadable, message))?;
    let bytes = bytes(kind, &path)?;
    Ok((path, bytes))
}

/// The only rule for the path, whichever tool builds: a relative path starts in `package`, the folder of Cargo.toml,
/// which starts in the compiler's working directory if it is relative too. `include_bytes!` would start in the source
/// file's folder.
fn located(kind: &str, package: Option<OsString>, file: &str) -> Result<PathBuf, String> {
    let file = Path::new(file);
    let package = package.filter(|package| !package.is_empty());
    let joined = match package {
        _ if file.is_absolute() => file.to_owned(),
        Some(package) => Path::new(&package).join(file),
        None => {
            return Err(format!(
                "the {kind} file `{}` is sought in the folder that CARGO_MANIFEST_DIR names, which is not set: set it for \
                 the compiler (cargo does), or write an absolute path",
                file.display()
            ));
        }
    };
    let absolute = std::path::absolute(&joined).map_err(|why| format!("`{}`: {why}", joined.display()))?;
    match absolute.to_str() {
        Some(_) => Ok(absolute),
        None => Err(format!("the {kind} file `{}` has a path that is not valid UTF-8", absolute.display())),
    }
}

/// What makes an edit of a file, or another package folder, rebuild the crate; it leaves no byte in the program.
pub(crate) fn track(private: &TokenStream, block: &ir::Block) -> TokenStream {
    let path = |file| path("", file).ok().and_then(|path| path.to_str().map(str::to_owned));
    let paths: Vec<String> = block.layout.iter().chain(&block.includes).filter_map(path).collect();
    if paths.is_empty() {
        return TokenStream::new();
    }
    quote!(
        #(const _: &[u8] = #private::core::include_bytes!(#paths);)*
        const _: #private::core::option::Option<&str> = #private::core::option_env!("CARGO_MANIFEST_DIR");
    )
}

#[cfg(test)]
mod tests {
    use super::located;
    use std::path::Path;

    #[test]
    fn a_path_begins_in_the_package_or_in_the_working_directory() {
        let here = std::env::current_dir().expect("a working directory");
        let found = |package: Option<&str>, file: &str| located("layout", package.map(Into::into), file);
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
