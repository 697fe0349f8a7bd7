//! Contents: they survive exactly as long as the lifetimes say, and no byte of a padded neighbour is visible.

use arena_plan::{Buf, arena_plan};

/// Seven bytes used of eight: the last one is padding.
#[derive(Clone, Copy)]
struct Padded {
    wide: u32,
    half: u16,
    byte: u8,
}

#[test]
fn contents_survive_exactly_from_birth_to_death() {
    arena_plan! {
        mod relay {
            bank ram { capacity: 64 }
            buffer a: [u8; 16], live one..=two;
            buffer b: [u8; 16], live two..=three;
            buffer c: [u8; 16], live three..=four;
            buffer all: [u8; 16], live one..=four;
            step one;
            step two;
            step three;
            step four;
        }
    }
    // `a` and `c` share bytes, `b` and `all` are separate from the buffers alive with them.
    assert_eq!(relay::buf::A::OFFSET, relay::buf::C::OFFSET);
    assert_eq!(relay::PLAN.planned_bytes(), 48);
    let mut one = relay::take().unwrap();
    for round in 0..5u8 {
        *one.a = [round; 16];
        *one.all = [round + 100; 16];
        let mut two = one.next();
        assert_eq!(*two.a, [round; 16]);
        *two.b = [round + 50; 16];
        let mut three = two.next();
        // `c` was born over `a`: an unspecified value, but the bytes of `a` and nothing else.
        assert_eq!(*three.c, [round; 16]);
        *three.c = [round + 10; 16];
        assert_eq!((*three.b, *three.all), ([round + 50; 16], [round + 100; 16]));
        let four = three.next();
        assert_eq!((*four.c, *four.all), ([round + 10; 16], [round + 100; 16]));
        one = four.next();
        // Every buffer died at the last step; the new ones are plain and may contain anything.
        assert_eq!(*one.a, [round + 10; 16]);
    }
    one.release();
}

#[test]
fn padding_of_a_neighbour_is_never_visible_in_a_plain_buffer() {
    arena_plan! {
        mod scrub {
            bank ram { capacity: 64 }
            buffer padded: [Padded; 4], live before = [Padded { wide: !0, half: !0, byte: !0 }; 4];
            buffer bytes: [u8; 32], live after;
            buffer apart: [u8; 16], live ..;
            step before;
            step after;
        }
    }
    assert_eq!(scrub::buf::Padded::OFFSET, scrub::buf::Bytes::OFFSET);
    let mut before = scrub::take().unwrap();
    *before.apart = [7; 16];
    for _ in 0..3 {
        let sum: u64 =
            before.padded.iter().map(|p| u64::from(p.wide) + u64::from(p.half) + u64::from(p.byte)).sum();
        assert_eq!(sum, 4 * (u64::from(u32::MAX) + u64::from(u16::MAX) + 255));
        let after = before.next();
        // Zeroed at birth, and the buffer that shares no bytes with a padded one was left unchanged.
        assert_eq!((*after.bytes, *after.apart), ([0; 32], [7; 16]));
        before = after.next();
        *before.apart = [7; 16];
    }
    // Through `restart` and through `release` and `take` as well.
    let after = before.restart().next();
    assert_eq!(*after.bytes, [0; 32]);
    after.release();
    assert_eq!(*scrub::take().unwrap().next().bytes, [0; 32]);
}

#[test]
fn zeroed_buffers_are_zero_and_values_are_written_at_each_birth() {
    arena_plan! {
        mod births {
            bank ram { capacity: 256 }
            buffer counts: [u32; 8], zeroed;
            buffer start: [u16; 4] = [1, 2, 3, 4];
            buffer late: u64 = 0x0123_4567_89AB_CDEF;
            step one(mut counts, mut start);
            step two(mut counts, mut late);
            step three(counts, start, late);
        }
    }
    let mut one = births::take().unwrap();
    for _ in 0..3 {
        assert_eq!((*one.counts, *one.start), ([0; 8], [1, 2, 3, 4]));
        one.counts[3] = 9;
        one.start[0] = 77;
        let mut two = one.next();
        assert_eq!((two.counts[3], *two.late), (9, 0x0123_4567_89AB_CDEF));
        *two.late = 1;
        let three = two.next();
        assert_eq!((three.counts[3], three.start[0], *three.late), (9, 77, 1));
        one = three.next();
    }
    one.counts[0] = 5;
    let one = one.restart();
    assert_eq!((*one.counts, *one.start), ([0; 8], [1, 2, 3, 4]));
}

#[test]
fn banks_with_a_section_are_filled_by_take() {
    arena_plan! {
        mod section {
            bank noload { capacity: 128, section: ".arena.soundness" }
            buffer pcm: [u8; 64], source, retain;
            buffer out: [u8; 8], retain;
            step only(pcm) -> out;
        }
    }
    let mut only = section::take().unwrap();
    assert_eq!((*only.pcm, *only.out), ([0; 64], [0; 8]));
    only.pcm.fill(0xAA);
    only.release();
    assert_eq!(*section::take().unwrap().pcm, [0; 64]);
}

#[test]
fn io_borrows_what_the_step_declared() {
    arena_plan! {
        mod view {
            bank ram { capacity: 1 KiB }
            buffer pcm: [i16; 4];
            buffer gain: [f32; 4], source;
            buffer tmp: [f32; 4];
            buffer out: [f32; 4], retain;
            buffer through: [u8; 4] = *b"thru";
            step fill() -> pcm;
            step scale(pcm, mut gain, scratch tmp) -> out;
            step end(mut through);
        }
    }
    // Slices by coercion, which an array reference allows and a handle does not.
    fn scale(pcm: &[i16], gain: &mut [f32], tmp: &mut [f32], out: &mut [f32]) {
        for (i, sample) in pcm.iter().enumerate() {
            tmp[i] = f32::from(*sample) * gain[i];
            out[i] = tmp[i];
            gain[i] = 0.0;
        }
    }
    let mut fill = view::take().unwrap();
    *fill.gain = [0.5; 4];
    let view::FillIo { pcm } = fill.io();
    let exclusive: &mut [i16; 4] = pcm;
    *exclusive = [2, 4, 6, 8];
    let mut step = fill.next();
    let view::ScaleIo { pcm, gain, tmp, out } = step.io();
    let shared: &[i16; 4] = pcm;
    scale(shared, gain, tmp, out);
    assert_eq!(out, &mut [1.0, 2.0, 3.0, 4.0]);
    let mut end = step.next();
    let view::EndIo { through } = end.io();
    assert_eq!((*through, *end.out), (*b"thru", [1.0, 2.0, 3.0, 4.0]));
}

#[test]
fn a_leaked_buffer_stays_valid_and_the_arena_stays_taken() {
    arena_plan! {
        mod leak {
            bank ram { capacity: 64 }
            buffer a: [u8; 8], source, retain;
            buffer b: [u8; 8], source, retain;
            step only(a, b);
        }
    }
    let only = leak::take().unwrap();
    let leak::Only { a, mut b, .. } = only;
    let forever: &'static mut [u8; 8] = Buf::leak(a);
    *forever = [1; 8];
    *b = [2; 8];
    assert_eq!((*forever, *b), ([1; 8], [2; 8]));
    assert!(leak::take().is_none());
}
