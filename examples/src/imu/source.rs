//! A synthetic sensor: the same samples on every machine and in every run.

use super::{IMU_RATE, Sample};

/// Four seconds of a device that is still, is picked up and turned, falls for 200 ms, hits the ground and is still
/// again. Every axis has noise, and the gyroscope a constant bias.
#[derive(Clone, Debug)]
pub struct Imu {
    index: u32,
    noise: u32,
}

impl Imu {
    /// Samples of the whole record.
    pub const SAMPLES: u32 = 4 * IMU_RATE;
    /// Bias of the gyroscope's axes in tenths of a degree a second.
    pub const BIAS: [i16; 3] = [14, -9, 5];
    /// Samples during which the device falls freely.
    pub const FALL: core::ops::Range<u32> = 480..520;

    /// The record from its beginning.
    #[must_use]
    pub const fn new() -> Self {
        Self { index: 0, noise: 0x2545_f491 }
    }

    /// Evenly spread over -`most..=most`; Marsaglia's xorshift.
    fn noise(&mut self, most: i16) -> i16 {
        self.noise ^= self.noise << 13;
        self.noise ^= self.noise >> 17;
        self.noise ^= self.noise << 5;
        // 16 bits times at most 2¹⁶, shifted back: below 2 * most + 1.
        let spread = u32::from(most.unsigned_abs()) * 2 + 1;
        (((self.noise >> 16) * spread) >> 16) as i16 - most
    }
}

impl Default for Imu {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Imu {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let (accel, rate) = match self.index {
            0..240 => ([0, 0, 1000], [0, 0, 0]),
            240..480 => ([180, -60, 980], [250, -40, 600]),
            480..520 => ([0, 0, 0], [250, -40, 600]),
            520..523 => ([900, -400, 5200], [-900, 300, 0]),
            523..800 => ([0, 0, 1000], [0, 0, 0]),
            _ => return None,
        };
        self.index += 1;
        let mut sample = Sample::default();
        for axis in 0..3 {
            sample.accel_mg[axis] = accel[axis] + self.noise(12);
            sample.rate_ddps[axis] = rate[axis] + Self::BIAS[axis] + self.noise(6);
        }
        Some(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_as_long_and_as_noisy_as_promised() {
        let samples: std::vec::Vec<Sample> = Imu::new().collect();
        assert_eq!(samples.len(), 800);
        let still = &samples[..240];
        for axis in 0..3 {
            let rates = still.iter().map(|sample| sample.rate_ddps[axis]);
            assert_eq!(rates.clone().min(), Some(Imu::BIAS[axis] - 6));
            assert_eq!(rates.max(), Some(Imu::BIAS[axis] + 6));
        }
        let falling = |index: usize| samples[index].magnitude_mg() < 100;
        assert!(!falling(479) && falling(480) && falling(519) && !falling(520));
    }
}
