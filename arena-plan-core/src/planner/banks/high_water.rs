//! Minimises the high-water marks once the banks are decided, bank by bank.

use alloc::vec::Vec;

use super::ejection::Partial;
use super::packing::Packing;
use crate::planner::exact::Answer;
use crate::planner::meter::{Aim, Meter};

/// Nodes of the exact search for one mark.
const NODES: u64 = 2_000;

/// Lowers the high-water mark of each bank in bank order; `granules` are the units in which the size of a bank
/// counts.
pub(crate) fn lower(layout: &mut Partial<'_>, granules: &[u64], meter: &mut Meter<'_>) {
    let instance = layout.instance;
    for (bank, &granule) in granules.iter().enumerate() {
        if meter.is_over() {
            return;
        }
        let items: Vec<u32> =
            (0u32..).zip(&layout.banks).filter(|(_, at)| usize::from(**at) == bank).map(|(i, _)| i).collect();
        let Some(packing) = Packing::new(instance, &items, bank) else { continue };
        let mut search = packing.search(0);
        let top = |offsets: &[i64]| {
            let ends = items.iter().map(|&i| offsets[i as usize] + instance.items[i as usize].real);
            ends.max().unwrap_or(0).unsigned_abs()
        };
        // Marks within one granule cost the same, so only the upper ends of granules are tried.
        let mut high = top(&layout.offsets).div_ceil(granule);
        let mut low = packing.bound().div_ceil(granule);
        // Try the bound first, since it is usually reached. Then halve the gap.
        let mut target = low;
        let tell = |[best, bound, target]: [u64; 3], meter: &Meter<'_>| {
            meter.tell(Aim::HighWater, best * granule, bound * granule, target * granule);
        };
        tell([high, low, target], meter);
        while low < high && !meter.is_over() {
            tell([high, low, target], meter);
            let bytes = (target * granule).min(instance.caps[bank].unsigned_abs());
            match packing.run(&mut search, bytes, NODES, meter) {
                Answer::Found => {
                    for (&i, offset) in items.iter().zip(packing.offsets(&search)) {
                        layout.offsets[i as usize] = offset;
                    }
                    high = top(&layout.offsets).div_ceil(granule);
                }
                Answer::Infeasible | Answer::Unknown => low = target + 1,
            }
            target = low + (high - low) / 2;
        }
    }
}
