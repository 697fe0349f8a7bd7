//! The pieces that fixed buffers leave of a bank; a buffer needs one of them.

use crate::model::{Bank, Buffer, align_up};

/// Bytes of a bank without a fixed buffer, from `from` up to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first byte.
    pub from: u64,
    /// The end.
    pub to: u64,
}

impl Piece {
    /// Bytes from the first multiple of `unit` in it up to the first at its end or above: what buffers with offsets
    /// that are multiples of it can share at most.
    pub const fn bytes(&self, unit: u64) -> u64 {
        match (align_up(self.from, unit), align_up(self.to, unit)) {
            (Some(from), Some(to)) => to.saturating_sub(from),
            _ => 0,
        }
    }

    /// Bytes from the first multiple of `align` in it: the most that one such buffer can have.
    pub const fn room(&self, align: u64) -> u64 {
        match align_up(self.from, align) {
            Some(from) => self.to.saturating_sub(from),
            None => 0,
        }
    }
}

/// The steps in which something is alive, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// The first piece of bank `index`, between the fixed buffers that are alive in one of these steps, that begins at
/// `from` or above; `None` above the last.
///
/// ```
/// use arena_plan_core::kernel::pieces::{Life, Piece, next};
/// use arena_plan_core::model::{Bank, Buffer};
/// let (banks, dma) = ([Bank::new(256)], [Buffer::new(64, 1, 0, 3, &[0]).with_fixed(96)]);
/// let life = Life { first: 2, last: 2 };
/// assert_eq!(next(&banks, &dma, 0, life, 0), Some(Piece { from: 0, to: 96 }));
/// assert_eq!(next(&banks, &dma, 0, life, 96), Some(Piece { from: 160, to: 256 }));
/// assert_eq!(next(&banks, &dma, 0, life, 256), None);
/// ```
pub const fn next(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    index: u16,
    life: Life,
    mut from: u64,
) -> Option<Piece> {
    let room = banks[index as usize].room();
    loop {
        if from >= room {
            return None;
        }
        match above(buffers, index, life, from) {
            None => return Some(Piece { from, to: room }),
            Some(fixed) => {
                let (offset, end) = span(&buffers[fixed as usize]);
                if offset > from {
                    return Some(Piece { from, to: if offset < room { offset } else { room } });
                }
                from = end;
            }
        }
    }
}

/// The fixed buffer of bank `index`, alive in one of these steps, that begins first of those that end above `from`.
pub const fn above(buffers: &[Buffer<'_>], index: u16, life: Life, from: u64) -> Option<u32> {
    let mut best: Option<u32> = None;
    let mut least = u64::MAX;
    let mut i = 0;
    let mut number = 0;
    while i < buffers.len() {
        let buffer = &buffers[i];
        if let Some(offset) = buffer.fixed {
            let together = buffer.first <= life.last && life.first <= buffer.last;
            let here = !buffer.banks.is_empty() && buffer.banks[0] == index;
            if here
                && together
                && offset.saturating_add(buffer.size) > from
                && (best.is_none() || offset < least)
            {
                best = Some(number);
                least = offset;
            }
        }
        i += 1;
        number += 1;
    }
    best
}

/// Offset and end of a fixed buffer.
pub(super) const fn span(buffer: &Buffer<'_>) -> (u64, u64) {
    let offset = match buffer.fixed {
        Some(offset) => offset,
        None => 0,
    };
    (offset, offset.saturating_add(buffer.size))
}

/// Whether a buffer that is not fixed fits into a piece of one of its banks when it is placed before all other such
/// buffers: if not, no layout exists.
///
/// ```
/// use arena_plan_core::kernel::pieces::fits;
/// use arena_plan_core::model::{Bank, Buffer};
/// let dma = Buffer::new(64, 1, 0, 3, &[0]).with_fixed(96);
/// assert!(fits(&[Bank::new(256)], &[dma, Buffer::new(96, 1, 0, 0, &[0])], 1));
/// assert!(!fits(&[Bank::new(256)], &[dma, Buffer::new(97, 1, 0, 0, &[0])], 1));
/// ```
pub const fn fits(banks: &[Bank], buffers: &[Buffer<'_>], index: u32) -> bool {
    let buffer = &buffers[index as usize];
    let mut i = 0;
    while i < buffer.banks.len() {
        if lowest(banks, buffers, index, buffer.banks[i]).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

/// The lowest offset in one bank that is free of fixed buffers during the buffer's life, within the bank's room.
pub(super) const fn lowest(banks: &[Bank], buffers: &[Buffer<'_>], index: u32, bank: u16) -> Option<u64> {
    let buffer = &buffers[index as usize];
    let align = buffer.align_in(&banks[bank as usize]);
    let life = Life { first: buffer.first, last: buffer.last };
    let mut from = 0;
    while let Some(piece) = next(banks, buffers, bank, life, from) {
        if piece.room(align) >= buffer.size {
            return align_up(piece.from, align);
        }
        from = piece.to;
    }
    None
}

/// The largest buffer that fits into no piece, the first by rank among equals; also `None` if finding it would take
/// too many comparisons.
pub const fn misfit(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<u32> {
    const WORK: usize = 50_000_000;
    let mut fixed = 0usize;
    let mut i = 0;
    while i < buffers.len() {
        fixed += buffers[i].fixed.is_some() as usize;
        i += 1;
    }
    let work = buffers.len().saturating_mul(buffers.len()).saturating_mul(fixed);
    if fixed == 0 || work > WORK {
        return None;
    }
    let mut worst: Option<u32> = None;
    let mut i = 0;
    let mut index = 0;
    while i < buffers.len() {
        let larger = match worst {
            None => true,
            Some(old) => before(&buffers[i], &buffers[old as usize]),
        };
        if larger && buffers[i].fixed.is_none() && !fits(banks, buffers, index) {
            worst = Some(index);
        }
        i += 1;
        index += 1;
    }
    worst
}

/// Whether a list names buffer `a` before buffer `b`: the larger one, then by rank.
pub(super) const fn before(a: &Buffer<'_>, b: &Buffer<'_>) -> bool {
    a.size > b.size || (a.size == b.size && a.rank < b.rank)
}
