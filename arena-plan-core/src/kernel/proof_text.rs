//! The texts of proofs that no layout exists: what is alive in a step, and the room that the banks have for it.

use super::bound::{self, Excess};
use super::live;
use super::message::{Message, Source, capacity, range, reduced};
use super::packing::{self, Packing};
use super::parts_text::in_lines;
use super::pieces::{self, Life, Piece};
use super::text::{Text, digits, width};
use crate::model::Buffer;

/// Number of buffers that a message lists before it sums up the rest.
const LISTED: usize = 12;

/// Number of pieces and fixed buffers that a line names.
const NAMED: usize = 8;

/// The headline of an excess.
pub(super) const fn over_budget(source: &Source<'_>, excess: &Excess) -> Message {
    let several = excess.set.count_ones() > 1;
    let mut text = Text::new().push(if several { "banks " } else { "bank " });
    let mut left = excess.set.count_ones();
    let mut bank = 0;
    while bank < source.banks.len() && left > 0 {
        if excess.set >> bank & 1 == 1 {
            text = text.quote(source.bank(bank));
            left -= 1;
            if left > 0 {
                text = text.push(if left > 1 { ", " } else { " and " });
            }
        }
        bank += 1;
    }
    text = text
        .push(if several { " together are over budget: step " } else { " is over budget: step " })
        .quote(source.step(excess.peak.step))
        .push(" keeps ")
        .bytes(excess.peak.bytes)
        .push(" alive");
    if excess.unit > 1 {
        text = text.push(" in multiples of ").number(excess.unit);
    }
    text = text.push(if several {
        " that may only go there, but their capacity is "
    } else {
        ", but the capacity is "
    });
    let room = bound::room(source.banks, excess.set, 1);
    text = if several {
        text.number(room).push(" in all")
    } else {
        capacity(text, source, excess.set.trailing_zeros() as usize)
    };
    if excess.room != room {
        text = text.push(", rounded up to ").number(excess.room);
    }
    text.push(" (").bytes(excess.peak.bytes - excess.room).push(" over)")
}

/// The buffers of an excess, larger ones first, and what follows from them.
pub(super) const fn loads(mut text: Message, source: &Source<'_>, excess: &Excess) -> Message {
    let live = live::largest::<{ LISTED + 1 }>(source.banks, source.buffers, excess);
    let listed = live.listed();
    // A line that sums up a single buffer would save nothing.
    let shown = if live.total == listed.len() || listed.len() < LISTED { listed.len() } else { LISTED };
    let (mut names, mut sizes, mut rest) = (0, 0, excess.peak.bytes);
    let mut i = 0;
    while i < shown {
        widen(source, listed[i], &mut names, &mut sizes);
        i += 1;
    }
    let mut i = 0;
    while i < shown {
        let buffer = &source.buffers[listed[i] as usize];
        text = line(text, source, listed[i], names, sizes);
        let taken = bound::rounded(buffer.size, excess.unit);
        if taken != buffer.size {
            text = text.push("  (takes ").number(taken).push(")");
        }
        text = in_lines(text, source, buffer);
        text = too_small(text, source, buffer);
        rest = rest.saturating_sub(taken);
        i += 1;
    }
    if shown < live.total {
        text = text.push("\n  and ").number((live.total - shown) as u64).push(" more with ").bytes(rest);
    }
    text = text.push("\nno layout exists: ");
    if excess.unit > 1 {
        text = text
            .push("each takes a multiple of ")
            .number(excess.unit)
            .push(" bytes, as its offset is a multiple of that, and ");
    }
    text.push("the bytes alive at this step alone exceed the ").push(if excess.set.count_ones() > 1 {
        "banks"
    } else {
        "bank"
    })
}

/// The banks that are smaller than the buffer, after its line.
const fn too_small(mut text: Message, source: &Source<'_>, buffer: &Buffer<'_>) -> Message {
    let mut any = false;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i] as usize;
        if buffer.size > source.banks[bank].room() {
            text = text.push(if any { ", " } else { "  (too large for " }).quote(source.bank(bank));
            any = true;
        }
        i += 1;
    }
    if any { text.push(")") } else { text }
}

/// Makes the columns wide enough for a buffer.
const fn widen(source: &Source<'_>, index: u32, names: &mut usize, sizes: &mut usize) {
    let name = width(source.buffer(index));
    let size = digits(source.buffers[index as usize].size);
    *names = if name > *names { name } else { *names };
    *sizes = if size > *sizes { size } else { *sizes };
}

