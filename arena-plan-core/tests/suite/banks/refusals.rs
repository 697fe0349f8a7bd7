//! Why there is no layout: each proof and each piece of advice of the kernel against brute force, on small problems, and the
//! same words on every route.

use crate::support::owned::{Owned, Piece};
use crate::support::planted::Dice;
use arena_plan_core::kernel::advice::{Advice, Change};
use arena_plan_core::kernel::fault::{Fault, Token};
use arena_plan_core::kernel::message::{Source, advised};
use arena_plan_core::kernel::pieces::Life;
use arena_plan_core::kernel::plan::{Orders, plan as kernel_plan};
use arena_plan_core::kernel::{granule, parts, refuse};
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::explain::{self, ADVICE, Unplanned, refusals};
use arena_plan_core::planner::proof::{Proof, check};
use arena_plan_core::planner::{Effort, Options, plan};
use arena_plan_core::problem::{self, Problem};

/// One to three small banks and up to seven small buffers, with alignments, reserves and many fixed places.
fn small(dice: &mut Dice, statics: bool) -> Owned {
    let count = dice.range(1, 3);
    let banks: Vec<Bank> = (0..count)
        .map(|_| {
            let bank = Bank::new(dice.range(4, 16));
            match dice.range(0, 5) {
                0 => bank.with_align(1 << dice.range(1, 2)),
                1 => bank.with_reserve(dice.range(0, 3)),
                _ => bank,
            }
        })
        .collect();
    let pieces = (0..dice.range(2, 7))
        .map(|rank| {
            let first = u32::try_from(dice.range(0, 3)).unwrap();
            let mut allowed: Vec<u16> = (0..u16::try_from(count).unwrap()).collect();
            allowed.rotate_left(usize::try_from(dice.range(0, count - 1)).unwrap());
            allowed.truncate(usize::try_from(dice.range(1, count)).unwrap());
            let mut piece = Piece {
                size: dice.range(1, 8),
                align: 1 << dice.range(0, 2),
                first,
                last: first + u32::try_from(dice.range(0, 2)).unwrap(),
                banks: allowed,
                fixed: None,
                rank: u32::try_from(rank).unwrap(),
                weight: 1,
            };
            if dice.range(0, 4) == 0 {
                piece.banks.truncate(1);
                let align = banks[usize::from(piece.banks[0])].align.max(piece.align);
                piece.fixed = Some(dice.range(0, 3) * align);
            }
            piece
        })
        .collect();
    let mut owned = Owned { banks, pieces };
    if statics {
        grain(&mut owned);
    }
    owned
}

/// Gives banks the granules that they have in any layout as statics.
fn grain(owned: &mut Owned) {
    let buffers = owned.buffers();
    let granules: Vec<u64> =
        (0..).zip(&owned.banks).map(|(index, bank)| granule::proved(bank, index, &buffers)).collect();
    for (bank, granule) in owned.banks.iter_mut().zip(granules) {
        bank.granule = granule;
    }
}

/// Whether a layout exists: every bank and offset of every buffer is tried. As statics, the size of a bank is a
/// multiple of the largest alignment in it.
fn possible(problem: &Owned, statics: bool, placed: &mut Vec<(u16, u64)>) -> bool {
    let Some(piece) = problem.pieces.get(placed.len()) else {
        return !statics || rounded(problem, placed);
    };
    for &bank in &piece.banks {
        let figures = problem.banks[usize::from(bank)];
        let room = figures.capacity.saturating_sub(figures.reserve);
        let align = piece.align.max(figures.align);
        for offset in 0..=room.saturating_sub(piece.size) {
            let here = piece.fixed.is_none_or(|fixed| fixed == offset) && offset % align == 0;
            let inside = offset + piece.size <= room;
            let free = placed.iter().zip(&problem.pieces).all(|(&(other, at), q)| {
                let together = piece.first <= q.last && q.first <= piece.last;
                other != bank || !together || at + q.size <= offset || offset + piece.size <= at
            });
            if here && inside && free {
                placed.push((bank, offset));
                if possible(problem, statics, placed) {
                    return true;
                }
                placed.pop();
            }
        }
    }
    false
}

fn rounded(problem: &Owned, placed: &[(u16, u64)]) -> bool {
    (0u16..).zip(&problem.banks).all(|(index, bank)| {
        let here = || placed.iter().zip(&problem.pieces).filter(|((own, _), _)| *own == index);
        let align = here().map(|(_, piece)| piece.align).fold(bank.align, u64::max);
        let end = here().map(|((_, offset), piece)| offset + piece.size).max().unwrap_or(0);
        end.next_multiple_of(align) <= bank.capacity.saturating_sub(bank.reserve)
    })
}

