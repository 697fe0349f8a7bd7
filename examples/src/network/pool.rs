//! Pooling.

/// The mean of each channel over all pixels, rounded to the nearest, halves away from zero. Scales are the same on both
/// sides.
///
/// # Panics
///
/// If the output has no elements.
pub fn average(input: &[i8], output: &mut [i8]) {
    let depth = output.len();
    let count = (input.len() / depth) as i32;
    for (channel, value) in output.iter_mut().enumerate() {
        let sum: i32 = input.iter().skip(channel).step_by(depth).map(|&value| i32::from(value)).sum();
        let half = if sum > 0 { count / 2 } else { -(count / 2) };
        *value = ((sum + half) / count) as i8;
    }
}
