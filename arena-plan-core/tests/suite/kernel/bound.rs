//! The bound against brute force: every subset of banks, every step, summed in 128 bits.

use super::problem::{Draft, Problem, STEPS, problems};
use arena_plan_core::kernel::bound::{self, Excess, Peak, Scratch, alone, homes, of_bank, peak};
use arena_plan_core::model::{Bank, Buffer};
use proptest::prelude::*;

/// The first excess of whole bytes.
fn excess(banks: &[Bank], buffers: &[Buffer<'_>], steps: &mut [u64]) -> Option<Excess> {
    let n = buffers.len();
    bound::excess(banks, buffers, 1, &mut Scratch { steps, homes: &mut vec![0; n], units: &mut vec![0; n] })
}

/// Peak load of the buffers whose allowed banks are all in `set`, at the first step that has it; `large_enough` says
/// which of a buffer's banks are considered.
fn brute_peak(problem: &Problem, set: u64, large_enough: bool) -> (u128, u32) {
    let confined = |draft: &Draft| {
        let mut real = draft
            .banks
            .iter()
            .filter(|bank| !large_enough || draft.size <= problem.banks[usize::from(**bank)].room());
        !(large_enough && real.clone().count() == 0) && real.all(|bank| set >> bank & 1 == 1)
    };
    let load = |step| {
        let alive = problem.drafts.iter().filter(|b| b.first <= step && step <= b.last && confined(b));
        alive.map(|b| u128::from(b.size)).sum::<u128>()
    };
    (0..STEPS)
        .map(|step| (load(step), step))
        .fold((0, 0), |best, next| if next.0 > best.0 { next } else { best })
}

/// All sets whose confined buffers exceed their room.
fn brute_excesses(problem: &Problem) -> Vec<(u64, Peak, u64)> {
    let sets = 1u64..1 << problem.banks.len();
    let over = |set: u64| {
        let room = |(index, bank): (usize, &Bank)| {
            if set >> index & 1 == 1 { u128::from(bank.room()) } else { 0 }
        };
        let room: u128 = problem.banks.iter().enumerate().map(room).sum();
        let (bytes, step) = brute_peak(problem, set, true);
        let peak = Peak { bytes: u64::try_from(bytes).unwrap(), step };
        (bytes > room).then(|| (set, peak, u64::try_from(room).unwrap()))
    };
    sets.filter_map(over).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn excess_is_the_first_of_all_subsets_smallest_sets_first(problem in problems(10)) {
        let mut all = brute_excesses(&problem);
        // Single banks in order, then the sets of several by their masks.
        all.sort_by_key(|(set, ..)| (set.count_ones() > 1, *set));
        let found = excess(&problem.banks, &problem.buffers(), &mut [0; 2 * STEPS as usize]);
        prop_assert_eq!(found.map(|found| (found.set, found.peak, found.room)), all.first().copied());
        let (buffers, n) = (problem.buffers(), problem.drafts.len());
        let mut scratch = Scratch { steps: &mut [0; 2 * STEPS as usize], homes: &mut vec![0; n], units: &mut vec![0; n] };
        for bank in (0..).take(problem.banks.len()) {
            let own = of_bank(&problem.banks, &buffers, bank, &mut scratch);
            prop_assert_eq!(own, alone(&problem.banks, &buffers, bank));
            let brute = all.iter().find(|(set, ..)| *set == 1 << bank).copied();
            prop_assert_eq!(own.map(|found| (found.set, found.peak, found.room)), brute);
        }
    }

    #[test]
    fn above_six_banks_what_is_found_is_real(problem in problems(10), more in prop::collection::vec(0u64..60, 5..7)) {
        let mut problem = problem;
        problem.banks.extend(more.into_iter().map(Bank::new));
        let count = u16::try_from(problem.banks.len()).unwrap();
        for (index, draft) in (0u16..).zip(&mut problem.drafts) {
            draft.banks.push((index * 5 + 3) % (count - 3) + 3);
        }
        let all = brute_excesses(&problem);
        let buffers = problem.buffers();
        match excess(&problem.banks, &buffers, &mut [0; 2 * STEPS as usize]) {
            Some(found) => prop_assert!(all.contains(&(found.set, found.peak, found.room))),
            // What it promises to examine: single banks, the banks of each buffer, all together.
            None if count > 6 => {
                let everything = (1 << count) - 1;
                let looked_at = |set: u64| {
                    let own = |b: &Buffer<'_>| homes(&problem.banks, b) == set;
                    set.count_ones() == 1 || set == everything || buffers.iter().any(own)
                };
                prop_assert!(!all.iter().any(|(set, ..)| looked_at(*set)));
            }
            None => prop_assert!(all.is_empty()),
        }
    }

    #[test]
    fn peak_agrees_with_sums_for_every_set(problem in problems(10)) {
        for set in 0..1 << problem.banks.len() {
            let (bytes, step) = brute_peak(&problem, set, false);
            let found = peak(&problem.buffers(), set, &mut [0; 2 * STEPS as usize]);
            prop_assert_eq!((u128::from(found.bytes), found.step), (bytes, step));
        }
    }
}

/// An impossible problem is never called possible because of overflow: the load saturates, the room too.
#[test]
fn loads_beyond_64_bits_still_exceed() {
    let huge = Buffer::new(u64::MAX / 2 + 1, 1, 0, 0, &[0]);
    let found = excess(&[Bank::new(u64::MAX - 1)], &[huge, huge, huge], &mut [0; 2]).unwrap();
    assert_eq!((found.peak.bytes, found.room), (u64::MAX, u64::MAX - 1));
}

/// Sets of banks contain only the first 64; a buffer that may be in others takes nothing from a set.
#[test]
fn buffers_in_banks_beyond_the_limit_prove_nothing() {
    let banks = [Bank::new(16); 80];
    let far: Vec<_> = (0..100).map(|_| Buffer::new(16, 1, 0, 0, &[70, 71])).collect();
    assert_eq!(excess(&banks, &far, &mut [0; 2]), None);
    let near = [Buffer::new(16, 1, 0, 0, &[63]), Buffer::new(1, 1, 0, 0, &[63]), far[0]];
    let found = excess(&banks, &near, &mut [0; 2]).unwrap();
    assert_eq!((found.set, found.peak.bytes, found.room), (1 << 63, 17, 16));
}
