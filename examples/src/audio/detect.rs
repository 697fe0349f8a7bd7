//! A running detector: where a sound begins and ends, and what shape it has.
//!
//! This is a detector for an example, not a speech recogniser. It distinguishes four kinds of frame by their
//! prominent bands, and a stretch of sound by the order of its frames: an open vowel that ends in a hiss has the
//! shape of "yes", a stretch of nasals and back vowels has the shape of "no". Other words of the same shape ("less",
//! "moon") are mistaken for them, and voices unlike those used to set the thresholds (one speaker for each word) may
//! be missed.

use super::{FLOOR_DB, decibels};
use crate::BANDS;

/// What one frame sounds like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Energy below 1 kHz: nasals, back vowels, hum.
    Low,
    /// Energy on both sides of 1 kHz: open and front vowels.
    Open,
    /// Broad energy above 3 kHz: the "s" of "yes".
    Hiss,
    /// One narrow peak above 1 kHz: not speech.
    Tone,
}

/// The shape of a stretch of sound as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Open vowel, then hiss, as in "yes".
    Yes,
    /// Nasals and back vowels only, as in "no".
    No,
    /// Any other sound.
    Other,
    /// Longer than a word; from here on it counts as background.
    Steady,
}

impl Shape {
    /// Its name in a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "like \"yes\"",
            Self::No => "like \"no\"",
            Self::Other => "other sound",
            Self::Steady => "steady sound",
        }
    }
}

/// A stretch of sound between two silences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Number of its first frame, counted from the detector's first.
    pub first: u32,
    /// Frames from the first to the last that is loud enough to belong to it.
    pub frames: u32,
    /// Level of the loudest frame, in decibels of full scale.
    pub peak_db: f32,
    /// Its shape.
    pub shape: Shape,
}

/// First band whose centre is at 1 kHz or above.
const BAND_1_KHZ: usize = 12;
/// First band whose centre is at 3 kHz or above.
const BAND_3_KHZ: usize = 26;

/// Sorts a frame by its features (see [`normalise`](super::normalise)): by the strongest band in each of three
/// regions, below 1 kHz, 1 to 3 kHz and above.
#[must_use]
pub fn classify(features: &[f32; BANDS]) -> Class {
    let strongest = |bands: &[f32]| bands.iter().fold(f32::MIN, |most, band| most.max(*band));
    let low = strongest(&features[..BAND_1_KHZ]);
    let middle = strongest(&features[BAND_1_KHZ..BAND_3_KHZ]);
    let high = strongest(&features[BAND_3_KHZ..]);
    let peak = low.max(middle).max(high);
    let width = features.iter().filter(|band| **band > peak - 10.0).count();
    if width <= 3 && low < peak {
        Class::Tone
    } else if high > low + 3.0 && high > middle + 3.0 {
        Class::Hiss
    } else if low > middle.max(high) + 10.0 {
        Class::Low
    } else {
        Class::Open
    }
}

/// Finds stretches of sound in a run of frames.
///
/// Its memory spans frames, so it is outside the planned buffers, whose contents end with the run of the pipeline.
#[derive(Clone, Debug)]
pub struct Detector {
    frame: u32,
    /// Background level in decibels; `None` before the first frame.
    floor: Option<f32>,
    /// Frames since the onset; 0 between sounds.
    length: usize,
    /// Frames since the last one loud enough to belong to the sound.
    quiet: usize,
    peak_db: f32,
    levels: [f32; LONGEST],
    classes: [Class; LONGEST],
}

/// Frames after which a sound is not a word: 1.5 s.
const LONGEST: usize = 96;
/// Decibels above the background at which a sound begins.
const ONSET_DB: f32 = 12.0;
/// A frame belongs to the sound down to this many decibels above the background …
const RELEASE_DB: f32 = 6.0;
/// … and this many below the loudest frame of the sound.
const RELEASE_BELOW_PEAK_DB: f32 = 30.0;
/// Frames of quiet that end a sound: 128 ms, longer than the closure of a "p" or "t".
const HANG: usize = 8;
/// Frames this many decibels below the loudest do not count for the shape.
const LOUD_BELOW_PEAK_DB: f32 = 24.0;
/// The background never counts as quieter, so that a converter's last bit is not a sound.
const LOWEST_FLOOR_DB: f32 = -72.0;

