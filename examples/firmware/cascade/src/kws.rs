//! Keyword spotting: the network of the micro_speech example of TensorFlow Lite for Microcontrollers, on the features of a
//! second.
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_examples::network::micro_speech::{INPUTS, LABELS, OUTPUTS, WEIGHTS, add_up, convolve, score};

arena_plan! {
    /// From features to scores.
    pub mod plan {
        /// Serial flash.
        bank qspi { capacity: 64 KiB, read_only, section: ".arena.qspi" }
        /// Next to the core; transfers are kept out of it. `vad` has it when it runs.
        bank dtcm { capacity: 8 KiB, dma: no, storage: shared(crate::scratch) }
        /// Ordinary memory, which the application gives to the plan.
        bank ram { capacity: 32 KiB, align: 32, storage: caller }




        layout "plans/kws.layout.json";

        place {
            default: dtcm;
            persistent: ram;
            constant: qspi -> ram;
        }

        /// Read for each output: copied from the serial flash.
        constant weights: [u8; 16_733] = *WEIGHTS;
        /// Read once, where they lie.
        constant labels: [[u8; 8]; OUTPUTS] in qspi = labels();

        /// How often each of the labels had the best score.
        persistent heard: [u32; OUTPUTS];

        buffer features: [i8; INPUTS];
        buffer slices: [i8; INPUTS];
        buffer maps: [i8; 4000];
        buffer sums: [i8; OUTPUTS];
        buffer scores: [i8; OUTPUTS];
        buffer best: [u8; 8], retain;

        step capture() -> features;
        step reshape(features) -> slices;
        step convolve(slices, weights) -> maps;
        step add_up(maps, weights) -> sums;
        step score(sums) -> scores;
        step choose(scores, labels, mut heard) -> best;
    }
}

/// Each label with spaces behind it.
const fn labels() -> [[u8; 8]; OUTPUTS] {
    let mut labels = [[b' '; 8]; OUTPUTS];
    let mut row = 0;
    while row < OUTPUTS {
        let mut column = 0;
        while column < LABELS[row].len() {
            labels[row][column] = LABELS[row].as_bytes()[column];
            column += 1;
        }
        row += 1;
    }
    labels
}

/// Scores of the step `capture`'s features; `best` of the step that is returned is the label of the highest one.
pub fn spot(capture: plan::Capture, probe: &mut dyn FnMut(&[i8])) -> (plan::Choose, [i8; OUTPUTS]) {
    let mut reshape = capture.next();
    let plan::ReshapeIo { features, slices } = reshape.io();
    slices.copy_from_slice(features);
    let mut convolved = reshape.next();
    let io = convolved.io();
    convolve(io.weights, io.slices, io.maps);
    probe(io.maps);
    let mut added = convolved.next();
    let io = added.io();
    add_up(io.weights, io.maps, io.sums);
    probe(io.sums);
    let mut scored = added.next();
    let io = scored.io();
    score(io.sums, io.scores);
    probe(io.scores);
    let mut choose = scored.next();
    let plan::ChooseIo { scores, labels, heard, best } = choose.io();
    let scores = *scores;
    let (winner, _) = (0..).zip(scores).max_by_key(|(_, score)| *score).unwrap_or_default();
    heard[winner] += 1;
    *best = labels[winner];
    (choose, scores)
}
