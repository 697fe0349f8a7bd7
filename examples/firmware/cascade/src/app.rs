//! The application: it gets memory for one of the plans, and has no `unsafe` code.
#![forbid(unsafe_code)]

use arena_plan::{Buf, Lease};
use arena_plan_examples::Digest;
use arena_plan_examples::network::micro_speech;
use arena_plan_firmware::stream::{FRAME, Line};
use arena_plan_firmware::{Counter, RECORDING, fail, run, succeed};
use core::mem::MaybeUninit;
use cortex_m_semihosting::hprintln;

use crate::{kws, scratch, vad};

/// The word "yes" among the recorded features: that of the recording.
const SPOKEN: usize = 2;

/// Memory that the application gives away.
pub type Bytes = &'static mut [MaybeUninit<u8>];

/// Listens to the recording. `memory` suffices for `kws`, and `short` does not.
pub fn listen(short: Bytes, memory: Bytes) -> ! {
    if cfg!(feature = "print-problems") {
        hprintln!("{}\n{}", vad::plan::PLAN.problem(), kws::plan::PLAN.problem());
    }
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    let mut counter = Counter::new(peripherals.SYST);
    if !(vad::plan::audit().holds() && kws::plan::audit().holds()) {
        fail("a plan does not hold")
    }
    let Some(mut lease) = scratch::take() else { fail("the pool is taken") };
    let (cold, detached) = vad::plan::take().unwrap_or_else(|error| {
        hprintln!("vad: {}", error);
        fail("no memory")
    });
    let mut vad = hydrate_vad(cold);
    let mut kws = hydrate_kws(bind_kws(short, memory));

    let [ping, pong] = Buf::split(detached.frames);
    let mut line = Line::new();
    line.start(ping, pong);
    let mut began = None;
    for frame in 0..RECORDING.len() / FRAME {
        // An interrupt of the converter's DMA controller.
        line.deliver(&RECORDING, |half, samples: &[i16; FRAME]| **half = *samples);
        let Some(half) = line.get() else { fail("no frame") };
        let decide = vad::detect(vad.start(lease), &half);
        let voice = *decide.voice;
        (vad, lease) = decide.stop();
        line.put(half);
        match (began, voice) {
            (None, 1) => began = Some(frame),
            (Some(first), 0) => {
                hprintln!("vad: voice in frames {} to {}", first, frame - 1);
                (kws, lease) = spot(kws, lease, &mut counter);
                began = None;
            }
            _ => {}
        }
    }
    let (kept, mut digest) = (&vad.kept, Digest::new());
    kept.log_levels.iter().for_each(|level| digest.add_bytes(&level.to_le_bytes()));
    let loudest = kept.log_levels.iter().max().unwrap_or(&0);
    hprintln!("vad: {} levels {:08x}, loudest {}", *kept.log_length, digest.value(), loudest);
    hprintln!("kws: heard {:?}", *kws.kept.heard);
    hprintln!("ticks {}", counter.total());
    succeed()
}

/// Gives the plan `kws` its memory: first too little, which comes back, then enough.
fn bind_kws(short: Bytes, memory: Bytes) -> kws::plan::Cold {
    let Err((error, regions)) = kws::plan::bind(kws::plan::Regions { ram: short }) else {
        fail("too little suffices")
    };
    hprintln!("kws: {}; {} bytes are back", error, regions.ram.len());
    kws::plan::bind(kws::plan::Regions { ram: memory }).unwrap_or_else(|(error, _)| {
        hprintln!("kws: {}", error);
        fail("no memory")
    })
}

/// Copies the coefficients, with their digest on both sides before and after.
fn hydrate_vad(mut cold: vad::plan::Cold) -> vad::plan::Idle {
    let vad::plan::ColdIo { sram } = cold.io();
    let (source, before) = (bytes(sram.source), bytes(sram.destination));
    let idle = cold.hydrate();
    let mut after = Digest::new();
    idle.kept.taps.iter().for_each(|tap| after.add_bytes(&tap.to_le_bytes()));
    hprintln!("vad: constants {:08x}, before {:08x}, after {:08x}", source, before, after.value());
    idle
}

/// The same for the weights.
fn hydrate_kws(mut cold: kws::plan::Cold) -> kws::plan::Idle {
    let kws::plan::ColdIo { ram } = cold.io();
    let (source, before) = (bytes(ram.source), bytes(ram.destination));
    let idle = cold.hydrate();
    let after = bytes(&*idle.kept.weights);
    hprintln!("kws: constants {:08x}, before {:08x}, after {:08x}", source, before, after);
    idle
}

/// The network's opinion of the word, in the memory that the other plan has left.
fn spot(
    kws: kws::plan::Idle,
    lease: Lease<scratch::Pool>,
    counter: &mut Counter,
) -> (kws::plan::Idle, Lease<scratch::Pool>) {
    let mut capture = kws.start(lease);
    capture.features.copy_from_slice(&micro_speech::inputs()[SPOKEN]);
    let mut choose = None;
    let scores = run(counter, |probe| {
        let (step, scores) = kws::spot(capture, probe);
        choose = Some(step);
        Some(scores)
    });
    let Some(choose) = choose else { fail("no step") };
    let best = core::str::from_utf8(&*choose.best).unwrap_or_default().trim_end();
    hprintln!("kws: {} {:?}", best, scores);
    if scores != micro_speech::EXPECTED[SPOKEN].2 {
        fail("TensorFlow Lite Micro computes other scores")
    }
    choose.stop()
}

fn bytes(bytes: &[u8]) -> u32 {
    let mut digest = Digest::new();
    digest.add_bytes(bytes);
    digest.value()
}
