//! How bounds change: placing an item lifts what overlaps it; a skipped item waits for one that can lift it. The
//! *floor* of a section is the least bound among its unplaced items, below which no further item can be placed there.

use core::mem::replace;
use core::ops::Range;

use super::state::{CLEAN, Dead, NONE, State, Undo};
use crate::planner::reduction::index;

impl State<'_> {
    /// Raises the bounds of `item`, and with them those of its twins.
    #[inline]
    fn raise(&mut self, item: usize, lo: u64, elo: u64, witness: u32) -> Result<(), Dead> {
        self.work += 2;
        self.set(item, lo, elo, witness)?;
        self.raise_twins(item)
    }

    /// Sets the bounds of `item`, the old ones going on the trail; refuted if it does not end within its limit.
    #[inline]
    fn set(&mut self, item: usize, lo: u64, elo: u64, witness: u32) -> Result<(), Dead> {
        let (old, low, lower) = (self.witness[item], self.lo[item], self.elo[item]);
        self.trail.push(Undo::Bounds { item: index(item), witness: old, lo: low, elo: lower });
        self.lo[item] = lo;
        self.witness[item] = witness;
        if elo > lower {
            self.elo[item] = elo;
            self.touch(item);
            if elo + self.instance.size[item] > self.limit[item] {
                self.blame(item);
                return Err(Dead);
            }
        }
        self.note_blocked(item);
        Ok(())
    }

    /// Counts a refutation by the item's bound, in the item's fullest section.
    fn blame(&mut self, item: usize) {
        let maximum = self.instance.span(item).max_by_key(|&s| (self.instance.load[s], s));
        if let Some(section) = maximum {
            self.fails[section] += 1;
        }
    }

    /// Raises the bounds of the twins after `item`, each above the one before. They are followed in a loop, not by
    /// recursion, however many there are.
    #[inline]
    pub(super) fn raise_twins(&mut self, mut item: usize) -> Result<(), Dead> {
        while self.twin[item] != NONE {
            let next = self.twin[item] as usize;
            let above = self.elo[item] + self.instance.size[item];
            if !self.is_unplaced(next) || self.elo[next] >= above {
                break;
            }
            self.set(next, self.lo[next], self.tables.lift(next, above), index(item))?;
            item = next;
        }
        Ok(())
    }

    /// Places `item` at its lowest offset and lifts what overlaps it.
    pub(super) fn place(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.instance.size[item];
        self.remove(item);
        let reach = self.tables.reach[item].clone();
        self.work += reach.len() as u64;
        for w in reach {
            let mut bits = self.tables.overlapping(item, w) & self.unplaced[w];
            while bits != 0 {
                let other = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.lo[other] < top {
                    let lo = self.tables.lift(other, top);
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
        self.set(item, offset, offset, self.witness[item])?;
        self.remove(item);
        Ok(())
    }

    /// Rules out the lowest offset of `item`: some overlapping item must start below its top and lift it.
    pub(super) fn skip(&mut self, item: usize) -> Result<(), Dead> {
        if self.rules.blocked {
            self.bound_blocked(item)
        } else {
            let elo = self.tables.lift(item, self.lo[item] + 1);
            self.raise(item, self.lo[item], elo, NONE)
        }
    }

    /// Raises a blocked item to the least top of an item that can lift it.
    fn bound_blocked(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.instance.size[item];
        let (mut least, mut witness) = (u64::MAX, NONE);
        let reach = self.tables.reach[item].clone();
        self.work += reach.len() as u64;
        for w in reach {
            let mut bits = self.tables.overlapping(item, w) & self.unplaced[w];
            while bits != 0 {
                let other = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let elo = self.elo[other];
                if elo < top && elo + self.instance.size[other] < least {
                    least = elo + self.instance.size[other];
                    witness = index(other);
                }
            }
        }
        if witness == NONE {
            self.blame(item);
            return Err(Dead);
        }
        let elo = self.tables.lift(item, least.max(self.lo[item] + 1));
        if elo > self.elo[item] {
            return self.raise(item, self.lo[item], elo, witness);
        }
        self.witness[item] = witness;
        Ok(())
    }

    /// Re-evaluates the blocked items of `items` whose witness moved, then the floors of all touched sections.
    pub(super) fn propagate(&mut self, items: Range<usize>, cap: u64) -> Result<(), Dead> {
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
                            self.elo[witness] + self.instance.size[witness] > self.elo[item]
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

    /// Notes that the bound of `item` rose or that it was placed.
    pub(super) fn touch(&mut self, item: usize) {
        let span = self.instance.span(item);
        self.dirty = self.dirty.start.min(span.start)..self.dirty.end.max(span.end);
    }

    /// Recomputes the floors that are out of date; refuted if one leaves no room for the rest of its section.
    pub(super) fn settle_floors(&mut self, cap: u64) -> Result<(), Dead> {
        let dirty = replace(&mut self.dirty, CLEAN);
        self.work += dirty.len() as u64 / 8;
        let mut result = Ok(());
        for s in dirty {
            let old = self.holder[s];
            if old != NONE && self.is_unplaced(old as usize) && self.elo[old as usize] == self.floor[s] {
                continue;
            }
            let (floor, holder) = self.least(s);
            if holder == NONE && old == NONE {
                continue;
            }
            self.trail.push(Undo::Floor { section: index(s), holder: old, floor: self.floor[s] });
            (self.floor[s], self.holder[s]) = (floor, holder);
            if holder != NONE && floor + self.rem[s] + self.tables.taken_above(s, floor, cap) > cap {
                // The others are examined too: all sections that cause the refutation are recorded.
                self.fails[s] += 1;
                result = Err(Dead);
            }
        }
        result
    }

    /// Least bound among the unplaced items of section `s` and an item that has it. The floor of the section
    /// before must be up to date.
    fn least(&mut self, s: usize) -> (u64, u32) {
        let mut best = (u64::MAX, NONE);
        let before = if s == 0 { NONE } else { self.holder[s - 1] };
        if before != NONE && self.instance.last[before as usize] as usize >= s {
            // Items that stay alive have at least the previous holder's bound; only newly born ones may have less.
            best = (self.elo[before as usize], before);
            let born = self.instance.start[s] as usize..self.instance.start[s + 1] as usize;
            self.work += 1;
            for item in born {
                if self.elo[item] < best.0 && self.is_unplaced(item) {
                    best = (self.elo[item], index(item));
                }
            }
            return best;
        }
        let reach = self.tables.member_reach[s].clone();
        self.work += reach.len() as u64;
        for w in reach {
            let mut bits = self.tables.alive(s, w) & self.unplaced[w];
            while bits != 0 {
                let item = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.elo[item] < best.0 {
                    best = (self.elo[item], index(item));
                }
            }
        }
        best
    }
}
