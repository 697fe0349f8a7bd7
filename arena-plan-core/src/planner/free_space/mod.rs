//! What is placed in one bank, for first fit: lists for blocks of time, or the gap index.
//!
//! Where very many items live for a small part of the schedule, a list for each block of about one lifetime is read in
//! one sweep, and takes a third of the memory. Everywhere else the gap index leaps over what it need not look at.

pub(crate) mod segment_tree;
pub(crate) mod time_blocks;

use crate::planner::free_space::segment_tree::SegmentTree;
use crate::planner::free_space::time_blocks::{Placed, TimeBlocks};
use crate::planner::reduction::index;

/// Items above which lists may be better.
const MANY: usize = 2048;

/// Blocks below which a list for each of them says too little.
const FEWEST: usize = 8;

/// Placed items over sections.
pub(crate) enum FreeSpace {
    TimeBlocks {
        blocks: TimeBlocks,
        /// Sections of a block, and the last section.
        width: u32,
        last: u32,
    },
    SegmentTree(SegmentTree),
}

impl FreeSpace {
    /// For `items` items that live for `lives` of the `sections` sections, all of them together.
    pub(crate) fn new(items: usize, sections: usize, lives: u64) -> Self {
        let width = (lives / items.max(1) as u64).next_power_of_two();
        let blocks = sections as u64 / width;
        let mut free = match u32::try_from(width) {
            Ok(width) if items > MANY && blocks >= FEWEST as u64 => {
                Self::TimeBlocks { blocks: TimeBlocks::default(), width, last: index(sections) - 1 }
            }
            _ => Self::SegmentTree(SegmentTree::new(sections)),
        };
        free.clear();
        free
    }

    /// Frees everything.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::TimeBlocks { blocks, width, last } => blocks.clear(*width, 0, *last),
            Self::SegmentTree(tree) => tree.clear(),
        }
    }

    /// Lowest offset with `offset & mask == 0` such that `offset..offset + size` is free in all of `first..=last`.
    pub(crate) fn lowest(&mut self, first: u32, last: u32, size: u64, mask: u64) -> u64 {
        match self {
            Self::TimeBlocks { blocks, .. } => blocks.lowest(first, last, size, mask),
            Self::SegmentTree(tree) => tree.lowest(first as usize..last as usize + 1, size, mask),
        }
    }

    /// Adds an item whose place is known.
    pub(crate) fn occupy(&mut self, placed: Placed) {
        match self {
            Self::TimeBlocks { blocks, .. } => blocks.occupy(placed),
            Self::SegmentTree(tree) => {
                tree.occupy(placed.first as usize..placed.last as usize + 1, placed.begin, placed.end);
            }
        }
    }

    /// List entries read and moved: the work done.
    pub(crate) fn work(&self) -> u64 {
        match self {
            Self::TimeBlocks { blocks, .. } => blocks.work,
            Self::SegmentTree(tree) => tree.work,
        }
    }
}
