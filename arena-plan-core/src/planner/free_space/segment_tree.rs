//! The gap index: which byte ranges are free through a whole range of sections, without an interference graph.
//!
//! A binary tree over the sections. Each node keeps two lists of occupied ranges, sorted and coalesced: those of
//! items that cover the node's sections entirely, and those of all items that touch them. A query looks at few
//! lists and leaps from one list's obstacle to the next, because coalesced lists are short.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Occupied byte ranges, by rising begin, none touching another.
type Ranges = Vec<(u64, u64)>;

/// Occupied bytes over sections.
pub(crate) struct SegmentTree {
    leaves: usize,
    /// For each node, the ranges of items that cover it but not its parent.
    cover: Vec<Ranges>,
    /// For each node, the ranges of items that touch it, except those that cover an ancestor.
    touch: Vec<Ranges>,
    /// Lists of the present query: node, which list, and how far it has been read.
    lists: Vec<(u32, bool, u32)>,
    stack: Vec<(usize, usize, usize)>,
    /// List entries read and moved: the work done.
    pub(crate) work: u64,
}

impl SegmentTree {
    pub(crate) fn new(sections: usize) -> Self {
        let leaves = sections.next_power_of_two().max(1);
        Self { leaves, cover: Vec::new(), touch: Vec::new(), lists: Vec::new(), stack: Vec::new(), work: 0 }
    }

    /// Frees everything.
    pub(crate) fn clear(&mut self) {
        self.cover.iter_mut().for_each(Vec::clear);
        self.touch.iter_mut().for_each(Vec::clear);
    }

    /// Lowest offset with `offset & mask == 0` such that `offset..offset + size` is free in all of `sections`.
    pub(crate) fn lowest(&mut self, sections: Range<usize>, size: u64, mask: u64) -> u64 {
        self.lists.clear();
        self.visit(sections, |tree, node, whole| {
            let list = if whole { &tree.touch[node] } else { &tree.cover[node] };
            if !list.is_empty() {
                tree.lists.push((crate::planner::reduction::index(node), whole, 0));
            }
        });
        let mut offset = 0;
        // Lists passed since the offset last moved; after a full round in peace it stands.
        let mut quiet = 0;
        let mut turn = 0;
        while quiet < self.lists.len() {
            let (node, whole, read) = &mut self.lists[turn];
            let list = if *whole { &self.touch[*node as usize] } else { &self.cover[*node as usize] };
            let mut at = *read as usize;
            at += skip_below(&list[at..], offset);
            quiet += 1;
            // The first gap of this list that is wide enough; only then the others have their say.
            while let Some(&(begin, end)) = list.get(at) {
                self.work += 1;
                if begin >= offset + size {
                    break;
                }
                if end > offset {
                    offset = (end + mask) & !mask;
                    quiet = 1;
                }
                at += 1;
            }
            *read = crate::planner::reduction::index(at);
            turn = if turn + 1 == self.lists.len() { 0 } else { turn + 1 };
        }
        offset
    }

    /// Occupies `begin..end` in all of `sections`.
    pub(crate) fn occupy(&mut self, sections: Range<usize>, begin: u64, end: u64) {
        self.visit(sections, |tree, node, whole| {
            tree.work += insert(&mut tree.touch[node], begin, end);
            if whole {
                tree.work += insert(&mut tree.cover[node], begin, end);
            }
        });
    }

    /// Calls `f` for the nodes that make up `sections` (`true`) and for their proper ancestors (`false`).
    fn visit(&mut self, sections: Range<usize>, mut f: impl FnMut(&mut Self, usize, bool)) {
        if self.cover.is_empty() {
            // Only now: not every planner of very many items asks.
            self.cover = vec![Vec::new(); 2 * self.leaves];
            self.touch = vec![Vec::new(); 2 * self.leaves];
        }
        let mut stack = core::mem::take(&mut self.stack);
        stack.push((1, 0, self.leaves));
        while let Some((node, from, to)) = stack.pop() {
            let whole = sections.start <= from && to <= sections.end;
            f(self, node, whole);
            if !whole {
                let middle = from + (to - from) / 2;
                if sections.end > middle {
                    stack.push((2 * node + 1, middle, to));
                }
                if sections.start < middle {
                    stack.push((2 * node, from, middle));
                }
            }
        }
        self.stack = stack;
    }
}

/// Number of leading ranges that end at or below `offset`: a few steps, then by halves.
fn skip_below(ranges: &[(u64, u64)], offset: u64) -> usize {
    let near = ranges.len().min(4);
    for (i, range) in ranges[..near].iter().enumerate() {
        if range.1 > offset {
            return i;
        }
    }
    near + ranges[near..].partition_point(|range| range.1 <= offset)
}

/// Adds `begin..end` to a coalesced list; returns the work, which is mostly that of moving the rest of it.
fn insert(ranges: &mut Ranges, begin: u64, end: u64) -> u64 {
    let from = ranges.partition_point(|range| range.1 < begin);
    let to = from + ranges[from..].partition_point(|range| range.0 <= end);
    if from == to {
        ranges.insert(from, (begin, end));
        return 1 + (ranges.len() - from) as u64 / 16;
    }
    let merged = (begin.min(ranges[from].0), end.max(ranges[to - 1].1));
    ranges[from] = merged;
    if from + 1 < to {
        ranges.drain(from + 1..to);
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::random::Random;

    #[test]
    fn agrees_with_a_map_of_bytes() {
        let mut random = Random::new(5);
        for sections in [1usize, 2, 7, 33] {
            let mut tree = SegmentTree::new(sections);
            let mut taken = vec![[false; 4096]; sections];
            for _ in 0..120 {
                let mut pick = |n: usize| usize::try_from(random.below(n as u64)).unwrap();
                let (a, b) = (pick(sections), pick(sections));
                let (span, size, mask) = (a.min(b)..a.max(b) + 1, 1 + pick(20), (1 << pick(4)) - 1);
                let free = |o: usize| span.clone().all(|s| taken[s][o..o + size].iter().all(|&t| !t));
                let expected = (0..4096 - size).find(|o| o & mask == 0 && free(*o)).unwrap();
                let found = tree.lowest(span.clone(), size as u64, mask as u64);
                assert_eq!(found, expected as u64);
                tree.occupy(span.clone(), found, found + size as u64);
                span.for_each(|s| taken[s][expected..expected + size].fill(true));
            }
        }
    }
}
