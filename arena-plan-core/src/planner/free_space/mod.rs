//! What is placed in one bank, for first fit: lists for blocks of time, or the gap index.
//!
//! Where very many items live for a small part of the schedule, a list for each block of about one lifetime is read in
//! one sweep, and takes a third of the memory. Everywhere else the gap index leaps over what it need not look at.

pub(crate) mod segment_tree;
pub(crate) mod time_blocks;

use crate::planner::free_space::segment_tree::Gaps;
use crate::planner::free_space::time_blocks::{Placed, Strips};
use crate::planner::reduction::index;

/// Items above which lists may be better.
const MANY: usize = 2048;

/// Blocks below which a list for each of them says too little.
const FEWEST: usize = 8;

/// Placed items over sections.
pub(crate) enum Shelf {
    Strips {
        strips: Strips,
        /// Sections of a block, and the last section.
        width: u32,
        last: u32,
    },
    Gaps(Gaps),
}

impl Shelf {
    /// For `items` items that live for `lives` of the `sections` sections, all of them together.
    pub(crate) fn new(items: usize, sections: usize, lives: u64) -> Self {
        let width = (lives / items.max(1) as u64).next_power_of_two();
        let blocks = sections as u64 / width;
        let mut shelf = match u32::try_from(width) {
            Ok(width) if items > MANY && blocks >= FEWEST as u64 => {
                Self::Strips { strips: Strips::default(), width, last: index(sections) - 1 }
            }
            _ => Self::Gaps(Gaps::new(sections)),
        };
        shelf.clear();
        shelf
    }

    /// Frees everything.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Strips { strips, width, last } => strips.clear(*width, 0, *last),
            Self::Gaps(gaps) => gaps.clear(),
        }
    }

    /// Lowest offset with `offset & mask == 0` such that `offset..offset + size` is free in all of `first..=last`.
    pub(crate) fn lowest(&mut self, first: u32, last: u32, size: u64, mask: u64) -> u64 {
        match self {
            Self::Strips { strips, .. } => strips.lowest(first, last, size, mask),
            Self::Gaps(gaps) => gaps.lowest(first as usize..last as usize + 1, size, mask),
        }
    }

    /// Adds an item whose place is known.
    pub(crate) fn occupy(&mut self, placed: Placed) {
        match self {
            Self::Strips { strips, .. } => strips.occupy(placed),
            Self::Gaps(gaps) => {
                gaps.occupy(placed.first as usize..placed.last as usize + 1, placed.begin, placed.end);
            }
        }
    }

    /// List entries read and moved: the work done.
    pub(crate) fn work(&self) -> u64 {
        match self {
            Self::Strips { strips, .. } => strips.work,
            Self::Gaps(gaps) => gaps.work,
        }
    }
}
