//! `#![strategy = …]`, `#![effort = …]` and `#![order = …]`: what each changes, on both routes.

use arena_plan::arena_plan;

/// Hides a size from the macro.
type Sample = u16;

macro_rules! block {
    ($name:ident, $sample:ty, $(#![$option:ident = $value:ident])?) => {
        arena_plan! {
            mod $name {
                $(#![$option = $value])?
                bank ram { capacity: 1 KiB }
                buffer early: [$sample; 8], live first;
                buffer late: [$sample; 8], live second;
                step first;
                step second;
            }
        }
    };
}

block!(reused_native, u16,);
block!(reused_const, Sample,);
block!(apart_native, u16, #![strategy = sequential]);
block!(apart_const, Sample, #![strategy = sequential]);

#[test]
fn a_sequential_plan_reuses_nothing() {
    assert_eq!([reused_native::bank::Ram::BYTES, reused_const::bank::Ram::BYTES], [16, 16]);
    assert_eq!([apart_native::bank::Ram::BYTES, apart_const::bank::Ram::BYTES], [32, 32]);
    assert_ne!(apart_native::buf::Early::OFFSET, apart_native::buf::Late::OFFSET);
    assert_ne!(apart_const::buf::Early::OFFSET, apart_const::buf::Late::OFFSET);
}

/// Sizes for which every first-fit order of the fast tier stays above the bound, but the search does not.
macro_rules! hard {
    ($name:ident, $($option:ident = $value:ident),*) => {
        arena_plan! {
            mod $name {
                $(#![$option = $value])*
                bank ram { capacity: 1 KiB }
                buffer a: [u8; 40], live s0..=s1;
                buffer b: [u8; 30], live s0..=s2;
                buffer c: [u8; 30], live s0;
                buffer d: [u8; 20], live s1..=s3;
                buffer e: [u8; 50], live s2..=s3;
                buffer f: [u8; 30], live s3;
                buffer g: [u8; 10], live s1;
                step s0;
                step s1;
                step s2;
                step s3;
            }
        }
    };
}

hard!(base, order = base);
hard!(fast, effort = fast);
hard!(default, effort = default);
hard!(thorough, effort = thorough);

#[test]
fn search_reaches_the_bound_when_first_fit_does_not() {
    let bytes = [
        base::bank::Ram::BYTES,
        fast::bank::Ram::BYTES,
        default::bank::Ram::BYTES,
        thorough::bank::Ram::BYTES,
    ];
    assert_eq!(bytes, [110, 110, 100, 100]);
    assert_eq!(thorough::PLAN.peak(0).0, 100);
}
