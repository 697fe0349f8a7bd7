//! Visual wake words: whether a person is in a picture, by the network of MLPerf Tiny.

mod expected;
mod layers;

use arena_plan::arena_plan;

use super::{average, conv, dense, depthwise, operator, reshape, softmax, stored};
pub use expected::{EXPECTED, TFLM_HEAD};

/// Values of an input: 96 rows of 96 pixels of three colours.
pub const INPUTS: usize = 27_648;
/// Values of the result, a score for each of [`LABELS`].
pub const OUTPUTS: usize = 2;
/// Operators of the network.
pub const EXPECTED_OPERATORS: usize = 31;
/// The meanings of the scores.
pub const LABELS: [&str; OUTPUTS] = ["no person", "person"];

/// A drawn figure before a wall.
#[must_use]
pub fn figure() -> &'static [i8; INPUTS] {
    static FIGURE: [i8; INPUTS] = stored(include_bytes!("../../../networks/vww.inputs"), 0);
    &FIGURE
}

arena_plan! {
    /// The operators of the network in their order.
    pub mod plan {
        bank ram { capacity: 54 KiB }

        buffer picture: [i8; 27648] in ram;
        buffer c0: [i8; 18432] in ram;
        buffer d1: [i8; 18432] in ram;
        buffer c1: [i8; 36864] in ram;
        buffer d2: [i8; 9216] in ram;
        buffer c2: [i8; 18432] in ram;
        buffer d3: [i8; 18432] in ram;
        buffer c3: [i8; 18432] in ram;
        buffer d4: [i8; 4608] in ram;
        buffer c4: [i8; 9216] in ram;
        buffer d5: [i8; 9216] in ram;
        buffer c5: [i8; 9216] in ram;
        buffer d6: [i8; 2304] in ram;
        buffer c6: [i8; 4608] in ram;
        buffer d7: [i8; 4608] in ram;
        buffer c7: [i8; 4608] in ram;
        buffer d8: [i8; 4608] in ram;
        buffer c8: [i8; 4608] in ram;
        buffer d9: [i8; 4608] in ram;
        buffer c9: [i8; 4608] in ram;
        buffer d10: [i8; 4608] in ram;
        buffer c10: [i8; 4608] in ram;
        buffer d11: [i8; 4608] in ram;
        buffer c11: [i8; 4608] in ram;
        buffer d12: [i8; 1152] in ram;
        buffer c12: [i8; 2304] in ram;
        buffer d13: [i8; 2304] in ram;
        buffer c13: [i8; 2304] in ram;
        buffer means: [i8; 256] in ram;
        buffer vector: [i8; 256] in ram;
        buffer sums: [i8; 2] in ram;
        buffer scores: [i8; 2] in ram, retain;

        step capture() -> picture;
        step conv0(picture) -> c0;
        step depthwise1(c0) -> d1;
        step conv1(d1) -> c1;
        step depthwise2(c1) -> d2;
        step conv2(d2) -> c2;
        step depthwise3(c2) -> d3;
        step conv3(d3) -> c3;
        step depthwise4(c3) -> d4;
        step conv4(d4) -> c4;
        step depthwise5(c4) -> d5;
        step conv5(d5) -> c5;
        step depthwise6(c5) -> d6;
        step conv6(d6) -> c6;
        step depthwise7(c6) -> d7;
        step conv7(d7) -> c7;
        step depthwise8(c7) -> d8;
        step conv8(d8) -> c8;
        step depthwise9(c8) -> d9;
        step conv9(d9) -> c9;
        step depthwise10(c9) -> d10;
        step conv10(d10) -> c10;
        step depthwise11(c10) -> d11;
        step conv11(d11) -> c11;
        step depthwise12(c11) -> d12;
        step conv12(d12) -> c12;
        step depthwise13(c12) -> d13;
        step conv13(d13) -> c13;
        step pool(c13) -> means;
        step reshape(means) -> vector;
        step dense(vector) -> sums;
        step softmax(sums) -> scores;
    }
}

/// Runs the network; `probe` gets what each operator has written. None if the plan's memory is in use.
pub fn run(picture: &[i8; INPUTS], probe: &mut dyn FnMut(&[i8])) -> Option<[i8; OUTPUTS]> {
    let mut step = plan::take()?;
    step.picture.copy_from_slice(picture);
    operator!(step, probe, |x, y| conv(&layers::L0, x, y), picture => c0);
    operator!(step, probe, |x, y| depthwise(&layers::L1, x, y), c0 => d1);
    operator!(step, probe, |x, y| conv(&layers::L2, x, y), d1 => c1);
    operator!(step, probe, |x, y| depthwise(&layers::L3, x, y), c1 => d2);
    operator!(step, probe, |x, y| conv(&layers::L4, x, y), d2 => c2);
    operator!(step, probe, |x, y| depthwise(&layers::L5, x, y), c2 => d3);
    operator!(step, probe, |x, y| conv(&layers::L6, x, y), d3 => c3);
    operator!(step, probe, |x, y| depthwise(&layers::L7, x, y), c3 => d4);
    operator!(step, probe, |x, y| conv(&layers::L8, x, y), d4 => c4);
    operator!(step, probe, |x, y| depthwise(&layers::L9, x, y), c4 => d5);
    operator!(step, probe, |x, y| conv(&layers::L10, x, y), d5 => c5);
    operator!(step, probe, |x, y| depthwise(&layers::L11, x, y), c5 => d6);
    operator!(step, probe, |x, y| conv(&layers::L12, x, y), d6 => c6);
    operator!(step, probe, |x, y| depthwise(&layers::L13, x, y), c6 => d7);
    operator!(step, probe, |x, y| conv(&layers::L14, x, y), d7 => c7);
    operator!(step, probe, |x, y| depthwise(&layers::L15, x, y), c7 => d8);
    operator!(step, probe, |x, y| conv(&layers::L16, x, y), d8 => c8);
    operator!(step, probe, |x, y| depthwise(&layers::L17, x, y), c8 => d9);
    operator!(step, probe, |x, y| conv(&layers::L18, x, y), d9 => c9);
    operator!(step, probe, |x, y| depthwise(&layers::L19, x, y), c9 => d10);
    operator!(step, probe, |x, y| conv(&layers::L20, x, y), d10 => c10);
    operator!(step, probe, |x, y| depthwise(&layers::L21, x, y), c10 => d11);
    operator!(step, probe, |x, y| conv(&layers::L22, x, y), d11 => c11);
    operator!(step, probe, |x, y| depthwise(&layers::L23, x, y), c11 => d12);
    operator!(step, probe, |x, y| conv(&layers::L24, x, y), d12 => c12);
    operator!(step, probe, |x, y| depthwise(&layers::L25, x, y), c12 => d13);
    operator!(step, probe, |x, y| conv(&layers::L26, x, y), d13 => c13);
    operator!(step, probe, average, c13 => means);
    operator!(step, probe, reshape, means => vector);
    operator!(step, probe, |x, y| dense(&layers::L29, x, y), vector => sums);
    operator!(step, probe, |x, y| softmax(&layers::L30, x, y), sums => scores);
    let scores = *step.scores;
    step.next().release();
    Some(scores)
}
