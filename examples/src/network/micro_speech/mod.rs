//! Keyword spotting: "yes" and "no" from a second of features, by the network of the micro_speech example of TensorFlow
//! Lite for Microcontrollers.

mod expected;
mod layers;

use arena_plan::arena_plan;

use super::{dense, depthwise, operator, reshape, softmax, stored};
pub use expected::{EXPECTED, TFLM_HEAD};

/// Values of an input: 49 slices of 40 features.
pub const INPUTS: usize = 1960;
/// Values of the result, a score for each of [`LABELS`].
pub const OUTPUTS: usize = 4;
/// Operators of the network.
pub const EXPECTED_OPERATORS: usize = 4;
/// The meanings of the scores.
pub const LABELS: [&str; OUTPUTS] = ["silence", "unknown", "yes", "no"];

/// Recorded features: silence, noise, the words "yes" and "no".
#[must_use]
pub fn inputs() -> &'static [[i8; INPUTS]; 4] {
    const STORED: &[u8] = include_bytes!("../../../networks/micro_speech.inputs");
    static INPUT: [[i8; INPUTS]; 4] =
        [stored(STORED, 0), stored(STORED, 1), stored(STORED, 2), stored(STORED, 3)];
    &INPUT
}

arena_plan! {
    /// The operators of the network in their order.
    pub mod plan {
        bank ram { capacity: 6 KiB }
        /// Where the weights are copied before the first step.
        bank fast { capacity: 17 KiB }
        bank flash { capacity: 32 KiB, read_only }

        constant weights: [u8; 16_733] in flash -> fast = *WEIGHTS;

        buffer features: [i8; 1960] in ram;
        buffer slices: [i8; 1960] in ram;
        buffer maps: [i8; 4000] in ram;
        buffer sums: [i8; 4] in ram;
        buffer scores: [i8; 4] in ram, retain;

        step capture() -> features;
        step reshape(features) -> slices;
        step depthwise(slices, weights) -> maps;
        step dense(maps, weights) -> sums;
        step softmax(sums) -> scores;
    }
}

/// Weights, biases, multipliers and shifts of all layers.
pub const WEIGHTS: &[u8; 16_733] = layers::WEIGHTS;

/// The first layer, which finds patterns in time and frequency.
pub fn convolve(weights: &[u8; 16_733], slices: &[i8; INPUTS], maps: &mut [i8; 4000]) {
    depthwise(&layers::l1(weights), slices, maps);
}

/// The second layer: the sum of the patterns for each meaning.
pub fn add_up(weights: &[u8; 16_733], maps: &[i8; 4000], sums: &mut [i8; OUTPUTS]) {
    dense(&layers::l2(weights), maps, sums);
}

/// The last layer, from sums to scores.
pub fn score(sums: &[i8; OUTPUTS], scores: &mut [i8; OUTPUTS]) {
    softmax(&layers::L3, sums, scores);
}

/// Runs the network, whose weights are staged: copied from flash first. `probe` gets what each operator has written. None if the plan's memory is in use.
pub fn run(features: &[i8; INPUTS], probe: &mut dyn FnMut(&[i8])) -> Option<[i8; OUTPUTS]> {
    let mut step = plan::take()?.hydrate();
    step.features.copy_from_slice(features);
    operator!(step, probe, reshape, features => slices);
    operator!(step, probe, convolve, weights, slices => maps);
    operator!(step, probe, add_up, weights, maps => sums);
    operator!(step, probe, score, sums => scores);
    let scores = *step.scores;
    step.next().release();
    Some(scores)
}
