//! The parts of the block at which the kernel reports faults: the list of them, their spans, and their names in
//! generated code.

use arena_plan_core::kernel::fault::{Declaration, Token};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;

use crate::figure::Figures;
use crate::ir;
use crate::model::Places;

/// The span in the block of a token of a problem with these places; a number that is not written has the span of the
/// name.
pub(crate) fn span(block: &ir::Block, places: &Places, token: Token) -> Span {
    match token.declaration() {
        Declaration::Bank(index) => {
            let bank = &block.banks[index as usize];
            written(&bank.figures, token, index).unwrap_or_else(|| bank.name.span())
        }
        Declaration::Buffer(index) => {
            let buffer = &block.buffers[places.head(index as usize)];
            match token {
                Token::Type(_) => buffer.ty.span(),
                _ => written(&buffer.figures, token, index).unwrap_or_else(|| buffer.name.span()),
            }
        }
    }
}

/// Whether the block has a number at this token.
pub(crate) fn is_written(block: &ir::Block, places: &Places, token: Token) -> bool {
    let (figures, index) = match token.declaration() {
        Declaration::Bank(index) => (&block.banks[index as usize].figures, index),
        Declaration::Buffer(index) => (&block.buffers[places.head(index as usize)].figures, index),
    };
    written(figures, token, index).is_some()
}

/// The span of the number at `token`, if it is written.
fn written(figures: &Figures<ir::Num>, token: Token, index: u32) -> Option<Span> {
    figures.iter().find(|(figure, _)| figure.token(index) == Some(token)).map(|(_, number)| number.span)
}

/// The tokens of each declaration with a place: its name, its type and the numbers that are written.
pub(crate) fn declarations(block: &ir::Block, places: &Places) -> Vec<Vec<Token>> {
    let numbers = |figures: &Figures<ir::Num>, index: u32| -> Vec<Token> {
        figures.iter().filter_map(|(figure, _)| figure.token(index)).collect()
    };
    let banks = (0..).zip(&block.banks).map(|(index, bank)| {
        let mut tokens = vec![Token::Bank(index)];
        tokens.extend(numbers(&bank.figures, index));
        tokens
    });
    let heads = places.heads().iter().map(|head| &block.buffers[*head]);
    let buffers = (0..).zip(heads).map(|(index, buffer)| {
        // Always the alignment: the type's own may exceed what a bank can have.
        let mut tokens = vec![Token::Buffer(index), Token::Type(index), Token::Align(index)];
        tokens.extend(
            numbers(&buffer.figures, index).into_iter().filter(|token| *token != Token::Align(index)),
        );
        tokens
    });
    banks.chain(buffers).collect()
}

/// The token as generated code writes it.
pub(crate) fn path(token: Token) -> TokenStream {
    let name = Ident::new(token.name(), Span::call_site());
    let (Declaration::Bank(index) | Declaration::Buffer(index)) = token.declaration();
    quote!(#name(#index))
}
