//! Proofs that no layout exists: found, checked, rejected when tampered with, printed, and explained.

use crate::support::planted::{Family, Style, plant, shrink};
use arena_plan_core::kernel::advice::Change;
use arena_plan_core::kernel::message::{Source, describe};
use arena_plan_core::kernel::pieces::Life;
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::Status;
use arena_plan_core::planner::banks::{Budget, plan};
use arena_plan_core::planner::explain::explain;
use arena_plan_core::planner::proof::{Proof, Refused, check};

#[test]
fn shrunk_problems_are_decided_and_mostly_without_search() {
    let budget = Budget { fit: 100_000_000, misses: 0, marks: 0 };
    let (mut proved, mut exhausted, mut unknown) = (0, 0, 0);
    for (buffers, fill) in [(20, 98), (20, 90), (40, 98), (40, 95), (40, 90)] {
        for seed in 0..6 {
            let style = if seed % 2 == 0 { Style::Dropped } else { Style::Shaved };
            let (problem, _) = plant(Family { banks: 3, buffers, fill }, 1000 + seed, style);
            for per_cent in [1, 5, 10] {
                let shrunk = shrink(&problem, usize::try_from(seed % 3).unwrap(), per_cent);
                let list = shrunk.buffers();
                let outcome = plan(&shrunk.banks, &list, budget).unwrap();
                match (outcome.status, outcome.proof) {
                    (_, Some(proof)) => {
                        assert_eq!(check(&shrunk.banks, &list, &proof), Ok(()));
                        proved += 1;
                    }
                    (Status::InfeasibleSearch, None) => exhausted += 1,
                    (Status::NotFound, None) => unknown += 1,
                    _ => assert_eq!(shrunk.fault(&outcome.placements), None),
                }
            }
        }
    }
    assert!(proved >= 60 && proved * 100 >= 95 * (proved + exhausted), "{proved} {exhausted} {unknown}");
    assert_eq!(unknown, 0);
}

/// Four buffers of 40 bytes in one step cannot be divided over three banks of 79: one goes into each.
fn packing() -> (Vec<Bank>, Vec<Buffer<'static>>) {
    let banks = vec![Bank::new(79); 3];
    let buffers = (0..4).map(|rank| Buffer::new(40, 1, 2, 4, &[0, 1, 2]).with_rank(rank)).collect();
    (banks, buffers)
}

