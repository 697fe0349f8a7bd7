//! Generates the code of a checked block. Infallible; one file per kind of generated item.

mod about;
mod append;
mod arena;
mod audit;
mod banks;
mod buffers;
mod constants;
mod description;
mod draft;
mod entry;
mod foreign;
mod model;
mod outside;
mod pool;
mod proof;
mod staged;
mod state;
mod state_steps;
mod steps;
mod symbols;
mod table;
mod tenant;
mod visibility;
mod warnings;

use arena_plan_core::model::{Buffer, Placement};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, Visibility};

pub(crate) use self::pool::expand as expand_pool;
use self::state::State;
use crate::eval::Consts;
use crate::file;
use crate::generated::Generated;
use crate::ir::{self, BufferKind, Contents};
use crate::model::Places;
use crate::plan::Layout;
use crate::size;

/// What the generators share: the block, its layout and which buffers are alive in each step.
pub(crate) struct Context<'a> {
    block: &'a ir::Block,
    layout: &'a Layout,
    /// Path of the facade's private module.
    facade: TokenStream,
    /// Its name in the plan's modules, each of which imports it: the full path would take twice the tokens, and there
    /// are thousands of uses.
    private: TokenStream,
    /// Ordinary buffers alive in each step whose handles are fields of the step's struct, in order of declaration.
    live: Vec<Vec<usize>>,
    /// The places of the buffers, as the planner has them.
    places: Places,
    /// Handles that outlive the steps, or do not belong to them.
    state: State,
    /// Distinguishes the block from others in its crate.
    number: usize,
    /// The names in the plan's module besides the user's.
    names: Generated,
    /// What the macro knows about each buffer if it planned itself.
    native: Option<Vec<Native>>,
    /// What documentation says about each buffer.
    words: Vec<about::Words>,
    /// What a view says of each buffer's type.
    contents: Vec<Vec<TokenTree>>,
    /// The local variable for the handle of each buffer inside a transition.
    locals: Vec<Ident>,
    /// The constants of the block whose values the macro could compute.
    consts: Consts,
}

/// A buffer that the macro placed.
struct Native {
    place: Placement,
    /// Size of the type in bytes.
    size: u64,
    /// Alignment that the buffer requires.
    align: u64,
    /// Alignment of its slot, which the bank may raise.
    slot_align: u64,
}

/// The buffers as the planner had them, if it ran.
fn native(block: &ir::Block, layout: &Layout) -> Option<Vec<Native>> {
    let Layout::Native(placements) = layout else { return None };
    let lists: Vec<Vec<u16>> = block.buffers.iter().map(crate::model::bank_list).collect();
    let (banks, buffers) = crate::model::known(block, &lists)?;
    let native = |(buffer, place): (&Buffer<'_>, &Placement)| {
        let bank = banks.get(usize::from(place.bank))?;
        let slot_align = buffer.align_in(bank);
        Some(Native { place: *place, size: buffer.bytes(), align: buffer.align, slot_align })
    };
    buffers.iter().zip(placements).map(native).collect()
}

/// The alignment of a primitive, or of an array of one, that is the same on each target.
fn primitive_align(ty: &syn::Type) -> Option<u64> {
    crate::primitive::natural_align(ty).filter(|_| crate::size::spelled_plain(ty))
}

/// The buffers of a block for which `belongs` holds.
fn select(block: &ir::Block, belongs: impl Fn(&ir::Buffer) -> bool) -> Vec<usize> {
    let buffers = block.buffers.iter().enumerate();
    buffers.filter(|(_, buffer)| belongs(buffer)).map(|(index, _)| index).collect()
}

