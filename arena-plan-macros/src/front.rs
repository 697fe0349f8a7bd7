//! The front of the macro: tokens to a checked block.

use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::ir::Block;
use crate::variants::Variant;

/// Reads a block and collects all its mistakes.
///
/// After mistakes the block contains what could be read, for the fallback that keeps an editor's completion. It is
/// `None` if not even `mod NAME { … }` could be read.
pub(crate) fn read(input: Variant, blocks: &Blocks, errors: &mut Errors) -> Option<Block> {
    let mut ast = crate::parse::parse(input.tokens, errors)?;
    ast.removed = input.removed;
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
