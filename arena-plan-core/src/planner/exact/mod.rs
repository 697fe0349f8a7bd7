//! Exact search for one bank: is there a layout whose high-water mark is at most a target?
//!
//! Buffers are placed by increasing offset, each at the lowest offset above the placed buffers that overlap it. A
//! branch places one candidate or *skips* it, which means that a buffer placed later has to lift it.
//! `docs/planner.md` gives the rules, why they are sound, and their sources.

mod bounds;
mod decomposition;
mod members;
mod restarts;
mod search;
mod state;
mod tables;

use alloc::vec::Vec;

use super::meter::Work;
use super::reduction::Instance;
pub use super::reduction::Item;
pub(crate) use members::Members;
use search::Search;

/// The rules that prune the search. All are sound: switching one off changes the work, never the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A skipped buffer is lifted at least to the lowest top of a buffer that can lift it.
    pub blocked: bool,
    /// Parts that no unplaced buffer connects are solved separately.
    pub split: bool,
    /// A buffer that is alive through a whole part goes to the top of it.
    pub spanning: bool,
    /// Equal buffers are placed in one order only.
    pub twins: bool,
}

impl Rules {
    /// All rules.
    pub const ALL: Self = Self { blocked: true, split: true, spanning: true, twins: true };
}

/// The verdict of a search about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// There is a layout; the search has it.
    Found,
    /// There is no layout: the search was complete.
    Infeasible,
    /// The budget ran out.
    Unknown,
}

/// The result of a search for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A layout: the offset of each item, in bytes and in the caller's order.
    Fits(Vec<u64>),
    /// The search is complete: there is no layout.
    Infeasible,
    /// The budget ran out.
    Unknown,
}

/// Decides whether `items` fit below `target` bytes with at most `nodes` search nodes, and returns how many it took.
///
/// Candidates of equal offset are tried by increasing `rank`, so ranks steer the search. The verdict is also
/// [`Verdict::Unknown`] for problems too large for the search (more than 8192 items).
///
/// ```
/// use arena_plan_core::planner::exact::{Item, Rules, Verdict, decide};
/// let items = [Item::new(4, 0, 1), Item::new(2, 1, 2), Item::new(4, 2, 3)];
/// assert_eq!(decide(&items, 5, Rules::ALL, 100).0, Verdict::Infeasible);
/// assert_eq!(decide(&items, 6, Rules::ALL, 100).0, Verdict::Fits(vec![0, 4, 0]));
/// ```
pub fn decide(items: &[Item], target: u64, rules: Rules, nodes: u64) -> (Verdict, u64) {
    let Some(instance) = Instance::new(items) else { return (Verdict::Unknown, 0) };
    if instance.len() > MAX_ITEMS {
        return (Verdict::Unknown, 0);
    }
    if instance.clash.is_some() || instance.fixed_peak() > target {
        return (Verdict::Infeasible, 0);
    }
    let mut order: Vec<u32> = (0..crate::planner::reduction::index(instance.len())).collect();
    order.sort_by_key(|&i| (instance.rank[i as usize], i));
    let mut search = Search::new(&instance, rules);
    let verdict = match search.run(target, &order, Work { nodes, units: u64::MAX }, &mut || false) {
        Answer::Found => {
            let mut offsets: Vec<u64> = items.iter().map(|i| i.fixed.unwrap_or(0)).collect();
            for (i, &offset) in search.state.lo.iter().enumerate() {
                offsets[instance.id[i] as usize] = offset * instance.unit;
            }
            Verdict::Fits(offsets)
        }
        Answer::Infeasible => Verdict::Infeasible,
        Answer::Unknown => Verdict::Unknown,
    };
    (verdict, search.nodes)
}

/// Bit rows grow with the square of the number of items; above this number the search is used only on windows.
pub(crate) const MAX_ITEMS: usize = 8192;
