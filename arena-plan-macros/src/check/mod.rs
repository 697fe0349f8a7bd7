//! Checks a lowered block as far as that needs no placement, and collects every mistake.
//!
//! Positions, overlaps and budgets are checked later, when buffers are placed.

mod constants;
mod flow;
mod in_place;
mod numbers;
mod presence;
mod state;
#[cfg(test)]
mod tests;
mod types;

use arena_plan_core::kernel::code::Code;

pub(crate) use self::flow::Flow;
pub(crate) use self::in_place::about as in_place;
use crate::errors::Errors;
use crate::ir::{Contents, Section, Step};
use crate::lower::Lowered;

/// Reports every mistake of the block.
///
/// Returns the mistakes about the uses of buffers, with the steps whose uses may differ from what they declare.
pub(crate) fn check(lowered: &Lowered, errors: &mut Errors) -> Vec<Flow> {
    let mut flows = Vec::new();
    presence::check(lowered, errors);
    for bank in &lowered.block.banks {
        numbers::bank(bank, errors);
        if let Some(found) = &bank.section {
            section(found, found.fault(), errors);
        }
    }
    constants::check(lowered, errors);
    for (index, buffer) in lowered.block.buffers.iter().enumerate() {
        types::check(&format!("buffer `{}`", buffer.id), &buffer.ty, &lowered.consts, errors);
        numbers::buffer(lowered, index, errors);
        flows.extend(flow::check(lowered, index, errors));
        feature(&buffer.contents, errors);
    }
    flows
}

/// The facade has a feature for each crate that can vouch for a plain type.
fn feature(contents: &Contents, errors: &mut Errors) {
    let (span, name, enabled) = match contents {
        Contents::Zerocopy(span) => (*span, "zerocopy", cfg!(feature = "zerocopy")),
        Contents::Bytemuck(span) => (*span, "bytemuck", cfg!(feature = "bytemuck")),
        Contents::Plain | Contents::Value(_) | Contents::Image(_) | Contents::Unknown => return,
    };
    if !enabled {
        errors.at(
            Code::MissingFeature,
            span,
            format!("`plain({name})` needs the feature `{name}` of `arena-plan`: enable it in Cargo.toml"),
        );
    }
}

/// Depending on the linker script, the contents of a section may be run or overwritten, so only names intended for
/// memory are allowed without `unsafe`.
pub(crate) fn section(section: &Section, fault: Option<String>, errors: &mut Errors) {
    let name = section.name.value();
    if name.contains('\0') {
        errors.on(Code::BadSection, &section.name, "a section's name cannot contain a NUL character");
        return;
    }
    if let Some(fault) = fault.filter(|_| section.unsafety.is_none()) {
        let literal = section.name.token();
        let message = format!("{fault}, or promise that it is right with `section: unsafe {literal}`");
        errors.on(Code::BadSection, &section.name, message);
    }
}

/// A step in a message.
fn named(steps: &[Step], number: usize) -> String {
    format!("`{}` (step {number})", steps[number].id)
}
