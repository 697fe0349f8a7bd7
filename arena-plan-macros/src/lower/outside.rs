//! Paths in types, values and numbers of a block. They resolve in the scope around the block, not inside its module,
//! so a `super::` usually goes one module too far.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::ast::Block;
use crate::errors::Errors;
use crate::ir::Storage;

/// Reports each `super::` that begins a path, and discards what contains it.
pub(super) fn refuse_super(block: &mut Block, errors: &mut Errors) {
    let module = block.name.to_string();
    let mut refused = |tokens: &dyn ToTokens| {
        let Some((span, rest)) = first_super(tokens.to_token_stream()) else { return false };
        let message = format!(
            "types and values resolve next to `mod {module}`, not in it: write `{rest}`; the module above that is \
             `self::super`"
        );
        errors.at(Code::BadName, span, message);
        true
    };
    for constant in &mut block.constants {
        constant.value.take_if(|(ty, expr)| refused(ty) || refused(expr));
    }
    for bank in &mut block.banks {
        bank.figures.retain(|number| !refused(&number.expr));
    }
    for bank in &mut block.banks {
        // Which pool is meant is not known.
        bank.unclear |=
            bank.storage.take_if(|(of, _)| matches!(of, Storage::Shared(path) if refused(path))).is_some();
    }
    for buffer in &mut block.buffers {
        buffer.ty.take_if(|ty| refused(ty));
        buffer.figures.retain(|number| !refused(&number.expr));
        buffer.cut |= buffer.value.take_if(|value| refused(value)).is_some();
    }
}

/// The first `super` at the beginning of a path, and the rest of that path. The contents of braces may be a module of
/// their own.
fn first_super(tokens: TokenStream) -> Option<(Span, String)> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let colon =
        |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    for (index, tree) in trees.iter().enumerate() {
        let before = index.checked_sub(2).and_then(|before| trees.get(before));
        let continues = colon(before) && colon(trees.get(index.wrapping_sub(1)));
        match tree {
            TokenTree::Ident(word) if word == "super" && !continues && colon(trees.get(index + 1)) => {
                let rest = trees[index + 3..]
                    .iter()
                    .take_while(|tree| matches!(tree, TokenTree::Ident(_)) || colon(Some(tree)));
                let rest: String = rest.map(ToString::to_string).collect();
                return Some((word.span(), rest));
            }
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                if let Some(found) = first_super(group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
