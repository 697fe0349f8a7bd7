//! Random problems, what an expansion would emit for their layouts, and an oracle that paints bytes.

use arena_plan_core::kernel::granule;
use arena_plan_core::kernel::verify::{Region, Slot, Violation, verify, words};
use arena_plan_core::model::{Bank, Buffer, Placement};
use proptest::collection::vec;
use proptest::prelude::*;

/// Steps of every generated problem.
pub(crate) const STEPS: u32 = 6;

/// One buffer before its bank list is borrowed.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) banks: Vec<u16>,
    pub(crate) fixed: Option<u64>,
}

impl Draft {
    fn buffer(&self, rank: u32) -> Buffer<'_> {
        let buffer = Buffer::new(self.size, self.align, self.first, self.last, &self.banks).with_rank(rank);
        Buffer { fixed: self.fixed, ..buffer }
    }
}

/// A problem that owns its bank lists; granules are set as the expansion sets them.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) banks: Vec<Bank>,
    pub(crate) drafts: Vec<Draft>,
}

impl Problem {
    pub(crate) fn buffers(&self) -> Vec<Buffer<'_>> {
        (0..).zip(&self.drafts).map(|(rank, draft)| draft.buffer(rank)).collect()
    }

    /// Slots with rustc's figures: the type's alignment divides the slot's.
    pub(crate) fn slots(&self, placements: &[Placement]) -> Vec<Slot> {
        let slot = |(buffer, at): (Buffer<'_>, &Placement)| Slot {
            bank: at.bank,
            offset: at.offset,
            size: buffer.size,
            align: buffer.align_in(&self.banks[usize::from(at.bank)]),
            type_align: buffer.align,
        };
        self.buffers().into_iter().zip(placements).map(slot).collect()
    }

    /// Bank memory: the high-water mark rounded up to the base alignment of the slots in it.
    pub(crate) fn regions(&self, slots: &[Slot]) -> Vec<Region> {
        let region = |(index, bank): (u16, &Bank)| {
            let here = || slots.iter().filter(move |slot| slot.bank == index);
            let align = here().map(|slot| slot.align).fold(bank.align, u64::max);
            let high = here().map(|slot| slot.offset + slot.size).max().unwrap_or(0);
            Region {
                capacity: bank.capacity,
                reserve: bank.reserve,
                bytes: high.next_multiple_of(align),
                align,
            }
        };
        (0..).zip(&self.banks).map(region).collect()
    }

    /// The live set of each step.
    pub(crate) fn sets(&self) -> Vec<Vec<u16>> {
        let alive = |step: u32| {
            let numbered = (0..).zip(&self.drafts);
            numbered.filter(|(_, b)| b.first <= step && step <= b.last).map(|(index, _)| index).collect()
        };
        (0..STEPS).map(alive).collect()
    }
}

/// Problems with one to three small banks and one to `most` buffers; many fit, many do not.
pub(crate) fn problems(most: usize) -> impl Strategy<Value = Problem> {
    let bank = (16u64..160, 0u64..24, 0u32..4).prop_map(|(capacity, reserve, align)| {
        Bank::new(capacity).with_reserve(reserve.min(capacity)).with_align(1 << align)
    });
    vec(bank, 1..=3).prop_flat_map(move |banks| {
        let count = u16::try_from(banks.len()).unwrap();
        let buffer = draft(count);
        (Just(banks), vec(buffer, 1..=most)).prop_map(move |(banks, drafts)| {
            let mut problem = Problem { banks, drafts };
            for draft in &mut problem.drafts {
                if let Some(fixed) = &mut draft.fixed {
                    *fixed *= draft.align.max(problem.banks[usize::from(draft.banks[0])].align);
                    draft.banks.truncate(1);
                }
            }
            let mut banks = problem.banks.clone();
            granule::widen(&mut banks, &problem.buffers());
            problem.banks = banks;
            problem
        })
    })
}

fn draft(banks: u16) -> impl Strategy<Value = Draft> {
    let order = Just((0..banks).collect::<Vec<_>>()).prop_shuffle();
    let fixed = prop_oneof![7 => Just(None), 1 => (0u64..4).prop_map(Some)];
    (1u64..48, 0u32..5, 0..STEPS, 0..STEPS, order, 1..=usize::from(banks), fixed).prop_map(
        |(size, align, a, b, mut banks, keep, fixed)| {
            banks.truncate(keep);
            Draft { size, align: 1 << align, first: a.min(b), last: a.max(b), banks, fixed }
        },
    )
}

/// The verifier with scratch of the right size. Its verdict does not depend on the order in which a set lists its slots.
pub(crate) fn check(regions: &[Region], slots: &[Slot], sets: &[Vec<u16>], max: u64) -> Option<Violation> {
    let found = check_in_order(regions, slots, sets, max);
    let mut ascending = sets.to_vec();
    for set in &mut ascending {
        set.sort_by_key(|number| slots.get(usize::from(*number)).map(|slot| (slot.bank, slot.offset)));
    }
    let sorted = check_in_order(regions, slots, &ascending, max);
    assert_eq!(found.map(|found| found.code()), sorted.map(|found| found.code()));
    found
}

fn check_in_order(regions: &[Region], slots: &[Slot], sets: &[Vec<u16>], max: u64) -> Option<Violation> {
    let sets: Vec<&[u16]> = sets.iter().map(Vec::as_slice).collect();
    let n = slots.len();
    let keys: [&mut [u128]; 2] = [&mut vec![0; n], &mut vec![0; n]];
    verify(regions, slots, &sets, max, &mut vec![0; n], keys, &mut vec![0; words(n)])
}

/// Whether the layout is wrong, found by painting every byte of every handle of every set.
pub(crate) fn painted_wrong(regions: &[Region], slots: &[Slot], sets: &[Vec<u16>], max: u64) -> bool {
    let budget = |region: &Region| {
        let taken = i128::from(region.bytes);
        region.align != 0
            && region.bytes % region.align == 0
            && taken + i128::from(region.reserve) <= i128::from(region.capacity)
            && taken <= i128::from(max)
    };
    if !regions.iter().all(budget) {
        return true;
    }
    let placed = |slot: &Slot| {
        let Some(region) = regions.get(usize::from(slot.bank)) else { return false };
        // The first address that the base of this region may have.
        let address = u128::from(region.align) + u128::from(slot.offset);
        slot.size > 0
            && slot.align > 0
            && slot.type_align > 0
            && region.align % slot.align == 0
            && address % u128::from(slot.align) == 0
            && slot.align % slot.type_align == 0
            && u128::from(slot.offset) + u128::from(slot.size) <= u128::from(region.bytes)
    };
    if !slots.iter().all(placed) {
        return true;
    }
    sets.iter().any(|set| {
        let mut banks: Vec<Vec<bool>> = regions
            .iter()
            .map(|region| vec![false; usize::try_from(region.bytes).expect("small banks")])
            .collect();
        set.iter().any(|&index| {
            let Some(slot) = slots.get(usize::from(index)) else { return true };
            (slot.offset..slot.offset + slot.size).any(|byte| {
                let byte = usize::try_from(byte).expect("checked above");
                std::mem::replace(&mut banks[usize::from(slot.bank)][byte], true)
            })
        })
    })
}
