//! First fit, the orders and the verifier against their definitions, written out without lists, packed keys and
//! sorting, on figures from tiny to the ends of the types.

use std::cmp::Reverse;

use arena_plan_core::kernel::first_fit::{Choice, Fit, Spot, Spots, place_by};
use arena_plan_core::kernel::order::{Key, Order, sort};
use arena_plan_core::kernel::portfolio::ORDERS;
use arena_plan_core::kernel::verify::{Region, Slot, Violation};
use arena_plan_core::model::{Bank, Buffer, Placement};

use super::problem::check;

/// Problems for each test.
const CASES: u64 = 4_000;

/// Numbers that are the same everywhere (Steele et al., SplitMix).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.roll() % limit
    }

    fn index(&mut self, limit: usize) -> usize {
        usize::try_from(self.below(u64::try_from(limit).unwrap())).unwrap()
    }

    fn step(&mut self, limit: u32) -> u32 {
        u32::try_from(self.below(u64::from(limit))).unwrap()
    }

    /// Small, around 2^63, or close to what the type holds.
    fn figure(&mut self, scale: u64) -> u64 {
        match scale {
            0 => 1 + self.below(40),
            1 => 1 + self.below(3),
            2 => [1, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63][self.index(5)] + self.below(2),
            _ => u64::MAX - self.below(2),
        }
    }
}

/// Every bank list with a few banks, so that buffers can borrow them.
fn bank_lists(dice: &mut Dice, banks: u16) -> Vec<Vec<u16>> {
    let list = |dice: &mut Dice| {
        let mut all: Vec<u16> = (0..banks).collect();
        (0..all.len()).for_each(|i| all.swap(i, dice.index(usize::from(banks))));
        all.truncate(1 + dice.index(usize::from(banks)));
        all
    };
    (0..6).map(|_| list(dice)).collect()
}

fn buffers<'l>(dice: &mut Dice, lists: &'l [Vec<u16>], scale: u64) -> Vec<Buffer<'l>> {
    let ranks = [1, 1000][dice.index(2)];
    (0..dice.index(14))
        .map(|_| {
            let (a, b) = match dice.below(6) {
                0 => (0, u32::MAX),
                _ => (dice.step(6), dice.step(6)),
            };
            let own = if dice.below(8) == 0 { 3 } else { scale };
            let align = if dice.below(8) == 0 { 1 << dice.below(64) } else { 1 << dice.below(4) };
            let (size, rank) = (dice.figure(own), dice.step(ranks));
            let banks = &lists[dice.index(lists.len())];
            let buffer = Buffer::new(size, align, a.min(b), a.max(b), banks).with_rank(rank);
            match dice.below(5) {
                0 => buffer.with_fixed(if dice.below(8) == 0 { dice.figure(2) } else { dice.below(60) }),
                _ => buffer,
            }
        })
        .collect()
}

/// The lowest offset that is free among what is placed in the bank, and the end there: every candidate is tried.
fn lowest(buffer: &Buffer<'_>, align: u64, placed: &[(u128, u128, &Buffer<'_>)]) -> (u128, u128) {
    let size = u128::from(buffer.size);
    if let Some(offset) = buffer.fixed {
        return (offset.into(), u128::from(offset) + size);
    }
    let alive = || placed.iter().filter(|(.., other)| other.overlaps(buffer));
    let candidates = alive().map(|&(_, end, _)| end.next_multiple_of(align.into())).chain([0]);
    let free = |at: &u128| alive().all(|&(begin, end, _)| end <= *at || at + size <= begin);
    let offset = candidates.filter(free).min().expect("above everything there is room");
    (offset, offset + size)
}

