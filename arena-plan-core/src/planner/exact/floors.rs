//! Floors: the least bound among the unplaced items of each section, below which no further item can be placed there.

use super::state::{CLEAN, Dead, NONE, State, Undo};
use crate::planner::reduction::index;

impl State<'_> {
    /// Notes that the bound of `item` rose or that it was placed.
    pub(super) fn touch(&mut self, item: usize) {
        let span = self.instance.span(item);
        self.dirty = self.dirty.start.min(span.start)..self.dirty.end.max(span.end);
    }

    /// Recomputes the floors that are out of date; refuted if one leaves no room for the rest of its section.
    pub(super) fn settle_floors(&mut self, cap: u64) -> Result<(), Dead> {
        let dirty = core::mem::replace(&mut self.dirty, CLEAN);
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
        let reach = self.tables.member_reach(s);
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
