//! Calibration, events and a summary of a batch.

use super::Sample;

/// Tracks the gyroscope's bias while the device is still, and subtracts it.
#[derive(Clone, Debug, Default)]
pub struct GyroBias {
    /// 256ths of the unit, so that slow averaging does not get stuck.
    bias: [i32; 3],
    still_batches: u32,
}

impl GyroBias {
    /// No bias known.
    #[must_use]
    pub const fn new() -> Self {
        Self { bias: [0; 3], still_batches: 0 }
    }

    /// Subtracts the bias from each sample. A batch in which no axis turns by more than 2 degrees a
    /// second from first to last improves the bias first.
    pub fn calibrate(&mut self, batch: &mut [Sample]) {
        const STILL_DDPS: i32 = 20;
        for axis in 0..3 {
            let rates = batch.iter().map(|sample| i32::from(sample.rate_ddps[axis]));
            let (Some(least), Some(most)) = (rates.clone().min(), rates.clone().max()) else { return };
            // A steady turn has little spread either; only the first still batches may be far off.
            let known = self.bias[axis] / 256;
            let near =
                self.still_batches == 0 || (least - known).abs().max((most - known).abs()) <= STILL_DDPS;
            if most - least > STILL_DDPS || !near {
                self.subtract(batch);
                return;
            }
        }
        // The first estimate is the mean; later ones move it by an eighth.
        let weight = if self.still_batches == 0 { 1 } else { 8 };
        let count = batch.len() as i32;
        for axis in 0..3 {
            let sum: i32 = batch.iter().map(|sample| i32::from(sample.rate_ddps[axis])).sum();
            self.bias[axis] += (sum * 256 / count - self.bias[axis]) / weight;
        }
        self.still_batches += 1;
        self.subtract(batch);
    }

    /// The bias in tenths of a degree a second, rounded.
    #[must_use]
    pub fn ddps(&self) -> [i16; 3] {
        self.bias.map(|bias| ((bias + 128) >> 8) as i16)
    }

    fn subtract(&self, batch: &mut [Sample]) {
        let bias = self.ddps();
        for sample in batch {
            for (rate, bias) in sample.rate_ddps.iter_mut().zip(bias) {
                *rate = rate.saturating_sub(bias);
            }
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Less than 0.3 g for 100 ms.
    FreeFall,
    /// More than 3 g.
    Shock,
}

/// Something worth a line in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Number of the sample, from the first one watched.
    pub sample: u32,
}

/// Watches for events across batches.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    sample: u32,
    weightless: u32,
    shaken: bool,
}

impl Watch {
    const WEIGHTLESS_MG: u32 = 300;
    const FALL_SAMPLES: u32 = super::IMU_RATE / 10;
    const SHOCK_MG: u32 = 3000;

    /// Nothing seen yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { sample: 0, weightless: 0, shaken: false }
    }

    /// Calls `found` once for each fall and each shock that this batch completes.
    pub fn events(&mut self, batch: &[Sample], mut found: impl FnMut(Event)) {
        for sample in batch {
            let magnitude = sample.magnitude_mg();
            self.weightless = if magnitude < Self::WEIGHTLESS_MG { self.weightless + 1 } else { 0 };
            if self.weightless == Self::FALL_SAMPLES {
                found(Event { kind: EventKind::FreeFall, sample: self.sample });
            }
            let shaken = magnitude > Self::SHOCK_MG;
            if shaken && !self.shaken {
                found(Event { kind: EventKind::Shock, sample: self.sample });
            }
            self.shaken = shaken;
            self.sample = self.sample.wrapping_add(1);
        }
    }
}

/// What a batch looks like as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Least acceleration in thousandths of standard gravity.
    pub least_mg: u32,
    /// Mean acceleration, rounded down.
    pub mean_mg: u32,
    /// Greatest acceleration.
    pub most_mg: u32,
    /// Fastest rotation about any axis in tenths of a degree a second.
    pub turn_ddps: u32,
}

/// Summarises a batch; all zeros if there are no samples.
#[must_use]
pub fn summarise(batch: &[Sample]) -> Summary {
    let magnitudes = batch.iter().map(Sample::magnitude_mg);
    let (Some(least_mg), Some(most_mg)) = (magnitudes.clone().min(), magnitudes.clone().max()) else {
        return Summary::default();
    };
    let mean_mg = magnitudes.sum::<u32>() / batch.len() as u32;
    let turns = batch.iter().flat_map(|sample| sample.rate_ddps).map(|rate| u32::from(rate.unsigned_abs()));
    Summary { least_mg, mean_mg, most_mg, turn_ddps: turns.max().unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::imu::{BATCH, Imu};

    #[test]
    fn the_bias_is_found_and_subtracted_even_after_a_turn() {
        let mut samples: Vec<Sample> = Imu::new().collect();
        let mut bias = GyroBias::new();
        for batch in samples.chunks_mut(BATCH) {
            bias.calibrate(batch);
            assert!(bias.ddps().iter().zip(Imu::BIAS).all(|(found, true_)| (found - true_).abs() <= 1));
        }
        let sum: i32 = samples[..240].iter().map(|sample| i32::from(sample.rate_ddps[0])).sum();
        assert!((sum / 240).abs() <= 1);
        let turning = samples[300].rate_ddps;
        assert!((turning[0] - 250).abs() <= 7 && (turning[2] - 600).abs() <= 7, "{turning:?}");
    }

    #[test]
    fn one_fall_and_one_shock_whatever_the_batches() {
        let samples: Vec<Sample> = Imu::new().collect();
        let want = [
            Event { kind: EventKind::FreeFall, sample: Imu::FALL.start + 19 },
            Event { kind: EventKind::Shock, sample: Imu::FALL.end },
        ];
        for size in [1, 7, BATCH, 800] {
            let (mut watch, mut found) = (Watch::new(), Vec::new());
            for batch in samples.chunks(size) {
                watch.events(batch, |event| found.push(event));
            }
            assert_eq!(found, want, "batches of {size}");
        }
    }

    #[test]
    fn summaries() {
        let sample = |z, turn| Sample { accel_mg: [0, 0, z], rate_ddps: [0, turn, 0] };
        let summary = summarise(&[sample(1000, 3), sample(-500, -40), sample(3, 0)]);
        assert_eq!(summary, Summary { least_mg: 3, mean_mg: 501, most_mg: 1000, turn_ddps: 40 });
        assert_eq!(summarise(&[]), Summary::default());
        GyroBias::new().calibrate(&mut []);
    }
}
