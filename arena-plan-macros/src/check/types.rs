//! Types of buffers, as far as they are judged by syntax and native size; the rest is rustc's.

use arena_plan_core::kernel::code::Code;

use crate::errors::Errors;
use crate::eval::Consts;
use crate::ir::Buffer;
use crate::size::{Measure, measure, refusal};

pub(super) fn check(buffer: &Buffer, consts: &Consts, errors: &mut Errors) {
    let id = &buffer.id;
    if let Some((part, why)) = refusal(&buffer.ty) {
        errors.on(Code::BadType, part, format!("the type of buffer `{id}` cannot be used: {why}"));
        return;
    }
    match measure(&buffer.ty, consts) {
        Measure::Zero => {
            let message =
                format!("buffer `{id}` is zero-sized: it needs no memory, so keep it outside the plan");
            errors.on(Code::ZeroSize, &buffer.ty, message);
        }
        Measure::TooLarge(bytes) => {
            let message = format!(
                "buffer `{id}` takes {bytes} bytes, more than 2^63 - 1, the largest size: make the type smaller"
            );
            errors.on(Code::OutOfRange, &buffer.ty, message);
        }
        Measure::Known(_) | Measure::Unknown => {}
    }
}
