//! The user's types and expressions, each in its own item, in the scope around the module.
//!
//! They are outside so that they resolve as if written there (also in functions), and are never inside generated
//! `unsafe` or among other locals.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Visibility};

use super::{Context, call_at, contents_at, is_plain, model, spanned, tenant, unlinted};
use crate::attributes;
use crate::ir::{BufferKind, Contents, Stored};
use crate::plan::Layout;

/// The constants of the block, as items of the module.
pub(crate) fn constants(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let items = context.block.constants.iter().map(|constant| {
        let name = unlinted(&constant.name);
        let docs = super::docs(&constant.attrs, "A constant of the plan.");
        quote! {
            #docs
            #vis const #name: <__arena::constant::#name as #private::Constant>::T =
                <__arena::constant::#name as #private::Constant>::VALUE;
        }
    });
    quote!(#(#items)*)
}

/// The name that the user gave to a block or a pool, for a module of another name, see `blocks`.
pub(super) fn import(
    vis: &Visibility,
    attrs: &[Attribute],
    name: &Ident,
    module: &Ident,
) -> Option<TokenStream> {
    if name == module {
        return None;
    }
    let name = unlinted(name);
    let cfgs = attrs.iter().filter(|attr| attributes::is_conditional(attr));
    // The documentation of a public module shows it by this name, and it is not for the author to import it in another way.
    let inline =
        matches!(vis, Visibility::Public(_)).then(|| quote!(#[doc(inline)] #[allow(clippy::pub_use)]));
    // The module itself is what lints see.
    let vis = spanned(Span::call_site(), vis.to_token_stream());
    Some(quote!(#(#cfgs)* #inline #vis use #module as #name;))
}

/// The `const _` block next to the module.
pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let name = &block.module;
    let facade = &context.facade;
    let cfgs = block.attrs.iter().filter(|attr| attributes::is_conditional(attr));
    // rustc does not lint an unused import whose tokens are a macro's.
    let names = block.constants.iter().map(|constant| unlinted(&constant.name));
    let imports = quote!(use #name::{#(#names),*};);
    let imports = (!block.constants.is_empty()).then_some(imports);
    let constants = block.constants.iter().map(|constant| {
        let (marker, ty, expr) = (&constant.name, &constant.ty, &constant.expr);
        quote! {
            impl #facade::Constant for #name::__arena::constant::#marker {
                type T = #ty;
                const VALUE: Self::T = #expr;
            }
        }
    });
    let numbers = model::numbers(context).into_iter().map(|(marker, tokens)| {
        quote! {
            impl #facade::Constant for #name::__arena::number::#marker {
                type T = #facade::core::primitive::usize;
                const VALUE: Self::T = #tokens;
            }
        }
    });
    let contents = (0..block.buffers.len()).map(|index| content(context, index));
    let stored = block.stored.iter().map(|constant| stored(context, constant));
    let pools = tenant::paths(context);
    // A figure that overflows fails as a constant; the lint would report it a second time. A crate may forbid the
    // lint, so it is allowed only where rustc computes something.
    let overflow = computes(context).then(|| quote!(arithmetic_overflow, unconditional_panic));
    quote! {
        #(#cfgs)*
        #[allow(deprecated, #overflow)]
        const _: () = {
            #imports
            #(#constants)*
            #(#numbers)*
            #(#contents)*
            #(#stored)*
            #pools
        };
    }
}

/// Type, value and plainness of one constant.
fn stored(context: &Context<'_>, constant: &Stored) -> TokenStream {
    let facade = &context.facade;
    let (name, marker, ty) = (&context.block.module, &constant.marker, &constant.ty);
    let marker = quote!(#name::constant::#marker);
    let associated = quote_spanned!(Span::call_site().located_at(ty.span())=> type T = #ty;);
    let value = constant.value.as_ref().filter(|_| !context.failed()).map(|value| {
        // rustc refuses a reference to a constant with interior mutability, which a static in flash cannot have.
        let shared = spanned(
            value.span(),
            quote!(const _: &<#marker as #facade::Content>::T = &<#marker as #facade::Stored>::VALUE;),
        );
        quote! {
            impl #facade::Stored for #marker {
                const VALUE: Self::T = #value;
            }
            #shared
        }
    });
    let plain = match &constant.contents {
        Contents::Zerocopy(span) => Some((*span, quote!(assert_zerocopy))),
        Contents::Bytemuck(span) => Some((*span, quote!(assert_bytemuck))),
        Contents::Plain => Some((ty.span(), quote!(assert_plain_constant))),
        _ => None,
    };
    let plain = plain.map(|(span, assertion)| {
        let content = quote!(#facade::Content);
        let ty = contents_at(span, &content, &marker);
        let call = call_at(span, &quote!(#facade::#assertion::<#ty>), TokenStream::new());
        quote!(const _: () = #call;)
    });
    quote! {
        impl #facade::Content for #marker {
            #associated
        }
        #value
        #plain
    }
}

/// Whether rustc has to compute a figure that is more than a name.
fn computes(context: &Context<'_>) -> bool {
    let block = context.block;
    let sizes = block.buffers.iter().filter(|buffer| buffer.known.is_none()).map(|buffer| &buffer.ty);
    model::numbers(context).into_iter().any(|(_, tokens)| has_operator(tokens))
        || block.constants.iter().any(|constant| has_operator(constant.expr.to_token_stream()))
        || sizes.into_iter().any(|ty| has_operator(ty.to_token_stream()))
}

fn has_operator(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => "+-*/%<".contains(punct.as_char()),
        TokenTree::Group(group) => has_operator(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// Type, initial value and plainness of one buffer.
fn content(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let facade = &context.facade;
    let (name, marker, ty) = (&context.block.module, &buffer.marker, &buffer.ty);
    if buffer.kind == BufferKind::Staged {
        // Bytes, for whatever copies them.
        return quote! {
            impl #facade::Content for #name::buf::#marker {
                type T = [#facade::core::primitive::u8; #facade::core::mem::size_of::<#name::__arena::stored::#marker>()];
            }
        };
    }
    let value = match &buffer.contents {
        Contents::Value(expr) => Some(quote! {
            impl #facade::Init for #name::buf::#marker {
                #[inline]
                fn init() -> Self::T {
                    #expr
                }
            }
        }),
        Contents::Image(block) => {
            // That the value has interior mutability is an error about this reference.
            let image = spanned(block.span(), quote!(&));
            Some(quote! {
                impl #facade::Image for #name::buf::#marker {
                    const IMAGE: &'static Self::T = #image #block;
                }
            })
        }
        _ => None,
    };
    let plain = match &buffer.contents {
        Contents::Unknown => None,
        // The check of the assumed size asserts it as well.
        Contents::Plain | Contents::Value(_) | Contents::Image(_)
            if matches!(context.layout, Layout::Native(_)) =>
        {
            None
        }
        Contents::Plain => Some((ty.span(), quote!(assert_plain))),
        Contents::Value(_) | Contents::Image(_) if is_plain(buffer) => {
            Some((ty.span(), quote!(assert_plain)))
        }
        Contents::Zerocopy(span) => Some((*span, quote!(assert_zerocopy))),
        Contents::Bytemuck(span) => Some((*span, quote!(assert_bytemuck))),
        Contents::Value(_) | Contents::Image(_) => None,
    };
    let plain = plain.map(|(span, assertion)| {
        let content = quote!(#facade::Content);
        let ty = contents_at(span, &content, &quote!(#name::buf::#marker));
        let call = call_at(span, &quote!(#facade::#assertion::<#ty>), TokenStream::new());
        quote!(const _: () = #call;)
    });
    // What rustc reports about the type as a whole, such as that it is private, points at the type.
    let associated = quote_spanned!(Span::call_site().located_at(ty.span())=> type T = #ty;);
    quote! {
        impl #facade::Content for #name::buf::#marker {
            #associated
        }
        #value
        #plain
    }
}
