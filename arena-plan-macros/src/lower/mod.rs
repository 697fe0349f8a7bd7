//! Resolves names to indices and gives each buffer its lifetime.
//!
//! The resulting block is complete even after mistakes, as far as it could be read: it is the input of the fallback.
//! What only `check` needs is next to it in [`Lowered`].

mod bank;
mod buffer;
mod constant;
mod doubts;
mod names;
mod outside;
mod pool;
mod reach;
mod rules;
mod steps;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use arena_plan_core::model::BufferKind;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, Type, parse_quote};

pub(crate) use self::doubts::Doubts;
use self::names::{Names, Reserved};
use crate::ast::{self, Kind};
use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::eval::Consts;
use crate::ir::{self, Block};

/// The block, and what else its checks need.
pub(crate) struct Lowered {
    pub(crate) block: Block,
    /// One for each buffer.
    pub(crate) claims: Vec<Claims>,
    pub(crate) doubts: Doubts,
    pub(crate) consts: Consts,
}

/// What the declaration of a buffer says about its lifetime and banks.
pub(crate) struct Claims {
    /// An explicit lifetime, as written.
    pub(crate) live: Option<TokenStream>,
    pub(crate) retain: bool,
    pub(crate) source: bool,
    /// The flags about its lifetime or initial contents, and a value, in the order of messages.
    pub(crate) written: Vec<(&'static str, Span)>,
    /// How many banks follow `in`; 0 without it.
    pub(crate) listed: usize,
    /// The first of them.
    pub(crate) bank: Option<Span>,
    /// Step and index of each use, in the order of the schedule.
    pub(crate) uses: Vec<(usize, usize)>,
}

impl Claims {
    /// Those of a buffer that is not declared.
    fn none() -> Self {
        let (live, bank) = (None, None);
        Self { live, retain: false, source: false, written: Vec::new(), listed: 0, bank, uses: Vec::new() }
    }
}

/// The state for resolving a declaration.
struct Context<'a> {
    consts: Consts,
    reserved: Reserved,
    banks: Names,
    buffers: Names,
    steps: Names,
    doubts: Doubts,
    errors: &'a mut Errors,
}

/// Resolves a block.
pub(crate) fn lower(mut ast: ast::Block, blocks: &Blocks, errors: &mut Errors) -> Lowered {
    outside::refuse_super(&mut ast, errors);
    let declared = Rc::new(names::declared(&ast));
    let reserved = Reserved::new(&ast);
    let mut doubts = Doubts::new(ast.unread);
    let constants = constants(ast.constants, &reserved, &mut doubts, errors);
    let mut context = Context {
        consts: Consts::new(&constants),
        reserved,
        banks: Names::new(Kind::Bank, &declared),
        buffers: Names::new(Kind::Buffer, &declared),
        steps: Names::new(Kind::Step, &declared),
        doubts,
        errors,
    };
    let (read_only, banks): (Vec<_>, Vec<_>) =
        ast.banks.into_iter().partition(|bank| bank.read_only.is_some());
    let banks = bank::lower(banks, &mut context);
    let read_only = bank::lower(read_only, &mut context);
    rules::apply(&ast.rules, &mut ast.buffers, (&banks, &read_only), &mut context);
    // Buffers name steps and steps name buffers, so the names of the steps are read first.
    let declared = steps::declare(ast.steps, &mut context);
    let (stored, buffers): (Vec<_>, Vec<_>) =
        ast.buffers.into_iter().partition(|buffer| buffer.kind == BufferKind::Constant);
    let (mut buffers, mut claims) = buffer::lower(buffers, &banks, declared.len(), &mut context);
    // They share names with the buffers, and follow them.
    let declared_buffers = buffers.len();
    let (stored, staged) = constant::lower(stored, (&banks, &read_only), declared_buffers, &mut context);
    let steps = steps::lower(declared, declared_buffers, &mut context);
    claims.extend(staged.iter().map(|_| Claims::none()));
    buffers.extend(staged);
    steps::lifetimes(&steps, &mut buffers, &mut claims);
    let block = Block {
        options: ast.options,
        layout: ast.layout,
        includes: ast.includes.into_iter().map(|include| include.file).collect(),
        attrs: ast.attrs,
        vis: ast.vis,
        module: (blocks.module)(&ast.name, blocks.number),
        name: ast.name,
        constants,
        banks,
        read_only,
        buffers,
        stored,
        steps,
        removed: ast.removed,
        unclear: None,
    };
    let Context { doubts, consts, .. } = context;
    Lowered { block, claims, doubts, consts }
}

fn constants(
    list: Vec<ast::Constant>,
    reserved: &Reserved,
    doubts: &mut Doubts,
    errors: &mut Errors,
) -> Vec<ir::Constant> {
    let mut names = Names::new(Kind::Const, &Rc::default());
    let mut constants = Vec::new();
    for constant in list {
        match names.declare(&constant.name, reserved, errors) {
            Some(named) => {
                let ast::Constant { attrs, name, value } = constant;
                let (ty, expr) = value.unwrap_or_else(|| {
                    doubts.untyped.insert(named.id);
                    (Type::Verbatim(TokenStream::new()), parse_quote!(loop {}))
                });
                constants.push(ir::Constant { attrs, name, ty, expr });
            }
            None => {
                let id = constant.name.unraw().to_string();
                doubts.dropped(Kind::Const, &id);
                doubts.untyped.insert(id);
            }
        }
    }
    constants
}

/// A number with its value, as one operand.
fn num(num: &ast::Num, consts: &Consts) -> ir::Num {
    let expr = &num.expr;
    let tokens = match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Paren(_) | Expr::Block(_) => expr.to_token_stream(),
        // The parentheses have the span of their contents: rustc's errors about them extend from one to the other.
        _ => quote_spanned!(num.span=> (#expr)),
    };
    ir::Num { tokens, value: consts.usize(expr), per_cent: num.per_cent, span: num.span }
}
