//! The programs that are mutated: the block and the loop of the README, and the code around them.

const README: &str = include_str!("../../../README.md");

/// What the example has elsewhere: figures, and the functions that its loop calls.
const AROUND: &str = "
#![allow(dead_code, unused_variables)]
use arena_plan::arena_plan;

const HOP: usize = 256;
struct Framer;
struct Detector;
struct Outcome;
struct Segment;

impl Framer {
    fn capture(&mut self, _: &[i16], _: &mut [i16; FRAME]) {}
}
impl Detector {
    fn update(&mut self, _: &[f32; BANDS], _: &[f32; BANDS]) -> Option<Segment> { None }
}
impl Outcome {
    fn take_in(&mut self, _: &[f32; BANDS], _: &[f32; BANDS], _: &LINE) {}
}
fn hann(_: &[i16; FRAME], _: &mut [f32; FRAME]) {}
fn power_spectrum(_: &mut [f32; FRAME], _: &mut [f32; BINS]) {}
fn mel_energies(_: &[f32; BINS], _: &mut [f32; BANDS]) {}
fn normalise(_: &[f32; BANDS], _: &mut [f32; BANDS], _: &mut [f32; BANDS]) {}
fn describe(_: &Segment, _: &mut LINE) -> Result<(), Segment> { Ok(()) }
impl core::fmt::Debug for Segment {
    fn fmt(&self, _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { Ok(()) }
}
";

/// The README's figures.
const FIGURES: [(&str, &str); 3] = [("FRAME", "512"), ("BINS", "257"), ("BANDS", "40")];

/// A program with one block.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// The braces of the macro and their contents.
    pub(crate) block: String,
    before: String,
    after: String,
}

impl Program {
    /// The README's block: sizes depend on constants outside the block, so const evaluation plans it.
    pub(crate) fn readme() -> Self {
        let figures = FIGURES.map(|(name, value)| format!("const {name}: usize = {value};\n"));
        Self::new("const", block(), &(figures.concat() + "type LINE = heapless::String<80>;\n"))
    }

    /// The same with its constants inside the block, and bytes for the text: the macro plans it.
    pub(crate) fn native() -> Self {
        let figures = FIGURES.map(|(name, value)| format!("        const {name}: usize = {value};\n"));
        let text = "heapless::String<80>, retain = heapless::String::new()";
        let block = block().replacen(text, "[u8; 80], retain = [0; 80]", 1);
        let (head, rest) = block.split_once("mod kws {\n").expect("the README's module");
        let block = format!("{head}mod kws {{\n{}{rest}", figures.concat());
        let outside = FIGURES.map(|(name, value)| format!("const {name}: usize = {value};\n"));
        Self::new("native", block, &(outside.concat() + "type LINE = [u8; 80];\n"))
    }

    fn new(name: &'static str, block: String, figures: &str) -> Self {
        let before = format!("{AROUND}{figures}arena_plan! ");
        let after = format!(
            "\nfn spot(signal: &[i16], mut framer: Framer, mut detector: Detector, mut outcome: Outcome) {{\n{}}}\nfn main() {{}}\n",
            code(1)
        );
        Self { name, block, before, after }
    }

    /// The program with this block.
    pub(crate) fn text(&self, block: &str) -> String {
        format!("{}{block}{}", self.before, self.after)
    }
}

/// The first block of the README, from brace to brace.
fn block() -> String {
    let text = code(0).strip_prefix("arena_plan! ").expect("the README's first block");
    String::from(text.trim_end())
}

/// A piece of code of the README that is not compiled there.
fn code(index: usize) -> &'static str {
    let mut pieces =
        README.split("```rust,ignore\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(""));
    pieces.nth(index).expect("the README's code")
}
