//! The step structs: one field per live buffer, the transitions, and the view that borrows what a step declared.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::append::{append, sign, word};
use super::{Context, about, doc, docs, is_plain, state, state_steps};
use crate::generated;
use crate::ir::{self, BufferKind, Contents, Mode, Step};

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
        /// The type of what a mistake leaves unclear: the length of the array is not a number, so rustc treats it as
        /// a type that it has reported.
        #[doc(hidden)]
        #vis type #name = <[(); #error] as #private::core::iter::IntoIterator>::Item;
        #(#steps)*
    }
}

/// The handles that can exist in each state, for the verifier: exactly the fields of the structs, and those of the
/// application. By increasing address if the macro knows it, which the verifier finds cheapest.
pub(crate) fn handle_sets(context: &Context<'_>) -> Vec<Vec<u16>> {
    let number = |index: &usize| u16::try_from(*index).unwrap_or(u16::MAX);
    let state = &context.state;
    let sorted = |mut set: Vec<usize>| {
        let address = |buffer: &usize| context.native(*buffer).map(|of| (of.place.bank, of.place.offset));
        set.sort_unstable_by_key(|buffer| (address(buffer), *buffer));
        set.iter().map(number).collect()
    };
    let set = |(live, out): (&Vec<usize>, &Vec<usize>)| {
        sorted([live, &state.kept, &state.staged, &state.detached, out].map(Vec::as_slice).concat())
    };
    let cold =
        (!state.staged.is_empty()).then(|| sorted([state.staged.as_slice(), &state.detached].concat()));
    // The steps first: a set has the number of its step.
    context.live.iter().zip(&state.out).map(set).chain(cold).chain(idle_set(context)).collect()
}

/// The handles that can exist without a lease, if the block has banks in pools.
pub(super) fn idle_set(context: &Context<'_>) -> Option<Vec<u16>> {
    let state = &context.state;
    if state.pools.is_empty() {
        return None;
    }
    let mut set = [state.kept.as_slice(), &state.staged, &state.detached].concat();
    set.sort_unstable();
    Some(set.iter().map(|index| u16::try_from(*index).unwrap_or(u16::MAX)).collect())
}

fn step(context: &Context<'_>, index: usize) -> TokenStream {
    let block = context.block;
    let step = &block.steps[index];
    let (private, vis, marker, id) = (&context.private, context.vis(1), &step.marker, &step.id);
    let docs = docs(&step.attrs, &format!("Step `{id}`: the handles of the buffers alive in it."));
    if !context.state.is_empty() {
        return state_steps::step(context, index, &docs);
    }
    let live = &context.live[index];
    let (fields, documented) = (fields(context, live), documented(context, live));
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
            #private::failed_step! { #docs [#vis] #marker = #id { #documented } io [#io] #next_doc next #next leave #first }
            #unclear
        };
    }
    let (transition, format) = (transition(context, index), format(context, step));
    let dying = dying(context, &context.live[index]);
    let end = (!dying.is_empty()).then(|| quote!(__end));
    let function =
        end.as_ref().map(|end| quote!(#private::end! { #marker #end { #fields } { #(#dying,)* } }));
    quote! {
        #private::step! {
            #docs [#vis] #marker = #id { #documented } io [#io] #next_doc next #next #transition leave #first [#end]
        }
        #function
        #format
    }
}

