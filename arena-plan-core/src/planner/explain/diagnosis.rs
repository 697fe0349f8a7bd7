//! For problems without a layout: which buffers conflict, and which single change would help.
//!
//! Everything reported here was checked by planning again.

use alloc::vec::Vec;

use crate::kernel::advice::Change;
use crate::kernel::pieces::Life;
use crate::model::{Bank, Buffer};
use crate::planner::banks::outcome;
use crate::planner::banks::reduction::Instance;
use crate::planner::banks::restarts::{Fit, Restarts};
use crate::planner::meter::{Meter, Work};
use crate::planner::proof::{self, Proof};
use crate::planner::random::Random;

/// Buffers that cannot be placed together, wherever the others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The buffers, in ascending order.
    pub buffers: Vec<u32>,
    /// Without any one of them, the rest can be placed, so the set cannot be reduced; each was tried.
    pub irreducible: bool,
    /// It is proved that no conflicting set has fewer members.
    pub smallest: bool,
}

/// What prevents a layout, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// A conflicting set; `None` if it could not be shown that the problem has no layout.
    pub conflict: Option<Conflict>,
    /// Single changes that would be enough: by kind, then by bank or buffer.
    pub changes: Vec<Change>,
    /// Units of work spent.
    pub work: u64,
}

/// Number of buffers above which setup counts, and units of work for each of them.
const LARGE: usize = 1_000;
const SETUP: u64 = 1_000;

/// Plans repeatedly under one budget.
struct Replan<'a> {
    banks: &'a [Bank],
    each: u64,
    meter: Meter<'static>,
}

