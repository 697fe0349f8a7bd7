//! From band energies to features that do not depend on loudness.

use crate::BANDS;

/// Energies at or below this many decibels of full scale count as this many.
pub const FLOOR_DB: f32 = -90.0;

/// An energy in decibels of full scale, at least [`FLOOR_DB`].
#[must_use]
pub fn decibels(energy: f32) -> f32 {
    // 10^(FLOOR_DB / 10). Written so that NaN also gives the floor.
    if energy > 1e-9 { 10.0 * libm::log10f(energy) } else { FLOOR_DB }
}

/// Features of a frame: each band's decibels above the median of all bands.
///
/// The median follows the level and the background, not a loud band, so what stays is the shape of
/// the spectrum. `sorted` is scratch: afterwards it contains the bands' decibels in ascending order.
pub fn normalise(energies: &[f32; BANDS], sorted: &mut [f32; BANDS], features: &mut [f32; BANDS]) {
    for (feature, energy) in features.iter_mut().zip(energies) {
        *feature = decibels(*energy);
    }
    sorted.copy_from_slice(features);
    sorted.sort_unstable_by(f32::total_cmp);
    let median = 0.5 * (sorted[BANDS / 2 - 1] + sorted[BANDS / 2]);
    for feature in features {
        *feature -= median;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decibels_of_known_energies() {
        for (energy, want) in [(1.0, 0.0), (0.1, -10.0), (0.5, -3.0103), (1e-9, FLOOR_DB), (0.0, FLOOR_DB)] {
            assert!((decibels(energy) - want).abs() < 1e-4, "{energy}: {}", decibels(energy));
        }
        assert_eq!(decibels(f32::NAN), FLOOR_DB);
    }

    #[test]
    fn features_are_the_shape_and_not_the_loudness() {
        let mut energies = [0.0; BANDS];
        for (band, energy) in energies.iter_mut().enumerate() {
            *energy = if band == 7 { 1e-2 } else { 1e-4 };
        }
        let (mut sorted, mut quiet, mut loud) = ([0.0; BANDS], [0.0; BANDS], [0.0; BANDS]);
        normalise(&energies, &mut sorted, &mut quiet);
        assert!((sorted[0] + 40.0).abs() < 1e-4 && (sorted[BANDS - 1] + 20.0).abs() < 1e-4);
        energies.iter_mut().for_each(|energy| *energy *= 16.0);
        normalise(&energies, &mut sorted, &mut loud);
        for band in 0..BANDS {
            let want = if band == 7 { 20.0 } else { 0.0 };
            assert!((quiet[band] - want).abs() < 1e-4 && (loud[band] - want).abs() < 1e-4, "band {band}");
        }
    }
}
