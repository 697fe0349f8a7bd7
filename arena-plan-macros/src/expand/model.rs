//! The model as constants of `__arena`: names, banks and buffers as the kernel takes them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, outside};
use crate::ir::{self, Reserve};
use crate::{model, primitive};

/// Names, banks and buffers as the kernel takes them.
pub(super) fn consts(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let inner = context.vis(2);
    let (b, n, s) = (block.banks.len(), block.buffers.len(), block.steps.len());
    let bank_ids = block.banks.iter().map(|bank| &bank.id);
    let buffer_ids = block.buffers.iter().map(|buffer| &buffer.id);
    let step_ids = block.steps.iter().map(|step| &step.id);
    let banks = (0..b).map(|index| bank(context, index));
    let buffers = block.buffers.iter().zip(model::ranks(block)).enumerate();
    let buffers = buffers.map(|(index, (buffer, rank))| self::buffer(context, index, buffer, rank));
    quote! {
        #inner const BANK_IDS: [&str; #b] = [#(#bank_ids),*];
        #inner const BUFFER_IDS: [&str; #n] = [#(#buffer_ids),*];
        #inner const STEP_IDS: [&str; #s] = [#(#step_ids),*];
        #inner const BANKS: [#private::Bank; #b] = #private::banks([#(#banks),*], &BUFFERS);
        #inner const BUFFERS: [#private::Buffer<'static>; #n] = [#(#buffers),*];
    }
}

fn bank(context: &Context<'_>, index: usize) -> TokenStream {
    let bank = &context.block.banks[index];
    let private = &context.private;
    let capacity = outside::read(context, &bank.capacity, "BankCapacity", index);
    let reserve = match &bank.reserve {
        None => None,
        Some(Reserve::Bytes(bytes)) => Some(outside::read(context, bytes, "BankReserve", index)),
        Some(Reserve::Percent(percent)) => {
            let percent = outside::read(context, percent, "BankReserve", index);
            Some(quote!(#private::reserve_percent(#capacity, #percent)))
        }
    };
    let reserve = reserve.map(|reserve| quote!(.with_reserve(#reserve)));
    let align = bank.align.as_ref().map(|align| outside::read(context, align, "BankAlign", index));
    let align = align.map(|align| quote!(.with_align(#align)));
    quote!(#private::Bank::new(#capacity) #reserve #align)
}

fn buffer(context: &Context<'_>, index: usize, buffer: &ir::Buffer, rank: u32) -> TokenStream {
    let private = &context.private;
    let marker = &buffer.marker;
    let (first, last) = (model::step(buffer.first), model::step(buffer.last));
    let banks = model::bank_list(buffer);
    let mut model = quote!(#private::buffer::<super::buf::#marker>(#first, #last, &[#(#banks),*], #rank));
    if let Some(natural) = primitive::natural_align(&buffer.ty).filter(|_| buffer.spelled_plain) {
        // The alignment of a primitive differs between targets; its slot's does not. Where the name is another
        // type's, rustc's alignment holds.
        model = quote!(#private::at_least(#model, #natural));
    }
    if let Some(asked) = &buffer.align {
        let asked = outside::read(context, asked, "BufferAlign", index);
        model = quote!(#private::at_least(#model, #asked));
    }
    let fixed = buffer.fixed.as_ref().map(|fixed| outside::read(context, fixed, "BufferFixed", index));
    let fixed = fixed.map(|fixed| quote!(.with_fixed(#fixed)));
    let weight = buffer.weight.as_ref().map(|weight| outside::read(context, weight, "BufferWeight", index));
    let weight = weight.map(|weight| quote!(.with_weight(#weight)));
    quote!(#model #fixed #weight)
}
