//! The warning of a draft: the use of a deprecated constant, with the span of the option.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Context;

/// The constant and its use; nothing for a plan that can be run.
pub(crate) fn warning(context: &Context<'_>) -> Option<TokenStream> {
    let facade = &context.facade;
    let name = &context.block.name;
    let span = context.block.options.draft.filter(|_| context.is_draft())?;
    let used = Ident::new("draft", proc_macro2::Span::call_site().located_at(span));
    let note = format!(
        "the plan `{name}` can be printed but not run, as it has no `take()`; remove `#![draft]` when it fits"
    );
    Some(quote! {
        const _: () = {
            #[allow(non_upper_case_globals)]
            #[deprecated = #note]
            const draft: #facade::core::primitive::usize = 0;
            let _ = #used;
        };
    })
}
