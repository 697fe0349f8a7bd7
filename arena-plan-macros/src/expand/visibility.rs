//! Visibility of generated items: that of the module, seen from inside it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Visibility;

/// The visibility that makes an item, `depth` modules below the macro call, as visible as the module itself.
///
/// A private module leads to `pub(super)` and `pub(in super::super)`: plain `pub` would expose a private type of the
/// user in a public interface.
pub(crate) fn at(vis: &Visibility, depth: usize) -> TokenStream {
    let up = std::iter::repeat_n(quote!(super), depth);
    match vis {
        Visibility::Public(_) => quote!(pub),
        Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            if path.is_ident("crate") {
                quote!(pub(crate))
            } else if path.segments.first().is_some_and(|segment| segment.ident == "crate") {
                quote!(pub(in #path))
            } else if path.is_ident("self") {
                quote!(pub(in #(#up)::*))
            } else {
                quote!(pub(in #(#up::)* #path))
            }
        }
        _ => quote!(pub(in #(#up)::*)),
    }
}