impl<'a> Context<'a> {
    fn new(facade: &TokenStream, block: &'a ir::Block, layout: &'a Layout, number: usize) -> Self {
        let alive = |step: usize| {
            let fields = |buffer: &ir::Buffer| buffer.kind == BufferKind::Buffer && buffer.detached.is_none();
            select(block, |buffer| fields(buffer) && buffer.first <= step && step <= buffer.last)
        };
        let mut context = Self {
            block,
            layout,
            facade: quote!(#facade::__private),
            private: Generated::new().private.into_token_stream(),
            live: (0..block.steps.len()).map(alive).collect(),
            places: Places::planned(block),
            state: State::new(block),
            number,
            names: Generated::new(),
            native: native(block, layout),
            words: Vec::new(),
            contents: Vec::new(),
            locals: (0..block.buffers.len()).map(|index| format_ident!("__{index}")).collect(),
            consts: Consts::new(&block.constants),
        };
        context.words = (0..block.buffers.len()).map(|index| about::words(&context, index)).collect();
        let contents =
            |buffer: &ir::Buffer| context.contents(&buffer.ty, &buffer.marker).into_iter().collect();
        context.contents = block.buffers.iter().map(contents).collect();
        context
    }

    /// Whether no bytes are reused.
    fn is_sequential(&self) -> bool {
        matches!(self.block.options.strategy, Some((ir::Strategy::Sequential, _)))
    }

    /// Visibility of an item that stands `depth` modules below the place of the macro call.
    fn vis(&self, depth: usize) -> TokenStream {
        visibility::at(&self.block.vis, depth)
    }

    /// Whether the expansion accompanies an error, or is that of a draft. Then nothing in it can run, whatever
    /// happens to the error: no function returns, and there is no memory.
    fn failed(&self) -> bool {
        matches!(self.layout, Layout::Failed | Layout::Draft(_))
    }

    /// Whether the plan is a draft without a mistake.
    fn is_draft(&self) -> bool {
        matches!(self.layout, Layout::Draft(_))
    }

    /// Whether const evaluation plans a problem in which buffers that become each other in place are one.
    fn plans_shared(&self) -> bool {
        self.places.are_shared() && matches!(self.layout, Layout::Const | Layout::Draft(None))
    }

    /// Each buffer that a step creates in place, with the one that it was.
    fn in_place(&self) -> Vec<(usize, usize)> {
        let buffers = self.block.buffers.iter().enumerate();
        buffers.filter_map(|(index, buffer)| Some((index, buffer.place_of?))).collect()
    }

    /// A buffer that the macro placed.
    fn native(&self, buffer: usize) -> Option<&Native> {
        self.native.as_ref()?.get(buffer)
    }

    /// The body of a function of the plan: next to an error, one that never returns.
    fn body(&self, body: TokenStream) -> TokenStream {
        if self.failed() { quote!(loop {}) } else { body }
    }

    /// An argument of a function of the module. In a pattern the name of a constant would be no new name.
    fn argument(&self, name: &str) -> Ident {
        let taken = self.block.constants.iter().any(|constant| constant.name == name);
        if taken { format_ident!("__{}", name) } else { Ident::new(name, Span::call_site()) }
    }

    /// Whether bus masters access some buffer, so that cache lines matter.
    fn has_dma(&self) -> bool {
        self.block.buffers.iter().any(|buffer| buffer.dma.is_some())
    }

    /// Whether some buffer may leave padding bytes behind, so that plain buffers may have to be zeroed at birth.
    fn has_padding(&self) -> bool {
        self.block.buffers.iter().any(|buffer| !is_plain(buffer))
    }
}

impl Context<'_> {
    /// What a step's view says of a type: the type itself if it is a primitive or an array of one, otherwise the
    /// marker, for a projection. What a block's author wrote has a meaning only around the block, which may be in a
    /// function, and editors show a projection as it is.
    fn contents(&self, ty: &syn::Type, marker: &Ident) -> TokenStream {
        let concrete = size::concrete(ty, &self.consts, &self.private);
        concrete.map_or_else(|| marker.into_token_stream(), |ty| quote!(= #ty,))
    }
}

/// Whether the buffer's bytes are always initialised: its type is asserted to be plain.
fn is_plain(buffer: &ir::Buffer) -> bool {
    let value = matches!(buffer.contents, Contents::Value(_) | Contents::Image(_) | Contents::Unknown);
    buffer.spelled_plain || !value
}

/// Documentation: the user's attributes, or a fallback if they have no documentation.
fn docs<'a>(attrs: impl IntoIterator<Item = &'a Attribute>, fallback: &str) -> TokenStream {
    let attrs: Vec<&Attribute> = attrs.into_iter().collect();
    let fallback = (!attrs.iter().any(|attr| attr.path().is_ident("doc"))).then(|| doc(fallback));
    quote!(#(#attrs)* #fallback)
}

/// One line of documentation, indented as `///` indents.
fn doc(line: &str) -> TokenStream {
    let line = format!(" {line}");
    quote!(#[doc = #line])
}

/// The tokens with the location of `span`, so that an error in them is reported there. Names still resolve as at the
/// macro call.
fn spanned(span: Span, tokens: TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(span);
    let respan = |tree| match tree {
        TokenTree::Group(group) => {
            let mut group = Group::new(group.delimiter(), spanned(span, group.stream()));
            group.set_span(span);
            TokenTree::Group(group)
        }
        mut other => {
            other.set_span(span);
            other
        }
    };
    tokens.into_iter().map(respan).collect()
}

/// A call whose errors are reported at `span`. Only the parentheses have that location, which is enough for rustc: an
/// editor looks for the names that an expansion makes of the user's, and shows nothing for these.
fn call_at(span: Span, function: &TokenStream, arguments: TokenStream) -> TokenStream {
    let parentheses = |inside| {
        let mut group = Group::new(Delimiter::Parenthesis, inside);
        group.set_span(Span::call_site().located_at(span));
        TokenTree::Group(group)
    };
    [parentheses(function.clone()), parentheses(arguments)].into_iter().collect()
}

/// The type of a marker's contents by the trait `content`, whose errors are reported at `span`. Its ends have that location, for the reason
/// that [`call_at`] has.
fn contents_at(span: Span, content: &TokenStream, marker: &TokenStream) -> TokenStream {
    let located = Span::call_site().located_at(span);
    let (open, end) = (quote_spanned!(located=> <), quote_spanned!(located=> T));
    quote!(#open #marker as #content>::#end)
}

/// A name of the user that lints see as the macro's: the user did not choose it for a static or a type. Errors still
/// point at the user's name.
fn unlinted(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::call_site().located_at(name.span()));
    name
}

/// The module of names and, next to it, the user's types and expressions. `facade` is the path of the crate
/// `arena-plan`.
pub(crate) fn expand(facade: &TokenStream, block: &ir::Block, layout: &Layout, number: usize) -> TokenStream {
    let context = Context::new(facade, block, layout, number);
    let (vis, module) = (&block.vis, &block.module);
    let import = outside::import(&block.vis, &block.attrs, &block.name, &block.module);
    let hidden = import.as_ref().map(|_| quote!(#[doc(hidden)]));
    // Documentation goes outside, where its links resolve. Everything else goes inside, where rustc accepts no
    // attribute macro: one would receive the module's tokens, and could return others.
    let (documentation, attributes): (Vec<_>, Vec<_>) =
        block.attrs.iter().partition(|attr| attr.path().is_ident("doc"));
    let docs = docs(documentation, "A static memory plan.");
    let page = (!context.failed()).then(|| {
        let page = about::plan(&context);
        quote!(#[doc = #page])
    });
    let attributes = attributes.iter().map(|attr| &attr.meta);
    let constants = outside::constants(&context);
    let banks = banks::module(&context);
    let buffers = buffers::module(&context);
    let stored = constants::module(&context);
    let arena = arena::module(&context);
    let memory = (!context.failed()).then(|| arena::memory(&context));
    let (regions, handles) = (foreign::regions(&context), state::handles(&context));
    let (destinations, cold) = (staged::module(&context), staged::step(&context));
    let idle = tenant::idle(&context);
    let steps = steps::all(&context);
    let entry = entry::all(&context);
    let table = table::constant(&context);
    let audit = audit::function(&context);
    let outside = outside::all(&context);
    let draft = draft::warning(&context);
    let warnings = warnings::all(&context);
    let facade = &context.facade;
    // Only next to errors may an import be unused, so `#![forbid(unused_imports)]` stays possible.
    let unused = context.failed().then(|| quote!(unused_imports,));
    // A public block in a private module: whether it should be public is a question to its author once, not for each
    // generated item. Other blocks get no such line, so that `#![forbid(unreachable_pub)]` stays possible there.
    let unreachable = matches!(block.vis, Visibility::Public(_)).then(|| quote!(unreachable_pub,));
    let track = (!context.failed()).then(|| file::track(&context.private, block));
    quote! {
        #docs
        #page
        #hidden
        #vis mod #module {
            #(#![#attributes])*
            #![allow(
                deprecated, #unused #unreachable
                clippy::exhaustive_enums, clippy::exhaustive_structs, clippy::field_scoped_visibility_modifiers,
                clippy::partial_pub_fields
            )]
            use #facade;
            #constants
            #banks
            #buffers
            #stored
            #regions
            #handles
            #destinations
            #cold
            #idle
            #steps
            #entry
            #table
            #audit
            #memory
            #arena
            #track
        }
        #import
        #outside
        #draft
        #warnings
    }
}
