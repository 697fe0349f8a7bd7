//! What the caller asks of the planner.

use crate::kernel::order::Order;

/// How much work the planner may spend. Work is counted, never timed, so results are the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// The first-fit orders of the kernel; the same layout as in const evaluation. From 100,000 buffers in one bank
    /// on, one first fit for each segment of time, where lifetimes are short.
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

/// What to plan for and with how much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Work to spend.
    pub effort: Effort,
    /// First fit in this order alone, without anything else.
    pub order: Option<Order>,
    /// Whether buffers share bytes.
    pub strategy: Strategy,
    /// Nodes of the exact search, instead of the effort's own number. Each member has as many.
    pub nodes: Option<u64>,
    /// High-water mark in bytes that is good enough; the planner stops there. For problems with one bank.
    pub target: Option<u64>,
    /// Searches with different schedules that go for each target side by side, 1 to [`Options::MOST_MEMBERS`]; what
    /// lies outside counts as the nearest of these. The lowest one that finds a layout, or that there is none, in
    /// the fewest rounds of tries decides. The result depends on this number and on nothing else: with the crate's
    /// feature `parallel` members run on as many threads as the machine has processors, without it one by one, to
    /// the same layout, status and statistics. For problems whose banks are planned one by one, as
    /// [`multi`](super::banks) has no members.
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
    /// Most members of a search.
    pub const MOST_MEMBERS: u32 = 64;
}
