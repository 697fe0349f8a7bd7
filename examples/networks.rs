//! Runs the two networks on the recorded inputs, and prints what they take, compared with TensorFlow Lite Micro.

use arena_plan_examples::network::{micro_speech, vww};

fn main() {
    println!(
        "micro_speech: {} bytes planned, head of TFLM {}; weights of {} bytes copied from flash",
        micro_speech::plan::bank::Ram::BYTES,
        micro_speech::TFLM_HEAD,
        micro_speech::plan::bank::Fast::BYTES
    );
    for (features, (name, ..)) in micro_speech::inputs().iter().zip(micro_speech::EXPECTED) {
        let scores = micro_speech::run(features, &mut |_| {}).expect("the arena is free");
        println!("  recording of {name}: {}", best(&micro_speech::LABELS, &scores));
    }
    println!(
        "vww: {} bytes planned, head of TFLM {}; weights of {} bytes read in flash",
        vww::plan::bank::Ram::BYTES,
        vww::TFLM_HEAD,
        vww::plan::bank::Flash::BYTES
    );
    let scores = vww::run(vww::figure(), &mut |_| {}).expect("the arena is free");
    println!("  drawn figure: {}", best(&vww::LABELS, &scores));
}

/// The label with the highest score, and how sure it is.
fn best(labels: &[&str], scores: &[i8]) -> String {
    let (label, score) =
        labels.iter().zip(scores).max_by_key(|(_, score)| **score).expect("there are scores");
    format!("{label} ({:.1} %)", (f64::from(*score) + 128.0) / 2.56)
}
