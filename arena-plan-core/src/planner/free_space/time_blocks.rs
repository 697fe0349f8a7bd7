//! Placed items in a list for each block of sections: first fit for items that live for few blocks.
//!
//! Where a query would look at most of what is placed beside it anyway, a few lists in sequence beat the gap index,
//! which pays for many short lists all over memory.

use alloc::vec::Vec;
use core::ops::Range;

/// A placed item: units `begin..end`, sections `first..=last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) begin: u64,
    pub(crate) end: u64,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// Placed items of each block of sections, by rising begin.
#[derive(Default)]
pub(crate) struct TimeBlocks {
    /// Sections of a block.
    width: u32,
    /// First section.
    start: u32,
    /// Lists of the blocks, and spare ones behind them.
    lists: Vec<Vec<Placed>>,
    /// How far each list of the present query has been read.
    read: Vec<usize>,
    /// Lists visited, and list entries read or moved, in eights: the work done.
    pub(crate) work: u64,
}

impl TimeBlocks {
    /// Nothing placed in the sections `first..=last`.
    pub(crate) fn clear(&mut self, width: u32, first: u32, last: u32) {
        (self.width, self.start) = (width, first);
        self.lists.iter_mut().for_each(Vec::clear);
        let blocks = self.blocks(first, last).end;
        if self.lists.len() < blocks {
            self.lists.resize_with(blocks, Vec::new);
        }
    }

    /// The same items placed as in `other`.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.width, self.start) = (other.width, other.start);
        self.lists.clone_from(&other.lists);
    }

    fn blocks(&self, first: u32, last: u32) -> Range<usize> {
        let block = |section: u32| ((section - self.start) / self.width) as usize;
        block(first)..block(last) + 1
    }

    /// Adds an item whose place is known.
    pub(crate) fn occupy(&mut self, placed: Placed) {
        let blocks = self.blocks(placed.first, placed.last);
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
        let lists = &self.lists[self.blocks(first, last)];
        self.read.clear();
        self.read.resize(lists.len(), 0);
        let mut offset = 0;
        // Lists passed since the offset last moved; after a full round in peace it stands.
        let (mut quiet, mut turn) = (0, 0);
        while quiet < lists.len() {
            let before = offset;
            let mut read = 0;
            for placed in &lists[turn][self.read[turn]..] {
                // Without a jump that depends on who is alive: it would be guessed wrong every other time.
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
    use super::*;
    use crate::planner::free_space::segment_tree::SegmentTree;
    use crate::planner::random::Random;
    use crate::planner::reduction::index;

    #[test]
    fn agree_with_the_gap_index() {
        let mut random = Random::new(9);
        for sections in [1usize, 3, 20, 300] {
            let mut pick = |n: usize| usize::try_from(random.below(n as u64)).unwrap();
            let (mut base, mut blocks, mut tree) =
                (TimeBlocks::default(), TimeBlocks::default(), SegmentTree::new(sections));
            base.clear(7, 0, index(sections) - 1);
            let held = pick(sections);
            let placed = Placed { begin: 40, end: 90, first: index(held), last: index(sections) - 1 };
            base.occupy(placed);
            blocks.copy_from(&base);
            tree.occupy(held..sections, 40, 90);
            for _ in 0..400 {
                let (a, b) = (pick(sections), pick(sections));
                let span = a.min(b)..a.max(b) + 1;
                let (size, mask) = (1 + pick(50) as u64, (1 << pick(4)) - 1);
                let expected = tree.lowest(span.clone(), size, mask);
                tree.occupy(span.clone(), expected, expected + size);
                assert_eq!(blocks.place(index(span.start), index(span.end) - 1, size, mask), expected);
            }
        }
    }
}
