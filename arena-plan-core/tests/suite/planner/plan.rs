//! Plans for one bank: what they claim, against brute force and a sweep.

#![allow(clippy::cast_possible_truncation, reason = "generated figures are small")]

use crate::support::{
    Random, brute_force, buffers, chain, constrain, kernel_portfolio, load, mirrored, scatter, sweep,
};
use arena_plan_core::kernel::first_fit::{Spot, Spots};
use arena_plan_core::kernel::order::{Key, Order};
use arena_plan_core::kernel::portfolio::{self, ORDERS, Scratch};
use arena_plan_core::model::{Bank, Buffer, Placement};
use arena_plan_core::planner::exact::Item;
use arena_plan_core::planner::{Effort, Options, Plan, Status, Strategy, Watch, plan, plan_watched};
use core::sync::atomic::AtomicBool;

fn with(effort: Effort) -> Options {
    Options { effort, ..Options::default() }
}

fn offsets(plan: &Plan) -> Vec<u64> {
    plan.placements.iter().map(|p| p.offset).collect()
}

/// A small random problem, with alignments and fixed positions in half of the cases.
fn problem(seed: u64) -> Vec<Item> {
    let random = &mut Random::new(seed);
    let bytes = 8 + random.below(8);
    let mut items = if seed % 3 == 0 { scatter(random, 7, 6, 9) } else { chain(random, bytes, 9) };
    if seed % 2 == 0 {
        let room = load(&items) + 2;
        constrain(random, &mut items, room);
    }
    items
}

#[test]
fn statuses_agree_with_brute_force() {
    let mut seen = [0u32; 5];
    for seed in 0..120 {
        let items = problem(seed);
        let best = brute_force(&items);
        for room in [load(&items) - 1, load(&items), load(&items) + 1, load(&items) + 30] {
            let plan = plan(&[Bank::new(room)], &buffers(&items), &with(Effort::Thorough));
            let peak = plan.high_water[0];
            if best.is_some() {
                sweep(&items, &offsets(&plan), peak).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            }
            assert_eq!(plan.fits, peak <= room);
            assert!(best.is_none_or(|best| plan.bound[0] <= best && best <= peak), "seed {seed}: {plan:?}");
            let kind = match plan.status {
                Status::OptimalBound => 0,
                Status::OptimalSearch => 1,
                Status::InfeasibleBound { .. } | Status::InfeasiblePacking { .. } => 2,
                Status::InfeasibleSearch => 3,
                Status::Feasible { .. } | Status::NotFound => panic!("seed {seed}: {plan:?}"),
            };
            seen[kind] += 1;
            match (best, kind) {
                (Some(best), 0 | 1) => assert_eq!(peak, best, "seed {seed}: {plan:?}"),
                (best, _) => assert!(best.is_none_or(|b| b > room), "seed {seed}: {plan:?}"),
            }
        }
    }
    assert!(seen[..4].iter().all(|&n| n >= 3), "{seen:?}");
}

#[test]
fn the_bound_status_names_a_step_and_buffers_that_exceed_the_room() {
    let all =
        [Buffer::new(60, 4, 0, 4, &[0]), Buffer::new(50, 4, 3, 9, &[0]), Buffer::new(70, 4, 7, 9, &[0])];
    let plan = plan(&[Bank::new(100)], &all, &Options::default());
    assert_eq!(plan.status.to_string(), "infeasible (bound: step 9, buffers 1, 2)");
    assert_eq!((plan.fits, plan.high_water[0]), (false, 122));
    let pinned = [Buffer::new(60, 4, 0, 4, &[0]).with_fixed(64)];
    let plan = arena_plan_core::planner::plan(&[Bank::new(100)], &pinned, &Options::default());
    assert_eq!(plan.status.to_string(), "infeasible (bound: step 0, buffer 0)");
    let clash = [Buffer::new(8, 4, 0, 4, &[0]).with_fixed(0), Buffer::new(8, 4, 4, 5, &[0]).with_fixed(4)];
    let plan = arena_plan_core::planner::plan(&[Bank::new(100)], &clash, &Options::default());
    assert_eq!(plan.status.to_string(), "infeasible (bound: step 4, buffers 0, 1)");
}

#[test]
fn the_fast_tier_is_the_kernels_portfolio() {
    for seed in 0..100 {
        let random = &mut Random::new(seed);
        let mut items = scatter(random, 40, 20, 100);
        let room = 1 + random.below(600);
        constrain(random, &mut items, room);
        let all = buffers(&items);
        let native = plan(&[Bank::new(room)], &all, &with(Effort::Fast));
        // The kernel keeps overlapping fixed positions as they are; so does the planner.
        let (best, _) = kernel_portfolio(&[Bank::new(room)], &all);
        assert_eq!(native.placements, best, "seed {seed}");
    }
}

const ALL: [Buffer<'static>; 6] = [
    Buffer::new(24, 8, 0, 2, &[0]).with_rank(3),
    Buffer::new(17, 1, 1, 4, &[0]).with_rank(1),
    Buffer::new(40, 16, 2, 3, &[0]).with_rank(0),
    Buffer::new(8, 4, 0, 5, &[0]).with_rank(5),
    Buffer::new(30, 2, 4, 5, &[0]).with_rank(2),
    Buffer::new(5, 1, 3, 3, &[0]).with_rank(4),
];

/// The portfolio in const evaluation.
const EVALUATED: ([Placement; 6], u64) = {
    let mut best = [Placement { bank: 0, offset: 0 }; 6];
    let mut loads = [0; 6];
    portfolio::loads_by_step(&ALL, &mut [0; 12], &mut loads);
    let mut scratch = Scratch {
        trial: &mut [Placement { bank: 0, offset: 0 }; 6],
        order: &mut [0; 6],
        keys: [&mut [Key::EMPTY; 6], &mut [Key::EMPTY; 6]],
        spots: Spots { heads: &mut [0; 1], list: &mut [Spot::EMPTY; 6] },
        load: &loads,
    };
    let outcome = portfolio::plan(&[Bank::new(256)], &ALL, 0, ORDERS.len(), &mut best, &mut scratch);
    (best, outcome.score.total)
};

