//! The free space in a bank: the items placed so far, in a list for each block of time.
//!
//! First fit asks for the lowest offset that is free in a range of sections. A block is about one lifetime long, so a
//! query reads few lists, each sequentially up to the offset that it finds: at most all items that are alive in these
//! blocks. There is no interference graph.

use alloc::vec::Vec;
use core::ops::Range;

use super::reduction::index;

/// A placed item: units `begin..end`, sections `first..=last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) begin: u64,
    pub(crate) end: u64,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// Placed items of each block of sections, by increasing begin.
#[derive(Default)]
pub(crate) struct FreeSpace {
    /// Number of sections in a block.
    width: u32,
    /// First section.
    start: u32,
    /// Number of blocks.
    count: usize,
    /// Lists of the blocks, then spare ones. None before the first item is placed, as many banks stay empty.
    lists: Vec<Vec<Placed>>,
    /// How far each list of the current query has been read.
    read: Vec<usize>,
    /// Lists visited, and list entries read or moved, in eights: the work done.
    work: u64,
}

impl FreeSpace {
    /// Nothing placed, for `items` items that live for `lives` of the `sections` sections in total.
    pub(crate) fn new(items: usize, sections: usize, lives: u64) -> Self {
        let width = (lives / items.max(1) as u64).next_power_of_two();
        let mut free = Self::default();
        free.reset(u32::try_from(width).unwrap_or(u32::MAX), 0, index(sections.saturating_sub(1)));
        free
    }

    /// Nothing placed in the sections `first..=last`, with blocks of `width` sections.
    pub(crate) fn reset(&mut self, width: u32, first: u32, last: u32) {
        (self.width, self.start) = (width, first);
        self.clear();
        self.count = self.blocks(first, last).end;
    }

    /// Frees everything.
    pub(crate) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }

    /// The same items placed as in `other`.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.width, self.start, self.count) = (other.width, other.start, other.count);
        self.lists.clone_from(&other.lists);
    }

    /// The work done.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    fn blocks(&self, first: u32, last: u32) -> Range<usize> {
        let block = |section: u32| ((section - self.start) / self.width) as usize;
        block(first)..block(last) + 1
    }

    /// Adds an item whose position is known.
    pub(crate) fn occupy(&mut self, placed: Placed) {
        let blocks = self.blocks(placed.first, placed.last);
        if self.lists.len() < self.count {
            self.lists.resize_with(self.count, Vec::new);
        }
        for list in &mut self.lists[blocks] {
            let at = list.partition_point(|other| other.begin < placed.begin);
            self.work += (list.len() - at) as u64 / 8 + 1;
            list.insert(at, placed);
        }
    }

    /// Places an item at the [`lowest`](Self::lowest) offset.
    pub(crate) fn place(&mut self, first: u32, last: u32, size: u64, mask: u64) -> u64 {
        let offset = self.lowest(first, last, size, mask);
        self.occupy(Placed { begin: offset, end: offset + size, first, last });
        offset
    }

    /// Lowest offset with `offset & mask == 0` such that `offset..offset + size` is free in all of `first..=last`.
    pub(crate) fn lowest(&mut self, first: u32, last: u32, size: u64, mask: u64) -> u64 {
        let blocks = self.blocks(first, last);
        if self.lists.len() < self.count {
            // Nothing is placed. One visit of each list, as below.
            self.work += blocks.len() as u64;
            return 0;
        }
        let lists = &self.lists[blocks];
        self.read.clear();
        self.read.resize(lists.len(), 0);
        let mut offset = 0;
        // Lists read since the offset last moved; after a full round without a move it is free.
        let (mut quiet, mut turn) = (0, 0);
        while quiet < lists.len() {
            let before = offset;
            let mut read = 0;
            for placed in &lists[turn][self.read[turn]..] {
                // Branch-free on which items are alive, because such a branch would be mispredicted half the time.
                let alive = u64::from(placed.first <= last) & u64::from(first <= placed.last);
                let all = alive.wrapping_neg();
                if placed.begin & all >= offset + size {
                    break;
                }
                offset = offset.max(((placed.end & all) + mask) & !mask);
                read += 1;
            }
            self.read[turn] += read;
            self.work += read as u64 / 8 + 1;
            quiet = if offset > before { 1 } else { quiet + 1 };
            turn = if turn + 1 == lists.len() { 0 } else { turn + 1 };
        }
        offset
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::planner::random::Random;

    #[test]
    fn the_lowest_offset_agrees_with_a_map_of_bytes() {
        let mut random = Random::new(5);
        for (sections, width) in [(1usize, 1), (2, 1), (7, 3), (33, 4), (33, 64)] {
            let (mut base, mut free) = (FreeSpace::default(), FreeSpace::default());
            base.reset(width, 0, index(sections) - 1);
            let mut taken = vec![[false; 4096]; sections];
            for round in 0..120 {
                let (a, b) = (random.index(sections), random.index(sections));
                let (span, size, mask) =
                    (a.min(b)..a.max(b) + 1, 1 + random.index(20), (1 << random.index(4)) - 1);
                let is_free = |o: usize| span.clone().all(|s| taken[s][o..o + size].iter().all(|&t| !t));
                let expected = (0..4096 - size).find(|o| o & mask == 0 && is_free(*o)).unwrap();
                let (first, last) = (index(span.start), index(span.end) - 1);
                // The items that are placed first are copied.
                if round == 20 {
                    free.copy_from(&base);
                }
                let now = if round < 20 { &mut base } else { &mut free };
                assert_eq!(now.place(first, last, size as u64, mask as u64), expected as u64);
                span.for_each(|s| taken[s][expected..expected + size].fill(true));
            }
        }
    }
}
