//! Constants: the module `constant` with their types, and their memory.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Context, arena, call_at, docs, model, staged, unlinted};
use crate::figure::Figure;
use crate::ir::{Bank, Stored};

/// The module `constant`: one type per constant, with its figures and its place.
pub(super) fn module(context: &Context<'_>) -> Option<TokenStream> {
    let block = context.block;
    if block.stored.is_empty() {
        return None;
    }
    let (vis, inner, facade, private) = (context.vis(1), context.vis(2), &context.facade, &context.private);
    let constants = block.stored.iter().map(|constant| {
        let (marker, name) = (&constant.marker, &constant.name);
        let Some(bank) = constant.bank.map(|bank| &block.read_only[bank]) else {
            // Next to an error about the bank.
            let got = constant.staged.is_none().then(|| quote!({ loop {} }));
            return quote!(#marker = 0, "" { loop {} } #got;);
        };
        let docs = docs(&constant.attrs, &format!("Constant `{}`, in bank `{}`.", constant.id, bank.id));
        if let Some(staged) = constant.staged {
            // Where it is read.
            let to = &block.buffers[staged];
            let (layout, id) = (&to.marker, &block.banks[to.banks[0].0].id);
            let offset = quote!(#private::core::mem::offset_of!(super::__arena::stored::#layout, #name));
            let place = context.body(quote! {
                <super::buf::#layout as #private::Slot>::ptr().cast::<u8>().wrapping_add(#offset).cast()
            });
            return quote!(#docs #marker = super::buf::#layout::OFFSET + #offset, #id { #place };);
        }
        let (layout, id, memory) = (&bank.marker, &bank.id, unlinted(&bank.name));
        let offset = quote!(#private::core::mem::offset_of!(super::__arena::stored::#layout, #name));
        let place = context.body(quote!(&raw const super::memory::#memory.#name));
        let got = context.body(quote!(&super::memory::#memory.#name));
        quote!(#docs #marker = #offset, #id { #place } { #got };)
    });
    let name = &context.names.constant;
    Some(quote! {
        /// The constants of the plan, with their figures.
        #vis mod #name {
            use #facade;
            #private::constants! { [#inner] #(#constants)* }
        }
    })
}

/// The constants that are read in a read-only bank, in order of declaration.
fn inside<'a>(context: &Context<'a>, bank: usize) -> impl Iterator<Item = &'a Stored> + use<'a> {
    context
        .block
        .stored
        .iter()
        .filter(move |constant| constant.bank == Some(bank) && constant.staged.is_none())
}

/// The types of the read-only banks' memory: their constants one after another.
pub(super) fn layouts(context: &Context<'_>) -> Option<TokenStream> {
    let block = context.block;
    if block.read_only.is_empty() {
        return None;
    }
    let (inner, innermost) = (context.vis(2), context.vis(3));
    let (facade, private) = (&context.facade, &context.private);
    let banks = block.read_only.iter().enumerate().map(|(index, bank)| {
        let marker = &bank.marker;
        let align = align(context, index, bank);
        let fields = inside(context, index).map(|constant| {
            let (name, marker) = (&constant.name, &constant.marker);
            quote!(#innermost #name: <super::super::constant::#marker as #private::Content>::T,)
        });
        let underscore = align.as_ref().map(|_| quote!(#[allow(clippy::pub_underscore_fields)]));
        quote! {
            #[repr(C)]
            #underscore
            #innermost struct #marker {
                #align
                #(#fields)*
            }
        }
    });
    let staged = staged::layouts(context);
    Some(quote! {
        /// The memory of the read-only banks, and of what is copied from there.
        #inner mod stored {
            use #facade;
            #(#banks)*
            #staged
        }
    })
}

/// The field that aligns the memory of a bank with its own alignment.
fn align(context: &Context<'_>, index: usize, bank: &Bank) -> Option<TokenStream> {
    let (private, innermost) = (&context.private, context.vis(3));
    bank.figures.get(Figure::BankAlign)?;
    Some(quote! {
        #innermost __align: [
            <#private::AlignTo<{ #private::to_usize(super::READ_ONLY[#index].align) }> as #private::Alignment>::Unit; 0
        ],
    })
}

/// The statics of the read-only banks.
pub(super) fn statics(context: &Context<'_>) -> TokenStream {
    let (private, inner) = (&context.private, context.vis(2));
    let banks = context.block.read_only.iter().enumerate().map(|(index, bank)| {
        let (name, marker) = (unlinted(&bank.name), &bank.marker);
        let attribute = section(bank);
        let align = bank.figures.get(Figure::BankAlign).map(|_| quote!(__align: [],));
        let fields = inside(context, index).map(|constant| {
            let (name, marker) = (&constant.name, &constant.marker);
            quote!(#name: <super::constant::#marker as #private::Stored>::VALUE,)
        });
        quote! {
            #attribute
            #inner static #name: super::__arena::stored::#marker =
                super::__arena::stored::#marker { #align #(#fields)* };
        }
    });
    let staged = staged::sources(context);
    banks.chain([staged]).collect()
}

/// The attribute of a static in a read-only bank.
pub(super) fn section(bank: &Bank) -> Option<TokenStream> {
    bank.section.as_ref().map(arena::link_section)
}

/// The read-only banks as constants of `__arena`.
pub(super) fn banks(context: &Context<'_>) -> Option<TokenStream> {
    let block = context.block;
    if block.read_only.is_empty() {
        return None;
    }
    let (private, inner) = (&context.private, context.vis(2));
    let count = block.read_only.len();
    let ids = block.read_only.iter().map(|bank| &bank.id);
    let banks = (0..count).map(|index| model::bank(context, block.banks.len() + index));
    let stacks = (0..count).map(|index| {
        let statics = layouts_of(context, index);
        let name = offsets(index);
        let parts = statics.len();
        quote! {
            /// Where the statics of a read-only bank lie if they follow each other, and where the last ends.
            #inner const #name: ([usize; #parts], usize) =
                #private::stacked([#(#private::TypeBytes::of::<stored::#statics>()),*]);
        }
    });
    let stacks: TokenStream = stacks.collect();
    Some(quote! {
        #inner const READ_ONLY_IDS: [&str; #count] = [#(#ids),*];
        #inner const READ_ONLY: [#private::Bank; #count] = [#(#banks),*];
        #stacks
    })
}

/// The constant with the offsets of a read-only bank's statics.
pub(super) fn offsets(bank: usize) -> Ident {
    format_ident!("STACK_{bank}")
}

/// The types of a read-only bank's statics: that of the constants read there, and those of the ones copied from there.
fn layouts_of<'a>(context: &Context<'a>, bank: usize) -> Vec<&'a Ident> {
    let mut layouts = vec![&context.block.read_only[bank].marker];
    layouts.extend(staged::of(context, bank).map(|buffer| &context.block.buffers[buffer].marker));
    layouts
}

/// The check of each read-only bank's budget, at its name.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let checks = context.block.read_only.iter().enumerate().map(|(index, bank)| {
        let stack = offsets(index);
        let (function, arguments) =
            (quote!(#private::check_read_only), quote!(READ_ONLY_IDS[#index], &READ_ONLY[#index], #stack.1));
        let call = call_at(bank.name.span(), &function, arguments);
        quote!(const _: () = #call;)
    });
    checks.collect()
}

/// The rows of the table: those of the banks and buffers, followed by those of the read-only banks and constants.
pub(super) fn rows(
    context: &Context<'_>,
    banks: TokenStream,
    buffers: TokenStream,
) -> (TokenStream, TokenStream) {
    let (private, block) = (&context.private, context.block);
    if block.read_only.is_empty() {
        return (banks, buffers);
    }
    let (writable, read_only) = (block.banks.len(), block.read_only.len());
    let all = writable + read_only;
    let stacks = (0..read_only).map(offsets);
    let banks = quote! {
        #private::all_banks::<#writable, #read_only, #all>(
            #banks, &__arena::READ_ONLY_IDS, &__arena::READ_ONLY,
            [#(__arena::#stacks.1),*],
        )
    };
    let last = crate::model::step(block.steps.len().saturating_sub(1));
    let constants: Vec<TokenStream> = block
        .stored
        .iter()
        .filter_map(|constant| {
            let bank = u16::try_from(writable + constant.bank?).unwrap_or(u16::MAX);
            let (id, marker) = (&constant.id, &constant.marker);
            let of = quote!(constant::#marker);
            let (offset, read_at) = staged::source(context, constant)
                .unwrap_or_else(|| (quote!(#of::OFFSET), quote!(#private::core::option::Option::None)));
            Some(quote! {
                #private::constant_row(#id, &[#bank], [#offset, #of::BYTES, #of::ALIGN], #last, #read_at)
            })
        })
        .collect();
    let (n, count) = (block.buffers.len(), constants.len());
    let all = n + count;
    (banks, quote!(#private::all_rows::<#n, #count, #all>(#buffers, [#(#constants),*])))
}
