//! From power by frequency to energy by mel band.

use crate::{BANDS, BINS, FRAME, SAMPLE_RATE};

/// Energy of each band: the power of its bins under a triangle that rises from the centre of the band
/// below and falls to the centre of the band above.
///
/// Centres are evenly spaced on O'Shaughnessy's mel scale, `1127 ln(1 + f/700 Hz)`, between 125 and
/// 7500 Hz. Neighbouring triangles add up to one, so that between the first and the last centre no power is lost or
/// counted twice.
pub fn mel_energies(power: &[f32; BINS], energies: &mut [f32; BANDS]) {
    energies.fill(0.0);
    for ((power, share), band) in power.iter().zip(&SHARE).zip(&BAND) {
        // A bin between two centres belongs to both bands; those at the ends have one.
        if *band > 0 && *band <= BANDS {
            energies[*band - 1] += power * (1.0 - share);
        }
        if *band < BANDS {
            energies[*band] += power * share;
        }
    }
}

/// Centre of a band in Hz; that of the last band for a number beyond it.
#[must_use]
pub fn band_centre(band: usize) -> f32 {
    const HZ_PER_BIN: f32 = SAMPLE_RATE as f32 / FRAME as f32;
    EDGES[if band < BANDS { band + 1 } else { BANDS }] * HZ_PER_BIN
}

/// The band with the most energy, the lowest of equals.
#[must_use]
pub fn peak_band(energies: &[f32; BANDS]) -> usize {
    let mut peak = 0;
    for (band, energy) in energies.iter().enumerate() {
        if *energy > energies[peak] {
            peak = band;
        }
    }
    peak
}

/// Foot, centres and foot of the triangles, in bins: 125 to 7500 Hz in 41 even steps of mel.
#[rustfmt::skip]
const EDGES: [f32; BANDS + 2] = [
    4.0, 5.5209, 7.1295, 8.8307, 10.6299, 12.5328, 14.5453, 16.6737, 18.9248, 21.3055, 23.8235,
    26.4864, 29.3028, 32.2814, 35.4317, 38.7634, 42.2871, 46.0138, 49.9551, 54.1235, 58.5321,
    63.1947, 68.1259, 73.3411, 78.8568, 84.6903, 90.8599, 97.3849, 104.2857, 111.5842, 119.3031,
    127.4668, 136.1007, 145.232, 154.8894, 165.1032, 175.9054, 187.3299, 199.4126, 212.1914,
    225.7064, 240.0,
];

/// For each bin the band whose triangle rises there; outside all triangles a number that is not a band.
static BAND: [usize; BINS] = rising().0;
/// For each bin the share that this band gets; the band below gets the rest.
static SHARE: [f32; BINS] = rising().1;

const fn rising() -> ([usize; BINS], [f32; BINS]) {
    let (mut bands, mut shares) = ([BANDS + 1; BINS], [0.0; BINS]);
    let (mut bin, mut band) = (0, 0);
    while bin < BINS {
        let at = bin as f32;
        while band <= BANDS && at >= EDGES[band + 1] {
            band += 1;
        }
        if at >= EDGES[0] && band <= BANDS {
            bands[bin] = band;
            shares[bin] = (at - EDGES[band]) / (EDGES[band + 1] - EDGES[band]);
        }
        bin += 1;
    }
    (bands, shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(bin: usize) -> [f32; BANDS] {
        let (mut power, mut energies) = ([0.0; BINS], [f32::NAN; BANDS]);
        power[bin] = 1.0;
        mel_energies(&power, &mut energies);
        energies
    }

    #[test]
    fn the_edges_are_even_steps_of_mel() {
        let mel = |hertz: f64| 1127.0 * (1.0 + hertz / 700.0).ln();
        let (low, high) = (mel(125.0), mel(7500.0));
        for (index, edge) in EDGES.iter().enumerate() {
            let at = low + (high - low) * index as f64 / 41.0;
            let hertz = 700.0 * ((at / 1127.0).exp() - 1.0);
            assert!(
                (f64::from(*edge) * 31.25 - hertz).abs() < 0.002,
                "edge {index}: {edge} bins, {hertz} Hz"
            );
        }
    }

    #[test]
    fn triangles_add_up_to_one_between_the_centres_and_to_nothing_outside() {
        for bin in 0..BINS {
            let sum: f32 = response(bin).iter().sum();
            match bin {
                6..=225 => assert!((sum - 1.0).abs() < 1e-6, "bin {bin}: {sum}"),
                0..=4 | 240.. => assert_eq!(sum, 0.0, "bin {bin}"),
                _ => assert!(sum > 0.0 && sum < 1.0, "bin {bin}: {sum}"),
            }
        }
    }

    #[test]
    fn each_triangle_is_the_textbook_one() {
        for bin in 0..BINS {
            let (energies, at) = (response(bin), bin as f64);
            for (band, got) in energies.iter().enumerate() {
                let [foot, centre, end] = [0, 1, 2].map(|edge| f64::from(EDGES[band + edge]));
                let want = ((at - foot) / (centre - foot)).min((end - at) / (end - centre)).max(0.0);
                assert!((f64::from(*got) - want).abs() < 1e-5, "bin {bin} band {band}: {got} and {want}");
            }
        }
    }

    #[test]
    fn every_band_responds_and_the_peak_is_found() {
        let mut power = [0.0; BINS];
        let mut energies = [0.0; BANDS];
        power.fill(1.0);
        mel_energies(&power, &mut energies);
        assert!(energies.iter().all(|energy| *energy > 0.9));
        power.fill(0.0);
        power[32] = 1.0; // 1000 Hz
        mel_energies(&power, &mut energies);
        assert_eq!(peak_band(&energies), 12);
        assert!((band_centre(12) - 1008.8).abs() < 0.1);
        assert_eq!(band_centre(BANDS), band_centre(BANDS - 1));
    }
}
