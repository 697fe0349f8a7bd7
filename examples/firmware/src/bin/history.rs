//! Two plans whose sizes a cargo feature chooses: with `longer-history` the same buffers get other offsets, with
//! `over-budget` the build fails, in one plan while the macro expands and in the other when the compiler evaluates
//! constants.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::succeed;
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

/// Frames of features that are kept. The macro does not see this value; the compiler does.
const FRAMES: usize = if cfg!(feature = "over-budget") {
    102
} else if cfg!(feature = "longer-history") {
    90
} else {
    60
};

arena_plan! {
    mod measured {
        bank tcm { capacity: 16 KiB, section: ".arena.tcm" } // over budget: constants

        buffer history: [[f32; 40]; FRAMES] in tcm, align 32;
        buffer mean: [f32; 40] in tcm;
        buffer score: u32 in tcm;

        step remember() -> history;
        step average(history) -> mean;
        step judge(mean) -> score;
        step tell(score);
    }
}

#[cfg(not(feature = "over-budget"))]
arena_plan! {
    mod spelled {
        bank tcm { capacity: 16 KiB, section: ".arena.tcm" }

        buffer history: [f32; 1000] in tcm;
        buffer mean: [f32; 40] in tcm;

        step remember() -> history;
        step average(history) -> mean;
        step tell(mean);
    }
}

#[cfg(feature = "over-budget")]
arena_plan! {
    mod spelled {
        bank tcm { capacity: 16 KiB, section: ".arena.tcm" } // over budget: macro

        buffer history: [f32; 4060] in tcm;
        buffer mean: [f32; 40] in tcm;

        step remember() -> history;
        step average(history) -> mean;
        step tell(mean);
    }
}

#[entry]
fn main() -> ! {
    hprintln!("history at {}, {} bytes", measured::buf::History::OFFSET, measured::buf::History::BYTES);
    hprintln!("mean at {}, score at {}", measured::buf::Mean::OFFSET, measured::buf::Score::OFFSET);
    hprintln!("bank of {} bytes", measured::bank::Tcm::BYTES);
    hprintln!("history at {}, mean at {}", spelled::buf::History::OFFSET, spelled::buf::Mean::OFFSET);
    succeed()
}
