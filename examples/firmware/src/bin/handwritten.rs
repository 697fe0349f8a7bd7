//! The keyword spotter written without a planner: `static mut` memory in two banks, with offsets computed by hand and
//! not checked. It is the reference for what `arena_plan!` may cost.
#![no_std]
#![no_main]

use arena_plan_examples::audio::{self, Detector, Framer, Segment};
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP};
use arena_plan_firmware::{Counter, RECORDING, Report, fail};
use core::mem::MaybeUninit;
use cortex_m_rt::entry;

/// Fast memory: everything that the processor works on.
#[repr(C, align(32))]
struct Tcm([MaybeUninit<u8>; TCM_BYTES]);
/// Slow memory, where a converter delivers samples.
#[repr(C, align(32))]
struct Psram([MaybeUninit<u8>; PSRAM_BYTES]);

#[unsafe(link_section = ".arena.tcm")]
static mut TCM: Tcm = Tcm([MaybeUninit::uninit(); TCM_BYTES]);
#[unsafe(link_section = ".arena.psram")]
static mut PSRAM: Psram = Psram([MaybeUninit::uninit(); PSRAM_BYTES]);

// Bytes of both banks. `energies`, `sorted` and `features` take the bytes of `windowed`, which is dead by then.
const PSRAM_BYTES: usize = 1024;
const PCM: usize = 0;
const TCM_BYTES: usize = 3104;
const WINDOWED: usize = 0;
const POWER: usize = 2048;
const ENERGIES: usize = 0;
const FEATURES: usize = 160;
const SORTED: usize = 320;

/// The `T` at `offset` in the fast memory.
///
/// # Safety
/// The caller knows that no other reference to these bytes is alive, and that they are in the bank.
unsafe fn tcm<T>(offset: usize) -> &'static mut T {
    // SAFETY: by the caller's promise; all types here are arrays of numbers.
    unsafe { &mut *(&raw mut TCM).cast::<u8>().add(offset).cast::<T>() }
}

/// The `T` at `offset` in the slow memory.
///
/// # Safety
/// As for [`tcm`].
unsafe fn psram<T>(offset: usize) -> &'static mut T {
    // SAFETY: as in `tcm`.
    unsafe { &mut *(&raw mut PSRAM).cast::<u8>().add(offset).cast::<T>() }
}

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    let mut counter = Counter::new(peripherals.SYST);
    // SAFETY: nothing refers to the banks yet; the sections are not filled by start-up code.
    unsafe {
        (&raw mut TCM).write_bytes(0, 1);
        (&raw mut PSRAM).write_bytes(0, 1);
    }
    let (mut framer, mut detector) = (Framer::new(), Detector::new());
    let (mut digest, mut report) = (Digest::new(), Report::new());
    for hop in RECORDING.chunks(HOP) {
        counter.begin();
        let sound = process_frame(hop, &mut framer, &mut detector, &mut digest);
        counter.end();
        report.frame(sound);
    }
    report.finish(digest, &counter)
}

/// One run of the pipeline: what the comparison counts.
#[inline(never)]
fn process_frame(
    hop: &[i16],
    framer: &mut Framer,
    detector: &mut Detector,
    digest: &mut Digest,
) -> Option<Segment> {
    // SAFETY: the ranges below overlap only where the first owner is not used any more.
    unsafe {
        let pcm: &mut [i16; FRAME] = psram(PCM);
        framer.capture(hop, pcm);
        let windowed: &mut [f32; FRAME] = tcm(WINDOWED);
        audio::hann(pcm, windowed);
        let power: &mut [f32; BINS] = tcm(POWER);
        audio::power_spectrum(windowed, power);
        let energies: &mut [f32; BANDS] = tcm(ENERGIES);
        audio::mel_energies(power, energies);
        let sorted: &mut [f32; BANDS] = tcm(SORTED);
        let features: &mut [f32; BANDS] = tcm(FEATURES);
        audio::normalise(energies, sorted, features);
        digest.add(features);
        detector.update(energies, features)
    }
}
