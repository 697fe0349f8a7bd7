//! The constant `PLAN`: the plan as data, for the residency table.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;

pub(crate) fn constant(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let name = syn::ext::IdentExt::unraw(&context.block.name).to_string();
    let plan = &context.names.plan;
    quote! {
        /// The figures of the plan; `Display` prints the residency table.
        #vis const #plan: #private::Table = #private::Table {
            name: #name,
            banks: &#private::bank_rows(
                &__arena::BANK_IDS, &__arena::BANKS, &__arena::LAYOUT, &__arena::BYTES,
            ),
            buffers: &#private::buffer_rows(
                &__arena::BUFFER_IDS, &__arena::BUFFERS, &__arena::LAYOUT, &__arena::SLOT_ALIGNS,
            ),
            steps: &__arena::STEP_IDS,
        };
    }
}
