//! The hidden modules `__arena`, with the model, the layout and the proof, and `memory`, with the banks' statics.

use arena_plan_core::model::Placement;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Context, is_plain, outside, proof, symbols};
use crate::ir::{self, Reserve};
use crate::plan::{self, Layout};
use crate::size;

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let (vis, inner) = (context.vis(1), context.vis(2));
    let (facade, private) = (&context.facade, &context.private);
    let markers = markers(context);
    let model = model(context);
    let layout = layout(context);
    let proof = proof::all(context);
    let flag = quote! {
        #inner static TAKEN: #private::TakeFlag = #private::TakeFlag::new();
    };
    let scrub = context.has_padding().then(|| {
        let plain = context.block.buffers.iter().map(is_plain);
        let n = context.block.buffers.len();
        quote! {
            /// Plain buffers whose bytes may hold another buffer's padding when they come to life.
            #inner const SCRUB: [bool; #n] = #private::scrub(&LAYOUT.placements, &BUFFERS, &[#(#plain),*]);
        }
    });
    quote! {
        /// The model, the layout, the memory and the proof. Not part of the plan's interface.
        #[doc(hidden)]
        #vis mod __arena {
            use #facade;
            #markers
            #model
            #layout
            #scrub
            #flag
            #proof
        }
    }
}

/// Types that carry the user's constants and numbers from outside.
fn markers(context: &Context<'_>) -> TokenStream {
    let (inner, innermost) = (context.vis(2), context.vis(3));
    let constants = context.block.constants.iter().map(|constant| &constant.name);
    let constants = (!context.block.constants.is_empty()).then(|| {
        quote! {
            #inner mod constant {
                #(#innermost enum #constants {})*
            }
        }
    });
    let numbers = outside::numbers(context);
    let numbers = (!numbers.is_empty()).then(|| {
        let names = numbers.iter().map(|(name, _)| name);
        quote! {
            #inner mod number {
                #(#innermost enum #names {})*
            }
        }
    });
    quote!(#constants #numbers)
}

/// Names, banks and buffers as the kernel takes them.
fn model(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let inner = context.vis(2);
    let (b, n, s) = (block.banks.len(), block.buffers.len(), block.steps.len());
    let bank_ids = block.banks.iter().map(|bank| &bank.id);
    let buffer_ids = block.buffers.iter().map(|buffer| &buffer.id);
    let step_ids = block.steps.iter().map(|step| &step.id);
    let banks = (0..b).map(|index| bank(context, index));
    let buffers = block.buffers.iter().zip(plan::ranks(block)).enumerate();
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
    let (first, last) = (plan::step(buffer.first), plan::step(buffer.last));
    let banks = plan::bank_list(buffer);
    let mut model = quote!(#private::buffer::<super::buf::#marker>(#first, #last, &[#(#banks),*], #rank));
    if let Some(natural) = size::natural_align(&buffer.ty).filter(|_| buffer.spelled_plain) {
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

/// The layout: literals from the macro, or the kernel in const evaluation.
fn layout(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let inner = context.vis(2);
    let block = context.block;
    let (b, n, steps2) = (block.banks.len(), block.buffers.len(), 2 * block.steps.len());
    let plan = match context.layout {
        Layout::Native(placements) => {
            let placements = self::placements(context, placements);
            let sizes = block.buffers.iter().map(|buffer| buffer.known.map_or(0, |known| known.bytes));
            quote!(#private::Plan::assumed(&BUFFERS, [#(#sizes),*], [#(#placements),*]))
        }
        Layout::Given(_) => quote!(#private::Plan::given(&BANKS, &BUFFERS, GIVEN)),
        Layout::Const => {
            let orders = match (block.options.order, block.options.effort) {
                (Some((ir::Order::Base, _)), _) => quote!(Base),
                // Const evaluation is too slow for a search: every effort is the fast one.
                (None, _) => quote!(Fast),
            };
            let buffers = match block.options.strategy {
                Some((ir::Strategy::Sequential, _)) => quote!(#private::apart::<#n, #steps2>(BUFFERS)),
                None => quote!(BUFFERS),
            };
            quote!(#private::plan::<#b, #n, #steps2>(&BANKS, &#buffers, #private::Orders::#orders))
        }
        Layout::Failed => quote!(#private::Plan::failed(&BUFFERS, #private::Fault::Overflow { buffer: 0 })),
    };
    let given = match context.layout {
        Layout::Given(placements) => {
            let placements = self::placements(context, placements);
            Some(quote!(const GIVEN: [#private::Placement; #n] = [#(#placements),*];))
        }
        _ => None,
    };
    // Where the macro planned, each buffer has its offset as a literal.
    let offsets = (!matches!(context.layout, Layout::Native(_)))
        .then(|| quote!(#inner const OFFSETS: [usize; #n] = #private::offsets(&LAYOUT.placements);));
    quote! {
        #given
        #[allow(long_running_const_eval)]
        #inner const LAYOUT: #private::Plan<#b, #n> = #plan;
        #offsets
        #inner const SLOT_ALIGNS: [usize; #n] = #private::slot_aligns(&BANKS, &BUFFERS, &LAYOUT);
        #inner const ALIGNS: [usize; #b] = #private::base_aligns(&BANKS, &BUFFERS, &LAYOUT);
        #inner const BYTES: [usize; #b] = #private::bytes(&LAYOUT, &ALIGNS);
    }
}

/// Placements as literals.
fn placements(context: &Context<'_>, placements: &[Placement]) -> Vec<TokenStream> {
    let private = &context.private;
    let literal = |placement: &Placement| {
        let (bank, offset) = (placement.bank, placement.offset);
        quote!(#private::Placement { bank: #bank, offset: #offset })
    };
    placements.iter().map(literal).collect()
}

/// The hidden module `memory`: one static per bank, and the symbols of the buffers in it. A bank without a section is
/// zero bytes in `.bss`; one with a section is
/// not initialised, and `take()` fills it.
pub(crate) fn memory(context: &Context<'_>) -> TokenStream {
    let (facade, private) = (&context.facade, &context.private);
    let (vis, inner) = (context.vis(1), context.vis(2));
    let banks = context.block.banks.iter().enumerate().map(|(index, bank)| {
        let name = &bank.name;
        let (attribute, value) = match &bank.section {
            None => (None, quote!(zeroed)),
            Some(section) => {
                let literal = &section.name;
                // The whole attribute stands where the user promised, so that `forbid(unsafe_code)` sees it.
                let promise = section.unsafety.as_ref().map_or_else(Span::call_site, |token| token.span);
                let attribute = quote_spanned! {promise=>
                    #[cfg_attr(
                        not(any(target_vendor = "apple", windows, target_family = "wasm")),
                        unsafe(link_section = #literal)
                    )]
                };
                (Some(attribute), quote!(uninit))
            }
        };
        quote! {
            #attribute
            #inner static #name: #private::BankMem<
                <#private::AlignTo<{ super::__arena::ALIGNS[#index] }> as #private::Alignment>::Unit,
                { super::__arena::BYTES[#index] },
            > = #private::BankMem::#value();
        }
    });
    let symbols = symbols::all(context);
    quote! {
        #[doc(hidden)]
        #vis mod memory {
            use #facade;
            #(#banks)*
            #symbols
        }
    }
}
