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

        constant weights: [u8; 16_733] in flash -> fast = *layers::WEIGHTS;

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

/// Runs the network, whose weights are staged: copied from flash first. `probe` gets what each operator has written. None if the plan's memory is in use.
pub fn run(features: &[i8; INPUTS], probe: &mut dyn FnMut(&[i8])) -> Option<[i8; OUTPUTS]> {
    let mut step = plan::take()?.hydrate();
    step.features.copy_from_slice(features);
    operator!(step, probe, reshape, features => slices);
    operator!(step, probe, |w, x, y| depthwise(&layers::l1(w), x, y), weights, slices => maps);
    operator!(step, probe, |w, x, y| dense(&layers::l2(w), x, y), weights, maps => sums);
    operator!(step, probe, |x, y| softmax(&layers::L3, x, y), sums => scores);
    let scores = *step.scores;
    step.next().release();
    Some(scores)
}
