//! The skyline of every bank, its corners, and the possible moves at a corner.
//!
//! All unplaced items go above the skyline. At the left corner of a local minimum, in a layout whose buffers
//! are all pushed down, either a buffer that begins there rests on the floor, or the floor of the corner's
//! section rises. These options are complete.

use alloc::vec::Vec;

use super::reduction::Instance;
use super::subset_slack::Slack;

/// A move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Move {
    /// The item is placed in the bank at this offset.
    Put { item: u32, bank: usize, offset: i64 },
    /// No further item goes below this height in the section.
    Rise { bank: usize, section: usize, height: i64 },
    /// The item goes to this bank, at any offset.
    Assign { item: u32, bank: usize },
}

/// Heights of the banks and positions of the items placed so far.
#[derive(Clone, Debug)]
pub(crate) struct Skyline {
    /// Height of bank `k` in section `t` at `k * sections + t`.
    pub(crate) floor: Vec<i64>,
    /// Offset of each item, -1 for an unplaced one.
    pub(crate) at: Vec<i64>,
    /// Items that are not placed.
    pub(crate) left: usize,
    lifts: Vec<(usize, i64)>,
    puts: Vec<u32>,
}

/// A flat part of a bank's skyline between higher neighbours.
#[derive(Clone, Copy, Debug)]
struct Valley {
    bank: usize,
    /// First and last section.
    from: usize,
    last: usize,
    floor: i64,
    /// Heights of the neighbours; at either end of the schedule, the bank's room.
    before: i64,
    after: i64,
}

impl Skyline {
    /// Nothing placed.
    pub(crate) fn new(instance: &Instance) -> Self {
        Self {
            floor: alloc::vec![0; instance.caps.len() * instance.sections()],
            at: alloc::vec![-1; instance.items.len()],
            left: instance.items.len(),
            lifts: Vec::new(),
            puts: Vec::new(),
        }
    }

