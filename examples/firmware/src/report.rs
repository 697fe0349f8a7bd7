//! The output of a spotter through semihosting. The line that begins with `ticks` depends on the compiler; all
//! others are compared with a recorded file.

use crate::Counter;
use arena_plan_examples::Digest;
use arena_plan_examples::audio::Segment;
use cortex_m_semihosting::{debug, hprintln};

/// Milliseconds between two frames.
const HOP_MS: u32 = 16;

/// Counts frames and prints the sounds that end with them.
pub struct Report {
    frames: u32,
}

impl Report {
    /// Nothing heard yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { frames: 0 }
    }

    /// One frame is done; prints the sound that it ended, if it did.
    pub fn frame(&mut self, sound: Option<Segment>) {
        self.frames += 1;
        if let Some(sound) = sound {
            let (from, to) = (sound.first * HOP_MS, (sound.first + sound.frames) * HOP_MS);
            hprintln!("{} ms to {} ms: {}", from, to, sound.shape.name());
        }
    }

    /// Prints the totals and ends the program.
    pub fn finish(self, digest: Digest, counter: &Counter) -> ! {
        hprintln!("{} frames, features {:08x}", self.frames, digest.value());
        hprintln!("ticks {}", counter.total());
        succeed()
    }
}

/// Ends the program.
pub fn succeed() -> ! {
    end(debug::EXIT_SUCCESS)
}

/// Prints why the program cannot continue and ends it.
#[cold]
pub fn fail(why: &str) -> ! {
    hprintln!("{}", why);
    end(debug::EXIT_FAILURE)
}

/// Ends the emulator; on a board without a debugger, waits forever.
fn end(status: debug::ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::nop();
    }
}

impl Default for Report {
    fn default() -> Self {
        Self::new()
    }
}
