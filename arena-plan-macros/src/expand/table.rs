//! The constant `PLAN`: the plan as data, for the residency table.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, constants, foreign};

pub(crate) fn constant(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let name = syn::ext::IdentExt::unraw(&context.block.name).to_string();
    let plan = &context.names.plan;
    let buffers = quote! {
        #private::buffer_rows(
            __arena::BUFFER_IDS, __arena::BUFFERS, __arena::LAYOUT, __arena::SLOT_ALIGNS,
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
        #private::bank_rows(&__arena::BANK_IDS, &__arena::BANKS, __arena::LAYOUT, &__arena::BYTES)
    };
    let stored = foreign::storage(context);
    let banks = if stored.is_empty() { banks } else { quote!(#private::stored(#banks, &[#(#stored),*])) };
    let (banks, buffers) = constants::rows(context, banks, buffers);
    let buffers = by_rules(context, buffers);
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

/// The rows with the rules that gave the buffers and constants their banks, if the block has rules.
fn by_rules(context: &Context<'_>, rows: TokenStream) -> TokenStream {
    let (private, block) = (&context.private, context.block);
    let buffers = block.buffers.iter().map(|buffer| &buffer.rule);
    let constants =
        block.stored.iter().filter(|constant| constant.bank.is_some()).map(|constant| &constant.rule);
    let rules: Vec<&str> = buffers.chain(constants).map(|rule| rule.as_deref().unwrap_or_default()).collect();
    if rules.iter().all(|rule| rule.is_empty()) {
        return rows;
    }
    quote!(#private::placed_by(#rows, [#(#rules),*]))
}
