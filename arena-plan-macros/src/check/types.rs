//! Types of buffers, as far as syntax and native size can show; the rest is left to rustc.

use arena_plan_core::kernel::code::Code;
use syn::Type;

use crate::errors::Errors;
use crate::eval::Consts;
use crate::size::{Measure, measure, refusal};

/// `owner` is the buffer or constant of the type in messages.
pub(super) fn check(owner: &str, ty: &Type, consts: &Consts, errors: &mut Errors) {
    if let Some((part, why)) = refusal(ty) {
        errors.on(Code::BadType, part, format!("the type of {owner} cannot be used: {why}"));
        return;
    }
    match measure(ty, consts) {
        Measure::Zero => {
            let message = format!("{owner} is zero-sized: it needs no memory, so keep it outside the plan");
            errors.on(Code::ZeroSize, ty, message);
        }
        Measure::TooLarge(bytes) => {
            let message = format!(
                "{owner} takes {bytes} bytes, more than 2^63 - 1, the largest size: make the type smaller"
            );
            errors.on(Code::OutOfRange, ty, message);
        }
        Measure::Known(_) | Measure::Unknown => {}
    }
}
