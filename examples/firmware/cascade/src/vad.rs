//! Voice activity detection, which is cheap enough for every frame: is it loud, below the hiss?
#![expect(unsafe_code, reason = "that nothing else uses the memory between the linker's symbols")]

use arena_plan::{Part, arena_plan};
use arena_plan_firmware::stream::{self, COEFFICIENTS, FRAME, HISTORY, TAPS};

/// From this level on, a frame is loud.
const LOUD: u32 = 1000;
/// Frames after a loud one that still belong to the voice.
const HANGOVER: u32 = 8;

arena_plan! {
    /// A frame from the converter: filtered, measured, decided.
    pub mod plan {
        /// Serial flash.
        bank qspi { capacity: 64 KiB, read_only, section: ".arena.qspi" }
        /// Next to the core; transfers are kept out of it. `kws` has it when it runs.
        bank dtcm { capacity: 8 KiB, dma: no, storage: shared(crate::scratch) }
        /// Behind the data cache, where the converter's transfers go.
        bank sram { capacity: 32 KiB, cache_line: 32, section: ".arena.sram" }
        /// Large and slow: all of it, which the linker script names.
        bank ddr { capacity: 1 MiB, storage: unsafe linker(_ddr_start, _ddr_end) }




        layout "plans/vad.layout.json";

        place {
            default: dtcm;
            persistent: sram;
            constant: qspi -> sram;
            log_*: ddr;
        }

        /// Read for each sample: copied to memory without wait states.
        constant taps: [i16; TAPS] = COEFFICIENTS;
        /// Read once a frame, where it lies: the level of a loud frame, and the frames after it.
        constant limits: [u32; 2] in qspi = [LOUD, HANGOVER];

        /// One half is filled while the other is worked on.
        persistent frames: [[i16; FRAME]; 2], dma, detached;
        /// The last samples of the frame before.
        persistent history: [i16; HISTORY];
        /// Frames that still belong to a voice.
        persistent hangover: u32;
        /// The level of each frame.
        persistent log_levels: [u16; 64];
        /// How many there are.
        persistent log_length: u32;

        buffer filtered: [i16; FRAME];
        buffer level: u32;
        buffer voice: u32, retain;

        step filter(taps, mut history) -> filtered;
        step measure(filtered) -> level;
        step decide(level, limits, mut hangover, mut log_levels, mut log_length) -> voice;
    }
}

/// Half of the buffer that the converter fills.
pub type Half = Part<plan::buf::Frames>;

/// One frame; `voice` of the step that is returned says whether somebody speaks.
pub fn detect(mut filter: plan::Filter, half: &Half) -> plan::Decide {
    let plan::FilterIo { taps, history, filtered } = filter.io();
    stream::filter_by(taps, half, history, filtered);
    let mut measure = filter.next();
    let plan::MeasureIo { filtered, level } = measure.io();
    *level = stream::peak(filtered);
    let mut decide = measure.next();
    let plan::DecideIo { level, limits: [loud, frames], hangover, log_levels, log_length, voice } =
        decide.io();
    *hangover = if *level >= *loud { *frames } else { hangover.saturating_sub(1) };
    *voice = u32::from(*hangover > 0);
    log_levels[*log_length as usize] = *level as u16;
    *log_length += 1;
    decide
}
