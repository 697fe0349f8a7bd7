//! The attributes of the block and its declarations: only those on a list are allowed.
//!
//! An attribute macro would receive the tokens of its item, including generated `unsafe`, and could return others.
//! For placing and aligning memory, a block has its own keywords, which the messages name.

use arena_plan_core::kernel::code::Code;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Attribute, Meta};

use crate::ast::Pool;
use crate::errors::Errors;
use crate::ir::Block;

/// Attributes that any declaration may have, besides `cfg` and `cfg_attr` of these.
const ALLOWED: [&str; 7] = ["doc", "allow", "warn", "deny", "forbid", "expect", "deprecated"];

/// The item that an attribute is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Block,
    Bank,
    Buffer,
    Step,
    Const,
    Constant,
    Pool,
}

impl On {
    fn word(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Bank => "bank",
            Self::Buffer => "buffer",
            Self::Step => "step",
            Self::Const => "const",
            Self::Constant => "constant",
            Self::Pool => "pool",
        }
    }
}

/// Reports attributes that are not allowed, and removes them.
pub(crate) fn check(block: &mut Block, errors: &mut Errors) {
    let mut keep = |attrs: &mut Vec<Attribute>, on: On| keep(attrs, on, errors);
    keep(&mut block.attrs, On::Block);
    block.constants.iter_mut().for_each(|constant| keep(&mut constant.attrs, On::Const));
    block.banks.iter_mut().for_each(|bank| keep(&mut bank.attrs, On::Bank));
    block.read_only.iter_mut().for_each(|bank| keep(&mut bank.attrs, On::Bank));
    block.buffers.iter_mut().for_each(|buffer| keep(&mut buffer.attrs, On::Buffer));
    block.stored.iter_mut().for_each(|constant| keep(&mut constant.attrs, On::Constant));
    block.steps.iter_mut().for_each(|step| keep(&mut step.attrs, On::Step));
}

/// The same of a pool.
pub(crate) fn check_pool(pool: &mut Pool, errors: &mut Errors) {
    keep(&mut pool.attrs, On::Pool, errors);
}

fn keep(attrs: &mut Vec<Attribute>, on: On, errors: &mut Errors) {
    attrs.retain(|attr| match objection(&attr.meta, on) {
        None => true,
        Some(message) => {
            errors.on(Code::UnknownWord, attr, message);
            false
        }
    });
}

/// Whether the attribute may remove its item.
pub(crate) fn is_conditional(attr: &Attribute) -> bool {
    fn removes(meta: &Meta) -> bool {
        meta.path().is_ident("cfg") || granted(meta).is_some_and(|metas| metas.iter().any(removes))
    }
    removes(&attr.meta)
}

/// Why an attribute, or one inside a `cfg_attr`, is not allowed.
fn objection(meta: &Meta, on: On) -> Option<String> {
    if meta.path().is_ident("cfg") || ALLOWED.iter().any(|name| meta.path().is_ident(name)) {
        return None;
    }
    match granted(meta) {
        Some(metas) => metas.iter().find_map(|meta| objection(meta, on)),
        None => Some(message(inside_unsafe(meta).as_ref().unwrap_or(meta), on)),
    }
}

/// The attributes inside a `cfg_attr`; `None` if this is not one, or cannot be read.
fn granted(meta: &Meta) -> Option<Vec<Meta>> {
    let Meta::List(list) = meta else { return None };
    if !meta.path().is_ident("cfg_attr") {
        return None;
    }
    let is_comma = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',');
    let trees: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    // The predicate comes first.
    let parts = trees.split(is_comma).skip(1).filter(|part| !part.is_empty());
    parts.map(|part| syn::parse2(part.iter().cloned().collect()).ok()).collect()
}

/// `unsafe(link_section = "…")` without `unsafe`.
fn inside_unsafe(meta: &Meta) -> Option<Meta> {
    let Meta::List(list) = meta else { return None };
    if !meta.path().is_ident("unsafe") {
        return None;
    }
    syn::parse2(list.tokens.clone()).ok()
}

/// Why the attribute is not allowed there, and what to write instead.
fn message(meta: &Meta, on: On) -> String {
    if let Some(section) = section(meta) {
        return match on {
            On::Bank => format!("a bank's section goes in its braces: `section: {section}`"),
            On::Buffer => {
                format!(
                    "a buffer is in the section of its bank: write `section: {section}` in the bank's braces"
                )
            }
            On::Pool => {
                format!("a pool's section goes in braces after its plans: `{{ section: {section} }}`")
            }
            _ => format!("only a bank has a section: write `section: {section}` in its braces"),
        };
    }
    match (alignment(meta), on) {
        (Some(align), On::Bank) => {
            return format!("a bank's alignment goes in its braces: write `align: {align}` there");
        }
        (Some(align), On::Buffer) => {
            return format!("a buffer's alignment follows its type and banks: write `, align {align}`");
        }
        _ => {}
    }
    let (name, word) = (name(meta), on.word());
    if name == "must_use" && on == On::Step {
        return String::from("a step has `must_use` already: remove this");
    }
    format!("`{name}` is not allowed on a {word}: only doc comments, lint levels, `deprecated` and `cfg` are")
}

/// The section of `link_section = "…"`, as written.
fn section(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(pair) if pair.path.is_ident("link_section") => {
            Some(pair.value.to_token_stream().to_string())
        }
        _ => None,
    }
}

/// The alignment of `repr(align(…))`, as written.
fn alignment(meta: &Meta) -> Option<String> {
    let Meta::List(list) = meta else { return None };
    if !meta.path().is_ident("repr") {
        return None;
    }
    let mut trees = list.tokens.clone().into_iter();
    trees.find(|tree| matches!(tree, TokenTree::Ident(name) if name == "align"))?;
    match trees.next()? {
        TokenTree::Group(group) => Some(group.stream().to_string()),
        _ => None,
    }
}

/// The attribute's path.
fn name(meta: &Meta) -> String {
    meta.path().to_token_stream().to_string().replace(' ', "")
}
