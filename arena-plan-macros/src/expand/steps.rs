//! The step structs: one field per live buffer, the transitions, and the borrow view of what a step declared.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Context, doc, docs, is_plain};
use crate::ir::{Contents, Mode, Step};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let (vis, private) = (context.vis(1), &context.private);
    let Some(unclear) = &context.block.unclear else {
        let steps = (0..context.block.steps.len()).map(|index| step(context, index));
        return quote!(#(#steps)*);
    };
    let error = &unclear.error;
    let steps = context.block.steps.iter().enumerate().map(|(index, of)| {
        let marker = &of.marker;
        if unclear.schedule { quote!(#vis type #marker = __Unclear;) } else { step(context, index) }
    });
    quote! {
        /// What a mistake leaves unclear: the length of the array is no number, so rustc takes this for a type that it
        /// has reported.
        #[doc(hidden)]
        #vis type __Unclear = <[(); #error] as #private::core::iter::IntoIterator>::Item;
        #(#steps)*
    }
}

/// The handles that can exist in each state, as the verifier takes them: exactly the fields of the structs.
pub(crate) fn handle_sets(context: &Context<'_>) -> Vec<Vec<u16>> {
    let number = |index: &usize| u16::try_from(*index).unwrap_or(u16::MAX);
    context.live.iter().map(|live| live.iter().map(number).collect()).collect()
}

fn step(context: &Context<'_>, index: usize) -> TokenStream {
    let block = context.block;
    let step = &block.steps[index];
    let private = &context.private;
    let vis = context.vis(1);
    let marker = &step.marker;
    let docs = docs(&step.attrs, &format!("Step `{}`: the handles of the buffers alive in it.", step.id));
    let id = &step.id;
    let fields = context.live[index].iter().map(|buffer| {
        let buffer = &block.buffers[*buffer];
        let (name, ty) = (&buffer.name, &buffer.marker);
        quote!(#[doc = "Handle of the buffer."] #vis #name: #private::Buf<buf::#ty>)
    });
    let io = io(context, index);
    let next = next(context, index);
    let leave = leave(context, index);
    let format = cfg!(feature = "defmt").then(|| {
        quote! {
            impl #private::Format for #marker {
                fn format(&self, __f: #private::Formatter<'_>) {
                    #private::format_named(#id, __f);
                }
            }
        }
    });
    quote! {
        #docs
        #[must_use = "a step that is dropped ends the pipeline for good"]
        #vis struct #marker {
            #(#fields,)*
            __at: #private::At<#marker>,
        }
        impl #marker {
            #io
            #next
            #leave
        }
        impl #private::core::fmt::Debug for #marker {
            fn fmt(&self, __f: &mut #private::core::fmt::Formatter<'_>) -> #private::core::fmt::Result {
                #private::named(#id, __f)
            }
        }
        #format
    }
}

/// The local that holds the handle of a buffer inside a transition.
fn local(buffer: usize) -> Ident {
    format_ident!("__{buffer}")
}

