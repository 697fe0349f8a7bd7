//! Both routes of the macro give the same layout: each block is expanded with primitives, which the macro plans, and
//! with aliases of them, whose size only rustc knows, so that const evaluation plans.

/// Expands `$block` by both routes and compares the figures of every buffer and bank; `$planned` pins the bytes that
/// the plan takes.
macro_rules! both {
    ($test:ident, $block:ident, [$($buffer:ident)*], [$($bank:ident)*], $planned:expr) => {
        mod $test {
            mod native {
                $block!(u8 u16 f32 u64);
            }
            #[allow(dead_code, reason = "not every block uses every alias")]
            mod constant {
                type Byte = u8;
                type Half = u16;
                type Single = f32;
                type Long = u64;
                $block!(Byte Half Single Long);
            }

            #[test]
            fn both_routes_agree() {
                assert_eq!(native::plan::PLAN.planned_bytes(), $planned, "{}", native::plan::PLAN);
                assert_eq!(format!("{:?}", native::plan::PLAN), format!("{:?}", constant::plan::PLAN));
                $({
                    use constant::plan::buf::$buffer as Constant;
                    use native::plan::buf::$buffer as Native;
                    assert_eq!(
                        (Native::BANK, Native::OFFSET, Native::BYTES, Native::ALIGN),
                        (Constant::BANK, Constant::OFFSET, Constant::BYTES, Constant::ALIGN),
                        stringify!($buffer)
                    );
                })*
                $({
                    use constant::plan::bank::$bank as Constant;
                    use native::plan::bank::$bank as Native;
                    assert_eq!(
                        (Native::CAPACITY, Native::BYTES, Native::ALIGN),
                        (Constant::CAPACITY, Constant::BYTES, Constant::ALIGN),
                        stringify!($bank)
                    );
                })*
            }
        }
    };
}

macro_rules! chain {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![order = base]
                bank ram { capacity: 4 KiB }
                buffer pcm: [$half; 300];
                buffer windowed: [$single; 300];
                buffer spectrum: [$single; 151], align 32;
                buffer stamp: $long, retain;
                buffer flags: [$byte; 13], retain;
                step capture() -> (pcm, stamp);
                step window(pcm) -> windowed;
                step fft(windowed) -> spectrum;
                step classify(spectrum) -> flags;
            }
        }
    };
}
both!(a_chain, chain, [Pcm Windowed Spectrum Stamp Flags], [Ram], 1856);

// Equal sizes: names decide, not the order of declaration.
macro_rules! ties {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![order = base]
                bank ram { capacity: 256 }
                buffer zeta: [$single; 4];
                buffer alpha: [$single; 4];
                buffer mid: [$long; 2];
                buffer beta: [$byte; 16], align 4;
                step one() -> (zeta, alpha, mid, beta);
                step two(zeta, alpha, mid, beta);
            }
        }
    };
}
both!(ties_by_name, ties, [Zeta Alpha Mid Beta], [Ram], 64);

macro_rules! banks {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![order = base]
                bank tcm { capacity: 1 KiB, align: 32 }
                bank sram { capacity: 2 KiB, reserve: 10 % }
                bank slow { capacity: 8 KiB, reserve: 4 KiB, align: 64 }
                buffer first: [$single; 200] in tcm | sram | slow;
                buffer second: [$single; 100] in tcm | sram;
                buffer third: [$half; 33] in tcm | slow;
                buffer fourth: [$long; 96] in sram | tcm;
                buffer fifth: [$byte; 1000];
                buffer sixth: [[$single; 3]; 5], zeroed;
                step one() -> (first, second);
                step two(first, second) -> (third, fourth);
                step three(third, fourth, scratch fifth) -> sixth;
                step four(sixth);
            }
        }
    };
}
both!(several_banks, banks, [First Second Third Fourth Fifth Sixth], [Tcm Sram Slow], 2280);

macro_rules! fixed {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![order = base]
                bank ram { capacity: 600 }
                const HEAD: usize = 24;
                buffer header: [$byte; HEAD] in ram @ 64, live ..;
                buffer trailer: [$half; 10] in ram @ (HEAD * 8), live b..=c;
                buffer low: [$single; 15], live a..=b;
                buffer wide: [$long; 13], live ..=c;
                buffer late: [$byte; 100], live c..;
                step a;
                step b;
                step c;
            }
        }
    };
}
both!(fixed_offsets, fixed, [Header Trailer Low Wide Late], [Ram], 312);

// A ring: each buffer is alive with its neighbours, so that first fit leaves holes of many sizes.
macro_rules! ring {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![order = base]
                bank ram { capacity: 2 KiB }
                buffer a: [$byte; 301], live s0..=s2;
                buffer b: [$half; 77], live s1..=s4;
                buffer c: [$single; 90], live s2..=s3;
                buffer d: [$long; 21], live s3..=s6;
                buffer e: [$byte; 59], live s4..=s7;
                buffer f: [$half; 140], live s5..=s6;
                buffer g: [$single; 11], live s0..=s7;
                buffer h: [$long; 40], live s6..=s7;
                buffer i: [$byte; 1], live s2..=s5;
                step s0; step s1; step s2; step s3; step s4; step s5; step s6; step s7;
            }
        }
    };
}
both!(a_ring, ring, [A B C D E F G H I], [Ram], 1032);

// The larger buffer would be in `fast` (80 bytes in total) if the smaller one did not have a larger weight.
macro_rules! weighted {
    ($byte:ident $half:ident $single:ident $long:ident) => {
        arena_plan::arena_plan! {
            pub mod plan {
                #![effort = fast]
                bank fast { capacity: 64 }
                bank slow { capacity: 64, align: 32 }
                buffer frame: [$byte; 48], live mix;
                buffer state: [$byte; 32], weight 49, live mix..=store;
                step mix;
                step store;
            }
        }
    };
}

both!(weights, weighted, [Frame State], [Fast Slow], 96);
