//! Smallest high-water marks once the banks are decided, bank by bank.

use alloc::vec::Vec;

use super::assignment::pack;
use super::joint_search::Verdict;
use super::metering::{Meter, Random};
use super::reduction::{Instance, Layout};
use crate::planner::meter::Aim;

/// Attempts at one height.
const ATTEMPTS: u64 = 8;

/// Lowers the high-water mark of each bank in bank order; `granules` are the steps in which a bank is charged.
/// Says for each bank that had its turn whether its mark is proved the smallest for these members.
pub(crate) fn lower(
    instance: &Instance,
    layout: &mut Layout,
    granules: &[i64],
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Vec<bool> {
    let mut proved = Vec::with_capacity(granules.len());
    for (bank, &granule) in granules.iter().enumerate() {
        if meter.stopped() {
            break;
        }
        let members: Vec<u32> =
            (0u32..).zip(&layout.banks).filter(|(_, at)| usize::from(**at) == bank).map(|(i, _)| i).collect();
        let top = |offsets: &[i64]| {
            let ends = members.iter().map(|&i| offsets[i as usize] + instance.items[i as usize].real);
            ends.max().unwrap_or(0)
        };
        // Marks within one granule cost the same: only the upper ends of granules are tried.
        let charged = |mark: i64| (mark + granule - 1) / granule;
        let mut high = charged(top(&layout.offsets));
        let mut low = charged(bound(instance, &members, bank));
        let mut sure = true;
        // The bound first: it is reached more often than not. Then halve the gap.
        let mut target = low;
        while low < high && !meter.over() {
            let [best, bound, asked] = [high, low, target].map(|mark| (mark * granule).unsigned_abs());
            meter.tell(Aim::HighWater, best, bound, asked);
            let Some(part) = instance.cut(&members, bank, (target * granule).min(instance.caps[bank])) else {
                break;
            };
            let (verdict, offsets) = pack(&part, ATTEMPTS, 1, random, meter);
            match verdict {
                Verdict::Found => {
                    for (&i, &offset) in members.iter().zip(&offsets) {
                        layout.offsets[i as usize] = offset;
                    }
                    high = charged(top(&layout.offsets));
                }
                Verdict::Exhausted => low = target + 1,
                Verdict::Limit => {
                    sure = false;
                    low = target + 1;
                }
            }
            target = low + (high - low) / 2;
        }
        proved.push(sure && low >= high);
    }
    proved
}

/// Height that the members cannot go below: peak load, and the ends of fixed ones.
fn bound(instance: &Instance, members: &[u32], bank: usize) -> i64 {
    let Some(part) = instance.cut(members, bank, instance.caps[bank]) else { return 0 };
    let mut least = 0;
    for alive in &part.alive {
        let load: i64 = alive.iter().map(|&i| part.items[i as usize].size).sum();
        // The topmost buffer of a step need not fill its last unit.
        let loose = alive.iter().map(|&i| part.items[i as usize].size - part.items[i as usize].real).max();
        least = least.max(load - loose.unwrap_or(0));
    }
    let fixed = part.items.iter().filter_map(|item| item.fixed.map(|at| at + item.real)).max();
    least.max(fixed.unwrap_or(0))
}
