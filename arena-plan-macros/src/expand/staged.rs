//! Constants that are copied before the first step: the layout that both sides have, the step `Cold`, and what leads on.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Context, constants, doc, foreign, primitive_align, state, steps, unlinted};
use crate::generated::Generated;
use crate::ir::Stored;

/// Those whose constants come from a read-only bank.
pub(super) fn of<'c>(context: &'c Context<'_>, bank: usize) -> impl Iterator<Item = usize> + use<'c> {
    let block = context.block;
    context.state.staged.iter().copied().filter(move |buffer| {
        block.stored.iter().any(|constant| constant.staged == Some(*buffer) && constant.bank == Some(bank))
    })
}

/// The constants of such a buffer, in order of declaration.
fn inside<'a>(context: &Context<'a>, buffer: usize) -> impl Iterator<Item = &'a Stored> + use<'a> {
    context.block.stored.iter().filter(move |constant| constant.staged == Some(buffer))
}

/// The constant with the bytes between the constants of a buffer.
fn pads(context: &Context<'_>, buffer: usize) -> Ident {
    format_ident!("PADS_{}", context.block.buffers[buffer].marker)
}

/// Size and alignment of each constant of a buffer, as the macro laid them out: on each target like a primitive's size.
fn types(context: &Context<'_>, buffer: usize, up: &TokenStream) -> Vec<TokenStream> {
    let private = &context.private;
    let types = inside(context, buffer).map(|constant| {
        let marker = &constant.marker;
        let ty = quote!(#private::type_bytes::<#up::constant::#marker>());
        match primitive_align(&constant.ty) {
            Some(natural) => quote!(#private::at_least_aligned(#ty, #natural)),
            None => ty,
        }
    });
    types.collect()
}

/// The types of both sides: the constants, with the bytes between them spelled out.
pub(super) fn layouts(context: &Context<'_>) -> TokenStream {
    let (private, innermost) = (&context.private, context.vis(3));
    let layouts = context.state.staged.iter().map(|&buffer| {
        let marker = &context.block.buffers[buffer].marker;
        let pads = pads(context, buffer);
        let types = types(context, buffer, &quote!(super::super));
        let count = types.len();
        let fields = inside(context, buffer).enumerate().map(|(index, constant)| {
            let (name, marker, pad) = (&constant.name, &constant.marker, format_ident!("__pad{index}"));
            quote! {
                #innermost #name: <super::super::constant::#marker as #private::Content>::T,
                #innermost #pad: [#private::core::primitive::u8; #pads[#index]],
            }
        });
        quote! {
            #[allow(non_upper_case_globals)]
            #innermost const #pads: [#private::core::primitive::usize; #count] = #private::pads([#(#types),*]);
            #[repr(C)]
            #[allow(clippy::pub_underscore_fields)]
            #innermost struct #marker {
                #(#fields)*
            }
        }
    });
    layouts.collect()
}

/// The statics that are copied from.
pub(super) fn sources(context: &Context<'_>) -> TokenStream {
    let (private, inner) = (&context.private, context.vis(2));
    let banks = 0..context.block.read_only.len();
    let sources = banks.flat_map(|bank| of(context, bank).map(move |buffer| (bank, buffer))).map(|(bank, buffer)| {
        let attribute = constants::section(&context.block.read_only[bank]);
        let (name, marker) = (unlinted(&context.block.buffers[buffer].name), &context.block.buffers[buffer].marker);
        let pads = pads(context, buffer);
        let fields = inside(context, buffer).enumerate().map(|(index, constant)| {
            let (name, marker, pad) = (&constant.name, &constant.marker, format_ident!("__pad{index}"));
            quote! {
                #name: <super::constant::#marker as #private::Stored>::VALUE,
                #pad: [0; super::__arena::stored::#pads[#index]],
            }
        });
        quote! {
            #attribute
            #inner static #name: super::__arena::stored::#marker = super::__arena::stored::#marker { #(#fields)* };
        }
    });
    sources.collect()
}

/// The proof of each layout: no byte of it is padding.
pub(super) fn proofs(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let proofs = context.state.staged.iter().map(|&buffer| {
        let marker = &context.block.buffers[buffer].marker;
        let types = types(context, buffer, &quote!(super));
        // The oldest supported compiler does not infer a number that `_` stands for.
        let count = types.len();
        quote!(const _: () = #private::prove_layout::<stored::#marker, #count>([#(#types),*]);)
    });
    proofs.collect()
}

/// Where a constant that is copied lies in read-only memory, and where it is read.
pub(super) fn source(context: &Context<'_>, constant: &Stored) -> Option<(TokenStream, TokenStream)> {
    let (private, buffer, bank) = (&context.private, constant.staged?, constant.bank?);
    let place = of(context, bank).position(|other| other == buffer)? + 1;
    let stack = constants::offsets(bank);
    let (layout, name, marker) = (&context.block.buffers[buffer].marker, &constant.name, &constant.marker);
    let inside = quote!(#private::core::mem::offset_of!(__arena::stored::#layout, #name));
    let to = &bank_number(context, buffer);
    Some((
        quote!(__arena::#stack.0[#place] + #inside),
        quote!(#private::core::option::Option::Some((#to, constant::#marker::OFFSET as u64))),
    ))
}

/// The number of the bank that a buffer is in: it allows one alone.
fn bank_number(context: &Context<'_>, buffer: usize) -> u16 {
    u16::try_from(context.block.buffers[buffer].banks[0].0).unwrap_or(u16::MAX)
}

/// The module `staged`, with the destinations by the names of their banks.
pub(super) fn module(context: &Context<'_>) -> Option<TokenStream> {
    let buffers = &context.state.staged;
    let (vis, inner, facade, private) = (context.vis(1), context.vis(2), &context.facade, &context.private);
    let banks = buffers.iter().map(|buffer| {
        let buffer = &context.block.buffers[*buffer];
        let (marker, name, bank) =
            (&buffer.marker, unlinted(&buffer.name), &context.block.banks[buffer.banks[0].0].marker);
        let docs = doc(&format!(
            "The constants that are copied to bank `{}`.",
            context.block.banks[buffer.banks[0].0].id
        ));
        let got = context.body(quote! {
            // SAFETY: a constant in `__arena` proves that the type has no padding, and its fields are plain.
            unsafe { #private::bytes_of(&super::memory::#name) }
        });
        quote! {
            #docs
            #inner type #bank = super::buf::#marker;
            impl #bank {
                /// The bytes to copy, in read-only memory.
                #[inline(always)]
                #[must_use]
                #inner fn source() -> &'static <#bank as #private::Content>::T { #got }
            }
        }
    });
    (!buffers.is_empty()).then(|| {
        quote! {
            /// What constants are copied to, for each bank.
            #vis mod staged {
                use #facade;
                #(#banks)*
            }
        }
    })
}

/// The step `Cold`, where constants are copied.
pub(super) fn step(context: &Context<'_>) -> Option<TokenStream> {
    let buffers = &context.state.staged;
    if buffers.is_empty() {
        return None;
    }
    let (private, vis) = (&context.private, context.vis(1));
    let Generated { cold, cold_io, .. } = &context.names;
    let ready = state::ready_type(context);
    if context.block.unclear.as_ref().is_some_and(|unclear| unclear.schedule) {
        return Some(quote!(#vis type #cold = __Unclear;));
    }
    let fields = buffers.iter().map(|buffer| {
        let local = steps::local(context, *buffer);
        let buffer = &context.block.buffers[*buffer];
        let (bank, marker) = (&context.block.banks[buffer.banks[0].0].name, &buffer.marker);
        quote!(#bank: #marker #local,)
    });
    let hydrated = state::enter(context);
    let hydrated = context.body(hydrated);
    let detached = state::detached_argument(context);
    let ends = detached.iter();
    let returned = foreign::returned(context);
    let release = context.body(quote!(#(#ends.__end();)* #returned));
    let (detached_type, regions) = (state::detached_parameter(context), foreign::returns(context));
    Some(quote! {
        #private::cold! {
            [#vis] #cold #cold_io { #(#fields)* } hydrated -> #ready { #hydrated }
            release (#detached_type) #regions { #release }
        }
    })
}
