//! One second of speech in flash, see `audio/README.md`.

const BYTES: &[u8; 32_000] = include_bytes!("../audio/yes.raw");

/// The word "yes", 16 kHz.
pub static RECORDING: [i16; 16_000] = samples();

const fn samples() -> [i16; 16_000] {
    let mut samples = [0; 16_000];
    let mut index = 0;
    while index < samples.len() {
        samples[index] = i16::from_le_bytes([BYTES[2 * index], BYTES[2 * index + 1]]);
        index += 1;
    }
    samples
}
