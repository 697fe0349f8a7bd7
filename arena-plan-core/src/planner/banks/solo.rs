//! One bank of a case, handed to the planner for one bank.

use alloc::vec::Vec;

use super::hold::Hold;
use super::joint_search::Verdict;
use super::metering::Meter;
use super::reduction::Instance;
use crate::planner::exact::Budget;
use crate::planner::exact::members::Members;
use crate::planner::exact::restarts::Answer;
use crate::planner::meter;
use crate::planner::reduction::{self as one_bank, Item};

/// What one node of that search costs for each buffer, in this planner's units: about what was measured.
const NODE: u64 = 4;

/// Looks for a layout of a case of one bank within its room, with at most `nodes` nodes.
pub(crate) fn hunt(part: &Instance, nodes: u64, meter: &mut Meter<'_>) -> (Verdict, Vec<i64>) {
    let Some(instance) = instance(part) else { return (Verdict::Limit, Vec::new()) };
    let over = part.items.iter().any(|item| item.dom == 0);
    let target = part.caps[0].unsigned_abs();
    if over || instance.clash.is_some() || instance.bound > target {
        return (Verdict::Exhausted, Vec::new());
    }
    let cost = NODE * part.items.len() as u64 + 1;
    let left = meter.limit.saturating_sub(meter.spent) / cost;
    let hold = meter.hold();
    // Nodes are charged in the end; meanwhile the caller sees that time goes on.
    let mut report = |_: &meter::Progress| hold.into_iter().for_each(Hold::report);
    let mut watch = meter::Watch { cancel: hold.and_then(Hold::cancel), progress: Some(&mut report) };
    let budget = Budget { nodes: nodes.min(left), work: u64::MAX };
    let mut counter = meter::Meter::new(&mut watch, budget);
    let mut hunt = Members::new(&instance, 1);
    let result = hunt.run(target, budget, &mut counter);
    meter.charge(counter.nodes().saturating_mul(cost) + part.items.len() as u64);
    match result {
        Answer::Found => {
            let mut offsets: Vec<i64> = part.items.iter().map(|item| item.fixed.unwrap_or(0)).collect();
            for (&id, &offset) in instance.id.iter().zip(hunt.offsets()) {
                offsets[id as usize] = i64::try_from(offset * instance.unit).unwrap_or(0);
            }
            (Verdict::Found, offsets)
        }
        Answer::Infeasible => (Verdict::Exhausted, Vec::new()),
        Answer::Unknown => (Verdict::Limit, Vec::new()),
    }
}

/// The items of a case of one bank.
fn instance(part: &Instance) -> Option<one_bank::Instance> {
    let mut items = Vec::with_capacity(part.items.len());
    for (rank, item) in (0u32..).zip(&part.items) {
        items.push(Item {
            size: item.real.unsigned_abs(),
            align: part.align(rank as usize, 0).unsigned_abs(),
            first: u32::try_from(item.from).ok()?,
            last: u32::try_from(item.to - 1).ok()?,
            fixed: item.fixed.map(i64::unsigned_abs),
            limit: u64::MAX,
            rank,
        });
    }
    one_bank::Instance::new(&items)
}
