//! Visual wake words: whether a person is in a picture: weights read in flash, activations in planned memory.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan_examples::network::vww;
use arena_plan_firmware::{Counter, fail, run, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    let mut counter = Counter::new(peripherals.SYST);
    let (name, _, expected) = vww::EXPECTED[0];
    let scores = run(&mut counter, |probe| vww::run(vww::figure(), probe));
    hprintln!("{}: {:?}", name, scores);
    if scores != expected {
        fail("TensorFlow Lite Micro computes other scores")
    }
    hprintln!("{} bytes planned, head of TFLM {}", vww::plan::bank::Ram::BYTES, vww::TFLM_HEAD);
    hprintln!("{} bytes of weights read in flash", vww::plan::bank::Flash::BYTES);
    hprintln!("ticks {}", counter.total());
    succeed()
}
