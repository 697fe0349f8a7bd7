//! Keyword spotting by a network, on recorded features: weights copied from flash,
//! activations in planned memory.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan_examples::network::micro_speech;
use arena_plan_firmware::{Counter, fail, run, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    let mut counter = Counter::new(peripherals.SYST);
    for (features, (name, _, expected)) in micro_speech::inputs().iter().zip(micro_speech::EXPECTED) {
        let scores = run(&mut counter, |probe| micro_speech::run(features, probe));
        hprintln!("{}: {:?}", name, scores);
        if scores != expected {
            fail("TensorFlow Lite Micro computes other scores")
        }
    }
    hprintln!(
        "{} bytes planned, head of TFLM {}",
        micro_speech::plan::bank::Ram::BYTES,
        micro_speech::TFLM_HEAD
    );
    hprintln!("{} bytes of weights copied from flash", micro_speech::plan::bank::Fast::BYTES);
    hprintln!("ticks {}", counter.total());
    succeed()
}
