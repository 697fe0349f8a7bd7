//! What the streaming programs share: the filter, and the line between an interrupt that delivers frames and the loop
//! that works on them.

/// Samples of a frame.
pub const FRAME: usize = 256;

/// Taps of the filter.
pub const TAPS: usize = 32;

/// Samples that the filter needs of the frames before.
pub const HISTORY: usize = TAPS - 1;

/// A low pass: a triangle of 32 taps in Q15, with a gain just below 1.
pub const COEFFICIENTS: [i16; TAPS] = triangle();

const fn triangle() -> [i16; TAPS] {
    let mut taps = [0; TAPS];
    let mut weight = 120;
    let mut index = 0;
    while index < TAPS / 2 {
        taps[index] = weight;
        taps[TAPS - 1 - index] = weight;
        weight += 120;
        index += 1;
    }
    taps
}

/// Filters a frame; `history` holds the end of the frame before and is left with the end of this one.
#[inline(always)]
pub fn filter(frame: &[i16; FRAME], history: &mut [i16; HISTORY], filtered: &mut [i16; FRAME]) {
    filter_by(&COEFFICIENTS, frame, history, filtered);
}

/// The same with coefficients that are in memory.
#[inline(always)]
pub fn filter_by(
    coefficients: &[i16; TAPS],
    frame: &[i16; FRAME],
    history: &mut [i16; HISTORY],
    filtered: &mut [i16; FRAME],
) {
    for (last, to) in filtered.iter_mut().enumerate() {
        let newest_first = frame[..=last].iter().rev().chain(history.iter().rev());
        let sum: i32 = newest_first.zip(coefficients).map(|(x, c)| i32::from(*x) * i32::from(*c)).sum();
        // The gain is below 1, so the sum of products keeps within 31 bits and the result within 16.
        *to = (sum >> 15) as i16;
    }
    history.copy_from_slice(&frame[FRAME - HISTORY..]);
}

/// The largest magnitude.
#[inline(always)]
pub fn peak(samples: &[i16; FRAME]) -> u32 {
    samples.iter().map(|sample| u32::from(sample.unsigned_abs())).max().unwrap_or(0)
}

/// Two places that go round: one is filled, one is full or worked on. `T` says which place, and is the right to it.
pub struct Line<T> {
    filling: Option<T>,
    full: Option<T>,
    empty: Option<T>,
    /// Frames delivered.
    delivered: usize,
    /// Frames for which no place was empty, so that they took the place of the one before.
    missed: u32,
}

impl<T> Line<T> {
    /// A line that nothing is on.
    #[must_use]
    pub const fn new() -> Self {
        Self { filling: None, full: None, empty: None, delivered: 0, missed: 0 }
    }

    /// Begins with two empty places.
    pub fn start(&mut self, first: T, second: T) {
        self.filling = Some(first);
        self.empty = Some(second);
    }

    /// What a DMA controller does by the end of a frame: the next samples of `source` are in the place that is being
    /// filled, and it goes on with the other one.
    pub fn deliver(&mut self, source: &[i16], fill: impl FnOnce(&mut T, &[i16; FRAME])) {
        let Some(mut place) = self.filling.take() else { return };
        let Some(samples) = source.as_chunks().0.get(self.delivered) else { return };
        fill(&mut place, samples);
        self.delivered += 1;
        match self.empty.take() {
            Some(empty) => (self.full, self.filling) = (Some(place), Some(empty)),
            None => {
                self.missed += 1;
                self.filling = Some(place);
            }
        }
    }

    /// The frame that is complete, if there is one; its place comes back with [`put`](Self::put).
    pub fn get(&mut self) -> Option<T> {
        self.full.take()
    }

    /// Gives a place back.
    pub fn put(&mut self, place: T) {
        self.empty = Some(place);
    }

    /// Frames that were lost.
    #[must_use]
    pub fn missed(&self) -> u32 {
        self.missed
    }
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self::new()
    }
}
