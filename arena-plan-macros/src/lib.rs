//! The procedural macro of arena-plan. Use it through the crate `arena-plan`.
//!
//! Stages: `ast` → `parse` → `lower` → `check` (all in `front`) → `plan` → `expand`. Every stage but the last
//! collects mistakes; `fallback` takes them out of the block, and `expand` is infallible and also writes what stands
//! beside errors.

mod ast;
mod check;
mod errors;
mod eval;
mod expand;
mod fallback;
mod file;
mod front;
mod ir;
mod lower;
mod model;
mod parse;
mod plan;
mod primitive;
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

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;
use crate::plan::Layout;

/// Plans static memory at compile time. See the documentation of the crate `arena-plan`.
#[proc_macro]
pub fn arena_plan(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    block(input.into()).into()
}

/// The expansion of one block, with one `compile_error!` per mistake.
fn block(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(block) = front::read(input, &mut errors) else { return errors.to_compile_errors() };
    let layout = if errors.is_empty() { plan::layout(&block, &mut errors) } else { Layout::Failed };
    let code = expand::expand(&block, &layout);
    let errors = errors.to_compile_errors();
    quote!(#errors #code)
}
