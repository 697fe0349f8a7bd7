//! The search's state: flat arrays and one trail that undoes them.

use alloc::vec;
use alloc::vec::Vec;

use super::Rules;
use crate::planner::task::{Task, index};

/// No item.
pub(super) const NONE: u32 = u32::MAX;

/// What a trail entry restores.
#[derive(Clone, Copy)]
enum Undo {
    /// The item had been unplaced.
    Place(u32),
    /// The item had these bounds.
    Bounds { item: u32, witness: u32, lo: u64, elo: u64 },
    /// The section had this least bound and its holder.
    Floor { section: u32, holder: u32, floor: u64, second: u64 },
}

/// Refuted: no layout continues from here.
pub(super) struct Dead;

/// Everything that changes while searching, and the tables that it is read against.
pub(super) struct State<'t> {
    pub(super) task: &'t Task,
    pub(super) rules: Rules,
    /// Words of one bit row.
    pub(super) words: usize,
    /// For each item, a row of the items that share a section with it.
    overlap: Vec<u64>,
    /// Words of the row that are not zero.
    reach: Vec<(u32, u32)>,
    /// For each section, a row of its items.
    member: Vec<u64>,
    member_reach: Vec<(u32, u32)>,
    /// For each item, the byte ranges that decided items forbid, coalesced; indices into `forbidden`.
    forbidden_at: Vec<u32>,
    forbidden: Vec<(u64, u64)>,
    /// For each section, the byte ranges of decided items; indices into `taken`.
    taken_at: Vec<u32>,
    taken: Vec<(u64, u64)>,
    /// Next item of the same size, lifetime and limits in the order of the current try, and the one before.
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
    blocked: Vec<u64>,
    /// Item that gave the bound of a blocked item.
    witness: Vec<u32>,
    /// Unplaced units of each section.
    pub(super) rem: Vec<u64>,
    /// Least `elo` among the unplaced items of each section, and an item that has it.
    floor: Vec<u64>,
    holder: Vec<u32>,
    /// Least `elo` among the others.
    second: Vec<u64>,
    /// Unplaced items that cross the boundary above each section.
    pub(super) cross: Vec<u32>,
    trail: Vec<Undo>,
    /// Sections whose holder's bound has changed.
    dirty: Vec<u32>,
    dirty_flag: Vec<bool>,
    /// Refutations of each section in the current try.
    pub(super) fails: Vec<u32>,
    /// Words of bit rows read, items looked at and bounds raised: the work done.
    pub(super) work: u64,
}

impl<'t> State<'t> {
    pub(super) fn new(task: &'t Task, rules: Rules) -> Self {
        let (n, sections) = (task.len(), task.sections());
        let words = n.div_ceil(64).max(1);
        let mut member = vec![0u64; sections * words];
        for item in 0..n {
            for s in task.span(item) {
                member[s * words + item / 64] |= 1 << (item % 64);
            }
        }
        let mut overlap = vec![0u64; n * words];
        for item in 0..n {
            let row = &mut overlap[item * words..(item + 1) * words];
            // Items alive in the first section, and those born in a later one.
            let first = task.first[item] as usize;
            row.copy_from_slice(&member[first * words..(first + 1) * words]);
            let (from, to) = (task.start[first], task.start[task.last[item] as usize + 1]);
            for other in from as usize..to as usize {
                row[other / 64] |= 1 << (other % 64);
            }
            row[item / 64] &= !(1 << (item % 64));
        }
        let mut state = Self {
            task,
            rules,
            words,
            reach: (0..n).map(|i| reach(&overlap[i * words..(i + 1) * words])).collect(),
            member_reach: (0..sections).map(|s| reach(&member[s * words..(s + 1) * words])).collect(),
            overlap,
            member,
            forbidden_at: Vec::new(),
            forbidden: Vec::new(),
            taken_at: Vec::new(),
            taken: Vec::new(),
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
            second: vec![0; sections],
            cross: vec![0; sections],
            trail: Vec::with_capacity(16 * n),
            dirty: Vec::with_capacity(sections),
            dirty_flag: vec![false; sections],
            fails: vec![0; sections],
            work: 0,
        };
        state.index_obstacles();
        state
    }

