//! Memory that is not a static of the plan: `Regions` and `bind()` for what the application gives, and the checks of what
//! lies between two symbols of the linker script.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{Context, doc, state, unlinted};
use crate::generated::Generated;
use crate::ir::{Bank, Block, Storage};
use crate::parse::spelled;

/// Whether the application gives the memory of some bank.
pub(super) fn is_lent(block: &Block) -> bool {
    block.banks.iter().any(Bank::is_lent)
}

/// The library's type for the memory of a bank.
pub(super) fn memory_type(bank: &Bank) -> Ident {
    if bank.is_lent() { format_ident!("Bound") } else { format_ident!("BankMem") }
}

/// The banks between symbols, with the symbol at which each ends.
fn linked<'a>(context: &Context<'a>) -> impl Iterator<Item = (&'a Bank, &'a Storage)> + use<'a> {
    let banks = context.block.banks.iter();
    banks.filter(|bank| matches!(bank.storage, Storage::Linker { .. })).map(|bank| (bank, &bank.storage))
}

/// The bank's static, of the type `memory`, as the linker script defines it.
pub(super) fn external(context: &Context<'_>, bank: &Bank, memory: &TokenStream) -> Option<TokenStream> {
    let Storage::Linker { unsafety, start, .. } = &bank.storage else { return None };
    let (inner, name, start) = (context.vis(2), unlinted(&bank.name), &start.name);
    let item = quote!(#[link_name = #start] #inner static #name: #memory;);
    Some(declared(unsafety, &item))
}

/// An item that the linker defines. `unsafe` and the block have the span of the user's promise, so that
/// `forbid(unsafe_code)` sees it.
fn declared(unsafety: &syn::Token![unsafe], item: &TokenStream) -> TokenStream {
    let item = quote!(#[allow(improper_ctypes)] #item);
    quote_spanned!(unsafety.span=> unsafe extern "C" { #item })
}

/// The symbols at which banks end.
pub(super) fn ends(context: &Context<'_>) -> Option<TokenStream> {
    let (inner, innermost, facade, private) =
        (context.vis(2), context.vis(3), &context.facade, &context.private);
    let ends: Vec<TokenStream> = linked(context)
        .filter_map(|(bank, storage)| {
            let Storage::Linker { unsafety, end, .. } = storage else { return None };
            let (name, end) = (unlinted(&bank.name), &end.name);
            let item = quote! {
                #[link_name = #end]
                #innermost static #name: #private::core::primitive::u8;
            };
            Some(declared(unsafety, &item))
        })
        .collect();
    (!ends.is_empty()).then(|| {
        quote! {
            /// Where banks end.
            #inner mod end {
                use #facade;
                #(#ends)*
            }
        }
    })
}

/// The checks of what lies between symbols: each returns from the function.
fn between(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let checks = linked(context).map(|(bank, _)| {
        let (id, name) = (&bank.id, &bank.name);
        quote!(#private::between(#id, &raw const memory::#name, &raw const memory::end::#name)?;)
    });
    checks.collect()
}

/// The banks of the application.
fn lent<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a Bank> + use<'a> {
    context.block.banks.iter().filter(|bank| bank.is_lent())
}

/// Where the slot of a buffer is: the banks of the application that it may be in, of these, with their numbers.
pub(super) fn bound(context: &Context<'_>, banks: &[usize]) -> Option<TokenStream> {
    let banks = banks.iter().filter(|bank| context.block.banks[**bank].is_lent()).map(|bank| {
        let (number, name) = (Literal::usize_unsuffixed(*bank), &context.block.banks[*bank].name);
        quote!(#number super::memory::#name)
    });
    let banks: Vec<TokenStream> = banks.collect();
    (!banks.is_empty()).then(|| quote!(, bound #(#banks),*))
}

/// The return type of `take()`, given what it returns; and that of `bind()`, which takes its place.
fn result(context: &Context<'_>, entry: &TokenStream) -> TokenStream {
    let (private, regions) = (&context.private, &context.names.regions);
    let result = quote!(#private::core::result::Result);
    if is_lent(context.block) {
        quote!(#result<#entry, (#private::BindError, #regions)>)
    } else if linked(context).next().is_some() {
        quote!(#result<#entry, #private::TakeError>)
    } else {
        quote!(#private::core::option::Option<#entry>)
    }
}

/// The name of the argument of `bind()`.
fn argument(context: &Context<'_>) -> Ident {
    context.argument("regions")
}

/// The head of the function that returns the first step: `take()` or `bind(regions)`. `entry` is what it returns.
pub(super) fn head(context: &Context<'_>, entry: &TokenStream) -> TokenStream {
    let (vis, Generated { take, bind, regions, .. }) = (context.vis(1), &context.names);
    let result = result(context, entry);
    if is_lent(context.block) {
        let argument = argument(context);
        return quote!(#vis fn #bind(#argument: #regions) -> #result);
    }
    quote!(#vis fn #take() -> #result)
}

/// That function, in a block with such banks.
pub(super) fn entry(context: &Context<'_>) -> Option<TokenStream> {
    let (private, names) = (&context.private, &context.names);
    let (ok, err) = (quote!(#private::core::result::Result::Ok), quote!(#private::core::result::Result::Err));
    let (between, head) = (between(context), head(context, &state::entry_type(context)));
    if is_lent(context.block) {
        let (check, regions, argument) = (format_ident!("__check"), &names.regions, argument(context));
        let banks: Vec<&Bank> = lent(context).collect();
        let (fields, ids): (Vec<_>, Vec<_>) = banks.iter().map(|bank| (&bank.name, &bank.id)).unzip();
        let locals: Vec<Ident> = (0..fields.len()).map(|index| format_ident!("__{index}")).collect();
        let body = context.body(quote! {
            if let #err(__error) = #check(&#argument) {
                return #err((__error, #argument));
            }
            // Every field by value, so that a user's `Drop` does not compile.
            let #regions { #(#fields: #locals,)* } = #argument;
            #(
                // SAFETY: it suffices, and the flag says that no memory is bound.
                unsafe { memory::#fields.bind(#locals) };
            )*
            // SAFETY: the flag says that no handle exists.
            #ok(unsafe { __start() })
        });
        let check = (!context.failed()).then(|| {
            quote! {
                /// Checks the memory, and takes the arena.
                #[inline]
                fn #check(#argument: &#regions) -> #private::core::result::Result<(), #private::TakeError> {
                    #between
                    #(memory::#fields.accepts(#ids, #argument.#fields)?;)*
                    if __arena::TAKEN.claim() { #ok(()) } else { #err(#private::TakeError::Taken) }
                }
            }
        });
        return Some(quote! {
            /// Takes the memory of the application and returns the first step. `release()` gives the memory back.
            ///
            /// # Errors
            /// The memory comes back, with the reason: it is too small, it is not aligned, or the arena is taken.
            #[inline]
            #head { #body }
            #check
        });
    }
    linked(context).next()?;
    let body = context.body(quote! {
        #between
        if __arena::TAKEN.claim() {
            // SAFETY: the flag says that no handle exists.
            #ok(unsafe { __start() })
        } else {
            #err(#private::TakeError::Taken)
        }
    });
    Some(quote! {
        /// Returns the first step, once.
        ///
        /// # Errors
        /// The arena is taken, or the memory between two symbols of the linker script is too small or not aligned.
        #[inline]
        #head { #body }
    })
}

/// What the contract of `steal()` adds.
pub(super) fn promise(context: &Context<'_>) -> TokenStream {
    let lent = is_lent(context.block).then(|| {
        doc("Memory is bound: `bind()` has returned a step, and since then no memory has been given back.")
    });
    let linked = linked(context).next().is_some().then(|| {
        doc("What lies between the symbols of the linker script is large enough and aligned, as `take()` and `bind()` check.")
    });
    quote!(#lent #linked)
}

/// The struct of the memory that the application gives.
pub(super) fn regions(context: &Context<'_>) -> Option<TokenStream> {
    if !is_lent(context.block) {
        return None;
    }
    let (private, vis, name) = (&context.private, context.vis(1), &context.names.regions);
    let (about, id) =
        (doc("The memory that the application gives to the plan, for each of its banks."), name.to_string());
    let fields = lent(context).map(|bank| {
        let (field, id, marker) = (&bank.name, &bank.id, &bank.marker);
        let about = format!(
            " Memory for bank `{id}`: at least [`BYTES`](bank::{marker}::BYTES) bytes at a multiple of \
             [`ALIGN`](bank::{marker}::ALIGN)."
        );
        quote!(#about #field,)
    });
    Some(quote!(#private::regions! { #about [#vis] #name = #id { #(#fields)* } }))
}

/// The end of `release()`: returns the arena, and the memory to whom it belongs. All handles are consumed.
pub(super) fn returned(context: &Context<'_>) -> TokenStream {
    if is_lent(context.block) {
        quote!(unsafe { __regions() })
    } else {
        quote!(unsafe { __arena::TAKEN.clear() })
    }
}

/// What `release()` returns.
pub(super) fn returns(context: &Context<'_>) -> Option<TokenStream> {
    let name = &context.names.regions;
    is_lent(context.block).then(|| quote!(-> #name))
}

/// The function behind [`returned`].
pub(super) fn unbind(context: &Context<'_>) -> Option<TokenStream> {
    if !is_lent(context.block) || context.failed() {
        return None;
    }
    let name = &context.names.regions;
    let fields = lent(context).map(|bank| {
        let name = &bank.name;
        quote! {
            // SAFETY: no handle exists, and a step did, so memory is bound.
            #name: unsafe { memory::#name.unbind() },
        }
    });
    Some(quote! {
        /// Gives back the memory of the application and the arena.
        ///
        /// # Safety
        /// No handle and no token of the plan exists any more.
        unsafe fn __regions() -> #name {
            let __given = #name { #(#fields)* };
            // SAFETY: by the caller's promise.
            unsafe { __arena::TAKEN.clear() }
            __given
        }
    })
}

/// Banks that are not statics of the plan, with their numbers, for the table.
pub(super) fn storage(context: &Context<'_>) -> Vec<TokenStream> {
    let private = &context.private;
    let banks = context.block.banks.iter().enumerate();
    let of = |(index, bank): (usize, &Bank)| {
        let storage = match &bank.storage {
            Storage::Static => return None,
            Storage::Caller => quote!(Caller),
            Storage::Linker { start, end, .. } => {
                let (start, end) = (&start.name, &end.name);
                quote!(Linker { start: #start, end: #end })
            }
            Storage::Shared(pool) => {
                let pool = spelled(pool);
                quote!(Shared { pool: #pool })
            }
        };
        Some(quote!((#index, #private::Storage::#storage)))
    };
    banks.filter_map(of).collect()
}

/// For the audit: where the memory of the application is, by bank.
pub(super) fn audited(context: &Context<'_>) -> Option<TokenStream> {
    let banks = context.block.banks.iter().enumerate().filter(|(_, bank)| bank.is_lent());
    let banks = banks.map(|(index, bank)| {
        let (index, name) = (Literal::usize_unsuffixed(index), &bank.name);
        quote!(#index super::memory::#name,)
    });
    is_lent(context.block).then(|| quote!(lent [#(#banks)*]))
}
