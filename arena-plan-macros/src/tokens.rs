//! The parts of the block at which the kernel reports faults: which there are, their spans, and how generated code
//! names them.

use arena_plan_core::kernel::fault::Token;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;

use crate::figure::Figures;
use crate::ir;

/// Where a token stands in the block; a number that is not written stands at the name.
pub(crate) fn span(block: &ir::Block, token: Token) -> Span {
    let bank = |index: u32| &block.banks[index as usize];
    let buffer = |index: u32| &block.buffers[index as usize];
    match token {
        Token::Bank(index) | Token::BankAlign(index) | Token::Reserve(index) => {
            written(&bank(index).figures, token, index).unwrap_or_else(|| bank(index).name.span())
        }
        Token::Type(index) => buffer(index).ty.span(),
        Token::Buffer(index) | Token::Align(index) | Token::Fixed(index) => {
            written(&buffer(index).figures, token, index).unwrap_or_else(|| buffer(index).name.span())
        }
    }
}

/// The span of the number at `token`, if it is written.
fn written(figures: &Figures<ir::Num>, token: Token, index: u32) -> Option<Span> {
    figures.iter().find(|(figure, _)| figure.token(index) == Some(token)).map(|(_, number)| number.span)
}

/// The tokens of each declaration: its name, its type and the numbers that are written.
pub(crate) fn declarations(block: &ir::Block) -> Vec<Vec<Token>> {
    let numbers = |figures: &Figures<ir::Num>, index: u32| -> Vec<Token> {
        figures.iter().filter_map(|(figure, _)| figure.token(index)).collect()
    };
    let banks = (0..).zip(&block.banks).map(|(index, bank)| {
        let mut tokens = vec![Token::Bank(index)];
        tokens.extend(numbers(&bank.figures, index));
        tokens
    });
    let buffers = (0..).zip(&block.buffers).map(|(index, buffer)| {
        // The alignment always: a type's own may be beyond what a bank can have.
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
    match token {
        Token::Bank(index) => quote!(Bank(#index)),
        Token::BankAlign(index) => quote!(BankAlign(#index)),
        Token::Reserve(index) => quote!(Reserve(#index)),
        Token::Buffer(index) => quote!(Buffer(#index)),
        Token::Type(index) => quote!(Type(#index)),
        Token::Align(index) => quote!(Align(#index)),
        Token::Fixed(index) => quote!(Fixed(#index)),
    }
}
