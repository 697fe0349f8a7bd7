//! Persistent and detached buffers: which steps may name them, and where the lifetime of a detached one begins.

use arena_plan_core::kernel::code::Code;

use super::flow::{At, Mistake, twice_in_a_step};
use super::named;
use crate::ir::{Buffer, BufferKind, Mode, Step};
use crate::lower::Claims;

/// The mistake about the uses of a buffer that is not ordinary; `None` for an ordinary one.
pub(super) fn mistake(buffer: &Buffer, claims: &Claims, uses: &[At], steps: &[Step]) -> Option<Mistake> {
    match (buffer.kind, buffer.detached.is_some()) {
        (BufferKind::Buffer, false) => None,
        // Declared by its constants.
        (BufferKind::Constant | BufferKind::Staged, false) => Some(None),
        (BufferKind::Persistent, false) => Some(attached(buffer, uses, steps)),
        (_, true) => Some(detached(buffer, claims, uses, steps)),
    }
}

/// A persistent buffer whose handle travels with the steps.
fn attached(buffer: &Buffer, uses: &[At], steps: &[Step]) -> Mistake {
    let id = &buffer.id;
    if uses.is_empty() {
        let message = format!(
            "no step names the persistent buffer `{id}`: name it in a step, or add `detached` to get its handle from `take()`"
        );
        return Some((Code::Unused, buffer.name.span(), message));
    }
    let of_part = twice_in_a_step(id, uses, steps).or_else(|| {
        let at = uses.iter().find(|at| matches!(at.mode, Mode::InPlace | Mode::Successor))?;
        let message = format!(
            "step {} uses buffer `{id}` in place, but it is persistent, and `x => y` ends `x`; write \
             `mut {id}`, or declare it `buffer`",
            named(steps, at.step)
        );
        Some((Code::InPlace, at.span, message))
    });
    of_part.or_else(|| {
        let at = uses.iter().find(|at| at.mode == Mode::Scratch)?;
        let message = format!(
            "buffer `{id}` is persistent, but scratch in step {}, whose contents matter to that step alone: write \
             `mut {id}`, or declare it `buffer`",
            named(steps, at.step)
        );
        Some((Code::ScratchShared, at.span, message))
    })
}

/// A buffer whose handle belongs to the application.
fn detached(buffer: &Buffer, claims: &Claims, uses: &[At], steps: &[Step]) -> Mistake {
    let id = &buffer.id;
    if let Some(at) = uses.first() {
        let message = format!(
            "step {} names buffer `{id}`, which is `detached`: the application holds its handle, so `io()` cannot lend it; \
             remove it from the step, or remove `detached`",
            named(steps, at.step)
        );
        return Some((Code::Detached, at.span, message));
    }
    let flag = buffer.detached.filter(|_| buffer.kind == BufferKind::Buffer)?;
    if claims.live.is_none() {
        let message = format!(
            "no step names a `detached` buffer, so its lifetime must be written: add `live first..=last`, or \
             declare it `persistent {id}`, which is alive in all steps"
        );
        return Some((Code::Detached, flag, message));
    }
    (buffer.first == 0).then(|| {
        let message = format!(
            "buffer `{id}` is `detached` and alive in the first step, where no transition can hand it out: declare \
             it `persistent {id}` without `live`, or let it begin in a later step"
        );
        (Code::Detached, flag, message)
    })
}
