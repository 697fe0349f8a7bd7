//! Softens a block with mistakes, so that what is emitted beside the errors compiles: names, fields and types stay
//! for an editor's completion, and rustc says nothing a second time.

use proc_macro2::TokenStream;
use syn::parse_quote;

use crate::ast::is_conditional;
use crate::eval::Consts;
use crate::ir::{Block, Contents, Section};
use crate::size::{Measure, measure, refusal};

/// Takes out what has been reported and would be an error of rustc's too.
pub(crate) fn soften(block: &mut Block, consts: &Consts, facade: &TokenStream) {
    for bank in &mut block.banks {
        bank.attrs.retain(|attr| !is_conditional(attr));
        // rustc refuses such a name as well, and says so at the whole block.
        let nul = |section: &mut Section| section.name.value().contains('\0');
        bank.section.take_if(nul);
    }
    for buffer in &mut block.buffers {
        buffer.attrs.retain(|attr| !is_conditional(attr));
        if refusal(&buffer.ty).is_some() || matches!(measure(&buffer.ty, consts), Measure::TooLarge(_)) {
            buffer.ty = parse_quote!([#facade::__private::core::primitive::u8; 1]);
            buffer.contents = Contents::Plain;
        }
        // The crate that vouches for the type may not be there, and a type without bytes need not be plain.
        let vouched = matches!(buffer.contents, Contents::Zerocopy(_) | Contents::Bytemuck(_));
        if vouched || matches!(measure(&buffer.ty, consts), Measure::Zero) {
            buffer.contents = Contents::Unknown;
        }
    }
    for (index, step) in block.steps.iter_mut().enumerate() {
        step.attrs.retain(|attr| !is_conditional(attr));
        // A use outside the buffer's lifetime has no field, and a second use no field of its own.
        let buffers = &block.buffers;
        let mut named = Vec::new();
        step.uses.retain(|usage| {
            let buffer = &buffers[usage.buffer];
            let again = named.contains(&usage.buffer);
            named.push(usage.buffer);
            !again && buffer.first <= index && index <= buffer.last
        });
    }
}