/// The output of a step for a host that decodes it.
pub(super) fn format(context: &Context<'_>, step: &Step) -> Option<TokenStream> {
    let (private, marker, id) = (&context.private, &step.marker, &step.id);
    cfg!(feature = "defmt").then(|| quote!(#private::step_format! { #marker = #id }))
}

/// The local variable for the handle of a buffer inside a transition.
pub(super) fn local(context: &Context<'_>, buffer: usize) -> Ident {
    context.locals[buffer].clone()
}

/// Name, marker and local of each handle.
pub(super) fn fields(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let mut fields = TokenStream::new();
    for index in buffers {
        let ir::Buffer { name, marker, .. } = &context.block.buffers[*index];
        append!(fields, name.clone(), sign(':'), marker.clone(), local(context, *index), sign(','));
    }
    fields
}

/// The same with documentation.
pub(super) fn documented(context: &Context<'_>, buffers: &[usize]) -> TokenStream {
    let mut fields = TokenStream::new();
    for index in buffers {
        let ir::Buffer { name, marker, .. } = &context.block.buffers[*index];
        append!(fields, context.words[*index].handle.clone());
        append!(fields, name.clone(), sign(':'), marker.clone(), local(context, *index), sign(','));
    }
    fields
}

/// The handles among `buffers` whose contents need dropping. Plain types need none.
pub(super) fn dying(context: &Context<'_>, buffers: &[usize]) -> Vec<Ident> {
    let dropped = buffers.iter().filter(|buffer| !is_plain(&context.block.buffers[**buffer]));
    dropped.map(|buffer| local(context, *buffer)).collect()
}

/// What `next()` does with the handles: which contents end, which handles stay, which buffers become live.
fn transition(context: &Context<'_>, index: usize) -> TokenStream {
    let (block, live) = (context.block, &context.live);
    let to = index + 1;
    // Every buffer dies at the last `next()`, even if it is alive again in the first step.
    if to == block.steps.len() {
        let dying = dying(context, &live[index]);
        return quote!({ #(#dying,)* } enter [] first [__first]);
    }
    let Moves { kept, ended, turned, born } = moves(context, index);
    let dying = dying(context, &ended);
    let born = born.iter().map(|buffer| {
        let (name, birth) = (&block.buffers[*buffer].name, birth(context, *buffer));
        quote!(#name #birth,)
    });
    let mut stays = TokenStream::new();
    for buffer in kept {
        append!(stays, block.buffers[buffer].name.clone(), local(context, buffer), sign(','));
    }
    let turned = turned.iter().map(|(made, taken)| {
        let (name, local) = (&block.buffers[*made].name, local(context, *taken));
        quote!(#name #local,)
    });
    quote!({ #(#dying,)* } enter [{ #stays } { #(#born)* } { #(#turned)* }] first [])
}

/// What happens to the handles of a step in the next one, which is not the first.
pub(super) struct Moves {
    pub(super) kept: Vec<usize>,
    pub(super) ended: Vec<usize>,
    /// What the step creates in place, and from what: the old handle becomes the new one.
    pub(super) turned: Vec<(usize, usize)>,
    pub(super) born: Vec<usize>,
}

pub(super) fn moves(context: &Context<'_>, index: usize) -> Moves {
    let (from, to) = (&context.live[index], &context.live[index + 1]);
    let (kept, ended): (Vec<usize>, Vec<usize>) = from.iter().partition(|buffer| to.contains(buffer));
    let mut turned = context.in_place();
    turned.retain(|(made, taken)| to.contains(made) && ended.contains(taken));
    let is_new = |buffer: &usize| !kept.contains(buffer) && turned.iter().all(|(made, _)| made != buffer);
    let born = to.iter().copied().filter(is_new).collect();
    Moves { kept, ended, turned, born }
}

/// The function of `Buf` that creates the handle of a buffer, with its argument.
pub(super) fn birth(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    match &buffer.contents {
        Contents::Value(_) => quote!(valued()),
        Contents::Image(_) => quote!(copied()),
        _ if buffer.kind == BufferKind::Persistent => quote!(born(true)),
        _ if buffer.zeroed => quote!(born(true)),
        _ if context.has_padding() => quote!(born(__arena::SCRUB[#index])),
        _ => quote!(born(false)),
    }
}

/// The struct of the first step, in which every buffer is newly born.
pub(crate) fn first(context: &Context<'_>) -> TokenStream {
    let private = &context.private;
    let marker = &context.block.steps[0].marker;
    let kept = state::kept_local(context).map(|local| quote!(kept: #local,));
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
            #kept
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

/// The struct that `io()` returns.
fn view(step: &Step) -> Ident {
    Ident::new(&generated::view(&step.marker.to_string()), step.marker.span())
}

/// Its documentation.
fn view_doc(step: &Step) -> Literal {
    Literal::string(&format!(" What step `{}` declared.", step.id))
}

/// The same if a mistake hides what the step uses; `io()` is left out too.
fn unclear_view(context: &Context<'_>, step: &Step) -> TokenStream {
    let (vis, private, view) = (context.vis(1), &context.private, view(step));
    quote!(#vis type #view<'a> = <&'a __Unclear as #private::core::ops::Deref>::Target;)
}

/// What `io()` lends: inputs as `&T`, everything else that the step declared as `&mut T`.
pub(super) fn io(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let step = &context.block.steps[index];
    if names_nothing(step) || step.unclear {
        return None;
    }
    let view = view(step);
    let mut fields = TokenStream::new();
    for usage in &step.uses {
        let Some(about) = about::lent(context, usage.buffer, usage.mode) else { continue };
        let name = &context.block.buffers[usage.buffer].name;
        append!(fields, name.clone(), sign('='));
        // The name in the step's line is that of the borrowed field, so an editor finds the buffer from there.
        let mut used = name.clone();
        used.set_span(usage.span);
        if context.state.kept.contains(&usage.buffer) {
            append!(fields, word("kept"), sign('.'));
        }
        append!(fields, used, sign(if context.state.is_empty() { ':' } else { ',' }));
        fields.extend(context.contents[usage.buffer].iter().cloned());
        append!(fields, about);
        if usage.mode != Mode::Input {
            append!(fields, word("mut"));
        }
        append!(fields, sign(';'));
    }
    let constants = constants(context, step, |name| quote!(= #name));
    let about = view_doc(step);
    Some(quote!(#view #about { #fields } #constants))
}

/// The constants that a step reads, each with what follows its name.
fn constants(
    context: &Context<'_>,
    step: &Step,
    behind: impl Fn(&Ident) -> TokenStream,
) -> Option<TokenStream> {
    let fields = step.constants.iter().map(|(index, _)| {
        let constant = &context.block.stored[*index];
        let (name, behind) = (&constant.name, behind(&constant.name));
        let contents = context.contents(&constant.ty, &constant.marker);
        let about = format!(" Constant `{}`.", constant.id);
        quote!(#name #behind: #contents #about;)
    });
    (!step.constants.is_empty()).then(|| quote!(constants { #(#fields)* }))
}

/// Whether `io()` of the step would borrow nothing.
fn names_nothing(step: &Step) -> bool {
    step.uses.is_empty() && step.constants.is_empty()
}

/// `io()` next to an error, in a block whose steps carry handles across: it does not return.
pub(super) fn failed_io(context: &Context<'_>, index: usize) -> TokenStream {
    let step = &context.block.steps[index];
    let (private, vis, marker, about) = (&context.private, context.vis(1), &step.marker, view_doc(step));
    let view = view(step);
    let function = quote!(impl #marker { #vis fn io(&mut self) -> #view<'_> { loop {} } });
    if step.unclear {
        let alias = unclear_view(context, step);
        return quote!(#alias #function);
    }
    if names_nothing(step) {
        return TokenStream::new();
    }
    let uses = step.uses.iter().filter(|usage| usage.mode != Mode::Successor);
    let fields = uses.map(|usage| {
        let buffer = &context.block.buffers[usage.buffer];
        let (name, contents) = (&buffer.name, &context.contents[usage.buffer]);
        let how = (usage.mode != Mode::Input).then(|| quote!(mut));
        quote!(#name: #(#contents)* "" #how;)
    });
    let constants = constants(context, step, |_| TokenStream::new());
    quote!(#function #private::views! { [#vis] #view #about { #(#fields)* } #constants })
}
