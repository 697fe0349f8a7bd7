//! Places: addresses are aligned and inside their bank, buffers alive together never share bytes, on both routes.

use arena_plan::{Buf, Slot, arena_plan};
use std::ops::Range;

/// Aligned to more than any primitive, with padding.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Wide(u8);

const OUTSIDE: usize = 24;

/// The addresses of a live buffer.
fn range<S: Slot>(buf: &Buf<S>) -> Range<usize> {
    let start = std::ptr::from_ref(&**buf).addr();
    start..start + size_of_val(&**buf)
}

fn apart(ranges: &[Range<usize>]) -> bool {
    ranges.iter().enumerate().all(|(i, a)| ranges[..i].iter().all(|b| a.end <= b.start || b.end <= a.start))
}

#[test]
fn addresses_are_aligned_and_disjoint_when_const_evaluation_plans() {
    arena_plan! {
        mod plan {
            bank fast { capacity: 512, align: 32 }
            bank slow { capacity: 4 KiB, reserve: 1 KiB }
            buffer byte: u8 in fast, live ..;
            buffer wide: [Wide; 3], live a..=b = [Wide(1); 3];
            buffer page: [u8; OUTSIDE], align 256, live b..;
            buffer fixed: [u16; OUTSIDE] in slow @ 128, live ..;
            buffer pair: [u128; 2] in slow | fast, live b;
            buffer odd: (u8, u64) in fast, live a..=b = (1, 2);
            step a;
            step b;
            step c;
        }
    }
    let a = plan::take().unwrap();
    assert_eq!(range(&a.byte).start % 32, 0);
    assert_eq!(range(&a.odd).start % 32, 0);
    assert_eq!(range(&a.wide).start % 64, 0);
    assert!(apart(&[range(&a.byte), range(&a.wide), range(&a.fixed), range(&a.odd)]));
    let b = a.next();
    assert_eq!(range(&b.page).start % 256, 0);
    assert_eq!(range(&b.pair).start % 16, 0);
    let live = [
        &range(&b.byte),
        &range(&b.wide),
        &range(&b.page),
        &range(&b.fixed),
        &range(&b.pair),
        &range(&b.odd),
    ];
    assert!(apart(&live.map(Clone::clone)));
    assert_eq!((b.wide[2].0, *b.odd), (1, (1, 2)));
    let c = b.next();
    assert!(apart(&[range(&c.byte), range(&c.page), range(&c.fixed)]));
    // The figures are those of the addresses.
    assert_eq!(plan::buf::Fixed::OFFSET, 128);
    assert_eq!(plan::buf::Fixed::BANK, "slow");
    assert_eq!(plan::buf::Page::ALIGN, 256);
    assert_eq!(plan::bank::Slow::BYTES % plan::bank::Slow::ALIGN, 0);
    const { assert!(plan::bank::Slow::BYTES <= 3 * 1024 && plan::bank::Fast::BYTES <= 512) };
    assert_eq!(range(&c.fixed).len(), plan::buf::Fixed::BYTES);
}

#[test]
fn addresses_are_aligned_and_disjoint_when_the_macro_plans() {
    arena_plan! {
        mod plan {
            const N: usize = 24;
            bank fast { capacity: 512, align: 32 }
            bank slow { capacity: 4 KiB }
            buffer byte: u8 in fast, live ..;
            buffer page: [u8; N], align 256, live b..;
            buffer fixed: [u16; N] in slow @ 128, live ..;
            buffer pair: [u128; 2] in slow | fast, live b;
            step a;
            step b;
            step c;
        }
    }
    let a = plan::take().unwrap();
    assert_eq!(range(&a.byte).start % 32, 0);
    let b = a.next();
    assert_eq!((range(&b.page).start % 256, range(&b.pair).start % 16), (0, 0));
    assert!(apart(&[range(&b.byte), range(&b.page), range(&b.fixed), range(&b.pair)]));
    let base = range(&b.fixed).start - 128;
    assert_eq!(base % plan::bank::Slow::ALIGN, 0);
    for bytes in [range(&b.pair), range(&b.page)] {
        let slow = base..base + plan::bank::Slow::BYTES;
        assert!(plan::buf::Page::BANK != "slow" || (slow.contains(&bytes.start) && bytes.end <= slow.end));
    }
}

#[test]
fn steps_and_handles_take_no_bytes() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 4 KiB }
            buffer a: [u8; 1024], live ..;
            buffer b: String, live .. = String::new();
            step one;
            step two;
        }
    }
    assert_eq!((size_of::<plan::One>(), size_of::<Buf<plan::buf::A>>(), size_of::<plan::Any>()), (0, 0, 1));
}

#[test]
fn writes_to_live_buffers_never_overlap() {
    arena_plan! {
        mod plan {
            bank one { capacity: 300 }
            bank two { capacity: 200 }
            buffer a: [u8; 100], live s0..=s2;
            buffer b: [u8; 60], live s1..=s3;
            buffer c: [u16; 40], live s2..=s4;
            buffer d: [u32; 20] in two | one, live s0;
            buffer e: [u8; 90], live s3..;
            buffer f: [u64; 10], live s4;
            buffer g: [u8; OUTSIDE], live s1..=s4;
            step s0;
            step s1;
            step s2;
            step s3;
            step s4;
        }
    }
    let mut s0 = plan::take().unwrap();
    for round in 1..=3u8 {
        s0.a.fill(round);
        s0.d.fill(u32::MAX);
        assert!(s0.a.iter().all(|x| *x == round));
        let mut s1 = s0.next();
        s1.b.fill(round + 10);
        s1.g.fill(round + 20);
        assert!(s1.a.iter().all(|x| *x == round));
        let mut s2 = s1.next();
        s2.c.fill(0xFFFF);
        assert!(s2.a.iter().all(|x| *x == round) && s2.b.iter().all(|x| *x == round + 10));
        let mut s3 = s2.next();
        s3.e.fill(round + 30);
        assert!(s3.b.iter().all(|x| *x == round + 10) && s3.c.iter().all(|x| *x == 0xFFFF));
        let mut s4 = s3.next();
        s4.f.fill(0);
        assert!(s4.c.iter().all(|x| *x == 0xFFFF) && s4.e.iter().all(|x| *x == round + 30));
        assert!(s4.g.iter().all(|x| *x == round + 20));
        s0 = s4.next();
    }
}
