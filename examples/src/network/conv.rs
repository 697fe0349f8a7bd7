//! Convolutions: a filter over all channels, and one filter for each channel.

use core::ops::Range;

use super::layer::Conv;

/// Convolution; weights are stored by output channel, row, column and input channel.
///
/// # Panics
///
/// If the slices have other lengths than the layer's shapes say.
pub fn conv(layer: &Conv<'_>, input: &[i8], output: &mut [i8]) {
    let [rows, columns] = layer.kernel;
    let (width, depth) = (layer.input[1], layer.input[2]);
    for (window, values) in windows(layer, output) {
        // Neighbours in a row of the input are neighbours in the filter.
        let length = window.columns.len() * depth;
        for (channel, value) in values.iter_mut().enumerate() {
            let filter =
                &layer.channels.weights[channel * rows * columns * depth..][..rows * columns * depth];
            let mut sum = layer.channels.bias(channel);
            for row in window.rows.clone() {
                let weights = &filter[(row * columns + window.columns.start) * depth..][..length];
                let pixels = &input[((window.top + row - window.rows.start) * width + window.left) * depth..]
                    [..length];
                for (&input, &weight) in pixels.iter().zip(weights) {
                    sum += (i32::from(input) - layer.scaling.input_zero) * i32::from(weight as i8);
                }
            }
            *value = layer.scaling.output(sum, layer.channels.multiplier(channel));
        }
    }
}

/// Depthwise convolution; weights are stored by row, column and output channel. Each input channel has as many output
/// channels, one after the other.
///
/// # Panics
///
/// If the slices have other lengths than the layer's shapes say.
pub fn depthwise(layer: &Conv<'_>, input: &[i8], output: &mut [i8]) {
    let (width, depth, out_depth) = (layer.input[1], layer.input[2], layer.output[2]);
    let each = out_depth / depth;
    for (window, values) in windows(layer, output) {
        let count = window.columns.len();
        for (channel, value) in values.iter_mut().enumerate() {
            let mut sum = layer.channels.bias(channel);
            for row in window.rows.clone() {
                let first = (row * layer.kernel[1] + window.columns.start) * out_depth + channel;
                let weights = layer.channels.weights[first..].iter().step_by(out_depth);
                let first =
                    ((window.top + row - window.rows.start) * width + window.left) * depth + channel / each;
                let pixels = input[first..].iter().step_by(depth);
                for (&input, &weight) in pixels.zip(weights).take(count) {
                    sum += (i32::from(input) - layer.scaling.input_zero) * i32::from(weight as i8);
                }
            }
            *value = layer.scaling.output(sum, layer.channels.multiplier(channel));
        }
    }
}

/// The part of a filter that is within the input when it computes one pixel of the output.
struct Window {
    /// Rows of the filter.
    rows: Range<usize>,
    /// Columns of the filter.
    columns: Range<usize>,
    /// The input's row under the first of `rows`.
    top: usize,
    /// The input's column under the first of `columns`.
    left: usize,
}

/// The pixels of the output in their order, each with its window.
fn windows<'a>(layer: &'a Conv<'_>, output: &'a mut [i8]) -> impl Iterator<Item = (Window, &'a mut [i8])> {
    let [_, columns, depth] = layer.output;
    output.chunks_exact_mut(depth).enumerate().map(move |(pixel, values)| {
        let (rows, top) = side(layer, 0, pixel / columns);
        let (columns, left) = side(layer, 1, pixel % columns);
        (Window { rows, columns, top, left }, values)
    })
}

/// The part of a filter that is within the input, along rows (0) or columns (1), and where it begins there.
fn side(layer: &Conv<'_>, axis: usize, position: usize) -> (Range<usize>, usize) {
    let (begin, padding) = (position * layer.stride[axis], layer.padding[axis]);
    let first = padding.saturating_sub(begin);
    let end = layer.kernel[axis].min(layer.input[axis] + padding - begin);
    (first..end, begin + first - padding)
}
