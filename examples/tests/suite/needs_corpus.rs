//! The front end, the detector and the example on the corpus's recordings of words.

use std::path::PathBuf;

use crate::recordings::run;
use crate::{output, wav_reader};
use arena_plan_examples::audio::Shape;

/// A file of the corpus: `ARENA_PLAN_CORPUS`, else `../shared/corpus` next to the repository.
fn audio(name: &str) -> PathBuf {
    let corpus = std::env::var_os("ARENA_PLAN_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus")),
        PathBuf::from,
    );
    corpus.join("audio").join(name)
}

fn recording(name: &str) -> Vec<i16> {
    wav_reader::read(&audio(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn shapes(signal: &[i16]) -> Vec<Shape> {
    run(signal).0.iter().map(|sound| sound.shape).collect()
}

fn scaled(signal: &[i16], decibels: f32) -> Vec<i16> {
    let factor = 10_f32.powf(decibels / 20.0);
    signal.iter().map(|sample| (f32::from(*sample) * factor) as i16).collect()
}

fn mixed(one: &[i16], other: &[i16]) -> Vec<i16> {
    one.iter().zip(other).map(|(a, b)| a.saturating_add(*b)).collect()
}

#[test]
#[ignore = "needs the corpus"]
fn words_noise_and_silence_are_distinguished() {
    for (name, want) in [
        ("yes_1000ms.wav", &[Shape::Yes][..]),
        ("no_1000ms.wav", &[Shape::No]),
        ("noise_1000ms.wav", &[]),
        ("silence_1000ms.wav", &[]),
        // A piece of a word without its beginning and end: nothing begins and nothing ends.
        ("yes_30ms.wav", &[]),
        ("no_30ms.wav", &[]),
    ] {
        let signal = recording(name);
        assert_eq!(shapes(&signal), want, "{name}");
    }
}

#[test]
#[ignore = "needs the corpus"]
fn words_keep_their_shape_at_other_levels_and_positions() {
    for (name, want) in [("yes_1000ms.wav", Shape::Yes), ("no_1000ms.wav", Shape::No)] {
        let signal = recording(name);
        for decibels in [-18.0, -12.0, -6.0, 6.0, 12.0] {
            assert_eq!(shapes(&scaled(&signal, decibels)), [want], "{name} at {decibels} dB");
        }
        for shift in [1, 37, 64, 100, 128, 200] {
            assert_eq!(shapes(&signal[shift..]), [want], "{name} from sample {shift}");
        }
    }
}

#[test]
#[ignore = "needs the corpus"]
fn words_are_detected_in_noise_down_to_the_documented_ratio() {
    let noise = recording("noise_1000ms.wav");
    for (name, want) in [("yes_1000ms.wav", Shape::Yes), ("no_1000ms.wav", Shape::No)] {
        let signal = recording(name);
        for decibels in [-40.0, -30.0, -24.0, -18.0, -6.0] {
            let found = shapes(&mixed(&signal, &scaled(&noise, decibels)));
            assert_eq!(found, [want], "{name} with noise at {decibels} dB");
        }
    }
    // The peak of this "no" is 10 dB above the unscaled noise; an onset takes 12.
    let quiet = recording("no_1000ms.wav");
    assert_eq!(shapes(&mixed(&quiet, &noise)), []);
}

#[test]
#[ignore = "needs the corpus"]
fn the_detector_finds_every_word_of_a_longer_recording() {
    let mut signal = Vec::new();
    for name in ["silence", "yes", "silence", "no", "silence", "noise", "noise", "noise", "no", "yes"] {
        let part = recording(&format!("{name}_1000ms.wav"));
        signal.extend(part);
    }
    let found: Vec<_> = run(&signal).0.iter().map(|sound| (sound.first / 62, sound.shape)).collect();
    // "Other" is the faint recording noise after the first "no", up to the silence.
    let want = [
        (1, Shape::Yes),
        (3, Shape::No),
        (4, Shape::Other),
        (5, Shape::Steady),
        (8, Shape::No),
        (9, Shape::Yes),
    ];
    assert_eq!(found, want);
}

#[test]
#[ignore = "needs the corpus"]
fn planned_memory_gives_the_same_features_as_separate_memory() {
    for (name, found) in
        [("yes_1000ms", r#"like "yes""#), ("no_1000ms", r#"like "no""#), ("noise_1000ms", " 0 sound(s)")]
    {
        let path = audio(&format!("{name}.wav"));
        let printed = output::run("keyword_spotting", Some(&path));
        let digest = format!("digest {:08x}", run(&recording(&format!("{name}.wav"))).1.value());
        assert!(printed.contains(found) && printed.contains(&digest), "{found}, {digest} in\n{printed}");
    }
}
