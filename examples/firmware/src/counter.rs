//! Counts ticks of the core's clock between two points. Under QEMU's `-icount shift=6` an instruction takes
//! 64 ns of virtual time, so that a difference of ticks is a number of executed instructions.

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;

/// A sum of ticks over any number of laps, each shorter than 2²⁴ ticks.
pub struct Counter {
    start: u32,
    total: u64,
}

impl Counter {
    /// Starts the system timer.
    pub fn new(mut timer: SYST) -> Self {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(0x00ff_ffff);
        timer.clear_current();
        timer.enable_counter();
        Self { start: 0, total: 0 }
    }

    /// A lap begins.
    pub fn begin(&mut self) {
        self.start = SYST::get_current();
    }

    /// A lap ends.
    pub fn end(&mut self) {
        // The timer counts down.
        self.total += u64::from(self.start.wrapping_sub(SYST::get_current()) & 0x00ff_ffff);
    }

    /// The sum of all laps.
    pub fn total(&self) -> u64 {
        self.total
    }
}
