//! Counting work, reporting progress and stopping early.

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
    left: u64,
    stopped: bool,
    pub(crate) now: Progress,
}

impl<'w, 'a> Meter<'w, 'a> {
    pub(crate) fn new(watch: &'w mut Watch<'a>, nodes: u64) -> Self {
        let now = Progress { nodes: 0, best: 0, bound: 0, target: 0 };
        Self { watch, left: nodes, stopped: false, now }
    }

    /// Nodes left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Nodes spent.
    pub(crate) fn nodes(&self) -> u64 {
        self.now.nodes
    }

    pub(crate) fn spend(&mut self, nodes: u64) {
        self.left = self.left.saturating_sub(nodes);
        self.now.nodes += nodes;
    }

    /// Whether the caller wants an end.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
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
