//! Converts proofs to the kernel's faults, which have the texts, and back.

use alloc::vec::Vec;

use super::Proof;
use crate::kernel::bound::{self, Excess, Peak};
use crate::kernel::fault::Fault;
use crate::kernel::packing;
use crate::model::{Bank, Buffer};

impl Proof {
    /// The equivalent fault; `None` if the kernel cannot express it: more than 64 banks or buffers.
    ///
    /// ```
    /// use arena_plan_core::kernel::fault::Fault;
    /// use arena_plan_core::model::{Bank, Buffer};
    /// use arena_plan_core::planner::proof::Proof;
    /// let (banks, buffers) = ([Bank::new(100)], [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0])]);
    /// let proof = Proof::Subset { step: 1, banks: vec![0], buffers: vec![0, 1], unit: 1, bytes: 110, capacity: 100 };
    /// let fault = proof.fault(&banks, &buffers).unwrap();
    /// assert!(matches!(fault, Fault::OverBudget(excess) if excess.peak.bytes == 110));
    /// assert_eq!(Proof::of(&banks, &buffers, &fault), Some(proof));
    /// ```
    pub fn fault(&self, banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Fault> {
        match self {
            Self::FixedAbove { buffer } => Some(Fault::FixedOutside { buffer: *buffer, rounding: None }),
            Self::FixedOverlap { buffer, other, .. } => {
                let (low, high) = (buffer.min(other), buffer.max(other));
                Some(Fault::FixedOverlap { buffer: *high, other: *low })
            }
            Self::Subset { banks: set, buffers: list, .. } if set.is_empty() => {
                Some(Fault::TooBig { buffer: *list.first()?, rounding: None })
            }
            Self::Subset { step, banks: set, unit, .. } => {
                let set = mask(set)?;
                let bytes = bound::load(banks, buffers, set, *unit, *step);
                let room = bound::room(banks, set, *unit);
                let peak = Peak { bytes, step: *step };
                (bytes > room).then_some(Fault::OverBudget(Excess {
                    set,
                    peak,
                    room,
                    unit: *unit,
                    rounding: None,
                }))
            }
            Self::Pieces { buffer, .. } => Some(Fault::NoPiece { buffer: *buffer }),
            Self::Packing { step, buffers: list, .. } => {
                let parts = packing::movable(buffers, *step)?;
                let members = (0..parts.count).filter(|at| list.contains(&parts.list[*at]));
                let members = members.fold(0, |mask, at| mask | 1 << at);
                Some(Fault::Packing(packing::of(banks, buffers, *step, &parts, members)))
            }
        }
    }

    /// The equivalent proof, if the fault is a proof.
    pub fn of(banks: &[Bank], buffers: &[Buffer<'_>], fault: &Fault) -> Option<Self> {
        let all = || (0u32..).zip(buffers);
        match *fault {
            Fault::FixedOutside { buffer, .. } => Some(Self::FixedAbove { buffer }),
            Fault::FixedOverlap { buffer, other } => {
                let step = buffers[buffer as usize].first.max(buffers[other as usize].first);
                Some(Self::FixedOverlap { buffer: other, other: buffer, step })
            }
            Fault::TooBig { buffer, .. } => {
                let (step, bytes) = (buffers[buffer as usize].first, buffers[buffer as usize].size.into());
                let (banks, buffers) = (Vec::new(), alloc::vec![buffer]);
                Some(Self::Subset { step, banks, buffers, unit: 1, bytes, capacity: 0 })
            }
            Fault::OverBudget(Excess { set, peak, unit, .. }) => {
                let step = peak.step;
                let list: Vec<u32> = all()
                    .filter(|(_, b)| b.is_alive(step) && bound::counts(banks, b, set, unit))
                    .map(|(index, _)| index)
                    .collect();
                let taken = |bytes: u64| u128::from(bytes).div_ceil(unit.into()) * u128::from(unit);
                let set: Vec<u16> = (0u16..64).filter(|bank| set >> bank & 1 == 1).collect();
                let bytes = list.iter().map(|&index| taken(buffers[index as usize].size)).sum();
                let capacity = set.iter().map(|&bank| taken(banks[usize::from(bank)].room())).sum();
                Some(Self::Subset { step, banks: set, buffers: list, unit, bytes, capacity })
            }
            Fault::NoPiece { buffer } => {
                let own = &buffers[buffer as usize];
                let fixed = all().filter(|(_, b)| {
                    b.fixed.is_some()
                        && b.overlaps(own)
                        && b.banks.iter().all(|bank| own.banks.contains(bank))
                });
                Some(Self::Pieces { buffer, fixed: fixed.map(|(index, _)| index).collect() })
            }
            Fault::Packing(found) => {
                let parts = packing::movable(buffers, found.step)?;
                let members = (0..parts.count).filter(|at| found.members >> at & 1 == 1);
                let list: Vec<u32> = members.map(|at| parts.list[at]).collect();
                let set =
                    list.iter().fold(0, |set, &index| set | bound::homes(banks, &buffers[index as usize]));
                let fixed = all().filter(|(_, b)| {
                    b.fixed.is_some() && b.is_alive(found.step) && bound::mask(b) & set != 0
                });
                let fixed = fixed.map(|(index, _)| index).collect();
                Some(Self::Packing { step: found.step, buffers: list, fixed, unit: found.unit })
            }
            _ => None,
        }
    }
}

/// Banks as a bit mask.
fn mask(set: &[u16]) -> Option<u64> {
    set.iter().try_fold(0u64, |mask, &bank| 1u64.checked_shl(bank.into()).map(|bit| mask | bit))
}
