//! Fully connected layers.

use super::layer::Dense;

/// Every output is a sum over all inputs.
///
/// # Panics
///
/// If the slices have other lengths than the layer says.
pub fn dense(layer: &Dense<'_>, input: &[i8], output: &mut [i8]) {
    for (channel, value) in output.iter_mut().enumerate() {
        let weights = &layer.channels.weights[channel * input.len()..][..input.len()];
        let mut sum = layer.channels.bias(channel);
        for (&input, &weight) in input.iter().zip(weights) {
            sum += (i32::from(input) - layer.scaling.input_zero) * i32::from(weight as i8);
        }
        *value = layer.scaling.output(sum, layer.channels.multiplier(channel));
    }
}
