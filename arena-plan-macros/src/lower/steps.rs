//! Steps: what they use, and the lifetimes that follow.

use arena_plan_core::kernel::code::Code;
use syn::ext::IdentExt;

use super::names::Found;
use super::{Claims, Context};
use crate::ast::{self, Kind};
use crate::errors::Errors;
use crate::ir::{Buffer, BufferKind, Mode, Step, Use};

/// A step whose name has its index, before its buffers are known.
pub(super) struct Declared {
    step: Step,
    uses: Vec<(crate::ir::Mode, syn::Ident)>,
}

pub(super) fn declare(steps: Vec<ast::Step>, context: &mut Context) -> Vec<Declared> {
    steps.into_iter().filter_map(|step| one(step, context)).collect()
}

fn one(step: ast::Step, context: &mut Context) -> Option<Declared> {
    let Some(named) = context.steps.declare(&step.name, &context.reserved, context.errors) else {
        context.doubts.lost(Kind::Step, &step.name.unraw().to_string());
        step.uses.iter().for_each(|(_, name)| context.doubts.add(name.unraw().to_string()));
        return None;
    };
    let ast::Step { attrs, uses, unclear, .. } = step;
    let step =
        Step { attrs, unclear, id: named.id, marker: named.marker, uses: Vec::new(), constants: Vec::new() };
    Some(Declared { step, uses })
}

/// Resolves what each step uses. Names from `buffers` on are those of constants.
pub(super) fn lower(declared: Vec<Declared>, buffers: usize, context: &mut Context) -> Vec<Step> {
    let resolve = |declared: Declared| {
        let mut step = declared.step;
        for (mode, name) in declared.uses {
            match context.buffers.find(&name, &mut context.doubts, context.errors) {
                Found::Known(index) | Found::Meant(index) if index >= buffers => {
                    constant(&mut step, index - buffers, mode, &name, context.errors);
                }
                Found::Known(buffer) => step.uses.push(Use { buffer, mode, span: name.span() }),
                Found::Meant(buffer) if step.uses.iter().all(|usage| usage.buffer != buffer) => {
                    step.uses.push(Use { buffer, mode, span: name.span() });
                }
                Found::Meant(_) | Found::Unknown => step.unclear = true,
            }
        }
        step
    };
    declared.into_iter().map(resolve).collect()
}

/// A constant that a step names.
fn constant(step: &mut Step, index: usize, mode: Mode, name: &syn::Ident, errors: &mut Errors) {
    let id = name.unraw();
    if step.constants.iter().any(|(other, _)| *other == index) {
        let message = format!("constant `{id}` is named twice in step `{}`: name it once", step.id);
        errors.at(Code::NamedTwice, name.span(), message);
        return;
    }
    step.constants.push((index, name.span()));
    let message = match mode {
        Mode::Input => return,
        Mode::Mut | Mode::Scratch => {
            format!("constant `{id}` is read only: name it without `mut` or `scratch`")
        }
        Mode::Output => {
            format!("constant `{id}` is read only, so no step writes it: name it among the inputs")
        }
        Mode::InPlace | Mode::Successor => {
            format!("constant `{id}` is read only, so no step works on it in place: name two buffers")
        }
    };
    step.unclear = true;
    errors.at(Code::ReadOnly, name.span(), message);
}

/// Records the uses of each buffer and derives its lifetime, unless it has an explicit one.
///
/// A buffer becomes live with its first use, which writes it or reads its value, or in the first step with `source`.
/// It dies after its last use, or after the last step with `retain`. A persistent one is alive in all steps. What a
/// step creates in place becomes live in the next step, in the place of the buffer that it was.
pub(super) fn lifetimes(steps: &[Step], buffers: &mut [Buffer], claims: &mut [Claims]) {
    for (number, step) in steps.iter().enumerate() {
        for (index, used) in step.uses.iter().enumerate() {
            claims[used.buffer].uses.push((number, index));
        }
    }
    let end = steps.len().saturating_sub(1);
    for (buffer, claims) in buffers.iter_mut().zip(claims) {
        let uses = claims.uses.first().zip(claims.uses.last());
        if buffer.kind != BufferKind::Buffer {
            (buffer.first, buffer.last) = (0, end);
            buffer.needed = (0, end);
            continue;
        }
        if claims.live.is_some() {
            buffer.needed = uses.map_or((buffer.first, buffer.last), |(first, last)| (first.0, last.0));
            continue;
        }
        let (first, last) = uses.map_or((0, 0), |(first, last)| (first.0, last.0));
        let made = uses.is_some_and(|((step, index), _)| steps[*step].uses[*index].mode == Mode::Successor);
        let first = if made { (first + 1).min(end) } else { first };
        buffer.first = if claims.source { 0 } else { first };
        buffer.last = if claims.retain { end } else { last.max(first) };
        buffer.needed = (buffer.first, buffer.last);
    }
    in_place(steps, buffers);
}

/// Gives what a step creates in place the place, and so the banks, of the buffer that it was.
fn in_place(steps: &[Step], buffers: &mut [Buffer]) {
    for pair in steps.iter().flat_map(|step| step.uses.windows(2)) {
        if let [
            Use { buffer: from, mode: Mode::InPlace, .. },
            Use { buffer: to, mode: Mode::Successor, .. },
        ] = *pair
        {
            let banks = buffers[from].banks.iter().map(|(bank, _)| *bank);
            let span = buffers[to].name.span();
            buffers[to].banks = banks.map(|bank| (bank, span)).collect();
            buffers[to].dma = buffers[from].dma;
            buffers[to].rule = buffers[from].rule.clone();
            buffers[to].place_of = Some(from);
        }
    }
}
