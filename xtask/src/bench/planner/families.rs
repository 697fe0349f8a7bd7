//! Generated families: tilings whose optimum is known, chains, random buffers, alignments and fixed positions.

use super::instances::{AMPLE, Instance};
use crate::bench::support::{Random, chain, load, scatter};
use arena_plan_core::planner::exact::Item;

/// A generator: number of buffers and seed to an instance.
pub(crate) type Family = fn(usize, u64) -> Instance;

/// The families by name.
pub(crate) const FAMILIES: [(&str, Family); 8] = [
    ("guillotine", |n, seed| tiled(format!("guillotine/{n}"), n, seed, cut_guillotine)),
    ("pinwheel", |n, seed| tiled(format!("pinwheel/{n}"), n, seed, cut_pinwheel)),
    ("chain", |n, seed| unbounded(format!("chain/{n}"), chain(&mut Random::new(seed), 1 << 20, n))),
    ("dense", |n, seed| {
        let count = n as u64;
        unbounded(format!("dense/{n}"), scatter(&mut Random::new(seed), count, count, 1 << 16))
    }),
    ("random", |n, seed| unbounded(format!("random/{n}"), passing(&mut Random::new(seed), n as u64))),
    ("aligned", aligned),
    ("fixed", fixed),
    ("equal", equal),
];

/// The families of the table, each with a few sizes and seeds.
pub(crate) fn all() -> Vec<Instance> {
    let sizes: [&[(usize, u64)]; 7] = [
        &[(50, 1), (100, 2), (200, 3), (400, 4)],
        &[(50, 1), (100, 2), (200, 3), (400, 4)],
        &[(60, 1), (150, 2), (400, 3)],
        &[(100, 1), (400, 2), (10_000, 3)],
        &[(1_000, 1), (10_000, 2), (100_000, 3), (1_000_000, 4)],
        &[(60, 1), (200, 2)],
        &[(60, 1), (200, 2)],
    ];
    let families = FAMILIES.iter().zip(sizes);
    families.flat_map(|((_, family), sizes)| sizes.iter().map(|&(n, seed)| family(n, seed))).collect()
}

/// An instance without an upper limit or a known optimum.
fn unbounded(name: String, items: Vec<Item>) -> Instance {
    Instance { name, items, room: AMPLE, optimum: None }
}

/// Random buffers of up to 64 KiB, one born at each step on average, that live for up to a thousand steps.
fn passing(random: &mut Random, n: u64) -> Vec<Item> {
    let item = |_| {
        let first = random.below(n) as u32;
        Item::new(1 + random.below(1 << 16), first, first + random.below(1_000) as u32)
    };
    (0..n).map(item).collect()
}

/// A rectangle of steps and bytes.
#[derive(Clone, Copy)]
struct Area {
    step: u32,
    steps: u32,
    byte: u64,
    bytes: u64,
}

/// Cuts the largest piece repeatedly; together the pieces fill the bank, so its size is the optimum.
fn tiled(name: String, n: usize, seed: u64, cut: fn(&mut Random, Area) -> Vec<Area>) -> Instance {
    let random = &mut Random::new(seed);
    let (steps, bytes) = (1 << 14, 1 << 20);
    let mut pieces = vec![Area { step: 0, steps, byte: 0, bytes }];
    while pieces.len() < n {
        let turn = random.below(3);
        let area = |a: &Area| u128::from(a.steps) * u128::from(a.bytes);
        // Usually the largest piece, sometimes any.
        let next = match turn {
            0 => random.below(pieces.len() as u64) as usize,
            _ => (0..pieces.len()).max_by_key(|&i| area(&pieces[i])).unwrap_or(0),
        };
        let piece = pieces.swap_remove(next);
        pieces.extend(cut(random, piece));
    }
    let items = shuffled(random, pieces.iter().map(as_item).collect());
    Instance { name, items, room: AMPLE, optimum: Some(bytes) }
}

fn as_item(area: &Area) -> Item {
    Item::new(area.bytes, area.step, area.step + area.steps - 1)
}

/// One straight cut.
fn cut_guillotine(random: &mut Random, a: Area) -> Vec<Area> {
    if random.below(2) == 0 && a.steps >= 4 {
        let left = 1 + random.below(u64::from(a.steps) - 1) as u32;
        return vec![Area { steps: left, ..a }, Area { step: a.step + left, steps: a.steps - left, ..a }];
    }
    if a.bytes < 2 {
        return vec![a];
    }
    let low = 1 + random.below(a.bytes - 1);
    vec![Area { bytes: low, ..a }, Area { byte: a.byte + low, bytes: a.bytes - low, ..a }]
}

/// Five pieces around a middle one, which no straight cut separates.
fn cut_pinwheel(random: &mut Random, a: Area) -> Vec<Area> {
    if a.steps < 5 || a.bytes < 5 {
        return cut_guillotine(random, a);
    }
    let (s1, b1) = (1 + random.below(u64::from(a.steps) / 2 - 1) as u32, 1 + random.below(a.bytes / 2 - 1));
    let s2 = s1 + 1 + random.below(u64::from(a.steps - s1) - 1) as u32;
    let b2 = b1 + 1 + random.below(a.bytes - b1 - 1);
    let piece = |from: u32, to: u32, low: u64, high: u64| Area {
        step: a.step + from,
        steps: to - from,
        byte: a.byte + low,
        bytes: high - low,
    };
    vec![
        piece(0, s2, 0, b1),
        piece(s2, a.steps, 0, b2),
        piece(s1, a.steps, b2, a.bytes),
        piece(0, s1, b1, a.bytes),
        piece(s1, s2, b1, b2),
    ]
}

/// Random buffers with alignments up to 64.
fn aligned(n: usize, seed: u64) -> Instance {
    let random = &mut Random::new(seed);
    let mut items = scatter(random, n as u64, n as u64 / 2, 4096);
    items.iter_mut().for_each(|i| i.align = 1 << random.below(7));
    unbounded(format!("aligned/{n}"), items)
}

/// A pinwheel tiling in which every eighth piece is fixed at its place.
fn fixed(n: usize, seed: u64) -> Instance {
    let random = &mut Random::new(seed);
    let bytes = 1 << 20;
    let mut pieces = vec![Area { step: 0, steps: 1 << 14, byte: 0, bytes }];
    while pieces.len() < n {
        let next = random.below(pieces.len() as u64) as usize;
        let piece = pieces.swap_remove(next);
        pieces.extend(cut_pinwheel(random, piece));
    }
    let item = |(i, a): (usize, &Area)| Item { fixed: (i % 8 == 0).then_some(a.byte), ..as_item(a) };
    let items: Vec<Item> = pieces.iter().enumerate().map(item).collect();
    let items = shuffled(random, items);
    debug_assert_eq!(load(&items), bytes);
    Instance { name: format!("fixed/{n}"), items, room: AMPLE, optimum: Some(bytes) }
}

/// A chain in which each buffer is four equal ones, as the heads of an attention layer are.
fn equal(n: usize, seed: u64) -> Instance {
    let random = &mut Random::new(seed);
    let load = 24 + random.below(30);
    let chain = chain(random, load, n / 4);
    unbounded(format!("equal/{n}"), chain.iter().flat_map(|&item| [item; 4]).collect())
}

fn shuffled(random: &mut Random, mut items: Vec<Item>) -> Vec<Item> {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i as u64 + 1) as usize);
    }
    items
}
