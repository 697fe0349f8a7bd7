//! The plan constant of a block: total and benign, with at most one fault.

use super::fault::{self, Fault};
use super::first_fit::{self, Fit};
use super::order;
use crate::model::{Bank, Buffer, Placement};

/// A layout by index. If there is a fault, all offsets and high-water marks are 0, so that nothing that is
/// computed from the plan fails a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<const BANKS: usize, const BUFFERS: usize> {
    /// Bank and offset of each buffer.
    pub placements: [Placement; BUFFERS],
    /// High-water mark of each bank, in bytes, not rounded to the granule.
    pub high_water: [u64; BANKS],
    /// Why there is no layout.
    pub fault: Option<Fault>,
}

impl<const BANKS: usize, const BUFFERS: usize> Plan<BANKS, BUFFERS> {
    /// The plan that stands for a fault.
    pub const fn failed(buffers: &[Buffer<'_>; BUFFERS], fault: Fault) -> Self {
        let mut placements = [Placement { bank: 0, offset: 0 }; BUFFERS];
        let mut i = 0;
        while i < BUFFERS {
            if !buffers[i].banks.is_empty() {
                placements[i].bank = buffers[i].banks[0];
            }
            i += 1;
        }
        Self { placements, high_water: [0; BANKS], fault: Some(fault) }
    }

    /// The plan with these placements, which are taken as they are: the verifier judges them.
    pub const fn placed(buffers: &[Buffer<'_>; BUFFERS], placements: [Placement; BUFFERS]) -> Self {
        let mut high_water = [0u64; BANKS];
        let mut i = 0;
        while i < BUFFERS {
            let bank = placements[i].bank as usize;
            let end = placements[i].offset.saturating_add(buffers[i].size);
            if bank < BANKS && end > high_water[bank] {
                high_water[bank] = end;
            }
            i += 1;
        }
        Self { placements, high_water, fault: None }
    }

    /// The plan with placements from a file, which is not trusted: a fault if they do not suit the problem.
    pub const fn given(
        banks: &[Bank; BANKS],
        buffers: &[Buffer<'_>; BUFFERS],
        placements: [Placement; BUFFERS],
    ) -> Self {
        if let Some(fault) = fault::of_parts(banks, buffers) {
            return Self::failed(buffers, fault);
        }
        let mut index = 0;
        while (index as usize) < BUFFERS {
            if let Some(fault) = fault::of_given(banks, buffers, &placements, index) {
                return Self::failed(buffers, fault);
            }
            index += 1;
        }
        Self::placed(buffers, placements)
    }

    /// The same for placements that were made for assumed sizes; a fault if the buffers have others.
    pub const fn assumed(
        buffers: &[Buffer<'_>; BUFFERS],
        sizes: [u64; BUFFERS],
        placements: [Placement; BUFFERS],
    ) -> Self {
        let mut i = 0;
        let mut buffer = 0;
        while i < BUFFERS {
            if buffers[i].size != sizes[i] {
                return Self::failed(buffers, Fault::SizeDiffers { buffer, assumed: sizes[i] });
            }
            i += 1;
            buffer += 1;
        }
        Self::placed(buffers, placements)
    }
}

/// Plans by first fit in base order; `STEPS2` is twice the number of steps.
///
/// ```
/// use arena_plan_core::kernel::plan::{Plan, plan};
/// use arena_plan_core::model::{Bank, Buffer};
/// const BANKS: [Bank; 1] = [Bank::new(128)];
/// const BUFFERS: [Buffer<'static>; 3] = [
///     Buffer::new(64, 4, 0, 1, &[0]).with_rank(0),
///     Buffer::new(64, 4, 1, 2, &[0]).with_rank(1),
///     Buffer::new(64, 4, 2, 3, &[0]).with_rank(2),
/// ];
/// const PLAN: Plan<1, 3> = plan::<1, 3, 8>(&BANKS, &BUFFERS);
/// assert_eq!(PLAN.high_water, [128]);
/// assert_eq!(PLAN.fault, None);
/// ```
pub const fn plan<const BANKS: usize, const BUFFERS: usize, const STEPS2: usize>(
    banks: &[Bank; BANKS],
    buffers: &[Buffer<'_>; BUFFERS],
) -> Plan<BANKS, BUFFERS> {
    if let Some(fault) = fault::of_parts(banks, buffers) {
        return Plan::failed(buffers, fault);
    }
    if let Some(fault) = fault::of_fixed(buffers) {
        return Plan::failed(buffers, fault);
    }
    let mut base = [0; BUFFERS];
    let mut scratch = [0; BUFFERS];
    let mut placements = [Placement { bank: 0, offset: 0 }; BUFFERS];
    order::base(buffers, &mut base);
    let fit = first_fit::place(banks, buffers, &base, &mut placements, &mut scratch);
    if let Fit::All = fit {
        return Plan::placed(buffers, placements);
    }
    match fault::of_fit(banks, buffers, &placements, fit, &mut [0; STEPS2]) {
        Some(fault) => Plan::failed(buffers, fault),
        None => Plan::placed(buffers, placements),
    }
}

/// The bank's granule: the largest alignment among the bank's own and those of the buffers that may use it.
///
/// It is the base alignment of the bank's static. An alignment that is no power of two counts as 1 here; it is
/// reported by itself.
pub const fn granule(bank: &Bank, index: u16, buffers: &[Buffer<'_>]) -> u64 {
    let mut granule = sane(bank.align);
    let mut i = 0;
    while i < buffers.len() {
        let mut j = 0;
        while j < buffers[i].banks.len() {
            if buffers[i].banks[j] == index && sane(buffers[i].align) > granule {
                granule = buffers[i].align;
            }
            j += 1;
        }
        i += 1;
    }
    granule
}

const fn sane(align: u64) -> u64 {
    if align.is_power_of_two() && align <= fault::MAX_ALIGN { align } else { 1 }
}
