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
        bank flash { capacity: 256 KiB, read_only }

        constant weights: [u8; 232_749] in flash = *layers::WEIGHTS;

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
        step conv0(picture, weights) -> c0;
        step depthwise1(c0, weights) -> d1;
        step conv1(d1, weights) -> c1;
        step depthwise2(c1, weights) -> d2;
        step conv2(d2, weights) -> c2;
        step depthwise3(c2, weights) -> d3;
        step conv3(d3, weights) -> c3;
        step depthwise4(c3, weights) -> d4;
        step conv4(d4, weights) -> c4;
        step depthwise5(c4, weights) -> d5;
        step conv5(d5, weights) -> c5;
        step depthwise6(c5, weights) -> d6;
        step conv6(d6, weights) -> c6;
        step depthwise7(c6, weights) -> d7;
        step conv7(d7, weights) -> c7;
        step depthwise8(c7, weights) -> d8;
        step conv8(d8, weights) -> c8;
        step depthwise9(c8, weights) -> d9;
        step conv9(d9, weights) -> c9;
        step depthwise10(c9, weights) -> d10;
        step conv10(d10, weights) -> c10;
        step depthwise11(c10, weights) -> d11;
        step conv11(d11, weights) -> c11;
        step depthwise12(c11, weights) -> d12;
        step conv12(d12, weights) -> c12;
        step depthwise13(c12, weights) -> d13;
        step conv13(d13, weights) -> c13;
        step pool(c13) -> means;
        step reshape(means) -> vector;
        step dense(vector, weights) -> sums;
        step softmax(sums) -> scores;
    }
}

/// Runs the network, whose weights are read in flash; `probe` gets what each operator has written. None if the plan's memory is in use.
pub fn run(picture: &[i8; INPUTS], probe: &mut dyn FnMut(&[i8])) -> Option<[i8; OUTPUTS]> {
    let mut step = plan::take()?;
    step.picture.copy_from_slice(picture);
    operator!(step, probe, |w, x, y| conv(&layers::l0(w), x, y), weights, picture => c0);
    operator!(step, probe, |w, x, y| depthwise(&layers::l1(w), x, y), weights, c0 => d1);
    operator!(step, probe, |w, x, y| conv(&layers::l2(w), x, y), weights, d1 => c1);
    operator!(step, probe, |w, x, y| depthwise(&layers::l3(w), x, y), weights, c1 => d2);
    operator!(step, probe, |w, x, y| conv(&layers::l4(w), x, y), weights, d2 => c2);
    operator!(step, probe, |w, x, y| depthwise(&layers::l5(w), x, y), weights, c2 => d3);
    operator!(step, probe, |w, x, y| conv(&layers::l6(w), x, y), weights, d3 => c3);
    operator!(step, probe, |w, x, y| depthwise(&layers::l7(w), x, y), weights, c3 => d4);
    operator!(step, probe, |w, x, y| conv(&layers::l8(w), x, y), weights, d4 => c4);
    operator!(step, probe, |w, x, y| depthwise(&layers::l9(w), x, y), weights, c4 => d5);
    operator!(step, probe, |w, x, y| conv(&layers::l10(w), x, y), weights, d5 => c5);
    operator!(step, probe, |w, x, y| depthwise(&layers::l11(w), x, y), weights, c5 => d6);
    operator!(step, probe, |w, x, y| conv(&layers::l12(w), x, y), weights, d6 => c6);
    operator!(step, probe, |w, x, y| depthwise(&layers::l13(w), x, y), weights, c6 => d7);
    operator!(step, probe, |w, x, y| conv(&layers::l14(w), x, y), weights, d7 => c7);
    operator!(step, probe, |w, x, y| depthwise(&layers::l15(w), x, y), weights, c7 => d8);
    operator!(step, probe, |w, x, y| conv(&layers::l16(w), x, y), weights, d8 => c8);
    operator!(step, probe, |w, x, y| depthwise(&layers::l17(w), x, y), weights, c8 => d9);
    operator!(step, probe, |w, x, y| conv(&layers::l18(w), x, y), weights, d9 => c9);
    operator!(step, probe, |w, x, y| depthwise(&layers::l19(w), x, y), weights, c9 => d10);
    operator!(step, probe, |w, x, y| conv(&layers::l20(w), x, y), weights, d10 => c10);
    operator!(step, probe, |w, x, y| depthwise(&layers::l21(w), x, y), weights, c10 => d11);
    operator!(step, probe, |w, x, y| conv(&layers::l22(w), x, y), weights, d11 => c11);
    operator!(step, probe, |w, x, y| depthwise(&layers::l23(w), x, y), weights, c11 => d12);
    operator!(step, probe, |w, x, y| conv(&layers::l24(w), x, y), weights, d12 => c12);
    operator!(step, probe, |w, x, y| depthwise(&layers::l25(w), x, y), weights, c12 => d13);
    operator!(step, probe, |w, x, y| conv(&layers::l26(w), x, y), weights, d13 => c13);
    operator!(step, probe, average, c13 => means);
    operator!(step, probe, reshape, means => vector);
    operator!(step, probe, |w, x, y| dense(&layers::l29(w), x, y), weights, vector => sums);
    operator!(step, probe, |x, y| softmax(&layers::L30, x, y), sums => scores);
    let scores = *step.scores;
    step.next().release();
    Some(scores)
}
