//! Banks whose memory is not a static of the plan: given by the application, and between two symbols.

use std::mem::MaybeUninit;

use arena_plan::{BindError, Buf, TakeError};

/// Memory of the test's own, aligned to `ALIGN` and `offset` bytes behind that.
fn region(bytes: usize, offset: usize) -> &'static mut [MaybeUninit<u8>] {
    #[derive(Clone, Copy)]
    #[repr(align(64))]
    struct Line(#[expect(dead_code, reason = "bytes")] [u8; 64]);
    let lines = Vec::leak(vec![Line([0xEE; 64]); (bytes + offset).div_ceil(64) + 1]);
    let bytes_of = lines.len() * 64;
    // SAFETY: the lines are 64 bytes each, and nothing else uses them.
    let all =
        unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes_of) };
    &mut all[offset..offset + bytes]
}

/// Two banks of the application's and one of the plan's. The macro knows every size, or only rustc does.
macro_rules! lent {
    ($name:ident, $byte:ident) => {
        arena_plan::arena_plan! {
            pub mod $name {
                /// Fast.
                bank fast { capacity: 256, align: 32, storage: caller, dma: no }
                bank wide { capacity: 1 KiB, cache_line: 32, storage: caller }
                bank own { capacity: 64 }

                buffer x: [$byte; 64] in fast;
                buffer y: [u32; 8] in fast | own;
                buffer frame: [$byte; 40] in wide, dma, retain;
                buffer word: u16 in own, retain = 7;

                step a() -> x;
                step b(x) -> y;
                step c(y) -> (frame, word);
            }
        }
    };
}

lent!(native, i8);

mod aliased {
    type Byte = i8;
    lent!(constant, Byte);
}
use aliased::constant;

macro_rules! regions {
    ($plan:ident, $fast:expr, $wide:expr) => {
        $plan::Regions { fast: $fast, wide: $wide }
    };
}

macro_rules! runs {
    ($plan:ident) => {{
        assert_eq!(($plan::bank::Fast::ALIGN, $plan::bank::Wide::ALIGN), (32, 32));
        assert_eq!($plan::bank::Wide::BYTES, 64, "whole cache lines");
        let needed = $plan::bank::Fast::BYTES;
        assert_eq!(needed, 64 + 32);

        // Nothing is bound.
        assert!($plan::audit().holds(), "{}", $plan::audit());

        // Each mistake is named, and the memory comes back.
        let short = regions!($plan, region(needed - 1, 0), region(64, 0));
        let (error, $plan::Regions { fast, wide }) = $plan::bind(short).unwrap_err();
        assert_eq!(error, BindError::Undersized { bank: "fast", bytes: needed - 1, needed });
        assert_eq!((fast.len(), wide.len()), (needed - 1, 64));
        let odd = regions!($plan, region(needed, 0), region(80, 4));
        let (error, odd) = $plan::bind(odd).unwrap_err();
        assert_eq!(error, BindError::Misaligned { bank: "wide", align: 32 });
        assert_eq!(
            error.to_string(),
            "bank `wide` has to begin at a multiple of 32, and its memory does not"
        );
        assert_eq!(format!("{odd:?}"), format!("Regions {{ fast: {needed} bytes, wide: 80 bytes }}"));

        let (fast, wide) = (region(needed + 5, 0), region(96, 0));
        let (at, to) = (fast.as_ptr(), wide.as_ptr());
        let mut regions = regions!($plan, fast, wide);
        for round in 1..4_u8 {
            let mut a = $plan::bind(regions).expect("it suffices");
            assert_eq!(*a.x, [0; 64], "filled with zeros");
            assert_eq!(Buf::as_ptr(&a.x).addr() - at.addr(), $plan::buf::X::OFFSET);
            assert!($plan::audit().holds(), "{}", $plan::audit());
            let taken = $plan::bind(regions!($plan, region(needed, 0), region(64, 0))).unwrap_err();
            assert_eq!(taken.0, BindError::Taken);
            a.x.fill(round.cast_signed());
            let mut b = a.next();
            let $plan::BIo { x, y } = b.io();
            y.fill(u32::from(x[63].unsigned_abs()) * 2);
            let mut c = b.next();
            assert_eq!(*c.word, 7);
            let $plan::CIo { y, frame, .. } = c.io();
            frame.fill(y[7] as i8);
            assert_eq!(c.frame.as_ptr().addr(), to.addr());
            // Whatever the step is, it gives the memory back.
            regions = match round {
                1 => c.release(),
                2 => $plan::Any::from(c).release(),
                _ => c.next().next().release(),
            };
            assert_eq!((regions.fast.as_ptr(), regions.wide.as_ptr()), (at, to));
            assert_eq!((regions.fast.len(), regions.wide.len()), (needed + 5, 96));
            // SAFETY: `bind` has filled it and buffers have written it.
            assert_eq!(unsafe { regions.wide[39].assume_init() }, round * 2);
            // SAFETY: as the test's memory was at first.
            assert_eq!(unsafe { regions.fast[needed + 4].assume_init() }, 0xEE, "not the plan's");
            assert!($plan::audit().holds());
        }

        let rows: Vec<(&str, arena_plan::Storage<&str>)> =
            $plan::PLAN.banks.iter().map(|bank| (bank.name, bank.storage)).collect();
        use arena_plan::Storage::{Caller, Static};
        assert_eq!(rows, [("fast", Caller), ("wide", Caller), ("own", Static)]);
    }};
}

