//! The proof and the checks: what makes the generated `unsafe` sound, and what reports a fault at its token.

use arena_plan_core::kernel::fault::Token;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;

use super::{Context, buffers, spanned, steps};
use crate::ir;
use crate::plan::{self, Layout};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let checks = match context.layout {
        Layout::Failed => return TokenStream::new(),
        Layout::Native(_) => sizes(context),
        Layout::Const | Layout::Given(_) => tokens(context),
    };
    let private = &context.private;
    let proof = proof(context);
    let given = matches!(context.layout, Layout::Given(_)).then(|| given(context));
    let sets = steps::handle_sets(context);
    quote! {
        const FAULT: ::core::option::Option<#private::Fault> = LAYOUT.fault;
        const SOURCE: #private::Source<'static> = #private::Source {
            banks: &BANKS, bank_ids: &BANK_IDS, buffers: &BUFFERS, buffer_ids: &BUFFER_IDS, step_ids: &STEP_IDS,
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[#(&[#(#sets),*]),*];
        /// Only the call at the culprit's token fails. Behind all of them stands the proof, what every `unsafe` of the
        /// plan rests on: with rustc's own sizes, each slot lies aligned within the memory of its bank, and the slots of
        /// each set are disjoint; a token typed by its step says which set exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            #(#checks)*
            #proof
        };
        #given
    }
}

/// The verifier over rustc's sizes, the emitted offsets and statics, and the sets of handles of the step structs.
fn proof(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let n = block.buffers.len();
    let words = n.div_ceil(64);
    let regions = (0..block.banks.len()).map(|index| {
        let name = &block.banks[index].name;
        quote!(#private::region(&BANKS[#index], &raw const super::memory::#name))
    });
    let slots = block.buffers.iter().enumerate().map(|(index, buffer)| {
        let marker = &buffer.marker;
        let (bank, ty) = (buffers::bank(context, index), quote!(super::buf::#marker));
        quote!(#private::slot::<#ty>(#bank, #ty::OFFSET, #ty::ALIGN))
    });
    quote!(#private::prove::<#n, #words>(&SOURCE, FAULT, &[#(#regions),*], &[#(#slots),*], SETS);)
}

/// Where the macro planned with the sizes that it read: one call per type, which fails at the type if rustc has another
/// size for it, and does not compile if the type is not plain.
fn sizes(context: &Context<'_>) -> Vec<TokenStream> {
    let private = &context.private;
    let size = |(index, buffer): (u32, &ir::Buffer)| {
        let marker = &buffer.marker;
        let projection = quote!(<super::buf::#marker as #private::Content>::T);
        let token = quote!(#private::Token::Type(#index));
        let call = quote!(#private::check_plain::<#projection>(&SOURCE, FAULT, #token));
        let call = spanned(buffer.ty.span(), call);
        quote!(#call;)
    };
    (0..).zip(&context.block.buffers).map(size).collect()
}

/// Placements from a file: one constant per buffer, so that each that is concerned has its error.
fn given(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let checks = (0u32..).zip(&context.block.buffers).map(|(index, buffer)| {
        let call = quote!(#private::check_given(&SOURCE, FAULT, &GIVEN, #index));
        let call = spanned(buffer.name.span(), call);
        quote!(const _: () = #call;)
    });
    quote!(#(#checks)*)
}

/// Where rustc knows the sizes: one call per token of the block; only the culprit's fails, at the token.
fn tokens(context: &Context<'_>) -> Vec<TokenStream> {
    let block = context.block;
    let private = &context.private;
    let check = |token: Token, path: TokenStream| {
        let call = quote!(#private::check(&SOURCE, FAULT, #private::Token::#path));
        let call = spanned(plan::span(block, token), call);
        quote!(#call;)
    };
    let mut checks = Vec::new();
    for (index, bank) in (0..).zip(&block.banks) {
        checks.push(check(Token::Bank(index), quote!(Bank(#index))));
        if bank.align.is_some() {
            checks.push(check(Token::BankAlign(index), quote!(BankAlign(#index))));
        }
        if bank.reserve.is_some() {
            checks.push(check(Token::Reserve(index), quote!(Reserve(#index))));
        }
    }
    for (index, buffer) in (0..).zip(&block.buffers) {
        checks.push(check(Token::Buffer(index), quote!(Buffer(#index))));
        checks.push(check(Token::Type(index), quote!(Type(#index))));
        // A type's own alignment may be beyond what a bank can have.
        checks.push(check(Token::Align(index), quote!(Align(#index))));
        if buffer.fixed.is_some() {
            checks.push(check(Token::Fixed(index), quote!(Fixed(#index))));
        }
    }
    checks
}