/// Binds every field of `self` by value, the token included: nothing of `self` is left to drop, so a `Drop` that
/// the user implements for a step does not compile instead of running on dead buffers.
fn unpack(context: &Context<'_>, index: usize) -> TokenStream {
    let fields = context.live[index].iter().map(|buffer| {
        let name = &context.block.buffers[*buffer].name;
        let local = local(*buffer);
        quote!(#name: #local)
    });
    quote!(let Self { #(#fields,)* __at } = self;)
}

/// Ends the lives of `dying`, drops contents included. A plain type has none.
fn end(context: &Context<'_>, dying: &[usize]) -> TokenStream {
    let private = &context.private;
    let ends = dying.iter().filter(|buffer| !is_plain(&context.block.buffers[**buffer])).map(|buffer| {
        let local = local(*buffer);
        quote!(#private::Buf::end(#local);)
    });
    quote!(#(#ends)*)
}

/// The struct of a step, with handles that are `kept` and newborns.
pub(crate) fn enter(context: &Context<'_>, index: usize, kept: &[usize]) -> TokenStream {
    let private = &context.private;
    let marker = &context.block.steps[index].marker;
    let fields = context.live[index].iter().map(|buffer| {
        let name = &context.block.buffers[*buffer].name;
        let value = if kept.contains(buffer) {
            let local = local(*buffer);
            quote!(#local)
        } else {
            birth(context, *buffer)
        };
        quote!(#name: #value)
    });
    quote! {
        #marker {
            #(#fields,)*
            // SAFETY: the token of the step before is consumed, and so are all handles but those in this struct.
            __at: unsafe { #private::At::mint() },
        }
    }
}

/// The expression that brings a buffer to life.
fn birth(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let private = &context.private;
    let marker = &buffer.marker;
    if let Contents::Value(_) = buffer.contents {
        return quote! {
            // SAFETY: the proof in `__arena` holds for the handles of this step, and all other handles are consumed.
            unsafe { #private::Buf::<buf::#marker>::with(<buf::#marker as #private::Init>::init()) }
        };
    }
    let zero = if buffer.zeroed {
        quote!(true)
    } else if context.has_padding() {
        quote!(__arena::SCRUB[#index])
    } else {
        quote!(false)
    };
    quote! {
        // SAFETY: the proof in `__arena` holds for the handles of this step, all other handles are consumed, and the type is plain.
        unsafe { #private::Buf::<buf::#marker>::born(#zero) }
    }
}

fn next(context: &Context<'_>, index: usize) -> TokenStream {
    let vis = context.vis(1);
    let steps = &context.block.steps;
    let to = (index + 1) % steps.len();
    // Every buffer dies at the last `next()`, also one that the first step has again.
    let kept: Vec<usize> = if to == 0 {
        Vec::new()
    } else {
        context.live[index].iter().copied().filter(|buffer| context.live[to].contains(buffer)).collect()
    };
    let dying: Vec<usize> =
        context.live[index].iter().copied().filter(|buffer| !kept.contains(buffer)).collect();
    let marker = &steps[to].marker;
    let (unpack, end) = (unpack(context, index), end(context, &dying));
    // SAFETY: the token and all handles are consumed.
    let enter = if to == 0 { quote!(unsafe { __first() }) } else { enter(context, to, &kept) };
    let body = context.body(quote!(#unpack #end #enter));
    let doc = doc(&format!("Ends step `{}` and begins `{}`.", steps[index].id, steps[to].id));
    quote! {
        #doc
        #[inline(always)]
        #vis fn next(self) -> #marker {
            #body
        }
    }
}

/// `restart()` and `release()`: both end all buffers.
fn leave(context: &Context<'_>, index: usize) -> TokenStream {
    let vis = context.vis(1);
    let first = &context.block.steps[0].marker;
    let end = end(context, &context.live[index]);
    // Plain contents have nothing to drop; that the step has no `Drop` of the user's, `next()` has shown.
    let ends = !end.is_empty() && !context.failed();
    let call = ends.then(|| quote!(self.__end();));
    let function = ends.then(|| {
        let unpack = unpack(context, index);
        quote! {
            #[inline(always)]
            fn __end(self) {
                #unpack
                #end
            }
        }
    });
    // SAFETY: the token and all handles are consumed.
    let restart = context.body(quote!(#call unsafe { __first() }));
    // SAFETY: the token and all handles are consumed.
    let release = context.body(quote!(#call unsafe { __arena::TAKEN.clear() }));
    quote! {
        #function

        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        #vis fn restart(self) -> #first {
            #restart
        }

        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        #vis fn release(self) {
            #release
        }
    }
}

/// `io()` and the struct that it gives: inputs as `&T`, everything else that the step declared as `&mut T`.
fn io(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let step = &context.block.steps[index];
    let vis = context.vis(1);
    let view = view(context, index);
    if step.unclear {
        return Some(quote!(#vis fn io(&mut self) -> #view<'_> { loop {} }));
    }
    if step.uses.is_empty() {
        return None;
    }
    let fields = step.uses.iter().map(|usage| {
        let name = &context.block.buffers[usage.buffer].name;
        if usage.mode == Mode::Input { quote!(#name: &*self.#name) } else { quote!(#name: &mut *self.#name) }
    });
    let body = context.body(quote!(#view { #(#fields),* }));
    Some(quote! {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        #vis fn io(&mut self) -> #view<'_> {
            #body
        }
    })
}

fn view(context: &Context<'_>, index: usize) -> Ident {
    format_ident!("{}Io", context.block.steps[index].marker)
}

/// The structs that `io()` gives.
pub(crate) fn views(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let vis = context.vis(1);
    let schedule = block.unclear.as_ref().is_some_and(|unclear| unclear.schedule);
    let unclear = |step: &Step| step.unclear || schedule;
    let views = block.steps.iter().enumerate().filter(|(_, step)| !step.uses.is_empty() || unclear(step));
    let views = views.map(|(index, step)| {
        let view = view(context, index);
        if unclear(step) {
            return quote!(#vis type #view<'a> = <&'a __Unclear as #private::core::ops::Deref>::Target;);
        }
        let fields = step.uses.iter().map(|usage| {
            let buffer = &block.buffers[usage.buffer];
            let (name, marker) = (&buffer.name, &buffer.marker);
            let (reference, how) = match usage.mode {
                Mode::Input => (quote!(&'a), "Input"),
                Mode::Mut => (quote!(&'a mut), "Read and written"),
                Mode::Scratch => (quote!(&'a mut), "Scratch"),
                Mode::Output => (quote!(&'a mut), "Output"),
            };
            let doc = doc(&format!("{how}: buffer `{}`.", buffer.id));
            quote!(#doc #vis #name: #reference <buf::#marker as #private::Content>::T)
        });
        let doc = doc(&format!("What step `{}` declared.", step.id));
        quote! {
            #doc
            #vis struct #view<'a> {
                #(#fields),*
            }
        }
    });
    quote!(#(#views)*)
}
