//! Proofs that no layout exists: found, checked, refused when tampered with, printed, and explained.

use crate::support::planted::{Family, Style, plant, shrink};
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::Status;
use arena_plan_core::planner::banks::{Budget, plan};
use arena_plan_core::planner::explain::{Change, explain};
use arena_plan_core::planner::proof::{Names, Proof, Refused, check, describe};

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
fn step_packing_is_proved_where_bytes_alone_say_nothing() {
    let (banks, buffers) = packing();
    let outcome = plan(&banks, &buffers, Budget::FAST).unwrap();
    assert!(!outcome.fits);
    let proof = outcome.proof.expect("the proof");
    assert_eq!(proof, Proof::Packing { step: 4, buffers: vec![0, 1, 2, 3], unit: 1 });
    assert_eq!(check(&banks, &buffers, &proof), Ok(()));
    let names = Names { banks: &["a", "b", "c"], buffers: &["p", "q", "r", "s"], steps: &[] };
    let text = describe(&banks, &buffers, &proof, &names);
    expect_test::expect![[r#"
        no layout exists: in step 4, no division of these 4 buffers among their banks keeps every bank within its room
          bank `a`: room 79 bytes
          bank `b`: room 79 bytes
          bank `c`: room 79 bytes
          `p`: 40 bytes, steps 2..=4, allowed in `a` | `b` | `c`
          `q`: 40 bytes, steps 2..=4, allowed in `a` | `b` | `c`
          `r`: 40 bytes, steps 2..=4, allowed in `a` | `b` | `c`
          `s`: 40 bytes, steps 2..=4, allowed in `a` | `b` | `c`
    "#]]
    .assert_eq(&text);
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
fn proofs_that_do_not_hold_are_refused() {
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
    let packing = |step, list: &[u32]| {
        check(&banks, &buffers, &Proof::Packing { step, buffers: list.to_vec(), unit: 1 })
    };
    assert_eq!(packing(1, &[0, 2]), Err(Refused::Divisible));
    assert_eq!(packing(1, &[0, 1]), Ok(()));
    assert_eq!(check(&banks, &buffers, &Proof::FixedAbove { buffer: 0 }), Err(Refused::Figures));
    let overlap = Proof::FixedOverlap { buffer: 0, other: 1, step: 1 };
    assert_eq!(check(&banks, &buffers, &overlap), Err(Refused::Figures));
}

#[test]
fn fixed_places_that_clash_are_proofs_of_their_own() {
    let banks = [Bank::new(100)];
    let a = Buffer::new(60, 1, 0, 1, &[0]).with_fixed(30);
    let outcome =
        plan(&banks, &[a, Buffer::new(10, 1, 1, 2, &[0]).with_fixed(80).with_rank(1)], Budget::FAST).unwrap();
    assert_eq!(outcome.proof, Some(Proof::FixedOverlap { buffer: 0, other: 1, step: 1 }));
    let outcome = plan(&banks, &[a.with_fixed(41)], Budget::FAST).unwrap();
    assert_eq!(outcome.proof, Some(Proof::FixedAbove { buffer: 0 }));
    let text = describe(&banks, &[a.with_fixed(41)], outcome.proof.as_ref().unwrap(), &Names::default());
    assert_eq!(
        text,
        "no layout exists: buffer #0 of 60 bytes is fixed at offset 41 of bank #0, whose room ends at 100\n"
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
        let why = explain(&shrunk.banks, &list, 20_000_000);
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
        for capacity in &why.capacities {
            let mut banks = shrunk.banks.clone();
            banks[usize::from(capacity.bank)].capacity = capacity.bytes;
            assert!(plan(&banks, &list, fitting).unwrap().fits);
            banks[usize::from(capacity.bank)].capacity -= 1;
            if capacity.least {
                let less = plan(&banks, &list, fitting).unwrap();
                assert!(less.status.is_final() && !less.fits, "{less:?}");
            }
        }
        for change in &why.changes {
            let mut changed = shrunk.clone();
            match *change {
                Change::Allow { buffer, bank } => changed.pieces[buffer as usize].banks.push(bank),
                Change::Shorten { buffer, first, last } => {
                    let piece = &mut changed.pieces[buffer as usize];
                    assert!(piece.first <= first && last <= piece.last);
                    (piece.first, piece.last) = (first, last);
                }
                Change::Move { buffer, .. } => changed.pieces[buffer as usize].fixed = None,
            }
            assert!(plan(&changed.banks, &changed.buffers(), fitting).unwrap().fits, "{change:?}");
        }
    }
    assert!(explained >= 3, "{explained}");
}
