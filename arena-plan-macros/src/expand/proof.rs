//! The proof and the checks: they make the generated `unsafe` sound, and report a fault at its token.

use arena_plan_core::kernel::fault::Token;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned as _;

use super::{Context, arena, call_at, constants, contents_at, staged, steps, tenant};
use crate::ir;
use crate::model::Places;
use crate::plan::Layout;
use crate::tokens;

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let (checks, proof) = match context.layout {
        Layout::Failed | Layout::Draft(_) => return TokenStream::new(),
        Layout::Native(_) => {
            // A single constant: if a size differs, evaluation ends at that type, and nothing is proved.
            let types = types(context);
            (TokenStream::new(), proof(context, quote!([#(#types),*]), quote!(&#private::Checked::NONE)))
        }
        Layout::Const | Layout::Given(_) => {
            let (checks, checked) = checks(context);
            let given = matches!(context.layout, Layout::Given(_)).then(|| given(context));
            let no_larger = no_larger(context);
            (quote!(#checks #given #no_larger), proof(context, quote!(*TYPES), checked))
        }
    };
    let sets = steps::handle_sets(context);
    let (budgets, layouts) = (constants::checks(context), staged::proofs(context));
    // Without reuse, texts say that every buffer is always alive.
    let apart = matches!(context.layout, Layout::Const) && context.is_sequential();
    let (layout, buffers, ids) = if context.plans_shared() {
        (quote!(SHARED_LAYOUT), quote!(&SHARED), quote!(&SHARED_IDS))
    } else {
        (quote!(LAYOUT), quote!(BUFFERS), quote!(BUFFER_IDS))
    };
    let buffers = if apart { quote!(&APART) } else { buffers };
    quote! {
        const REFUSAL: &#private::core::option::Option<#private::Refusal> = &#layout.refusal();
        // A reference, because each `&` of a constant is another constant, which rustc checks as a whole.
        const SOURCE: &#private::Source<'static> = &#private::Source {
            banks: &BANKS, bank_ids: &BANK_IDS, buffers: #buffers, buffer_ids: #ids, step_ids: &STEP_IDS,
        };
        #checks
        #budgets
        #layouts
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[#(&[#(#sets),*]),*];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = { #proof };
    }
}

/// The verifier over rustc's sizes, the emitted places and statics, and the sets of handles of the step structs.
fn proof(context: &Context<'_>, types: TokenStream, checked: TokenStream) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let n = block.buffers.len();
    let words = n.div_ceil(64);
    let regions = (0..block.banks.len()).map(|index| arena::region(context, index));
    let (regions, pairs) = (quote!(&[#(#regions),*]), context.in_place());
    let reach = context
        .has_dma()
        .then(|| quote!(#private::prove_reach(BUFFER_IDS, &BANK_IDS, REFUSAL, &BANKS, BUFFERS, PLACES);));
    let idle = tenant::proof(context);
    // One call for each type: names, not paths.
    let imports = matches!(context.layout, Layout::Native(_)).then(|| {
        let staged = context.block.buffers.iter().any(|buffer| buffer.kind == ir::BufferKind::Staged);
        let staged = staged.then(|| quote!(check_layout,));
        quote!(use #private::{#staged Content, check_plain};)
    });
    if pairs.is_empty() {
        return quote! {
            #imports
            let types = #types;
            let slots = #private::slots(&types, PLACES);
            #private::prove::<#n, #words>(SOURCE, REFUSAL, #regions, &slots, SETS, #checked);
            #reach
            #idle
        };
    }
    let pairs = pairs.iter().map(|(made, taken)| quote!((#made, #taken)));
    quote! {
        #imports
        let types = #types;
        let slots = #private::slots(&types, PLACES);
        #private::prove_named::<#n, #words>(SOURCE, BUFFER_IDS, REFUSAL, #regions, &slots, SETS, #checked);
        #private::prove_in_place(BUFFER_IDS, REFUSAL, &slots, &[#(#pairs),*]);
        #reach
        #idle
    }
}

/// If only rustc knows the sizes: one constant for each buffer that a step creates in place, which fails at its type
/// if it is larger than the buffer that it was.
fn no_larger(context: &Context<'_>) -> TokenStream {
    let (private, block) = (&context.private, context.block);
    let checks = context.in_place().into_iter().map(|(made, taken)| {
        let (y, x) = (&block.buffers[made], &block.buffers[taken]);
        let (to, from, about) = (&y.marker, &x.marker, crate::check::in_place(block, taken));
        let function = quote! {
            #private::check_no_larger::<
                <super::buf::#to as #private::Content>::T, <super::buf::#from as #private::Content>::T,
            >
        };
        let call = call_at(y.ty.span(), &function, quote!(#about));
        quote!(const _: () = #call;)
    });
    checks.collect()
}

/// If the macro planned with the sizes that it read: one call per type, which returns rustc's figures for it. It
/// fails at the type if rustc has another size for it, and does not compile if the type is not plain.
fn types(context: &Context<'_>) -> Vec<TokenStream> {
    let content = quote!(Content);
    let size = |(index, buffer): (usize, &ir::Buffer)| {
        let index = Literal::usize_unsuffixed(index);
        let (marker, span) = (&buffer.marker, buffer.ty.span());
        let function = if buffer.kind == ir::BufferKind::Staged {
            quote!(check_layout::<stored::#marker>)
        } else {
            let ty = contents_at(span, &content, &quote!(super::buf::#marker));
            quote!(check_plain::<#ty>)
        };
        call_at(span, &function, quote!(SOURCE, #index))
    };
    context.block.buffers.iter().enumerate().map(size).collect()
}

/// Placements from a file: one constant per buffer, so that each affected buffer gets its error.
fn given(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let checks = (0u32..).zip(&context.block.buffers).map(|(index, buffer)| {
        let function = quote!(#private::check_given);
        let call = call_at(buffer.name.span(), &function, quote!(SOURCE, REFUSAL, &GIVEN, #index));
        quote!(const _: () = #call;)
    });
    quote!(#(#checks)*)
}

/// If only rustc knows the sizes: one constant per declaration with a call for each of its tokens, and these tokens.
/// A call fails if the fault is the declaration's own, or the plan's at this token.
///
/// There are as many calls as tokens of the user's, and rustc checks each of their arguments. So functions of the module
/// have what all calls have in common, and one call is for a buffer's name and for the alignment that is not written.
fn checks(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let private = &context.private;
    let block = context.block;
    // Placements from a file are checked buffer by buffer.
    let each = Places::each(block);
    let places = if context.plans_shared() { &context.places } else { &each };
    let declarations = tokens::declarations(block, places);
    let mut with_name = false;
    let mut call = |token: &Token| {
        let span = tokens::span(block, places, *token);
        let (function, argument) = match *token {
            Token::Buffer(index) if !tokens::is_written(block, places, Token::Align(index)) => {
                with_name = true;
                (quote!(check_name), Literal::u32_unsuffixed(index).into_token_stream())
            }
            Token::Align(_) if !tokens::is_written(block, places, *token) => return None,
            Token::Type(index) => (quote!(check_type), Literal::u32_unsuffixed(index).into_token_stream()),
            _ => (quote!(check), tokens::path(*token)),
        };
        Some(call_at(span, &function, argument))
    };
    let mut constants = TokenStream::new();
    for tokens in &declarations {
        let calls = tokens.iter().filter_map(&mut call);
        constants.extend(quote!(const _: () = { #(#calls;)* };));
    }
    let check_name = with_name.then(|| {
        quote! {
            #[track_caller]
            const fn check_name(buffer: #private::u32) {
                #private::check_name(SOURCE, REFUSAL, buffer);
            }
        }
    });
    let constants = quote! {
        use #private::Token::*;
        #[track_caller]
        const fn check(token: #private::Token) {
            #private::check(SOURCE, REFUSAL, token);
        }
        #check_name
        #[track_caller]
        const fn check_type(buffer: #private::u32) {
            #private::check_type(SOURCE, REFUSAL, buffer);
        }
        #constants
    };
    let every = |token: &&Token| {
        matches!(token, Token::Bank(_) | Token::Buffer(_) | Token::Type(_) | Token::Align(_))
    };
    let (banks, buffers) = (block.banks.len(), places.heads().len());
    let (banks, buffers) = (Literal::usize_unsuffixed(banks), Literal::usize_unsuffixed(buffers));
    let others =
        declarations.iter().flatten().filter(|token| !every(token)).map(|token| tokens::path(*token));
    (constants, quote!(&#private::Checked { banks: #banks, buffers: #buffers, others: &[#(#others),*] }))
}
