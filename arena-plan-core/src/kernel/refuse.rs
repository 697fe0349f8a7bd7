//! Proofs that no layout exists, in the order in which they are looked for: by load, by the pieces that fixed buffers
//! leave, by load in multiples of a unit, and by packing one step. None of them searches for a layout.

use super::advice::Advice;
use super::bound::{self, Scratch};
use super::fault::{Fault, Token};
use super::packing;
use super::{parts, pieces};
use crate::model::{Bank, Buffer};

/// Why there is no plan, and what would help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Refusal {
    /// What is wrong.
    pub fault: Fault,
    /// Changes after which everything fits.
    pub advice: Advice,
}

/// The first proof that no layout exists. Banks and buffers have no faults of their own, and fixed ones do not overlap.
///
/// ```
/// use arena_plan_core::kernel::bound::Scratch;
/// use arena_plan_core::kernel::{fault::Fault, refuse::refuse};
/// use arena_plan_core::model::{Bank, Buffer};
/// let banks = [Bank::new(256)];
/// let buffers = [Buffer::new(64, 1, 0, 1, &[0]).with_fixed(96), Buffer::new(160, 1, 1, 1, &[0])];
/// let mut scratch = Scratch { steps: &mut [0; 4], homes: &mut [0; 2], units: &mut [0; 2] };
/// assert_eq!(refuse(&banks, &buffers, &mut scratch), Some(Fault::NoPiece { buffer: 1 }));
/// ```
pub const fn refuse(banks: &[Bank], buffers: &[Buffer<'_>], scratch: &mut Scratch<'_>) -> Option<Fault> {
    if let Some(excess) = bound::excess(banks, buffers, 1, scratch) {
        return Some(Fault::OverBudget(excess));
    }
    if let Some(buffer) = pieces::misfit(banks, buffers) {
        return Some(Fault::NoPiece { buffer });
    }
    // `excess` has left the units of the buffers.
    let mut units = 0;
    let mut i = 0;
    while i < buffers.len() {
        units |= scratch.units[i];
        i += 1;
    }
    let mut unit = 2;
    while unit <= super::fault::MAX_ALIGN {
        if units & unit != 0 {
            if let Some(excess) = bound::excess(banks, buffers, unit, scratch) {
                return Some(Fault::OverBudget(excess));
            }
        }
        unit *= 2;
    }
    let mut divisions = packing::DIVISIONS;
    match packing::find(banks, buffers, &mut divisions) {
        Some(packing) => Some(Fault::Packing(packing)),
        None => None,
    }
}

/// The fault to report at `token`, given that `fault` is the first fault of the plan: that one, if it is at this
/// token, or another of the same kind that can be found independently of it.
pub const fn at(banks: &[Bank], buffers: &[Buffer<'_>], fault: &Fault, token: Token) -> Option<Fault> {
    let own = match token {
        // The plan has looked at banks and buffers by themselves first.
        _ if !fault.is_of_part() => None,
        Token::Bank(bank) | Token::BankAlign(bank) | Token::Reserve(bank) | Token::CacheLine(bank) => {
            parts::of_bank(banks, bank)
        }
        Token::Buffer(buffer) | Token::Type(buffer) | Token::Align(buffer) | Token::Fixed(buffer) => {
            parts::of_buffer(banks, buffers, buffer)
        }
    };
    if let Some(own) = own {
        if own.token().is(token) {
            return Some(own);
        }
        if !fault.token().is(token) {
            return None;
        }
    }
    match (fault, token) {
        (Fault::FixedOverlap { .. }, Token::Fixed(buffer)) => parts::overlap(buffers, buffer),
        (Fault::OverBudget(excess), Token::Bank(bank))
            if excess.set.count_ones() == 1 && excess.unit == 1 =>
        {
            over(bound::alone(banks, buffers, bank), token)
        }
        (Fault::OverBudget(excess), Token::Align(buffer))
            if excess.set.count_ones() == 1 && excess.unit == 1 =>
        {
            let allowed = buffers[buffer as usize].banks;
            // Only the alignment to which the bank's size is rounded down can be the cause.
            if allowed.len() != 1 || buffers[buffer as usize].align != banks[allowed[0] as usize].granule {
                return None;
            }
            over(bound::alone(banks, buffers, allowed[0] as u32), token)
        }
        _ if fault.token().is(token) => Some(*fault),
        _ => None,
    }
}

const fn over(excess: Option<bound::Excess>, token: Token) -> Option<Fault> {
    let Some(excess) = excess else { return None };
    let fault = Fault::OverBudget(excess);
    if fault.token().is(token) { Some(fault) } else { None }
}
