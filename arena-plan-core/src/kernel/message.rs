//! The texts of faults: the same words in the macro, in const evaluation and in the command.

use super::advice::Advice;
use super::advice_text;
use super::fault::{Fault, Sought, Unsuited};
use super::granule;
use super::parts_text;
use super::proof_text::{self, lifetime};
use super::text::Text;
use crate::model::{Bank, Buffer, Placement};

/// Maximum length of a message in bytes.
pub const MESSAGE_BYTES: usize = 4096;

/// The text of one fault.
pub type Message = Text<MESSAGE_BYTES>;

/// A problem with the names that messages use. Each name has the same index as what it names.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The banks.
    pub banks: &'a [Bank],
    /// Their names.
    pub bank_ids: &'a [&'a str],
    /// The buffers.
    pub buffers: &'a [Buffer<'a>],
    /// Their names.
    pub buffer_ids: &'a [&'a str],
    /// The steps' names.
    pub step_ids: &'a [&'a str],
}

impl Source<'_> {
    pub(super) const fn bank(&self, index: usize) -> &str {
        if index < self.bank_ids.len() { self.bank_ids[index] } else { "?" }
    }

    pub(super) const fn buffer(&self, index: u32) -> &str {
        if (index as usize) < self.buffer_ids.len() { self.buffer_ids[index as usize] } else { "?" }
    }

    pub(super) const fn step(&self, index: u32) -> &str {
        if (index as usize) < self.step_ids.len() { self.step_ids[index as usize] } else { "?" }
    }
}

/// Says what is wrong, where, by how much, and what to do about it. The first line is the headline.
///
/// ```
/// use arena_plan_core::kernel::{fault::Fault, message::{Source, describe}};
/// use arena_plan_core::model::{Bank, Buffer};
/// let source = Source {
///     banks: &[Bank::new(64)],
///     bank_ids: &["ram"],
///     buffers: &[Buffer::new(96, 1, 0, 0, &[0])],
///     buffer_ids: &["pcm"],
///     step_ids: &["capture"],
/// };
/// let text = describe(&Fault::TooBig { buffer: 0, rounding: None }, &source);
/// assert_eq!(
///     text.as_str(),
///     "buffer `pcm` needs 96 bytes, but no bank that it may use is that large: \
///      `ram` has 64 bytes (32 bytes short)",
/// );
/// ```
pub const fn describe(fault: &Fault, source: &Source<'_>) -> Message {
    details(headline(fault, source), fault, &Advice::NONE, source)
}

/// The same with what would help.
pub const fn advised(fault: &Fault, advice: &Advice, source: &Source<'_>) -> Message {
    details(headline(fault, source), fault, advice, source)
}

/// The same with the [code](Fault::code) in brackets at the end of the headline, for errors that consist of text
/// alone.
///
/// ```
/// use arena_plan_core::kernel::{advice::Advice, fault::Fault, message::{Source, coded}};
/// use arena_plan_core::model::{Bank, Buffer};
/// let source = Source {
///     banks: &[Bank::new(64)],
///     bank_ids: &["ram"],
///     buffers: &[Buffer::new(1, 24, 0, 0, &[0])],
///     buffer_ids: &["pcm"],
///     step_ids: &["capture"],
/// };
/// assert_eq!(
///     coded(&Fault::BufferAlign { buffer: 0 }, &Advice::NONE, &source).as_str(),
///     "buffer `pcm` has alignment 24, which is not a power of two: the nearest are 16 and 32 [bad-alignment]",
/// );
/// ```
pub const fn coded(fault: &Fault, advice: &Advice, source: &Source<'_>) -> Message {
    details(headline(fault, source).code(fault.code()), fault, advice, source)
}

