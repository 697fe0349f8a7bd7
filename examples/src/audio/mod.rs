//! The log-mel front end and the sound detector, in the order in which a pipeline runs them.

mod detect;
mod features;
mod frame;
mod mel;
mod spectrum;

pub use detect::{Class, Detector, Segment, Shape, classify};
pub use features::{FLOOR_DB, decibels, normalise};
pub use frame::{Framer, hann};
pub use mel::{band_centre, mel_energies, peak_band};
pub use spectrum::power_spectrum;
