//! Parameters of layers, and how they are read from the bytes in which they are stored.

/// What the channels of a layer's output have: weights, a bias, and a multiplier from the sum to the output's scale.
#[derive(Clone, Copy, Debug)]
pub struct Channels<'w> {
    /// Weights of all channels.
    pub weights: &'w [u8],
    biases: &'w [u8],
    multipliers: &'w [u8],
    shifts: &'w [u8],
}

impl<'w> Channels<'w> {
    /// Parameters that begin at `start` of the stored bytes: `weights` weights and `count` biases, and multipliers and
    /// shifts of each of `scales` channels.
    const fn new(stored: &'w [u8], start: usize, weights: usize, count: usize, scales: usize) -> Self {
        let (weights, rest) = stored.split_at(start).1.split_at(weights);
        let (biases, rest) = rest.split_at(4 * count);
        let (multipliers, rest) = rest.split_at(4 * scales);
        Self { weights, biases, multipliers, shifts: rest.split_at(scales).0 }
    }

    /// The sum of a channel before its products are added.
    #[must_use]
    pub fn bias(&self, channel: usize) -> i32 {
        number(self.biases, channel)
    }

    /// Multiplier and shift of a channel; a layer may have one for all.
    #[must_use]
    pub fn multiplier(&self, channel: usize) -> (i32, i32) {
        let channel = if self.shifts.len() == 1 { 0 } else { channel };
        (number(self.multipliers, channel), i32::from(self.shifts[channel] as i8))
    }
}

/// A number of 32 bits, lowest byte first.
fn number(bytes: &[u8], index: usize) -> i32 {
    let at = 4 * index;
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// What turns a sum into a value of the output: zero points, and the range that a fused activation leaves.
#[derive(Clone, Copy, Debug)]
pub struct Scaling {
    /// The input's zero point.
    pub input_zero: i32,
    /// The output's zero point.
    pub output_zero: i32,
    least: i32,
    most: i32,
}

impl Scaling {
    const fn new(zeros: [i32; 2], range: [i32; 2]) -> Self {
        Self { input_zero: zeros[0], output_zero: zeros[1], least: range[0], most: range[1] }
    }

    /// A sum in the output's scale.
    #[must_use]
    pub fn output(&self, sum: i32, (multiplier, shift): (i32, i32)) -> i8 {
        let scaled = super::fixed::multiply_by_quantized_multiplier(sum, multiplier, shift);
        (scaled + self.output_zero).clamp(self.least, self.most) as i8
    }
}

/// A convolution, depthwise or not. Extents are height and width, shapes also have the channels, last.
#[derive(Clone, Copy, Debug)]
pub struct Conv<'w> {
    /// Shape of the input.
    pub input: [usize; 3],
    /// Shape of the output.
    pub output: [usize; 3],
    /// Extent of the filters.
    pub kernel: [usize; 2],
    /// Distance of two positions of a filter.
    pub stride: [usize; 2],
    /// Rows above the input and columns before it that a filter reaches; they count as zero.
    pub padding: [usize; 2],
    /// Weights and scales.
    pub channels: Channels<'w>,
    /// From sums to outputs.
    pub scaling: Scaling,
}

impl<'w> Conv<'w> {
    /// A convolution over all channels, its parameters at `start` of the stored bytes.
    #[expect(clippy::too_many_arguments, reason = "generated code calls it, a row of numbers for each layer")]
    pub(super) const fn full(
        stored: &'w [u8],
        start: usize,
        input: [usize; 3],
        output: [usize; 3],
        kernel: [usize; 2],
        stride: [usize; 2],
        padding: [usize; 2],
        zeros: [i32; 2],
        range: [i32; 2],
    ) -> Self {
        let (weights, count) = (output[2] * kernel[0] * kernel[1] * input[2], output[2]);
        let channels = Channels::new(stored, start, weights, count, count);
        Self { input, output, kernel, stride, padding, channels, scaling: Scaling::new(zeros, range) }
    }

    /// The same with a filter for each channel.
    #[expect(clippy::too_many_arguments, reason = "generated code calls it, a row of numbers for each layer")]
    pub(super) const fn depthwise(
        stored: &'w [u8],
        start: usize,
        input: [usize; 3],
        output: [usize; 3],
        kernel: [usize; 2],
        stride: [usize; 2],
        padding: [usize; 2],
        zeros: [i32; 2],
        range: [i32; 2],
    ) -> Self {
        let count = output[2];
        let channels = Channels::new(stored, start, count * kernel[0] * kernel[1], count, count);
        Self { input, output, kernel, stride, padding, channels, scaling: Scaling::new(zeros, range) }
    }
}

/// A fully connected layer.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'w> {
    /// Weights, a row for each output, and scales.
    pub channels: Channels<'w>,
    /// From sums to outputs.
    pub scaling: Scaling,
}

impl<'w> Dense<'w> {
    /// A layer from `lengths[0]` to `lengths[1]` values with one scale, its parameters at `start` of the stored bytes.
    pub(super) const fn new(
        stored: &'w [u8],
        start: usize,
        lengths: [usize; 2],
        zeros: [i32; 2],
        range: [i32; 2],
    ) -> Self {
        let channels = Channels::new(stored, start, lengths[0] * lengths[1], lengths[1], 1);
        Self { channels, scaling: Scaling::new(zeros, range) }
    }
}

/// A softmax to a scale of 1/256.
#[derive(Clone, Copy, Debug)]
pub struct Softmax {
    /// Multiplier of differences, at 2^31.
    pub multiplier: i32,
    /// Shift of differences to the left.
    pub shift: u32,
    /// Differences below this one count as nothing.
    pub least: i32,
}
