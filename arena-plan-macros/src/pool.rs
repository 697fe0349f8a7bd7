//! `arena_pool!`: reads a pool, checks it and generates its code.

use proc_macro2::TokenStream;
use quote::quote;

use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::{attributes, check, expand, parse};

/// The expansion of one pool, with one `compile_error!` per mistake. `facade` is the path of the crate `arena-plan`.
pub(crate) fn call(facade: &TokenStream, input: TokenStream, blocks: &Blocks) -> TokenStream {
    let mut errors = Errors::default();
    let Some(mut pool) = parse::pool(input, &mut errors) else {
        return errors.to_compile_errors(facade);
    };
    attributes::check_pool(&mut pool, &mut errors);
    if let Some(section) = &pool.section {
        check::section(section, section.fault(), &mut errors);
    }
    let module = (blocks.module)(&pool.name, blocks.number);
    let code = expand::expand_pool(facade, &pool, &module, !errors.is_empty());
    let errors = errors.to_compile_errors(facade);
    quote!(#errors #code)
}
