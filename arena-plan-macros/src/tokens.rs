//! Where the kernel's tokens stand in the block: the spans of its errors.

use arena_plan_core::kernel::fault::Token;
use proc_macro2::Span;
use syn::spanned::Spanned as _;

use crate::ir;

/// Where a token stands in the block; an alignment, reserve or offset that is not written stands at the name.
pub(crate) fn span(block: &ir::Block, token: Token) -> Span {
    let bank = |index: u32| &block.banks[index as usize];
    let buffer = |index: u32| &block.buffers[index as usize];
    match token {
        Token::Bank(index) => bank(index).name.span(),
        Token::BankAlign(index) => {
            bank(index).align.as_ref().map_or_else(|| bank(index).name.span(), |align| align.span)
        }
        Token::Reserve(index) => match &bank(index).reserve {
            Some(ir::Reserve::Bytes(number) | ir::Reserve::Percent(number)) => number.span,
            None => bank(index).name.span(),
        },
        Token::Buffer(index) => buffer(index).name.span(),
        Token::Type(index) => buffer(index).ty.span(),
        Token::Align(index) => {
            buffer(index).align.as_ref().map_or_else(|| buffer(index).name.span(), |align| align.span)
        }
        Token::Fixed(index) => {
            buffer(index).fixed.as_ref().map_or_else(|| buffer(index).name.span(), |fixed| fixed.span)
        }
    }
}
