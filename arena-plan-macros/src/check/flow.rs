//! Data flow: each buffer is written before it is read and read after it is written, in steps where it is alive.

use std::ops::Range;

use arena_plan_core::kernel::code::Code;
use proc_macro2::Span;

use super::{in_place, named, state};
use crate::ast::Kind;
use crate::errors::Errors;
use crate::ir::{Contents, Mode, Step};
use crate::lower::{Claims, Lowered};

/// One use of the buffer being checked.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) step: usize,
    pub(super) mode: Mode,
    pub(super) span: Span,
}

impl At {
    fn reads(self) -> bool {
        matches!(self.mode, Mode::Input | Mode::Mut | Mode::InPlace)
    }

    fn writes(self) -> bool {
        self.mode != Mode::Input
    }

    /// Whether the buffer's contents are first written here.
    fn makes(self) -> bool {
        matches!(self.mode, Mode::Output | Mode::Successor)
    }
}

/// A mistake about the uses of a buffer.
pub(crate) struct Flow {
    pub(crate) buffer: usize,
    /// Steps whose use of it may differ from what they declare.
    pub(crate) steps: Range<usize>,
    /// Whether the functions of the steps may be others than the block says.
    pub(crate) schedule: bool,
}

/// Reports the first mistake about a buffer, because a second one usually follows from it.
pub(super) fn check(lowered: &Lowered, index: usize, errors: &mut Errors) -> Option<Flow> {
    let (code, span, message) = mistake(lowered, index)?;
    errors.at(code, span, message);
    let uses = &lowered.claims[index].uses;
    let count = lowered.block.steps.len();
    let (first, last) = (uses.first().map_or(0, |(step, _)| *step), uses.last().map_or(0, |(step, _)| *step));
    let steps = match code {
        // Uses that write it, or should be scratch or an output.
        Code::NeverWritten | Code::ReadBeforeWrite => 0..first + 1,
        // Uses that read it.
        Code::NeverRead => last..count,
        Code::LifetimeTooShort | Code::Detached => 0..0,
        _ => 0..count,
    };
    // It is not known which transition returns a detached buffer if none can.
    let schedule = code == Code::Detached && uses.is_empty();
    Some(Flow { buffer: index, steps, schedule })
}

fn mistake(lowered: &Lowered, index: usize) -> Mistake {
    let block = &lowered.block;
    let (buffer, claims) = (&block.buffers[index], &lowered.claims[index]);
    if block.steps.is_empty() || lowered.doubts.about(Kind::Buffer, &buffer.id) {
        return None;
    }
    let uses: Vec<At> = claims
        .uses
        .iter()
        .map(|&(step, index)| {
            let used = &block.steps[step].uses[index];
            At { step, mode: used.mode, span: used.span }
        })
        .collect();
    let id = buffer.id.as_str();
    let steps = block.steps.as_slice();
    if let Some(mistake) = state::mistake(buffer, claims, &uses, &block.steps) {
        return mistake;
    }
    let mistake = twice_in_a_step(id, &uses, steps)
        .or_else(|| in_place::mistake(lowered, index))
        .or_else(|| shared_scratch(id, &uses, steps))
        .or_else(|| two_outputs(id, &uses, steps));
    if mistake.is_some() {
        return mistake;
    }
    if let Some(range) = &claims.live {
        let range = range.to_string().replace(' ', "");
        // If the lifetime is explicit, the application may also write and read through the handle.
        return uncovered(id, &uses, &range, (buffer.first, buffer.last), steps);
    }
    if lowered.doubts.hides(Kind::Buffer, &buffer.id) {
        return None;
    }
    let mistake = kept_scratch(id, &uses, claims, steps)
        .or_else(|| claims.source.then(|| written_source(id, &uses, steps)).flatten());
    if mistake.is_some() {
        return mistake;
    }
    let filled = claims.source
        || buffer.zeroed
        || !matches!(buffer.contents, Contents::Plain | Contents::Zerocopy(_) | Contents::Bytemuck(_));
    if uses.is_empty() {
        (!(claims.source && claims.retain)).then(|| {
            let message = format!(
                "buffer `{id}` is unused: no step names it; remove it, or say in which steps it lives with `live first..=last`"
            );
            (Code::Unused, buffer.name.span(), message)
        })
    } else {
        let early = if filled { None } else { read_before_write(id, &uses, steps) };
        early.or_else(|| if claims.retain { None } else { never_read(id, &uses, steps, buffer.name.span()) })
    }
}

/// Code, token and message.
pub(super) type Mistake = Option<(Code, Span, String)>;

pub(super) fn twice_in_a_step(id: &str, uses: &[At], steps: &[Step]) -> Mistake {
    let pair = uses.windows(2).find(|pair| pair[0].step == pair[1].step)?;
    let advice = match (pair[0].mode, pair[1].mode) {
        (Mode::Input | Mode::Mut, Mode::Output) => {
            format!("write `mut {id}` among the inputs if it reads and writes it")
        }
        (Mode::InPlace, Mode::Successor) => format!("write `mut {id}` if it stays what it is"),
        (Mode::Scratch, _) | (_, Mode::Scratch) => String::from("scratch needs a buffer of its own"),
        _ => String::from("name it once"),
    };
    let message = format!("buffer `{id}` is named twice in step {}: {advice}", named(steps, pair[0].step));
    Some((Code::NamedTwice, pair[1].span, message))
}

