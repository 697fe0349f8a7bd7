//! The plan constant of a block: always a value, with at most one fault.

use super::advice::Advice;
use super::advise::advise;
use super::fault::{Fault, Sought};
use super::first_fit::{self, Fit, Spot, Spots};
use super::order::{self, Key};
use super::pieces::Life;
use super::portfolio::{self, Scratch};
use super::refuse::{Refusal, refuse};
use super::trial::{self, Case, Desk};
use super::{bound, given, granule, load, parts};
use crate::model::{Bank, Buffer, Placement};

/// A layout by index. If there is a fault, all offsets and high-water marks are 0, so that nothing computed from the
/// plan fails as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<const BANKS: usize, const BUFFERS: usize> {
    /// Bank and offset of each buffer.
    pub placements: [Placement; BUFFERS],
    /// High-water mark of each bank, in bytes, not rounded to the granule.
    pub high_water: [u64; BANKS],
    /// Why there is no layout.
    pub fault: Option<Fault>,
    /// What would help.
    pub advice: Advice,
}

impl<const BANKS: usize, const BUFFERS: usize> Plan<BANKS, BUFFERS> {
    /// The plan for a fault.
    pub const fn failed(buffers: &[Buffer<'_>; BUFFERS], fault: Fault) -> Self {
        let mut placements = [Placement { bank: 0, offset: 0 }; BUFFERS];
        let mut i = 0;
        while i < BUFFERS {
            if !buffers[i].banks.is_empty() {
                placements[i].bank = buffers[i].banks[0];
            }
            i += 1;
        }
        Self { placements, high_water: [0; BANKS], fault: Some(fault), advice: Advice::NONE }
    }

    /// Why there is no layout, and what would help.
    pub const fn refusal(&self) -> Option<Refusal> {
        match self.fault {
            Some(fault) => Some(Refusal { fault, advice: self.advice }),
            None => None,
        }
    }

    /// The plan with these placements, which are not checked here: the verifier does that.
    pub const fn placed(buffers: &[Buffer<'_>; BUFFERS], placements: [Placement; BUFFERS]) -> Self {
        let mut high_water = [0u64; BANKS];
        let mut i = 0;
        while i < BUFFERS {
            let bank = placements[i].bank as usize;
            let offset = placements[i].offset;
            let size = buffers[i].size;
            let end = if size > u64::MAX - offset { u64::MAX } else { offset + size };
            if bank < BANKS && end > high_water[bank] {
                high_water[bank] = end;
            }
            i += 1;
        }
        Self { placements, high_water, fault: None, advice: Advice::NONE }
    }

    /// The plan with placements from a file, which is not trusted: a fault if they do not match the problem.
    pub const fn given(
        banks: &[Bank; BANKS],
        buffers: &[Buffer<'_>; BUFFERS],
        placements: [Placement; BUFFERS],
    ) -> Self {
        if let Some(fault) = parts::of_parts(banks, buffers) {
            return Self::failed(buffers, fault);
        }
        let mut index = 0;
        while (index as usize) < BUFFERS {
            if let Some(fault) = given::of_given(banks, buffers, &placements, index) {
                return Self::failed(buffers, fault);
            }
            index += 1;
        }
        Self::placed(buffers, placements)
    }
}

/// Which orders [`plan`] tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Only the base order.
    Base,
    /// As many of the [`portfolio`] as are [affordable](portfolio::affordable), and all of them if those do not fit.
    Fast,
}

/// Plans by first fit; `STEPS2` is twice the number of steps. The banks have the granules of [`granule::proved`].
/// `needed` are the steps in which each buffer is really used, for advice; empty if that is not known.
///
/// ```
/// use arena_plan_core::kernel::plan::{Orders, Plan, plan};
/// use arena_plan_core::model::{Bank, Buffer};
/// const BANKS: [Bank; 1] = [Bank::new(128)];
/// const BUFFERS: [Buffer<'static>; 3] = [
///     Buffer::new(64, 4, 0, 1, &[0]).with_rank(0),
///     Buffer::new(64, 4, 1, 2, &[0]).with_rank(1),
///     Buffer::new(64, 4, 2, 3, &[0]).with_rank(2),
/// ];
/// const PLAN: Plan<1, 3> = plan::<1, 3, 8>(&BANKS, &BUFFERS, Orders::Fast, &[]);
/// assert_eq!(PLAN.high_water, [128]);
/// assert_eq!(PLAN.fault, None);
/// ```
pub const fn plan<const BANKS: usize, const BUFFERS: usize, const STEPS2: usize>(
    banks: &[Bank; BANKS],
    buffers: &[Buffer<'_>; BUFFERS],
    orders: Orders,
    needed: &[Life],
) -> Plan<BANKS, BUFFERS> {
    if let Some(fault) = parts::of_parts(banks, buffers) {
        return Plan::failed(buffers, fault);
    }
    if let Some(fault) = parts::of_fixed(buffers) {
        return Plan::failed(buffers, fault);
    }
    let mut steps = [0; STEPS2];
    let mut load = [0; BUFFERS];
    let most = portfolio::loads_by_step(buffers, &mut steps, &mut load);
    // First fits are most of the work: none is done if a load shows that it would be in vain.
    let bound = match load::least_total(banks, buffers, most, &mut steps) {
        Some(bound) => bound,
        None => match refused::<BANKS, BUFFERS, STEPS2>(banks, buffers, orders, needed) {
            Some(plan) => return plan,
            None => 0,
        },
    };
    let mut wide = *banks;
    granule::widen(&mut wide, buffers);
    let (placements, fit) = place(&wide, buffers, orders, &load, bound);
    if let Fit::All = fit {
        return Plan::placed(buffers, placements);
    }
    if !same_granules(banks, &wide) {
        // Either reserving room for the alignment of every buffer that may go there was too strict, or nothing fits
        // at all.
        let (tight, tight_fit) = place(banks, buffers, orders, &load, bound);
        if matches!(tight_fit, Fit::All) && granule::fits_rounded(banks, buffers, &tight) {
            return Plan::placed(buffers, tight);
        }
    }
    if let Some(plan) = refused::<BANKS, BUFFERS, STEPS2>(banks, buffers, orders, needed) {
        return plan;
    }
    let sought = match orders {
        Orders::Base => Sought::FirstFit,
        Orders::Fast => Sought::ConstEvaluation,
    };
    match fit {
        Fit::All => Plan::placed(buffers, placements),
        Fit::Invalid(buffer) => Plan::failed(buffers, Fault::Overflow { buffer }),
        Fit::Over(buffer) => {
            let placement = placements[buffer as usize];
            Plan::failed(buffers, Fault::NotFound { buffer, placement, sought })
        }
    }
}

/// The plan for a proof that no layout exists, with advice, if there is such a proof.
const fn refused<const BANKS: usize, const BUFFERS: usize, const STEPS2: usize>(
    banks: &[Bank; BANKS],
    buffers: &[Buffer<'_>; BUFFERS],
    orders: Orders,
    needed: &[Life],
) -> Option<Plan<BANKS, BUFFERS>> {
    let (steps, load) = (&mut [0; STEPS2], &mut [0; BUFFERS]);
    let mut scratch = bound::Scratch { steps, homes: load, units: &mut [0; BUFFERS] };
    let Some(fault) = refuse(banks, buffers, &mut scratch) else { return None };
    let mut plan = Plan::failed(buffers, fault);
    let mut trial = *buffers;
    let mut desk = Desk {
        banks: [&mut [Bank::new(0); BANKS], &mut [Bank::new(0); BANKS]],
        buffers: &mut trial,
        best: &mut [Placement { bank: 0, offset: 0 }; BUFFERS],
        trial: &mut [Placement { bank: 0, offset: 0 }; BUFFERS],
        order: &mut [0; BUFFERS],
        keys: [&mut [Key::EMPTY; BUFFERS], &mut [Key::EMPTY; BUFFERS]],
        heads: &mut [0; BANKS],
        list: &mut [Spot::EMPTY; BUFFERS],
        load: scratch.homes,
        steps: scratch.steps,
        work: trial::WORK,
    };
    let base = matches!(orders, Orders::Base);
    let case = Case { banks, buffers, needed, base, statics: true };
    plan.advice = advise(&case, &fault, &mut desk);
    Some(plan)
}

const fn same_granules<const BANKS: usize>(a: &[Bank; BANKS], b: &[Bank; BANKS]) -> bool {
    let mut i = 0;
    while i < BANKS {
        if a[i].granule != b[i].granule {
            return false;
        }
        i += 1;
    }
    true
}

/// The best layout of the orders, and whether it fits.
const fn place<const BANKS: usize, const BUFFERS: usize>(
    banks: &[Bank; BANKS],
    buffers: &[Buffer<'_>; BUFFERS],
    orders: Orders,
    load: &[u64; BUFFERS],
    bound: u64,
) -> ([Placement; BUFFERS], Fit) {
    let mut best = [Placement { bank: 0, offset: 0 }; BUFFERS];
    let mut order = [0; BUFFERS];
    let mut spots = Spots { heads: &mut [0; BANKS], list: &mut [Spot::EMPTY; BUFFERS] };
    let keys = [&mut [Key::EMPTY; BUFFERS] as &mut [Key], &mut [Key::EMPTY; BUFFERS]];
    let fit = match orders {
        Orders::Base => {
            order::base(buffers, keys, &mut order);
            first_fit::place(banks, buffers, &order, &mut best, &mut spots)
        }
        Orders::Fast => {
            let mut scratch = Scratch {
                trial: &mut [Placement { bank: 0, offset: 0 }; BUFFERS],
                order: &mut order,
                keys,
                spots,
                load,
            };
            portfolio::plan(banks, buffers, bound, portfolio::affordable(BUFFERS), &mut best, &mut scratch)
                .fit
        }
    };
    (best, fit)
}
