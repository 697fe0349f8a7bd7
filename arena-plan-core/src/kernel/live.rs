//! The buffers that a proof by load counts: those that are alive at its peak and confined to its banks.

use super::bound::{Excess, counts};
use super::pieces;
use crate::model::{Bank, Buffer};

/// The largest buffers of an excess, at most `K`: larger ones first, then by rank.
pub(super) struct Largest<const K: usize> {
    list: [u32; K],
    len: usize,
    /// Number of buffers that count, listed or not.
    pub(super) total: usize,
}

impl<const K: usize> Largest<K> {
    /// No buffer.
    pub(super) const NONE: Self = Self { list: [0; K], len: 0, total: 0 };

    /// Adds a buffer behind those that are listed, if there is room.
    pub(super) const fn push(&mut self, index: u32) {
        if self.len < K {
            self.list[self.len] = index;
            self.len += 1;
        }
        self.total += 1;
    }

    /// The listed ones.
    pub(super) const fn listed(&self) -> &[u32] {
        self.list.split_at(self.len).0
    }
}

/// The largest buffers of an excess. One pass over the buffers, because every operation costs time in const evaluation.
pub(super) const fn largest<const K: usize>(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    excess: &Excess,
) -> Largest<K> {
    let mut found = Largest::NONE;
    let (mut i, mut index) = (0, 0);
    while i < buffers.len() {
        if is_counted(banks, &buffers[i], excess) {
            // Of equally large ones of the same rank, the one with the lower index stays in front.
            let full = found.len == K;
            if !full || (K > 0 && pieces::before(&buffers[i], &buffers[found.list[K - 1] as usize])) {
                let mut at = if full { K - 1 } else { found.len };
                while at > 0 && pieces::before(&buffers[i], &buffers[found.list[at - 1] as usize]) {
                    found.list[at] = found.list[at - 1];
                    at -= 1;
                }
                found.list[at] = index;
                found.len += !full as usize;
            }
            found.total += 1;
        }
        i += 1;
        index += 1;
    }
    found
}

/// Whether the size of every buffer of an excess is a multiple of its unit.
pub(super) const fn is_whole(banks: &[Bank], buffers: &[Buffer<'_>], excess: &Excess) -> bool {
    let mut i = 0;
    while i < buffers.len() {
        if buffers[i].size % excess.unit != 0 && is_counted(banks, &buffers[i], excess) {
            return false;
        }
        i += 1;
    }
    true
}

const fn is_counted(banks: &[Bank], buffer: &Buffer<'_>, excess: &Excess) -> bool {
    buffer.first <= excess.peak.step
        && excess.peak.step <= buffer.last
        && counts(banks, buffer, excess.set, excess.unit)
}
