//! Counting work against budgets, reporting progress and stopping early: one meter, which every stage uses.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicBool, Ordering};

/// The figure that a search minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Bytes of the buffers that fit nowhere, in several banks that are planned together.
    Fit,
    /// Weight of the buffers outside their first allowed bank, once all of them fit.
    Misses,
    /// The high-water mark of one bank, in bytes: the only bank, or the one being planned.
    HighWater,
}

/// The progress that a running plan reports to its caller. `aim` says what `best`, `bound` and `target` count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What the search currently minimises.
    pub aim: Aim,
    /// Nodes of the exact search so far, if banks are planned one by one; 0 if they are planned together.
    pub nodes: u64,
    /// Units of work so far, as in [`Stats::work`](super::Stats::work).
    pub work: u64,
    /// The figure of the best layout so far; 0 while there is none.
    pub best: u64,
    /// A lower bound of that figure for any layout.
    pub bound: u64,
    /// The figure that the search currently aims for.
    pub target: u64,
}

/// How a caller follows a long search: a flag that stops it, and a function that receives its progress. Both are used
/// every few hundred nodes of the exact search and at least once per million units of work; neither changes the
/// result of a search that runs to its end.
#[derive(Default)]
pub struct Watch<'a> {
    /// Once this is true, the search ends with the best layout so far.
    pub cancel: Option<&'a AtomicBool>,
    /// Called from time to time.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

/// Counted work: what a search may spend or has spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// Nodes of the exact search for one bank.
    pub(crate) nodes: u64,
    /// Table entries read or moved, items compared. An optimised build does some hundred million per second.
    pub(crate) units: u64,
}

impl Work {
    pub(crate) const NONE: Self = Self { nodes: 0, units: 0 };
    pub(crate) const UNLIMITED: Self = Self::units(u64::MAX);

    /// This many units, and any number of nodes.
    pub(crate) const fn units(units: u64) -> Self {
        Self { nodes: u64::MAX, units }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self { nodes: self.nodes.min(other.nodes), units: self.units.min(other.units) }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { nodes: self.nodes.saturating_add(other.nodes), units: self.units.saturating_add(other.units) }
    }

    pub(crate) fn less(self, other: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(other.nodes), units: self.units.saturating_sub(other.units) }
    }

    /// Whether one of the two is used up.
    pub(crate) fn is_spent(self) -> bool {
        self.nodes == 0 || self.units == 0
    }
}

/// Units of work between two reports: a few milliseconds in an optimised build.
const REPORT_EVERY: u64 = 1 << 20;

/// A function that receives the progress.
type Listener<'w> = dyn FnMut(&Progress) + 'w;

/// What all meters of one plan share: the caller's flag and function, and the total counts.
pub(crate) struct Shared<'w> {
    cancel: Option<&'w AtomicBool>,
    listener: RefCell<Option<&'w mut Listener<'w>>>,
    now: Cell<Progress>,
    /// Whether nodes are reported, which is the case if banks are planned one by one.
    reports_nodes: bool,
    /// Units at which the next report is due.
    due: Cell<u64>,
    cancelled: Cell<bool>,
}

impl<'w> Shared<'w> {
    /// Begins with a search for `aim` and without a layout.
    pub(crate) fn new(watch: &'w mut Watch<'_>, aim: Aim) -> Self {
        let best = if aim == Aim::Fit { u64::MAX } else { 0 };
        Self {
            cancel: watch.cancel,
            listener: RefCell::new(watch.progress.as_mut().map(|f| &mut **f as &mut Listener<'w>)),
            now: Cell::new(Progress { aim, nodes: 0, work: 0, best, bound: 0, target: 0 }),
            reports_nodes: aim == Aim::HighWater,
            due: Cell::new(REPORT_EVERY),
            cancelled: Cell::new(false),
        }
    }

    /// Counts work, and reports when that is due.
    fn count(&self, work: Work) {
        let mut now = self.now.get();
        now.work = now.work.saturating_add(work.units);
        if self.reports_nodes {
            now.nodes = now.nodes.saturating_add(work.nodes);
        }
        self.now.set(now);
        if now.work >= self.due.get() {
            self.due.set(now.work.saturating_add(REPORT_EVERY));
            self.report();
        }
    }

    fn report(&self) {
        if let Ok(mut listener) = self.listener.try_borrow_mut() {
            if let Some(listener) = &mut *listener {
                listener(&self.now.get());
            }
        }
    }

    /// Whether the caller has cancelled. That cannot be revoked.
    fn is_cancelled(&self) -> bool {
        let cancelled = self.cancelled.get() || self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.cancelled.set(cancelled);
        cancelled
    }
}

/// Counts work against a limit.
#[derive(Clone)]
pub(crate) struct Meter<'s> {
    limit: Work,
    /// Work that counts against the limit, and all work done. They differ if several searches run in parallel, each
    /// with the whole limit.
    used: Work,
    spent: Work,
    shared: Option<&'s Shared<'s>>,
}

impl<'s> Meter<'s> {
    /// A meter that no caller follows.
    pub(crate) fn new(limit: Work) -> Self {
        Self { limit, used: Work::NONE, spent: Work::NONE, shared: None }
    }

