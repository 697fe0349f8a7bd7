//! Restarts: assignment, exact joint search and ejection in turns, each running longer in later rounds.

use super::assignment::Assigner;
use super::ejection::{Partial, eject};
use super::joint_search::Search;
use super::reduction::{Instance, Item, MAX_EXACT_BANKS};
use super::spill_cost;
use crate::planner::exact::Answer;
use crate::planner::meter::{Aim, Meter, Work};
use crate::planner::random::{Random, luby};

/// The round in which a proof is requested.
const ASK: u64 = 4;
/// Nodes per item for packing one bank in a round of length 1.
pub(crate) const PACK: u64 = 75;

/// The result of the search for a layout that fits.
pub(crate) enum Fit<'c> {
    /// A layout.
    Layout(Partial<'c>),
    /// No layout; this partial layout came closest.
    None { nearest: Partial<'c>, exhausted: bool },
}

/// A problem being planned, with what its searches learned so far.
pub(crate) struct Restarts<'c> {
    instance: &'c Instance,
    /// `None` if there are too many banks for the table of subsets.
    exact: Option<(Search<'c>, Assigner<'c>)>,
}

impl<'c> Restarts<'c> {
    /// A search before its first round.
    pub(crate) fn new(instance: &'c Instance) -> Self {
        let exact = (instance.caps.len() <= MAX_EXACT_BANKS).then(|| {
            let search = Search::new(instance);
            let assigner = Assigner::new(instance, search.slack.clone());
            (search, assigner)
        });
        Self { instance, exact }
    }

    /// Looks for a layout that fits. `refuted` is called once, after a few unsuccessful rounds, to ask for a proof
    /// that none exists; most problems do not need it.
    pub(crate) fn fit(
        &mut self,
        random: &mut Random,
        meter: &mut Meter<'_>,
        refuted: impl FnOnce(&mut Meter<'_>) -> bool,
    ) -> Fit<'c> {
        let instance = self.instance;
        let n = instance.items.len() as u64;
        let start = Partial::first_fit(instance, meter);
        if start.is_complete() {
            return Fit::Layout(start);
        }
        let is_hopeless = instance.items.iter().any(|item| item.dom == 0);
        if is_hopeless || self.exact.as_ref().is_some_and(|(search, _)| search.refuted) {
            return Fit::None { nearest: start, exhausted: true };
        }
        let mut left = start.unplaced(Item::area);
        let mut nearest = start.clone();
        let mut keep = |partial: Partial<'c>, meter: &Meter<'_>| {
            if partial.unplaced(Item::area) < left {
                left = partial.unplaced(Item::area);
                nearest = partial;
                meter.tell(Aim::Fit, nearest.unplaced(|item| item.real.unsigned_abs()), 0, 0);
            }
        };
        let mut round = 0u64;
        let mut refuted = Some(refuted);
        while !meter.is_over() {
            round += 1;
            if round == ASK {
                let known = refuted
                    .take()
                    .is_some_and(|refuted| meter.within(Work::units(meter.limit().units / 8), refuted));
                if known {
                    return Fit::None { nearest, exhausted: false };
                }
            }
            let share = luby(round);
            if let Some((search, assigner)) = &mut self.exact {
                if let Some(mut partial) = assigner.attempt(1, PACK * n * share, random, meter) {
                    if eject(&mut partial, &[], (n + 50) * share, 0, random, meter) {
                        return Fit::Layout(partial);
                    }
                    keep(partial, meter);
                }
                match search.attempt(round - 1, 4 * n + 200, random, meter) {
                    Answer::Found => return Fit::Layout(search.found.clone()),
                    Answer::Infeasible => return Fit::None { nearest, exhausted: true },
                    Answer::Unknown => {}
                }
            }
            if round % 2 == 0 || self.exact.is_none() {
                let mut partial = start.clone();
                // Half as long beside the others: few problems need it, but those take nothing else.
                let scans = if self.exact.is_some() { 2_500 } else { 5_000 };
                if eject(&mut partial, &[], scans * share, 0, random, meter) {
                    return Fit::Layout(partial);
                }
                keep(partial, meter);
            }
        }
        Fit::None { nearest, exhausted: false }
    }

    /// Lowers the cost of misses; returns whether the result is proved minimal.
    pub(crate) fn misses(
        &mut self,
        layout: &mut Partial<'c>,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> bool {
        let least = self.instance.least_misses();
        if layout.misses() == least {
            return true;
        }
        let share = |parts: u64| Work::units(meter.limit().units / parts);
        let (tenth, fifth) = (share(10), share(5));
        let Some((search, assigner)) = &mut self.exact else {
            spill_cost::improve(layout, random, meter);
            return layout.misses() == least;
        };
        if meter.within(tenth, |part| spill_cost::exact(search, layout, random, part)) {
            return true;
        }
        meter.within(fifth, |part| spill_cost::assign(assigner, layout, 400, random, part));
        meter.within(fifth, |part| spill_cost::improve(layout, random, part));
        spill_cost::exact(search, layout, random, meter)
    }
}
