//! Why a plan does not fit, in words: its proof, and what would help.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

mod diagnosis;

pub use diagnosis::{Capacity, Change, Conflict, Explanation, explain};

use super::meter::{Meter, Work};
use super::proof::{self, Names, Proof, check, describe};
use super::{Plan, Status};
use crate::model::{Bank, Buffer};

/// Work that [`advice`] may spend, in units of [`multi`](super::banks): at most two tenths of a second of an
/// unoptimised build, in which a procedural macro runs.
pub const ADVICE: u64 = 3_000_000;

/// Work for a proof that the plan did not bring along.
const PROOF: u64 = 1_000_000;

/// Changes that are listed before the rest are counted.
const LISTED: usize = 8;

/// A proof that no layout exists, as the plan has it or found anew, and accepted by [`check`].
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::{Options, explain::proof, plan};
/// let (banks, both) = ([Bank::new(50), Bank::new(50)], [0, 1]);
/// let buffers = [Buffer::new(30, 1, 0, 0, &both); 3];
/// let found = proof(&banks, &buffers, &plan(&banks, &buffers, &Options::default())).unwrap();
/// assert_eq!(found.buffers(), [0, 1, 2]);
/// ```
pub fn proof(banks: &[Bank], buffers: &[Buffer<'_>], plan: &Plan) -> Option<Proof> {
    if plan.fits {
        return None;
    }
    let found =
        plan.proof.clone().or_else(|| proof::find(banks, buffers, &mut Meter::new(Work::units(PROOF))));
    found.filter(|proof| check(banks, buffers, proof).is_ok())
}

/// The proof that no layout exists in words, each line that it rests on; `None` where nothing is proved.
///
/// It begins with "no layout exists: ", and has more than one line where the proof is data. Where it is a search that
/// tried or ruled out every placement, it says "search exhausted".
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::{Options, plan, explain::proved, proof::Names};
/// let (banks, both) = ([Bank::new(50), Bank::new(50)], [0, 1]);
/// let buffers = [Buffer::new(30, 1, 0, 0, &both); 3];
/// let plan = plan(&banks, &buffers, &Options::default());
/// assert_eq!(proved(&banks, &buffers, &plan, &Names::default()).unwrap(), "\
/// no layout exists: in step 0, no division of these 3 buffers among their banks keeps every bank within its room
///   bank #0: room 50 bytes
///   bank #1: room 50 bytes
///   #0: 30 bytes, step 0, allowed in #0 | #1
///   #1: 30 bytes, step 0, allowed in #0 | #1
///   #2: 30 bytes, step 0, allowed in #0 | #1");
/// ```
pub fn proved(banks: &[Bank], buffers: &[Buffer<'_>], plan: &Plan, names: &Names<'_>) -> Option<String> {
    if let Some(proof) = proof(banks, buffers, plan) {
        return Some(describe(banks, buffers, &proof, names).trim_end().to_owned());
    }
    match &plan.status {
        Status::InfeasibleSearch => Some("no layout exists: search exhausted".to_owned()),
        Status::InfeasibleBound { step, buffers } => Some(format!(
            "no layout exists: {} of step {} need more than their banks have",
            listed(buffers, names),
            names.step(*step)
        )),
        _ => None,
    }
}

/// What stands in the way and what would help, in lines without a newline at the end; empty where nothing is known.
///
/// Each change that is named makes everything fit: it was planned. `work` bounds the units of
/// [`multi`](super::banks) that are spent, [`ADVICE`] where nobody should have to wait.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::{explain::{ADVICE, advice}, proof::Names};
/// let banks = [Bank::new(100), Bank::new(60)];
/// let buffers = [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0])];
/// let names = Names { banks: &["fast", "slow"], buffers: &["input", "output"], steps: &["read", "copy", "write"] };
/// assert_eq!(advice(&banks, &buffers, &names, ADVICE), "\
/// conflict: `input` and `output` alone cannot be placed (no smaller set conflicts)
/// would fit if one of these changed:
///   bank `fast`: capacity 110 instead of 100, the least that will do
///   buffer `input`: allowed in `slow` too
///   buffer `output`: allowed in `slow` too
///   buffer `input`: alive in step `read` instead of steps `read`..=`copy`
///   buffer `output`: alive in step `write` instead of steps `copy`..=`write`");
/// ```
pub fn advice(banks: &[Bank], buffers: &[Buffer<'_>], names: &Names<'_>, work: u64) -> String {
    let Explanation { conflict, capacities, changes, .. } = explain(banks, buffers, work);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(conflict.map(|conflict| conflicting(&conflict, names)));
    let mut list: Vec<String> = capacities.iter().map(|least| roomier(banks, least, names)).collect();
    list.extend(changes.iter().map(|change| changed(buffers, change, names)));
    if !list.is_empty() {
        lines.push("would fit if one of these changed:".to_owned());
        // A line that counts one change saves nothing.
        let shown = if list.len() == LISTED + 1 { list.len() } else { LISTED };
        let more = list.len().saturating_sub(shown);
        list.truncate(shown);
        lines.append(&mut list);
        if more > 0 {
            lines.push(format!("  and {more} more"));
        }
    }
    lines.join("\n")
}

fn conflicting(conflict: &Conflict, names: &Names<'_>) -> String {
    let known = match conflict {
        Conflict { smallest: true, .. } => " (no smaller set conflicts)",
        Conflict { irreducible: true, .. } => " (without any one of them, the others can)",
        _ => "",
    };
    format!("conflict: {} alone cannot be placed{known}", listed(&conflict.buffers, names))
}

fn roomier(banks: &[Bank], found: &Capacity, names: &Names<'_>) -> String {
    let now = banks.get(usize::from(found.bank)).map_or(0, |bank| bank.capacity);
    let least = if found.least { ", the least that will do" } else { "; less may do" };
    format!("  bank {}: capacity {} instead of {now}{least}", names.bank(found.bank), found.bytes)
}

fn changed(buffers: &[Buffer<'_>], change: &Change, names: &Names<'_>) -> String {
    let life = |first, last| match (names.step(first), names.step(last)) {
        (only, _) if first == last => format!("step {only}"),
        (first, last) => format!("steps {first}..={last}"),
    };
    match *change {
        Change::Allow { buffer, bank } => {
            format!("  buffer {}: allowed in {} too", names.buffer(buffer), names.bank(bank))
        }
        Change::Shorten { buffer, first, last } => {
            let whole = &buffers[buffer as usize];
            format!(
                "  buffer {}: alive in {} instead of {}",
                names.buffer(buffer),
                life(first, last),
                life(whole.first, whole.last)
            )
        }
        Change::Move { buffer, offset } => {
            let now = buffers[buffer as usize].fixed.unwrap_or(0);
            format!("  buffer {}: at offset {offset} instead of {now}", names.buffer(buffer))
        }
    }
}

/// `a`, `b` and `c`; of very many the first ones and how many more there are.
fn listed(buffers: &[u32], names: &Names<'_>) -> String {
    let shown = if buffers.len() > 2 * LISTED { LISTED } else { buffers.len() };
    let mut all: Vec<String> = buffers[..shown].iter().map(|&buffer| names.buffer(buffer)).collect();
    let last = match buffers.len() - shown {
        0 => all.pop().unwrap_or_default(),
        more => format!("{more} more"),
    };
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}
