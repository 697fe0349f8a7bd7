//! Small problems against brute force: whether a layout exists, and the lowest cost of misses.

use crate::support::owned::{Owned, Piece};
use crate::support::planted::Dice;
use arena_plan_core::model::{Bank, Placement};
use arena_plan_core::planner::banks::{Budget, plan};
use arena_plan_core::planner::{Status, proof};

/// Two or three small banks and up to seven small buffers, with alignments, weights, reserves and fixed places.
fn small(dice: &mut Dice) -> Owned {
    let count = dice.range(2, 3);
    let banks: Vec<Bank> = (0..count)
        .map(|_| {
            let bank = Bank::new(dice.range(4, 14));
            match dice.range(0, 5) {
                0 => bank.with_align(2),
                1 => bank.with_reserve(dice.range(0, 3)),
                2 => bank.with_granule(4),
                _ => bank,
            }
        })
        .collect();
    let pieces = (0..dice.range(3, 7))
        .map(|rank| {
            let first = u32::try_from(dice.range(0, 3)).unwrap();
            let mut allowed: Vec<u16> = (0..u16::try_from(count).unwrap()).collect();
            let turn = usize::try_from(dice.range(0, count - 1)).unwrap();
            allowed.rotate_left(turn);
            allowed.truncate(usize::try_from(dice.range(1, count)).unwrap());
            let size = dice.range(1, 8);
            let mut piece = Piece {
                size,
                align: 1 << dice.range(0, 2),
                first,
                last: first + u32::try_from(dice.range(0, 2)).unwrap(),
                banks: allowed,
                fixed: None,
                rank: u32::try_from(rank).unwrap(),
                weight: if dice.range(0, 3) == 0 { dice.range(0, 20) } else { size },
            };
            if dice.range(0, 9) == 0 {
                piece.banks.truncate(1);
                piece.align = 1;
                let align = banks[usize::from(piece.banks[0])].align;
                piece.fixed = Some(dice.range(0, 4) * align);
            }
            piece
        })
        .collect();
    Owned { banks, pieces }
}

/// Lowest cost of misses over all layouts, by trying every bank and offset in turn.
fn brute(problem: &Owned, placed: &mut Vec<Placement>, harm: u128, best: &mut Option<u128>) {
    if best.is_some_and(|best| harm >= best) {
        return;
    }
    let Some(piece) = problem.pieces.get(placed.len()) else {
        *best = Some(harm);
        return;
    };
    for &k in &piece.banks {
        let bank = problem.banks[usize::from(k)];
        let more = if k == piece.banks[0] { 0 } else { u128::from(piece.weight) };
        let offsets = match piece.fixed {
            Some(offset) => offset..offset + 1,
            None => 0..bank.room().saturating_sub(piece.size) + 1,
        };
        for offset in offsets {
            placed.push(Placement { bank: k, offset });
            let part =
                Owned { banks: problem.banks.clone(), pieces: problem.pieces[..placed.len()].to_vec() };
            if part.fault(placed).is_none() {
                brute(problem, placed, harm + more, best);
            }
            placed.pop();
        }
    }
}

#[test]
fn verdicts_and_misses_equal_brute_force() {
    let mut dice = Dice::new(7);
    let (mut feasible, mut refuted, mut with_misses, mut proofs) = (0, 0, 0, 0);
    for case in 0..300 {
        let problem = small(&mut dice);
        let buffers = problem.buffers();
        let mut best = None;
        brute(&problem, &mut Vec::new(), 0, &mut best);
        let outcome = plan(&problem.banks, &buffers, Budget::FAST).unwrap();
        match best {
            Some(harm) => {
                assert!(outcome.fits && outcome.fewest_misses, "{case}: {outcome:?} {problem:?}");
                assert_eq!(problem.fault(&outcome.placements), None, "{case}: {problem:?}");
                assert_eq!(outcome.misses, harm, "{case}: {problem:?}");
                assert_eq!(problem.misses(&outcome.placements), harm, "{case}");
                feasible += 1;
                with_misses += u32::from(harm > 0);
            }
            None => {
                let verdict = &outcome.status;
                let is_proved = outcome.proof.is_some() || *verdict == Status::InfeasibleSearch;
                assert!(is_proved && !outcome.fits, "{case}: {verdict:?} {problem:?}");
                if let Some(proof) = &outcome.proof {
                    assert_eq!(proof::check(&problem.banks, &buffers, proof), Ok(()), "{case}: {proof:?}");
                    proofs += 1;
                }
                refuted += 1;
            }
        }
    }
    // The families must not degenerate, or the comparison is meaningless.
    assert!(
        feasible >= 100 && refuted >= 50 && with_misses >= 40 && proofs >= 40,
        "{feasible} {refuted} {with_misses} {proofs}"
    );
}
