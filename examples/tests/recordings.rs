//! The front end and the detector on real recordings, and on the built-in chirp.

#[path = "../wav.rs"]
mod wav;

use std::path::PathBuf;

use arena_plan_examples::audio::{
    Detector, Framer, Segment, Shape, hann, mel_energies, normalise, power_spectrum,
};
use arena_plan_examples::signal::Chirp;
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP};

/// Runs the pipeline with arrays of its own.
fn run(signal: &[i16]) -> (Vec<Segment>, Digest) {
    let (mut framer, mut detector, mut digest) = (Framer::new(), Detector::new(), Digest::new());
    let mut sounds = Vec::new();
    for hop in signal.chunks(HOP) {
        let (mut pcm, mut windowed, mut power) = ([0; FRAME], [0.0; FRAME], [0.0; BINS]);
        let (mut energies, mut sorted, mut features) = ([0.0; BANDS], [0.0; BANDS], [0.0; BANDS]);
        framer.capture(hop, &mut pcm);
        hann(&pcm, &mut windowed);
        power_spectrum(&mut windowed, &mut power);
        mel_energies(&power, &mut energies);
        normalise(&energies, &mut sorted, &mut features);
        digest.add(&features);
        sounds.extend(detector.update(&energies, &features));
    }
    sounds.extend(detector.finish());
    (sounds, digest)
}

fn shapes(signal: &[i16]) -> Vec<Shape> {
    run(signal).0.iter().map(|sound| sound.shape).collect()
}

/// A recording of the corpus; `None`, and a line that says so, where there is no corpus.
fn recording(name: &str) -> Option<Vec<i16>> {
    let corpus = std::env::var_os("ARENA_PLAN_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus")),
        PathBuf::from,
    );
    if !corpus.is_dir() {
        println!("skipped: no corpus at {} (ARENA_PLAN_CORPUS names another place)", corpus.display());
        return None;
    }
    Some(wav::read(&corpus.join("audio").join(name)).unwrap_or_else(|error| panic!("{error}")))
}

fn scaled(signal: &[i16], decibels: f32) -> Vec<i16> {
    let factor = 10_f32.powf(decibels / 20.0);
    signal.iter().map(|sample| (f32::from(*sample) * factor) as i16).collect()
}

fn mixed(one: &[i16], other: &[i16]) -> Vec<i16> {
    one.iter().zip(other).map(|(a, b)| a.saturating_add(*b)).collect()
}

#[test]
fn the_chirp_gives_one_sound_and_the_same_bits_everywhere() {
    let (sounds, digest) = run(&Chirp::new().collect::<Vec<_>>());
    let [sound] = sounds.as_slice() else { panic!("{sounds:?}") };
    assert_eq!((sound.first, sound.frames, sound.shape), (12, 39, Shape::Other));
    assert_eq!(digest.value(), Chirp::DIGEST);
}

#[test]
fn a_steady_sound_is_reported_once_and_then_taken_for_background() {
    let mut signal = vec![0; 8000];
    signal.extend((0..64_000).map(|n| if n / 16 % 2 == 0 { 3000 } else { -3000 }));
    let (sounds, _) = run(&signal);
    let [sound] = sounds.as_slice() else { panic!("{sounds:?}") };
    assert_eq!((sound.frames, sound.shape), (96, Shape::Steady));
}

#[test]
fn words_noise_and_silence_are_told_apart() {
    for (name, want) in [
        ("yes_1000ms.wav", &[Shape::Yes][..]),
        ("no_1000ms.wav", &[Shape::No]),
        ("noise_1000ms.wav", &[]),
        ("silence_1000ms.wav", &[]),
        // A piece of a word without its beginning and end: nothing begins and nothing ends.
        ("yes_30ms.wav", &[]),
        ("no_30ms.wav", &[]),
    ] {
        let Some(signal) = recording(name) else { return };
        assert_eq!(shapes(&signal), want, "{name}");
    }
}

#[test]
fn words_keep_their_shape_at_other_levels_and_positions() {
    for (name, want) in [("yes_1000ms.wav", Shape::Yes), ("no_1000ms.wav", Shape::No)] {
        let Some(signal) = recording(name) else { return };
        for decibels in [-18.0, -12.0, -6.0, 6.0, 12.0] {
            assert_eq!(shapes(&scaled(&signal, decibels)), [want], "{name} at {decibels} dB");
        }
        for shift in [1, 37, 64, 100, 128, 200] {
            assert_eq!(shapes(&signal[shift..]), [want], "{name} from sample {shift}");
        }
    }
}

#[test]
fn words_are_heard_in_noise_down_to_the_documented_ratio() {
    let Some(noise) = recording("noise_1000ms.wav") else { return };
    for (name, want) in [("yes_1000ms.wav", Shape::Yes), ("no_1000ms.wav", Shape::No)] {
        let Some(signal) = recording(name) else { return };
        for decibels in [-40.0, -30.0, -24.0, -18.0, -6.0] {
            let found = shapes(&mixed(&signal, &scaled(&noise, decibels)));
            assert_eq!(found, [want], "{name} with noise at {decibels} dB");
        }
    }
    // The peak of this "no" is 10 dB above the unscaled noise; an onset takes 12.
    let Some(quiet) = recording("no_1000ms.wav") else { return };
    assert_eq!(shapes(&mixed(&quiet, &noise)), []);
}

#[test]
fn the_detector_finds_every_word_of_a_longer_recording() {
    let mut signal = Vec::new();
    for name in ["silence", "yes", "silence", "no", "silence", "noise", "noise", "noise", "no", "yes"] {
        let Some(part) = recording(&format!("{name}_1000ms.wav")) else { return };
        signal.extend(part);
    }
    let found: Vec<_> = run(&signal).0.iter().map(|sound| (sound.first / 62, sound.shape)).collect();
    // "Other" is the faint recording noise that follows the first "no", where silence cuts it off.
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
