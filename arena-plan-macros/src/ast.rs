//! The block as it is written: names are still names, and what could not be read is recorded as such.
//!
//! `parse` creates it, `lower` resolves it. The parts of a broken declaration that were not read are `None`, so that
//! an editor still has completion for the rest.

use std::collections::BTreeSet;

use arena_plan_core::model::BufferKind;
use arena_plan_core::problem::Selector;
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Path, Type, Visibility};

use crate::figure::Figures;
use crate::ir;
use crate::variants::Removed;

/// The kind of a name. Each kind has its own names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Bank,
    Buffer,
    Step,
    Const,
}

impl Kind {
    /// The keyword, which is also the word for it in messages.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Bank => "bank",
            Self::Buffer => "buffer",
            Self::Step => "step",
            Self::Const => "const",
        }
    }

    /// The kind of what a keyword declares.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        match word {
            "bank" => Some(Self::Bank),
            "buffer" | "persistent" | "constant" => Some(Self::Buffer),
            "step" => Some(Self::Step),
            "const" => Some(Self::Const),
            _ => None,
        }
    }
}

/// One `arena_plan!` block.
pub(crate) struct Block {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    pub(crate) options: ir::Options,
    pub(crate) layout: Option<LitStr>,
    pub(crate) includes: Vec<Include>,
    /// The keyword `place`.
    pub(crate) place: Option<Span>,
    /// The rules after it.
    pub(crate) rules: Vec<Rule>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) banks: Vec<Bank>,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) steps: Vec<Step>,
    /// What other variants of the block declare.
    pub(crate) removed: Vec<Removed>,
    pub(crate) unread: Unread,
}

/// What declarations with a mistake may have declared or used: later stages report nothing about these names.
#[derive(Default)]
pub(crate) struct Unread {
    /// Declarations that are known to exist; without a kind or a name if that could not be read.
    pub(crate) declared: Vec<(Option<Kind>, Option<String>)>,
    /// Kinds of declarations with a mistake: what they use is not known.
    pub(crate) broken: Vec<Kind>,
    /// Every identifier in a declaration with a mistake.
    pub(crate) mentioned: BTreeSet<String>,
    /// Whether a merge left two versions of something: any other mistake follows from that.
    pub(crate) conflict: bool,
}

/// `include "FILE";`
pub(crate) struct Include {
    pub(crate) file: LitStr,
    /// How many buffers are declared above it: the declarations of the file follow them.
    #[cfg_attr(not(feature = "files"), expect(dead_code, reason = "the file is not read"))]
    pub(crate) buffers: usize,
    /// The same of steps.
    #[cfg_attr(not(feature = "files"), expect(dead_code, reason = "the file is not read"))]
    pub(crate) steps: usize,
}

/// One rule of `place { … }`.
pub(crate) struct Rule {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) about: Selector,
    /// Where it begins.
    pub(crate) span: Span,
    pub(crate) banks: Vec<Ident>,
    /// For constants: the bank after `->`.
    pub(crate) to: Option<Ident>,
}

/// A number, with units multiplied out.
pub(crate) struct Num {
    pub(crate) expr: Expr,
    /// Whether `%` follows: a share of the bank's capacity.
    pub(crate) per_cent: bool,
    pub(crate) span: Span,
}

/// `const NAME: TYPE = EXPR;`
pub(crate) struct Constant {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    /// Type and value; `None` after a mistake.
    pub(crate) value: Option<(Type, Expr)>,
}

/// `bank NAME { … }`
pub(crate) struct Bank {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) figures: Figures<Num>,
    pub(crate) section: Option<ir::Section>,
    /// `storage: …`, with the span of the field's name.
    pub(crate) storage: Option<(ir::Storage, Span)>,
    /// Whether a mistake hides whose memory it is.
    pub(crate) unclear: bool,
    /// The keyword `read_only`.
    pub(crate) read_only: Option<Span>,
    /// `dma: yes` or `dma: no`, with the span of the field's name.
    pub(crate) dma: Option<(bool, Span)>,
}

/// How a type is known to be plain, other than by its spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlainBy {
    Zerocopy,
    Bytemuck,
}

/// `live …`, inclusive; an open end is `None`.
pub(crate) struct Live {
    pub(crate) first: Option<Ident>,
    pub(crate) last: Option<Ident>,
    /// The range as written, for errors about it.
    pub(crate) tokens: TokenStream,
}

/// Flags of a buffer that are not numbers, with the span of each keyword.
#[derive(Default)]
pub(crate) struct Flags {
    pub(crate) live: Option<Live>,
    pub(crate) retain: Option<Span>,
    pub(crate) source: Option<Span>,
    pub(crate) zeroed: Option<Span>,
    pub(crate) detached: Option<Span>,
    pub(crate) dma: Option<Span>,
    pub(crate) plain: Option<(PlainBy, Span)>,
}

/// `buffer NAME: TYPE …;`, or with the keyword of another kind.
pub(crate) struct Buffer {
    pub(crate) kind: BufferKind,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) ty: Option<Type>,
    pub(crate) banks: Vec<Ident>,
    /// The rule that gave it these banks.
    pub(crate) rule: Option<String>,
    /// For a constant: the bank after `->`, to which it is copied.
    pub(crate) to: Option<Ident>,
    pub(crate) figures: Figures<Num>,
    pub(crate) flags: Flags,
    pub(crate) value: Option<Expr>,
    /// Whether a mistake ended the declaration early: there may be a value in the part that was not read.
    pub(crate) cut: bool,
}

/// `step NAME …;`
pub(crate) struct Step {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: Ident,
    /// Buffers in the order of the declaration.
    pub(crate) uses: Vec<(ir::Mode, Ident)>,
    /// Whether a mistake hides some of its uses.
    pub(crate) unclear: bool,
}

/// `mod NAME for PLAN, PLAN;`: memory that plans use in turn.
pub(crate) struct Pool {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) section: Option<ir::Section>,
}

/// A plan that uses a pool.
pub(crate) struct Tenant {
    /// Only `cfg`.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) path: Path,
}
