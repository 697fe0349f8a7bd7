//! The module `buf`: one type per buffer, with its figures and its slot.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs};
use crate::plan::Layout;

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let vis = context.vis(1);
    let buffers = (0..context.block.buffers.len()).map(|index| buffer(context, index));
    quote! {
        /// The buffers of the plan, with their figures.
        #vis mod buf {
            #(#buffers)*
        }
    }
}

fn buffer(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let private = &context.private;
    let inner = context.vis(2);
    let (marker, id) = (&buffer.marker, &buffer.id);
    let docs = docs(&buffer.attrs, &format!("Buffer `{id}`."));
    let pointer = pointer(context, index);
    quote! {
        #docs
        #inner enum #marker {}
        impl #marker {
            /// Offset from the bank's base, in bytes.
            #inner const OFFSET: usize = super::__arena::OFFSETS[#index];
            /// Size in bytes.
            #inner const BYTES: usize = ::core::mem::size_of::<<Self as #private::Content>::T>();
            /// Alignment of the slot.
            #inner const ALIGN: usize = super::__arena::SLOT_ALIGNS[#index];
            /// Name of the bank.
            #inner const BANK: &'static str = #private::name(&super::__arena::BANK_IDS, Self::__BANK);
            #[doc(hidden)]
            #inner const __BANK: u16 = super::__arena::LAYOUT.placements[#index].bank;
        }
        // SAFETY: the constant `PROOF` in `__arena` proves that the slot lies aligned within the static of its bank,
        // and that the slots of all handles that can exist at once are disjoint.
        unsafe impl #private::Slot for #marker {
            const NAME: &'static str = #id;
            const BANK: &'static str = Self::BANK;
            const OFFSET: usize = Self::OFFSET;

            #[inline(always)]
            fn ptr() -> *mut Self::T {
                #pointer
            }
        }
    }
}

/// The address: the bank's static plus the offset. Where const evaluation chooses the bank, so does the code; the
/// optimiser sees a constant either way.
fn pointer(context: &Context<'_>, index: usize) -> TokenStream {
    let private = &context.private;
    let statics = |bank: usize| {
        let name = &context.block.banks[bank].name;
        quote!(#private::BankMem::base(&raw const super::__arena::memory::#name))
    };
    let buffer = &context.block.buffers[index];
    let base = match (context.layout, buffer.banks.as_slice()) {
        (_, []) => return quote!(::core::ptr::null_mut()),
        (Layout::Native(placements), _) => statics(usize::from(placements[index].bank)),
        (_, [(only, _)]) => statics(*only),
        (_, [rest @ .., (last, _)]) => {
            let arms = rest.iter().map(|(bank, _)| {
                let number = u16::try_from(*bank).unwrap_or(u16::MAX);
                let base = statics(*bank);
                quote!(#number => #base,)
            });
            let last = statics(*last);
            quote!(match Self::__BANK { #(#arms)* _ => #last })
        }
    };
    quote!(#base.wrapping_add(Self::OFFSET).cast())
}
