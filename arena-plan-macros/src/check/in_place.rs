//! Steps in place: `x => y` ends `x` with the step and begins `y` with the next one, in the same bytes.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::text::Bytes;
use syn::spanned::Spanned as _;

use super::flow::Mistake;
use super::named;
use crate::ir::{Block, Buffer, Contents, Mode, Use};
use crate::lower::Lowered;

/// The first mistake about a buffer that a step consumes or creates in place.
pub(super) fn mistake(lowered: &Lowered, index: usize) -> Mistake {
    let block = &lowered.block;
    let made = find(lowered, index, Mode::Successor);
    let taken = find(lowered, index, Mode::InPlace);
    let made = made.and_then(|(step, at)| Some((step, at, &block.steps[step].uses[at.checked_sub(1)?])));
    let made = made.filter(|(_, _, from)| from.mode == Mode::InPlace);
    made.and_then(|(step, at, from)| of_successor(lowered, index, (step, at), from))
        .or_else(|| taken.and_then(|(step, at)| of_taken(lowered, index, (step, at))))
}

/// Step and index of the first use of this kind.
fn find(lowered: &Lowered, index: usize, mode: Mode) -> Option<(usize, usize)> {
    let uses = &lowered.claims[index].uses;
    uses.iter().copied().find(|&(step, at)| lowered.block.steps[step].uses[at].mode == mode)
}

/// `y` of `x => y`: it has no placement, no birth and no initial value of its own.
fn of_successor(lowered: &Lowered, index: usize, (step, at): (usize, usize), from: &Use) -> Mistake {
    let block = &lowered.block;
    let (buffer, claims) = (&block.buffers[index], &lowered.claims[index]);
    let (id, x, span) = (&buffer.id, &block.buffers[from.buffer].id, block.steps[step].uses[at].span);
    let in_step = making(block, step, id, x);
    if from.buffer == index {
        return None;
    }
    if step + 1 == block.steps.len() {
        let message = format!(
            "{in_step}, but no later step can read `{id}`: add one, or write `mut {x}` and let the \
             application read `{x}`, which needs `retain`"
        );
        return Some((Code::InPlace, span, message));
    }
    if claims.listed > 0 || buffer.figures.iter().next().is_some() {
        let figure = buffer.figures.iter().next().map(|(_, number)| number.span);
        let span = if claims.listed > 0 { claims.bank } else { figure }.unwrap_or(span);
        let message = format!(
            "{in_step}, so it has the place of `{x}`: write banks, offset, alignment and weight at `{x}`"
        );
        return Some((Code::Contradiction, span, message));
    }
    let word = claims.written.iter().find(|(word, _)| *word != "retain");
    word.map(|(word, span)| {
        let why = match *word {
            "live" => "its lifetime begins in the next step, and ends with its last use or with `retain`",
            "source" => "the application cannot fill it",
            "dma" => "it keeps the cache lines of the buffer that it was, so `dma` goes there",
            _ => "it contains what the step leaves there",
        };
        let word = if *word == "=" { String::from("the value") } else { format!("`{word}`") };
        (Code::Contradiction, *span, format!("{in_step}: {why}; remove {word}"))
    })
    .or_else(|| sizes(buffer, &block.buffers[from.buffer], &in_step))
}

/// `x` of `x => y`: it ends there, whatever its bytes are at that point.
fn of_taken(lowered: &Lowered, index: usize, (step, at): (usize, usize)) -> Mistake {
    let block = &lowered.block;
    let (buffer, claims) = (&block.buffers[index], &lowered.claims[index]);
    let id = &buffer.id;
    let to = block.steps[step].uses.get(at + 1).filter(|to| to.mode == Mode::Successor)?;
    let y = &block.buffers[to.buffer].id;
    let in_step = format!("step {} turns `{id}` into `{y}` in place", named(&block.steps, step));
    let later = claims.uses.iter().find(|(other, _)| *other > step);
    if let Some(&(other, at)) = later {
        let message =
            format!("{in_step}, and step {} uses `{id}` after it: name `{y}`", named(&block.steps, other));
        return Some((Code::InPlace, block.steps[other].uses[at].span, message));
    }
    if let Some((word, span)) = claims.written.iter().find(|(word, _)| matches!(*word, "retain" | "live")) {
        let message = match *word {
            "live" if buffer.last == step => return plain(buffer, &in_step),
            "live" => format!("{in_step}, so its lifetime ends there: write `..={}`", block.steps[step].id),
            _ => format!("{in_step}, so it no longer exists at the end: move `retain` to `{y}`"),
        };
        return Some((Code::Contradiction, *span, message));
    }
    plain(buffer, &in_step)
}

/// Nothing is dropped or checked when the type changes, so any bytes must be valid for both types.
fn plain(buffer: &Buffer, in_step: &str) -> Mistake {
    let value = match &buffer.contents {
        Contents::Value(value) => value.span(),
        Contents::Image(block) => block.span(),
        _ => return None,
    };
    if buffer.spelled_plain {
        return None;
    }
    let message = format!(
        "{in_step}, which needs types without padding for which all bytes are valid; `{}` has a value, which plain types do not \
         need: remove it, and add `plain(…)` if a crate vouches for the type",
        buffer.id
    );
    Some((Code::NotPlain, value, message))
}

fn sizes(y: &Buffer, x: &Buffer, in_step: &str) -> Mistake {
    let (own, room) = (y.known?.bytes, x.known?.bytes);
    (own > room).then(|| {
        let message = format!("{in_step}, but it is larger: {} in {}", Bytes(own), Bytes(room));
        (Code::InPlace, y.ty.span(), message)
    })
}

fn making(block: &Block, step: usize, to: &str, from: &str) -> String {
    format!("step {} creates `{to}` from `{from}` in place", named(&block.steps, step))
}

/// The step that consumes a buffer in place and what it creates from it, as the beginning of a message.
pub(crate) fn about(block: &Block, taken: usize) -> String {
    let pairs = block
        .steps
        .iter()
        .enumerate()
        .flat_map(|(step, of)| of.uses.windows(2).map(move |pair| (step, pair)));
    let mut made = pairs.filter(|(_, pair)| pair[0].buffer == taken && pair[1].mode == Mode::Successor);
    let id = |index: usize| block.buffers[index].id.as_str();
    made.next().map_or_else(String::new, |(step, pair)| making(block, step, id(pair[1].buffer), id(taken)))
}
