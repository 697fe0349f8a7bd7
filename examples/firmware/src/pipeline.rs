//! The pipeline of the streaming programs, which differ in who runs it: a frame through the filter. Each of them contains
//! this file as a module, so that the plan is part of the program.
#![forbid(unsafe_code)]

use arena_plan::{Part, arena_plan};
use arena_plan_examples::Digest;
use arena_plan_firmware::RECORDING;
use arena_plan_firmware::stream::{self, FRAME, HISTORY, Line};

arena_plan! {
    /// A frame through the filter.
    pub mod audio {
        /// Fast memory: all that the processor works on.
        bank tcm { capacity: 16 KiB, align: 32, section: ".arena.tcm" }
        /// Slow memory, where a converter delivers samples.
        bank psram { capacity: 64 KiB, align: 32, section: ".arena.psram" }

        /// One half is filled while the other is worked on, over the end of the run.
        persistent frames: [[i16; FRAME]; 2] in psram, detached;
        /// The last samples of the frame before.
        persistent history: [i16; HISTORY] in tcm;
        buffer filtered: [i16; FRAME] in tcm;
        buffer level: u32 in tcm, retain;

        step filter(mut history) -> filtered;
        step measure(filtered) -> level;
    }
}

/// Half of the buffer: one byte that says which, and the right to its samples.
pub type Half = Part<audio::buf::Frames>;

/// Ticks between two frames: more than a frame takes.
pub(crate) const PERIOD: u32 = 400_000;

/// What an interrupt does in place of a DMA controller that is done with a frame.
pub(crate) fn deliver(line: &mut Line<Half>) {
    line.deliver(&RECORDING, |half, samples| **half = *samples);
}

/// One run of the pipeline: what the comparison counts.
#[inline(never)]
pub(crate) fn process_frame(
    mut filter: audio::Filter,
    half: Half,
    digest: &mut Digest,
) -> (audio::Measure, Half) {
    let io = filter.io();
    stream::filter(&half, io.history, io.filtered);
    let mut measure = filter.next();
    let io = measure.io();
    *io.level = stream::peak(io.filtered);
    digest.add_bytes(&io.level.to_le_bytes());
    (measure, half)
}
