//! Types that other crates declare plain: `plain(zerocopy)` and `plain(bytemuck)`.
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// A packet header with fields of fixed byte order.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
struct Header {
    kind: zerocopy::byteorder::big_endian::U16,
    length: zerocopy::byteorder::big_endian::U16,
    stamp: zerocopy::byteorder::big_endian::U32,
}

/// A complex sample.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Complex {
    re: f32,
    im: f32,
}

/// Seven bytes used of eight: the last one is padding.
#[derive(Clone, Copy)]
struct Padded {
    wide: u32,
    half: u16,
    byte: u8,
}

const PADDED: Padded = Padded { wide: !0, half: !0, byte: !0 };

#[test]
fn types_of_both_crates_live_in_buffers_without_a_value() {
    arena_plan! {
        mod radio {
            bank ram { capacity: 1 KiB }
            buffer header: Header, plain(zerocopy);
            buffer samples: [Complex; 32], plain(bytemuck);
            buffer spectrum: [Complex; 32], plain(bytemuck), zeroed, align 32;
            step receive() -> (header, samples);
            step transform(header, samples) -> spectrum;
            step show(spectrum);
        }
    }
    assert_eq!((radio::buf::Header::BYTES, radio::buf::Samples::BYTES), (8, 256));
    assert_eq!(radio::buf::Spectrum::OFFSET % 32, 0);
    let mut receive = radio::take().unwrap();
    for round in 0..3u16 {
        // The other crates' own conversions to bytes work on the contents of the handle.
        receive.header.as_mut_bytes().copy_from_slice(&[0, 1, 0, 32, 0, 0, 0, round as u8]);
        bytemuck::cast_slice_mut::<Complex, f32>(&mut receive.samples[..]).fill(f32::from(round));
        let mut transform = receive.next();
        let radio::TransformIo { header, samples, spectrum } = transform.io();
        assert_eq!((header.kind.get(), header.length.get(), header.stamp.get()), (1, 32, round.into()));
        assert_eq!(spectrum, &[Complex { re: 0.0, im: 0.0 }; 32]);
        *spectrum = *samples;
        let show = transform.next();
        assert_eq!(show.spectrum[31], Complex { re: round.into(), im: round.into() });
        receive = show.next();
    }
    receive.release();
}

/// A type that another crate declares plain leaves no padding behind: a neighbour that takes its bytes is not zeroed.
#[test]
fn plain_types_are_not_zeroed_after_one_another() {
    arena_plan! {
        mod relay {
            bank ram { capacity: 64 }
            buffer header: [Header; 4], plain(zerocopy), live one;
            buffer samples: [Complex; 4], plain(bytemuck), live two;
            buffer bytes: [u8; 32], live three;
            step one;
            step two;
            step three;
        }
    }
    let offsets = [relay::buf::Header::OFFSET, relay::buf::Samples::OFFSET, relay::buf::Bytes::OFFSET];
    assert_eq!(offsets, [0; 3]);
    let mut one = relay::take().unwrap();
    one.header.as_mut_bytes().fill(0x3F);
    let two = one.next();
    assert_eq!(two.samples[3].im.to_bits(), 0x3F3F_3F3F);
    assert_eq!(*two.next().bytes, [0x3F; 32]);
}

/// A type of neither crate may have padding, and its bytes are zeroed before another crate's type reads them.
#[test]
fn plain_types_are_zeroed_after_padding() {
    arena_plan! {
        mod scrub {
            bank ram { capacity: 64 }
            buffer padded: [Padded; 4], live one = [PADDED; 4];
            buffer samples: [Complex; 4], plain(bytemuck), live two;
            buffer again: [Padded; 4], live three = [PADDED; 4];
            buffer header: [Header; 4], plain(zerocopy), live four;
            step one;
            step two;
            step three;
            step four;
        }
    }
    let mut one = scrub::take().unwrap();
    for _ in 0..2 {
        let sum = |padded: &[Padded; 4]| {
            padded.iter().map(|p| u64::from(p.wide) + u64::from(p.half) + u64::from(p.byte)).sum::<u64>()
        };
        assert_eq!(sum(&one.padded), 4 * (0xFFFF_FFFF + 0xFFFF + 0xFF));
        let two = one.next();
        assert_eq!(bytemuck::bytes_of(&*two.samples), [0; 32]);
        let three = two.next();
        assert_eq!(sum(&three.again), 4 * (0xFFFF_FFFF + 0xFFFF + 0xFF));
        let four = three.next();
        assert_eq!(four.header.as_bytes(), [0; 32]);
        one = four.next();
    }
}
