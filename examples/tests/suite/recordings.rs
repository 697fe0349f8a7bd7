//! The front end and the detector on generated sounds.

use arena_plan_examples::audio::{
    Detector, Framer, Segment, Shape, hann, mel_energies, normalise, power_spectrum,
};
use arena_plan_examples::signal::Chirp;
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP};

/// Runs the pipeline with ordinary arrays.
pub(super) fn run(signal: &[i16]) -> (Vec<Segment>, Digest) {
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

#[test]
fn the_chirp_gives_one_sound_and_the_same_bits_everywhere() {
    let (sounds, digest) = run(&Chirp::new().collect::<Vec<_>>());
    let [sound] = sounds.as_slice() else { panic!("{sounds:?}") };
    assert_eq!((sound.first, sound.frames, sound.shape), (12, 39, Shape::Other));
    assert_eq!(digest.value(), Chirp::DIGEST);
}

#[test]
fn a_steady_sound_is_reported_once_and_then_treated_as_background() {
    let mut signal = vec![0; 8000];
    signal.extend((0..64_000).map(|n| if n / 16 % 2 == 0 { 3000 } else { -3000 }));
    let (sounds, _) = run(&signal);
    let [sound] = sounds.as_slice() else { panic!("{sounds:?}") };
    assert_eq!((sound.frames, sound.shape), (96, Shape::Steady));
}
