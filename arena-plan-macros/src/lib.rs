//! The procedural macro of arena-plan. Use it through the crate `arena-plan`.
//!
//! Stages: `ast` → `parse` → `lower` → `check` (all in `front`) → `plan` → `expand`. Every stage except the last
//! collects mistakes; `fallback` removes them from the block; `expand` is infallible and also generates the code next
//! to errors.

mod ast;
mod attributes;
mod blocks;
mod check;
mod errors;
mod eval;
mod expand;
mod fallback;
mod figure;
mod file;
mod front;
mod generated;
mod include;
mod ir;
mod lower;
mod model;
mod parse;
mod plan;
mod pool;
mod primitive;
mod section;
mod size;
#[cfg(all(test, not(feature = "defmt")))]
mod snapshots;
mod suggest;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod tokens;
mod unplanned;
mod variants;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::plan::Layout;
use crate::variants::{Split, Variant};

/// Plans static memory at compile time, only for the macro `arena_plan!` of the crate `arena-plan`.
///
/// That macro puts its own path, `($crate)`, in front of the block. The expansion names everything through it: no
/// crate of the user can take the place of the facade, and a renamed or re-exported dependency needs no option.
/// The second group is for calls of an expansion: what it has configured out.
#[proc_macro]
pub fn __plan(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut tokens = TokenStream::from(input).into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(facade)), Some(TokenTree::Group(removed))) => {
            call(&facade.stream(), &removed.stream(), tokens.collect()).into()
        }
        _ => quote!(::core::compile_error! { "call it as `arena_plan::arena_plan!`" }).into(),
    }
}

/// Declares memory that several plans use in turn, only for the macro `arena_pool!` of the crate `arena-plan`, which puts
/// its own path in front, as `arena_plan!` does.
#[proc_macro]
pub fn __pool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut tokens = TokenStream::from(input).into_iter();
    match tokens.next() {
        Some(TokenTree::Group(facade)) => {
            pool::call(&facade.stream(), tokens.collect(), &Blocks::next()).into()
        }
        _ => quote!(::core::compile_error! { "call it as `arena_plan::arena_pool!`" }).into(),
    }
}

/// Goes on with a block of which rustc has said which predicates hold; only for [`__plan`], which writes the item.
#[proc_macro_derive(Variants, attributes(__arena_plan))]
pub fn __variants(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match variants::answered(item.into()) {
        Some([facade, removed, block]) => call(&facade, &removed, block).into(),
        None => quote!(::core::compile_error! { "only `arena_plan::arena_plan!` uses this" }).into(),
    }
}

/// The expansion of one block, or the question which variant it is.
fn call(facade: &TokenStream, removed: &TokenStream, input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let split = variants::split(facade, removed, input, &mut errors);
    let errors = errors.to_compile_errors(facade);
    let code = match split {
        Split::One(variant) => block(facade, variant, &Blocks::next()),
        Split::Ask(item) => item,
    };
    quote!(#errors #code)
}

/// The expansion of one block, with one `compile_error!` per mistake. `facade` is the path of the crate `arena-plan`, and
/// `blocks` tells the block from others of its crate, which may have the same name in another function of a module.
fn block(facade: &TokenStream, input: Variant, blocks: &Blocks) -> TokenStream {
    let mut errors = Errors::default();
    let Some(mut block) = front::read(input, blocks, &mut errors) else {
        return errors.to_compile_errors(facade);
    };
    let layout = if errors.is_empty() { plan::layout(&block, &mut errors) } else { Layout::Failed };
    if let Some(unclear) = &mut block.unclear {
        unclear.error = errors.take_first(facade).unwrap_or_default();
    }
    let code = expand::expand(facade, &block, &layout, blocks.number);
    let errors = errors.to_compile_errors(facade);
    quote!(#errors #code)
}
