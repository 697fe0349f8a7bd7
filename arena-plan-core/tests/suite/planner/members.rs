//! Members of a search: the same result on threads and one after another, and in every run.
//!
//! The figures here hold with and without the feature `parallel`; the project's checks run both.

#![allow(clippy::cast_possible_truncation, reason = "generated figures are small")]

use crate::support::{Random, brute_force, buffers, chain, load, sweep};
use arena_plan_core::model::Bank;
use arena_plan_core::planner::exact::Item;
use arena_plan_core::planner::{Effort, Options, Plan, Status, Watch, plan, plan_watched};
use core::sync::atomic::{AtomicBool, Ordering};

fn planned(items: &[Item], members: u32, nodes: u64) -> Plan {
    let options = Options { effort: Effort::Thorough, nodes: Some(nodes), members, ..Options::default() };
    let plan = plan(&[Bank::new(1 << 30)], &buffers(items), &options);
    let offsets: Vec<u64> = plan.placements.iter().map(|p| p.offset).collect();
    sweep(items, &offsets, plan.high_water[0]).expect("a valid layout");
    plan
}

/// Mixes the offsets of a layout into one number.
fn digest(plan: &Plan) -> u64 {
    plan.placements
        .iter()
        .fold(0, |sum, at| (sum ^ at.offset).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
}

/// A rectangle of 4096 steps and bytes cut in two repeatedly: full in every step, and hard to pack again.
fn tiling(seed: u64, pieces: usize) -> Vec<Item> {
    let random = &mut Random::new(seed);
    let mut items = vec![Item::new(4096, 0, 4095)];
    while items.len() < pieces {
        let piece = items.swap_remove(random.below(items.len() as u64) as usize);
        let steps = u64::from(piece.last - piece.first);
        if random.below(2) == 0 && steps > 0 {
            let end = piece.first + random.below(steps) as u32;
            items.push(Item { last: end, ..piece });
            items.push(Item { first: end + 1, ..piece });
        } else if piece.size > 1 {
            let low = 1 + random.below(piece.size - 1);
            items.push(Item { size: low, ..piece });
            items.push(Item { size: piece.size - low, ..piece });
        } else {
            items.push(piece);
        }
    }
    for (rank, item) in (0..).zip(&mut items) {
        item.rank = rank;
    }
    items
}

/// Seed and pieces of a tiling, the high-water mark, and for each number of members the nodes, tries and layout.
type Expected = (u64, usize, u64, [(u32, u64, u64, u64); 4]);

const EXPECTED: [Expected; 4] = [
    (
        1,
        300,
        4096,
        [
            (1, 4_286, 6, 0xa4e7c31b51f7be2c),
            (2, 7_486, 10, 0xa4e7c31b51f7be2c),
            (3, 9_086, 12, 0xa4e7c31b51f7be2c),
            (8, 7_486, 10, 0xa4e7c31b51f7be2c),
        ],
    ),
    (
        4,
        200,
        4096,
        [
            (1, 3_144, 4, 0x0ae40c098ac13910),
            (2, 4_744, 6, 0x0ae40c098ac13910),
            (3, 4_744, 6, 0x0ae40c098ac13910),
            (8, 4_744, 6, 0x0ae40c098ac13910),
        ],
    ),
    (
        6,
        300,
        4170,
        [
            (1, 6_000, 8, 0xb804c419f7a4cf3f),
            (2, 12_000, 16, 0xb804c419f7a4cf3f),
            (3, 18_000, 24, 0xb804c419f7a4cf3f),
            (8, 48_000, 64, 0xb804c419f7a4cf3f),
        ],
    ),
    (
        16,
        300,
        4096,
        [
            (1, 5_279, 7, 0x380048a3239e0ee3),
            (2, 9_279, 12, 0x380048a3239e0ee3),
            (3, 12_479, 16, 0x380048a3239e0ee3),
            (8, 9_279, 12, 0x380048a3239e0ee3),
        ],
    ),
];

#[test]
fn results_depend_only_on_the_number_of_members() {
    for (seed, pieces, peak, rows) in EXPECTED {
        let items = tiling(seed, pieces);
        for row in rows {
            for _ in 0..2 {
                let plan = planned(&items, row.0, 6_000);
                assert_eq!(plan.high_water[0], peak);
                assert_eq!((row.0, plan.stats.nodes, plan.stats.tries, digest(&plan)), row, "seed {seed}");
            }
        }
    }
}

#[test]
fn members_agree_on_what_is_possible() {
    let mut exhausted = 0;
    for seed in 0..60 {
        let items = chain(&mut Random::new(seed), 20, 18);
        let best = brute_force(&items).expect("a layout");
        for members in [1, 2, 5] {
            let plan = planned(&items, members, 1 << 20);
            assert_eq!(plan.high_water[0], best, "seed {seed}, {members} members");
            assert!(plan.status.is_final());
            exhausted += u32::from(plan.status == Status::OptimalSearch);
        }
        // With a room below the optimum the search must be complete; with few nodes it must not claim to be.
        let options = |nodes| Options { nodes: Some(nodes), members: 3, ..Options::default() };
        let tight = plan(&[Bank::new(best - 1)], &buffers(&items), &options(1 << 20));
        let bound = matches!(tight.status, Status::InfeasibleBound { .. }) && best == load(&items);
        assert!(tight.status == Status::InfeasibleSearch || bound, "seed {seed}: {:?}", tight.status);
    }
    assert!(exhausted >= 12, "{exhausted}");
}

#[test]
fn budgets_are_per_member() {
    let items = chain(&mut Random::new(7), 3000, 100);
    for members in [1, 2, 8] {
        let plan = planned(&items, members, 3_000);
        let nodes = plan.stats.nodes;
        assert!(nodes > 2_900 * u64::from(members) && nodes <= 3_001 * u64::from(members), "{nodes}");
    }
    let none = planned(&items, 0, 1_000);
    let one = planned(&items, 1, 1_000);
    assert_eq!((none.placements, none.stats), (one.placements, one.stats));
}

#[test]
fn a_watch_stops_all_members() {
    let items = chain(&mut Random::new(7), 3000, 120);
    let cancel = AtomicBool::new(false);
    let mut reports = 0;
    let mut hear = |progress: &arena_plan_core::planner::Progress| {
        assert!(progress.bound <= progress.target && progress.target < progress.best);
        reports += 1;
        if reports == 5 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let mut watch = Watch { cancel: Some(&cancel), progress: Some(&mut hear) };
    let options = Options { effort: Effort::Thorough, members: 4, ..Options::default() };
    let plan = plan_watched(&[Bank::new(9000)], &buffers(&items), &options, &mut watch);
    assert!((5..100).contains(&reports), "{reports}");
    let offsets: Vec<u64> = plan.placements.iter().map(|p| p.offset).collect();
    sweep(&items, &offsets, plan.high_water[0]).expect("a valid layout");
}

#[test]
fn what_members_learn_is_the_same_on_threads_and_one_by_one() {
    // Members that learn something else take other tries afterwards.
    let mut found = Vec::new();
    for (seed, pieces) in (0..12).zip((200..).step_by(12)) {
        let plan = planned(&tiling(seed, pieces), 5, 4_000);
        found.push((plan.stats.nodes, plan.stats.tries, digest(&plan) % 10_000));
    }
    let expected = [
        (126, 1, 9914),
        (178, 1, 5121),
        (20000, 25, 3528),
        (95, 1, 2828),
        (20000, 25, 7104),
        (140, 1, 7405),
        (20000, 25, 540),
        (1197, 2, 6667),
        (357, 1, 8467),
        (0, 0, 4181),
        (229, 1, 3701),
        (7641, 10, 8692),
    ];
    assert_eq!(found, expected);
}
