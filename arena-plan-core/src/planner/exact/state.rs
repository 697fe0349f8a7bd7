//! The state of the search: flat arrays, and one trail to undo changes.

use alloc::vec;
use alloc::vec::Vec;

use super::Rules;
use super::tables::Tables;
use crate::planner::reduction::{Instance, index};

/// No item.
pub(super) const NONE: u32 = u32::MAX;

/// What a trail entry restores.
#[derive(Clone, Copy)]
pub(super) enum Undo {
    /// The item had been unplaced.
    Place(u32),
    /// The item had these bounds.
    Bounds { item: u32, witness: u32, lo: u64, elo: u64 },
    /// The section had this least bound and its holder.
    Floor { section: u32, holder: u32, floor: u64 },
}

/// Refuted: no layout continues from here.
pub(super) struct Dead;

/// Everything that changes while searching, and the tables that go with it.
pub(super) struct State<'t> {
    pub(super) instance: &'t Instance,
    pub(super) tables: Tables<'t>,
    pub(super) rules: Rules,
    /// Next item of the same size, alignment and lifetime in the order of the current try.
    pub(super) twin: Vec<u32>,
    /// Highest end of each item, in units, for the current target.
    pub(super) limit: Vec<u64>,
    /// A bit for each item that is not placed.
    pub(super) unplaced: Vec<u64>,
    /// Lowest offset above all placed items that overlap.
    pub(super) lo: Vec<u64>,
    /// Proved lower bound of the offset, at least `lo`; an item is *blocked* while it is above `lo`.
    pub(super) elo: Vec<u64>,
    /// A bit for each blocked item.
    pub(super) blocked: Vec<u64>,
    /// The item that determines the bound of a blocked item.
    pub(super) witness: Vec<u32>,
    /// Unplaced units of each section.
    pub(super) rem: Vec<u64>,
    /// Least `elo` among the unplaced items of each section, and an item that has it.
    pub(super) floor: Vec<u64>,
    pub(super) holder: Vec<u32>,
    /// Sections whose floors may be out of date.
    pub(super) dirty: core::ops::Range<usize>,
    /// Unplaced items that cross the boundary above each section.
    pub(super) cross: Vec<u32>,
    pub(super) trail: Vec<Undo>,
    /// Refutations of each section in the current try.
    pub(super) fails: Vec<u32>,
    /// Words of bit rows read, items examined and bounds raised: the work done.
    pub(super) work: u64,
}

/// No section; the union with a range is that range.
#[expect(clippy::reversed_empty_ranges, reason = "the neutral element of joining ranges")]
pub(super) const CLEAN: core::ops::Range<usize> = usize::MAX..0;

impl<'t> State<'t> {
    pub(super) fn new(instance: &'t Instance, rules: Rules) -> Self {
        let (n, sections) = (instance.len(), instance.sections());
        let tables = Tables::new(instance);
        let words = tables.words;
        Self {
            instance,
            tables,
            rules,
            twin: vec![NONE; n],
            limit: vec![0; n],
            unplaced: vec![0; words],
            lo: vec![0; n],
            elo: vec![0; n],
            blocked: vec![0; words],
            witness: vec![NONE; n],
            rem: vec![0; sections],
            floor: vec![0; sections],
            holder: vec![NONE; sections],
            dirty: CLEAN,
            cross: vec![0; sections],
            trail: Vec::with_capacity(16 * n),
            fails: vec![0; sections],
            work: 0,
        }
    }

    /// Everything unplaced again, for `target` bytes. `Err` if a bound refutes the target at once.
    pub(super) fn reset(&mut self, target: u64) -> Result<u64, Dead> {
        let n = self.instance.len();
        self.trail.clear();
        self.blocked.fill(0);
        self.unplaced.fill(0);
        self.witness.fill(NONE);
        self.rem.fill(0);
        self.cross.fill(0);
        self.fails.fill(0);
        let mut cap = 0;
        for item in 0..n {
            self.limit[item] = self.instance.limit_units(item, target).ok_or(Dead)?;
            cap = cap.max(self.limit[item]);
            self.unplaced[item / 64] |= 1 << (item % 64);
            for s in self.instance.span(item) {
                self.rem[s] += self.instance.size[item];
            }
            for s in self.instance.first[item]..self.instance.last[item] {
                self.cross[s as usize] += 1;
            }
        }
        for item in 0..n {
            self.lo[item] = self.tables.lift(item, 0);
            self.elo[item] = self.lo[item];
            if self.lo[item] + self.instance.size[item] > self.limit[item] {
                return Err(Dead);
            }
        }
        self.holder.fill(NONE);
        self.dirty = 0..self.instance.sections();
        self.settle_floors(cap)?;
        self.trail.clear();
        Ok(cap)
    }

    /// Whether `item` is not placed.
    pub(super) fn is_unplaced(&self, item: usize) -> bool {
        self.unplaced[item / 64] >> (item % 64) & 1 == 1
    }

    /// The trail's length, to undo to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the state of `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        // Floors were up to date at the mark.
        self.dirty = CLEAN;
        while self.trail.len() > mark {
            let Some(entry) = self.trail.pop() else { return };
            match entry {
                Undo::Place(item) => {
                    let item = item as usize;
                    self.unplaced[item / 64] |= 1 << (item % 64);
                    let size = self.instance.size[item];
                    let span = self.instance.span(item);
                    for rem in &mut self.rem[span.clone()] {
                        *rem += size;
                    }
                    for cross in &mut self.cross[span.start..span.end - 1] {
                        *cross += 1;
                    }
                    self.note_blocked(item);
                }
                Undo::Bounds { item, witness, lo, elo } => {
                    let item = item as usize;
                    self.lo[item] = lo;
                    self.elo[item] = elo;
                    self.witness[item] = witness;
                    self.note_blocked(item);
                }
                Undo::Floor { section, holder, floor } => {
                    self.floor[section as usize] = floor;
                    self.holder[section as usize] = holder;
                }
            }
        }
    }

    #[inline]
    pub(super) fn note_blocked(&mut self, item: usize) {
        let bit = 1 << (item % 64);
        if self.elo[item] > self.lo[item] {
            self.blocked[item / 64] |= bit;
        } else {
            self.blocked[item / 64] &= !bit;
        }
    }

    /// Removes `item` from the unplaced ones.
    pub(super) fn remove(&mut self, item: usize) {
        self.trail.push(Undo::Place(index(item)));
        self.unplaced[item / 64] &= !(1 << (item % 64));
        self.blocked[item / 64] &= !(1 << (item % 64));
        let size = self.instance.size[item];
        let span = self.instance.span(item);
        for rem in &mut self.rem[span.clone()] {
            *rem -= size;
        }
        for cross in &mut self.cross[span.start..span.end - 1] {
            *cross -= 1;
        }
        self.touch(item);
    }
}
