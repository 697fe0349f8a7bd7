//! The function `audit()`, and what the plan shows to it: the facade says what it does.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Context, arena, foreign};

/// The function, in the plan's module.
pub(crate) fn function(context: &Context<'_>) -> Option<TokenStream> {
    if context.is_draft() {
        return None;
    }
    let (vis, private, name) = (context.vis(1), &context.private, &context.names.audit);
    let (n, b) = (context.block.buffers.len(), context.block.banks.len());
    let words = n.div_ceil(64);
    let body = context.body(quote!(#private::audit::<__arena::Arena, #n, #words, #b>()));
    Some(quote! {
        /// Verifies the plan once more, with the tables and addresses that the program has when it runs.
        #[inline]
        #vis fn #name() -> #private::Audit {
            #body
        }
    })
}

/// The plan's tables, in the module `__arena`.
pub(crate) fn tables(context: &Context<'_>) -> Option<TokenStream> {
    if context.failed() {
        return None;
    }
    let private = &context.private;
    let banks: Vec<_> =
        context.block.banks.iter().enumerate().map(|(index, bank)| (index, &bank.name)).collect();
    let lent = foreign::audited(context);
    let n = context.block.buffers.len();
    if context.state.pools.is_empty() && lent.is_none() {
        let banks = banks.iter().map(|(index, name)| {
            let index = Literal::usize_unsuffixed(*index);
            quote!(#index super::memory::#name,)
        });
        return Some(quote!(#private::audited! { #n [#(#banks)*] }));
    }
    let regions = banks.iter().map(|(index, _)| arena::region(context, *index));
    let bases = banks.iter().map(|(index, _)| arena::base(context, *index));
    Some(quote!(#private::audited! { #n [#(#regions,)*] [#(#bases,)*] #lent }))
}
