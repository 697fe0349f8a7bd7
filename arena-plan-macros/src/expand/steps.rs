//! The step structs: one field per live buffer, the transitions, and the borrow view of what a step declared.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Context, doc, docs, is_plain};
use crate::generated;
use crate::ir::{Contents, Mode, Step};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let (vis, private) = (context.vis(1), &context.private);
    let Some(unclear) = &context.block.unclear else {
        let steps = (0..context.block.steps.len()).map(|index| step(context, index));
        return quote!(#(#steps)*);
    };
    let (error, name) = (&unclear.error, &context.names.unclear);
    let steps = context.block.steps.iter().enumerate().map(|(index, of)| {
        let marker = &of.marker;
        if unclear.schedule {
            let view = unclear_view(context, of);
            quote!(#vis type #marker = __Unclear; #view)
        } else {
            step(context, index)
        }
    });
    quote! {
        /// What a mistake leaves unclear: the length of the array is no number, so rustc takes this for a type that it
        /// has reported.
        #[doc(hidden)]
        #vis type #name = <[(); #error] as #private::core::iter::IntoIterator>::Item;
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
    let (private, vis, marker, id) = (&context.private, context.vis(1), &step.marker, &step.id);
    let docs = docs(&step.attrs, &format!("Step `{id}`: the handles of the buffers alive in it."));
    let fields = fields(context, index);
    let io = io(context, index);
    let to = &block.steps[(index + 1) % block.steps.len()];
    let next_doc = doc(&format!("Ends step `{id}` and begins `{}`.", to.id));
    let (next, first) = (&to.marker, &block.steps[0].marker);
    if context.failed() {
        let unclear = step.unclear.then(|| {
            let (alias, view) = (unclear_view(context, step), view(step));
            quote!(#alias impl #marker { #vis fn io(&mut self) -> #view<'_> { loop {} } })
        });
        return quote! {
            #private::failed_step! { #docs [#vis] #marker = #id { #fields } #io #next_doc next #next leave #first }
            #unclear
        };
    }
    let transition = transition(context, index);
    let dying = dying(context, &context.live[index]);
    let end = (!dying.is_empty()).then(|| quote!(__end));
    let function =
        end.as_ref().map(|end| quote!(#private::end! { #marker #end { #fields } { #(#dying,)* } }));
    quote! {
        #private::step! {
            #docs [#vis] #marker = #id { #fields } #io #next_doc next #next #transition leave #first #end
        }
        #function
    }
}

/// The local that holds the handle of a buffer inside a transition.
fn local(buffer: usize) -> Ident {
    format_ident!("__{buffer}")
}

/// Name, marker and local of each handle of a step.
fn fields(context: &Context<'_>, index: usize) -> TokenStream {
    let fields = context.live[index].iter().map(|index| {
        let buffer = &context.block.buffers[*index];
        let (name, marker, local) = (&buffer.name, &buffer.marker, local(*index));
        quote!(#name: #marker #local,)
    });
    fields.collect()
}

/// The handles among `buffers` whose contents are to be dropped. A plain type has none.
fn dying(context: &Context<'_>, buffers: &[usize]) -> Vec<Ident> {
    let dropped = buffers.iter().filter(|buffer| !is_plain(&context.block.buffers[**buffer]));
    dropped.map(|buffer| local(*buffer)).collect()
}

/// What `next()` does with the handles: which contents end, which handles stay, which buffers come to life.
fn transition(context: &Context<'_>, index: usize) -> TokenStream {
    let (block, live) = (context.block, &context.live);
    let to = index + 1;
    // Every buffer dies at the last `next()`, also one that the first step has again.
    if to == block.steps.len() {
        let dying = dying(context, &live[index]);
        return quote!({ #(#dying,)* } first { __first });
    }
    let (kept, ended): (Vec<usize>, Vec<usize>) =
        live[index].iter().partition(|buffer| live[to].contains(buffer));
    // What the step makes in place: the handle it was goes into the new one.
    let turned: Vec<(usize, usize)> = context
        .in_place()
        .into_iter()
        .filter(|(made, taken)| live[to].contains(made) && ended.contains(taken))
        .collect();
    let is_new = |buffer: &&usize| !kept.contains(buffer) && turned.iter().all(|(made, _)| made != *buffer);
    let dying = dying(context, &ended);
    let born = live[to].iter().filter(is_new).map(|buffer| {
        let (name, birth) = (&block.buffers[*buffer].name, birth(context, *buffer));
        quote!(#name #birth,)
    });
    let kept = kept.iter().map(|buffer| {
        let (name, local) = (&block.buffers[*buffer].name, local(*buffer));
        quote!(#name #local,)
    });
    let turned = turned.iter().map(|(made, taken)| {
        let (name, local) = (&block.buffers[*made].name, local(*taken));
        quote!(#name #local,)
    });
    let turned: TokenStream = turned.collect();
    let turned = (!turned.is_empty()).then(|| quote!({ #turned }));
    quote!({ #(#dying,)* } enter { #(#kept)* } { #(#born)* } #turned)
}

/// The function of `Buf` that brings a buffer to life, with its argument.
fn birth(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    match &buffer.contents {
        Contents::Value(_) => quote!(valued()),
        _ if buffer.zeroed => quote!(born(true)),
        _ if context.has_padding() => quote!(born(__arena::SCRUB[#index])),
        _ => quote!(born(false)),
    }
}

/// The struct of the first step, where every buffer of it is a newborn.
pub(crate) fn first(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let marker = &context.block.steps[0].marker;
    let fields = context.live[0].iter().map(|buffer| {
        let (name, birth) = (&context.block.buffers[*buffer].name, birth(context, *buffer));
        quote! {
            // SAFETY: the proof in `__arena` holds for the handles of this step, and by the caller's promise there are no
            // others. What is not plain has a value.
            #name: unsafe { #private::Buf::#birth }
        }
    });
    quote! {
        #marker {
            #(#fields,)*
            // SAFETY: the only handles are those in this struct.
            __at: unsafe { #private::At::mint() },
        }
    }
}

/// The steps in which contents need dropping.
pub(crate) fn dropping<'a>(context: &Context<'a>) -> Vec<&'a Ident> {
    let steps = context.block.steps.iter().enumerate();
    let dropping = steps.filter(|(index, _)| !dying(context, &context.live[*index]).is_empty());
    dropping.map(|(_, step)| &step.marker).collect()
}

/// The struct that `io()` gives.
fn view(step: &Step) -> Ident {
    Ident::new(&generated::view(&step.marker.to_string()), step.marker.span())
}

/// The same where a mistake hides what the step uses, and `io()` with it.
fn unclear_view(context: &Context<'_>, step: &Step) -> TokenStream {
    let (vis, private, view) = (context.vis(1), &context.private, view(step));
    quote!(#vis type #view<'a> = <&'a __Unclear as #private::core::ops::Deref>::Target;)
}

/// What `io()` lends: inputs as `&T`, everything else that the step declared as `&mut T`.
fn io(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let step = &context.block.steps[index];
    if step.uses.is_empty() || step.unclear {
        return None;
    }
    let view = view(step);
    let fields = step.uses.iter().filter_map(|usage| {
        let buffer = &context.block.buffers[usage.buffer];
        let (name, marker) = (&buffer.name, &buffer.marker);
        let (how, about) = match usage.mode {
            Mode::Successor => return None,
            Mode::InPlace => (Some(quote!(mut)), "Changed in place"),
            Mode::Input => (None, "Input"),
            Mode::Mut => (Some(quote!(mut)), "Read and written"),
            Mode::Scratch => (Some(quote!(mut)), "Scratch"),
            Mode::Output => (Some(quote!(mut)), "Output"),
        };
        let about = format!(" {about}: buffer `{}`.", buffer.id);
        Some(quote!(#name: #marker #about #how;))
    });
    Some(quote!(io #view { #(#fields)* }))
}
