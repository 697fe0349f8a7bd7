//! Signal processing that the examples and the firmware share.
//!
//! Every stage is a function over plain arrays whose lengths are constants, so that a caller decides where the bytes
//! are: in a planned bank, in a static or on the stack. Nothing here allocates.
//!
//! Results are the same, bit for bit, on a host and on a core without an FPU: `f32` sums run in a
//! fixed order, tables are computed at compile time, and logarithms and sines come from `libm`.
//! [`Digest`] condenses a run into one number that shows this.
//!
//! ```
//! use arena_plan_examples::{audio, BANDS, BINS, FRAME};
//!
//! let pcm = [0_i16; FRAME];
//! let (mut windowed, mut power) = ([0.0; FRAME], [0.0; BINS]);
//! let (mut energies, mut sorted, mut features) = ([0.0; BANDS], [0.0; BANDS], [0.0; BANDS]);
//! audio::hann(&pcm, &mut windowed);
//! audio::power_spectrum(&mut windowed, &mut power);
//! audio::mel_energies(&power, &mut energies);
//! audio::normalise(&energies, &mut sorted, &mut features);
//! assert_eq!(features, [0.0; BANDS]); // silence is flat
//! ```
#![no_std]

#[cfg(test)]
extern crate std;

pub mod audio;
mod digest;
pub mod imu;
pub mod network;
pub mod signal;

pub use digest::Digest;

/// Samples per second of every stage: 16 kHz.
pub const SAMPLE_RATE: u32 = 16_000;
/// Samples in a frame: 32 ms.
pub const FRAME: usize = 512;
/// New samples per frame, half a frame: 16 ms.
pub const HOP: usize = FRAME / 2;
/// Frequencies of a frame's spectrum, including 0 Hz and half the sample rate: 31.25 Hz apart.
pub const BINS: usize = FRAME / 2 + 1;
/// Bands on the mel scale.
pub const BANDS: usize = 40;

/// The README's and the guide's blocks that are complete programs, as documentation tests.
#[cfg(doctest)]
mod pages {
    macro_rules! pages {
        ($($name:ident = $file:literal;)*) => {$(
            #[doc = include_str!(concat!("../../", $file))]
            pub struct $name;
        )*};
    }
    pages! {
        Readme = "README.md";
        GuideState = "docs/guide-state.md";
        Linker = "docs/linker.md";
        Placement = "docs/placement.md";
        FirstBank = "docs/guide/src/first-bank.md";
        OnAChip = "docs/guide/src/on-a-chip.md";
        DoesNotFit = "docs/guide/src/does-not-fit.md";
        BanksAndDma = "docs/guide/src/banks-and-dma.md";
        StateAndInterrupts = "docs/guide/src/state-and-interrupts.md";
        Executors = "docs/guide/src/executors.md";
    }
}
