//! Keyword spotting on a recording: a log-mel front end and a running detector, in memory that is planned and proved
//! at compile time.
//!
//! `cargo run --example keyword_spotting -- FILE.wav` (one channel, 16 kHz, 16 bit), or without a file
//! for a built-in chirp. Exit code 0: analysed; 2: the arguments or the recording cannot be used.

mod wav;

use std::fmt::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use arena_plan::arena_plan;
use arena_plan_examples::audio::{
    Detector, Framer, Segment, band_centre, decibels, hann, mel_energies, normalise, peak_band,
    power_spectrum,
};
use arena_plan_examples::signal::Chirp;
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP, SAMPLE_RATE};

const USAGE: &str = "usage: keyword_spotting [FILE.wav]\n  FILE.wav: one channel, 16000 Hz, 16 bit; without it, a built-in chirp";

arena_plan! {
    /// Keyword spotting: one run for each hop of 16 ms.
    mod kws {
        /// Zero wait states, not reachable by DMA.
        bank dtcm { capacity: 2 KiB, align: 32 }
        /// Where the microphone's DMA writes.
        bank sram { capacity: 4 KiB, reserve: 1 KiB }

        buffer pcm: [i16; FRAME] in sram @ 0;
        buffer windowed: [f32; FRAME];
        buffer power: [f32; BINS] in sram | dtcm, align 32;
        buffer energies: [f32; BANDS];
        buffer sorted: [f32; BANDS];
        buffer features: [f32; BANDS];
        buffer line: heapless::String<80>, retain = heapless::String::new();

        step capture() -> pcm;
        step window(pcm) -> windowed;
        step fft(mut windowed) -> power;
        step mel(power) -> energies;
        step shape(energies, scratch sorted) -> features;
        step detect(energies, features) -> line;
    }
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
    println!("\n{}\n", kws::PLAN);
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
    let mut capture = kws::take().expect("the arena is free");
    for hop in signal.chunks(HOP) {
        framer.capture(hop, &mut capture.pcm);
        let mut window = capture.next(); // windowed comes to life
        let kws::WindowIo { pcm, windowed } = window.io(); // &[i16; 512], &mut [f32; 512]
        hann(pcm, windowed);
        let mut fft = window.next(); // pcm is dead: naming it does not compile
        let kws::FftIo { windowed, power } = fft.io();
        power_spectrum(windowed, power);
        let mut mel = fft.next();
        let kws::MelIo { power, energies } = mel.io();
        mel_energies(power, energies);
        let mut shape = mel.next();
        let kws::ShapeIo { energies, sorted, features } = shape.io();
        normalise(energies, sorted, features);
        let mut detect = shape.next();
        let kws::DetectIo { energies, features, line } = detect.io();
        if let Some(sound) = detector.update(energies, features) {
            describe(&sound, line).expect("a line has room for a sound");
        }
        outcome.take_in(energies, features, line);
        capture = detect.next(); // round again
    }
    capture.release();
    if let Some(sound) = detector.finish() {
        let mut line = heapless::String::<80>::new();
        describe(&sound, &mut line).expect("a line has room for a sound");
        outcome.sounds += 1;
        println!("  {line} (until the end)");
    }
    outcome
}

impl Outcome {
    /// Processes one run of the pipeline.
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

/// One line about a sound: when, how long, how loud, and its shape.
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
