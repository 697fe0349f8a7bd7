//! Changes a block with mistakes so that rustc reports nothing a second time, neither about what is emitted next to
//! the errors nor about code that uses the block.
//!
//! What could be read stays as it is, for an editor's completion. A buffer that may be alive in more steps is alive
//! in all. What a mistake leaves unclear gets the error type, as rustc gives it to a name that it cannot find: code
//! that uses it is not checked.

use syn::{Type, parse_quote};

use crate::ast::Kind;
use crate::check::Flow;
use crate::eval::Consts;
use crate::ir::{Block, Buffer, BufferKind, Contents, Section, Unclear};
use crate::lower::{Doubts, Lowered};
use crate::size::{Measure, measure, refusal};

/// Removes what has been reported and would also be an error of rustc. `flows` are buffers whose use by some step may
/// differ from what it declares.
pub(crate) fn soften(lowered: &mut Lowered, flows: &[Flow]) {
    let Lowered { block, doubts, consts, .. } = lowered;
    for bank in &mut block.banks {
        // rustc rejects such a name as well, and reports that at the whole block.
        let nul = |section: &mut Section| section.name.value().contains('\0');
        bank.section.take_if(nul);
    }
    let last = block.steps.len().saturating_sub(1);
    for (index, buffer) in block.buffers.iter_mut().enumerate() {
        soften_buffer(buffer, doubts, consts);
        let unsure = doubts.hides(Kind::Buffer, &buffer.id) || flows.iter().any(|flow| flow.buffer == index);
        if unsure && buffer.kind == BufferKind::Buffer && buffer.detached.is_some() {
            // Its handle is an argument of some transitions, and which is not known.
            doubts.schedule = true;
        } else if unsure {
            (buffer.first, buffer.last) = (0, last);
        }
    }
    for (index, step) in block.steps.iter_mut().enumerate() {
        step.unclear |= flows.iter().any(|flow| flow.steps.contains(&index));
        // A use outside the buffer's lifetime has no field, and a second use has no field of its own.
        let buffers = &block.buffers;
        let mut named = Vec::new();
        step.uses.retain(|usage| {
            let buffer = &buffers[usage.buffer];
            let again = named.contains(&usage.buffer);
            named.push(usage.buffer);
            !again && buffer.first <= index && index <= buffer.last
        });
    }
    untyped(block, doubts);
    let schedule = doubts.schedule || block.steps.is_empty() || flows.iter().any(|flow| flow.schedule);
    if schedule || block.steps.iter().any(|step| step.unclear) || !doubts.untyped.is_empty() {
        block.unclear = Some(Unclear { error: proc_macro2::TokenStream::new(), schedule });
    }
}

fn soften_buffer(buffer: &mut Buffer, doubts: &mut Doubts, consts: &Consts) {
    if refusal(&buffer.ty).is_some() || matches!(measure(&buffer.ty, consts), Measure::TooLarge(_)) {
        doubts.untyped.insert(buffer.id.clone());
        buffer.contents = Contents::Unknown;
    }
    // The crate that vouches for the type may be missing, and a type without bytes need not be plain.
    let vouched = matches!(buffer.contents, Contents::Zerocopy(_) | Contents::Bytemuck(_));
    if vouched || matches!(measure(&buffer.ty, consts), Measure::Zero) {
        buffer.contents = Contents::Unknown;
    }
}

/// Gives buffers and constants of unknown type the error type.
fn untyped(block: &mut Block, doubts: &Doubts) {
    let module = &block.module;
    let error = || -> Type { parse_quote!(#module::__Unclear) };
    for buffer in block.buffers.iter_mut().filter(|buffer| doubts.untyped.contains(&buffer.id)) {
        buffer.ty = error();
        (buffer.known, buffer.spelled_plain, buffer.contents) = (None, false, Contents::Unknown);
    }
    let id = |name: &proc_macro2::Ident| syn::ext::IdentExt::unraw(name).to_string();
    for constant in block.constants.iter_mut().filter(|constant| doubts.untyped.contains(&id(&constant.name)))
    {
        constant.ty = error();
        constant.expr = parse_quote!(loop {});
    }
}