/// The line of one buffer: name, size and lifetime.
const fn line(text: Message, source: &Source<'_>, index: u32, names: usize, sizes: usize) -> Message {
    let (buffer, name) = (&source.buffers[index as usize], source.buffer(index));
    let text = text
        .push("\n  ")
        .push(name)
        .spaces(names.saturating_sub(width(name)) + 2)
        .spaces(sizes.saturating_sub(digits(buffer.size)))
        .bytes(buffer.size)
        .push(if buffer.size == 1 { "   " } else { "  " });
    lifetime(text, source, buffer)
}

/// `first..=last` by name; one name for a single step.
pub(super) const fn lifetime(text: Message, source: &Source<'_>, buffer: &Buffer<'_>) -> Message {
    let text = text.push(source.step(buffer.first));
    if buffer.first == buffer.last { text } else { text.push("..=").push(source.step(buffer.last)) }
}

/// Number of characters that [`lifetime`] writes.
const fn life_width(source: &Source<'_>, buffer: &Buffer<'_>) -> usize {
    let first = width(source.step(buffer.first));
    if buffer.first == buffer.last { first } else { first + 3 + width(source.step(buffer.last)) }
}

/// The headline of a buffer that fits into no piece between the fixed ones.
pub(super) const fn no_piece(source: &Source<'_>, index: u32) -> Message {
    let buffer = &source.buffers[index as usize];
    let life = Life { first: buffer.first, last: buffer.last };
    let mut text = Text::new()
        .push("no layout exists: ")
        .quote(source.buffer(index))
        .push(" needs ")
        .bytes(buffer.size)
        .push(" in one piece");
    let mut aligned = 1;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i];
        let align = buffer.align_in(&source.banks[bank as usize]);
        let mut from = 0;
        while let Some(piece) = pieces::next(source.banks, source.buffers, bank, life, from) {
            if piece.room(1) >= buffer.size {
                aligned = align;
            }
            from = piece.to;
        }
        i += 1;
    }
    if aligned > 1 {
        text = text.push(" that starts at a multiple of ").number(aligned);
    }
    text = text.push(", and ");
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i];
        if i > 0 {
            text = text.push("; ");
        }
        text = beside(text, source, bank, life);
        text = text.quote(source.bank(bank as usize)).push(" has ");
        let align = buffer.align_in(&source.banks[bank as usize]);
        text = sizes_of_pieces(text, source, bank, life, align, false);
        i += 1;
    }
    text
}

/// "around `dma`, fixed at 96..160, ", or nothing if no fixed buffer of the bank is alive in these steps.
const fn beside(mut text: Message, source: &Source<'_>, bank: u16, life: Life) -> Message {
    let count = count_of_fixed(source, bank, life);
    let (mut named, mut from) = (0, 0);
    while let Some(fixed) = pieces::above(source.buffers, bank, life, from) {
        let (offset, end) = pieces::span(&source.buffers[fixed as usize]);
        let (name, size) = (source.buffer(fixed), end - offset);
        if count == 1 {
            return range(text.push("around ").quote(name).push(", fixed at "), offset, size).push(", ");
        }
        if named == NAMED {
            return text.push(" and ").number((count - named) as u64).push(" more, ");
        }
        text = text.push(if named == 0 {
            "around the fixed "
        } else if named + 1 == count {
            " and "
        } else {
            ", "
        });
        text = range(text.quote(name).push(" ("), offset, size).push(")");
        named += 1;
        from = end;
    }
    if named > 0 { text.push(", ") } else { text }
}

const fn count_of_fixed(source: &Source<'_>, bank: u16, life: Life) -> usize {
    let (mut count, mut from) = (0, 0);
    while let Some(fixed) = pieces::above(source.buffers, bank, life, from) {
        from = pieces::span(&source.buffers[fixed as usize]).1;
        count += 1;
    }
    count
}

/// "96 and 96": the sizes of the pieces of a bank.
const fn sizes_of_pieces(
    mut text: Message,
    source: &Source<'_>,
    bank: u16,
    life: Life,
    unit: u64,
    shared: bool,
) -> Message {
    let (mut named, mut from) = (0, 0);
    let mut next = usable(source, bank, life, unit, shared, from);
    if next.is_none() {
        return text.push("none");
    }
    while let Some((piece, bytes)) = next {
        from = piece.to;
        next = usable(source, bank, life, unit, shared, from);
        if named == NAMED && next.is_some() {
            return text.push(" and more");
        }
        if named > 0 {
            text = text.push(if next.is_none() { " and " } else { ", " });
        }
        text = text.number(bytes);
        named += 1;
    }
    text
}