fn shared_scratch(id: &str, uses: &[At], steps: &[Step]) -> Mistake {
    let scratch = |at: &&At| at.mode == Mode::Scratch;
    let last = uses.iter().rfind(scratch)?;
    let other = uses.iter().find(|at| at.step != last.step)?;
    let message = if other.mode == Mode::Scratch {
        format!(
            "buffer `{id}` is scratch in step {} and in step {}: give each step its own scratch buffer, they share bytes anyway",
            named(steps, other.step),
            named(steps, last.step)
        )
    } else {
        format!(
            "buffer `{id}` is scratch in step {}, but step {} uses it too: give the step a scratch buffer of its own, or \
             write `mut {id}` or `-> {id}` if its contents matter",
            named(steps, last.step),
            named(steps, other.step)
        )
    };
    Some((Code::ScratchShared, last.span, message))
}

/// Scratch belongs to the step: it neither comes from outside nor goes outside.
fn kept_scratch(id: &str, uses: &[At], claims: &Claims, steps: &[Step]) -> Mistake {
    let at = uses.iter().find(|at| at.mode == Mode::Scratch)?;
    let (flag, else_) = match (claims.source, claims.retain) {
        (true, _) => ("source", format!("name it as an input, `{id}` or `mut {id}`")),
        (false, true) => ("retain", format!("make it an output, `-> {id}`")),
        (false, false) => return None,
    };
    let message = format!(
        "buffer `{id}` is scratch in step {}, whose contents matter to that step alone, but has the flag `{flag}`: {else_}, \
         or remove the flag",
        named(steps, at.step)
    );
    Some((Code::ScratchShared, at.span, message))
}

fn written_source(id: &str, uses: &[At], steps: &[Step]) -> Mistake {
    let at = uses.iter().find(|at| at.makes())?;
    let message = format!(
        "buffer `{id}` is a `source`, which the application fills before the first step, but step {} writes it: remove \
         `source`, or write `mut {id}` among the inputs if the step changes it",
        named(steps, at.step)
    );
    Some((Code::WrittenTwice, at.span, message))
}

fn two_outputs(id: &str, uses: &[At], steps: &[Step]) -> Mistake {
    let mut outputs = uses.iter().filter(|at| at.makes());
    let (first, second) = (outputs.next()?, outputs.next()?);
    let message = format!(
        "buffer `{id}` is the output of step {} and again of step {}: write `mut {id}` among the inputs of `{}` if it \
         changes the buffer, or give it a buffer of its own",
        named(steps, first.step),
        named(steps, second.step),
        steps[second.step].id
    );
    Some((Code::WrittenTwice, second.span, message))
}

fn uncovered(id: &str, uses: &[At], range: &str, (first, last): (usize, usize), steps: &[Step]) -> Mistake {
    let outside: Vec<&At> = uses.iter().filter(|at| at.step < first || at.step > last).collect();
    let at = outside.first()?;
    let (from, to) = (first.min(at.step), last.max(outside.last()?.step));
    let message = format!(
        "step {} uses buffer `{id}` outside its lifetime `live {range}` (steps {first}..={last}): write `live {}..={}`",
        named(steps, at.step),
        steps[from].id,
        steps[to].id
    );
    Some((Code::LifetimeTooShort, at.span, message))
}

fn read_before_write(id: &str, uses: &[At], steps: &[Step]) -> Mistake {
    let first = *uses.first().filter(|at| at.reads())?;
    let reader = named(steps, first.step);
    let writer = uses.iter().find(|at| at.step > first.step && at.writes());
    let fill = "if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the \
         end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed`";
    let message = match (first.mode, writer) {
        (Mode::Mut, _) => format!(
            "step {reader} reads buffer `{id}` (`mut`) before any step writes it: if the step only writes it, make it an \
             output, `-> {id}`; {fill}"
        ),
        (_, Some(writer)) => format!(
            "step {reader} reads buffer `{id}` before any step writes it: the first to write it is step {}; move that step up; {fill}",
            named(steps, writer.step)
        ),
        (_, None) => format!("step {reader} reads buffer `{id}`, but no step writes it: {fill}"),
    };
    let code = if writer.is_some() { Code::ReadBeforeWrite } else { Code::NeverWritten };
    Some((code, first.span, message))
}

fn never_read(id: &str, uses: &[At], steps: &[Step], name: Span) -> Mistake {
    let written = uses.iter().rfind(|at| at.makes())?;
    if uses.iter().any(|at| at.reads() && at.step > written.step) {
        return None;
    }
    let message = format!(
        "buffer `{id}` is written by step {} and never read after it: add `retain` if the application reads it, or remove it",
        named(steps, written.step)
    );
    Some((Code::NeverRead, name, message))
}
