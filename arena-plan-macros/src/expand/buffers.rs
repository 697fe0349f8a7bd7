//! The module `buf`: one type per buffer, with its figures and its slot.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Context, docs};
use crate::model;
use crate::plan::Layout;

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let (vis, facade) = (context.vis(1), &context.facade);
    let buffers = (0..context.block.buffers.len()).map(|index| buffer(context, index));
    quote! {
        /// The buffers of the plan, with their figures.
        #vis mod buf {
            use #facade;
            #(#buffers)*
        }
    }
}

fn buffer(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let private = &context.private;
    let inner = context.vis(2);
    let (marker, id) = (&buffer.marker, &buffer.id);
    let (first, last) = (&context.block.steps.get(buffer.first), &context.block.steps.get(buffer.last));
    let lifetime = match (first, last) {
        (Some(first), Some(last)) if first.id == last.id => {
            format!("Buffer `{id}`, alive in `{}`.", first.id)
        }
        (Some(first), Some(last)) => format!("Buffer `{id}`, alive in `{}..={}`.", first.id, last.id),
        _ => format!("Buffer `{id}`."),
    };
    let docs = docs(&buffer.attrs, &lifetime);
    let offset = match context.layout {
        Layout::Native(placements) => {
            let offset = Literal::u64_unsuffixed(placements[index].offset);
            quote!(#offset)
        }
        _ => quote!(super::__arena::OFFSETS[#index]),
    };
    let bytes = match (context.layout, buffer.known) {
        (Layout::Native(_), Some(known)) => {
            let bytes = Literal::u64_unsuffixed(known.bytes);
            quote!(#bytes)
        }
        _ => quote!(#private::core::mem::size_of::<<Self as #private::Content>::T>()),
    };
    let bank = bank(context, index);
    // The planner is not trusted to have chosen an allowed bank: the proof takes the one in which the address lies.
    let allowed = model::bank_list(buffer);
    let choice = chooses(context, index).then(|| {
        quote! {
            #[doc(hidden)]
            #inner const __BANK: u16 =
                #private::allowed_bank(super::__arena::LAYOUT.placements[#index].bank, &[#(#allowed),*]);
        }
    });
    let bank_id = match only_bank(context, index) {
        Some(only) => {
            let id = &context.block.banks[only].id;
            quote!(#id)
        }
        None => quote!(#private::name(&super::__arena::BANK_IDS, #bank)),
    };
    let pointer = context.body(pointer(context, index));
    quote! {
        #docs
        #inner enum #marker {}
        impl #marker {
            /// Offset from the bank's base, in bytes.
            #inner const OFFSET: usize = #offset;
            /// Size in bytes.
            #inner const BYTES: usize = #bytes;
            /// Alignment of the slot.
            #inner const ALIGN: usize = super::__arena::SLOT_ALIGNS[#index];
            /// Name of the bank.
            #inner const BANK: &'static str = #bank_id;
            #choice
        }
        // SAFETY: a constant in `__arena` proves that the slot lies aligned within the static of its bank,
        // and that the slots of all handles that can exist at once are disjoint.
        unsafe impl #private::Slot for #marker {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                #pointer
            }
        }
    }
}

/// The bank where the buffer lies, if the macro knows it.
pub(super) fn only_bank(context: &Context<'_>, index: usize) -> Option<usize> {
    match (context.layout, context.block.buffers[index].banks.as_slice()) {
        (Layout::Native(placements), _) => Some(usize::from(placements[index].bank)),
        (_, [(only, _)]) => Some(*only),
        _ => None,
    }
}

/// Whether const evaluation chooses the buffer's bank.
fn chooses(context: &Context<'_>, index: usize) -> bool {
    only_bank(context, index).is_none() && !context.block.buffers[index].banks.is_empty()
}

/// The number of the bank where the buffer lies, as `ptr` uses it and as the proof takes it.
pub(crate) fn bank(context: &Context<'_>, index: usize) -> TokenStream {
    let number = |bank: usize| u16::try_from(bank).unwrap_or(u16::MAX);
    let marker = &context.block.buffers[index].marker;
    match only_bank(context, index).map(number) {
        Some(only) => quote!(#only),
        None if chooses(context, index) => quote!(super::buf::#marker::__BANK),
        None => quote!(0),
    }
}

/// The address: the bank's static plus the offset. Where const evaluation chooses the bank, so does the code; the
/// optimiser sees a constant either way.
fn pointer(context: &Context<'_>, index: usize) -> TokenStream {
    let private = &context.private;
    let statics = |bank: usize| {
        let name = &context.block.banks[bank].name;
        quote!(#private::BankMem::base(&raw const super::memory::#name))
    };
    let base = match (only_bank(context, index), context.block.buffers[index].banks.as_slice()) {
        (Some(only), _) => statics(only),
        // Without banks there is an error.
        (None, []) => return TokenStream::new(),
        (None, [rest @ .., (last, _)]) => {
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
