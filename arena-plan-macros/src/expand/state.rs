//! Handles that outlive the steps or do not belong to them: `Kept`, `Detached`, and steps whose transitions carry
//! handles across.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::steps::{self, Moves};
use super::{Context, doc, select, unlinted};
use crate::generated::Generated;
use crate::ir::{self, BufferKind};

/// Buffers whose handles are not fields of the step structs.
pub(super) struct State {
    /// Persistent ones that steps may name: the fields of `Kept`, which travels with the steps.
    pub(super) kept: Vec<usize>,
    /// Persistent ones that the application holds: the fields of `Detached`.
    pub(super) detached: Vec<usize>,
    /// Ordinary ones that the application holds, by step.
    pub(super) out: Vec<Vec<usize>>,
    /// Those of constants that are copied before the first step.
    pub(super) staged: Vec<usize>,
    /// Whether the block has constants, whose handles are fields of `Kept`, too.
    pub(super) constants: bool,
}

impl State {
    pub(super) fn new(block: &ir::Block) -> Self {
        let persistent = |buffer: &ir::Buffer| buffer.kind == BufferKind::Persistent;
        let out = |step: usize| {
            let lent = |buffer: &ir::Buffer| !persistent(buffer) && buffer.detached.is_some();
            select(block, |buffer| lent(buffer) && buffer.first <= step && step <= buffer.last)
        };
        Self {
            kept: select(block, |buffer| persistent(buffer) && buffer.detached.is_none()),
            detached: select(block, |buffer| persistent(buffer) && buffer.detached.is_some()),
            out: (0..block.steps.len()).map(out).collect(),
            staged: select(block, |buffer| buffer.kind == BufferKind::Staged),
            constants: !block.stored.is_empty(),
        }
    }

    /// Whether the block has any such buffer.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_kept() && self.detached.is_empty() && !self.lends()
    }

    /// Whether something travels with the steps.
    fn has_kept(&self) -> bool {
        self.constants || !self.kept.is_empty()
    }

    /// Whether transitions return handles.
    pub(super) fn lends(&self) -> bool {
        self.out.iter().any(|out| !out.is_empty())
    }
}

