//! The rotation: which part of the planner works when, under which share of the budget.

use alloc::vec;
use alloc::vec::Vec;

use super::assignment::Assigner;
use super::ejection::{HOMELESS, Partial, Rules, settle};
use super::first_fit;
use super::joint_search::{Search, Verdict};
use super::metering::{Chance, Meter, luby};
use super::reduction::{Case, Found, MAX_EXACT_BANKS};
use super::spill_cost;
use crate::planner::meter::Aim;

/// The round in which a proof is asked for.
const ASK: u64 = 4;

/// What the hunt for a fitting layout came to.
pub(crate) enum Fit<'c> {
    /// A layout.
    Layout(Found),
    /// None, and the partial layout that came nearest.
    None { nearest: Partial<'c>, exhausted: bool },
}

/// A problem being planned, with what the searches learned so far.
pub(crate) struct Hunt<'c> {
    case: &'c Case,
    /// Absent where there are too many banks for the table of subsets.
    exact: Option<(Search<'c>, Assigner<'c>)>,
}

impl<'c> Hunt<'c> {
    /// A hunt before its first move.
    pub(crate) fn new(case: &'c Case) -> Self {
        let exact = (case.caps.len() <= MAX_EXACT_BANKS).then(|| {
            let search = Search::new(case);
            let assigner = Assigner::new(case, &search.slack);
            (search, assigner)
        });
        Self { case, exact }
    }

    /// Looks for a layout that fits. `refuted` is asked once, after a few rounds without one, whether a proof that none
    /// exists is known; it costs more than most problems need.
    pub(crate) fn fit(
        &mut self,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
        refuted: impl FnOnce(&mut Meter<'_>) -> bool,
    ) -> Fit<'c> {
        let case = self.case;
        let n = case.items.len() as u64;
        if case.items.iter().any(|item| item.dom == 0)
            || self.exact.as_ref().is_some_and(|(s, _)| s.refuted())
        {
            let (_, nearest) = first_fit::best(case, &mut Meter::new(1_000_000));
            return Fit::None { nearest, exhausted: true };
        }
        let (found, mut nearest) = first_fit::best(case, meter);
        if let Some(layout) = found {
            return Fit::Layout(layout);
        }
        let start = nearest.clone();
        let mut left = nearest.homeless_area();
        let mut keep = |partial: Partial<'c>, meter: &Meter<'_>| {
            if partial.homeless_area() < left {
                left = partial.homeless_area();
                nearest = partial;
                meter.tell(Aim::Fit, nearest.homeless_bytes(), 0, 0);
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
                if let Some(decided) = assigner.banks(1, chance, meter) {
                    let mut partial = assigner.pack(&decided, share, chance, meter);
                    let homeless: Vec<usize> =
                        (0..partial.banks.len()).filter(|&i| partial.banks[i] == HOMELESS).collect();
                    let mut penalties = vec![1; case.items.len()];
                    let rules = Rules { repack: true, harm: 0 };
                    let done = settle(&mut partial, &mut penalties, (n + 50) * share, rules, chance, meter);
                    if let Some(layout) = partial.complete().filter(|_| done) {
                        return Fit::Layout(layout);
                    }
                    assigner.learn(homeless.into_iter());
                    keep(partial, meter);
                }
                match search.restarts(round - 1, 1, 4 * n + 200, chance, meter) {
                    Verdict::Found => return Fit::Layout(search.found()),
                    Verdict::Exhausted => return Fit::None { nearest, exhausted: true },
                    Verdict::Limit => {}
                }
            }
            if round % 2 == 0 || self.exact.is_none() {
                let mut partial = start.clone();
                let mut penalties = vec![1; case.items.len()];
                let rules = Rules { repack: false, harm: 0 };
                if settle(&mut partial, &mut penalties, 5_000 * share, rules, chance, meter) {
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
    pub(crate) fn misses(&mut self, layout: &mut Found, chance: &mut Chance, meter: &mut Meter<'_>) -> bool {
        let case = self.case;
        let least = case.least_misses();
        if case.misses(&layout.banks) == least {
            return true;
        }
        let whole = meter.limit;
        let Some((search, assigner)) = &mut self.exact else {
            spill_cost::improve(case, layout, chance, meter);
            return case.misses(&layout.banks) == least;
        };
        if meter.within(whole / 10, |part| spill_cost::exact(case, search, layout, chance, part)) {
            return true;
        }
        meter.within(whole / 5, |part| spill_cost::assign(case, assigner, layout, 400, chance, part));
        meter.within(whole / 5, |part| spill_cost::improve(case, layout, chance, part));
        spill_cost::exact(case, search, layout, chance, meter)
    }
}
