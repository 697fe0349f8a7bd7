//! The block after lowering: names resolved to indices, spans kept, sizes if the macro can know them.
//!
//! `lower` creates it, `check` checks it, `plan` places its buffers and `expand` generates code from it.

pub(crate) use arena_plan_core::kernel::order::Order;
pub(crate) use arena_plan_core::model::BufferKind;
pub(crate) use arena_plan_core::planner::{Effort, Strategy};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Path, Token, Type, Visibility};

use crate::figure::Figures;
use crate::variants::Removed;

/// One `arena_plan!` block.
pub(crate) struct Block {
    pub(crate) options: Options,
    /// `layout "FILE";`: placements are read, not planned.
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
    /// The writable banks, for buffers.
    pub(crate) banks: Vec<Bank>,
    /// The banks with `read_only`, for constants. Their indices follow those of `banks`.
    pub(crate) read_only: Vec<Bank>,
    pub(crate) buffers: Vec<Buffer>,
    /// The `constant`s.
    pub(crate) stored: Vec<Stored>,
    pub(crate) steps: Vec<Step>,
    /// What other variants of the block declare.
    #[cfg_attr(not(feature = "files"), expect(dead_code, reason = "only a layout file names it"))]
    pub(crate) removed: Vec<Removed>,
    /// What to emit next to mistakes that leave something unclear.
    pub(crate) unclear: Option<Unclear>,
}

/// Parts of the block that mistakes leave unclear. They get the error type, so that rustc reports nothing about code
/// that uses them.
pub(crate) struct Unclear {
    /// The first mistake, as the invocation of `compile_error!` that yields the type. Empty until the code is
    /// generated.
    pub(crate) error: TokenStream,
    /// Whether a step or a buffer may be missing, so that no step can be relied on.
    pub(crate) schedule: bool,
}

/// Options of the block, each with the span of its value.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) order: Option<(Order, Span)>,
    pub(crate) effort: Option<(Effort, Span)>,
    pub(crate) strategy: Option<(Strategy, Span)>,
    /// `#![draft]`: the plan can be printed but not run.
    pub(crate) draft: Option<Span>,
}

/// A `const` declared in the block.
pub(crate) struct Constant {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) expr: Expr,
}

/// A number: its tokens as an expression of type `usize`, and its value if the macro can compute it.
#[derive(Clone)]
pub(crate) struct Num {
    /// Units are multiplied out: `128 KiB` becomes `131072`. One operand: a literal, a path, or an expression in
    /// parentheses or braces.
    pub(crate) tokens: TokenStream,
    pub(crate) value: Option<u64>,
    /// Percentage of the bank's capacity, rounded up to whole bytes.
    pub(crate) per_cent: bool,
    pub(crate) span: Span,
}

/// A linker section; names outside the allowed prefixes need the user's `unsafe`.
pub(crate) struct Section {
    pub(crate) name: LitStr,
    pub(crate) unsafety: Option<Token![unsafe]>,
}

/// A symbol of the linker script.
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Whose memory a bank is.
pub(crate) enum Storage {
    /// A static of the plan; also if nothing is said.
    Static,
    /// The application's, which gives it to the plan when the program runs.
    Caller,
    /// What lies between two symbols of the linker script, as the user promises.
    Linker { unsafety: Token![unsafe], start: Symbol, end: Symbol },
    /// That of a pool, which several plans use in turn.
    Shared(Path),
}

/// One bank.
pub(crate) struct Bank {
    pub(crate) attrs: Vec<Attribute>,
    /// The user's identifier.
    pub(crate) name: Ident,
    /// The name without `r#`, as in messages and tables.
    pub(crate) id: String,
    /// Marker type in `bank`: `dtcm` gives `Dtcm`, with the span of the name.
    pub(crate) marker: Ident,
    pub(crate) figures: Figures<Num>,
    pub(crate) section: Option<Section>,
    pub(crate) storage: Storage,
    /// Whether bus masters reach it.
    pub(crate) dma: bool,
}

impl Bank {
    /// The path of the pool that it is in.
    pub(crate) fn pool(&self) -> Option<&Path> {
        match &self.storage {
            Storage::Shared(pool) => Some(pool),
            Storage::Static | Storage::Caller | Storage::Linker { .. } => None,
        }
    }

    /// Whether it is a static of the plan.
    pub(crate) fn is_static(&self) -> bool {
        matches!(self.storage, Storage::Static)
    }

    /// Whether the application gives its memory when the program runs.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(self.storage, Storage::Caller)
    }
}

/// Size and natural alignment of a type that the macro knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownSize {
    pub(crate) bytes: u64,
    pub(crate) align: u64,
}

/// What a buffer contains when it becomes live, and what makes that sound.
pub(crate) enum Contents {
    /// Unspecified bytes: the type must be `Plain`.
    Plain,
    /// Unspecified bytes: `plain(zerocopy)`; the span is the flag's.
    Zerocopy(Span),
    /// Unspecified bytes: `plain(bytemuck)`.
    Bytemuck(Span),
    /// `= EXPR`.
    Value(Box<Expr>),
    /// `= const { EXPR }`: the value is copied from the program's constants. The block includes its braces.
    Image(Box<syn::Block>),
    /// Next to an error: not read, or not to be checked.
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
    /// Spelled as an integer or float primitive or an array of these (of any length): treated as plain even with a
    /// value, and asserted to be.
    pub(crate) spelled_plain: bool,
    /// Allowed banks in order of preference, with the span of each mention (the buffer's name when left out).
    pub(crate) banks: Vec<(usize, Span)>,
    /// What gave it these banks, in a block with rules: the rule, or `in`.
    pub(crate) rule: Option<String>,
    pub(crate) figures: Figures<Num>,
    /// Steps, inclusive.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The part of the lifetime from the first to the last step that uses the buffer; all of it if no step does, or
    /// if the lifetime is not explicit.
    pub(crate) needed: (usize, usize),
    pub(crate) zeroed: bool,
    /// The flag `detached`: the application holds the handle.
    pub(crate) detached: Option<Span>,
    /// The flag `dma`, its own or that of the buffer whose place it takes.
    pub(crate) dma: Option<Span>,
    pub(crate) contents: Contents,
    /// The buffer whose bytes it takes, if a step creates it in place.
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
    /// The value; `None` next to an error.
    pub(crate) value: Option<Expr>,
    /// The index of its read-only bank; `None` next to an error.
    pub(crate) bank: Option<usize>,
    /// What gave it that bank, in a block with rules: the rule, or `in`.
    pub(crate) rule: Option<String>,
    /// The buffer to which it is copied before the first step, among the others of its bank.
    pub(crate) staged: Option<usize>,
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
    /// The other buffer of that: `y` of `x => y`. It has no handle in the step.
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
