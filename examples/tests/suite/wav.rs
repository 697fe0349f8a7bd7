//! The errors of the example about recordings that it cannot use.

use std::path::{Path, PathBuf};

use crate::wav_reader;
use hound::{SampleFormat, WavSpec, WavWriter};

const GOOD: WavSpec =
    WavSpec { channels: 1, sample_rate: 16_000, bits_per_sample: 16, sample_format: SampleFormat::Int };

fn write(name: &str, spec: WavSpec, samples: i16) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut writer = WavWriter::create(&path, spec).expect("the folder for tests' files can be written");
    for sample in 0..samples {
        match spec.sample_format {
            SampleFormat::Int => writer.write_sample(sample).expect("samples can be written"),
            SampleFormat::Float => writer.write_sample(f32::from(sample)).expect("samples can be written"),
        }
    }
    writer.finalize().expect("the file can be finished");
    path
}

fn message(path: &Path) -> String {
    wav_reader::read(path).expect_err("the recording cannot be used").to_string()
}

#[test]
fn a_recording_reads_back() {
    let path = write("good.wav", GOOD, 5);
    assert_eq!(wav_reader::read(&path).expect("a good recording"), [0, 1, 2, 3, 4]);
}

#[test]
fn another_format_is_named_next_to_the_required_one() {
    let needed = "; needed 1 channel, 16000 Hz, 16 bit integer\n  convert it: ffmpeg -i IN.wav -ac 1 -ar 16000 \
                  -c:a pcm_s16le OUT.wav";
    for (name, spec, found) in [
        ("stereo.wav", WavSpec { channels: 2, ..GOOD }, "2 channel(s), 16000 Hz, 16 bit integer"),
        ("fast.wav", WavSpec { sample_rate: 44_100, ..GOOD }, "1 channel(s), 44100 Hz, 16 bit integer"),
        ("wide.wav", WavSpec { bits_per_sample: 24, ..GOOD }, "1 channel(s), 16000 Hz, 24 bit integer"),
        (
            "float.wav",
            WavSpec { bits_per_sample: 32, sample_format: SampleFormat::Float, ..GOOD },
            "1 channel(s), 16000 Hz, 32 bit float",
        ),
    ] {
        let path = write(name, spec, 4);
        assert_eq!(message(&path), format!("{}: found {found}{needed}", path.display()));
    }
}

#[test]
fn missing_foreign_empty_and_broken_files_are_distinguished() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    assert!(message(&folder.join("none.wav")).contains("none.wav: cannot be read: "));

    let foreign = folder.join("foreign.wav");
    std::fs::write(&foreign, "no recording at all").expect("the file can be written");
    assert!(message(&foreign).contains("foreign.wav: not a WAV file that can be read: "));

    assert!(
        message(&write("empty.wav", GOOD, 0)).ends_with("empty.wav: holds no samples; needed at least one")
    );

    let whole = std::fs::read(write("whole.wav", GOOD, 100)).expect("the file can be read");
    let cut = folder.join("cut.wav");
    std::fs::write(&cut, &whole[..whole.len() - 101]).expect("the file can be written");
    let text = message(&cut);
    assert!(text.contains("cut.wav: broken after 49 of 100 samples: "), "{text}");
}
