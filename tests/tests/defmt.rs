//! The output of plans, findings, steps and handles in a `defmt` log, on the host: a logger that keeps the bytes.
//!
//! A format string is a number in the stream; strings are written with their length and figures in little endian, in
//! the order of the fields, so the bytes can be read without a decoder.

use arena_plan::arena_plan;
use arena_plan_core::kernel::fault::{Fault, Sought};
use arena_plan_core::kernel::verify::Violation;
use arena_plan_core::model::Placement;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The bytes of this test's thread.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Frames that have begun and not ended.
    static OPEN: Cell<i32> = const { Cell::new(0) };
}

#[defmt::global_logger]
struct Kept;

// SAFETY: each thread has its own bytes, so nothing is acquired twice at the same time.
unsafe impl defmt::Logger for Kept {
    fn acquire() {
        OPEN.set(OPEN.get() + 1);
    }
    unsafe fn flush() {}
    unsafe fn release() {
        OPEN.set(OPEN.get() - 1);
    }
    unsafe fn write(bytes: &[u8]) {
        BYTES.with_borrow_mut(|kept| kept.extend_from_slice(bytes));
    }
}

defmt::timestamp!("{=u8}", 0);

/// The bytes of one record.
fn log(value: impl defmt::Format) -> Vec<u8> {
    defmt::println!("{}", value);
    assert_eq!(OPEN.get(), 0);
    BYTES.take()
}

/// A string as in a record.
fn text(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).expect("short").to_le_bytes();
    [&length, text.as_bytes()].concat()
}

/// Figures of 64 bits as in a record.
fn figures(figures: &[u64]) -> Vec<u8> {
    figures.iter().flat_map(|figure| figure.to_le_bytes()).collect()
}

/// Whether `record` contains `parts` in this order.
#[track_caller]
fn assert_holds(record: &[u8], parts: &[Vec<u8>]) {
    let mut rest = record;
    for part in parts {
        let at = rest.windows(part.len()).position(|window| window == part);
        let at = at.unwrap_or_else(|| panic!("no {part:?} in the rest of {record:?}"));
        rest = &rest[at + part.len()..];
    }
}

arena_plan! {
    mod blink {
        bank ram { capacity: 1 KiB, reserve: 100 }
        buffer raw: [u16; 256];
        buffer mean: u32, retain;
        step sample() -> raw;
        step average(raw) -> mean;
    }
}

#[test]
fn a_plan_logs_its_rows() {
    let record = log(blink::PLAN);
    assert_holds(
        &record,
        &[
            text("blink"),
            // Capacity, reserve, alignment, cache line, whether bus masters reach it, high-water mark and bytes.
            [text("ram"), figures(&[1024, 100, 1, 1]), vec![1], figures(&[516, 516])].concat(),
            // Bank (16 bits), offset, bytes, padding, alignment, first and last step (32 bits each).
            [text("raw"), vec![0, 0], figures(&[0, 512, 0, 2]), vec![0, 0, 0, 0, 1, 0, 0, 0]].concat(),
            [text("mean"), vec![0, 0], figures(&[512, 4, 0, 4]), vec![1, 0, 0, 0, 1, 0, 0, 0]].concat(),
            text("sample"),
            text("average"),
        ],
    );
}

#[test]
fn steps_and_handles_log_their_names() {
    let sample = blink::take().expect("no other test takes this arena");
    assert_holds(&log(&sample), &[text("sample")]);
    let handle = log(&sample.raw);
    assert_holds(&handle, &[text(std::any::type_name::<blink::buf::Raw>())]);
    let any = blink::Any::from(sample.next());
    assert_holds(&log(&any), &[text("average")]);
    any.release();
}

#[test]
fn findings_log_their_figures() {
    let placement = Placement { bank: 3, offset: 4096 };
    let record = log(Fault::NotFound { buffer: 7, placement, sought: Sought::Search });
    assert_holds(&record, &[vec![7, 0, 0, 0], [vec![3, 0], figures(&[4096])].concat()]);
    let overlap = Violation::Overlap { slot: 1, other: 2, set: 9 };
    let record = log(overlap);
    let size = |figure: u32| figure.to_le_bytes().to_vec();
    assert_holds(&record, &[[size(1), size(2), size(9)].concat()]);
}

#[test]
fn what_persists_logs_its_name() {
    arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            persistent state: u32;
            persistent frames: u32, detached;
            step a(mut state);
        }
    }
    let (a, detached) = m::take().expect("the arena is free");
    assert_holds(&log(&a.kept), &[text("Kept")]);
    assert_holds(&log(&detached), &[text("Detached")]);
    assert_holds(&log(m::Any::from(a)), &[text("a")]);
}

#[test]
fn a_plan_in_a_pool_and_its_lease_log_their_names() {
    arena_plan::arena_pool! { mod scratch for m; }
    arena_plan! {
        mod m {
            bank work { capacity: 64, storage: shared(scratch) }
            buffer x: u32;
            step a() -> x;
            step b(x);
        }
    }
    let lease = scratch::take().expect("nobody has it");
    assert_holds(&log(&lease), &[text(std::any::type_name::<scratch::Pool>())]);
    let idle = m::take().expect("the arena is free");
    assert_holds(&log(&idle), &[text("idle")]);
    let (idle, _) = m::Any::from(idle.start(lease)).next().stop();
    idle.release();
}
