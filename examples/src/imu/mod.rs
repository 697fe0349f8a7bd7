//! Motion logging: samples of an inertial sensor, in whole numbers throughout.

mod analyse;
mod page;
mod source;

pub use analyse::{Event, EventKind, GyroBias, Summary, Watch, summarise};
pub use page::{LINE_ROOM, PAGE, crc16, read_page, write_page};
pub use source::Imu;

/// Samples a second.
pub const IMU_RATE: u32 = 200;
/// Samples of one batch: 160 ms.
pub const BATCH: usize = 32;

/// One reading of all six axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Acceleration along x, y and z in thousandths of standard gravity.
    pub accel_mg: [i16; 3],
    /// Rotation about x, y and z in tenths of a degree a second.
    pub rate_ddps: [i16; 3],
}

impl Sample {
    /// Length of the acceleration in thousandths of standard gravity, rounded down.
    #[must_use]
    pub fn magnitude_mg(&self) -> u32 {
        // At most 3 * 32768², which fits u32.
        self.accel_mg.iter().map(|axis| u32::from(axis.unsigned_abs()).pow(2)).sum::<u32>().isqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitudes() {
        let sample = |accel_mg| Sample { accel_mg, rate_ddps: [0; 3] };
        assert_eq!(sample([0, 0, 1000]).magnitude_mg(), 1000);
        assert_eq!(sample([-2, 3, -6]).magnitude_mg(), 7);
        assert_eq!(sample([i16::MIN; 3]).magnitude_mg(), 56755);
    }
}
