//! First fit of many buffers, for which the planner has an index: the kernel's layouts, a limit, and invalid buffers.

#![allow(clippy::cast_possible_truncation, reason = "generated figures are small")]

use crate::support::{kernel_fit, kernel_portfolio};
use arena_plan_core::kernel::first_fit::Fit;
use arena_plan_core::kernel::order::Order;
use arena_plan_core::kernel::portfolio::ORDERS;
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::{Effort, Options, Progress, Watch, plan, plan_watched};
use core::sync::atomic::{AtomicBool, Ordering};

const LISTS: [[u16; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// SplitMix64.
struct Random(u64);

impl Random {
    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((value ^ (value >> 31)) >> 32) * n) >> 32
    }
}

/// Buffers of mixed lifetimes, alignments and banks; some that stay long, some whose place is decided.
fn mixed(seed: u64, count: u32, life: u64) -> Vec<Buffer<'static>> {
    let mut random = Random(seed);
    let mut pick = |n: u64| random.below(n) as u32;
    let mut buffers = Vec::new();
    for rank in 0..count {
        let first = pick(4_000_000) / 1000 * 1000;
        let life = if rank % 200 == 0 { pick(4_000_000) } else { pick(life) };
        let allowed = &LISTS[pick(6) as usize][..1 + pick(3) as usize];
        let size = 1 + u64::from(pick(900));
        buffers.push(Buffer::new(size, 1 << pick(6), first, first + life, allowed).with_rank(rank));
    }
    for rank in count..count + 40 {
        // Fixed ones may overlap each other.
        let (first, offset) = (pick(4_000_000), u64::from(pick(2_000)));
        let allowed = &LISTS[pick(6) as usize][..1];
        let buffer = Buffer::new(200, 1, first, first + pick(9_000), allowed);
        buffers.push(buffer.with_fixed(offset).with_rank(rank));
    }
    buffers
}

fn banks(room: u64) -> [Bank; 3] {
    [Bank::new(room), Bank::new(room / 2).with_align(16), Bank::new(room).with_reserve(64)]
}

fn in_order(order: Order) -> Options {
    Options { order: Some(order), ..Options::default() }
}

#[test]
fn layouts_match_the_kernel() {
    let fast = Options { effort: Effort::Fast, ..Options::default() };
    for (seed, life, room) in
        [(1, 9_000, 5_000), (8, 60_000, 10_500), (3, 60_000, 1 << 30), (4, 4_000_000, 90_000)]
    {
        let (banks, buffers) = (banks(room), mixed(seed, 3_000, life));
        for order in ORDERS {
            let found = plan(&banks, &buffers, &in_order(order));
            let (expected, fit) = kernel_fit(&banks, &buffers, order);
            assert!(found.placements == expected && found.fits == (fit == Fit::All), "{seed} {order:?}");
        }
        let found = plan(&banks, &buffers, &fast);
        let (expected, outcome) = kernel_portfolio(&banks, &buffers);
        assert!(found.placements == expected, "{seed}");
        assert_eq!(found.stats.fits, u64::from(outcome.fits));
        // One of them fits only in the roomiest banks, in the second order there.
        assert_eq!(found.stats.fits == 7 && found.fits, seed == 8);
    }
}

#[test]
fn what_comes_after_a_cancellation_is_stacked_without_overlaps() {
    let banks = [Bank::new(9_000), Bank::new(5_000).with_align(16), Bank::new(9_000)];
    let mut buffers = mixed(5, 8_000, 4_000_000);
    buffers.retain(|buffer| buffer.fixed.is_none());
    let cancel = AtomicBool::new(false);
    // Reports come once in a million units of work. A cancellation cannot be revoked.
    let mut work = Vec::new();
    let mut hear = |progress: &Progress| {
        work.push(progress.work >> 20);
        cancel.store(work.len() == 1, Ordering::Relaxed);
    };
    let mut watch = Watch { cancel: Some(&cancel), progress: Some(&mut hear) };
    let short = plan_watched(&banks, &buffers, &in_order(Order::Base), &mut watch);
    assert_eq!(work, [1u64]);
    let mut count = 0;
    let mut watch = Watch {
        cancel: None,
        progress: Some(&mut |progress: &Progress| {
            count += 1;
            assert!(progress.work >= count << 20 && progress.work < (count + 1) << 20);
        }),
    };
    let whole = plan_watched(&banks, &buffers, &in_order(Order::Base), &mut watch);
    assert!(count >= 2, "{count}");
    let same = short.placements.iter().zip(&whole.placements).filter(|(a, b)| a == b).count();
    assert!(same > 1_000 && same < buffers.len() && !short.fits, "{same} of {}", buffers.len());
    for (i, a) in buffers.iter().enumerate() {
        for (j, b) in buffers.iter().enumerate().take(i) {
            let (x, y) = (short.placements[i], short.placements[j]);
            let shared = x.bank == y.bank && x.offset < y.offset + b.size && y.offset < x.offset + a.size;
            assert!(!(a.overlaps(b) && shared), "{i} {j}");
        }
    }
}

#[test]
fn invalid_buffers_among_many_give_what_the_kernel_gives() {
    let banks = [Bank::new(64)];
    let sound = Buffer::new(8, 1, 0, 1, &[0]);
    let faulty = [
        Buffer { size: 1 << 62, ..sound },
        Buffer { size: u64::MAX, ..sound },
        Buffer { banks: &[], ..sound },
    ];
    for buffer in faulty {
        let mut buffers = vec![sound; 2_100];
        buffers[7] = buffer;
        let (expected, fit) = kernel_fit(&banks, &buffers, Order::Base);
        let found = plan(&banks, &buffers, &in_order(Order::Base));
        assert!(found.placements == expected && fit != Fit::All && !found.fits, "{buffer:?}");
    }
}