    fn index_obstacles(&mut self) {
        let task = self.task;
        if task.obstacles.is_empty() {
            return;
        }
        let collect = |from: u32, to: u32, out: &mut Vec<(u64, u64)>| {
            let begin = out.len();
            for o in task.obstacles.iter().filter(|o| o.first <= to && from <= o.last) {
                match out[begin..].last_mut() {
                    Some(range) if o.begin <= range.1 => range.1 = range.1.max(o.end),
                    _ => out.push((o.begin, o.end)),
                }
            }
            index(out.len())
        };
        self.forbidden_at.push(0);
        for item in 0..task.len() {
            self.forbidden_at.push(collect(task.first[item], task.last[item], &mut self.forbidden));
        }
        self.taken_at.push(0);
        for section in 0..index(task.sections()) {
            self.taken_at.push(collect(section, section, &mut self.taken));
        }
    }

    /// Everything unplaced again, for `target` bytes. `Err` where a bound refutes the target at once.
    pub(super) fn reset(&mut self, target: u64) -> Result<u64, Dead> {
        let n = self.task.len();
        self.trail.clear();
        self.blocked.fill(0);
        self.unplaced.fill(0);
        self.witness.fill(NONE);
        self.rem.fill(0);
        self.cross.fill(0);
        self.fails.fill(0);
        let mut cap = 0;
        for item in 0..n {
            self.limit[item] = self.task.limit_units(item, target).ok_or(Dead)?;
            cap = cap.max(self.limit[item]);
            self.unplaced[item / 64] |= 1 << (item % 64);
            for s in self.task.span(item) {
                self.rem[s] += self.task.size[item];
            }
            for s in self.task.first[item]..self.task.last[item] {
                self.cross[s as usize] += 1;
            }
        }
        for item in 0..n {
            self.lo[item] = self.lift(item, 0);
            self.elo[item] = self.lo[item];
            if self.lo[item] + self.task.size[item] > self.limit[item] {
                return Err(Dead);
            }
        }
        for s in 0..self.task.sections() {
            let (floor, holder, second) = self.least(s);
            (self.floor[s], self.holder[s], self.second[s]) = (floor, holder, second);
            if holder != NONE && floor + self.rem[s] + self.taken_above(s, floor, cap) > cap {
                self.fails[s] += 1;
                return Err(Dead);
            }
        }
        Ok(cap)
    }

    /// Raises the bounds of twins: the later one lies above the earlier one.
    pub(super) fn chain_twins(&mut self, heads: &[u32], cap: u64) -> Result<(), Dead> {
        for &head in heads {
            self.raise_twins(head as usize)?;
        }
        self.settle_floors(cap)
    }

    /// Bit row of the items that overlap `item`, without the words that are all zero, and its first word.
    fn row(&self, item: usize) -> (usize, &[u64]) {
        let (from, to) = self.reach[item];
        (from as usize, &self.overlap[item * self.words + from as usize..item * self.words + to as usize])
    }

    /// Whether `item` is not placed.
    pub(super) fn is_unplaced(&self, item: usize) -> bool {
        self.unplaced[item / 64] >> (item % 64) & 1 == 1
    }

    /// Lowest offset of at least `offset` that is aligned and clear of decided items.
    fn lift(&self, item: usize, offset: u64) -> u64 {
        let mask = self.task.mask[item];
        let mut offset = (offset + mask) & !mask;
        if self.forbidden.is_empty() {
            return offset;
        }
        let size = self.task.size[item];
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

    /// Whether no offset is decided beforehand.
    pub(super) fn is_free(&self) -> bool {
        self.forbidden.is_empty()
    }

    /// The trail's length, to undo to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the state of `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(entry) = self.trail.pop() else { return };
            match entry {
                Undo::Place(item) => {
                    let item = item as usize;
                    self.unplaced[item / 64] |= 1 << (item % 64);
                    let size = self.task.size[item];
                    let span = self.task.span(item);
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
                Undo::Floor { section, holder, floor, second } => {
                    self.second[section as usize] = second;
                    self.floor[section as usize] = floor;
                    self.holder[section as usize] = holder;
                }
            }
        }
    }

    fn note_blocked(&mut self, item: usize) {
        let bit = 1 << (item % 64);
        if self.elo[item] > self.lo[item] {
            self.blocked[item / 64] |= bit;
        } else {
            self.blocked[item / 64] &= !bit;
        }
    }

