//! The proofs about buffers for DMA fail where they must.

extern crate std;

use std::panic::catch_unwind;
use std::string::String;

use super::{Bank, Buffer, Place, Places, check_parts, in_lines, prove_reach};
use crate::figures::{TypeBytes, slots};

const BANKS: [Bank; 2] = [Bank::new(256).without_dma(), Bank::new(256).with_cache_line(32)];
const BUFFERS: [Buffer<'static>; 2] =
    [Buffer::new(40, 1, 0, 0, &[0, 1]).with_dma(32), Buffer::new(4, 4, 0, 0, &[0, 1])];

const fn place(bank: u16, offset: usize) -> Place {
    Place { bank, offset, align: 4, line: 1, address: core::ptr::null_mut() }
}

const PLACES: [Place; 2] = in_lines([place(1, 0), place(1, 64)], &BANKS, &BUFFERS);

fn text(check: impl Fn() + std::panic::UnwindSafe) -> String {
    *catch_unwind(check).expect_err("a failure").downcast().expect("a formatted text")
}

/// The verifier sees the lines of the bank in which the buffer is, whatever size the planner had for it.
#[test]
fn a_slot_for_dma_is_its_cache_lines() {
    let types = [TypeBytes { size: 40, align: 1 }, TypeBytes { size: 4, align: 4 }];
    let found = slots(&types, &PLACES);
    assert_eq!((found[0].size, found[0].align), (64, 32));
    assert_eq!((found[1].size, found[1].align), (4, 4));
    let uncached = slots(&types, &in_lines([place(0, 0), place(0, 64)], &BANKS, &BUFFERS));
    assert_eq!((uncached[0].size, uncached[0].align), (40, 4));
}

#[test]
fn a_bank_out_of_reach_is_a_defect() {
    let names = (&["frame", "status"], &["dtcm", "sram"]);
    prove_reach(names.0, names.1, &None, &BANKS, &BUFFERS, &PLACES);
    let wrong = || prove_reach(names.0, names.1, &None, &BANKS, &BUFFERS, &[place(0, 0), place(0, 64)]);
    assert_eq!(
        text(wrong),
        "buffer `frame` is for DMA, and is in bank `dtcm`, which bus masters do not reach; the plan does not verify, which \
         is a defect of arena-plan: please report it [not-reachable]"
    );
}

struct Plan;

impl Places for Plan {
    const PLACES: &'static [Place] = &PLACES;
}

#[test]
fn two_parts_in_one_line_are_refused() {
    check_parts::<Plan>(0, 32, 2);
    check_parts::<Plan>(0, 20, 1);
    check_parts::<Plan>(1, 2, 2);
    assert_eq!(
        text(|| check_parts::<Plan>(0, 20, 2)),
        "a part of this buffer has 20 bytes, no multiple of the cache line of its bank, 32, so that two parts would share a \
         line, and the buffer is for DMA: give each element 32 bytes [shared-cache-line]"
    );
}
