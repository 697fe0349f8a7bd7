//! The texts of faults of single banks and buffers, and of fixed offsets.

use super::fault::MAX_ALIGN;
use super::message::{Message, Source, capacity, of, range, reduced};
use super::text::Text;
use crate::model::{Buffer, align_up};

/// What is wrong with a power of two that is none, or too large; `has` says what it is.
pub(super) const fn alignment(text: Message, has: &str, align: u64) -> Message {
    let text = text.push(has).number(align);
    if align.is_power_of_two() {
        return text.push(", but the largest possible one is ").number(MAX_ALIGN);
    }
    let text = text.push(", which is not a power of two");
    if align == 0 {
        return text;
    }
    if align > MAX_ALIGN {
        return text.push(": the largest possible one is ").number(MAX_ALIGN);
    }
    let above = align.next_power_of_two();
    text.push(": the nearest are ").number(above / 2).push(" and ").number(above)
}

pub(super) const fn bank_align(source: &Source<'_>, index: u32) -> Message {
    let bank = &source.banks[index as usize];
    let text = alignment(
        Text::new().push("bank ").quote(source.bank(index as usize)),
        " has alignment ",
        bank.align,
    );
    if !bank.align.is_power_of_two() || bank.align > MAX_ALIGN {
        return text;
    }
    let free = bank.capacity.saturating_sub(bank.reserve);
    let text = Text::new()
        .push("bank ")
        .quote(source.bank(index as usize))
        .push(" has alignment ")
        .number(bank.align)
        .push(", so its size is a multiple of that, but it has only ")
        .bytes(free);
    if bank.reserve == 0 {
        return text;
    }
    text.push(" (capacity ").number(bank.capacity).push(" less a reserve of ").number(bank.reserve).push(")")
}

pub(super) const fn cache_line(source: &Source<'_>, index: u32) -> Message {
    let text = Text::new().push("bank ").quote(source.bank(index as usize));
    alignment(text, " has a cache line of ", source.banks[index as usize].cache_line)
}

/// An alignment that leaves no room in the banks, although the buffer is small enough for one.
pub(super) const fn align_too_large(source: &Source<'_>, index: u32) -> Message {
    let buffer = &source.buffers[index as usize];
    let mut text = of(source, index)
        .push(" has alignment ")
        .number(buffer.align)
        .push(", so the size of its bank is a multiple of that: ");
    let mut largest = 1;
    let mut i = 0;
    while i < buffer.banks.len() {
        let number = buffer.banks[i] as usize;
        let bank = &source.banks[number];
        let free = bank.capacity.saturating_sub(bank.reserve);
        let mut align = buffer.align_in(bank);
        let room = free - free % align;
        text = text.push(if i > 0 { ", " } else { "" }).quote(source.bank(number)).push(" has ").number(free);
        if bank.reserve > 0 {
            text = text
                .push(" (capacity ")
                .number(bank.capacity)
                .push(" less a reserve of ")
                .number(bank.reserve)
                .push(")");
        }
        text = text.push(", rounded down to ").number(room);
        while align > largest {
            align /= 2;
            if align > 0 && free - free % align >= buffer.size && align > largest {
                largest = align;
            }
        }
        i += 1;
    }
    text.push(", but the buffer needs ")
        .bytes(buffer.size)
        .push("; the largest alignment that works is ")
        .number(largest)
}

pub(super) const fn fixed_misaligned(source: &Source<'_>, index: u32) -> Message {
    let buffer = &source.buffers[index as usize];
    let Some(offset) = buffer.fixed else { return of(source, index) };
    let bank = &source.banks[buffer.banks[0] as usize];
    let align = buffer.align_in(bank);
    let mut text = of(source, index)
        .push(" is fixed at offset ")
        .number(offset)
        .push(", which is not a multiple of ")
        .number(align)
        .push(if align != buffer.align {
            ", the alignment of its bank"
        } else if buffer.dma && align == line(source, buffer) {
            ", the cache line of its bank"
        } else {
            ", its alignment"
        });
    let below = offset - offset % align;
    text = text.push(": the nearest are ").number(below);
    match align_up(offset, align) {
        Some(above) => text.push(" and ").number(above),
        None => text,
    }
}

pub(super) const fn fixed_outside(source: &Source<'_>, index: u32) -> Message {
    let buffer = &source.buffers[index as usize];
    let Some(offset) = buffer.fixed else { return of(source, index) };
    let number = buffer.banks[0] as usize;
    let end = offset.saturating_add(buffer.size);
    let text = range(of(source, index).push(" is fixed at bytes "), offset, buffer.size).push(", but bank ");
    capacity(text.quote(source.bank(number)).push(" ends at "), source, number)
        .push(" (")
        .bytes(end.saturating_sub(source.banks[number].room()))
        .push(" over)")
}

pub(super) const fn fixed_overlap(source: &Source<'_>, index: u32, other: u32) -> Message {
    let (a, b) = (&source.buffers[index as usize], &source.buffers[other as usize]);
    let (Some(x), Some(y)) = (a.fixed, b.fixed) else { return of(source, index) };
    let step = if a.first > b.first { a.first } else { b.first };
    let text = range(of(source, index).push(" is fixed at bytes "), x, a.size)
        .push(" of bank ")
        .quote(source.bank(a.banks[0] as usize))
        .push(", ")
        .quote(source.buffer(other))
        .push(" at ");
    range(text, y, b.size)
        .push(", and both are alive in step ")
        .quote(source.step(step))
        .push(": move one, or end its lifetime before the other begins")
}

pub(super) const fn too_big(source: &Source<'_>, index: u32) -> Message {
    let buffer = &source.buffers[index as usize];
    let mut text = in_lines(of(source, index).push(" needs ").bytes(buffer.size), source, buffer)
        .push(", but no bank that it may use is that large: ");
    let mut i = 0;
    while i < buffer.banks.len() {
        let number = buffer.banks[i] as usize;
        let room = source.banks[number].room();
        if i > 0 {
            text = text.push(", ");
        }
        text = reduced(text.quote(source.bank(number)).push(" has ").bytes(room), source, number)
            .push(" (")
            .bytes(buffer.size.saturating_sub(room))
            .push(" short)");
        i += 1;
    }
    unreached(text, source, buffer)
}

/// Why the bytes of a buffer are more than its own, which the text ends with.
pub(super) const fn in_lines(text: Message, source: &Source<'_>, buffer: &Buffer<'_>) -> Message {
    if buffer.padding == 0 {
        return text;
    }
    text.push(" (").number(buffer.bytes()).push(" in cache lines of ").number(line(source, buffer)).push(")")
}

/// The largest cache line of the banks of a buffer.
const fn line(source: &Source<'_>, buffer: &Buffer<'_>) -> u64 {
    let mut line = 1;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = &source.banks[buffer.banks[i] as usize];
        line = if bank.cache_line > line { bank.cache_line } else { line };
        i += 1;
    }
    line
}

/// For a buffer for DMA, the banks that bus masters do not reach.
const fn unreached(mut text: Message, source: &Source<'_>, buffer: &Buffer<'_>) -> Message {
    let mut any = false;
    let mut bank = 0;
    while buffer.dma && bank < source.banks.len() {
        if !source.banks[bank].dma {
            text = text.push(if any { ", " } else { "; bus masters do not reach " }).quote(source.bank(bank));
            any = true;
        }
        bank += 1;
    }
    text
}
