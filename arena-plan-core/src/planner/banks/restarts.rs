//! The rotation: which part of the planner works when, under which share of the budget.

use alloc::vec;
use alloc::vec::Vec;

use super::assignment::Assigner;
use super::ejection::{Partial, Rules, UNPLACED, eject};
use super::first_fit;
use super::joint_search::{Search, Verdict};
use super::metering::{Meter, Random, luby};
use super::reduction::{Instance, Layout, MAX_EXACT_BANKS};
use super::spill_cost;
use crate::planner::meter::Aim;

/// The round in which a proof is asked for.
const ASK: u64 = 4;

/// What the hunt for a fitting layout came to.
pub(crate) enum Fit<'c> {
    /// A layout.
    Layout(Layout),
    /// None, and the partial layout that came nearest.
    None { nearest: Partial<'c>, exhausted: bool },
}

/// A problem being planned, with what the searches learned so far.
pub(crate) struct Rotation<'c> {
    instance: &'c Instance,
    /// Absent where there are too many banks for the table of subsets.
    exact: Option<(Search<'c>, Assigner<'c>)>,
}

impl<'c> Rotation<'c> {
    /// A hunt before its first move.
    pub(crate) fn new(instance: &'c Instance) -> Self {
        let exact = (instance.caps.len() <= MAX_EXACT_BANKS).then(|| {
            let search = Search::new(instance);
            let assigner = Assigner::new(instance, &search.slack);
            (search, assigner)
        });
        Self { instance, exact }
    }

    /// Looks for a layout that fits. `refuted` is asked once, after a few rounds without one, whether a proof that none
    /// exists is known; it costs more than most problems need.
    pub(crate) fn fit(
        &mut self,
        random: &mut Random,
        meter: &mut Meter<'_>,
        refuted: impl FnOnce(&mut Meter<'_>) -> bool,
    ) -> Fit<'c> {
        let instance = self.instance;
        let n = instance.items.len() as u64;
        if instance.items.iter().any(|item| item.dom == 0)
            || self.exact.as_ref().is_some_and(|(s, _)| s.refuted())
        {
            let (_, nearest) = first_fit::best(instance, &mut Meter::new(1_000_000));
            return Fit::None { nearest, exhausted: true };
        }
        let (found, mut nearest) = first_fit::best(instance, meter);
        if let Some(layout) = found {
            return Fit::Layout(layout);
        }
        let start = nearest.clone();
        let mut left = nearest.unplaced_area();
        let mut keep = |partial: Partial<'c>, meter: &Meter<'_>| {
            if partial.unplaced_area() < left {
                left = partial.unplaced_area();
                nearest = partial;
                meter.tell(Aim::Fit, nearest.unplaced_bytes(), 0, 0);
            }
        };
        let mut round = 0u64;
        let mut refuted = Some(refuted);
        while !meter.over() {
            round += 1;
            if round == ASK {
                let known = refuted.take().is_some_and(|refuted| meter.within(meter.limit / 8, refuted));
                if known {
                    return Fit::None { nearest, exhausted: false };
                }
            }
            let share = luby(round);
            if let Some((search, assigner)) = &mut self.exact {
                if let Some(decided) = assigner.banks(1, random, meter) {
                    let mut partial = assigner.pack(&decided, share, random, meter);
                    let unplaced: Vec<usize> =
                        (0..partial.banks.len()).filter(|&i| partial.banks[i] == UNPLACED).collect();
                    let mut penalties = vec![1; instance.items.len()];
                    let rules = Rules { repack: true, harm: 0 };
                    let done = eject(&mut partial, &mut penalties, (n + 50) * share, rules, random, meter);
                    if let Some(layout) = partial.complete().filter(|_| done) {
                        return Fit::Layout(layout);
                    }
                    assigner.learn(unplaced.into_iter());
                    keep(partial, meter);
                }
                match search.restarts(round - 1, 1, 4 * n + 200, random, meter) {
                    Verdict::Found => return Fit::Layout(search.found()),
                    Verdict::Exhausted => return Fit::None { nearest, exhausted: true },
                    Verdict::Limit => {}
                }
            }
            if round % 2 == 0 || self.exact.is_none() {
                let mut partial = start.clone();
                let mut penalties = vec![1; instance.items.len()];
                let rules = Rules { repack: false, harm: 0 };
                if eject(&mut partial, &mut penalties, 5_000 * share, rules, random, meter) {
                    if let Some(layout) = partial.complete() {
                        return Fit::Layout(layout);
                    }
                }
                keep(partial, meter);
            }
        }
        Fit::None { nearest, exhausted: false }
    }

    /// Lessens the harm of misses; says whether the result is proved the least.
    pub(crate) fn misses(&mut self, layout: &mut Layout, random: &mut Random, meter: &mut Meter<'_>) -> bool {
        let instance = self.instance;
        let least = instance.least_misses();
        if instance.misses(&layout.banks) == least {
            return true;
        }
        let whole = meter.limit;
        let Some((search, assigner)) = &mut self.exact else {
            spill_cost::improve(instance, layout, random, meter);
            return instance.misses(&layout.banks) == least;
        };
        if meter.within(whole / 10, |part| spill_cost::exact(instance, search, layout, random, part)) {
            return true;
        }
        meter.within(whole / 5, |part| spill_cost::assign(instance, assigner, layout, 400, random, part));
        meter.within(whole / 5, |part| spill_cost::improve(instance, layout, random, part));
        spill_cost::exact(instance, search, layout, random, meter)
    }
}
