//! Tries a changed problem with first fit, within a limit of work.

use super::first_fit::{self, Fit, Spot, Spots};
use super::granule;
use super::order::{self, Key};
use super::pieces::Life;
use super::portfolio::{self, Scratch};
use crate::model::{Bank, Buffer, Placement};

/// Work for advice, in pairs of buffers compared; a first fit of `n` buffers takes `n²/2`. This is what const
/// evaluation can afford.
pub const WORK: usize = 100_000;

/// Memory that [`advise`](super::advise::advise) works in. Slices have one entry per buffer unless stated otherwise.
#[derive(Debug)]
pub struct Desk<'s, 'b> {
    /// The banks of a trial, and the same with wider granules: one entry per bank each.
    pub banks: [&'s mut [Bank]; 2],
    /// The buffers of the trial.
    pub buffers: &'s mut [Buffer<'b>],
    /// Its layout.
    pub best: &'s mut [Placement],
    /// For first fit.
    pub trial: &'s mut [Placement],
    /// For first fit.
    pub order: &'s mut [u32],
    /// For first fit.
    pub keys: [&'s mut [Key]; 2],
    /// For first fit: one entry per bank.
    pub heads: &'s mut [usize],
    /// For first fit.
    pub list: &'s mut [Spot],
    /// For first fit.
    pub load: &'s mut [u64],
    /// Two entries per step.
    pub steps: &'s mut [u64],
    /// What is left of [`WORK`].
    pub work: usize,
}

/// The problem that advice is about.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a, 'b> {
    /// The banks.
    pub banks: &'a [Bank],
    /// The buffers.
    pub buffers: &'a [Buffer<'b>],
    /// The steps in which each buffer is really used. Empty if that is not known: then no lifetime is shortened.
    pub needed: &'a [Life],
    /// Whether only the base order is tried.
    pub base: bool,
    /// Whether each bank becomes a static, whose size is a multiple of the largest alignment in it.
    pub statics: bool,
}

/// Copies the unchanged problem to the desk; `false` if too little work is left to try a change of it.
pub(super) const fn begin<'b>(case: &Case<'_, 'b>, desk: &mut Desk<'_, 'b>) -> bool {
    if desk.work < cost(case) {
        return false;
    }
    let mut i = 0;
    while i < case.banks.len() {
        desk.banks[0][i] = case.banks[i];
        i += 1;
    }
    let mut i = 0;
    while i < case.buffers.len() {
        desk.buffers[i] = case.buffers[i];
        i += 1;
    }
    true
}

/// What [`fits`] takes from the work.
const fn cost(case: &Case<'_, '_>) -> usize {
    let n = case.buffers.len();
    n.saturating_mul(n).saturating_mul(3)
}

/// Whether first fit places everything on the desk; also `false` when the work is used up.
pub(super) const fn fits(case: &Case<'_, '_>, desk: &mut Desk<'_, '_>) -> bool {
    let Some(left) = desk.work.checked_sub(cost(case)) else { return false };
    desk.work = left;
    portfolio::loads_by_step(desk.buffers, desk.steps, desk.load);
    if !case.statics {
        return place(case, desk, 0);
    }
    let mut i = 0;
    let mut index = 0;
    let mut same = true;
    while i < case.banks.len() {
        desk.banks[0][i].granule = granule::proved(&desk.banks[0][i], index, desk.buffers);
        desk.banks[1][i] = desk.banks[0][i];
        i += 1;
        index += 1;
    }
    granule::widen(desk.banks[1], desk.buffers);
    let mut i = 0;
    while i < case.banks.len() {
        same &= desk.banks[0][i].granule == desk.banks[1][i].granule;
        i += 1;
    }
    place(case, desk, 1)
        || (!same && place(case, desk, 0) && granule::fits_rounded(desk.banks[0], desk.buffers, desk.best))
}

/// First fit in the portfolio's orders until one fits.
const fn place(case: &Case<'_, '_>, desk: &mut Desk<'_, '_>, which: usize) -> bool {
    let [keys, spare] = &mut desk.keys;
    if case.base {
        order::base(&*desk.buffers, [keys, spare], &mut *desk.order);
        let mut spots = Spots { heads: &mut *desk.heads, list: &mut *desk.list };
        let fit =
            first_fit::place(&*desk.banks[which], &*desk.buffers, &*desk.order, &mut *desk.best, &mut spots);
        return matches!(fit, Fit::All);
    }
    let mut scratch = Scratch {
        trial: &mut *desk.trial,
        order: &mut *desk.order,
        keys: [keys, spare],
        spots: Spots { heads: &mut *desk.heads, list: &mut *desk.list },
        load: &*desk.load,
    };
    let outcome =
        portfolio::plan(&*desk.banks[which], &*desk.buffers, u64::MAX, 1, &mut *desk.best, &mut scratch);
    matches!(outcome.fit, Fit::All)
}