    /// A meter that also stops when the caller cancels, and reports to the caller.
    pub(crate) fn watched(limit: Work, shared: &'s Shared<'s>) -> Self {
        Self { limit, used: Work::NONE, spent: Work::NONE, shared: Some(shared) }
    }

    /// The limit.
    pub(crate) fn limit(&self) -> Work {
        self.limit
    }

    /// What is left of the limit.
    pub(crate) fn left(&self) -> Work {
        self.limit.less(self.used)
    }

    /// What was spent so far.
    pub(crate) fn spent(&self) -> Work {
        self.spent
    }

    /// Whether the limit is reached or the caller has cancelled.
    pub(crate) fn is_over(&self) -> bool {
        self.left().is_spent() || self.is_cancelled()
    }

    /// Whether the caller has cancelled. For places where a search that merely used up its budget still does
    /// something.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.shared.is_some_and(Shared::is_cancelled)
    }

    /// Charges `units`.
    pub(crate) fn charge(&mut self, units: u64) {
        let work = Work { nodes: 0, units };
        self.spend(work, work);
    }

    /// Counts `most` against the limit and `all` as done: what the longest of several searches spent, and what all of
    /// them spent.
    pub(crate) fn spend(&mut self, most: Work, all: Work) {
        self.used = self.used.plus(most);
        self.spent = self.spent.plus(all);
        if let Some(shared) = self.shared {
            shared.count(all);
        }
    }

    /// Sets what is sought and how good the best layout is; reports a new aim at once. A figure worse than the last
    /// one reported is ignored.
    pub(crate) fn tell(&self, aim: Aim, best: u64, bound: u64, target: u64) {
        let Some(shared) = self.shared else { return };
        let now = shared.now.get();
        let is_news = match (now.aim, aim) {
            (_, Aim::HighWater) | (Aim::Fit, Aim::Misses) => true,
            (old, new) => old == new && best <= now.best,
        };
        if is_news {
            shared.now.set(Progress { aim, best, bound, target, ..now });
            if now.aim != aim {
                shared.report();
            }
        }
    }

    /// Reports, and returns whether the caller has cancelled.
    pub(crate) fn poll(&self) -> bool {
        self.shared.is_some_and(|shared| {
            shared.report();
            shared.is_cancelled()
        })
    }

    /// The flag that ends the search.
    #[cfg(feature = "parallel")]
    pub(crate) fn cancel(&self) -> Option<&'s AtomicBool> {
        self.shared.and_then(|shared| shared.cancel)
    }

    /// Runs `part` under its own limit, whatever is left, and charges what it spent.
    pub(crate) fn beside<R>(&mut self, limit: Work, part: impl FnOnce(&mut Self) -> R) -> R {
        let mut inner = Self { limit, used: Work::NONE, spent: Work::NONE, shared: self.shared };
        let result = part(&mut inner);
        // The shared counts include it already.
        self.used = self.used.plus(inner.used);
        self.spent = self.spent.plus(inner.spent);
        result
    }

    /// Runs `part` under at most `limit` of `allowance`, subtracts what it used from that, and charges it here too.
    pub(crate) fn allow<R>(
        &mut self,
        allowance: &mut Work,
        limit: Work,
        part: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = self.used;
        let result = self.beside(limit.min(*allowance), part);
        *allowance = allowance.less(self.used.less(before));
        result
    }

    /// Runs `part` under at most `limit` of what is left, and charges what it spent.
    pub(crate) fn within<R>(&mut self, limit: Work, part: impl FnOnce(&mut Self) -> R) -> R {
        self.beside(limit.min(self.left()), part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_cannot_exceed_the_whole() {
        let mut meter = Meter::new(Work::units(10));
        meter.within(Work::units(100), |part| {
            assert_eq!(part.left().units, 10);
            part.charge(12);
        });
        assert!(meter.is_over());
        assert_eq!(meter.spent().units, 12);
    }
}
