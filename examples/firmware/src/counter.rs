//! Counts ticks of the core's clock between two points. Under QEMU's `-icount shift=6` an instruction takes 64 ns of
//! virtual time, so a difference of ticks is a number of executed instructions.

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;

/// Where the timer begins to count down, unless it interrupts.
const RELOAD: u32 = 0x00ff_ffff;

/// A sum of ticks over any number of laps, each shorter than the timer's period: 2²⁴ ticks unless it interrupts.
pub struct Counter {
    timer: SYST,
    start: u32,
    total: u64,
}

impl Counter {
    /// Starts the system timer.
    pub fn new(timer: SYST) -> Self {
        Self::every(timer, RELOAD)
    }

    /// Starts the system timer, which interrupts every `period` ticks. A lap must end before the next interrupt.
    pub fn interrupting(mut timer: SYST, period: u32) -> Self {
        timer.enable_interrupt();
        Self::every(timer, period - 1)
    }

    fn every(mut timer: SYST, reload: u32) -> Self {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(reload);
        timer.clear_current();
        timer.enable_counter();
        Self { timer, start: 0, total: 0 }
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

    /// A long lap ends, and the next begins: up to 2²⁵ ticks, as the timer notes that it has run down once. The first one
    /// begins with `start_over`.
    pub fn lap(&mut self) {
        let left = SYST::get_current();
        let again = u64::from(self.timer.has_wrapped()) << 24;
        self.total += again + u64::from(RELOAD - left);
        self.start_over();
    }

    /// Begins a lap that [`lap`](Self::lap) ends.
    pub fn start_over(&mut self) {
        self.timer.clear_current();
    }

    /// The sum of all laps.
    pub fn total(&self) -> u64 {
        self.total
    }
}
