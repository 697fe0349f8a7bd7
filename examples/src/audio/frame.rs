//! From a stream of samples to windowed frames.

use crate::{FRAME, HOP};

/// Joins each hop with the one before it into a frame.
///
/// The half frame of history must survive from one run of the pipeline to the next, so it is here and not in a
/// planned buffer, whose contents end with the run.
#[derive(Clone, Debug)]
pub struct Framer {
    history: [i16; HOP],
}

impl Framer {
    /// A framer whose history is silence.
    #[must_use]
    pub const fn new() -> Self {
        Self { history: [0; HOP] }
    }

    /// Writes the last hop and this one to `pcm`. A hop shorter than [`HOP`] (the end of a recording)
    /// is padded with silence; samples beyond [`HOP`] are ignored.
    pub fn capture(&mut self, hop: &[i16], pcm: &mut [i16; FRAME]) {
        let (old, new) = pcm.split_at_mut(HOP);
        old.copy_from_slice(&self.history);
        new.fill(0);
        for (to, from) in new.iter_mut().zip(hop) {
            *to = *from;
        }
        self.history.copy_from_slice(new);
    }
}

impl Default for Framer {
    fn default() -> Self {
        Self::new()
    }
}

/// Scales samples to -1..1 and weighs them with a periodic Hann window, `sin²(πn/512)`.
///
/// Windows half a frame apart add up to one, so every sample counts equally.
pub fn hann(pcm: &[i16; FRAME], windowed: &mut [f32; FRAME]) {
    for (index, (to, from)) in windowed.iter_mut().zip(pcm).enumerate() {
        let weight = HALF_WINDOW[if index <= HOP { index } else { FRAME - index }];
        *to = f32::from(*from) * (1.0 / 32768.0) * weight;
    }
}

/// The window up to its middle; the other half mirrors it.
static HALF_WINDOW: [f32; HOP + 1] = half_window();

/// `0.5 - 0.5 cos(2πn/512)`, the cosines by Chebyshev's recurrence: `cos` is not a `const fn`.
const fn half_window() -> [f32; HOP + 1] {
    /// cos(2π/512).
    const COS_STEP: f64 = 0.999_924_701_839_144_5;
    let mut weights = [0.0; HOP + 1];
    let (mut previous, mut cosine) = (COS_STEP, 1.0);
    let mut index = 0;
    while index <= HOP {
        weights[index] = (0.5 - 0.5 * cosine) as f32;
        (previous, cosine) = (cosine, 2.0 * COS_STEP * cosine - previous);
        index += 1;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_window_up_to_the_last_bit() {
        for (index, weight) in HALF_WINDOW.iter().enumerate() {
            let angle = std::f64::consts::PI * index as f64 / FRAME as f64;
            let exact = angle.sin() * angle.sin();
            assert!((f64::from(*weight) - exact).abs() < 4e-8, "weight {index}: {weight} and {exact}");
        }
        assert_eq!(HALF_WINDOW[0], 0.0);
        assert_eq!(HALF_WINDOW[HOP / 2], 0.5);
        assert_eq!(HALF_WINDOW[HOP], 1.0);
    }

    #[test]
    fn overlapping_windows_add_up_to_the_signal() {
        let mut windowed = [0.0; FRAME];
        hann(&[16384; FRAME], &mut windowed);
        for index in 0..HOP {
            let sum = windowed[index] + windowed[index + HOP];
            assert!((sum - 0.5).abs() < 1e-7, "sample {index}: {sum}");
        }
    }

    #[test]
    fn a_frame_is_the_last_hop_and_this_one_and_a_short_hop_ends_in_silence() {
        let mut framer = Framer::new();
        let mut pcm = [7; FRAME];
        framer.capture(&[1; HOP], &mut pcm);
        assert!(pcm[..HOP].iter().all(|s| *s == 0) && pcm[HOP..].iter().all(|s| *s == 1));
        framer.capture(&[2; 3], &mut pcm);
        assert!(pcm[..HOP].iter().all(|s| *s == 1));
        assert_eq!(pcm[HOP..HOP + 4], [2, 2, 2, 0]);
        framer.capture(&[], &mut pcm);
        assert_eq!(pcm[..4], [2, 2, 2, 0]);
        assert_eq!(pcm[HOP..], [0; HOP]);
    }
}
