//! The pages that `cargo doc` makes of a plan: those of the example, read again for what a reader and an editor look for.

use crate::error::{Error, Result};
use crate::process::{Cmd, target_dir};
use std::fs;

/// The contents of each page, as HTML. Only rustc knows the sizes of this plan.
const PAGES: [(&str, &[&str]); 4] = [
    (
        "index.html",
        &[
            "Keyword spotting: one run for each hop of 16 ms.",
            "<td><code>power</code></td><td><code>[f32; BINS]</code></td><td>sram or dtcm</td><td>fft..=mel</td>",
            "Steps: <code>capture</code>, <code>window</code>, <code>fft</code>",
            "<code>arena-plan plot kws.json -o kws.svg</code>",
        ],
    ),
    (
        "struct.Fft.html",
        &[
            "Handle: <code>[f32; FRAME]</code> in bank <code>dtcm</code> or <code>sram</code>, alive in <code>window..=fft</code>.",
        ],
    ),
    (
        "struct.WindowIo.html",
        &["Output: <code>&amp;mut [f32; FRAME]</code> in bank <code>dtcm</code> or <code>sram</code>"],
    ),
    (
        "buf/enum.Pcm.html",
        &[
            "Buffer <code>pcm</code>: <code>[i16; FRAME]</code> in bank <code>sram</code>, alive in <code>capture..=window</code>.",
        ],
    ),
];

/// Documents the example with its private items; a warning is an error, also one about a link.
pub(crate) fn check() -> Result {
    Cmd::cargo()
        .args(["rustdoc", "--quiet", "-p", "arena-plan-examples", "--example", "keyword_spotting", "--"])
        .args(["--document-private-items", "-D", "warnings"])
        .run()?;
    let folder = target_dir().join("doc/keyword_spotting/kws");
    for (page, parts) in PAGES {
        let file = folder.join(page);
        let text = fs::read_to_string(&file).map_err(Error::during(file.display()))?;
        if let Some(part) = parts.iter().find(|part| !text.contains(**part)) {
            return Err(Error::new(format!("{} has no `{part}`", file.display())));
        }
    }
    Ok(())
}
