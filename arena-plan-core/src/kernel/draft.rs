//! What both routes say about `#![draft]`.

use super::fault::Fault;

/// The last line of a message about missing room, or about a layout file that does not match the block.
pub const HINT: &str =
    "\nhelp: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`";

/// [`HINT`] for a fault that a draft may have, otherwise nothing.
pub const fn hint(fault: &Fault) -> &'static str {
    match fault {
        Fault::FixedOutside { .. }
        | Fault::TooBig { .. }
        | Fault::OverBudget(_)
        | Fault::NoPiece { .. }
        | Fault::Packing(_)
        | Fault::Exhausted { .. }
        | Fault::NotFound { .. }
        | Fault::Given { .. } => HINT,
        _ => "",
    }
}
