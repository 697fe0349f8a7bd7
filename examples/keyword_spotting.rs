//! Keyword spotting on a recording: a log-mel front end and a running detector.
//!
//! `cargo run --example keyword_spotting -- FILE.wav` (one channel, 16 kHz, 16 bit), or without a file
//! for a built-in chirp. Exit code 0: analysed; 2: the arguments or the recording cannot be used.

mod wav;

use std::fmt::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use arena_plan_examples::audio::{
    Detector, Framer, Segment, band_centre, decibels, hann, mel_energies, normalise, peak_band,
    power_spectrum,
};
use arena_plan_examples::signal::Chirp;
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP, SAMPLE_RATE};

const USAGE: &str = "usage: keyword_spotting [FILE.wav]\n  FILE.wav: one channel, 16000 Hz, 16 bit; without it, a built-in chirp";

/// Every buffer of the pipeline, each with bytes of its own.
struct Buffers {
    pcm: [i16; FRAME],
    windowed: [f32; FRAME],
    power: [f32; BINS],
    energies: [f32; BANDS],
    sorted: [f32; BANDS],
    features: [f32; BANDS],
    line: heapless::String<80>,
}

/// What a run found.
struct Outcome {
    frames: usize,
    /// Band and energy of the loudest band of all frames.
    peak: (usize, f32),
    sounds: usize,
    digest: Digest,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let (name, signal) = match arguments.as_slice() {
        [] => ("built-in chirp".to_owned(), Chirp::new().collect()),
        [help] if help == "--help" || help == "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [path] => match wav::read(Path::new(path)) {
            Ok(signal) => (Path::new(path).display().to_string(), signal),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(2);
            }
        },
        more => {
            eprintln!("error: {} arguments, at most one is taken\n{USAGE}", more.len());
            return ExitCode::from(2);
        }
    };

    println!("{name}: {} samples, {:.3} s", signal.len(), signal.len() as f64 / f64::from(SAMPLE_RATE));
    println!("buffers: {} bytes, each with bytes of its own", size_of::<Buffers>());
    let outcome = spot(&signal);
    let (band, energy) = outcome.peak;
    println!(
        "{} frames, loudest band {band} at {:.0} Hz ({:.1} dBFS), {} sound(s), digest {:08x}",
        outcome.frames,
        band_centre(band),
        decibels(energy),
        outcome.sounds,
        outcome.digest.value(),
    );
    ExitCode::SUCCESS
}

/// Runs the pipeline over a signal, once for each hop, and prints each sound when it ends.
fn spot(signal: &[i16]) -> Outcome {
    let (mut framer, mut detector) = (Framer::new(), Detector::new());
    let mut outcome = Outcome { frames: 0, peak: (0, 0.0), sounds: 0, digest: Digest::new() };
    let mut b = Buffers {
        pcm: [0; FRAME],
        windowed: [0.0; FRAME],
        power: [0.0; BINS],
        energies: [0.0; BANDS],
        sorted: [0.0; BANDS],
        features: [0.0; BANDS],
        line: heapless::String::new(),
    };
    for hop in signal.chunks(HOP) {
        // capture() -> pcm
        framer.capture(hop, &mut b.pcm);
        // window(pcm) -> windowed
        hann(&b.pcm, &mut b.windowed);
        // fft(mut windowed) -> power
        power_spectrum(&mut b.windowed, &mut b.power);
        // mel(power) -> energies
        mel_energies(&b.power, &mut b.energies);
        // shape(energies, scratch sorted) -> features
        normalise(&b.energies, &mut b.sorted, &mut b.features);
        // detect(energies, features) -> line
        b.line.clear();
        let found = detector.update(&b.energies, &b.features);
        if let Some(sound) = found {
            describe(&sound, &mut b.line).expect("a line has room for a sound");
        }
        outcome.take_in(&b.energies, &b.features, &b.line);
    }
    if let Some(sound) = detector.finish() {
        let mut line = heapless::String::<80>::new();
        describe(&sound, &mut line).expect("a line has room for a sound");
        outcome.sounds += 1;
        println!("  {line} (until the end)");
    }
    outcome
}

impl Outcome {
    /// Takes in one run of the pipeline.
    fn take_in(&mut self, energies: &[f32; BANDS], features: &[f32; BANDS], line: &str) {
        self.frames += 1;
        self.digest.add(features);
        let band = peak_band(energies);
        if energies[band] > self.peak.1 {
            self.peak = (band, energies[band]);
        }
        if !line.is_empty() {
            self.sounds += 1;
            println!("  {line}");
        }
    }
}

/// One line on a sound: when, how long, how loud and what it looks like.
fn describe(sound: &Segment, line: &mut impl Write) -> fmt::Result {
    let seconds = |frames: u32| f64::from(frames) * HOP as f64 / f64::from(SAMPLE_RATE);
    write!(
        line,
        "{:.3} s to {:.3} s, peak {:.1} dBFS: {}",
        seconds(sound.first),
        seconds(sound.first + sound.frames),
        sound.peak_db,
        sound.shape.name(),
    )
}
