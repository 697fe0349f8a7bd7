//! Tests of layouts without the exact search: lowest-first against its definition, squeaky wheel, local search and time
//! segments.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::incumbent::Incumbent;
use super::local_search::LocalSearch;
use super::lowest_first::LowestFirst;
use super::squeaky_wheel::SqueakyWheel;
use super::time_segments::{self, THRIFTY};
use crate::planner::meter::{Meter, Work};
use crate::planner::random::Random;
use crate::planner::reduction::sort_keys::{Key, Keys};
use crate::planner::reduction::{Instance, Item, index};

fn unlimited() -> Meter<'static> {
    Meter::new(Work::UNLIMITED)
}

/// Items of up to `size` bytes that live for up to `width` of as many steps as there are items.
fn items(random: &mut Random, count: u32, width: u64, size: u64) -> Vec<Item> {
    let mut pick = |n: u64| u32::try_from(random.below(n)).unwrap();
    let item = |rank| {
        let first = pick(u64::from(count));
        Item { rank, ..Item::new(u64::from(1 + pick(size)), first, first + pick(width)) }
    };
    (0..count).map(item).collect()
}

/// Gives every third item an alignment and nine of the first a fixed place, each above the previous one.
fn constrained(mut items: Vec<Item>) -> Vec<Item> {
    let mut top = 40;
    for (i, item) in items.iter_mut().enumerate() {
        if i % 3 == 0 {
            item.align = 8;
        }
        if i % 7 == 0 && i < 60 {
            item.fixed = Some(top);
            top += item.size + 13;
        }
    }
    items
}

/// Panics where two items share a section and bytes, an offset is not aligned, or a fixed place is taken.
fn check(instance: &Instance, offsets: &[u64]) {
    let spans = |i: usize| (instance.span(i), offsets[i], offsets[i] + instance.size[i]);
    let mut all: Vec<_> = (0..instance.len()).map(spans).collect();
    all.extend(instance.obstacles.iter().map(|o| (o.first as usize..o.last as usize + 1, o.begin, o.end)));
    assert!((0..instance.len()).all(|i| offsets[i] & instance.mask[i] == 0));
    for (i, (a, begin, end)) in all.iter().enumerate() {
        for (b, low, high) in &all[i + 1..] {
            assert!(a.end <= b.start || b.end <= a.start || end <= low || high <= begin, "{i}");
        }
    }
}

/// Lowest first by its definition: the lowest place that any item can have, and the earliest item there.
fn plain_lowest_first(instance: &Instance, order: &[u32]) -> Vec<u64> {
    let mut offsets = vec![0; instance.len()];
    let mut left = order.to_vec();
    let mut placed: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let lowest = |&i: &u32| {
            let (i, mut lo) = (i as usize, 0);
            for &p in &placed {
                if instance.first[p] <= instance.last[i] && instance.first[i] <= instance.last[p] {
                    lo = lo.max(offsets[p] + instance.size[p]);
                }
            }
            lo
        };
        let (at, lo) = left.iter().map(lowest).enumerate().min_by_key(|&(at, lo)| (lo, at)).unwrap();
        let item = left.remove(at) as usize;
        offsets[item] = lo;
        placed.push(item);
    }
    offsets
}

#[test]
fn lowest_first_follows_its_definition() {
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let count = 1 + u32::try_from(random.below(120)).unwrap();
        let width = 1 + random.below(60);
        let instance = Instance::new(&items(random, count, width, 40)).unwrap();
        let keys = Keys::new(&instance);
        let mut lowest_first = LowestFirst::new(&instance);
        for order in [[Key::Load, Key::Width, Key::Size], [Key::Sections, Key::Size, Key::First]] {
            let order = keys.order(&instance, &order);
            assert!(lowest_first.run(&order, &mut unlimited()), "seed {seed}");
            assert_eq!(lowest_first.offsets, plain_lowest_first(&instance, &order), "seed {seed}");
        }
    }
}

#[test]
fn lowest_first_respects_alignments_and_fixed_places() {
    for seed in 0..60 {
        let instance = Instance::new(&constrained(items(&mut Random::new(seed), 90, 30, 60))).unwrap();
        let order = Keys::new(&instance).order(&instance, &[Key::Width]);
        let mut lowest_first = LowestFirst::new(&instance);
        assert!(lowest_first.run(&order, &mut unlimited()));
        check(&instance, &lowest_first.offsets);
        // A fit that takes too long is abandoned.
        let mut meter = unlimited();
        assert!(lowest_first.run(&order, &mut meter));
        let half = Work::units(meter.spent().units / 2);
        assert!(!lowest_first.run(&order, &mut Meter::new(half)));
    }
}

