//! The cost of a program, and how much more a planned program may cost than a handwritten one.

use super::elf::Image;
use super::listing;
use crate::error::{Error, Result};
use std::path::Path;

/// The function that both programs run for each frame.
const LOOP: &str = "process_frame";

/// Additional bytes of `.bss` that a plan may take: its take flag.
const FLAG: u64 = 4;

/// Additional bytes of code and constants outside the loop that a plan may take.
const START_UP: u64 = 64;

/// A program's figures.
pub(crate) struct Figures {
    /// Instructions executed in the loop over the whole recording.
    pub(crate) executed: u64,
    /// Instructions of the loop's function in the listing.
    pub(crate) listed: u64,
    /// Bytes of the loop's function.
    pub(crate) loop_bytes: u64,
    /// Calls of panic functions in it.
    pub(crate) panics: u64,
    /// Bytes of `.text`.
    pub(crate) text: u64,
    /// Bytes of `.rodata`.
    pub(crate) constants: u64,
    /// Bytes of `.data`.
    pub(crate) data: u64,
    /// Bytes of `.bss`.
    pub(crate) bss: u64,
    /// Bytes of all banks.
    pub(crate) banks: u64,
}

impl Figures {
    /// Measures `image`, which was read from `file`.
    pub(crate) fn measure(image: &Image, file: &Path, executed: u64) -> Result<Self> {
        let function = image.item(LOOP)?;
        let listing = listing::instructions(function, file)?;
        let panics = listing.iter().filter(|line| line.contains("panic")).count();
        Ok(Self {
            executed,
            listed: listing.len() as u64,
            loop_bytes: function.size,
            panics: panics as u64,
            text: image.size(".text"),
            constants: image.size(".rodata"),
            data: image.size(".data"),
            bss: image.size(".bss"),
            banks: image.size_of_all(".arena_"),
        })
    }

    fn row(&self, name: &str) {
        println!(
            "  {name:18} {:>10} {:>7} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6}",
            self.executed,
            self.listed,
            self.loop_bytes,
            self.panics,
            self.text,
            self.constants,
            self.data,
            self.bss,
            self.banks
        );
    }
}

/// Prints both.
pub(crate) fn print(title: &str, by_hand: &Figures, planned: &Figures) {
    println!("{title:24} executed  listed    loop  panics   .text .rodata  .data   .bss  banks");
    by_hand.row("written by hand");
    planned.row("planned");
}

/// Checks that `planned` costs no more than it may over `by_hand`, in the loop `per_cent` more; the error lists every
/// excess.
pub(crate) fn compare(by_hand: &Figures, planned: &Figures, per_cent: u64) -> Result {
    let most = |figure: u64| figure + figure * per_cent / 100;
    let limits = [
        ("executed instructions of the loop", planned.executed, most(by_hand.executed)),
        ("instructions of the loop", planned.listed, most(by_hand.listed)),
        ("bytes of the loop", planned.loop_bytes, most(by_hand.loop_bytes)),
        ("panic calls in the loop", planned.panics, by_hand.panics),
        ("code and constants", planned.text + planned.constants, by_hand.text + by_hand.constants + START_UP),
        (".data", planned.data, by_hand.data),
        (".bss", planned.bss, by_hand.bss + FLAG),
        ("bytes of the banks", planned.banks, by_hand.banks),
    ];
    let excess: Vec<String> = limits
        .iter()
        .filter(|(_, value, limit)| value > limit)
        .map(|(what, value, limit)| format!("{what}: {value}, at most {limit}"))
        .collect();
    if excess.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!("the planned program costs more than it may:\n  {}", excess.join("\n  "))))
}
