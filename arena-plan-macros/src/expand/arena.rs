//! The hidden modules `__arena`, with the model, the layout and the proof, and `memory`, with the banks' statics.

use arena_plan_core::model::Placement;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::buffers::only_bank;
use super::{
    Context, audit, constants, description, foreign, is_plain, model, proof, symbols, tenant, unlinted,
};
use crate::ir::Section;
use crate::plan::Layout;

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let (vis, inner) = (context.vis(1), context.vis(2));
    let (facade, private, arena) = (&context.facade, &context.private, &context.names.arena);
    let markers = markers(context);
    let model = model::consts(context);
    let (read_only, stored) = (constants::banks(context), constants::layouts(context));
    let layout = layout(context);
    let proof = proof::all(context);
    let shares = tenant::shares(context);
    let audit = audit::tables(context);
    let places = (!context.failed()).then(|| places(context));
    let flag = (!context.failed()).then(|| {
        quote! {
            #inner static TAKEN: #private::TakeFlag = #private::TakeFlag::new();
        }
    });
    let scrub = (context.has_padding() && !context.failed()).then(|| {
        let plain = context.block.buffers.iter().map(is_plain);
        let n = context.block.buffers.len();
        quote! {
            /// Plain buffers whose bytes may contain another buffer's padding when they become live.
            #inner const SCRUB: [bool; #n] = #private::scrub(&LAYOUT.placements, BUFFERS, &[#(#plain),*]);
        }
    });
    quote! {
        /// The model, the layout, the memory and the proof. Not part of the plan's interface.
        #[doc(hidden)]
        #vis mod #arena {
            use #facade;
            #markers
            #model
            #read_only
            #stored
            #layout
            #shares
            #places
            #scrub
            #flag
            #proof
            #audit
        }
    }
}

/// Types that carry the user's constants and numbers in from outside.
fn markers(context: &Context<'_>) -> TokenStream {
    let (inner, innermost) = (context.vis(2), context.vis(3));
    let constants = context.block.constants.iter().map(|constant| unlinted(&constant.name));
    let constants = (!context.block.constants.is_empty()).then(|| {
        quote! {
            #inner mod constant {
                #(#innermost enum #constants {})*
            }
        }
    });
    let numbers = model::numbers(context);
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

