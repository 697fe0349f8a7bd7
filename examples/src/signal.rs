//! Test signals, the same on every machine.

use crate::SAMPLE_RATE;

/// A tone whose pitch rises from 200 to 4000 Hz within 600 ms, with silence before and after: one
/// second in all, so that a detector sees a beginning and an end.
///
/// The phase is exact integer arithmetic; the sine is `libm`'s.
#[derive(Clone, Debug)]
pub struct Chirp {
    index: u32,
    /// Of 2³² parts of a turn.
    phase: u32,
}

impl Chirp {
    /// Samples of the whole signal.
    pub const SAMPLES: u32 = SAMPLE_RATE;
    /// Digest of the features of all 63 frames: found on x86-64, in both profiles, and on a Cortex-M3.
    pub const DIGEST: u32 = 0x7ee9_f9c9;
    const START: u32 = SAMPLE_RATE / 5;
    const LENGTH: u32 = SAMPLE_RATE * 3 / 5;
    const AMPLITUDE: f32 = 8000.0;

    /// The signal from its beginning.
    #[must_use]
    pub const fn new() -> Self {
        Self { index: 0, phase: 0 }
    }

    /// Pitch in Hz at a sample of the sweep.
    const fn pitch(sample: u32) -> u32 {
        200 + 3800 * sample / Self::LENGTH
    }
}

impl Default for Chirp {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Chirp {
    type Item = i16;

    fn next(&mut self) -> Option<i16> {
        if self.index == Self::SAMPLES {
            return None;
        }
        let sweep = self.index.checked_sub(Self::START).filter(|sample| *sample < Self::LENGTH);
        self.index += 1;
        let Some(sample) = sweep else { return Some(0) };
        const PART_OF_TURN: f32 = core::f32::consts::TAU / 65536.0;
        let value = Self::AMPLITUDE * libm::sinf((self.phase >> 16) as f32 * PART_OF_TURN);
        // A turn has 2³² parts and a second 16000 samples: 268435.456 parts per Hz, here without the rest.
        self.phase = self.phase.wrapping_add(Self::pitch(sample) * 268_435);
        Some(value as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_with_silence_at_both_ends() {
        let samples: std::vec::Vec<i16> = Chirp::new().collect();
        assert_eq!(samples.len(), 16000);
        assert!(samples[..3200].iter().chain(&samples[12800..]).all(|sample| *sample == 0));
        assert_eq!(samples.iter().max(), Some(&8000));
        assert_eq!(samples.iter().min(), Some(&-8000));
    }

    #[test]
    fn the_pitch_rises_as_promised() {
        let samples: std::vec::Vec<i16> = Chirp::new().collect();
        let crossings = |part: &[i16]| part.windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0)).count();
        // 100 ms each: the mean pitch is 516 Hz in the first, 3683 Hz in the last; two crossings a turn.
        assert!(crossings(&samples[3200..4800]).abs_diff(103) <= 2);
        assert!(crossings(&samples[11200..12800]).abs_diff(737) <= 2);
    }
}
