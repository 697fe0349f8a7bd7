//! The front of the macro: tokens to a checked block.

use proc_macro2::TokenStream;

use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::ir::Block;

/// Reads a block and collects all its mistakes.
///
/// After mistakes the block contains what could be read, for the fallback that keeps an editor's completion. It is
/// `None` if not even `mod NAME { … }` could be read.
pub(crate) fn read(input: TokenStream, blocks: &Blocks, errors: &mut Errors) -> Option<Block> {
    let ast = crate::parse::parse(input, errors)?;
    let conflict = ast.unread.conflict;
    let mut lowered = crate::lower::lower(ast, blocks, errors);
    crate::attributes::check(&mut lowered.block, errors);
    let flows = crate::check::check(&lowered, errors);
    if conflict {
        errors.truncate(1);
    }
    if !errors.is_empty() {
        crate::fallback::soften(&mut lowered, &flows);
    }
    Some(lowered.block)
}
