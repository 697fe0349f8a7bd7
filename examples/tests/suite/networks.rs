//! The networks compute from planned memory what TensorFlow Lite Micro computes, operator by operator.

use arena_plan_examples::Digest;
use arena_plan_examples::network::{micro_speech, vww};

fn digest(values: &[i8]) -> u32 {
    let mut digest = Digest::new();
    digest.add_bytes(&values.iter().map(|value| *value as u8).collect::<Vec<_>>());
    digest.value()
}

#[test]
fn micro_speech_is_that_of_the_runtime_bit_for_bit() {
    for (features, (name, operators, scores)) in micro_speech::inputs().iter().zip(micro_speech::EXPECTED) {
        let mut found = Vec::new();
        let result = micro_speech::run(features, &mut |values| found.push(digest(values)));
        assert_eq!(found, operators, "{name}");
        assert_eq!(result, Some(scores), "{name}");
        if let Some(label) = micro_speech::LABELS.iter().position(|label| *label == name) {
            assert_eq!(scores.iter().max(), Some(&scores[label]), "{name}: {scores:?}");
        }
    }
    assert_eq!(micro_speech::TFLM_HEAD, 5968);
    use micro_speech::plan::{bank, staged};
    assert_eq!((bank::Ram::BYTES, bank::Fast::BYTES), (5960, 16_733));
    // Staged: the kernels read the copy, and it is that of the file.
    let cold = micro_speech::plan::take().expect("the arena is free");
    let first = cold.hydrate();
    let copy = &*first.kept.weights;
    assert_ne!(copy.as_ptr(), staged::Fast::source().as_ptr());
    assert_eq!(copy, include_bytes!("../../networks/micro_speech.weights"));
    first.release();
}

#[test]
fn visual_wake_words_is_that_of_the_runtime_bit_for_bit() {
    let figure = vww::figure();
    let negative = figure.map(|value| -1 - value);
    for (picture, (name, operators, scores)) in [figure, &negative].into_iter().zip(vww::EXPECTED) {
        let mut found = Vec::new();
        let result = vww::run(picture, &mut |values| found.push(digest(values)));
        assert_eq!(found, operators, "{name}");
        assert_eq!(result, Some(scores), "{name}");
        assert_eq!(scores[1] > scores[0], name == "figure", "{name}: {scores:?}");
    }
    assert_eq!(vww::TFLM_HEAD, 73_728);
    assert_eq!((vww::plan::bank::Ram::BYTES, vww::plan::PLAN.planned_bytes()), (55_296, 55_296));
    // Cold: the kernels read the weights where they are stored.
    let first = vww::plan::take().expect("the arena is free");
    assert!(core::ptr::eq(&*first.kept.weights, vww::plan::constant::Weights::get()));
    first.release();
}
