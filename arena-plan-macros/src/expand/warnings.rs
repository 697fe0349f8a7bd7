//! Warnings about options that have no effect. A macro cannot warn by itself: the use of a deprecated constant does.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Context, spanned};
use crate::ir::Effort;
use crate::plan::Layout;

/// One warning for each option without effect, at its value.
pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    idle(context).into_iter().map(|(span, name, why)| warning(span, name, why)).collect()
}

/// The options without effect: their spans, their names in the warning, and why they have no effect.
fn idle(context: &Context<'_>) -> Vec<(Span, TokenStream, &'static str)> {
    let options = &context.block.options;
    let mut idle = Vec::new();
    if matches!(context.layout, Layout::Failed) {
        return idle;
    }
    let effort = options.effort.map(|(effort, span)| (effort, span, quote!(EFFORT)));
    if context.block.layout.is_some() {
        let why = "it has no effect: the placements come from the layout file";
        idle.extend(effort.map(|(_, span, name)| (span, name, why)));
        idle.extend(options.order.map(|(_, span)| (span, quote!(ORDER), why)));
        idle.extend(options.strategy.map(|(_, span)| (span, quote!(STRATEGY), why)));
        return idle;
    }
    let why = match context.layout {
        _ if options.order.is_some() => {
            "it has no effect: the block asks for first fit in one order, which does not search"
        }
        Layout::Const => {
            "it has no effect: only rustc knows some size, and const evaluation makes no search; write the sizes with \
             primitives and constants of the block, or take a layout from `arena-plan layout` with `layout \"FILE\";`"
        }
        _ => return idle,
    };
    // The fast effort is first fit as well.
    idle.extend(
        effort.filter(|(effort, ..)| *effort != Effort::Fast).map(|(_, span, name)| (span, name, why)),
    );
    idle
}

fn warning(span: Span, name: TokenStream, why: &str) -> TokenStream {
    let used = spanned(span, quote!(#name));
    quote! {
        const _: () = {
            #[deprecated(note = #why)]
            const #name: () = ();
            #used
        };
    }
}