/// The structs `Kept` and `Detached`, if the block has such buffers.
pub(super) fn handles(context: &Context<'_>) -> TokenStream {
    let State { kept, detached, .. } = &context.state;
    let has = [context.state.has_kept(), !detached.is_empty()];
    if context.block.unclear.as_ref().is_some_and(|unclear| unclear.schedule) {
        let vis = context.vis(1);
        let names = [&context.names.kept, &context.names.detached];
        let aliases = has.into_iter().zip(names).filter(|(has, _)| *has);
        return aliases.map(|(_, name)| quote!(#vis type #name = __Unclear;)).collect();
    }
    let about = match (kept.is_empty(), context.state.constants) {
        (_, false) => "The persistent buffers that travel with the steps.",
        (true, true) => "The constants, which travel with the steps.",
        (false, true) => "The persistent buffers that travel with the steps, and the constants.",
    };
    let constants = context.block.stored.iter().enumerate().map(|(index, constant)| {
        let (name, marker, local) = (&constant.name, &constant.marker, constant_local(index));
        quote!(#name: #marker #local,)
    });
    let constants = context.state.constants.then(|| quote!(constants { #(#constants)* }));
    let kept = has[0].then(|| one(context, kept, &context.names.kept, &doc(about), constants));
    let about = "The persistent buffers whose handles belong to the application: `take()` returns them, `release()` takes them back.";
    let detached = has[1].then(|| one(context, detached, &context.names.detached, &doc(about), None));
    quote!(#kept #detached)
}

fn one(
    context: &Context<'_>,
    buffers: &[usize],
    name: &Ident,
    about: &TokenStream,
    constants: Option<TokenStream>,
) -> TokenStream {
    let (private, vis) = (&context.private, context.vis(1));
    let fields = steps::documented(context, buffers);
    let dying = steps::dying(context, buffers);
    let id = name.to_string();
    quote!(#private::handles! { #about [#vis] #name = #id { #fields } { #(#dying,)* } #constants })
}

/// The local variable for the handle of a constant.
fn constant_local(index: usize) -> Ident {
    format_ident!("__c{index}")
}

/// The local variable for `Kept` inside a transition, if the block has persistent buffers for it.
pub(super) fn kept_local(context: &Context<'_>) -> Option<Ident> {
    context.state.has_kept().then(|| format_ident!("__kept"))
}

/// The name of the argument that takes `Detached`.
pub(super) fn detached_argument(context: &Context<'_>) -> Option<Ident> {
    (!context.state.detached.is_empty()).then(|| format_ident!("detached"))
}

/// The same with its type, as `release()` declares it.
pub(super) fn detached_parameter(context: &Context<'_>) -> Option<TokenStream> {
    let of = &context.names.detached;
    detached_argument(context).map(|name| quote!(#name: #of))
}

/// The name of the argument that takes a handle back: the buffer's, unless that is another argument's or a local's, or a
/// constant's of the module, which as a pattern would be no new name.
fn argument(context: &Context<'_>, buffer: usize) -> Ident {
    let (name, id) = (&context.block.buffers[buffer].name, &context.block.buffers[buffer].id);
    let constants = &context.block.constants;
    let taken = constants.iter().any(|constant| constant.name == *name)
        || *name == context.names.plan
        || id == "detached"
        || id.starts_with("__");
    if taken { steps::local(buffer) } else { unlinted(name) }
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
        arguments.iter().map(|buffer| (steps::local(*buffer), argument(context, *buffer))).unzip();
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
    let next = next(context, index);
    let out = &state.out[index];
    let lent = arguments(context, out);
    let leave = leave(context, index);
    let returned = end(context, out);
    let (restart, release) = exits(context, &returned);
    let detached_type = detached_parameter(context);
    // Next to an error, `io()` does not return either, and cannot access handles that may not belong to the step.
    let io = if context.failed() { None } else { steps::io(context, index) };
    let failed_io = context.failed().then(|| steps::failed_io(context, index));
    quote! {
        #private::state_step! {
            #docs [#vis] #marker = #id { #fields } #kept_type #io #next #leave leave (#lent)
            restart -> #first { #restart } release (#detached_type) { #release }
        }
        #failed_io
    }
}

/// What `restart()` and `release()` do once the buffers of the step have ended: first `returned`, the end of the arguments.
fn exits(context: &Context<'_>, returned: &TokenStream) -> (TokenStream, TokenStream) {
    let (kept, detached) = (kept_local(context), detached_argument(context));
    let ends = [&kept, &detached].into_iter().flatten();
    let restart = context.body(quote!(#returned unsafe { __first(#kept) }));
    let release = context.body(quote! {
        #returned
        #(#ends.__end();)*
        unsafe { __arena::TAKEN.clear() }
    });
    (restart, release)
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
    let head = quote!(#(#docs)* fn #vis next (#arguments) -> (#gives));
    leaving(context, index, &head, &transition(context, index, &back, &out))
}

/// What the ways to leave a step begin with, and what else they do.
fn leaving(context: &Context<'_>, index: usize, head: &TokenStream, rest: &TokenStream) -> TokenStream {
    let kept = kept_local(context).map(|local| quote!(kept: #local,));
    let fields = bound(context, &context.live[index]);
    quote!(#head { #kept #fields } #rest)
}

/// Ends the step's own buffers, and gives what persists.
fn leave(context: &Context<'_>, index: usize) -> TokenStream {
    let kept = kept_local(context);
    let gives = kept.as_ref().map(|_| {
        let of = &context.names.kept;
        quote!(-> (#of))
    });
    let rest = if context.failed() {
        quote!({} { loop {} })
    } else {
        let dying = steps::dying(context, &context.live[index]);
        let kept = kept.map(|local| quote!(give #local));
        quote!({ #(#dying,)* } #kept)
    };
    leaving(context, index, &quote!(fn __leave () #gives), &rest)
}

/// What `next()` does with the handles, where `back` are its arguments and `out` what it returns after the step.
fn transition(context: &Context<'_>, index: usize, back: &[usize], out: &[usize]) -> TokenStream {
    let (block, private, kept) = (context.block, &context.private, kept_local(context));
    let last = index + 1 == block.steps.len();
    if context.failed() {
        return quote!({} { loop {} });
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
            quote!({ #(#dying,)* } first __first (#kept))
        } else {
            let bound = bind(context, back);
            quote!({} { #bound #(#private::Buf::end(#dying);)* unsafe { __first(#kept) } })
        };
    };
    let marker = &block.steps[index + 1].marker;
    let name = |buffer: &usize| &block.buffers[*buffer].name;
    let births = |buffers: &[usize]| -> Vec<TokenStream> {
        buffers.iter().map(|buffer| steps::birth(context, *buffer)).collect()
    };
    let (made, taken): (Vec<usize>, Vec<usize>) = turned.into_iter().unzip();
    let (stay, was): (Vec<_>, Vec<_>) = stays.iter().map(|one| (name(one), steps::local(*one))).unzip();
    let (born, birth): (Vec<_>, Vec<_>) = (born.iter().map(name).collect(), births(&born));
    let (made, taken): (Vec<_>, Vec<_>) =
        (made.iter().map(name).collect(), taken.iter().map(|one| steps::local(*one)).collect());
    if plain {
        let with = kept.map(|local| quote!(with #local));
        return quote! {
            { #(#dying,)* } enter #marker #with { #(#stay #was,)* } { #(#born #birth,)* } { #(#made #taken,)* }
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
    quote!({} { #bound #(#private::Buf::end(#dying);)* #given })
}

/// The enum of all steps.
pub(super) fn any(context: &Context<'_>) -> TokenStream {
    let (private, vis, any) = (&context.private, context.vis(1), &context.names.any);
    let steps = &context.block.steps;
    let markers: Vec<&Ident> = steps.iter().map(|step| &step.marker).collect();
    let entries = steps.iter().map(|step| {
        let (doc, marker) = (doc(&format!("Step `{}`.", step.id)), &step.marker);
        quote!(#doc #marker,)
    });
    let kept = kept_local(context).map(|_| {
        let name = &context.names.kept;
        quote!(kept #name { #(#markers,)* })
    });
    let transitions = (!context.state.lends()).then(|| {
        let following = markers.iter().cycle().skip(1);
        let first = markers[0];
        let (restart, release) = exits(context, &TokenStream::new());
        let held = kept_local(context).map(|local| {
            let name = &context.names.kept;
            quote!(#local: #name)
        });
        let of = detached_parameter(context);
        quote! {
            next { #(#markers => #following,)* }
            restart -> #first { #restart } release (#of) { #release } leave { #(#markers,)* } #held
        }
    });
    quote!(#private::state_any! { [#vis] #any { #(#entries)* } #kept #transitions })
}

/// What `take()` gives: the first step, or the one before it, and with it what is detached for good.
pub(super) fn entry_type(context: &Context<'_>) -> TokenStream {
    let cold = !context.state.staged.is_empty();
    let first = if cold { &context.names.cold } else { &context.block.steps[0].marker };
    let detached = &context.names.detached;
    if context.state.detached.is_empty() { quote!(#first) } else { quote!((#first, #detached)) }
}

/// Brings buffers to life, in order of declaration.
fn births(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let private = &context.private;
    let births = buffers.iter().map(|buffer| {
        let (local, birth) = (steps::local(*buffer), steps::birth(context, *buffer));
        quote! {
            // SAFETY: the proof in `__arena` covers these handles together with those of any step, and by the
            // caller's promise there are no others. Buffers that are not plain have a value.
            let #local = unsafe { #private::Buf::#birth };
        }
    });
    births.collect()
}

/// Fields of handles that are bound to their locals.
fn bound(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let fields = buffers.iter().map(|buffer| {
        let (field, local) = (&context.block.buffers[*buffer].name, steps::local(*buffer));
        quote!(#field: #local,)
    });
    fields.collect()
}

/// The struct of what travels with the steps; empty where nothing does.
fn kept(context: &Context<'_>) -> Option<TokenStream> {
    let (private, name) = (&context.private, &context.names.kept);
    let fields = bound(context, &context.state.kept);
    let minted = context.block.stored.iter().map(|constant| {
        let field = &constant.name;
        quote! {
            // SAFETY: the value lies in read-only memory, or in a buffer whose only handle is consumed, so that nothing
            // writes it. Any bytes are a valid value.
            #field: unsafe { #private::Const::mint() },
        }
    });
    context.state.has_kept().then(|| quote!(#name { #fields #(#minted)* }))
}

/// Enters the first step from the one before it: what travels with the steps comes to life.
pub(super) fn enter(context: &Context<'_>) -> TokenStream {
    let (births, kept) = (births(context, &context.state.kept), kept(context));
    quote!(#births unsafe { __first(#kept) })
}

/// Brings what persists to life, in order of declaration, and enters the first step, or the one before it.
pub(super) fn start(context: &Context<'_>) -> TokenStream {
    let (private, state) = (&context.private, &context.state);
    let Generated { cold, detached, .. } = &context.names;
    let born = if state.staged.is_empty() {
        select(context.block, |buffer| buffer.kind == BufferKind::Persistent)
    } else {
        [state.staged.as_slice(), &state.detached].concat()
    };
    let births = births(context, &born);
    let first = if state.staged.is_empty() {
        let kept = kept(context);
        // SAFETY: by the caller's promise.
        quote!(unsafe { __first(#kept) })
    } else {
        let fields = state.staged.iter().map(|buffer| {
            let (bank, local) =
                (&context.block.banks[context.block.buffers[*buffer].banks[0].0].name, steps::local(*buffer));
            quote!(#bank: #local,)
        });
        quote! {
            #cold {
                #(#fields)*
                // SAFETY: the only handles are those in this struct, and what is detached.
                __at: unsafe { #private::At::mint() },
            }
        }
    };
    if state.detached.is_empty() {
        return quote!(#births #first);
    }
    let fields = bound(context, &state.detached);
    quote!(#births (#first, #detached { #fields }))
}
