//! Properties of the kernel: first fit against the verifier, the verifier against an oracle that paints bytes,
//! and the bound against brute force.

mod bound;
mod problem;
mod reference;

use self::problem::{Problem, check, painted_wrong, problems};
use crate::support::kernel_fit;
use arena_plan_core::kernel::bound::Scratch;
use arena_plan_core::kernel::fault::{Fault, Sought};
use arena_plan_core::kernel::first_fit::Fit;
use arena_plan_core::kernel::order::Order;
use arena_plan_core::kernel::parts;
use arena_plan_core::kernel::refuse::refuse;
use arena_plan_core::kernel::verify::{Region, Slot, Violation, verify};
use arena_plan_core::model::{Buffer, Placement};
use proptest::prelude::*;

const MAX: u64 = i64::MAX as u64;

/// First fit in base order, or `None` if a part of the problem has a fault of its own.
fn first_fit(problem: &Problem) -> Option<(Fit, Vec<Placement>)> {
    let buffers = problem.buffers();
    if parts::of_parts(&problem.banks, &buffers).is_some() || parts::of_fixed(&buffers).is_some() {
        return None;
    }
    let (placements, fit) = kernel_fit(&problem.banks, &buffers, Order::Base);
    Some((fit, placements))
}

/// Why a first fit does not fit: a proof, or its result.
fn refused(problem: &Problem, buffers: &[Buffer<'_>], placements: &[Placement], fit: Fit) -> Option<Fault> {
    let n = buffers.len();
    let steps = &mut [0; 2 * problem::STEPS as usize];
    let mut scratch = Scratch { steps, homes: &mut vec![0; n], units: &mut vec![0; n] };
    match fit {
        Fit::All => None,
        Fit::Invalid(buffer) => Some(Fault::Overflow { buffer }),
        Fit::Over(buffer) => Some(refuse(&problem.banks, buffers, &mut scratch).unwrap_or(Fault::NotFound {
            buffer,
            placement: placements[buffer as usize],
            sought: Sought::FirstFit,
        })),
    }
}

/// Bank memory, slots and sets of handles.
type Emitted = (Vec<Region>, Vec<Slot>, Vec<Vec<u16>>);

/// A layout as an expansion emits it, if first fit finds one.
fn emitted(problem: &Problem) -> Option<Emitted> {
    let (fit, placements) = first_fit(problem)?;
    let slots = problem.slots(&placements);
    (fit == Fit::All).then(|| (problem.regions(&slots), slots, problem.sets()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn first_fit_verifies_when_all_fit_and_exceeds_a_bank_otherwise(problem in problems(10)) {
        let Some((fit, placements)) = first_fit(&problem) else { return Ok(()) };
        let slots = problem.slots(&placements);
        let mut regions = problem.regions(&slots);
        let sets = problem.sets();
        match fit {
            Fit::All => {
                prop_assert_eq!(check(&regions, &slots, &sets, MAX), None);
                prop_assert!(!painted_wrong(&regions, &slots, &sets, MAX));
            }
            Fit::Over(index) => {
                // Room is counted in granules: the alignment of any buffer that may be in the bank.
                for (region, bank) in regions.iter_mut().zip(&problem.banks) {
                    region.align = bank.granule;
                    region.bytes = region.bytes.next_multiple_of(bank.granule);
                }
                let over = check(&regions, &slots, &sets, MAX);
                prop_assert!(matches!(over, Some(Violation::OverBudget { .. })), "{:?}", over);
                let at = placements[index as usize];
                let end = at.offset + problem.drafts[index as usize].size;
                prop_assert!(end > problem.banks[usize::from(at.bank)].room());
                // Nothing else is wrong with a layout that does not fit.
                for region in &mut regions {
                    region.capacity = region.bytes + region.reserve;
                }
                prop_assert_eq!(check(&regions, &slots, &sets, MAX), None);
            }
            Fit::Invalid(index) => prop_assert!(false, "buffer {} of a small problem is invalid", index),
        }
    }

    #[test]
    fn every_move_of_a_slot_is_judged_as_painted_bytes_are(problem in problems(7), pick: prop::sample::Index) {
        let Some((regions, slots, sets)) = emitted(&problem) else { return Ok(()) };
        let moved = pick.index(slots.len());
        for bank in 0..=u16::try_from(regions.len()).unwrap() {
            let end = regions.get(usize::from(bank)).map_or(0, |region| region.bytes);
            for offset in (0..=end + 1).chain([u64::MAX - 1, u64::MAX]) {
                let mut slots = slots.clone();
                (slots[moved].bank, slots[moved].offset) = (bank, offset);
                let found = check(&regions, &slots, &sets, MAX);
                prop_assert_eq!(
                    found.is_some(), painted_wrong(&regions, &slots, &sets, MAX),
                    "slot {} moved to {} + {}: {:?}", moved, bank, offset, found
                );
            }
        }
    }

    #[test]
    fn every_wrong_figure_is_judged_as_painted_bytes_are(
        problem in problems(7),
        pick: prop::sample::Index,
        value in prop_oneof![0u64..200, (0u32..64).prop_map(|bit| 1 << bit), Just(u64::MAX)],
    ) {
        let Some((regions, slots, sets)) = emitted(&problem) else { return Ok(()) };
        let (slot, bank) = (pick.index(slots.len()), pick.index(regions.len()));
        for field in 0..8 {
            let (mut regions, mut slots, mut max) = (regions.clone(), slots.clone(), MAX);
            match field {
                0 => slots[slot].size = value,
                1 => slots[slot].align = value,
                2 => slots[slot].type_align = value,
                3 => regions[bank].capacity = value,
                4 => regions[bank].reserve = value,
                // Painting needs banks that a host can hold.
                5 => regions[bank].bytes = value.min(100_000),
                6 => regions[bank].align = value,
                _ => max = value,
            }
            let found = check(&regions, &slots, &sets, max);
            prop_assert_eq!(
                found.is_some(), painted_wrong(&regions, &slots, &sets, max),
                "field {} set to {}: {:?}", field, value, found
            );
        }
    }

    #[test]
    fn a_handle_twice_or_one_too_many_in_a_set_is_found(
        problem in problems(7), pick: prop::sample::Index, extra: prop::sample::Index,
    ) {
        let Some((regions, slots, sets)) = emitted(&problem) else { return Ok(()) };
        let number = pick.index(sets.len());
        let added = u16::try_from(extra.index(slots.len() + 1)).unwrap();
        let mut wrong = sets.clone();
        wrong[number].push(added);
        let found = check(&regions, &slots, &wrong, MAX);
        if usize::from(added) == slots.len() {
            prop_assert_eq!(found, Some(Violation::UnknownSlot { set: number }));
        } else if sets[number].contains(&added) {
            let slot = usize::from(added);
            prop_assert_eq!(found, Some(Violation::Overlap { slot, other: slot, set: number }));
        } else {
            // A handle of a buffer that is not alive there: harmless only if its bytes are free.
            prop_assert_eq!(found.is_some(), painted_wrong(&regions, &slots, &wrong, MAX));
        }
    }

    #[test]
    fn faults_of_any_figures_are_reported_and_nothing_panics(
        mut problem in problems(4),
        figures in prop::collection::vec(any::<u64>(), 8),
        pick: prop::sample::Index,
    ) {
        use arena_plan_core::kernel::message::{Source, describe};
        let (buffer, bank) = (pick.index(problem.drafts.len()), pick.index(problem.banks.len()));
        problem.drafts[buffer].size = figures[0] >> (figures[1] % 64);
        problem.drafts[buffer].align = if figures[2] % 3 == 0 { figures[3] } else { 1 << (figures[3] % 64) };
        if problem.drafts[buffer].fixed.is_some() {
            problem.drafts[buffer].fixed = Some(figures[4] >> (figures[5] % 64));
        }
        problem.banks[bank].capacity = figures[6] >> (figures[7] % 64);
        problem.banks[bank].reserve = figures[7] >> (figures[6] % 64);
        let mut banks = problem.banks.clone();
        arena_plan_core::kernel::granule::widen(&mut banks, &problem.buffers());
        problem.banks = banks;
        let buffers = problem.buffers();
        let parts = parts::of_parts(&problem.banks, &buffers).or_else(|| parts::of_fixed(&buffers));
        let found = parts.or_else(|| {
            let (fit, placements) = first_fit(&problem)?;
            refused(&problem, &buffers, &placements, fit)
        });
        match found {
            None => prop_assert!(emitted(&problem).is_some()),
            Some(found) => {
                let names = ["a", "b", "c", "d", "e", "f"];
                let source = Source {
                    banks: &problem.banks, bank_ids: &names, buffers: &buffers, buffer_ids: &names,
                    step_ids: &names,
                };
                let text = describe(&found, &source);
                prop_assert!(!text.as_str().is_empty() && !text.as_str().contains('?'));
            }
        }
    }
}

/// A fault of each kind is distinguished from the next: the order of the checks is part of what a user sees.
#[test]
fn the_first_fault_is_the_one_at_the_cause() {
    use arena_plan_core::model::Bank;
    let banks = [Bank::new(64).with_align(3), Bank::new(64)];
    // Alignment 3 of the bank is the cause; that the buffer in it is misaligned to it is not a second fault.
    let buffers = [Buffer::new(8, 4, 0, 0, &[0]).with_fixed(4)];
    assert_eq!(parts::of_parts(&banks, &buffers), Some(Fault::BankAlign { bank: 0 }));
    assert_eq!(parts::of_buffer(&banks, &buffers, 0), None);
    let buffers = [Buffer::new(0, 3, 0, 0, &[1])];
    assert_eq!(parts::of_buffer(&banks, &buffers, 0), Some(Fault::ZeroSize { buffer: 0 }));
}

#[test]
fn scratch_that_is_too_short_is_a_violation_and_not_a_panic() {
    let slot = Slot { bank: 0, offset: 0, size: 4, align: 4, type_align: 4 };
    let regions = [Region { capacity: 64, reserve: 0, bytes: 4, align: 4 }];
    let with = |slots: &[Slot], rank: usize, keys: [usize; 2], members: usize| {
        let [a, b] = keys;
        let keys: [&mut [u128]; 2] = [&mut vec![0; a], &mut vec![0; b]];
        verify(&regions, slots, &[], MAX, &mut vec![0; rank], keys, &mut vec![0; members])
    };
    assert_eq!(with(&[slot], 1, [1, 1], 1), None);
    for (rank, keys, members) in [(0, [1, 1], 1), (1, [0, 1], 1), (1, [1, 0], 1), (1, [1, 1], 0)] {
        assert_eq!(with(&[slot], rank, keys, members), Some(Violation::Scratch));
    }
    let many = vec![slot; usize::from(u16::MAX) + 1];
    assert_eq!(with(&many, 65536, [65536, 65536], 1024), Some(Violation::Scratch));
}

/// The properties above leave out problems with a faulty part; enough of both outcomes must remain.
#[test]
fn generated_problems_cover_both_outcomes() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut all, mut over) = (0, 0);
    for _ in 0..1000 {
        let problem = problems(7).new_tree(&mut runner).unwrap().current();
        match first_fit(&problem) {
            Some((Fit::All, _)) => all += 1,
            Some(_) => over += 1,
            None => {}
        }
    }
    assert!(all > 250 && over > 100, "of 1000: {all} fit, {over} do not");
}
