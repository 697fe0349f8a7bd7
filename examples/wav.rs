//! Reads the recordings that the keyword spotting example takes: WAV, one channel, 16 kHz, 16 bit.

use std::fmt;
use std::path::{Path, PathBuf};

use arena_plan_examples::SAMPLE_RATE;
use hound::{SampleFormat, WavReader, WavSpec};

/// Why a recording cannot be used.
#[derive(Debug)]
pub(crate) struct WavError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    /// No file, or not a WAV file.
    Unreadable(hound::Error),
    /// Samples in another format than the front end's.
    Format(WavSpec),
    /// No samples at all.
    Empty,
    /// The file ends early, or is damaged.
    Broken { read: usize, promised: u32, cause: hound::Error },
}

/// All samples of a recording.
///
/// # Errors
/// If the file cannot be read, is not a WAV file, is empty or damaged, or contains samples in another format.
pub(crate) fn read(path: &Path) -> Result<Vec<i16>, WavError> {
    let error = |reason| WavError { path: path.to_owned(), reason };
    let mut reader = WavReader::open(path).map_err(|cause| error(Reason::Unreadable(cause)))?;
    let spec = reader.spec();
    let needed = WavSpec { channels: 1, sample_rate: SAMPLE_RATE, bits_per_sample: 16, ..spec };
    if spec != needed || spec.sample_format != SampleFormat::Int {
        return Err(error(Reason::Format(spec)));
    }
    let promised = reader.len();
    let mut samples = Vec::new();
    for sample in reader.samples::<i16>() {
        match sample {
            Ok(sample) => samples.push(sample),
            Err(cause) => return Err(error(Reason::Broken { read: samples.len(), promised, cause })),
        }
    }
    if samples.is_empty() { Err(error(Reason::Empty)) } else { Ok(samples) }
}

impl fmt::Display for WavError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Unreadable(hound::Error::IoError(cause)) => write!(f, "{path}: cannot be read: {cause}"),
            Reason::Unreadable(cause) => write!(f, "{path}: not a WAV file that can be read: {cause}"),
            Reason::Format(spec) => write!(
                f,
                "{path}: found {} channel(s), {} Hz, {} bit {}; needed 1 channel, {SAMPLE_RATE} Hz, 16 bit \
                 integer\n  convert it: ffmpeg -i IN.wav -ac 1 -ar {SAMPLE_RATE} -c:a pcm_s16le OUT.wav",
                spec.channels,
                spec.sample_rate,
                spec.bits_per_sample,
                match spec.sample_format {
                    SampleFormat::Int => "integer",
                    SampleFormat::Float => "float",
                },
            ),
            Reason::Empty => write!(f, "{path}: holds no samples; needed at least one"),
            Reason::Broken { read, promised, cause } => {
                write!(
                    f,
                    "{path}: broken after {read} of {promised} samples: {cause}; record or copy it again"
                )
            }
        }
    }
}

impl std::error::Error for WavError {}
