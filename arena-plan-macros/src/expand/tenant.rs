//! A plan with banks in pools: the state without a lease, and what the plan and its pools tell each other.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;

use super::{Context, foreign, is_plain, spanned, state, steps};
use crate::ir::Bank;

/// The banks in pools, with their indices.
fn banks<'c>(context: &Context<'c>) -> impl Iterator<Item = (usize, &'c Bank)> + use<'c> {
    context.block.banks.iter().enumerate().filter(|(_, bank)| bank.pool().is_some())
}

/// The type of a bank's pool, in the plan's module; in modules below it after `super::`.
fn pool(context: &Context<'_>, bank: &Bank) -> TokenStream {
    let (private, arena, marker) = (&context.private, &context.names.arena, &bank.marker);
    quote!(<#arena::pool::#marker as #private::Shared>::Pool)
}

/// The types of the leases, in order of declaration.
pub(super) fn leases(context: &Context<'_>) -> Vec<TokenStream> {
    let private = &context.private;
    let lease = |(_, bank): (usize, &Bank)| {
        let pool = pool(context, bank);
        quote!(#private::Lease<#pool>)
    };
    banks(context).map(lease).collect()
}

/// The state without a lease.
pub(super) fn idle(context: &Context<'_>) -> Option<TokenStream> {
    if context.state.pools.is_empty() {
        return None;
    }
    let (private, vis, idle) = (&context.private, context.vis(1), &context.names.idle);
    if context.block.unclear.as_ref().is_some_and(|unclear| unclear.schedule) {
        return Some(quote!(#vis type #idle = __Unclear;));
    }
    let kept = state::kept_local(context);
    let with = kept.as_ref().map(|local| {
        let name = &context.names.kept;
        quote!(with #name #local)
    });
    let leases = banks(context).map(|(_, bank)| {
        let (argument, marker) = (argument(context, bank), &bank.marker);
        quote!(#argument: #marker,)
    });
    let begins = banks(context).map(|(_, bank)| {
        let (marker, arena) = (&bank.marker, &context.names.arena);
        quote! {
            // SAFETY: the lease is consumed, and the handles of this plan that exist are in other banks.
            unsafe { #private::begin::<#arena::pool::#marker, #arena::Arena>() }
        }
    });
    let first = &context.block.steps[0].marker;
    let start = context.body(quote! {
        #(#begins)*
        // SAFETY: the token and the lease are consumed, and every byte of the pool has been written.
        unsafe { __first(#kept) }
    });
    let release = state::ends(context);
    let (detached, regions) = (state::detached_parameter(context), foreign::returns(context));
    Some(quote! {
        #private::idle! {
            [#vis] #idle #with start -> #first { #(#leases)* } { #start } release (#detached) #regions { #release }
        }
    })
}

/// The name of the argument that takes the lease of a bank's pool: one alone is `lease`.
fn argument(context: &Context<'_>, bank: &Bank) -> Ident {
    if context.state.pools.len() == 1 {
        return context.argument("lease");
    }
    let taken = context.block.constants.iter().any(|constant| constant.name == bank.name);
    if taken { format_ident!("__{}", bank.id) } else { super::unlinted(&bank.name) }
}

/// The types that carry the paths of the pools in, and what the plan takes of each, in the module `__arena`.
pub(super) fn shares(context: &Context<'_>) -> Option<TokenStream> {
    let (private, inner, innermost) = (&context.private, context.vis(2), context.vis(3));
    // A pool may list a plan whose banks are not known for sure.
    let arena = context.failed().then(|| quote!(#inner enum Arena {}));
    let mistaken = context.failed() && !context.is_draft();
    if context.state.pools.is_empty() && !mistaken {
        return arena;
    }
    let markers: Vec<&Ident> = banks(context).map(|(_, bank)| &bank.marker).collect();
    let paths = (!markers.is_empty()).then(|| {
        quote! {
            /// The paths of the pools.
            #inner mod pool {
                #(#innermost enum #markers {})*
            }
        }
    });
    let any = mistaken.then(|| {
        quote! {
            // SAFETY: no function of the plan returns, so no buffer is in any pool.
            unsafe impl<P> #private::Tenancy<P> for Arena {
                const SHARE: #private::Share = #private::Share { bytes: 0, align: 1, plain: true };
            }
        }
    });
    let shares = banks(context).filter(|_| !mistaken).map(|(index, bank)| {
        let marker = &bank.marker;
        let number = u16::try_from(index).unwrap_or(u16::MAX);
        let plain = if context.has_padding() {
            let (plain, n) = (context.block.buffers.iter().map(is_plain), context.block.buffers.len());
            quote! {{
                const PLAIN: [#private::core::primitive::bool; #n] = [#(#plain),*];
                #private::plain_in(#number, BUFFERS, LAYOUT, &PLAIN)
            }}
        } else {
            quote!(true)
        };
        let share = if context.failed() {
            quote!(#private::Share { bytes: 0, align: 1, plain: true })
        } else {
            quote!(#private::Share { bytes: BYTES[#index], align: ALIGNS[#index], plain: #plain })
        };
        quote! {
            // SAFETY: it says whether every buffer in the bank is plain.
            unsafe impl #private::Tenancy<<pool::#marker as #private::Shared>::Pool> for Arena {
                const SHARE: #private::Share = #share;
            }
        }
    });
    Some(quote! {
        #paths
        #arena
        #any
        #(#shares)*
    })
}

/// The paths of the pools as the user wrote them, next to the module. Each is named once, so that an unknown name is one
/// error.
pub(super) fn paths(context: &Context<'_>) -> TokenStream {
    let (facade, module, arena) = (&context.facade, &context.block.module, &context.names.arena);
    let paths = banks(context).filter_map(|(_, bank)| Some((bank.pool()?, &bank.marker)));
    let paths = paths.map(|(path, marker)| {
        // That a pool is less visible than its plan is reported at the type.
        let (ty, pool) = (spanned(path.span(), quote!(type Pool)), spanned(path.span(), quote!(::Pool)));
        let listed = quote!(<Self::Pool as #facade::Lists<#module::#arena::Arena>>::UNPLAIN);
        let listed = spanned(path.span(), listed);
        quote! {
            impl #facade::Shared for #module::#arena::pool::#marker {
                #ty = #path #pool;
                const UNPLAIN: #facade::core::primitive::usize = #listed;
            }
        }
    });
    paths.collect()
}

/// The address of a bank in a pool, for a constant of `__arena`.
pub(super) fn base(context: &Context<'_>, bank: &Bank) -> Option<TokenStream> {
    let (private, marker) = (&context.private, &bank.marker);
    bank.pool().map(|_| quote!(<<pool::#marker as #private::Shared>::Pool as #private::PoolMemory>::BASE))
}

/// What is emitted for a bank in a pool, for the verifier.
pub(super) fn region(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let (private, bank) = (&context.private, &context.block.banks[index]);
    let marker = &bank.marker;
    bank.pool().map(|_| quote!(#private::pool_region::<pool::#marker, Arena>(&BANKS[#index])))
}

/// The proof that nothing is in a pool where there is no lease.
pub(super) fn proof(context: &Context<'_>) -> Option<TokenStream> {
    let private = &context.private;
    let pools = context.state.pools.iter().map(|bank| u16::try_from(*bank).unwrap_or(u16::MAX));
    let idle = steps::idle_set(context)?;
    Some(quote!(#private::prove_idle(PLACES, &[#(#idle),*], &[#(#pools),*]);))
}
