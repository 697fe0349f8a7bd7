//! Softmax in fixed point.

use super::fixed::{
    exp_on_negative_values, reciprocal, rounding_divide_by_pot, saturating_rounding_doubling_high_mul,
};
use super::layer::Softmax;

/// Bits before the point of the sum of exponentials.
const SUM_BITS: u32 = 12;

/// Shares of 1 in steps of 1/256, from -128 for none.
pub fn softmax(layer: &Softmax, input: &[i8], output: &mut [i8]) {
    let most = input.iter().copied().max().map_or(0, i32::from);
    let exponential = |value: i8| {
        let difference = i32::from(value) - most;
        (difference >= layer.least).then(|| {
            let scaled = saturating_rounding_doubling_high_mul(difference << layer.shift, layer.multiplier);
            exp_on_negative_values(scaled)
        })
    };
    let sum = input
        .iter()
        .filter_map(|&value| exponential(value))
        .map(|value| rounding_divide_by_pot(value, SUM_BITS))
        .sum();
    let (scale, shift) = reciprocal(sum, SUM_BITS as i32);
    for (&value, output) in input.iter().zip(output) {
        *output = exponential(value).map_or(i8::MIN, |value| {
            let share = saturating_rounding_doubling_high_mul(scale, value);
            let rounded = rounding_divide_by_pot(share, (shift + 31 - 8) as u32);
            (rounded + i32::from(i8::MIN)).clamp(i8::MIN.into(), i8::MAX.into()) as i8
        });
    }
}
