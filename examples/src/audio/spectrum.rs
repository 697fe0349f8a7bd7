//! From a windowed frame to power by frequency.

use crate::{BINS, FRAME};

/// Power of each frequency, 31.25 Hz apart; a full-scale sine on a bin gives 1.
///
/// The transform works in place and leaves its own packed result in `windowed`: declare the buffer as
/// `mut`, and do not read it afterwards. The real FFT is `microfft`'s, of radix 2.
pub fn power_spectrum(windowed: &mut [f32; FRAME], power: &mut [f32; BINS]) {
    // A full-scale sine puts 128 (half the window's sum) into its bin; at both ends the two halves of the spectrum
    // share one bin, which gets the whole sum. Powers of two scale without rounding.
    const INNER: f32 = 1.0 / (128.0 * 128.0);
    const END: f32 = 1.0 / (256.0 * 256.0);

    let spectrum = microfft::real::rfft_512(windowed);
    // The first element holds two real values: the mean, and the bin at half the sample rate.
    power[0] = spectrum[0].re * spectrum[0].re * END;
    power[BINS - 1] = spectrum[0].im * spectrum[0].im * END;
    for (to, bin) in power[1..BINS - 1].iter_mut().zip(&spectrum[1..]) {
        *to = (bin.re * bin.re + bin.im * bin.im) * INNER;
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::audio::hann;

    /// The definition of the transform, in f64.
    fn naive_power(signal: &[f32; FRAME], bin: usize) -> f64 {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, sample) in signal.iter().enumerate() {
            let angle = TAU * (n * bin % FRAME) as f64 / FRAME as f64;
            re += f64::from(*sample) * angle.cos();
            im -= f64::from(*sample) * angle.sin();
        }
        let full_scale = if bin == 0 || bin == BINS - 1 { 256.0 } else { 128.0 };
        (re * re + im * im) / (full_scale * full_scale)
    }

    #[test]
    fn every_bin_agrees_with_the_definition() {
        let mut state = 1_u32;
        let mut signal = [0.0; FRAME];
        for sample in &mut signal {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *sample = (f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0) as f32;
        }
        let expected: std::vec::Vec<f64> = (0..BINS).map(|bin| naive_power(&signal, bin)).collect();
        let mut power = [0.0; BINS];
        power_spectrum(&mut signal, &mut power);
        let total: f64 = expected.iter().sum();
        for (bin, (got, want)) in power.iter().zip(&expected).enumerate() {
            assert!((f64::from(*got) - want).abs() < 1e-6 * total, "bin {bin}: {got} and {want}");
        }
    }

    #[test]
    fn a_full_scale_sine_reads_one_in_its_bin_and_a_quarter_in_the_next() {
        let mut pcm = [0; FRAME];
        for (n, sample) in pcm.iter_mut().enumerate() {
            *sample = (32767.0 * (TAU * 32.0 * n as f64 / FRAME as f64).sin()).round() as i16;
        }
        let (mut windowed, mut power) = ([0.0; FRAME], [0.0; BINS]);
        hann(&pcm, &mut windowed);
        power_spectrum(&mut windowed, &mut power);
        for (bin, want) in [(30, 0.0), (31, 0.25), (32, 1.0), (33, 0.25), (34, 0.0)] {
            assert!((power[bin] - want).abs() < 1e-4, "bin {bin}: {}", power[bin]);
        }
    }

    #[test]
    fn the_mean_and_half_the_sample_rate_land_at_the_ends() {
        let (mut windowed, mut power) = ([0.0; FRAME], [0.0; BINS]);
        hann(&[16384; FRAME], &mut windowed);
        power_spectrum(&mut windowed, &mut power);
        assert_eq!(power[0], 0.25);
        let mut pcm = [16384; FRAME];
        pcm.iter_mut().step_by(2).for_each(|sample| *sample = -16384);
        hann(&pcm, &mut windowed);
        power_spectrum(&mut windowed, &mut power);
        assert_eq!(power[BINS - 1], 0.25);
        assert!(power[..BINS - 2].iter().all(|p| *p < 1e-12));
    }
}
