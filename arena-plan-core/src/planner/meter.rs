//! Counting work, reporting progress and stopping early.

use super::exact::Budget;
use core::sync::atomic::{AtomicBool, Ordering};

/// What a search tries to lessen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Bytes of the buffers that fit nowhere, in several banks that are planned together.
    Fit,
    /// Weight of the buffers outside their first allowed bank, once all of them fit.
    Misses,
    /// The high-water mark of one bank, in bytes: the only one there is, or the one whose turn it is.
    HighWater,
}

/// What a running plan tells its caller. What `best`, `bound` and `target` count, `aim` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What the search tries to lessen at present.
    pub aim: Aim,
    /// Nodes of the exact search of one bank so far; 0 where several banks are planned together.
    pub nodes: u64,
    /// Units of work so far, as in [`Stats::work`](super::Stats::work).
    pub work: u64,
    /// How much of it the best layout so far has; 0 as long as there is none.
    pub best: u64,
    /// What no layout can be below.
    pub bound: u64,
    /// What the search asks for at present.
    pub target: u64,
}

impl Progress {
    /// Before the first layout.
    pub(crate) const START: Self =
        Self { aim: Aim::HighWater, nodes: 0, work: 0, best: 0, bound: 0, target: 0 };
}

/// A caller's hold on a long search: a flag that stops it, and a function that hears of its progress. Both are
/// asked every few hundred nodes, or at least once in a million units of work where several banks are planned
/// together; neither changes the result of a search that runs to its end.
#[derive(Default)]
pub struct Watch<'a> {
    /// The search ends with the best layout so far once this is true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called now and then.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl Watch<'_> {
    /// Whether the caller wants an end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Counts nodes against a budget and asks the watch.
pub(crate) struct Meter<'w, 'a> {
    watch: &'w mut Watch<'a>,
    left: Budget,
    /// Work spent.
    work: u64,
    stopped: bool,
    pub(crate) now: Progress,
}

impl<'w, 'a> Meter<'w, 'a> {
    pub(crate) fn new(watch: &'w mut Watch<'a>, budget: Budget) -> Self {
        Self { watch, left: budget, work: 0, stopped: false, now: Progress::START }
    }

    /// What is left to spend.
    pub(crate) fn left(&self) -> Budget {
        self.left
    }

    /// Whether nothing is left or the caller wants an end.
    pub(crate) fn is_over(&self) -> bool {
        self.stopped || self.left.nodes == 0 || self.left.work == 0
    }

    /// Work spent.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Nodes spent.
    pub(crate) fn nodes(&self) -> u64 {
        self.now.nodes
    }

    /// Takes `most` from what is left, and counts `all`, which members spent together.
    pub(crate) fn spend(&mut self, most: Budget, all: Budget) {
        self.left.nodes = self.left.nodes.saturating_sub(most.nodes);
        self.left.work = self.left.work.saturating_sub(most.work);
        self.now.nodes += all.nodes;
        self.work += all.work;
    }

    /// The flag that ends the search.
    #[cfg(feature = "parallel")]
    pub(crate) fn cancel(&self) -> Option<&'a AtomicBool> {
        self.watch.cancel
    }

    /// Reports, and returns whether the caller wants an end.
    pub(crate) fn poll(&mut self) -> bool {
        self.now.work = self.work;
        if let Some(progress) = &mut self.watch.progress {
            progress(&self.now);
        }
        self.stopped |= self.watch.is_cancelled();
        self.stopped
    }
}
