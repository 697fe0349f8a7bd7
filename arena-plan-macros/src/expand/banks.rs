//! The module `bank`: one type per bank, with its figures as associated constants.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, constants, docs};

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let (vis, inner) = (context.vis(1), context.vis(2));
    let (facade, private) = (&context.facade, &context.private);
    let banks = context.block.banks.iter().enumerate().map(|(index, bank)| {
        let marker = &bank.marker;
        let docs = docs(&bank.attrs, &format!("Bank `{}`.", bank.id));
        quote! {
            #docs
            #inner enum #marker {}
            impl #marker {
                /// Bytes of the region.
                #inner const CAPACITY: usize = #private::to_usize(super::__arena::BANKS[#index].capacity);
                /// Bytes that the bank's memory takes.
                #inner const BYTES: usize = super::__arena::BYTES[#index];
                /// Base alignment of the bank's memory.
                #inner const ALIGN: usize = super::__arena::ALIGNS[#index];
            }
        }
    });
    let read_only = context.block.read_only.iter().enumerate().map(|(index, bank)| {
        let marker = &bank.marker;
        let docs = docs(&bank.attrs, &format!("Bank `{}`, which is read only.", bank.id));
        let stack = constants::offsets(index);
        quote! {
            #docs
            #inner enum #marker {}
            impl #marker {
                /// Bytes of the region.
                #inner const CAPACITY: usize = #private::to_usize(super::__arena::READ_ONLY[#index].capacity);
                /// Bytes that the bank's constants take.
                #inner const BYTES: usize = super::__arena::#stack.1;
                /// Alignment of the bank's memory.
                #inner const ALIGN: usize = #private::core::mem::align_of::<super::__arena::stored::#marker>();
            }
        }
    });
    let name = &context.names.bank;
    quote! {
        /// The banks of the plan, with their figures.
        #vis mod #name {
            use #facade;
            #(#banks)*
            #(#read_only)*
        }
    }
}
