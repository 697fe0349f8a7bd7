//! The block after lowering: names resolved to indices, spans kept, sizes where the macro can know them.
//!
//! `lower` makes it, `check` judges it, `plan` places its buffers and `expand` writes code from it.

pub(crate) use arena_plan_core::kernel::order::Order;
pub(crate) use arena_plan_core::model::BufferKind;
pub(crate) use arena_plan_core::planner::{Effort, Strategy};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Token, Type, Visibility};

use crate::figure::Figures;

/// One `arena_plan!` block.
pub(crate) struct Block {
    pub(crate) options: Options,
    /// `layout "FILE";`: placements are read and not planned.
    pub(crate) layout: Option<LitStr>,
    /// Files whose tensors and steps are among the buffers and steps.
    pub(crate) includes: Vec<LitStr>,
    /// Outer attributes of the module: docs, `cfg`, `allow`.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    /// The module that is emitted: the name, or one that the name imports.
    pub(crate) module: Ident,
    pub(crate) constants: Vec<Constant>,
    /// Those that can be written, in which buffers lie.
    pub(crate) banks: Vec<Bank>,
    /// Those with `read_only`, in which constants lie. Their numbers follow those of `banks`.
    pub(crate) read_only: Vec<Bank>,
    pub(crate) buffers: Vec<Buffer>,
    /// The `constant`s.
    pub(crate) stored: Vec<Stored>,
    pub(crate) steps: Vec<Step>,
    /// What stands beside mistakes that leave something unclear.
    pub(crate) unclear: Option<Unclear>,
}

/// Parts of the block that mistakes leave unclear. They get the type of an error, so that rustc says nothing about code
/// that uses them.
pub(crate) struct Unclear {
    /// The first mistake, as the invocation of `compile_error!` that gives the type. Empty until the code is written.
    pub(crate) error: TokenStream,
    /// Whether a step or a buffer may be missing, so that no step can be trusted.
    pub(crate) schedule: bool,
}

/// Options of the block, each with the span of its value.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) order: Option<(Order, Span)>,
    pub(crate) effort: Option<(Effort, Span)>,
    pub(crate) strategy: Option<(Strategy, Span)>,
    /// `#![draft]`: the plan is printed and cannot be run.
    pub(crate) draft: Option<Span>,
}

/// A `const` declared in the block.
pub(crate) struct Constant {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) expr: Expr,
}

/// A number: its tokens as an expression of type `usize`, and its value where the macro can compute it.
#[derive(Clone)]
pub(crate) struct Num {
    /// Units are multiplied out: `128 KiB` becomes `131072`. One operand: a literal, a path, or an expression in
    /// parentheses or braces.
    pub(crate) tokens: TokenStream,
    pub(crate) value: Option<u64>,
    /// Per cent of the bank's capacity, rounded up to whole bytes.
    pub(crate) per_cent: bool,
    pub(crate) span: Span,
}

/// A linker section; names outside the free prefixes carry the user's `unsafe`.
pub(crate) struct Section {
    pub(crate) name: LitStr,
    pub(crate) unsafety: Option<Token![unsafe]>,
}

/// One bank.
pub(crate) struct Bank {
    pub(crate) attrs: Vec<Attribute>,
    /// The user's identifier.
    pub(crate) name: Ident,
    /// The name without `r#`, as it stands in messages and tables.
    pub(crate) id: String,
    /// Marker type in `bank`: `dtcm` gives `Dtcm`, with the span of the name.
    pub(crate) marker: Ident,
    pub(crate) figures: Figures<Num>,
    pub(crate) section: Option<Section>,
}

/// Size and natural alignment of a type that the macro knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownSize {
    pub(crate) bytes: u64,
    pub(crate) align: u64,
}

/// What a buffer holds when it comes to life, and what makes that sound.
pub(crate) enum Contents {
    /// Unspecified bytes: the type must be `Plain`.
    Plain,
    /// Unspecified bytes: `plain(zerocopy)`; the span is the flag's.
    Zerocopy(Span),
    /// Unspecified bytes: `plain(bytemuck)`.
    Bytemuck(Span),
    /// `= EXPR`.
    Value(Box<Expr>),
    /// `= const { EXPR }`: the value is copied from where the program has its constants. The block is what stands in the
    /// braces, with them.
    Image(Box<syn::Block>),
    /// Beside an error: not read, or not to be asked about.
    Unknown,
}

/// One buffer.
pub(crate) struct Buffer {
    pub(crate) kind: BufferKind,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) id: String,
    /// Marker type in `buf`, with the span of the name.
    pub(crate) marker: Ident,
    pub(crate) ty: Type,
    /// Known for primitives and arrays of them whose length the macro can compute.
    pub(crate) known: Option<KnownSize>,
    /// Spelled as an integer or float primitive or an array of such (whatever the length): treated as plain even
    /// with a value, and asserted to be.
    pub(crate) spelled_plain: bool,
    /// Allowed banks in order of preference, with the span of each mention (the buffer's name when left out).
    pub(crate) banks: Vec<(usize, Span)>,
    pub(crate) figures: Figures<Num>,
    /// Steps, inclusive.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The steps of the lifetime from the first that uses the buffer to the last; all of it where none does, or where the
    /// lifetime is not written.
    pub(crate) needed: (usize, usize),
    pub(crate) zeroed: bool,
    /// The flag `detached`: the application holds the handle.
    pub(crate) detached: Option<Span>,
    pub(crate) contents: Contents,
    /// The buffer whose bytes it takes, where a step makes it in place.
    pub(crate) place_of: Option<usize>,
}

/// One `constant`: a value in the read-only bank `bank`.
pub(crate) struct Stored {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) id: String,
    /// Marker type in `constant`, with the span of the name.
    pub(crate) marker: Ident,
    pub(crate) ty: Type,
    /// What makes its bytes plain; never a value.
    pub(crate) contents: Contents,
    /// The value; none beside an error.
    pub(crate) value: Option<Expr>,
    /// Which of the read-only banks it is in; none beside an error.
    pub(crate) bank: Option<usize>,
}

/// How a step uses a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Input,
    Mut,
    Scratch,
    Output,
    /// Read and written, and another buffer from the next step on: `x` of `x => y`.
    InPlace,
    /// What that other buffer is: `y` of `x => y`. It has no handle in the step.
    Successor,
}

/// One use of a buffer by a step, in the order of the declaration.
pub(crate) struct Use {
    pub(crate) buffer: usize,
    pub(crate) mode: Mode,
    pub(crate) span: Span,
}

/// One step.
pub(crate) struct Step {
    pub(crate) attrs: Vec<Attribute>,
    /// Whether a mistake hides some of its uses.
    pub(crate) unclear: bool,
    pub(crate) id: String,
    /// The step's struct: `capture` gives `Capture`.
    pub(crate) marker: Ident,
    pub(crate) uses: Vec<Use>,
    /// The constants that it reads, by index, with the place of each name.
    pub(crate) constants: Vec<(usize, Span)>,
}