/// The next piece that has room for anything, and how much.
const fn usable(
    source: &Source<'_>,
    bank: u16,
    life: Life,
    unit: u64,
    shared: bool,
    mut from: u64,
) -> Option<(Piece, u64)> {
    while let Some(piece) = pieces::next(source.banks, source.buffers, bank, life, from) {
        let bytes = if shared { piece.bytes(unit) } else { piece.room(unit) };
        if bytes > 0 {
            return Some((piece, bytes));
        }
        from = piece.to;
    }
    None
}

/// The headline of a packing.
pub(super) const fn packing(source: &Source<'_>, proof: &Packing) -> Message {
    let text = Text::new()
        .push("no layout exists: in step ")
        .quote(source.step(proof.step))
        .push(", these ")
        .number(proof.members.count_ones() as u64)
        .push(" buffers cannot be divided among ");
    let (set, life) = (banks_of(source, proof), Life { first: proof.step, last: proof.step });
    let mut split = false;
    let mut index = 0u16;
    while (index as usize) < source.banks.len() && index < 64 {
        split |= set >> index & 1 == 1 && count_of_fixed(source, index, life) > 0;
        index += 1;
    }
    text.push(if split {
        "the pieces of their banks so that all fit"
    } else {
        "their banks so that every bank stays within its room"
    })
}

/// The banks that members can go to.
const fn banks_of(source: &Source<'_>, proof: &Packing) -> u64 {
    let Some(parts) = packing::movable(source.buffers, proof.step) else { return 0 };
    let mut set = 0;
    let mut i = 0;
    while i < parts.count {
        if proof.members >> i & 1 == 1 {
            set |= bound::mask(&source.buffers[parts.list[i] as usize]);
        }
        i += 1;
    }
    set
}

/// The banks and the buffers of a packing.
pub(super) const fn parts(mut text: Message, source: &Source<'_>, proof: &Packing) -> Message {
    let (set, life) = (banks_of(source, proof), Life { first: proof.step, last: proof.step });
    let Some(parts) = packing::movable(source.buffers, proof.step) else { return text };
    let mut round = false;
    let (mut names, mut sizes, mut lives) = (0, 0, 0);
    let mut i = 0;
    while i < parts.count {
        if proof.members >> i & 1 == 1 {
            let life = life_width(source, &source.buffers[parts.list[i] as usize]);
            lives = if life > lives { life } else { lives };
            widen(source, parts.list[i], &mut names, &mut sizes);
            round |= source.buffers[parts.list[i] as usize].size % proof.unit != 0;
        }
        i += 1;
    }
    let mut index = 0u16;
    while (index as usize) < source.banks.len() && index < 64 {
        round |= set >> index & 1 == 1 && source.banks[index as usize].room() % proof.unit != 0;
        index += 1;
    }
    if round {
        text = text
            .push("\n  each takes a multiple of ")
            .number(proof.unit)
            .push(" bytes, as its offset is a multiple of that");
    }
    let unit = if round { proof.unit } else { 1 };
    let mut index = 0u16;
    while (index as usize) < source.banks.len() && index < 64 {
        if set >> index & 1 == 1 {
            let room = source.banks[index as usize].room();
            text = text.push("\n  bank ").quote(source.bank(index as usize)).push(": ");
            text = beside(text, source, index, life);
            if count_of_fixed(source, index, life) > 0 {
                text = sizes_of_pieces(text.push("pieces of "), source, index, life, unit, true);
            } else {
                text = reduced(text.push("room ").bytes(room), source, index as usize);
                if bound::rounded(room, unit) != room {
                    text = text.push(", rounded up to ").number(bound::rounded(room, unit));
                }
            }
        }
        index += 1;
    }
    let mut i = 0;
    while i < parts.count {
        if proof.members >> i & 1 == 1 {
            let buffer = &source.buffers[parts.list[i] as usize];
            text = line(text, source, parts.list[i], names, sizes);
            text = text.spaces(lives.saturating_sub(life_width(source, buffer)));
            let mut bank = 0;
            while bank < buffer.banks.len() {
                let id = source.bank(buffer.banks[bank] as usize);
                text = text.push(if bank == 0 { "  in " } else { " | " }).push(id);
                bank += 1;
            }
            let taken = bound::rounded(buffer.size, unit);
            if taken != buffer.size {
                text = text.push("  (takes ").number(taken).push(")");
            }
            text = too_small(text, source, buffer);
        }
        i += 1;
    }
    text
}