/// The first line: what is wrong, and by how much.
const fn headline(fault: &Fault, source: &Source<'_>) -> Message {
    match *fault {
        Fault::ZeroSize { buffer } => {
            of(source, buffer).push(" has a zero-sized type: it needs no memory, so keep it outside the plan")
        }
        Fault::TooLarge { buffer } => of(source, buffer)
            .push(" needs ")
            .bytes(source.buffers[buffer as usize].size)
            .push(", more than a problem may hold (2^63 - 1)"),
        Fault::BufferAlign { buffer } => parts_text::alignment(
            of(source, buffer),
            " has alignment ",
            source.buffers[buffer as usize].align,
        ),
        Fault::AlignTooLarge { buffer } => parts_text::align_too_large(source, buffer),
        Fault::BankAlign { bank } => parts_text::bank_align(source, bank),
        Fault::CacheLine { bank } => parts_text::cache_line(source, bank),
        Fault::Reserve { bank } => {
            let figures = &source.banks[bank as usize];
            Text::new()
                .push("bank ")
                .quote(source.bank(bank as usize))
                .push(" reserves ")
                .bytes(figures.reserve)
                .push(" of its ")
                .number(figures.capacity)
                .push(" (")
                .bytes(figures.reserve.saturating_sub(figures.capacity))
                .push(" too many)")
        }
        Fault::FixedMisaligned { buffer } => parts_text::fixed_misaligned(source, buffer),
        Fault::FixedOutside { buffer, .. } => parts_text::fixed_outside(source, buffer),
        Fault::FixedOverlap { buffer, other } => parts_text::fixed_overlap(source, buffer, other),
        Fault::TooBig { buffer, .. } => parts_text::too_big(source, buffer),
        Fault::OverBudget(excess) => proof_text::over_budget(source, &excess),
        Fault::NoPiece { buffer } => proof_text::no_piece(source, buffer),
        Fault::Packing(packing) => proof_text::packing(source, &packing),
        Fault::Exhausted { buffer, placement } => closest(
            Text::new().push("no layout exists: search exhausted; in the closest attempt, "),
            source,
            buffer,
            placement,
        ),
        Fault::NotFound { buffer, placement, .. } => {
            closest(Text::new().push("no layout found: "), source, buffer, placement)
        }
        Fault::Given { buffer, placement, why } => given(source, buffer, placement, why),
        Fault::SizeDiffers { buffer, assumed } => of(source, buffer)
            .push(" has ")
            .bytes(source.buffers[buffer as usize].size)
            .push(", not the ")
            .number(assumed)
            .push(" that its spelling suggests: a name in it is not the primitive type here"),
        Fault::Overflow { buffer } => {
            of(source, buffer).push(" brings the sum of sizes above what a problem may hold (2^63 - 1 bytes)")
        }
    }
}

/// What follows the first line.
const fn details(text: Message, fault: &Fault, advice: &Advice, source: &Source<'_>) -> Message {
    let text = match fault {
        Fault::OverBudget(excess) => proof_text::loads(text, source, excess),
        Fault::Packing(packing) => proof_text::parts(text, source, packing),
        Fault::NotFound { sought, .. } => sought_by(
            text.push(
                "\nthe bytes alive at each step would fit, so a layout may exist: \
                 raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer",
            ),
            *sought,
        ),
        Fault::Exhausted { .. } if advice.changes().is_empty() => {
            text.push("\nraise a capacity, allow more banks, shorten a lifetime or move a fixed buffer")
        }
        Fault::NoPiece { .. } if advice.changes().is_empty() => {
            text.push("\nmove a fixed buffer, raise a capacity, allow more banks or make the buffer smaller")
        }
        _ => text,
    };
    advice_text::list(text, advice, source)
}

/// What else could have been done to find a layout.
const fn sought_by(text: Message, sought: Sought) -> Message {
    match sought {
        Sought::ConstEvaluation => text.push(
            "\nconst evaluation does not search, whatever the effort: write the sizes with primitives and constants of \
             the block, so that the macro can search, or take a layout from `arena-plan layout` with `layout \"FILE\";`",
        ),
        Sought::FirstFit => text.push("\nor let the planner search: the options ask for first fit alone"),
        Sought::Search => text.push("\nor search longer, with the effort `thorough`"),
        Sought::ThoroughSearch => text,
    }
}