impl Detector {
    /// A detector that has heard nothing. The first frame is taken for background.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            frame: 0,
            floor: None,
            length: 0,
            quiet: 0,
            peak_db: FLOOR_DB,
            levels: [FLOOR_DB; LONGEST],
            classes: [Class::Low; LONGEST],
        }
    }

    /// Processes one frame; returns a sound if this frame ends it.
    pub fn update(&mut self, energies: &[f32; BANDS], features: &[f32; BANDS]) -> Option<Segment> {
        let level = decibels(energies.iter().sum());
        let floor = self.follow(level);
        self.frame += 1;
        if self.length == 0 && level < floor + ONSET_DB {
            return None;
        }
        self.levels[self.length] = level;
        self.classes[self.length] = classify(features);
        self.length += 1;
        self.peak_db = if self.length == 1 { level } else { self.peak_db.max(level) };
        let release = (floor + RELEASE_DB).max(self.peak_db - RELEASE_BELOW_PEAK_DB);
        self.quiet = if level < release { self.quiet + 1 } else { 0 };
        if self.quiet == HANG {
            return self.finish();
        }
        if self.length == LONGEST {
            self.floor = Some(level);
            let steady = self.finish()?;
            return Some(Segment { shape: Shape::Steady, ..steady });
        }
        None
    }

    /// Ends a sound that is still going on, as at the end of a recording; `None` if there is none.
    pub fn finish(&mut self) -> Option<Segment> {
        let frames = self.length.checked_sub(self.quiet).filter(|frames| *frames > 0)?;
        // Both are at most LONGEST.
        let (length, spoken) = (self.length as u32, frames as u32);
        let shape = self.shape(frames);
        (self.length, self.quiet) = (0, 0);
        Some(Segment { first: self.frame - length, frames: spoken, peak_db: self.peak_db, shape })
    }

    /// Background level: falls quickly, rises slowly (4 dB a second at most), and not during a sound.
    fn follow(&mut self, level: f32) -> f32 {
        let floor = self.floor.unwrap_or(level);
        let step = 0.25 * (level - floor);
        let floor = if self.length > 0 { floor + step.min(0.0) } else { floor + step.min(0.0625) };
        let floor = floor.max(LOWEST_FLOOR_DB);
        self.floor = Some(floor);
        floor
    }

    fn shape(&self, frames: usize) -> Shape {
        let loud = |level: &f32| *level >= self.peak_db - LOUD_BELOW_PEAK_DB;
        let (mut low, mut open, mut hiss_after_open, mut other) = (0, 0, 0, 0);
        for (level, class) in self.levels[..frames].iter().zip(&self.classes) {
            match class {
                _ if !loud(level) => {}
                Class::Low => low += 1,
                Class::Open => open += 1,
                Class::Hiss if open >= OPEN_FRAMES => hiss_after_open += 1,
                Class::Hiss | Class::Tone => other += 1,
            }
        }
        if open >= OPEN_FRAMES && hiss_after_open >= HISS_FRAMES && other <= hiss_after_open / 2 {
            Shape::Yes
        } else if low >= LOW_FRAMES && low >= 4 * open && other + hiss_after_open == 0 {
            Shape::No
        } else {
            Shape::Other
        }
    }
}

/// Shortest open vowel before a hiss: 64 ms.
const OPEN_FRAMES: u32 = 4;
/// Shortest hiss: 64 ms.
const HISS_FRAMES: u32 = 4;
/// Shortest stretch of nasal and back vowel: 128 ms.
const LOW_FRAMES: u32 = 8;

impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}
