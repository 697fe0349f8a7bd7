//! How bounds change: placing an item lifts what overlaps it; a skipped item waits for one that can lift it.

use super::state::{Dead, NONE, State, Undo};
use crate::planner::reduction::index;

impl State<'_> {
    /// Raises the bounds of twins: the later one goes above the earlier one.
    pub(super) fn chain_twins(&mut self, heads: &[u32], cap: u64) -> Result<(), Dead> {
        for &head in heads {
            self.raise_twins(head as usize)?;
        }
        self.settle_floors(cap)
    }

    #[inline]
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
            self.touch(item);
            if elo + self.instance.size[item] > self.limit[item] {
                self.blame(item);
                return Err(Dead);
            }
            self.note_blocked(item);
            return self.raise_twins(item);
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

    /// Raises the bounds of the twins after `item`, each above the one before.
    #[inline]
    fn raise_twins(&mut self, item: usize) -> Result<(), Dead> {
        if self.twin[item] == NONE { Ok(()) } else { self.raise_chain(item) }
    }

    /// The same if there are any.
    fn raise_chain(&mut self, mut item: usize) -> Result<(), Dead> {
        while self.twin[item] != NONE {
            let next = self.twin[item] as usize;
            let above = self.elo[item] + self.instance.size[item];
            if !self.is_unplaced(next) || self.elo[next] >= above {
                return Ok(());
            }
            // The chain is followed in this loop, not by recursion, however many twins there are.
            self.trail.push(Undo::Bounds {
                item: index(next),
                witness: self.witness[next],
                lo: self.lo[next],
                elo: self.elo[next],
            });
            self.elo[next] = self.tables.lift(next, above);
            self.witness[next] = index(item);
            self.touch(next);
            self.note_blocked(next);
            if self.elo[next] + self.instance.size[next] > self.limit[next] {
                self.blame(next);
                return Err(Dead);
            }
            item = next;
        }
        Ok(())
    }

    /// Places `item` at its lowest offset and lifts what overlaps it.
    pub(super) fn place(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.instance.size[item];
        self.remove(item);
        let reach = self.tables.reach(item);
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
            let elo = self.tables.lift(item, self.lo[item] + 1);
            self.raise(item, self.lo[item], elo, NONE)
        }
    }

    /// Raises a blocked item to the least top of an item that can lift it.
    fn bound_blocked(&mut self, item: usize) -> Result<(), Dead> {
        let top = self.lo[item] + self.instance.size[item];
        let (mut least, mut witness) = (u64::MAX, NONE);
        let reach = self.tables.reach(item);
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
}
