//! The expansion snapshots as ordinary modules: the text that the snapshot tests compare is compiled and run here.

// The comments on each `unsafe` are in the generator, because tokens have no comments.
#![expect(clippy::undocumented_unsafe_blocks, reason = "see above")]
// Lints treat an expansion as another crate's macro, but this as code.
#![allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic, reason = "see above")]

#[rustfmt::skip]
#[path = "../expansion/kws.rs"]
mod design;
#[rustfmt::skip]
#[path = "../expansion/native.rs"]
mod native;
#[rustfmt::skip]
#[allow(unused_unsafe, reason = "of a call, which the lint does not look into; the file has the code itself")]
#[path = "../expansion/placement.rs"]
mod placement;

use design::kws;
use native::blink;
use placement::recorder;

#[test]
fn the_design_example_runs_repeatedly() {
    let mut capture = kws::take().expect("the arena is free");
    assert!(kws::take().is_none());
    for round in 1..=3_i16 {
        capture.pcm.fill(round);
        let mut window = capture.next();
        let kws::WindowIo { pcm, windowed } = window.io();
        for (out, sample) in windowed.iter_mut().zip(pcm) {
            *out = f32::from(*sample) / 2.0;
        }
        let mut fft = window.next();
        let kws::FftIo { windowed, twiddle, spectrum } = fft.io();
        twiddle.fill(1.0);
        spectrum.fill(windowed.iter().zip(twiddle).map(|(x, w)| x * *w).sum());
        let mut classify = fft.next();
        let kws::ClassifyIo { spectrum, scores, log } = classify.io();
        assert!(log.is_empty(), "a value is new in each round");
        log.extend_from_slice(b"scored").expect("room for a word");
        scores.fill(spectrum[kws::FRAME / 2]);
        assert_eq!(*classify.scores, [256.0 * f32::from(round); 12]);
        capture = classify.next();
    }
    capture.next().next().restart().release();
    assert!(kws::take().is_some());
}

#[test]
fn the_design_example_has_the_planned_layout() {
    use kws::{bank, buf};
    assert_eq!((buf::Pcm::BANK, buf::Pcm::OFFSET, buf::Pcm::BYTES), ("sram", 0, 1024));
    assert_eq!((buf::Spectrum::ALIGN, buf::Spectrum::OFFSET % 32), (32, 0));
    assert_eq!((bank::Dtcm::CAPACITY, bank::Dtcm::ALIGN), (128 * 1024, 32));
    assert_eq!((bank::Sram::CAPACITY, bank::Sram::BYTES), (256 * 1024, 1024));
    assert_eq!(
        kws::PLAN.sum_of_sizes(),
        (1024 + 2048 + 1028 + 2048 + size_of::<heapless::Vec<u8, 64>>() + 48) as u64
    );
}

#[test]
fn the_native_example_starts_each_round_with_zeros() {
    let mut sample = blink::take().expect("the arena is free");
    for _ in 0..2 {
        sample.raw.fill(500);
        let mut average = sample.next();
        assert_eq!(*average.mean, 0);
        let blink::AverageIo { raw, mean } = average.io();
        *mean = raw.iter().map(|raw| u32::from(*raw)).sum::<u32>() / 256;
        assert_eq!(*average.mean, 500);
        sample = average.next();
    }
    sample.release();
}

#[test]
fn the_placed_example_has_its_ring_in_whole_cache_lines() {
    use recorder::buf;
    assert_eq!((buf::Ring::BANK, buf::Ring::OFFSET % 32, buf::Ring::BYTES), ("sram", 0, 40));
    assert_eq!(buf::HotScaled::BANK, "dtcm");
    // Two lines, although the ring is 40 bytes and nothing else is alive beside it.
    assert_eq!((recorder::bank::Sram::BYTES, recorder::bank::Sram::ALIGN), (64, 32));
    let mut record = recorder::take().expect("the arena is free").hydrate();
    record.ring.fill(3);
    let mut scale = record.next();
    let recorder::ScaleIo { ring, hot_scaled, gains } = scale.io();
    for (index, (scaled, sample)) in hot_scaled.iter_mut().zip(ring).enumerate() {
        *scaled = i32::from(*sample) * i32::from(gains[index % 4]);
    }
    let mut measure = scale.next();
    let recorder::MeasureIo { hot_scaled, peak } = measure.io();
    *peak = *hot_scaled.iter().max().expect("samples");
    assert_eq!(*measure.peak, 12);
    measure.release();
}