impl Replan<'_> {
    /// Whether a layout exists, or `None` if the limit came first; with the offsets.
    fn decide(&mut self, banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Option<Vec<u64>>> {
        if self.meter.is_over() {
            return None;
        }
        if outcome::invalid(banks, buffers).is_some() {
            return Some(None);
        }
        // Setting up a large problem can take longer than the search may, and the search does not count it.
        if buffers.len() > LARGE {
            self.meter.charge(SETUP * buffers.len() as u64);
        }
        let each = self.each;
        self.meter.within(Work::units(each), |part| {
            if proof::find(banks, buffers, &mut Meter::new(Work::units(each / 4))).is_some() {
                part.charge(buffers.len() as u64);
                return Some(None);
            }
            let instance = Instance::new(banks, buffers)?;
            match Restarts::new(&instance).fit(&mut Random::new(1), part, |_| false) {
                Fit::Layout(layout) => {
                    Some(Some(layout.placements().iter().map(|place| place.offset).collect()))
                }
                Fit::None { exhausted, .. } => exhausted.then_some(None),
            }
        })
    }

    fn fits(&mut self, buffers: &[Buffer<'_>]) -> Option<bool> {
        let banks = self.banks;
        self.decide(banks, buffers).map(|layout| layout.is_some())
    }
}

/// Explains why `buffers` do not fit into `banks`, spending at most about `work` units. `needed` are the steps in which each
/// buffer is really used: no lifetime is shortened below that, and none at all if it is empty.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::kernel::{advice::Change, pieces::Life};
/// use arena_plan_core::planner::explain::explain;
/// let banks = [Bank::new(100), Bank::new(60)];
/// let buffers = [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0])];
/// let needed = [Life { first: 0, last: 0 }, Life { first: 1, last: 2 }];
/// let why = explain(&banks, &buffers, &needed, 10_000_000);
/// assert_eq!(why.conflict.unwrap().buffers, [0, 1]);
/// assert_eq!(why.changes, [
///     Change::Capacity { bank: 0, bytes: 110, least: true },
///     Change::Allow { buffer: 0, bank: 1 },
///     Change::Allow { buffer: 1, bank: 1 },
///     Change::Shorten { buffer: 0, first: 0, last: 0 },
/// ]);
/// ```
pub fn explain(banks: &[Bank], buffers: &[Buffer<'_>], needed: &[Life], work: u64) -> Explanation {
    let mut replan = Replan { banks, each: (work / 16).max(200_000), meter: Meter::new(Work::units(work)) };
    let mut nothing = Explanation { conflict: None, changes: Vec::new(), work: 0 };
    if outcome::invalid(banks, buffers).is_some() {
        return nothing;
    }
    let proof = replan.meter.within(Work::units(work / 4), |part| proof::find(banks, buffers, part));
    let decided = if proof.is_some() { Some(false) } else { replan.fits(buffers) };
    if decided == Some(true) {
        nothing.work = replan.meter.spent().units;
        return nothing;
    }
    let conflict = decided.map(|_| conflict(&mut replan, buffers, proof.as_ref()));
    // It is already known that the problem as a whole has no layout.
    let conflict =
        conflict.filter(|c| c.irreducible || c.buffers.len() < buffers.len() || buffers.len() <= LARGE);
    // If nothing is known about which buffers are in the way, every change of every buffer would have to be tried.
    let everyone: Vec<u32> = (0u32..).take(buffers.len()).collect();
    let involved = conflict.as_ref().map_or(&everyone, |conflict| &conflict.buffers);
    let mut changes = Vec::new();
    if conflict.is_some() {
        placed_elsewhere(&mut replan, buffers, involved, &mut changes);
    }
    for bank in 0..banks.len() {
        changes.extend(capacity(&mut replan, buffers, involved, proof.as_ref(), bank));
    }
    if conflict.is_some() {
        shortened(&mut replan, buffers, needed, involved, &mut changes);
    }
    changes.sort_unstable();
    Explanation { conflict, changes, work: replan.meter.spent().units }
}

/// A conflicting set: the one from the proof, reduced further by leaving out one buffer at a time.
fn conflict(replan: &mut Replan<'_>, buffers: &[Buffer<'_>], proof: Option<&Proof>) -> Conflict {
    let mut set = proof.map_or_else(|| (0u32..).take(buffers.len()).collect(), Proof::buffers);
    // Small areas first: what is left should be the large buffers that a reader expects.
    let area = |i: u32| {
        let b = &buffers[i as usize];
        u128::from(b.size) * u128::from(b.last - b.first + 1)
    };
    set.sort_by_key(|&i| (area(i), buffers[i as usize].rank, i));
    let mut irreducible = true;
    let mut at = 0;
    while at < set.len() {
        let rest: Vec<Buffer<'_>> =
            set.iter().filter(|&&i| i != set[at]).map(|&i| buffers[i as usize]).collect();
        match replan.fits(&rest) {
            Some(false) => {
                set.remove(at);
                continue;
            }
            Some(true) => {}
            None => irreducible = false,
        }
        at += 1;
    }
    set.sort_unstable();
    let smallest = irreducible && smaller_fit(replan, buffers, set.len());
    Conflict { buffers: set, irreducible, smallest }
}

/// Whether all sets with fewer than `len` members fit: decided for up to three members.
fn smaller_fit(replan: &mut Replan<'_>, buffers: &[Buffer<'_>], len: usize) -> bool {
    let mut fit = |set: &[Buffer<'_>]| replan.fits(set) == Some(true);
    let mut pairs = buffers.iter().enumerate().flat_map(|(i, a)| {
        let later = buffers[i + 1..].iter().filter(|b| a.overlaps(b));
        later.map(|b| [*a, *b])
    });
    len < 2 || len < 4 && buffers.iter().all(|b| fit(&[*b])) && (len == 2 || pairs.all(|pair| fit(&pair)))
}

/// The least sufficient capacity of one bank: doubles the added bytes, then bisects. It starts with the bytes that
/// are missing according to the proof.
fn capacity(
    replan: &mut Replan<'_>,
    buffers: &[Buffer<'_>],
    involved: &[u32],
    proof: Option<&Proof>,
    bank: usize,
) -> Option<Change> {
    let index = u16::try_from(bank).ok()?;
    // More room in a bank that no conflicting buffer may use cannot help.
    if !involved.iter().any(|&i| buffers[i as usize].banks.contains(&index)) {
        return None;
    }
    let mut banks = replan.banks.to_vec();
    let extra = buffers
        .iter()
        .fold(0u64, |sum, b| sum.saturating_add(b.size).saturating_add(b.align_in(&banks[bank])));
    let mut low = banks[bank].capacity;
    let most = low.saturating_add(extra).saturating_add(banks[bank].granule);
    let mut step = 1;
    if let Some(Proof::Subset { banks: set, unit: 1, bytes, capacity, .. }) = proof {
        if set.contains(&index) && banks[bank].granule == 1 {
            let missing = u64::try_from(bytes.saturating_sub(*capacity)).ok()?;
            low = low.saturating_add(missing.saturating_sub(1));
        }
    }
    let mut least = true;
    let mut high = loop {
        let trial = low.saturating_add(step).min(most);
        banks[bank].capacity = trial;
        match replan.decide(&banks, buffers) {
            Some(Some(_)) => break trial,
            Some(None) => low = trial,
            // Less may be enough, but that is not known.
            None => (low, least) = (trial, false),
        }
        if trial == most || replan.meter.is_over() {
            return None;
        }
        step = step.saturating_mul(2);
    };
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        banks[bank].capacity = middle;
        match replan.decide(&banks, buffers) {
            Some(Some(_)) => high = middle,
            Some(None) => low = middle,
            None => (low, least) = (middle, false),
        }
    }
    Some(Change::Capacity { bank: index, bytes: high, least })
}

/// Tries to move each fixed buffer and to allow each other one a further bank.
fn placed_elsewhere(
    replan: &mut Replan<'_>,
    buffers: &[Buffer<'_>],
    involved: &[u32],
    changes: &mut Vec<Change>,
) {
    let banks = replan.banks;
    let mut changed = buffers.to_vec();
    for &buffer in involved {
        let i = buffer as usize;
        if buffers[i].fixed.is_some() {
            changed[i].fixed = None;
            if let Some(Some(offsets)) = replan.decide(banks, &changed) {
                changes.push(Change::Move { buffer, offset: offsets[i] });
            }
            changed[i] = buffers[i];
            continue;
        }
        for bank in (0u16..).take(banks.len()) {
            if buffers[i].banks.contains(&bank) || buffers[i].size > banks[usize::from(bank)].room() {
                continue;
            }
            let mut wider = buffers[i].banks.to_vec();
            wider.push(bank);
            let mut trial = buffers.to_vec();
            trial[i].banks = &wider;
            if replan.fits(&trial) == Some(true) {
                changes.push(Change::Allow { buffer, bank });
            }
        }
    }
}

/// Tries to let each buffer begin later or end earlier, by as few steps as possible, without cutting off a step that
/// needs it.
fn shortened(
    replan: &mut Replan<'_>,
    buffers: &[Buffer<'_>],
    needed: &[Life],
    involved: &[u32],
    changes: &mut Vec<Change>,
) {
    let mut changed = buffers.to_vec();
    for &buffer in involved {
        let i = buffer as usize;
        let whole = buffers[i];
        let Some(life) = needed.get(i) else { continue };
        for from_end in [true, false] {
            // Bisection is valid because a shorter lifetime never hurts.
            let most = if from_end { whole.last - life.last } else { life.first - whole.first };
            if most == 0 {
                continue;
            }
            let (mut keep, mut drop) = (0, most);
            let shorter = |less: u32| Buffer {
                first: if from_end { whole.first } else { whole.first + less },
                last: if from_end { whole.last - less } else { whole.last },
                ..whole
            };
            changed[i] = shorter(drop);
            if replan.fits(&changed) == Some(true) {
                while keep + 1 < drop {
                    let middle = keep + (drop - keep) / 2;
                    changed[i] = shorter(middle);
                    if replan.fits(&changed) == Some(true) {
                        drop = middle;
                    } else {
                        keep = middle;
                    }
                }
                let part = shorter(drop);
                changes.push(Change::Shorten { buffer, first: part.first, last: part.last });
            }
            changed[i] = whole;
        }
    }
}
