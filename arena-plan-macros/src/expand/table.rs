//! The constant `PLAN`: the plan as data, for the residency table.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;

pub(crate) fn constant(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let vis = context.vis(1);
    let name = syn::ext::IdentExt::unraw(&block.name).to_string();
    let banks = block.banks.iter().enumerate().map(|(index, bank)| {
        let id = &bank.id;
        quote! {
            #private::BankRow {
                name: #id,
                capacity: __arena::BANKS[#index].capacity,
                reserve: __arena::BANKS[#index].reserve,
                align: __arena::BANKS[#index].align,
                high_water: __arena::LAYOUT.high_water[#index],
                bytes: #private::to_u64(__arena::BYTES[#index]),
            }
        }
    });
    quote! {
        /// The figures of the plan; `Display` prints the residency table.
        #vis const PLAN: #private::Table = #private::Table {
            name: #name,
            banks: &[#(#banks),*],
            buffers: &#private::rows(
                &__arena::BUFFER_IDS, &__arena::BUFFERS, &__arena::LAYOUT, &__arena::SLOT_ALIGNS,
            ),
            steps: &__arena::STEP_IDS,
        };
    }
}