    /// Takes `item` off the unplaced ones.
    pub(super) fn remove(&mut self, item: usize) {
        self.trail.push(Undo::Place(index(item)));
        self.unplaced[item / 64] &= !(1 << (item % 64));
        self.blocked[item / 64] &= !(1 << (item % 64));
        let size = self.task.size[item];
        let span = self.task.span(item);
        for rem in &mut self.rem[span.clone()] {
            *rem -= size;
        }
        for cross in &mut self.cross[span.start..span.end - 1] {
            *cross -= 1;
        }
        self.mark_dirty(item);
    }

    /// Notes the sections whose floor `item` holds.
    fn mark_dirty(&mut self, item: usize) {
        for s in self.task.span(item) {
            if self.holder[s] == index(item) && !self.dirty_flag[s] {
                self.dirty_flag[s] = true;
                self.dirty.push(index(s));
            }
        }
    }

    fn raise(&mut self, item: usize, lo: u64, elo: u64, witness: u32) -> Result<(), Dead> {
        self.work += 2;
        self.trail.push(Undo::Bounds {
            item: index(item),
            witness: self.witness[item],
            lo: self.lo[item],
            elo: self.elo[item],
        });
        self.lo[item] = lo;
        self.witness[item] = witness;
        if elo > self.elo[item] {
            self.elo[item] = elo;
            self.mark_dirty(item);
            if elo + self.task.size[item] > self.limit[item] {
                self.blame(item);
                return Err(Dead);
            }
            self.note_blocked(item);
            return self.raise_twins(item);
        }
        self.note_blocked(item);
        Ok(())
    }

    /// Counts a refutation that the item's bound gave, in the item's fullest section.
    fn blame(&mut self, item: usize) {
        let fullest = self.task.span(item).max_by_key(|&s| (self.task.load[s], s));
        if let Some(section) = fullest {
            self.fails[section] += 1;
        }
    }

    /// Raises the bounds of the twins after `item`, each above the one before.
    fn raise_twins(&mut self, mut item: usize) -> Result<(), Dead> {
        while self.twin[item] != NONE {
            let next = self.twin[item] as usize;
            let above = self.elo[item] + self.task.size[item];
            if !self.is_unplaced(next) || self.elo[next] >= above {
                return Ok(());
            }
            // The chain goes on in this loop, not by recursion, however many twins there are.
            self.trail.push(Undo::Bounds {
                item: index(next),
                witness: self.witness[next],
                lo: self.lo[next],
                elo: self.elo[next],
            });
            self.elo[next] = self.lift(next, above);
            self.witness[next] = index(item);
            self.mark_dirty(next);
            self.note_blocked(next);
            if self.elo[next] + self.task.size[next] > self.limit[next] {
                self.blame(next);
                return Err(Dead);
            }
            item = next;
        }
        Ok(())
    }

    /// Places `item` at its lowest offset and lifts what overlaps it.
    pub(super) fn place(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.task.size[item];
        self.remove(item);
        let (from, to) = self.reach[item];
        self.work += u64::from(to - from);
        for w in from as usize..to as usize {
            let mut bits = self.overlap[item * self.words + w] & self.unplaced[w];
            while bits != 0 {
                let other = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.lo[other] < top {
                    let lo = self.lift(other, top);
                    let elo = self.elo[other].max(lo);
                    let witness = self.witness[other];
                    self.raise(other, lo, elo, witness)?;
                }
            }
        }
        Ok(())
    }

    /// Places `item` at `offset`, from which it lifts nothing.
    pub(super) fn put(&mut self, item: usize, offset: u64) -> Result<(), Dead> {
        if self.elo[item] > offset {
            return Err(Dead);
        }
        self.trail.push(Undo::Bounds {
            item: index(item),
            witness: self.witness[item],
            lo: self.lo[item],
            elo: self.elo[item],
        });
        (self.lo[item], self.elo[item]) = (offset, offset);
        self.remove(item);
        Ok(())
    }

    /// Rules out the lowest offset of `item`: some overlapping item must start below its top and lift it.
    pub(super) fn skip(&mut self, item: usize) -> Result<(), Dead> {
        if self.rules.blocked {
            self.bound_blocked(item)
        } else {
            let elo = self.lift(item, self.lo[item] + 1);
            self.raise(item, self.lo[item], elo, NONE)
        }
    }

