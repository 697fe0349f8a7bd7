//! The constant tables of the search: which items overlap, which are alive where, and what decided items take.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::planner::reduction::{Instance, index};

/// Tables of one instance.
pub(super) struct Tables<'t> {
    pub(super) instance: &'t Instance,
    /// Words of one bit row.
    pub(super) words: usize,
    /// For each item, a row of the items that share a section with it.
    overlap: Vec<u64>,
    /// The words of the row from the first to the last that is not zero.
    pub(super) reach: Vec<Range<usize>>,
    /// For each section, a row of its items.
    member: Vec<u64>,
    pub(super) member_reach: Vec<Range<usize>>,
    /// For each item, the ranges that decided items forbid, coalesced; empty if there are no decided items.
    forbidden: Vec<Vec<(u64, u64)>>,
    /// For each section, the ranges of decided items.
    taken: Vec<Vec<(u64, u64)>>,
}

impl<'t> Tables<'t> {
    pub(super) fn new(instance: &'t Instance) -> Self {
        let (n, sections) = (instance.len(), instance.sections());
        let words = n.div_ceil(64).max(1);
        let mut member = vec![0u64; sections * words];
        for item in 0..n {
            for s in instance.span(item) {
                member[s * words + item / 64] |= 1 << (item % 64);
            }
        }
        let mut overlap = vec![0u64; n * words];
        for item in 0..n {
            let row = &mut overlap[item * words..(item + 1) * words];
            // Items alive in the first section, and those born in a later one.
            let first = instance.first[item] as usize;
            row.copy_from_slice(&member[first * words..(first + 1) * words]);
            let (from, to) = (instance.start[first], instance.start[instance.last[item] as usize + 1]);
            for other in from as usize..to as usize {
                row[other / 64] |= 1 << (other % 64);
            }
            row[item / 64] &= !(1 << (item % 64));
        }
        // The ranges of decided items that are alive in some of these sections, coalesced.
        let decided = |first: u32, last: u32| {
            let mut ranges: Vec<(u64, u64)> = Vec::new();
            for o in instance.obstacles.iter().filter(|o| o.first <= last && first <= o.last) {
                match ranges.last_mut() {
                    Some(range) if o.begin <= range.1 => range.1 = range.1.max(o.end),
                    _ => ranges.push((o.begin, o.end)),
                }
            }
            ranges
        };
        let (movable, all) = if instance.obstacles.is_empty() { (0, 0) } else { (n, index(sections)) };
        Self {
            instance,
            words,
            reach: (0..n).map(|i| reach(&overlap[i * words..(i + 1) * words])).collect(),
            member_reach: (0..sections).map(|s| reach(&member[s * words..(s + 1) * words])).collect(),
            overlap,
            member,
            forbidden: (0..movable).map(|i| decided(instance.first[i], instance.last[i])).collect(),
            taken: (0..all).map(|s| decided(s, s)).collect(),
        }
    }

    /// Word `w` of the row of items that overlap `item`.
    pub(super) fn overlapping(&self, item: usize, w: usize) -> u64 {
        self.overlap[item * self.words + w]
    }

    /// Word `w` of the row of items that are alive in section `s`.
    pub(super) fn alive(&self, s: usize, w: usize) -> u64 {
        self.member[s * self.words + w]
    }

    /// Lowest offset of at least `offset` that is aligned and clear of decided items.
    #[inline]
    pub(super) fn lift(&self, item: usize, offset: u64) -> u64 {
        let mask = self.instance.mask[item];
        let mut offset = (offset + mask) & !mask;
        if self.forbidden.is_empty() {
            return offset;
        }
        let size = self.instance.size[item];
        for &(begin, end) in &self.forbidden[item] {
            if offset + size <= begin {
                break;
            }
            if offset < end {
                offset = (end + mask) & !mask;
            }
        }
        offset
    }

    /// Units of decided items in the section between `floor` and `cap`.
    pub(super) fn taken_above(&self, section: usize, floor: u64, cap: u64) -> u64 {
        if self.taken.is_empty() {
            return 0;
        }
        self.taken[section].iter().map(|&(begin, end)| end.min(cap).saturating_sub(begin.max(floor))).sum()
    }

    /// Whether no offset is decided in advance.
    pub(super) fn is_free(&self) -> bool {
        self.forbidden.is_empty()
    }
}

/// The words from the first to the last that is not zero.
fn reach(row: &[u64]) -> Range<usize> {
    let from = row.iter().position(|&w| w != 0).unwrap_or(0);
    from..row.iter().rposition(|&w| w != 0).map_or(from, |w| w + 1)
}