#[test]
fn const_evaluation_gives_the_native_layout() {
    let native = plan(&[Bank::new(256)], &ALL, &with(Effort::Fast));
    assert_eq!(native.placements, EVALUATED.0);
    assert_eq!(native.high_water[0], EVALUATED.1);
    let base = plan(&[Bank::new(256)], &ALL, &Options { order: Some(Order::Base), ..Options::default() });
    assert_eq!((native.high_water[0], base.high_water[0]), (92, 92));
}

#[test]
fn the_order_of_the_input_does_not_matter() {
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let items = chain(random, 60, 40);
        let all = buffers(&items);
        let mut turned: Vec<usize> = (0..all.len()).collect();
        for i in (1..turned.len()).rev() {
            turned.swap(i, random.below(i as u64 + 1) as usize);
        }
        let moved: Vec<Buffer<'_>> = turned.iter().map(|&i| all[i]).collect();
        let banks = [Bank::new(1000)];
        let (a, b) = (plan(&banks, &all, &Options::default()), plan(&banks, &moved, &Options::default()));
        for (at, &i) in turned.iter().enumerate() {
            assert_eq!(a.placements[i], b.placements[at], "seed {seed}");
        }
        assert_eq!((a.status, a.stats), (b.status, b.stats));
    }
}

#[test]
fn mirrored_time_has_the_same_optimum() {
    for seed in 0..60 {
        let items = chain(&mut Random::new(seed), 20, 24);
        let banks = [Bank::new(1000)];
        let a = plan(&banks, &buffers(&items), &with(Effort::Thorough));
        let b = plan(&banks, &buffers(&mirrored(&items)), &with(Effort::Thorough));
        assert!(a.status.is_final() && b.status.is_final());
        assert_eq!(a.high_water, b.high_water, "seed {seed}");
    }
}

#[test]
fn sequential_shares_no_bytes() {
    let items = scatter(&mut Random::new(1), 20, 9, 100);
    let options = Options { strategy: Strategy::Sequential, ..Options::default() };
    let plan = plan(&[Bank::new(10_000)], &buffers(&items), &options);
    let mut ranges: Vec<(u64, u64)> =
        items.iter().zip(&plan.placements).map(|(i, p)| (p.offset, p.offset + i.size)).collect();
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|w| w[0].1 <= w[1].0));
    assert_eq!(plan.high_water[0], items.iter().map(|i| i.size).sum::<u64>());
    assert_eq!(plan.status, Status::OptimalBound);
}

#[test]
fn a_spent_budget_is_never_reported_as_infeasible() {
    for seed in 0..200 {
        let items = chain(&mut Random::new(seed), 20, 24);
        for nodes in [0, 1, 7] {
            let options = Options { effort: Effort::Thorough, nodes: Some(nodes), ..Options::default() };
            let plan = plan(&[Bank::new(load(&items))], &buffers(&items), &options);
            sweep(&items, &offsets(&plan), plan.high_water[0]).expect("a valid layout");
            assert!(plan.stats.nodes <= nodes + 1);
            if plan.status == Status::InfeasibleSearch {
                assert!(brute_force(&items) > Some(load(&items)), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_watch_receives_progress_and_stops_the_search() {
    // A chain that takes the search more than a few hundred nodes.
    let items = chain(&mut Random::new(7), 3000, 120);
    let cancel = AtomicBool::new(false);
    let mut reports = 0;
    let mut hear = |progress: &arena_plan_core::planner::Progress| {
        assert!(progress.bound <= progress.target && progress.target < progress.best);
        reports += 1;
        if reports == 3 {
            cancel.store(true, core::sync::atomic::Ordering::Relaxed);
        }
    };
    let mut watch = Watch { cancel: Some(&cancel), progress: Some(&mut hear) };
    let plan = plan_watched(&[Bank::new(9000)], &buffers(&items), &with(Effort::Thorough), &mut watch);
    assert_eq!(reports, 3);
    assert!(matches!(plan.status, Status::Feasible { .. }));
    sweep(&items, &offsets(&plan), plan.high_water[0]).expect("a valid layout");
}

#[test]
fn the_planner_stops_at_the_target() {
    let items = chain(&mut Random::new(3), 3000, 60);
    let fast = plan(&[Bank::new(9000)], &buffers(&items), &with(Effort::Fast)).high_water[0];
    let options = Options { target: Some(fast), ..Options::default() };
    let stopped = plan(&[Bank::new(9000)], &buffers(&items), &options);
    assert!(stopped.high_water[0] <= fast && stopped.stats.nodes == 0);
    let options = Options { target: Some(2999), ..Options::default() };
    let below = plan(&[Bank::new(9000)], &buffers(&items), &options);
    assert!(matches!(below.status, Status::InfeasibleBound { .. }) && below.fits);
}

#[test]
fn sizes_beyond_the_arithmetic_still_give_a_plan() {
    let huge = [Buffer::new(1 << 62, 1, 0, 0, &[0]), Buffer::new(1 << 62, 1, 1, 1, &[0])];
    let plan = plan(&[Bank::new(1 << 63)], &huge, &Options::default());
    assert_eq!((plan.fits, plan.high_water[0]), (true, 1 << 62));
    let none = arena_plan_core::planner::plan(&[Bank::new(8)], &[], &Options::default());
    assert_eq!((none.fits, none.status), (true, Status::OptimalBound));
}
