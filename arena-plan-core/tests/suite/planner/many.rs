//! Very many buffers: a fit for each segment of time if lifetimes are short, one lowest-first placement if they are long.

#![allow(clippy::cast_possible_truncation, reason = "generated figures are small")]

use crate::support::{Random, buffers, sweep};
use arena_plan_core::kernel::order::Order;
use arena_plan_core::model::Bank;
use arena_plan_core::planner::exact::Item;
use arena_plan_core::planner::{Effort, Options, Plan, Watch, plan_watched};
use core::sync::atomic::AtomicBool;

/// Number of buffers from which on the fast effort plans segment by segment.
const MANY: u64 = 100_000;

/// Buffers that come and go within `life` steps, some that stay long, and some whose place is decided.
fn mixed(seed: u64, life: u64) -> Vec<Item> {
    let mut random = Random::new(seed);
    let mut items = Vec::new();
    for rank in 0..MANY {
        let first = random.below(MANY) as u32;
        let last = first + random.below(if rank % 5_000 == 0 { MANY } else { life }) as u32;
        let item = Item::new(1 + random.below(4_096), first, last);
        items.push(Item { align: 1 << random.below(5), rank: rank as u32, ..item });
    }
    for k in 0..20 {
        items
            .push(Item { fixed: Some(random.below(100) * 16), ..Item::new(640, k * 5_000, k * 5_000 + 200) });
    }
    items
}

fn planned(items: &[Item], options: Options, is_cancelled: bool) -> Plan {
    let cancel = AtomicBool::new(is_cancelled);
    let mut watch = Watch { cancel: Some(&cancel), ..Watch::default() };
    let plan = plan_watched(&[Bank::new(1 << 40)], &buffers(items), &options, &mut watch);
    let offsets: Vec<u64> = plan.placements.iter().map(|p| p.offset).collect();
    sweep(items, &offsets, plan.high_water[0]).expect("a valid layout");
    plan
}

#[test]
fn segments_beat_first_fit_and_a_cancelled_plan_has_one_fit_of_each() {
    let items = mixed(1, 120);
    let fast = planned(&items, Options { effort: Effort::Fast, ..Options::default() }, false);
    let base = planned(&items, Options { order: Some(Order::Base), ..Options::default() }, false);
    assert!(fast.high_water < base.high_water, "{:?} {:?}", fast.high_water, base.high_water);
    let cancelled = planned(&items, Options::default(), true);
    assert!(cancelled.placements == fast.placements);
    assert_eq!((cancelled.stats.fits, cancelled.stats), (221, fast.stats));
}

#[test]
fn lifetimes_as_long_as_the_schedule_have_no_segments() {
    let mut random = Random::new(2);
    let mut lives = || (random.below(50) as u32, 50 + random.below(50) as u32);
    let items: Vec<Item> = (0..MANY).map(|size| Item::new(1 + size % 4_096, lives().0, lives().1)).collect();
    let plan = planned(&items, Options { effort: Effort::Fast, ..Options::default() }, false);
    assert_eq!((plan.stats.fits, plan.high_water[0] * 100 / plan.bound[0]), (1, 100));
}