/// First fit by its definition.
fn first_fit(
    rule: Choice,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
) -> (Vec<Option<Placement>>, Fit) {
    let mut fit = Fit::All;
    let mut placements = vec![None; buffers.len()];
    let mut placed: Vec<Vec<(u128, u128, &Buffer<'_>)>> = vec![Vec::new(); banks.len()];
    for &index in order {
        let buffer = &buffers[index as usize];
        let mut tried = Vec::new();
        for &bank in buffer.banks {
            let at = usize::from(bank);
            let (offset, end) = lowest(buffer, buffer.align_in(&banks[at]), &placed[at]);
            let Ok(last) = u64::try_from(end) else { return (placements, Fit::Invalid(index)) };
            let left = banks[at].room().checked_sub(last);
            tried.push((bank, offset, end, left));
            if rule == Choice::Preferred && left.is_some() {
                break;
            }
        }
        let roomy = tried.iter().filter(|(.., left)| left.is_some());
        let chosen = roomy.rev().max_by_key(|(.., left)| *left);
        if chosen.is_none() && fit == Fit::All {
            fit = Fit::Over(index);
        }
        let &(bank, offset, end, _) = chosen.or(tried.last()).expect("a bank is allowed");
        placements[index as usize] = Some(Placement { bank, offset: u64::try_from(offset).unwrap() });
        placed[usize::from(bank)].push((offset, end, buffer));
    }
    (placements, fit)
}

#[test]
fn first_fit_agrees_with_trying_every_candidate() {
    let mut dice = Dice(1);
    let (mut all, mut over, mut invalid) = (0, 0, 0);
    for case in 0..CASES {
        let scale = [0, 0, 0, 1, 2, 3][dice.index(6)];
        let high = 2 + dice.below(2);
        let bank = |dice: &mut Dice| {
            let capacity = if scale < 2 { dice.below(160) } else { dice.figure(high) };
            Bank::new(capacity)
                .with_reserve(dice.below(20))
                .with_align(1 << dice.below(4))
                .with_granule(1 << dice.below(4))
        };
        let banks: Vec<Bank> = (0..=dice.index(4)).map(|_| bank(&mut dice)).collect();
        let lists = bank_lists(&mut dice, u16::try_from(banks.len()).unwrap());
        let buffers = buffers(&mut dice, &lists, scale);
        let mut order: Vec<u32> = (0..u32::try_from(buffers.len()).unwrap()).collect();
        (0..order.len()).for_each(|i| order.swap(i, dice.index(buffers.len())));
        for rule in [Choice::Preferred, Choice::Roomiest] {
            let mut placements = vec![Placement::default(); buffers.len()];
            // The contents of the scratch memory from an earlier use do not matter.
            let mut heads: Vec<usize> = banks.iter().map(|_| dice.step(u32::MAX) as usize).collect();
            let mut list = vec![Spot::EMPTY; buffers.len()];
            let mut spots = Spots { heads: &mut heads, list: &mut list };
            let fit = place_by(rule, &banks, &buffers, &order, &mut placements, &mut spots);
            let (expected, defined) = first_fit(rule, &banks, &buffers, &order);
            assert_eq!(fit, defined, "case {case} {rule:?}: {banks:?} {buffers:?} {order:?}");
            for (found, expected) in placements.iter().zip(&expected) {
                assert!(expected.is_none_or(|e| e == *found), "case {case} {rule:?}: {banks:?} {buffers:?}");
            }
            match fit {
                Fit::All => all += 1,
                Fit::Over(_) => over += 1,
                Fit::Invalid(_) => invalid += 1,
            }
        }
    }
    let least = CASES / 20;
    assert!(all > least && over > least && invalid > least, "{all} fit, {over} do not, {invalid} overflow");
}

#[test]
fn orders_agree_with_a_comparison_of_every_figure() {
    let mut dice = Dice(2);
    let many: Vec<u16> = (0..=u16::MAX).collect();
    for case in 0..CASES {
        let ends = case % 2 == 0;
        let lists: Vec<&[u16]> = (0..5).map(|_| &many[..[1, 2, 64, 5000, 65535][dice.index(5)]]).collect();
        let figure = |dice: &mut Dice| {
            if ends { [0, 1, u64::MAX - 1, u64::MAX][dice.index(4)] } else { dice.below(3) }
        };
        let step =
            |dice: &mut Dice| if ends { [0, 1, u32::MAX - 1, u32::MAX][dice.index(4)] } else { dice.step(3) };
        let count = if case % 50 == 0 { dice.index(400) } else { dice.index(20) };
        let buffers: Vec<Buffer<'_>> = (0..count)
            .map(|_| {
                let (size, a, b, rank) =
                    (figure(&mut dice), step(&mut dice), step(&mut dice), step(&mut dice));
                let buffer = Buffer::new(size, 1, a.min(b), a.max(b), lists[dice.index(5)]).with_rank(rank);
                if dice.below(4) == 0 { buffer.with_fixed(figure(&mut dice)) } else { buffer }
            })
            .collect();
        let load: Vec<u64> = buffers.iter().map(|_| figure(&mut dice)).collect();
        for order in ORDERS {
            let falling = |i: u32| {
                let b = &buffers[i as usize];
                let (size, width) = (u128::from(b.size), u128::from(b.last - b.first) + 1);
                match order {
                    Order::Base => [size, 0, 0],
                    Order::LoadWidthSize => [load[i as usize].into(), width, size],
                    Order::SizeWidth => [size, width, 0],
                    Order::WidthSize => [width, size, 0],
                    Order::Area => [size * width, 0, 0],
                }
            };
            let mut expected: Vec<u32> = (0..u32::try_from(count).unwrap()).collect();
            expected.sort_by_key(|&i| {
                let b = &buffers[i as usize];
                (b.fixed.is_none(), b.banks.len(), Reverse(falling(i)), b.rank, i)
            });
            let mut found = vec![0; count];
            let mut keys = [vec![Key::EMPTY; count], vec![Key::EMPTY; count]];
            let [a, b] = &mut keys;
            sort(&buffers, order, &load, [a, b], &mut found);
            assert_eq!(found, expected, "case {case} {order:?}");
        }
    }
}

/// The expected result of the verifier, by comparing all pairs of each set.
fn wrong(regions: &[Region], slots: &[Slot], sets: &[Vec<u16>], max: u64) -> bool {
    let end = |slot: &Slot| u128::from(slot.offset) + u128::from(slot.size);
    let bank = |r: &Region| {
        r.align == 0
            || r.bytes % r.align != 0
            || u128::from(r.bytes) + u128::from(r.reserve) > r.capacity.into()
            || r.bytes > max
    };
    let alone = |s: &Slot| match regions.get(usize::from(s.bank)) {
        None => true,
        Some(r) => {
            s.size == 0
                || [s.align, s.type_align].contains(&0)
                || s.offset % s.align != 0
                || s.align % s.type_align != 0
                || r.align % s.align != 0
                || end(s) > r.bytes.into()
        }
    };
    let meet = |a: &Slot, b: &Slot| {
        a.bank == b.bank && u128::from(a.offset) < end(b) && u128::from(b.offset) < end(a)
    };
    let pairs = |set: &[u16]| {
        let slot = |i: u16| slots.get(usize::from(i));
        set.iter().enumerate().any(|(n, &i)| {
            slot(i).is_none_or(|a| set[..n].iter().any(|&j| i == j || slot(j).is_some_and(|b| meet(a, b))))
        })
    };
    regions.iter().any(bank) || slots.iter().any(alone) || sets.iter().any(|set| pairs(set))
}

#[test]
fn the_verifier_agrees_with_comparing_all_pairs() {
    let mut dice = Dice(3);
    let (mut right, mut overlaps, mut others) = (0, 0, 0);
    for case in 0..CASES {
        let banks = if case % 40 == 0 { 65_536 } else { 1 + dice.index(4) };
        let bytes = [64, 1 << 20, (1 << 63) - 16, u64::MAX - 15][dice.index(4)];
        let region = Region { capacity: u64::MAX, reserve: 0, bytes, align: 16 };
        let regions = vec![region; banks];
        let count = match case % 25 {
            0 => [63, 64, 65, 127, 128, 129, 300][dice.index(7)],
            _ => dice.index(9),
        };
        let slots: Vec<Slot> = (0..count)
            .map(|_| {
                let bank =
                    u16::try_from(if dice.below(2) == 0 { banks - 1 } else { dice.index(banks) }).unwrap();
                let align = 1 << dice.below(4);
                let size = 1 + dice.below(9);
                // From the bottom, or from the top.
                let offset = dice.below(u64::try_from(16 * count).unwrap()).min(bytes - size);
                let offset =
                    if dice.below(2) == 0 { offset } else { bytes - size - offset.min(bytes - size) };
                Slot { bank, offset: offset - offset % align, size, align, type_align: 1 }
            })
            .collect();
        let mut regions = regions;
        let mut slots = slots;
        if count > 0 && dice.below(4) == 0 {
            let slot = dice.index(count);
            match dice.below(5) {
                0 => slots[slot].offset = u64::MAX - dice.below(9),
                1 => slots[slot].size = u64::MAX - dice.below(9),
                2 => slots[slot].align = 1 << dice.below(64),
                3 => slots[slot].type_align = dice.below(3),
                _ => regions[banks - 1].capacity = dice.roll(),
            }
        }
        let set = |dice: &mut Dice| {
            let mut all: Vec<u16> = (0..u16::try_from(count).unwrap()).collect();
            (0..count).for_each(|i| all.swap(i, dice.index(count)));
            all.truncate(dice.index(count + 1));
            all
        };
        let sets: Vec<Vec<u16>> = (0..3).map(|_| set(&mut dice)).collect();
        let max = [i64::MAX as u64, u64::MAX][dice.index(2)];
        let found = check(&regions, &slots, &sets, max);
        assert_eq!(
            found.is_some(),
            wrong(&regions, &slots, &sets, max),
            "case {case}: {found:?} {slots:?} {sets:?}"
        );
        match found {
            None => right += 1,
            Some(Violation::Overlap { slot, other, set }) => {
                overlaps += 1;
                let named = [slot, other].map(|i| u16::try_from(i).unwrap());
                assert!(named.iter().all(|i| sets[set].contains(i)));
                assert!(wrong(&regions, &slots, &[named.to_vec()], max), "case {case}: {slot} {other}");
            }
            Some(_) => others += 1,
        }
    }
    let least = CASES / 20;
    assert!(
        right > least && overlaps > least && others > least,
        "{right} right, {overlaps} overlap, {others} else"
    );
}
