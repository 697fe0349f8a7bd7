//! The caller's hold on planning that uses many meters: counts what all of them charge, reports, and knows whether
//! an end is wanted.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicBool, Ordering};

use crate::planner::meter::{Aim, Progress, Watch};

/// Units between two reports: a few thousandths of a second of an optimised build.
const EVERY: u64 = 1 << 20;

/// The function that hears of the progress.
type Hears<'h> = dyn FnMut(&Progress) + 'h;

/// What the meters of one plan share.
pub(crate) struct Hold<'h> {
    cancel: Option<&'h AtomicBool>,
    progress: RefCell<Option<&'h mut Hears<'h>>>,
    now: Cell<Progress>,
    /// Units at which the next report is due.
    due: Cell<u64>,
    stopped: Cell<bool>,
}

impl<'h> Hold<'h> {
    /// The hold that a watch gives.
    pub(crate) fn new(watch: &'h mut Watch<'_>) -> Self {
        let progress = watch.progress.as_mut().map(|hears| &mut **hears as &mut Hears<'h>);
        Self {
            cancel: watch.cancel,
            progress: RefCell::new(progress),
            now: Cell::new(Progress { aim: Aim::Fit, best: u64::MAX, ..Progress::START }),
            due: Cell::new(EVERY),
            stopped: Cell::new(false),
        }
    }

    /// Counts `units`, and reports now and then.
    pub(crate) fn count(&self, units: u64) {
        let mut now = self.now.get();
        now.work = now.work.saturating_add(units);
        self.now.set(now);
        if now.work >= self.due.get() {
            self.due.set(now.work.saturating_add(EVERY));
            self.report();
        }
    }

    /// Reports where the planner stands.
    pub(crate) fn report(&self) {
        if let Ok(mut progress) = self.progress.try_borrow_mut() {
            if let Some(progress) = &mut *progress {
                progress(&self.now.get());
            }
        }
    }

    /// Notes what the next reports say. A part that begins anew may be worse than what is there: that is no news.
    pub(crate) fn tell(&self, aim: Aim, best: u64, bound: u64, target: u64) {
        let now = self.now.get();
        let news = match (now.aim, aim) {
            (_, Aim::HighWater) | (Aim::Fit, Aim::Misses) => true,
            (old, new) => old == new && best <= now.best,
        };
        if news {
            self.now.set(Progress { aim, best, bound, target, ..now });
        }
    }

    /// Whether the caller wants an end. Once it does, it cannot take that back.
    pub(crate) fn stopped(&self) -> bool {
        let stopped = self.stopped.get() || self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.stopped.set(stopped);
        stopped
    }

    /// The flag that ends the planning.
    pub(crate) fn cancel(&self) -> Option<&'h AtomicBool> {
        self.cancel
    }
}