/// The layout: literals from the macro, or the kernel in const evaluation.
fn layout(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let inner = context.vis(2);
    let block = context.block;
    let (b, n, steps2) = (block.banks.len(), block.buffers.len(), 2 * block.steps.len());
    // The number of buffers that the kernel plans, and their constant.
    let (m, planned) = match context.plans_shared() {
        true => (context.places.len(), quote!(&SHARED)),
        false => (n, quote!(BUFFERS)),
    };
    let plan = match context.layout {
        Layout::Native(placements) => {
            let placements = self::placements(placements);
            quote!(#private::Plan::placed(BUFFERS, #private::placements([#(#placements),*])))
        }
        Layout::Given(_) => quote!(#private::Plan::given(&BANKS, BUFFERS, GIVEN)),
        Layout::Draft(Some(placements)) => {
            let placements = self::placements(placements);
            quote!(#private::Plan::placed(BUFFERS, #private::placements([#(#placements),*])))
        }
        Layout::Const | Layout::Draft(None) => {
            // Const evaluation is too slow for a search: every effort is the fast one. `base` is the only order that
            // a block can ask for.
            let orders = if block.options.order.is_some() { quote!(Base) } else { quote!(Fast) };
            let (buffers, needed) = if context.is_sequential() {
                (quote!(&APART), quote!(&[]))
            } else {
                (planned.clone(), needed(context))
            };
            let plan = if context.is_draft() { quote!(draft) } else { quote!(plan) };
            quote!(#private::#plan::<#b, #m, #steps2>(&BANKS, #buffers, #private::Orders::#orders, #needed))
        }
        Layout::Failed => quote!(#private::Plan::failed(BUFFERS, #private::Fault::Overflow { buffer: 0 })),
    };
    let given = match context.layout {
        Layout::Given(placements) => {
            let placements = self::placements(placements);
            Some(quote!(const GIVEN: [#private::Placement; #n] = #private::placements([#(#placements),*]);))
        }
        _ => None,
    };
    // If the macro planned, each buffer has its figures as literals.
    let figures = (!matches!(context.layout, Layout::Native(_))).then(|| figures(context));
    let apart = (matches!(context.layout, Layout::Const) && context.is_sequential()).then(|| {
        quote! {
            /// Without reuse, every buffer is always alive.
            const APART: [#private::Buffer<'static>; #m] = #private::apart::<#m, #steps2>(*#planned);
        }
    });
    let (shared, plan) = if context.plans_shared() {
        let shared = quote! {
            #[allow(long_running_const_eval)]
            const SHARED_LAYOUT: #private::Plan<#b, #m> = #plan;
        };
        (Some(shared), quote!(#private::spread(&SHARED_LAYOUT, &PLACE_OF)))
    } else {
        (None, plan)
    };
    quote! {
        #given
        #apart
        #shared
        #[allow(long_running_const_eval)]
        #inner const LAYOUT: &#private::Plan<#b, #n> = &#plan;
        #inner const SLOT_ALIGNS: &[usize; #n] = &#private::slot_aligns(&BANKS, BUFFERS, LAYOUT);
        #inner const ALIGNS: [usize; #b] = #private::base_aligns(&BANKS, BUFFERS, LAYOUT);
        #inner const BYTES: [usize; #b] = #private::bytes(LAYOUT, &ALIGNS);
        #figures
    }
}

/// The figures of the buffers if only const evaluation knows them. They are functions of the index, because rustc evaluates what
/// the constant of a marker reads from a table, but not what it calls before a program asks for it.
fn figures(context: &Context<'_>) -> TokenStream {
    let (private, inner) = (&context.private, context.vis(2));
    let n = context.block.buffers.len();
    // Without a proof there is no table of places.
    let bank = if context.failed() { quote!(LAYOUT.placements) } else { quote!(PLACES) };
    let bank = (0..n).any(|index| only_bank(context, index).is_none()).then(|| {
        quote! {
            #inner const fn bank(index: #private::usize) -> &'static #private::core::primitive::str {
                #private::name(&BANK_IDS, #bank[index].bank)
            }
        }
    });
    quote! {
        const OFFSETS: &[usize; #n] = &#private::offsets(&LAYOUT.placements);
        #inner const fn offset(index: #private::usize) -> #private::usize {
            OFFSETS[index]
        }
        #inner const fn slot_align(index: #private::usize) -> #private::usize {
            SLOT_ALIGNS[index]
        }
        #bank
    }
}

/// The steps in which each buffer is really used, if some lifetime is longer: what advice may shorten.
fn needed(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let needed = crate::model::needed(context.block, &context.places);
    let lives = needed.iter().map(|life| {
        let (first, last) = (life.first, life.last);
        quote!(#private::Life { first: #first, last: #last })
    });
    quote!(&[#(#lives),*])
}

/// Bank and offset of each placement as literals.
fn placements(placements: &[Placement]) -> Vec<TokenStream> {
    let literal = |placement: &Placement| {
        let (bank, offset) = (placement.bank, placement.offset);
        quote!((#bank, #offset))
    };
    placements.iter().map(literal).collect()
}

/// The address of a bank's memory, for a constant of the module.
pub(super) fn base(context: &Context<'_>, index: usize) -> TokenStream {
    let (private, bank) = (&context.private, &context.block.banks[index]);
    let (name, kind) = (&bank.name, foreign::memory_type(bank));
    let own = quote!(#private::#kind::base(&raw const super::memory::#name));
    tenant::base(context, bank).unwrap_or(own)
}

/// What is emitted for a bank, for the verifier.
pub(super) fn region(context: &Context<'_>, index: usize) -> TokenStream {
    let (private, bank) = (&context.private, &context.block.banks[index]);
    let name = &bank.name;
    let own = quote!(#private::region(&BANKS[#index], &raw const super::memory::#name));
    tenant::region(context, index).unwrap_or(own)
}

/// The table of places: the input of the proof, and the source of the slots' addresses.
fn places(context: &Context<'_>) -> TokenStream {
    let (private, inner) = (&context.private, context.vis(2));
    let n = context.block.buffers.len();
    let bases = (0..context.block.banks.len()).map(|index| base(context, index));
    let places = quote! {
        #private::places(BUFFERS, LAYOUT, SLOT_ALIGNS, &[#(#bases),*],)
    };
    let places = match context.has_dma() {
        true => quote!(#private::in_lines(#places, &BANKS, BUFFERS)),
        false => places,
    };
    quote! {
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[#private::Place; #n] = &#places;
        #inner enum Arena {}
        impl #private::Places for Arena {
            const PLACES: &'static [#private::Place] = PLACES;
        }
    }
}

/// Puts a static into a section. The whole attribute has the span of the user's promise, so that `forbid(unsafe_code)`
/// sees it.
pub(super) fn link_section(section: &Section) -> TokenStream {
    let literal = &section.name;
    let promise = section.unsafety.as_ref().map_or_else(Span::call_site, |token| token.span);
    quote_spanned! {promise=>
        #[cfg_attr(
            not(any(target_vendor = "apple", windows, target_family = "wasm")),
            unsafe(link_section = #literal)
        )]
    }
}

/// The hidden module `memory`: one static per bank, and the symbols of the buffers in it. A bank without a section is
/// zero bytes in `.bss`; one with a section is uninitialised, `take()` fills it, and the linker is asked for its
/// place. Of other memory there is what says where it is.
pub(crate) fn memory(context: &Context<'_>) -> TokenStream {
    let (facade, private) = (&context.facade, &context.private);
    let (vis, inner) = (context.vis(1), context.vis(2));
    // The others are in pools, which have statics of their own.
    let own = context.block.banks.iter().enumerate().filter(|(_, bank)| bank.pool().is_none());
    let banks = own.map(|(index, bank)| {
        let (name, kind) = (unlinted(&bank.name), foreign::memory_type(bank));
        let memory = quote! {
            #private::#kind<
                <#private::AlignTo<{ super::__arena::ALIGNS[#index] }> as #private::Alignment>::Unit,
                { super::__arena::BYTES[#index] },
            >
        };
        if let Some(external) = foreign::external(context, bank, &memory) {
            return external;
        }
        let (attribute, value) = match &bank.section {
            None if bank.is_lent() => (None, quote!(new)),
            None => (None, quote!(zeroed)),
            Some(section) => (Some(link_section(section)), quote!(uninit)),
        };
        let placed = bank
            .section
            .as_ref()
            .and_then(Section::start)
            .map(|start| quote!(#private::placed!(#name, super::__arena::BYTES[#index], #start);));
        quote! {
            #attribute
            #inner static #name: #memory = #private::#kind::#value();
            #placed
        }
    });
    let (symbols, memory) = (symbols::all(context), &context.names.memory);
    let constants = constants::statics(context);
    let (ends, description) = (foreign::ends(context), description::all(context));
    quote! {
        #[doc(hidden)]
        #vis mod #memory {
            use #facade;
            #(#banks)*
            #ends
            #constants
            #symbols
            #description
        }
    }
}
