//! The options of the planner.

use crate::kernel::order::Order;

/// How much work the planner may spend. Work is counted, never timed, so results are the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// The first-fit orders of the kernel; the same layout as in const evaluation. From 100,000 buffers in one bank
    /// on, one first fit for each segment of time, if lifetimes are short.
    Fast,
    /// Fast, then lowest-first placement, the squeaky wheel, local search, and a bounded exact search. Cheap enough
    /// for a procedural macro, which is compiled without optimisation.
    #[default]
    Default,
    /// The same with a large budget.
    Thorough,
}

/// Whether buffers share bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Buffers that are never alive together may share bytes.
    #[default]
    Reuse,
    /// Every buffer keeps its own bytes, so contents survive: for debugging.
    Sequential,
}

/// What to plan for, and how much work to spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Work to spend.
    pub effort: Effort,
    /// Only first fit, in this order.
    pub order: Option<Order>,
    /// Whether buffers share bytes.
    pub strategy: Strategy,
    /// Nodes of the exact search, instead of the effort's own number. Each member gets this many.
    pub nodes: Option<u64>,
    /// High-water mark in bytes at which the planner stops. For problems with one bank.
    pub target: Option<u64>,
    /// Number of searches with different schedules that work on each target in parallel, from 1 to
    /// [`Options::MOST_MEMBERS`]; other values are clamped. The question is decided by the lowest member that finds a
    /// layout, or that there is none, in the fewest rounds of tries. The result depends only on this number: with the
    /// crate's feature `parallel`, members run on as many threads as the machine has processors, without it one after
    /// another, with the same layout, status and statistics. This applies to problems whose banks are planned one by
    /// one; [`banks`](super::banks) has no members.
    pub members: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            effort: Effort::Default,
            order: None,
            strategy: Strategy::Reuse,
            nodes: None,
            target: None,
            members: 1,
        }
    }
}

impl Options {
    /// Maximum number of members of a search.
    pub const MOST_MEMBERS: u32 = 64;
}