fn exists(problem: &Owned, statics: bool) -> bool {
    possible(problem, statics, &mut Vec::new())
}

/// The problem after a change.
fn changed(problem: &Owned, change: &Change) -> Owned {
    let mut changed = problem.clone();
    match *change {
        Change::Capacity { bank, bytes, .. } => changed.banks[usize::from(bank)].capacity = bytes,
        Change::Move { buffer, offset } => changed.pieces[buffer as usize].fixed = Some(offset),
        Change::Allow { buffer, bank } => changed.pieces[buffer as usize].banks.push(bank),
        Change::Shorten { buffer, first, last } => {
            (changed.pieces[buffer as usize].first, changed.pieces[buffer as usize].last) = (first, last);
        }
    }
    changed
}

#[test]
fn proofs_and_advice_hold_by_brute_force() {
    let mut dice = Dice::new(12);
    let (mut load, mut unit, mut sets, mut piece, mut packed, mut none) = (0, 0, 0, 0, 0, 0);
    let (mut least, mut moves, mut allowed, mut shortened) = (0, 0, 0, 0);
    for case in 0..2400 {
        let statics = case % 2 == 0;
        let problem = small(&mut dice, statics);
        let (banks, buffers) = (&problem.banks, problem.buffers());
        if parts::of_parts(banks, &buffers).is_some() || parts::of_fixed(&buffers).is_some() {
            continue;
        }
        let found = explain::proofs(banks, &buffers);
        let Some(fault) = found.first() else {
            none += 1;
            continue;
        };
        assert!(!exists(&problem, statics), "{case}: {found:?} {problem:?}");
        for fault in &found {
            let proof = Proof::of(banks, &buffers, fault).expect("a proof");
            assert_eq!(check(banks, &buffers, &proof), Ok(()), "{case}: {proof:?} {problem:?}");
        }
        match fault {
            Fault::OverBudget(excess) if excess.unit > 1 => unit += 1,
            Fault::OverBudget(excess) if excess.set.count_ones() > 1 => sets += 1,
            Fault::OverBudget(_) => load += 1,
            Fault::NoPiece { .. } => piece += 1,
            Fault::Packing(_) => packed += 1,
            other => panic!("{case}: {other:?} is not a proof"),
        }
        // Each buffer is used only in its first step.
        let needed: Vec<Life> = buffers.iter().map(|b| Life { first: b.first, last: b.first }).collect();
        let options = Options { effort: Effort::Fast, ..Options::default() };
        let unplanned = Unplanned { banks, buffers: &buffers, needed: &needed, statics, options: &options };
        let refused = refusals(&unplanned, &plan(banks, &buffers, &options), ADVICE);
        assert_eq!(refused.iter().map(|refusal| refusal.fault).collect::<Vec<_>>(), found, "{case}");
        for change in refused[0].advice.changes() {
            let mut after = changed(&problem, change);
            assert!(exists(&after, statics), "{case}: {change:?} {fault:?} {problem:?}");
            match *change {
                Change::Capacity { bank, least: true, .. } => {
                    least += 1;
                    after.banks[usize::from(bank)].capacity -= 1;
                    assert!(!exists(&after, statics), "{case}: {change:?} {fault:?} {problem:?}");
                }
                Change::Capacity { .. } => {}
                Change::Move { .. } => moves += 1,
                Change::Allow { .. } => allowed += 1,
                Change::Shorten { buffer, first, last } => {
                    shortened += 1;
                    let whole = &problem.pieces[buffer as usize];
                    assert!(first == whole.first && last < whole.last, "{case}: {change:?}");
                }
            }
        }
    }
    let proofs = [load, unit, sets, piece, packed, none];
    assert!(proofs.iter().all(|&count| count >= 10), "too few of one kind: {proofs:?}");
    let advice = [least, moves, allowed, shortened];
    assert!(advice.iter().all(|&count| count >= 8), "too few of one kind: {advice:?}");
}

const BUFFERS: usize = 6;
const NAMES: [&str; BUFFERS] = ["a", "b", "c", "d", "e", "f"];
const STEPS: [&str; 6] = ["0", "1", "2", "3", "4", "5"];

