//! How a program gets the first step, and the enum of all steps.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, foreign, state, steps};
use crate::generated::Generated;
use crate::ir::{Bank, Storage};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    if context.block.unclear.as_ref().is_some_and(|unclear| unclear.schedule) {
        let vis = context.vis(1);
        let Generated { steal: steal_name, any, .. } = &context.names;
        let head = foreign::head(context, &quote!(__Unclear));
        return quote! {
            #head { loop {} }
            #vis unsafe fn #steal_name() -> __Unclear { loop {} }
            #vis type #any = __Unclear;
        };
    }
    let take = (!context.is_draft()).then(|| take(context));
    let any = if context.state.is_empty() { any(context) } else { state::any(context) };
    let format = format(context);
    quote!(#take #any #format)
}

fn take(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let first = state::entry_type(context);
    let steal_name = &context.names.steal;
    let take = context.body(quote! {
        if __arena::TAKEN.claim() {
            // SAFETY: the flag says that no handle exists.
            #private::core::option::Option::Some(unsafe { __start() })
        } else {
            #private::core::option::Option::None
        }
    });
    let steal = context.body(quote! {
        __arena::TAKEN.claim();
        // SAFETY: by the caller's promise.
        unsafe { __start() }
    });
    let start = (!context.failed()).then(|| start(context));
    let head = foreign::head(context, &first);
    let take = foreign::entry(context).unwrap_or_else(|| {
        quote! {
            /// Returns the first step, once: `None` while the arena is taken.
            #[inline]
            #[must_use = "dropping the first step ends the plan for good"]
            #head {
                #take
            }
        }
    });
    let (promise, unbind) = (foreign::promise(context), foreign::unbind(context));
    quote! {
        #take

        /// Returns the first step without checking whether the arena is taken.
        ///
        /// # Safety
        /// No step, handle or reference of an earlier run is used any more, and no function that received a reference
        /// to a buffer as an argument is still running, not even one with a leaked reference. The contents of a
        /// buffer must not be pinned, since its bytes are reused. Contents that need dropping are not dropped.
        #promise
        #[inline]
        #vis unsafe fn #steal_name() -> #first {
            #steal
        }

        #start
        #unbind
    }
}

/// What `take()` and `steal()` share.
fn start(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let block = context.block;
    let first = &block.steps[0].marker;
    let enter = steps::first(context);
    let given = state::entry_type(context);
    let begin = if context.state.is_empty() {
        // SAFETY: by the caller's promise.
        quote!(unsafe { __first() })
    } else {
        state::start(context)
    };
    let kept = state::kept_local(context).map(|local| {
        let of = &context.names.kept;
        quote!(#local: #of)
    });
    let Generated { start, first: first_name, .. } = &context.names;
    let unfilled = |bank: &&Bank| bank.section.is_some() || matches!(bank.storage, Storage::Linker { .. });
    let fills = block.banks.iter().filter(unfilled).map(|bank| {
        let name = &bank.name;
        quote! {
            // SAFETY: a static, or as much memory, and by the contract of this function there are no handles.
            unsafe { #private::BankMem::fill(&raw const memory::#name) }
        }
    });
    quote! {
        /// Fills the banks that start-up code does not fill and enters the first step.
        ///
        /// # Safety
        /// No handle of the plan is used any more.
        #[inline]
        unsafe fn #start() -> #given {
            #(#fills)*
            #begin
        }

        /// Creates the handles of the first step's buffers.
        ///
        /// # Safety
        /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
        /// written.
        #[inline(always)]
        unsafe fn #first_name(#kept) -> #first {
            #enter
        }
    }
}

fn any(context: &Context<'_>) -> TokenStream {
    let (private, vis) = (&context.private, context.vis(1));
    let steps = &context.block.steps;
    let (first, any) = (&steps[0].marker, &context.names.any);
    let following = steps.iter().cycle().skip(1);
    let entries = steps.iter().zip(following).map(|(step, following)| {
        let (variant, following) = (state::variant(step), &following.marker);
        quote!(#variant => #following,)
    });
    let dropping = if context.failed() { Vec::new() } else { steps::dropping(context) };
    // SAFETY: the token and all handles are consumed, and contents that need dropping have arms of their own.
    let restart = context.body(quote!(unsafe { __first() }));
    // SAFETY: see above.
    let release = context.body(quote!(unsafe { __arena::TAKEN.clear() }));
    let plain = (dropping.len() < steps.len()).then(|| quote!(else _));
    quote! {
        #private::any! {
            [#vis] #any { #(#entries)* }
            restart #first { #restart } release { #release } { #(#dropping,)* } #plain
        }
    }
}

/// What the enum prints to a host that decodes.
fn format(context: &Context<'_>) -> Option<TokenStream> {
    let (private, any) = (&context.private, &context.names.any);
    cfg!(feature = "defmt").then(|| {
        let markers = context.block.steps.iter().map(|step| &step.marker);
        quote! {
            impl #private::Format for #any {
                fn format(&self, __f: #private::Formatter<'_>) {
                    match self {
                        #(Self::#markers(__step) => #private::Format::format(__step, __f),)*
                    }
                }
            }
        }
    })
}
