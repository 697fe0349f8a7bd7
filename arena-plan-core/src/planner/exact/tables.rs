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
    /// For each item, the ranges that decided items forbid, coalesced; indices into `forbidden`.
    forbidden_at: Vec<u32>,
    forbidden: Vec<(u64, u64)>,
    /// For each section, the ranges of decided items; indices into `taken`.
    taken_at: Vec<u32>,
    taken: Vec<(u64, u64)>,
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
        let mut tables = Self {
            instance,
            words,
            reach: (0..n).map(|i| reach(&overlap[i * words..(i + 1) * words])).collect(),
            member_reach: (0..sections).map(|s| reach(&member[s * words..(s + 1) * words])).collect(),
            overlap,
            member,
            forbidden_at: Vec::new(),
            forbidden: Vec::new(),
            taken_at: Vec::new(),
            taken: Vec::new(),
        };
        tables.index_obstacles();
        tables
    }

    /// Word `w` of the row of items that overlap `item`.
    pub(super) fn overlapping(&self, item: usize, w: usize) -> u64 {
        self.overlap[item * self.words + w]
    }

    /// Word `w` of the row of items that are alive in section `s`.
    pub(super) fn alive(&self, s: usize, w: usize) -> u64 {
        self.member[s * self.words + w]
    }

    fn index_obstacles(&mut self) {
        let instance = self.instance;
        if instance.obstacles.is_empty() {
            return;
        }
        let collect = |from: u32, to: u32, out: &mut Vec<(u64, u64)>| {
            let begin = out.len();
            for o in instance.obstacles.iter().filter(|o| o.first <= to && from <= o.last) {
                match out[begin..].last_mut() {
                    Some(range) if o.begin <= range.1 => range.1 = range.1.max(o.end),
                    _ => out.push((o.begin, o.end)),
                }
            }
            index(out.len())
        };
        self.forbidden_at.push(0);
        for item in 0..instance.len() {
            self.forbidden_at.push(collect(instance.first[item], instance.last[item], &mut self.forbidden));
        }
        self.taken_at.push(0);
        for section in 0..index(instance.sections()) {
            self.taken_at.push(collect(section, section, &mut self.taken));
        }
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
        for &(begin, end) in
            &self.forbidden[self.forbidden_at[item] as usize..self.forbidden_at[item + 1] as usize]
        {
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
        let ranges = &self.taken[self.taken_at[section] as usize..self.taken_at[section + 1] as usize];
        ranges.iter().map(|&(begin, end)| end.min(cap).saturating_sub(begin.max(floor))).sum()
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