    /// The lengths of both trails.
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.lifts.len(), self.puts.len())
    }

    /// Undoes everything since `mark`.
    pub(crate) fn undo(&mut self, mark: (usize, usize)) {
        while self.lifts.len() > mark.0 {
            if let Some((cell, old)) = self.lifts.pop() {
                self.floor[cell] = old;
            }
        }
        while self.puts.len() > mark.1 {
            if let Some(item) = self.puts.pop() {
                self.at[item as usize] = -1;
                self.left += 1;
            }
        }
    }

    /// Makes a move and updates the slack table; `false` on an immediate contradiction.
    pub(crate) fn apply(&mut self, instance: &Instance, slack: &mut Slack<'_>, step: Move) -> bool {
        match step {
            Move::Assign { item, bank } => slack.restrict(item as usize, 1 << bank),
            Move::Rise { bank, section, height } => {
                let cell = bank * instance.sections() + section;
                slack.waste(section, bank, height - self.floor[cell]);
                self.lift(cell, height);
                true
            }
            Move::Put { item, bank, offset } => {
                let part = &instance.items[item as usize];
                for section in part.from..part.to {
                    let cell = bank * instance.sections() + section;
                    slack.waste(section, bank, offset - self.floor[cell]);
                    self.lift(cell, offset + part.size);
                }
                self.at[item as usize] = offset;
                self.left -= 1;
                self.puts.push(item);
                slack.restrict(item as usize, 1 << bank)
            }
        }
    }

    fn lift(&mut self, cell: usize, height: i64) {
        self.lifts.push((cell, self.floor[cell]));
        self.floor[cell] = height;
    }

    /// Fills `best` with the moves of the corner that has the fewest. No moves means a contradiction. Returns the
    /// work that it took. To be called only while items are unplaced.
    pub(crate) fn fewest(
        &self,
        instance: &Instance,
        slack: &Slack<'_>,
        best: &mut Vec<Move>,
        spare: &mut Vec<Move>,
    ) -> u64 {
        let sections = instance.sections();
        let mut work = 0u64;
        let mut found = false;
        best.clear();
        for bank in 0..instance.caps.len() {
            let row = &self.floor[bank * sections..(bank + 1) * sections];
            let room = instance.rooms[bank];
            let mut from = 0;
            let mut before = room;
            while from < sections {
                let floor = row[from];
                let mut last = from;
                while last + 1 < sections && row[last + 1] == floor {
                    last += 1;
                }
                let after = if last + 1 < sections { row[last + 1] } else { room };
                work += (last - from + 1) as u64;
                if floor < before && floor < after && floor < room {
                    let valley = Valley { bank, from, last, floor, before, after };
                    spare.clear();
                    work += self.corner(instance, slack, valley, spare);
                    if !found || spare.len() < best.len() {
                        found = true;
                        core::mem::swap(best, spare);
                        if best.len() <= 1 {
                            return work;
                        }
                    }
                }
                before = floor;
                from = last + 1;
            }
        }
        work
    }

    /// Lists the moves at the left corner of a valley.
    fn corner(&self, instance: &Instance, slack: &Slack<'_>, v: Valley, moves: &mut Vec<Move>) -> u64 {
        let (bank, section) = (v.bank, v.from);
        let mut work = 0u64;
        let mut height = instance.rooms[bank];
        // The other end of the widest buffer that could rest here.
        let mut reach = None;
        for &i in &instance.alive[section] {
            work += 1;
            let index = i as usize;
            if self.at[index] >= 0 || slack.dom[index] >> bank & 1 == 0 {
                continue;
            }
            let item = &instance.items[index];
            let (over_left, over_right) = (item.from < v.from, item.to > v.last + 1);
            if !over_left && !over_right {
                reach = reach.max(Some(item.to));
                if let Some(offset) = self.resting(instance, slack, index, v, &mut work) {
                    let twin = moves.iter().any(
                        |m| matches!(*m, Move::Put { item: j, .. } if alike(instance, slack, index, j as usize)),
                    );
                    if !twin {
                        moves.push(Move::Put { item: i, bank, offset });
                    }
                }
            }
            // Where this buffer would be the lowest in the section although it does not rest on the floor.
            let least = match (item.fixed, over_left, over_right) {
                (Some(offset), _, _) => offset,
                (None, true, true) => instance.rest(index, bank, v.before.max(v.after)),
                (None, true, false) => instance.rest(index, bank, v.before),
                (None, false, true) => instance.rest(index, bank, v.after),
                (None, false, false) => continue,
            };
            height = height.min(least);
        }
        if let Some(reach) = reach {
            height = height.min(self.beside(instance, slack, v, reach, &mut work));
        }
        let waste = height - v.floor;
        if waste > 0 && waste <= slack.wastable(section, bank) {
            moves.push(Move::Rise { bank, section, height });
        }
        work
    }

    /// Least height at which a rejected buffer, which ends before `reach`, can be above one next to the corner's
    /// section.
    fn beside(&self, instance: &Instance, slack: &Slack<'_>, v: Valley, reach: usize, work: &mut u64) -> i64 {
        let mut least = i64::MAX;
        // Every buffer next to the corner is visited where it begins.
        for &j in instance.starts[v.from + 1..reach].iter().flatten() {
            *work += 1;
            let index = j as usize;
            let other = &instance.items[index];
            if self.at[index] >= 0 || slack.dom[index] >> v.bank & 1 == 0 {
                continue;
            }
            let base = match other.fixed {
                Some(offset) => offset,
                None if other.to > v.last + 1 => v.after,
                None => v.floor,
            };
            least = least.min(base + other.size);
        }
        least
    }

    /// Offset at which an item inside the valley rests on its floor, if it can.
    fn resting(
        &self,
        instance: &Instance,
        slack: &Slack<'_>,
        index: usize,
        v: Valley,
        work: &mut u64,
    ) -> Option<i64> {
        let item = &instance.items[index];
        let offset = instance.rest(index, v.bank, v.floor);
        if offset + item.real > instance.caps[v.bank] || item.fixed.is_some_and(|fixed| fixed != offset) {
            return None;
        }
        let waste = offset - v.floor;
        for section in item.from..item.to {
            *work += 1;
            if waste > 0 && waste > slack.wastable(section, v.bank) {
                return None;
            }
            for &j in &instance.fixed_in[section] {
                let other = &instance.items[j as usize];
                let same = other.dom == 1 << v.bank && j as usize != index && self.at[j as usize] < 0;
                if same && other.fixed.is_some_and(|top| offset + item.size > top) {
                    return None;
                }
            }
        }
        Some(offset)
    }
}

/// Whether two unplaced items are interchangeable.
fn alike(instance: &Instance, slack: &Slack<'_>, i: usize, j: usize) -> bool {
    let (a, b) = (&instance.items[i], &instance.items[j]);
    a.size == b.size
        && a.real == b.real
        && (a.from, a.to) == (b.from, b.to)
        && slack.dom[i] == slack.dom[j]
        && a.fixed.is_none()
        && b.fixed.is_none()
        && a.weight == b.weight
        && a.prefs[0] == b.prefs[0]
        && (0..instance.caps.len()).all(|k| instance.align(i, k) == instance.align(j, k))
}
