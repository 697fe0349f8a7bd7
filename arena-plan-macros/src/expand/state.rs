//! Handles that outlive the steps or do not belong to them: `Kept`, `Detached`, and how they come to life.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use super::{Context, doc, foreign, select, state_steps, steps};
use crate::generated::Generated;
use crate::ir::{self, BufferKind, Step};

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
    /// Banks in pools.
    pub(super) pools: Vec<usize>,
    /// Whether the block has constants, whose handles are fields of `Kept`, too.
    pub(super) constants: bool,
    /// Whether `release()` gives memory back.
    bound: bool,
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
            pools: (0..block.banks.len()).filter(|bank| block.banks[*bank].pool().is_some()).collect(),
            constants: !block.stored.is_empty(),
            bound: foreign::is_lent(block),
        }
    }

    /// Whether the block has no such buffer, no pool and no memory of the application, so that the steps are all there is.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_kept() && self.detached.is_empty() && !self.lends() && self.pools.is_empty() && !self.bound
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
    (!context.state.detached.is_empty()).then(|| context.argument("detached"))
}

/// The same with its type, as `release()` declares it.
pub(super) fn detached_parameter(context: &Context<'_>) -> Option<TokenStream> {
    let of = &context.names.detached;
    detached_argument(context).map(|name| quote!(#name: #of))
}

/// A variant of the enum of all steps: its documentation, its name, the name as text and that of the step.
pub(super) fn variant(step: &Step) -> TokenStream {
    let (marker, id) = (&step.marker, &step.id);
    let (about, name) = (format!(" Step `{id}`."), marker.unraw().to_string());
    quote!(#about #marker #name #id)
}

/// The enum of all steps.
pub(super) fn any(context: &Context<'_>) -> TokenStream {
    let (private, vis, any) = (&context.private, context.vis(1), &context.names.any);
    let steps = &context.block.steps;
    let markers: Vec<&Ident> = steps.iter().map(|step| &step.marker).collect();
    let entries = steps.iter().map(variant);
    let kept = kept_local(context).map(|_| {
        let name = &context.names.kept;
        quote!(kept #name { #(#markers,)* })
    });
    let transitions = (!context.state.lends()).then(|| {
        let following = markers.iter().cycle().skip(1);
        let first = markers[0];
        let (restart, exit) = state_steps::exits(context, &TokenStream::new());
        let dropping = if context.failed() { Vec::new() } else { steps::dropping(context) };
        let plain = (dropping.len() < steps.len()).then(|| quote!(else _));
        let end = (!dropping.is_empty()).then(|| quote!(end __end { #(#dropping,)* } #plain));
        let held = kept_local(context).map(|local| quote!(held #local mut));
        quote! {
            next { #(#markers => #following,)* }
            restart -> #first { #restart } #exit #held #end
        }
    });
    quote!(#private::state_any! { [#vis] #any { #(#entries,)* } #kept #transitions })
}

/// What follows where nothing is copied, or all is: the first step, or the state without a lease.
pub(super) fn ready_type<'c>(context: &'c Context<'_>) -> &'c Ident {
    if context.state.pools.is_empty() { &context.block.steps[0].marker } else { &context.names.idle }
}

/// The same as a value, where `kept` is what travels with the steps.
fn ready(context: &Context<'_>, kept: Option<TokenStream>) -> TokenStream {
    if context.state.pools.is_empty() {
        // SAFETY: by the promise of the function that it is in, or because the token of the step before is consumed.
        return quote!(unsafe { __first(#kept) });
    }
    idle(context, kept)
}

/// The state without a lease.
pub(super) fn idle(context: &Context<'_>, kept: Option<TokenStream>) -> TokenStream {
    let (private, idle) = (&context.private, &context.names.idle);
    let kept = kept.map(|kept| quote!(kept: #kept,));
    quote! {
        #idle {
            #kept
            // SAFETY: the only handles are those in this struct, and what is detached.
            __at: unsafe { #private::At::mint() },
        }
    }
}

/// Ends what persists, and returns the arena and the memory of the application.
pub(super) fn ends(context: &Context<'_>) -> TokenStream {
    let (kept, detached) = (kept_local(context), detached_argument(context));
    let ends = [&kept, &detached].into_iter().flatten();
    let returned = foreign::returned(context);
    context.body(quote! {
        #(#ends.__end();)*
        #returned
    })
}

/// What `take()` gives: the first step, or what comes before it, and with it what is detached for good.
pub(super) fn entry_type(context: &Context<'_>) -> TokenStream {
    let cold = !context.state.staged.is_empty();
    let first = if cold { &context.names.cold } else { ready_type(context) };
    let detached = &context.names.detached;
    if context.state.detached.is_empty() { quote!(#first) } else { quote!((#first, #detached)) }
}

/// Brings buffers to life, in order of declaration.
fn births(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let private = &context.private;
    let births = buffers.iter().map(|buffer| {
        let (local, birth) = (steps::local(context, *buffer), steps::birth(context, *buffer));
        quote! {
            // SAFETY: the proof in `__arena` covers these handles together with those of any step, and by the
            // caller's promise there are no others. Buffers that are not plain have a value.
            let #local = unsafe { #private::Buf::#birth };
        }
    });
    births.collect()
}

/// Fields of handles that are bound to their locals.
pub(super) fn bound(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let fields = buffers.iter().map(|buffer| {
        let (field, local) = (&context.block.buffers[*buffer].name, steps::local(context, *buffer));
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

/// Leaves the step in which constants are copied: what travels with the steps comes to life.
pub(super) fn enter(context: &Context<'_>) -> TokenStream {
    let (births, ready) = (births(context, &context.state.kept), ready(context, kept(context)));
    quote!(#births #ready)
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
        ready(context, kept(context))
    } else {
        let fields = state.staged.iter().map(|buffer| {
            let (bank, local) = (
                &context.block.banks[context.block.buffers[*buffer].banks[0].0].name,
                steps::local(context, *buffer),
            );
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
