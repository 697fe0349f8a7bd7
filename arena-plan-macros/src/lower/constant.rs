//! Constants: their bank, their type and their value. Missing and superfluous parts are reported here, because a
//! constant is parsed like a buffer and most parts of a buffer are not allowed in it.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{Type, parse_quote};

use super::{Context, pool};
use crate::ast::{self, Flags, Kind, PlainBy};
use crate::figure::Figures;
use crate::ir::{Bank, Buffer, BufferKind, Contents, KnownSize, Stored};
use crate::size::{Measure, measure};

/// The banks that can be written, and those that cannot.
type Banks<'a> = (&'a [Bank], &'a [Bank]);

/// The constants, and the buffers for those that are copied to a bank, whose indices follow those of `buffers`.
pub(super) fn lower(
    constants: Vec<ast::Buffer>,
    banks: Banks<'_>,
    buffers: usize,
    context: &mut Context,
) -> (Vec<Stored>, Vec<Buffer>) {
    let mut staged = Staged { first: buffers, arenas: Vec::new() };
    let constants =
        constants.into_iter().filter_map(|constant| one(constant, banks, &mut staged, context)).collect();
    let buffers = staged.arenas.into_iter().map(|arena| {
        let bytes = |known: KnownSize| known.bytes.checked_next_multiple_of(known.align);
        let known = arena.known.and_then(|known| Some(KnownSize { bytes: bytes(known)?, ..known }));
        Buffer { known, ..arena.buffer }
    });
    (constants, buffers.collect())
}

fn one(
    constant: ast::Buffer,
    banks: Banks<'_>,
    staged: &mut Staged,
    context: &mut Context,
) -> Option<Stored> {
    let id = constant.name.unraw().to_string();
    let Some(named) = context.buffers.declare(&constant.name, &context.reserved, context.errors) else {
        context.doubts.dropped(Kind::Buffer, &id);
        context.doubts.untyped.insert(id);
        constant.banks.iter().for_each(|bank| context.doubts.add(bank.unraw().to_string()));
        return None;
    };
    let untyped = constant.ty.is_none();
    if untyped {
        context.doubts.untyped.insert(id);
    }
    if let Some((span, message)) = misplaced(&constant) {
        context.errors.at(Code::Contradiction, span, message);
    }
    let bank = bank(&constant, banks, context);
    let to = constant.to.as_ref().zip(bank);
    let known = constant.ty.as_ref().and_then(|ty| known(ty, context));
    let staged = to.and_then(|(to, bank)| staged.put(to, (bank, known), banks, context));
    if let Some(to) = constant.to.as_ref().filter(|_| staged.is_none()) {
        // Whether there is a step before the first is not known.
        context.doubts.schedule = true;
        context.doubts.add(to.unraw().to_string());
    }
    let ty = constant.ty.unwrap_or_else(|| Type::Verbatim(TokenStream::new()));
    let contents = match constant.flags.plain {
        Some((PlainBy::Zerocopy, span)) => Contents::Zerocopy(span),
        Some((PlainBy::Bytemuck, span)) => Contents::Bytemuck(span),
        None if constant.cut || untyped => Contents::Unknown,
        None => Contents::Plain,
    };
    if constant.value.is_none() && !constant.cut {
        let message = format!("constant `{}` has no value: write it after `=`", named.id);
        context.errors.at(Code::MissingField, constant.name.span(), message);
    }
    Some(Stored {
        attrs: constant.attrs,
        name: constant.name,
        id: named.id,
        marker: named.marker,
        ty,
        contents,
        value: constant.value,
        bank,
        rule: constant.rule,
        staged,
    })
}

/// The buffers for constants that are copied, one for each bank that they are copied to.
struct Staged {
    /// The index of the first among all buffers.
    first: usize,
    arenas: Vec<Arena>,
}

struct Arena {
    buffer: Buffer,
    /// The read-only bank that its constants come from.
    from: usize,
    to: usize,
    /// End of the last constant and largest alignment, where the macro knows all of them.
    known: Option<KnownSize>,
}

/// Size and alignment of a constant's type.
fn known(ty: &Type, context: &Context<'_>) -> Option<KnownSize> {
    match measure(ty, &context.consts) {
        Measure::Known(known) => Some(known),
        _ => None,
    }
}

/// What `before` is with another constant behind it.
fn behind(before: KnownSize, next: KnownSize) -> Option<KnownSize> {
    let start = before.bytes.checked_next_multiple_of(next.align)?;
    Some(KnownSize { bytes: start.checked_add(next.bytes)?, align: before.align.max(next.align) })
}

