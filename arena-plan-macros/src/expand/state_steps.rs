//! Steps of a block with persistent or detached buffers: their transitions carry handles across, return them and take them
//! back.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::state::{bound, detached_parameter, ends, idle, kept_local};
use super::steps::{self, Moves};
use super::{Context, doc, foreign, tenant, unlinted};

/// The name of the argument that takes a handle back: the buffer's, unless that is another argument's or a local's, or a
/// constant's of the module, which as a pattern would be no new name.
fn argument(context: &Context<'_>, buffer: usize) -> Ident {
    let (name, id) = (&context.block.buffers[buffer].name, &context.block.buffers[buffer].id);
    let constants = &context.block.constants;
    let taken = constants.iter().any(|constant| constant.name == *name)
        || *name == context.names.plan
        || id == "detached"
        || id.starts_with("__");
    if taken { steps::local(context, buffer) } else { unlinted(name) }
}

/// Arguments for handles: names and types of the buffers.
fn arguments(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let argument = |buffer: &usize| {
        let (name, marker) = (argument(context, *buffer), &context.block.buffers[*buffer].marker);
        quote!(#name: #marker,)
    };
    buffers.iter().map(argument).collect()
}

/// Binds the arguments to the buffers' locals and ends what needs dropping of these.
fn end(context: &Context<'_>, arguments: &[usize]) -> TokenStream {
    let private = &context.private;
    let bound = bind(context, arguments);
    let dying = steps::dying(context, arguments);
    quote!(#bound #(#private::Buf::end(#dying);)*)
}

/// Binds arguments to the buffers' locals.
fn bind(context: &Context<'_>, arguments: &[usize]) -> TokenStream {
    let (locals, names): (Vec<Ident>, Vec<Ident>) =
        arguments.iter().map(|buffer| (steps::local(context, *buffer), argument(context, *buffer))).unzip();
    quote!(#(let #locals = #names;)*)
}

/// A step of a block that has such buffers.
pub(super) fn step(context: &Context<'_>, index: usize, docs: &TokenStream) -> TokenStream {
    let (block, state) = (context.block, &context.state);
    let step = &block.steps[index];
    let (private, vis, marker, id) = (&context.private, context.vis(1), &step.marker, &step.id);
    let first = &block.steps[0].marker;
    let fields = steps::documented(context, &context.live[index]);
    let kept = kept_local(context);
    let kept_type = kept.as_ref().map(|local| {
        let name = &context.names.kept;
        quote!(with #name #local)
    });
    let (next, format) = (next(context, index), steps::format(context, step));
    let out = &state.out[index];
    let lent = arguments(context, out);
    let end_own = end_own(context, index);
    let ends = end_own.as_ref().map(|_| quote!(__end));
    let returned = end(context, out);
    let (restart, exit) = exits(context, &returned);
    // Next to an error, `io()` does not return either, and cannot access handles that may not belong to the step.
    let io = if context.failed() { None } else { steps::io(context, index) };
    let failed_io = context.failed().then(|| steps::failed_io(context, index));
    quote! {
        #private::state_step! {
            #docs [#vis] #marker = #id { #fields } #kept_type io [#io] #next #end_own leave (#lent) end [#ends]
            restart -> #first { #restart } #exit
        }
        #failed_io
        #format
    }
}

/// What `restart()` does once the buffers of the step have ended, and the other function that leaves the steps, `release()`
/// or `stop()`, with what it takes and returns: both first do `returned`, the end of the arguments.
pub(super) fn exits(context: &Context<'_>, returned: &TokenStream) -> (TokenStream, TokenStream) {
    let kept = kept_local(context);
    let restart = context.body(quote!(#returned unsafe { __first(#kept) }));
    if !context.state.pools.is_empty() {
        let (leases, idle_type) = (tenant::leases(context), &context.names.idle);
        let idle = idle(context, kept.map(ToTokens::into_token_stream));
        let stop = context.body(quote! {
            #returned
            // SAFETY: all handles of buffers in the pools are consumed, and so was the lease when the steps began.
            (#idle, #(unsafe { <#leases>::mint() }),*)
        });
        return (restart, quote!(stop () -> ((#idle_type, #(#leases),*)) { #stop }));
    }
    let (ends, detached) = (ends(context), detached_parameter(context));
    let release = if context.failed() { ends } else { quote!(#returned #ends) };
    let of = &context.names.regions;
    let regions = foreign::returns(context).map(|_| quote!(-> (#of)));
    (restart, quote!(release (#detached) #regions { #release }))
}

/// `next()`: its documentation, what it takes back, what it returns, and what it does.
fn next(context: &Context<'_>, index: usize) -> TokenStream {
    let (block, state, private) = (context.block, &context.state, &context.private);
    let to = (index + 1) % block.steps.len();
    let (from, onto) = (&block.steps[index], &block.steps[to]);
    // Every buffer that is not persistent dies at the last `next()`, and no buffer that is handed out is alive in the
    // first step.
    let last = index + 1 == block.steps.len();
    let lives_on = |buffer: &usize| !last && block.buffers[*buffer].last > index;
    let (back, out) = (&state.out[index], &state.out[to]);
    let back: Vec<usize> = back.iter().copied().filter(|buffer| !lives_on(buffer)).collect();
    let out: Vec<usize> =
        out.iter().copied().filter(|buffer| !last && block.buffers[*buffer].first == to).collect();
    let mut docs = vec![format!("Ends step `{}` and begins `{}`.", from.id, onto.id)];
    for buffer in &back {
        docs.push(format!("Takes back `{}`, which ends here.", block.buffers[*buffer].id));
    }
    for buffer in &out {
        docs.push(format!("Begins the lifetime of `{}` and returns its handle.", block.buffers[*buffer].id));
    }
    let docs = docs.iter().enumerate().map(|(number, line)| {
        let blank = (number > 0).then(|| quote!(#[doc = ""]));
        let line = doc(line);
        quote!(#blank #line)
    });
    let arguments = arguments(context, &back);
    let marker = &onto.marker;
    let types = out.iter().map(|buffer| {
        let marker = &block.buffers[*buffer].marker;
        quote!(#private::Buf<buf::#marker>)
    });
    let gives = if out.is_empty() { quote!(#marker) } else { quote!((#marker, #(#types),*)) };
    let vis = context.vis(1);
    let head = quote!(fn [#(#docs)*] #vis next (#arguments) -> (#gives));
    leaving(context, index, &head, &transition(context, index, &back, &out))
}

/// What the ways to leave a step begin with, and what else they do.
fn leaving(context: &Context<'_>, index: usize, head: &TokenStream, rest: &TokenStream) -> TokenStream {
    let kept = kept_local(context).map(|local| quote!(kept: #local,));
    let fields = bound(context, &context.live[index]);
    quote!(#head { #kept #fields } #rest)
}

/// The function that ends the step's own buffers, where contents need dropping.
fn end_own(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let dying = steps::dying(context, &context.live[index]);
    if context.failed() || dying.is_empty() {
        return None;
    }
    Some(leaving(context, index, &quote!(fn [] __end ()), &quote!({ #(#dying,)* } go [] enter [] first [])))
}

/// What `next()` does with the handles, where `back` are its arguments and `out` what it returns after the step.
fn transition(context: &Context<'_>, index: usize, back: &[usize], out: &[usize]) -> TokenStream {
    let (block, private, kept) = (context.block, &context.private, kept_local(context));
    let last = index + 1 == block.steps.len();
    if context.failed() {
        return quote!({} go [{ loop {} }] enter [] first []);
    }
    let live = &context.live[index];
    let moves = (!last).then(|| steps::moves(context, index));
    let ended = moves.as_ref().map_or(live, |moves| &moves.ended);
    // In order of declaration, arguments or not.
    let mut ended = [ended, back].concat();
    ended.sort_unstable();
    let dying = steps::dying(context, &ended);
    let plain = back.is_empty() && out.is_empty();
    let Some(Moves { kept: stays, turned, born, .. }) = moves else {
        return if plain {
            quote!({ #(#dying,)* } go [] enter [] first [__first (#kept)])
        } else {
            let bound = bind(context, back);
            let go = quote!(#bound #(#private::Buf::end(#dying);)* unsafe { __first(#kept) });
            quote!({} go [{ #go }] enter [] first [])
        };
    };
    let marker = &block.steps[index + 1].marker;
    let name = |buffer: &usize| &block.buffers[*buffer].name;
    let births = |buffers: &[usize]| -> Vec<TokenStream> {
        buffers.iter().map(|buffer| steps::birth(context, *buffer)).collect()
    };
    let (made, taken): (Vec<usize>, Vec<usize>) = turned.into_iter().unzip();
    let (stay, was): (Vec<_>, Vec<_>) =
        stays.iter().map(|one| (name(one), steps::local(context, *one))).unzip();
    let (born, birth): (Vec<_>, Vec<_>) = (born.iter().map(name).collect(), births(&born));
    let (made, taken): (Vec<_>, Vec<_>) =
        (made.iter().map(name).collect(), taken.iter().map(|one| steps::local(context, *one)).collect());
    if plain {
        return quote! {
            { #(#dying,)* } go []
            enter [#marker [#kept] { #(#stay #was,)* } { #(#born #birth,)* } { #(#made #taken,)* }] first []
        };
    }
    let (bound, handed) = (bind(context, back), births(out));
    let kept = kept.map(|local| quote!(kept: #local,));
    // SAFETY: as where the facade's macro creates the step; the proof holds for what is handed out, too.
    let step = quote! {
        #marker {
            #kept #(#stay: #was,)* #(#born: unsafe { #private::Buf::#birth },)*
            #(#made: unsafe { #private::Buf::in_place(#taken) },)* __at: unsafe { #private::At::mint() },
        }
    };
    let given = if out.is_empty() { step } else { quote!((#step, #(unsafe { #private::Buf::#handed }),*)) };
    quote!({} go [{ #bound #(#private::Buf::end(#dying);)* #given }] enter [] first [])
}