#[test]
fn the_application_gives_memory_natively() {
    runs!(native);
}

#[test]
fn the_application_gives_memory_in_const_evaluation() {
    runs!(constant);
}

mod state {
    arena_plan::arena_plan! {
        pub mod state {
            bank ram { capacity: 1 KiB, align: 8, storage: caller }
            bank flash { capacity: 1 KiB, read_only }
            constant weights: [u16; 8] in flash -> ram = [1, 2, 3, 4, 5, 6, 7, 8];
            persistent frames: [[i16; 8]; 2], detached;
            persistent sum: u32;
            persistent log: std::rc::Rc<u8> = std::rc::Rc::new(5);
            buffer x: [u16; 8];
            step load() -> x;
            step dense(x, weights, mut sum, log);
        }
    }
}

/// Everything that `take()` would give, and all ways to give the memory back.
#[test]
fn state_and_staged_constants_are_in_memory_of_the_application() {
    use self::state::state::{self, Any, DenseIo, Detached, Regions};
    let memory = region(state::bank::Ram::BYTES, 0);
    let at = memory.as_ptr();
    let (cold, detached) = state::bind(Regions { ram: memory }).expect("it suffices");
    let regions = cold.release(detached);
    let (cold, Detached { frames }) = state::bind(regions).expect("it is free again");
    assert!((at.addr()..at.addr() + state::bank::Ram::BYTES).contains(&frames.as_ptr().addr()));
    let [mut ping, pong] = Buf::split(frames);
    ping.fill(9);
    let mut load = cold.hydrate();
    load.x.fill(10);
    let mut dense = load.next();
    let DenseIo { x, weights, sum, log } = dense.io();
    *sum += x.iter().zip(weights).map(|(x, w)| u32::from(x * w)).sum::<u32>() + u32::from(**log);
    assert_eq!(*dense.kept.sum, 365);
    let log = std::rc::Rc::clone(&dense.kept.log);
    let frames = Buf::join([pong, ping]);
    let regions = Any::from(dense.restart()).release(Detached { frames });
    assert_eq!(std::rc::Rc::strong_count(&log), 1, "dropped before the memory is given back");
    assert_eq!(regions.ram.as_ptr(), at);
}

mod turns {
    arena_plan::arena_pool! { pub mod scratch for wake; }

    arena_plan::arena_plan! {
        pub mod wake {
            bank work { capacity: 64, storage: shared(self::scratch) }
            bank ram { capacity: 64, storage: caller }
            persistent runs: u32 in ram;
            buffer x: [u8; 16] in work;
            step hear(mut runs) -> x;
            step score(x);
        }
    }
}

/// State in memory of the application, the rest in a pool.
#[test]
fn a_plan_may_be_in_a_pool_and_in_memory_of_the_application() {
    use turns::{scratch, wake};
    let memory = region(4, 0);
    let at = memory.as_ptr();
    let mut lease = scratch::take().expect("it is free");
    let mut idle = wake::bind(wake::Regions { ram: memory }).expect("it suffices");
    for round in 1..3 {
        let mut hear = idle.start(lease);
        *hear.io().runs += 1;
        assert!(wake::audit().holds(), "{}", wake::audit());
        (idle, lease) = hear.next().stop();
        assert_eq!(*idle.kept.runs, round);
    }
    assert_eq!(idle.release().ram.as_ptr(), at);
    scratch::release(lease);
}

/// A step that was lost: the plan goes on in the memory that is still bound.
#[test]
fn steal_goes_on_in_bound_memory() {
    arena_plan::arena_plan! {
        mod m {
            bank ram { capacity: 64, storage: caller }
            buffer x: u32;
            step a() -> x;
            step b(x);
        }
    }
    let memory = region(64, 0);
    let at = memory.as_ptr();
    drop(m::bind(m::Regions { ram: memory }).expect("it suffices"));
    assert_eq!(m::bind(m::Regions { ram: region(64, 0) }).unwrap_err().0, BindError::Taken);
    // SAFETY: memory is bound, and no handle exists.
    let a = unsafe { m::steal() };
    assert_eq!(a.release().ram.as_ptr(), at);
}

