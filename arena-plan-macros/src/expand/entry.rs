//! How a program gets the first step, and the enum of all steps.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, doc, steps};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let views = steps::views(context);
    if context.block.unclear.as_ref().is_some_and(|unclear| unclear.schedule) {
        let (vis, private) = (context.vis(1), &context.private);
        return quote! {
            #views
            #vis fn take() -> #private::core::option::Option<__Unclear> { loop {} }
            #vis unsafe fn steal() -> __Unclear { loop {} }
            #vis type Any = __Unclear;
        };
    }
    let take = (!context.is_draft()).then(|| take(context));
    let any = any(context);
    quote!(#views #take #any)
}

fn take(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let vis = context.vis(1);
    let first = &context.block.steps[0].marker;
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
    quote! {
        /// Gives the first step, once: `None` while the arena is out.
        #[inline]
        #[must_use = "without the step the arena is out for good"]
        #vis fn take() -> #private::core::option::Option<#first> {
            #take
        }

        /// Gives the first step without asking whether the arena is out.
        ///
        /// # Safety
        /// No step, handle or reference of an earlier run is used any more. Contents that need dropping are not
        /// dropped.
        #[inline]
        #vis unsafe fn steal() -> #first {
            #steal
        }

        #start
    }
}

/// What `take()` and `steal()` share.
fn start(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let block = context.block;
    let first = &block.steps[0].marker;
    let enter = steps::enter(context, 0, &[]);
    let fills = block.banks.iter().filter(|bank| bank.section.is_some()).map(|bank| {
        let name = &bank.name;
        quote! {
            // SAFETY: a static, and by the contract of this function there are no handles.
            unsafe { #private::BankMem::fill(&raw const memory::#name) }
        }
    });
    quote! {
        /// Fills the banks that start-up code does not and enters the first step.
        ///
        /// # Safety
        /// No handle of the plan is used any more.
        #[inline]
        unsafe fn __start() -> #first {
            #(#fills)*
            // SAFETY: by the caller's promise.
            unsafe { __first() }
        }

        /// Brings the first step's buffers to life.
        ///
        /// # Safety
        /// No handle of the plan is used any more, and every byte of the banks has been written.
        #[inline(always)]
        unsafe fn __first() -> #first {
            #enter
        }
    }
}

fn any(context: &Context<'_>) -> TokenStream {
    let vis = context.vis(1);
    let (block, private) = (context.block, &context.private);
    let markers: Vec<_> = block.steps.iter().map(|step| &step.marker).collect();
    let docs = block.steps.iter().map(|step| doc(&format!("Step `{}`.", step.id)));
    let first = markers[0];
    let format = cfg!(feature = "defmt").then(|| {
        quote! {
            impl #private::Format for Any {
                fn format(&self, __f: #private::Formatter<'_>) {
                    match self {
                        #(Self::#markers(__step) => #private::Format::format(__step, __f),)*
                    }
                }
            }
        }
    });
    let following = markers.iter().cycle().skip(1);
    quote! {
        /// Any step, for state machines and statics.
        #[#private::core::prelude::v1::derive(#private::core::fmt::Debug)]
        #[must_use = "a step that is dropped ends the pipeline for good"]
        #vis enum Any {
            #(
                #docs
                #markers(#markers),
            )*
        }
        impl Any {
            /// Ends the present step and begins the next.
            #[inline]
            #vis fn next(self) -> Self {
                match self {
                    #(Self::#markers(__step) => Self::#following(__step.next()),)*
                }
            }

            /// Ends all buffers and returns to the first step.
            #[inline]
            #vis fn restart(self) -> #first {
                match self {
                    #(Self::#markers(__step) => __step.restart(),)*
                }
            }

            /// Ends all buffers and gives the arena back.
            #[inline]
            #vis fn release(self) {
                match self {
                    #(Self::#markers(__step) => __step.release(),)*
                }
            }
        }
        #format
        #(
            impl #private::core::convert::From<#markers> for Any {
                #[inline]
                fn from(__step: #markers) -> Self {
                    Self::#markers(__step)
                }
            }
        )*
    }
}
