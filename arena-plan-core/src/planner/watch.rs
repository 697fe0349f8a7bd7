//! Counting work, reporting progress and stopping early.

use super::exact::Budget;
use core::sync::atomic::{AtomicBool, Ordering};

/// What a running plan tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Search nodes so far.
    pub nodes: u64,
    /// High-water mark of the best layout so far, in bytes.
    pub best: u64,
    /// Bytes below which no layout exists.
    pub bound: u64,
    /// Bytes that the search asks for at present.
    pub target: u64,
}

/// A caller's hold on a long search: a flag that stops it, and a function that hears of its progress. Both are
/// asked every few hundred nodes; neither changes the result of a search that runs to its end.
#[derive(Default)]
pub struct Watch<'a> {
    /// The search ends with the best layout so far once this is true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called now and then.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
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
        let now = Progress { nodes: 0, best: 0, bound: 0, target: 0 };
        Self { watch, left: budget, work: 0, stopped: false, now }
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
        if let Some(progress) = &mut self.watch.progress {
            progress(&self.now);
        }
        self.stopped |= self.watch.cancel.is_some_and(|c| c.load(Ordering::Relaxed));
        self.stopped
    }
}
