//! The code of a pool: its module, its static, and the paths of its plans next to it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Visibility;
use syn::spanned::Spanned as _;

use super::{arena, docs, outside, spanned, visibility};
use crate::ast::{Pool, Tenant};
use crate::attributes;
use crate::parse::spelled;

/// The module `module` of a pool, with the pool's name. Beside a mistake, `failed`, no function of it returns.
pub(crate) fn expand(facade: &TokenStream, pool: &Pool, module: &Ident, failed: bool) -> TokenStream {
    let (vis, inner) = (&pool.vis, visibility::at(&pool.vis, 1));
    let (documentation, attributes): (Vec<_>, Vec<_>) =
        pool.attrs.iter().partition(|attr| attr.path().is_ident("doc"));
    let plans: Vec<String> =
        pool.tenants.iter().map(|tenant| format!("`{}`", spelled(&tenant.path))).collect();
    let about = format!("Memory that {} use in turn.", crate::suggest::joined(&plans, "and"));
    let docs = docs(documentation, &about);
    let hidden = (pool.name != *module).then(|| quote!(#[doc(hidden)]));
    let attributes = attributes.iter().map(|attr| &attr.meta);
    let unreachable = matches!(pool.vis, Visibility::Public(_)).then(|| quote!(unreachable_pub,));
    let body = |body: TokenStream| if failed { quote!(loop {}) } else { body };
    let fill = pool.section.as_ref().map(|_| {
        quote! {
            // SAFETY: a static that start-up code does not fill, and there are no handles and no leases.
            unsafe { __private::BankMem::fill(&raw const memory::POOL) }
        }
    });
    let take = body(quote! {
        if memory::TAKEN.claim() {
            #fill
            // SAFETY: the flag says that there is no lease, and handles exist only where a lease is consumed.
            __private::core::option::Option::Some(unsafe { __private::Lease::mint() })
        } else {
            __private::core::option::Option::None
        }
    });
    let steal = body(quote! {
        memory::TAKEN.claim();
        #fill
        // SAFETY: by the caller's promise.
        unsafe { __private::Lease::mint() }
    });
    let release = body(quote! {
        let _consumed = lease;
        // SAFETY: the lease is consumed, and there are no handles beside a lease.
        unsafe { memory::TAKEN.clear() }
    });
    let memory = if failed { nothing(&inner) } else { memory(pool, &inner) };
    let import = outside::import(&pool.vis, &pool.attrs, &pool.name, module);
    let tenants = tenants(facade, pool, module, failed);
    quote! {
        #docs
        #hidden
        #vis mod #module {
            #(#![#attributes])*
            #![allow(deprecated, #unreachable clippy::exhaustive_enums)]
            use #facade::__private;

            /// The pool, as the type of its lease.
            #inner enum Pool {}
            impl Pool {
                /// Bytes of the pool's memory: what the largest of its plans takes.
                #inner const BYTES: __private::core::primitive::usize = <Self as __private::PoolMemory>::BYTES;
                /// Alignment of the pool's memory.
                #inner const ALIGN: __private::core::primitive::usize = <Self as __private::PoolMemory>::ALIGN;
            }

            /// Returns the lease, once: `None` while it is out.
            #[inline]
            #[must_use = "without its lease the pool cannot be used any more"]
            #inner fn take() -> __private::core::option::Option<__private::Lease<Pool>> { #take }

            /// Returns the lease without checking whether it is out.
            ///
            /// # Safety
            /// No other lease of the pool exists, and no step, handle or reference of a plan that was started with one is
            /// used any more. No function that received a reference to a buffer in the pool as an argument is still
            /// running. Contents that need dropping are not dropped.
            #[inline]
            #inner unsafe fn steal() -> __private::Lease<Pool> { #steal }

            /// Takes the lease back, so that `take()` succeeds again.
            #[inline]
            #inner fn release(lease: __private::Lease<Pool>) { #release }

            #memory
        }
        #import
        #tenants
    }
}

/// The hidden module `memory`: the static, and what it is.
fn memory(pool: &Pool, inner: &TokenStream) -> TokenStream {
    let innermost = visibility::at(&pool.vis, 2);
    let (attribute, value, placed) = match &pool.section {
        None => (None, quote!(zeroed), None),
        Some(section) => {
            let placed = section.start().map(|start| quote!(__private::placed!(POOL, SIZE.0, #start);));
            (Some(arena::link_section(section)), quote!(uninit), placed)
        }
    };
    quote! {
        #[doc(hidden)]
        #inner mod memory {
            use super::{Pool, __private};
            /// Size and alignment.
            const SIZE: (__private::core::primitive::usize, __private::core::primitive::usize) = __private::pool_size::<Pool>();
            #attribute
            #innermost static POOL: __private::BankMem<
                <__private::AlignTo<{ SIZE.1 }> as __private::Alignment>::Unit,
                { SIZE.0 },
            > = __private::BankMem::#value();
            #placed
            #innermost static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
            // SAFETY: figures and address of the static, which only plans that the pool lists access. It is zero, or
            // filled before there is a lease.
            unsafe impl __private::PoolMemory for Pool {
                const BASE: *mut __private::core::primitive::u8 = __private::BankMem::base(&raw const POOL);
                const BYTES: __private::core::primitive::usize = __private::static_size(&raw const POOL).0;
                const ALIGN: __private::core::primitive::usize = __private::static_size(&raw const POOL).1;
            }
        }
    }
}

/// The same beside a mistake: there is no memory, and no plan is too large for it.
fn nothing(inner: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #inner mod memory {
            use super::{Pool, __private};
            // SAFETY: no function of the pool returns, so nothing is accessed.
            unsafe impl __private::PoolMemory for Pool {
                const BASE: *mut __private::core::primitive::u8 = __private::core::ptr::null_mut();
                const BYTES: __private::core::primitive::usize = __private::core::primitive::usize::MAX;
                const ALIGN: __private::core::primitive::usize = 4096;
            }
        }
    }
}

/// The name of a plan's type.
fn tenant(index: usize) -> Ident {
    format_ident!("__Tenant{index}")
}

fn cfgs(pool: &Pool) -> impl Iterator<Item = &syn::Attribute> {
    pool.attrs.iter().filter(|attr| attributes::is_conditional(attr))
}

/// The plans' paths, which resolve as if written next to the module.
fn tenants(facade: &TokenStream, pool: &Pool, module: &Ident, failed: bool) -> TokenStream {
    let private = quote!(#facade::__private);
    let cfgs = cfgs(pool);
    let of = quote!(#module::Pool);
    if failed {
        // Whether a plan is in the list is not known.
        return quote! {
            #(#cfgs)*
            const _: () = {
                // SAFETY: no function of the pool returns, so no plan can be started.
                unsafe impl<T> #private::Lists<T> for #of {
                    const UNPLAIN: #private::core::primitive::usize = 0;
                }
            };
        };
    }
    // Each path is named once, so that an unknown name is one error, and what is wrong with a plan is reported there.
    let plans = pool.tenants.iter().enumerate().map(|(index, Tenant { attrs, path })| {
        let (name, plan) = (tenant(index), spanned(path.span(), quote!(::__arena::Arena)));
        quote!(#(#attrs)* type #name = #path #plan;)
    });
    let shares = pool.tenants.iter().enumerate().map(|(index, Tenant { attrs, path })| {
        let name = tenant(index);
        let share = spanned(path.span(), quote!(<#name as #private::Tenancy<#of>>::SHARE));
        quote!(#(#attrs)* #share)
    });
    let lists = pool.tenants.iter().enumerate().map(|(index, Tenant { attrs, path })| {
        let name = tenant(index);
        let implementation = quote! {
            // SAFETY: its share is among those of the pool, and they are counted.
            unsafe impl #private::Lists<#name> for #of {
                const UNPLAIN: #private::core::primitive::usize = #private::unplain::<#of>();
            }
        };
        let implementation = spanned(path.span(), implementation);
        quote!(#(#attrs)* #implementation)
    });
    quote! {
        #(#cfgs)*
        #[allow(deprecated)]
        const _: () = {
            #(#plans)*
            impl #private::PoolTenants for #of {
                const SHARES: &'static [#private::Share] = &[#(#shares),*];
            }
            #(#lists)*
        };
    }
}
