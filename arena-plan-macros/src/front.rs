//! The front of the macro: tokens to a checked block.

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::ir::Block;

/// Reads a block and collects all its mistakes. `facade` is the path of the crate `arena-plan`.
///
/// After mistakes the block holds what could be read, for the fallback that keeps an editor's completion. There is none
/// when not even `mod NAME { … }` could be read.
pub(crate) fn read(facade: &TokenStream, input: TokenStream, errors: &mut Errors) -> Option<Block> {
    let ast = crate::parse::parse(input, errors)?;
    let mut lowered = crate::lower::lower(ast, errors);
    crate::attributes::check(&mut lowered.block, errors);
    crate::check::check(&lowered, errors);
    if !errors.is_empty() {
        crate::fallback::soften(&mut lowered.block, &lowered.consts, facade);
    }
    Some(lowered.block)
}