/// What const evaluation reports: one text for each token that has one.
fn by_const_evaluation<const BANKS: usize>(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Vec<String>> {
    let banks: [Bank; BANKS] = banks.try_into().expect("as many banks");
    let buffers: [Buffer<'_>; BUFFERS] = buffers.try_into().expect("as many buffers");
    let plan = kernel_plan::<BANKS, BUFFERS, { 2 * STEPS.len() }>(&banks, &buffers, Orders::Fast, &[]);
    let refusal = plan.refusal()?;
    let source = source(&banks, &buffers);
    let bank = (0u32..).take(BANKS).map(Token::Bank);
    let buffer = (0u32..).take(BUFFERS).flat_map(|index| {
        [Token::Buffer(index), Token::Align(index), Token::Fixed(index), Token::Type(index)]
    });
    let texts = bank.chain(buffer).filter_map(|token| {
        let fault = refuse::at(&banks, &buffers, &refusal.fault, token)?;
        let first = fault.token().is(refusal.fault.token());
        let advice = if first { refusal.advice } else { Advice::NONE };
        Some(advised(&fault, &advice, &source).as_str().to_owned())
    });
    Some(texts.collect())
}

fn source<'a>(banks: &'a [Bank], buffers: &'a [Buffer<'a>]) -> Source<'a> {
    Source { banks, bank_ids: &NAMES, buffers, buffer_ids: &NAMES, step_ids: &STEPS }
}

/// If no search is needed, the macro, const evaluation and the command report the same, word for word.
#[test]
fn every_route_reports_the_same_if_no_search_is_needed() {
    let mut dice = Dice::new(21);
    let mut compared = [0; 3];
    let mut advised_too = 0;
    for case in 0..8000 {
        let mut owned = small(&mut dice, false);
        if owned.pieces.len() < BUFFERS || owned.banks.len() > 2 {
            continue;
        }
        owned.pieces.truncate(BUFFERS);
        // Files have no alignment of a bank, and its size is not rounded there.
        owned.banks = owned.banks.iter().map(|bank| Bank::new(bank.room())).collect();
        for piece in &mut owned.pieces {
            (piece.align, piece.weight) = (1, piece.size);
        }
        let (banks, buffers) = (&owned.banks, owned.buffers());
        if parts::of_parts(banks, &buffers).is_some() || parts::of_fixed(&buffers).is_some() {
            continue;
        }
        let proofs = explain::proofs(banks, &buffers);
        if proofs.is_empty() {
            continue;
        }
        let by_rustc = match banks.len() {
            1 => by_const_evaluation::<1>(banks, &buffers),
            _ => by_const_evaluation::<2>(banks, &buffers),
        };
        let options = Options::default();
        let unplanned = Unplanned { banks, buffers: &buffers, needed: &[], statics: true, options: &options };
        let refused = refusals(&unplanned, &plan(banks, &buffers, &options), ADVICE);
        let source = source(banks, &buffers);
        let by_macro: Vec<String> = refused
            .iter()
            .map(|refusal| advised(&refusal.fault, &refusal.advice, &source).as_str().to_owned())
            .collect();
        let named = named(&owned);
        let planned = problem::plan(&named, &options).expect("a sound problem");
        let reasons = problem::reasons(&named, &planned, &options, &[]);
        let by_command: Vec<String> = reasons.into_iter().map(|reason| reason.message).collect();
        assert_eq!(by_macro, by_command, "{case}: {owned:?}");
        let by_rustc = by_rustc.expect("a fault");
        let advised = by_rustc[0].contains("would fit if") && !by_rustc[0].contains("less may be enough");
        if by_macro.len() > 1 || advised {
            assert_eq!(by_rustc, by_macro, "{case}: {owned:?}");
            advised_too += usize::from(advised);
        } else {
            // A search may have found better advice than first fit.
            let proof = by_rustc[0].split("\nwould fit").next().unwrap();
            assert!(by_macro[0].starts_with(proof), "{case}: {by_rustc:?} {by_macro:?}");
        }
        compared[proofs.len().min(2)] += 1;
    }
    assert!(compared[1] >= 100 && compared[2] >= 5 && advised_too >= 100, "{compared:?} {advised_too}");
}

/// The problem as in a file.
fn named(owned: &Owned) -> Problem {
    let ids = |banks: &[u16]| banks.iter().map(|bank| NAMES[usize::from(*bank)]).collect::<Vec<_>>();
    let banks = owned.banks.iter().zip(NAMES).map(|(bank, id)| problem::Bank::new(id, bank.capacity));
    let buffers = owned.pieces.iter().zip(NAMES).map(|(piece, id)| {
        let (first, last) = (u64::from(piece.first), u64::from(piece.last));
        let mut buffer = problem::Buffer::new(id, piece.size, first, last, &ids(&piece.banks));
        if let Some(offset) = piece.fixed {
            buffer = buffer.with_fixed(NAMES[usize::from(piece.banks[0])], offset);
        }
        buffer
    });
    Problem { banks: banks.collect(), buffers: buffers.collect() }
}