/// The beginning of a sentence about a buffer.
pub(super) const fn of(source: &Source<'_>, buffer: u32) -> Message {
    Text::new().push("buffer ").quote(source.buffer(buffer))
}

/// `a..b`, the bytes of a fixed buffer.
pub(super) const fn range(text: Message, offset: u64, size: u64) -> Message {
    text.number(offset).push("..").number(offset.saturating_add(size))
}

/// The usable bytes of a bank, and why they are fewer than its capacity.
pub(super) const fn capacity(text: Message, source: &Source<'_>, bank: usize) -> Message {
    reduced(text.number(source.banks[bank].room()), source, bank)
}

/// Why the usable bytes of a bank, which the text ends with, are fewer than its capacity.
pub(super) const fn reduced(text: Message, source: &Source<'_>, number: usize) -> Message {
    let bank = &source.banks[number];
    if bank.room() == bank.capacity {
        return text;
    }
    let mut text = text.push(" (capacity ").number(bank.capacity);
    if bank.reserve > 0 {
        text = text.push(" less a reserve of ").number(bank.reserve);
    }
    if bank.room() + bank.reserve != bank.capacity {
        #[expect(clippy::cast_possible_truncation, reason = "banks are numbered with 16 bits")]
        let index = number as u16;
        text = match granule::culprit(bank, index, source.buffers) {
            Some(buffer) => text
                .push(", in multiples of ")
                .number(bank.granule)
                .push(", the alignment of ")
                .quote(source.buffer(buffer)),
            None => text.push(", in multiples of its alignment ").number(bank.granule),
        };
    }
    text.push(")")
}

const fn given(source: &Source<'_>, index: u32, placement: Placement, why: Unsuited) -> Message {
    let buffer = &source.buffers[index as usize];
    let number = placement.bank as usize;
    let text =
        Text::new().push("the layout file puts buffer ").quote(source.buffer(index)).push(" at bytes ");
    let text = range(text, placement.offset, buffer.size)
        .push(" of bank ")
        .quote(source.bank(number))
        .push(", but ");
    let text = match why {
        Unsuited::Bank if buffer.dma && number < source.banks.len() && !source.banks[number].dma => {
            text.push("bus masters do not reach that bank")
        }
        Unsuited::Bank => text.push("that is not one of its banks"),
        Unsuited::Fixed => match buffer.fixed {
            Some(offset) => text.push("it is fixed at ").number(offset),
            None => text.push("it is fixed elsewhere"),
        },
        Unsuited::Misaligned => {
            text.push("the offset is not a multiple of ").number(buffer.align_in(&source.banks[number]))
        }
        Unsuited::Outside => capacity(text.push("the bank ends at "), source, number),
        Unsuited::Overlap { other, at } => {
            let first = source.buffers[other as usize].first;
            let step = if buffer.first > first { buffer.first } else { first };
            let text = text.quote(source.buffer(other)).push(" is at ");
            range(text, at.offset, source.buffers[other as usize].size)
                .push(", and both are alive in step ")
                .quote(source.step(step))
        }
    };
    text.push("; generate it again for the current sizes and lifetimes (`arena-plan layout`)")
}

/// The buffer that fits nowhere, and how close the best place is.
const fn closest(text: Message, source: &Source<'_>, index: u32, placement: Placement) -> Message {
    let buffer = &source.buffers[index as usize];
    let number = placement.bank as usize;
    let end = placement.offset.saturating_add(buffer.size);
    let mut text =
        text.push("buffer ").quote(source.buffer(index)).push(" (").bytes(buffer.size).push(", alive in ");
    text = lifetime(text, source, buffer)
        .push(") fits in no gap of ")
        .push(if buffer.banks.len() > 1 { "its banks; in " } else { "its bank; in " })
        .quote(source.bank(number))
        .push(" it would end at byte ")
        .number(end)
        .push(", but the bank ends at ");
    capacity(text, source, number)
        .push(" (")
        .bytes(end.saturating_sub(source.banks[number].room()))
        .push(" over)")
}
