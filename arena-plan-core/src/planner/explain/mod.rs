//! Why a plan does not fit: the kernel's proofs, else what the plan proved or how close it came, and what would help.
//!
//! The texts are the kernel's: [`coded`](crate::kernel::message::coded) and [`advised`](crate::kernel::message::advised).

use alloc::vec;
use alloc::vec::Vec;

mod diagnosis;

pub use diagnosis::{Conflict, Explanation, explain};

use super::meter::{Meter, Work};
use super::proof::{self, Proof, check};
use super::{Effort, Options, Plan, Status};
use crate::kernel::advice::{self, Advice, Change};
use crate::kernel::advise::advise;
use crate::kernel::bound::{self, Scratch};
use crate::kernel::fault::{Fault, Sought};
use crate::kernel::first_fit::Spot;
use crate::kernel::order::{Key, Order};
use crate::kernel::pieces::Life;
use crate::kernel::refuse::{Refusal, refuse};
use crate::kernel::trial::{self, Case, Desk};
use crate::model::{Bank, Buffer, Placement};

/// Work that a search for advice may spend, in units of [`banks`](super::banks): at most two tenths of a second of an
/// unoptimised build, in which a procedural macro runs.
pub const ADVICE: u64 = 3_000_000;

/// Work for a proof that is not part of the plan.
const PROOF: u64 = 1_000_000;

/// A problem that has no plan. There are few enough steps for two numbers per step; all lifetimes end within them.
#[derive(Clone, Copy, Debug)]
pub struct Unplanned<'a, 'b> {
    /// The banks.
    pub banks: &'a [Bank],
    /// The buffers.
    pub buffers: &'a [Buffer<'b>],
    /// The steps in which each buffer is really used; empty if that is not known: then no lifetime is shortened.
    pub needed: &'a [Life],
    /// Whether each bank becomes a static, whose size is a multiple of the largest alignment in it.
    pub statics: bool,
    /// The options of the plan.
    pub options: &'a Options,
}