impl Staged {
    /// Puts a constant of the read-only bank `from` to the others in bank `to`: gives the index of their buffer.
    fn put(
        &mut self,
        to: &Ident,
        (from, size): (usize, Option<KnownSize>),
        banks: Banks<'_>,
        context: &mut Context,
    ) -> Option<usize> {
        let bank = context.banks.find(to, &mut context.doubts, context.errors).known()?;
        let (writable, read_only) = banks;
        let Some(target) = writable.get(bank) else {
            let message =
                format!("bank `{to}` is read only, so nothing can be copied into it: remove `-> {to}`");
            context.errors.at(Code::ReadOnly, to.span(), message);
            return None;
        };
        if !pool::holds_no_constants(to, target, context) {
            return None;
        }
        if let Some(index) = self.arenas.iter().position(|arena| arena.to == bank) {
            let arena = &mut self.arenas[index];
            arena.known = arena.known.zip(size).and_then(|(before, next)| behind(before, next));
            if arena.from != from {
                let message = format!(
                    "all constants in `{to}` are copied from one bank, and others come from `{}`: keep one of the two",
                    read_only[arena.from].id
                );
                context.errors.at(Code::ReadOnly, to.span(), message);
                return None;
            }
            return Some(self.first + index);
        }
        let id = format!("staged_{}", target.id);
        let name = Ident::new(&id, to.span());
        if context.buffers.has(&name) {
            let message = format!(
                "the constants that are copied to `{to}` become the buffer `{id}`, but the block has a buffer with that name: rename it"
            );
            context.errors.at(Code::DuplicateId, to.span(), message);
            return None;
        }
        let marker = Ident::new(&format!("Staged{}", target.marker), to.span());
        let buffer = Buffer {
            kind: BufferKind::Staged,
            attrs: Vec::new(),
            id,
            marker,
            ty: parse_quote!(#name),
            name,
            known: None,
            spelled_plain: false,
            banks: vec![(bank, to.span())],
            rule: None,
            figures: Figures::default(),
            first: 0,
            last: 0,
            needed: (0, 0),
            zeroed: false,
            detached: None,
            dma: None,
            contents: Contents::Plain,
            place_of: None,
        };
        self.arenas.push(Arena { buffer, from, to: bank, known: size });
        Some(self.first + self.arenas.len() - 1)
    }
}

/// Parts in the declaration of a constant that belong to a buffer.
fn misplaced(constant: &ast::Buffer) -> Option<(Span, String)> {
    let Flags { live, retain, source, zeroed, detached, dma, plain: _ } = &constant.flags;
    let live = live.as_ref().map(|live| live.tokens.span());
    let words = [
        ("live", live),
        ("retain", *retain),
        ("source", *source),
        ("zeroed", *zeroed),
        ("detached", *detached),
    ];
    let word = words.into_iter().find_map(|(word, span)| Some((word, span?)));
    let name = &constant.name;
    if let Some((word, span)) = word {
        let message = format!("constant `{name}` has its value in every step: remove `{word}`");
        return Some((span, message));
    }
    if let Some(span) = dma {
        let message = format!("`dma` is for buffers, and constant `{name}` is only read: remove it");
        return Some((*span, message));
    }
    let (_, number) = constant.figures.iter().next()?;
    let message = format!(
        "constants are laid out one after the other in their bank, each aligned as its type: remove this from `{name}`, or align the \
         bank"
    );
    Some((number.span, message))
}

/// The read-only bank that the constant is in.
fn bank(constant: &ast::Buffer, (writable, read_only): Banks<'_>, context: &mut Context) -> Option<usize> {
    let name = &constant.name;
    let [bank] = constant.banks.as_slice() else {
        if !constant.cut {
            let example = read_only.first().map_or("flash", |bank| bank.id.as_str());
            let (span, message) = match constant.banks.get(1) {
                Some(second) => (second.span(), format!("constant `{name}` has a bank already: keep one")),
                None => (
                    name.span(),
                    format!("constant `{name}` needs a bank with `read_only`: write `in {example}`"),
                ),
            };
            context.errors.at(Code::ReadOnly, span, message);
        }
        return None;
    };
    let index = context.banks.find(bank, &mut context.doubts, context.errors).known()?;
    if context.doubts.about(Kind::Bank, &bank.unraw().to_string()) {
        return index.checked_sub(writable.len());
    }
    let Some(index) = index.checked_sub(writable.len()) else {
        let example = read_only.first().map_or("flash", |bank| bank.id.as_str());
        let message = format!(
            "constant `{name}` is read in place, but bank `{bank}` is not `read_only`: add `read_only` to the bank if \
             nothing writes to it, or copy the constant from one that has it: `in {example} -> {bank}`"
        );
        context.errors.at(Code::ReadOnly, bank.span(), message);
        return None;
    };
    Some(index)
}
