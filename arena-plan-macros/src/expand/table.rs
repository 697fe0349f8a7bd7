//! The constant `PLAN`: the plan as data, for the residency table.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, constants};

pub(crate) fn constant(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let name = syn::ext::IdentExt::unraw(&context.block.name).to_string();
    let plan = &context.names.plan;
    let buffers = quote! {
        #private::buffer_rows(
            &__arena::BUFFER_IDS, &__arena::BUFFERS, &__arena::LAYOUT, &__arena::SLOT_ALIGNS,
        )
    };
    let pairs = context.in_place();
    let buffers = if pairs.is_empty() {
        buffers
    } else {
        let pairs = pairs.into_iter().map(|(made, taken)| {
            let taken = u16::try_from(taken).unwrap_or(u16::MAX);
            quote!((#made, #taken))
        });
        quote!(#private::made_in_place(#buffers, &[#(#pairs),*]))
    };
    let banks = quote! {
        #private::bank_rows(&__arena::BANK_IDS, &__arena::BANKS, &__arena::LAYOUT, &__arena::BYTES)
    };
    let (banks, buffers) = constants::rows(context, banks, buffers);
    quote! {
        /// The figures of the plan; `Display` prints the residency table.
        #vis const #plan: #private::Table = #private::Table {
            name: #name,
            banks: &#banks,
            buffers: &#buffers,
            steps: &__arena::STEP_IDS,
        };
    }
}