/// All proofs, without a search, that no layout exists: one for each bank whose load exceeds its room, else the first
/// proof of another kind. Const evaluation reports the same.
///
/// ```
/// use arena_plan_core::kernel::fault::Fault;
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::explain::proofs;
/// let banks = [Bank::new(16), Bank::new(16)];
/// let buffers = [Buffer::new(17, 1, 0, 0, &[0]), Buffer::new(17, 1, 0, 0, &[1])].map(|b| [b; 2]).concat();
/// let halves: Vec<_> = buffers.iter().map(|b| Buffer { size: 9, ..*b }).collect();
/// assert_eq!(proofs(&banks, &halves).len(), 2);
/// ```
pub fn proofs(banks: &[Bank], buffers: &[Buffer<'_>]) -> Vec<Fault> {
    let (mut steps, mut homes, mut units) =
        (vec![0; 2 * steps(buffers)], vec![0; buffers.len()], vec![0; buffers.len()]);
    let mut scratch = Scratch { steps: &mut steps, homes: &mut homes, units: &mut units };
    let Some(first) = refuse(banks, buffers, &mut scratch) else { return Vec::new() };
    match first {
        Fault::OverBudget(excess) if excess.set.count_ones() == 1 && excess.unit == 1 => (0..)
            .take(banks.len())
            .filter_map(|bank| bound::of_bank(banks, buffers, bank, &mut scratch))
            .map(Fault::OverBudget)
            .collect(),
        other => vec![other],
    }
}

/// Steps up to the last one in which a buffer is alive.
fn steps(buffers: &[Buffer<'_>]) -> usize {
    buffers.iter().map(|buffer| buffer.last as usize + 1).max().unwrap_or(0)
}

/// A proof that is part of the plan, or that is found with more work than [`proofs`] does, and that [`check`]
/// accepts.
pub fn proof(banks: &[Bank], buffers: &[Buffer<'_>], plan: &Plan) -> Option<Proof> {
    let found =
        plan.proof.clone().or_else(|| proof::find(banks, buffers, &mut Meter::new(Work::units(PROOF))));
    found.filter(|proof| check(banks, buffers, proof).is_ok())
}

/// Why `plan` does not fit: everything that is proved, or what came closest. Advice is with the first entry.
///
/// `work` bounds the units of [`banks`](super::banks) that a search for advice may spend, [`ADVICE`] if nobody should
/// have to wait.
///
/// ```
/// use arena_plan_core::kernel::advice::Change;
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::explain::{ADVICE, Unplanned, refusals};
/// use arena_plan_core::planner::{Options, plan};
/// let (banks, options) = ([Bank::new(100), Bank::new(60)], Options::default());
/// let buffers = [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0]).with_rank(1)];
/// let problem =
///     Unplanned { banks: &banks, buffers: &buffers, needed: &[], statics: false, options: &options };
/// let refusals = refusals(&problem, &plan(&banks, &buffers, &options), ADVICE);
/// assert_eq!(refusals[0].advice.changes()[0], Change::Capacity { bank: 0, bytes: 110, least: true });
/// ```
pub fn refusals(problem: &Unplanned<'_, '_>, plan: &Plan, work: u64) -> Vec<Refusal> {
    let Unplanned { banks, buffers, options, .. } = *problem;
    let proofs = proofs(banks, buffers);
    if let [first, others @ ..] = proofs.as_slice() {
        if !others.is_empty() {
            // A single change is seldom enough for several banks, so none is searched for.
            let first = Refusal { fault: *first, advice: tried(problem, first) };
            let others = others.iter().map(|&fault| Refusal { fault, advice: Advice::NONE });
            return core::iter::once(first).chain(others).collect();
        }
    }
    let (fault, tried) = match proofs.first() {
        Some(fault) => (*fault, tried(problem, fault)),
        None => {
            let proved = proof(banks, buffers, plan).and_then(|proof| proof.fault(banks, buffers));
            (proved.unwrap_or_else(|| closest(problem, plan)), Advice::NONE)
        }
    };
    // What first fit alone would need is not what a search needs.
    let searched = options.effort != Effort::Fast && options.order.is_none();
    let enough = !tried.changes().is_empty()
        && !tried.changes().iter().any(|change| matches!(change, Change::Capacity { least: false, .. }));
    let sought = if searched && !enough { sought(problem, &fault, work) } else { tried };
    let found = !sought.changes().is_empty() || sought.conflict.is_some();
    vec![Refusal { fault, advice: if found { sought } else { tried } }]
}

/// The buffer that has no place in a plan, and whether that is proved.
fn closest(problem: &Unplanned<'_, '_>, plan: &Plan) -> Fault {
    let Unplanned { banks, buffers, options, .. } = *problem;
    let above = |&(index, place): &(u32, &Placement)| {
        let end = place.offset.saturating_add(buffers[index as usize].size);
        banks.get(usize::from(place.bank)).is_none_or(|bank| end > bank.room())
    };
    // Within the rooms, but not once they are rounded up to the alignments in them: any buffer represents it.
    let mut all = (0u32..).zip(&plan.placements);
    let (buffer, placement) = all
        .clone()
        .find(above)
        .or_else(|| all.next())
        .map_or_else(Default::default, |(index, place)| (index, *place));
    let proved = matches!(
        plan.status,
        Status::InfeasibleSearch | Status::InfeasibleBound { .. } | Status::InfeasiblePacking { .. }
    );
    let sought = match options.effort {
        _ if options.order.is_some() => Sought::FirstFit,
        Effort::Fast => Sought::FirstFit,
        Effort::Default => Sought::Search,
        Effort::Thorough => Sought::ThoroughSearch,
    };
    if proved {
        Fault::Exhausted { buffer, placement }
    } else {
        Fault::NotFound { buffer, placement, sought }
    }
}

/// Advice that needs no search: the same as from const evaluation.
fn tried(problem: &Unplanned<'_, '_>, fault: &Fault) -> Advice {
    let Unplanned { banks, buffers, needed, statics, options } = *problem;
    let (n, b) = (buffers.len(), banks.len());
    let mut desk = Desk {
        banks: [&mut banks.to_vec(), &mut banks.to_vec()],
        buffers: &mut buffers.to_vec(),
        best: &mut vec![Placement::default(); n],
        trial: &mut vec![Placement::default(); n],
        order: &mut vec![0; n],
        keys: [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]],
        heads: &mut vec![0; b],
        list: &mut vec![Spot::EMPTY; n],
        load: &mut vec![0; n],
        steps: &mut vec![0; 2 * steps(buffers)],
        work: trial::WORK,
    };
    let base = options.order == Some(Order::Base);
    advise(&Case { banks, buffers, needed, base, statics }, fault, &mut desk)
}

/// Advice from planning again.
fn sought(problem: &Unplanned<'_, '_>, fault: &Fault, work: u64) -> Advice {
    let Unplanned { banks, buffers, needed, statics, .. } = *problem;
    let mut advice = Advice::NONE;
    let Some(wide) = (if statics { careful(banks, buffers) } else { Some(banks.to_vec()) }) else {
        return advice;
    };
    let Explanation { conflict, changes, .. } = explain(&wide, buffers, needed, work);
    changes.into_iter().for_each(|change| advice.push(change));
    // A proof names its buffers itself.
    if matches!(fault, Fault::Exhausted { .. } | Fault::NotFound { .. }) {
        advice.conflict =
            conflict.map(|found| advice::Conflict::new(&found.buffers, found.irreducible, found.smallest));
    }
    advice
}

/// The banks with granules that are valid even if a change moves any buffer into any bank; `None` if that costs room,
/// because a useful change could then be called useless.
fn careful(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Vec<Bank>> {
    let most = buffers.iter().map(|buffer| buffer.align).max().unwrap_or(1);
    let wide: Vec<Bank> =
        banks.iter().map(|bank| bank.with_granule(bank.granule.max(bank.align).max(most))).collect();
    wide.iter().zip(banks).all(|(wide, bank)| wide.room() == bank.room()).then_some(wide)
}