    /// Raises a blocked item to the least top of an item that can lift it.
    fn bound_blocked(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.task.size[item];
        let (mut least, mut witness) = (u64::MAX, NONE);
        let (from, row) = self.row(item);
        for (w, (&row, &unplaced)) in row.iter().zip(&self.unplaced[from..]).enumerate() {
            let mut bits = row & unplaced;
            while bits != 0 {
                let other = (from + w) * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let elo = self.elo[other];
                if elo < top && elo + self.task.size[other] < least {
                    least = elo + self.task.size[other];
                    witness = index(other);
                }
            }
        }
        self.work += u64::from(self.reach[item].1 - self.reach[item].0);
        if witness == NONE {
            self.blame(item);
            return Err(Dead);
        }
        let elo = self.lift(item, least.max(self.lo[item] + 1));
        if elo > self.elo[item] {
            return self.raise(item, self.lo[item], elo, witness);
        }
        self.witness[item] = witness;
        Ok(())
    }

    /// Re-evaluates blocked items of `items` whose witness moved, then the floors of all touched sections.
    pub(super) fn propagate(&mut self, items: core::ops::Range<usize>, cap: u64) -> Result<(), Dead> {
        if self.rules.blocked {
            for _ in 0..3 {
                let before = self.trail.len();
                for w in items.start / 64..items.end.div_ceil(64) {
                    let mut bits = self.blocked[w] & self.unplaced[w];
                    while bits != 0 {
                        let item = w * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let witness = self.witness[item];
                        let stale = witness == NONE || !self.is_unplaced(witness as usize) || {
                            let witness = witness as usize;
                            self.elo[witness] + self.task.size[witness] > self.elo[item]
                        };
                        if stale && items.contains(&item) && self.elo[item] > self.lo[item] {
                            self.bound_blocked(item)?;
                        }
                    }
                }
                if self.trail.len() == before {
                    break;
                }
            }
        }
        self.settle_floors(cap)
    }

    /// Recomputes the floors of all touched sections; refuted where one leaves no room for the rest.
    pub(super) fn settle_floors(&mut self, cap: u64) -> Result<(), Dead> {
        let mut result = Ok(());
        while let Some(section) = self.dirty.pop() {
            let s = section as usize;
            self.dirty_flag[s] = false;
            if result.is_err() {
                continue;
            }
            let (floor, holder, second) = self.least(s);
            self.trail.push(Undo::Floor {
                section,
                holder: self.holder[s],
                floor: self.floor[s],
                second: self.second[s],
            });
            (self.floor[s], self.holder[s], self.second[s]) = (floor, holder, second);
            if holder != NONE && floor + self.rem[s] + self.taken_above(s, floor, cap) > cap {
                self.fails[s] += 1;
                result = Err(Dead);
            }
        }
        result
    }

    /// Forgets touched sections after a refutation; the caller undoes.
    pub(super) fn drop_dirty(&mut self) {
        while let Some(section) = self.dirty.pop() {
            self.dirty_flag[section as usize] = false;
        }
    }

    /// The item that must come next in section `s`, if the others would leave too little room.
    pub(super) fn forced(&self, s: usize, cap: u64) -> Option<usize> {
        let (second, holder) = (self.second[s], self.holder[s]);
        let is_forced = second != u64::MAX
            && holder != NONE
            && second + self.rem[s] + self.taken_above(s, second, cap) > cap;
        is_forced.then_some(holder as usize)
    }

    /// Least bound among the unplaced items of section `s`, its item, and the least bound of the others.
    fn least(&mut self, s: usize) -> (u64, u32, u64) {
        let (from, to) = self.member_reach[s];
        self.work += u64::from(to - from);
        let mut best = (u64::MAX, NONE, u64::MAX);
        for w in from as usize..to as usize {
            let mut bits = self.member[s * self.words + w] & self.unplaced[w];
            while bits != 0 {
                let item = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let elo = self.elo[item];
                if elo < best.0 {
                    best = (elo, index(item), best.0);
                } else if elo < best.2 {
                    best.2 = elo;
                }
            }
        }
        best
    }
}

/// First and one past the last word that is not zero.
fn reach(row: &[u64]) -> (u32, u32) {
    let from = row.iter().position(|&w| w != 0).unwrap_or(0);
    let to = row.iter().rposition(|&w| w != 0).map_or(from, |w| w + 1);
    (index(from), index(to))
}
