//! Two int8 networks that compute from planned memory: keyword spotting and visual wake words.
//!
//! The kernels are references without tricks, and compute what TensorFlow Lite Micro's reference kernels compute, bit
//! for bit: the same sums in 32 bits, and the same rounding in [`fixed`]. Activations live in the buffers of a plan.
//! Weights are its constants, which firmware has in flash: those of visual wake words are read there, those of keyword
//! spotting are copied to RAM before the first step. `examples/networks/README.md` says where they come from.
//!
//! ```
//! use arena_plan_examples::network::micro_speech;
//!
//! let features = &micro_speech::inputs()[2]; // of the word "yes"
//! let scores = micro_speech::run(features, &mut |_| {}).expect("the arena is free");
//! assert_eq!(micro_speech::LABELS[2], "yes");
//! assert_eq!(scores, [-128, -128, 127, -128]);
//! ```

mod conv;
mod dense;
pub mod fixed;
mod layer;
pub mod micro_speech;
mod pool;
mod softmax;
pub mod vww;

pub use conv::{conv, depthwise};
pub use dense::dense;
pub use layer::{Conv, Dense, Softmax};
pub use pool::average;
pub use softmax::softmax;

/// Runs the next operator of a plan: its kernel, from its input to its output, with the weights if it has some.
macro_rules! operator {
    ($step:ident, $probe:ident, $kernel:expr, $weights:ident, $input:ident => $output:ident) => {
        let mut $step = $step.next();
        let io = $step.io();
        $kernel(io.$weights, io.$input, io.$output);
        $probe(io.$output);
    };
    ($step:ident, $probe:ident, $kernel:expr, $input:ident => $output:ident) => {
        let mut $step = $step.next();
        let io = $step.io();
        $kernel(io.$input, io.$output);
        $probe(io.$output);
    };
}
use operator;

/// Copies a tensor whose shape changes, as the runtime does.
fn reshape(input: &[i8], output: &mut [i8]) {
    output.copy_from_slice(input);
}

/// A stored input of `N` values, the one at this position.
const fn stored<const N: usize>(bytes: &[u8], position: usize) -> [i8; N] {
    let mut values = [0; N];
    let mut index = 0;
    while index < N {
        values[index] = bytes[position * N + index] as i8;
        index += 1;
    }
    values
}