/// One memory after another: addresses are those of what is bound.
#[test]
fn another_memory_can_be_bound() {
    arena_plan::arena_plan! {
        mod m {
            bank ram { capacity: 64, storage: caller }
            buffer x: [u8; 16];
            step a() -> x;
            step b(x);
        }
    }
    let (first, second) = (region(16, 0), region(16, 0));
    let mut a = m::bind(m::Regions { ram: first }).expect("it suffices");
    a.x.fill(1);
    let first = a.release().ram;
    let mut a = m::bind(m::Regions { ram: second }).expect("it suffices");
    assert_eq!(*a.x, [0; 16]);
    a.x.fill(2);
    // SAFETY: a buffer has written it.
    let read = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() };
    assert!(first.iter().map(read).eq([1; 16]));
    assert!(a.release().ram.iter().map(read).eq([2; 16]));
}

/// What a linker script does on a target: symbols around memory, here of the test program.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod linked {
    use super::{Buf, TakeError};

    macro_rules! symbols {
        ($name:literal, $offset:literal, $bytes:literal) => {
            std::arch::global_asm!(
                ".pushsection .bss",
                ".balign 64",
                concat!(".skip ", $offset),
                concat!(".globl ", $name, "_start"),
                concat!(".globl ", $name, "_end"),
                concat!($name, "_start: .skip ", $bytes),
                concat!($name, "_end:"),
                ".popsection",
            );
        };
    }
    symbols!("fits", 0, 96);
    symbols!("short", 0, 80);
    symbols!("odd", 4, 96);
    symbols!("native", 0, 96);

    /// 96 bytes at multiples of 16. Only rustc knows the size of `Byte`.
    macro_rules! plan {
        ($name:ident, $byte:ident, $start:ident, $end:ident) => {
            arena_plan::arena_plan! {
                pub mod $name {
                    bank sram { capacity: 128, align: 16, storage: unsafe linker($start, $end) }
                    bank own { capacity: 64 }
                    persistent sum: u64 in own;
                    buffer x: [$byte; 64] in sram;
                    buffer y: [u32; 8] in sram, retain;
                    step a() -> x;
                    step b(x, mut sum) -> y;
                }
            }
        };
    }
    type Byte = u8;
    plan!(fits, Byte, fits_start, fits_end);
    plan!(native, u8, native_start, native_end);
    plan!(short, Byte, short_start, short_end);
    plan!(odd, u8, odd_start, odd_end);

    macro_rules! fits {
        ($plan:ident) => {{
            assert!($plan::audit().holds(), "{}", $plan::audit());
            for round in 1..3_u8 {
                let mut a = $plan::take().expect("it suffices");
                assert_eq!(*a.x, [0; 64]);
                assert_eq!($plan::take().unwrap_err(), TakeError::Taken);
                a.x.fill(round);
                let mut b = a.next();
                let $plan::BIo { x, sum, y } = b.io();
                *sum += u64::from(x[0]);
                y.fill(u32::from(x[63]));
                assert_eq!(*b.y, [u32::from(round); 8]);
                let distance = Buf::as_ptr(&b.y).addr() - Buf::as_ptr(&b.x).addr();
                assert_eq!(distance, 64);
                assert_eq!(Buf::as_ptr(&b.x).addr() % 64, 0, "where the symbol is");
                b.release();
            }
        }};
    }

    #[test]
    fn memory_between_symbols() {
        fits!(fits);
        fits!(native);
        let storage = fits::PLAN.banks[0].storage;
        assert_eq!(storage, arena_plan::Storage::Linker { start: "fits_start", end: "fits_end" });
    }

    #[test]
    fn memory_between_symbols_that_does_not_suffice() {
        let error = short::take().unwrap_err();
        assert_eq!(error, TakeError::Undersized { bank: "sram", bytes: 80, needed: 96 });
        assert_eq!(error.to_string(), "bank `sram` needs 96 bytes, and its memory has 80");
        assert_eq!(odd::take().unwrap_err(), TakeError::Misaligned { bank: "sram", align: 16 });
        assert!(!odd::audit().holds(), "the address is seen when the program runs");
    }
}

/// A plan that cannot run.
#[test]
#[expect(deprecated, reason = "it warns of the draft")]
fn a_draft_is_printed() {
    arena_plan::arena_plan! {
        mod m {
            #![draft]
            bank ram { capacity: 8, storage: caller }
            bank sram { capacity: 8, storage: unsafe linker(_nowhere_start, _nowhere_end) }
            buffer x: [u8; 16] in ram;
            buffer y: [u8; 16] in sram;
            step a() -> (x, y);
            step b(x, y);
        }
    }
    assert!(m::PLAN.to_string().contains("the application's"), "{}", m::PLAN);
    assert!(m::PLAN.to_string().contains("_nowhere_start"), "{}", m::PLAN);
}