#[test]
fn step_packing_is_proved_when_bytes_alone_are_not_enough() {
    let (banks, buffers) = packing();
    let outcome = plan(&banks, &buffers, Budget::FAST).unwrap();
    assert!(!outcome.fits);
    let proof = outcome.proof.expect("the proof");
    assert_eq!(proof, Proof::Packing { step: 4, buffers: vec![0, 1, 2, 3], fixed: vec![], unit: 1 });
    assert_eq!(check(&banks, &buffers, &proof), Ok(()));
    expect_test::expect![[r#"
        no layout exists: in step `4`, these 4 buffers cannot be divided among their banks so that every bank stays within its room
          bank `a`: room 79 bytes
          bank `b`: room 79 bytes
          bank `c`: room 79 bytes
          p  40 bytes  2..=4  in a | b | c
          q  40 bytes  2..=4  in a | b | c
          r  40 bytes  2..=4  in a | b | c
          s  40 bytes  2..=4  in a | b | c"#]].assert_eq(&text(&banks, &buffers, &proof));
}

/// The kernel's text of a proof.
fn text(banks: &[Bank], buffers: &[Buffer<'_>], proof: &Proof) -> String {
    let source = Source {
        banks,
        bank_ids: &["a", "b", "c"],
        buffers,
        buffer_ids: &["p", "q", "r", "s"],
        step_ids: &["0", "1", "2", "3", "4"],
    };
    describe(&proof.fault(banks, buffers).expect("a fault"), &source).as_str().to_owned()
}

#[test]
fn alignment_of_a_bank_counts_in_a_proof() {
    // 33 bytes in a bank of cache lines of 32 take 64 from the next: two need 128 of 96.
    let banks = [Bank::new(96).with_align(32)];
    let buffers = [Buffer::new(33, 1, 0, 0, &[0]), Buffer::new(33, 1, 0, 0, &[0]).with_rank(1)];
    let outcome = plan(&banks, &buffers, Budget::FAST).unwrap();
    let proof = outcome.proof.expect("the proof");
    let expected =
        Proof::Subset { step: 0, banks: vec![0], buffers: vec![0, 1], unit: 32, bytes: 128, capacity: 96 };
    assert_eq!(proof, expected);
    assert_eq!(check(&banks, &buffers, &proof), Ok(()));
    // With one byte less each, both fit.
    let small = [Buffer::new(32, 1, 0, 0, &[0]), Buffer::new(33, 1, 0, 0, &[0]).with_rank(1)];
    assert!(plan(&banks, &small, Budget::FAST).unwrap().fits);
}

#[test]
fn invalid_proofs_are_rejected() {
    let banks = [Bank::new(100), Bank::new(50)];
    let buffers = [
        Buffer::new(60, 1, 0, 1, &[0, 1]),
        Buffer::new(50, 1, 1, 2, &[0]).with_rank(1),
        Buffer::new(40, 2, 1, 1, &[0, 1]).with_rank(2),
    ];
    let subset = |step, set: &[u16], list: &[u32], unit, bytes, capacity| {
        let proof =
            Proof::Subset { step, banks: set.to_vec(), buffers: list.to_vec(), unit, bytes, capacity };
        check(&banks, &buffers, &proof)
    };
    // The first buffer is allowed in the second bank, but too large for it.
    assert_eq!(subset(1, &[0], &[0, 1], 1, 110, 100), Ok(()));
    assert_eq!(subset(2, &[0], &[0, 1], 1, 110, 100), Err(Refused::NotAlive(0)));
    assert_eq!(subset(1, &[0], &[0, 2], 1, 100, 100), Err(Refused::NotConfined(2)));
    assert_eq!(subset(1, &[0], &[0, 1], 4, 112, 100), Err(Refused::Unit(0)));
    assert_eq!(subset(1, &[0], &[0, 1], 3, 111, 102), Err(Refused::Figures));
    assert_eq!(subset(1, &[0], &[0, 1], 1, 111, 100), Err(Refused::Figures));
    assert_eq!(subset(1, &[0, 1], &[0, 1, 2], 1, 150, 150), Err(Refused::Figures));
    assert_eq!(subset(1, &[0], &[0, 0], 1, 120, 100), Err(Refused::Index));
    assert_eq!(subset(1, &[0, 0], &[0, 1], 1, 110, 200), Err(Refused::Index));
    assert_eq!(subset(1, &[7], &[0, 1], 1, 110, 100), Err(Refused::Index));
    let packing = |step, list: &[u32], unit| {
        check(&banks, &buffers, &Proof::Packing { step, buffers: list.to_vec(), fixed: vec![], unit })
    };
    assert_eq!(packing(1, &[0, 2], 1), Err(Refused::Divisible));
    assert_eq!(packing(1, &[0, 1], 1), Ok(()));
    assert_eq!(packing(1, &[0, 1], 4), Err(Refused::Unit(0)));
    assert_eq!(packing(1, &[0, 1], 0), Err(Refused::Figures));
    assert_eq!(subset(1, &[], &[0, 1], 0, 110, 0), Err(Refused::Figures));
    assert_eq!(check(&banks, &buffers, &Proof::FixedAbove { buffer: 0 }), Err(Refused::Figures));
    let overlap = Proof::FixedOverlap { buffer: 0, other: 1, step: 1 };
    assert_eq!(check(&banks, &buffers, &overlap), Err(Refused::Figures));
}

#[test]
fn overlapping_fixed_places_are_proofs() {
    let banks = [Bank::new(100)];
    let a = Buffer::new(60, 1, 0, 1, &[0]).with_fixed(30);
    let outcome =
        plan(&banks, &[a, Buffer::new(10, 1, 1, 2, &[0]).with_fixed(80).with_rank(1)], Budget::FAST).unwrap();
    assert_eq!(outcome.proof, Some(Proof::FixedOverlap { buffer: 0, other: 1, step: 1 }));
    let outcome = plan(&banks, &[a.with_fixed(41)], Budget::FAST).unwrap();
    assert_eq!(outcome.proof, Some(Proof::FixedAbove { buffer: 0 }));
    assert_eq!(
        text(&banks, &[a.with_fixed(41)], outcome.proof.as_ref().unwrap()),
        "buffer `p` is fixed at bytes 41..101, but bank `a` ends at 100 (1 byte over)"
    );
}

#[test]
fn explanations_hold_when_tried() {
    let fitting = Budget { fit: 400_000_000, misses: 0, marks: 0 };
    let mut explained = 0;
    for seed in 0..16 {
        let (problem, _) = plant(Family { banks: 3, buffers: 20, fill: 95 }, 2000 + seed, Style::Shaved);
        let shrunk = shrink(&problem, 1, 10);
        let list = shrunk.buffers();
        // Each buffer is really used only in its first step.
        let needed: Vec<Life> = list.iter().map(|b| Life { first: b.first, last: b.first }).collect();
        let why = explain(&shrunk.banks, &list, &needed, 20_000_000);
        let Some(conflict) = why.conflict else { continue };
        explained += 1;
        if explained > 3 {
            break;
        }
        let only = |keep: &dyn Fn(u32) -> bool| -> Vec<Buffer<'_>> {
            conflict.buffers.iter().filter(|i| keep(**i)).map(|&i| list[i as usize]).collect()
        };
        assert!(!plan(&shrunk.banks, &only(&|_| true), fitting).unwrap().fits);
        if conflict.irreducible {
            for &out in &conflict.buffers {
                assert!(plan(&shrunk.banks, &only(&|i| i != out), fitting).unwrap().fits);
            }
        }
        for change in &why.changes {
            let mut changed = shrunk.clone();
            match *change {
                Change::Capacity { bank, bytes, least } => {
                    let capacity = &mut changed.banks[usize::from(bank)].capacity;
                    *capacity = bytes - 1;
                    if least {
                        let less = plan(&changed.banks, &list, fitting).unwrap();
                        assert!(less.status.is_final() && !less.fits, "{less:?}");
                    }
                    changed.banks[usize::from(bank)].capacity = bytes;
                }
                Change::Allow { buffer, bank } => changed.pieces[buffer as usize].banks.push(bank),
                Change::Shorten { buffer, first, last } => {
                    let piece = &mut changed.pieces[buffer as usize];
                    assert!(
                        piece.first == first && first <= last && last < piece.last,
                        "the end alone is free"
                    );
                    (piece.first, piece.last) = (first, last);
                }
                Change::Move { buffer, .. } => changed.pieces[buffer as usize].fixed = None,
            }
            assert!(plan(&changed.banks, &changed.buffers(), fitting).unwrap().fits, "{change:?}");
        }
    }
    assert!(explained >= 3, "{explained}");
}