#[test]
fn the_wheel_improves_on_its_first_placement() {
    let instance = Instance::new(&items(&mut Random::new(3), 300, 60, 4000)).unwrap();
    let order = Keys::new(&instance).order(&instance, &[Key::Width]);
    let (mut incumbent, mut wheel) = (Incumbent::new(&instance), SqueakyWheel::new(&instance, order));
    let mut peaks = Vec::new();
    while peaks.len() < 20 && wheel.turn(&mut incumbent, &mut unlimited()) {
        check(&instance, &incumbent.best);
        peaks.push(incumbent.peak);
    }
    assert_eq!((peaks.len(), instance.bound, peaks[0], peaks[19]), (20, 74702, 80114, 77238));
}

#[test]
fn local_search_lowers_the_peak() {
    let instance = Instance::new(&items(&mut Random::new(3), 300, 60, 4000)).unwrap();
    let mut incumbent = Incumbent::new(&instance);
    incumbent.fit(&Keys::new(&instance).order(&instance, &[Key::Size]), &mut unlimited());
    let mut peaks = vec![incumbent.peak];
    for work in [0, 100_000, 1_000_000, 10_000_000] {
        let mut search = LocalSearch::new(&instance, &incumbent.best, 1);
        let mut meter = Meter::new(Work::units(work));
        search.run(instance.bound, &mut meter);
        check(&instance, search.offsets());
        assert!(meter.spent().units <= work + 100_000 && (search.fits > 0) == (work > 0));
        peaks.push(instance.peak(search.offsets()));
    }
    assert_eq!(peaks, [84167, 84167, 83694, 82108, 79003]);
}

#[test]
fn local_search_never_raises_a_layout() {
    for seed in 0..40 {
        let mut all = items(&mut Random::new(seed), 80, 40, 60);
        if seed % 2 == 0 {
            all = constrained(all);
        }
        let instance = Instance::new(&all).unwrap();
        // Any layout is enough, even a bad one: each item above those before it.
        let mut order: Vec<u32> = (0..index(instance.len())).collect();
        order.sort_by_key(|&i| Reverse(instance.size[i as usize]));
        let mut incumbent = Incumbent::new(&instance);
        incumbent.fit(&order, &mut unlimited());
        let lift = incumbent.best.iter().map(|o| o + 64).collect::<Vec<_>>();
        for start in [incumbent.best.clone(), if seed % 2 == 0 { incumbent.best.clone() } else { lift }] {
            let mut search = LocalSearch::new(&instance, &start, seed);
            search.run(instance.bound, &mut Meter::new(Work::units(50_000)));
            check(&instance, search.offsets());
            assert!(instance.peak(search.offsets()) <= instance.peak(&start), "seed {seed}");
        }
    }
}

#[test]
fn large_problems_are_searched_region_by_region() {
    let all = items(&mut Random::new(5), 3000, 150, 4000);
    let expected = [(214_253, 219_402, 217_864), (214_253, 216_765, 216_765)];
    for (items, expected) in [constrained(all.clone()), all].iter().zip(expected) {
        let instance = Instance::new(items).unwrap();
        let mut incumbent = Incumbent::new(&instance);
        incumbent.fit(&Keys::new(&instance).order(&instance, &[Key::Size]), &mut unlimited());
        let mut search = LocalSearch::new(&instance, &incumbent.best, 1);
        search.run(instance.bound, &mut Meter::new(Work::units(10_000_000)));
        check(&instance, search.offsets());
        assert_eq!((instance.bound, incumbent.peak, instance.peak(search.offsets())), expected);
    }
}

#[test]
fn a_segment_with_many_items_at_once_takes_few_fits() {
    // Alive for a sixth of time: all of it is one segment, and 32 fits of it would take twice as much work.
    let mut random = Random::new(7);
    let mut pick = |n: u64| u32::try_from(random.below(n)).unwrap();
    let items: Vec<Item> = (0..16_000)
        .map(|_| (pick(4_096), pick(12_000)))
        .map(|(size, first)| Item::new(1 + u64::from(size), first, first + 2_000))
        .collect();
    let instance = Instance::new(&items).unwrap();
    let mut meter = unlimited();
    let made = time_segments::plan(&instance, 0, 32, &mut meter).unwrap();
    assert!((2..32).contains(&made.fits), "{} fits", made.fits);
    assert!(meter.spent().units / 16_000 < THRIFTY + THRIFTY / 4, "{:?}", meter.spent());
}
