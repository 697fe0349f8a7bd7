//! The keyword spotter, planned: the banks, the buffers and the schedule are declared, and the place of each buffer
//! is computed and proved at compile time.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_examples::audio::{self, Detector, Framer, Segment};
use arena_plan_examples::{Digest, HOP};
use arena_plan_firmware::{Counter, RECORDING, Report, fail};
use cortex_m_rt::entry;

arena_plan! {
    /// From samples to the features of a frame.
    mod kws {
        /// Fast memory: everything that the processor works on.
        bank tcm { capacity: 16 KiB, align: 32, section: ".arena.tcm" }
        /// Slow memory, where a converter delivers samples.
        bank psram { capacity: 64 KiB, align: 32, section: ".arena.psram" }

        const FRAME: usize = 512;
        const BINS: usize = FRAME / 2 + 1;
        const BANDS: usize = 40;

        buffer pcm: [i16; FRAME] in psram;
        buffer windowed: [f32; FRAME] in tcm;
        buffer power: [f32; BINS] in tcm;
        buffer energies: [f32; BANDS] in tcm;
        buffer sorted: [f32; BANDS] in tcm;
        buffer features: [f32; BANDS] in tcm;

        step capture() -> pcm;
        step window(pcm) -> windowed;
        step spectrum(mut windowed) -> power;
        step bands(power) -> energies;
        step normalise(energies, scratch sorted) -> features;
        step detect(energies, features);
    }
}

#[entry]
fn main() -> ! {
    let (Some(peripherals), Some(mut capture)) = (cortex_m::Peripherals::take(), kws::take()) else {
        fail("the peripherals or the arena are taken")
    };
    let mut counter = Counter::new(peripherals.SYST);
    let (mut framer, mut detector) = (Framer::new(), Detector::new());
    let (mut digest, mut report) = (Digest::new(), Report::new());
    for hop in RECORDING.chunks(HOP) {
        counter.begin();
        let (next, sound) = process_frame(capture, hop, &mut framer, &mut detector, &mut digest);
        counter.end();
        capture = next;
        report.frame(sound);
    }
    report.finish(digest, &counter)
}

/// One run of the pipeline: what the comparison counts.
#[inline(never)]
fn process_frame(
    mut capture: kws::Capture,
    hop: &[i16],
    framer: &mut Framer,
    detector: &mut Detector,
    digest: &mut Digest,
) -> (kws::Capture, Option<Segment>) {
    framer.capture(hop, &mut capture.pcm);
    let mut window = capture.next();
    let io = window.io();
    audio::hann(io.pcm, io.windowed);
    let mut spectrum = window.next();
    let io = spectrum.io();
    audio::power_spectrum(io.windowed, io.power);
    let mut bands = spectrum.next();
    let io = bands.io();
    audio::mel_energies(io.power, io.energies);
    let mut normalise = bands.next();
    let io = normalise.io();
    audio::normalise(io.energies, io.sorted, io.features);
    let detect = normalise.next();
    digest.add(&*detect.features);
    let sound = detector.update(&detect.energies, &detect.features);
    (detect.next(), sound)
}
