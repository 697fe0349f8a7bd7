//! The slack rule over subsets of banks: which banks a buffer can still go to.
//!
//! For each section and each set of banks, the slack is the room of the set, less the bytes wasted there, less the
//! bytes of the live buffers confined to the set. A negative slack is a contradiction; a buffer larger than the slack
//! cannot go into the set. The rule runs to a fixpoint, and all changes can be undone.

use alloc::vec;
use alloc::vec::Vec;

use super::reduction::Instance;

/// One change, with what is needed to undo it.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The item had this domain.
    Dom { item: u32, old: u32 },
    /// This many bytes of a bank were wasted in a section.
    Waste { section: u32, bank: u32, bytes: i64 },
}

/// Domains of all items with the slack of all sets.
#[derive(Clone, Debug)]
pub(crate) struct Slack<'c> {
    instance: &'c Instance,
    sets: usize,
    slack: Vec<i64>,
    /// Banks that each item may still go to.
    pub(crate) dom: Vec<u32>,
    trail: Vec<Change>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    missed: bool,
    /// Weight of the items whose preferred bank is ruled out.
    pub(crate) miss: i64,
    /// Maximum weight that may be missed.
    pub(crate) budget: i64,
    /// Work done, for the caller to charge.
    pub(crate) work: u64,
}

impl<'c> Slack<'c> {
    /// Every domain complete, and every section queued for examination.
    pub(crate) fn new(instance: &'c Instance) -> Self {
        let sets = 1usize << instance.caps.len();
        let sections = instance.sections();
        let rooms = |set: usize| instance.rooms.iter().enumerate().filter(move |(k, _)| set >> k & 1 == 1);
        let free: Vec<i64> = (0..sets).map(|set| rooms(set).map(|(_, room)| room).sum()).collect();
        let dom: Vec<u32> = instance.items.iter().map(|item| item.dom).collect();
        let missing = instance.items.iter().filter(|item| item.dom & item.first() == 0);
        let miss = missing.map(|item| item.weight).sum();
        let queue = (0..sections).rev().filter_map(|section| u32::try_from(section).ok()).collect();
        let mut table = Self {
            instance,
            sets,
            slack: free.repeat(sections),
            dom,
            trail: Vec::new(),
            queue,
            queued: vec![true; sections],
            missed: true,
            miss,
            budget: i64::MAX / 2,
            work: 0,
        };
        for (i, item) in instance.items.iter().enumerate() {
            table.shift(i, item.dom, u32::MAX, -item.size);
        }
        table.work = 0;
        table
    }

    /// The current length of the trail.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Slack of `set` in `section`.
    pub(crate) fn of(&self, section: usize, set: usize) -> i64 {
        self.slack[section * self.sets + set]
    }

    /// Least slack, in `section`, of the sets that contain `bank`: what may still be wasted there.
    pub(crate) fn wastable(&self, section: usize, bank: usize) -> i64 {
        let row = &self.slack[section * self.sets..(section + 1) * self.sets];
        let mut least = i64::MAX;
        for (set, &slack) in row.iter().enumerate() {
            if set >> bank & 1 == 1 && slack < least {
                least = slack;
            }
        }
        least
    }

    /// Reduces the domain of `item` to `dom`, a subset of it; `false` if that is empty.
    pub(crate) fn restrict(&mut self, item: usize, dom: u32) -> bool {
        let old = self.dom[item];
        if dom == 0 {
            return false;
        }
        if dom == old {
            return true;
        }
        self.trail.push(Change::Dom { item: u32::try_from(item).unwrap_or(u32::MAX), old });
        self.dom[item] = dom;
        let part = &self.instance.items[item];
        if old & part.first() != 0 && dom & part.first() == 0 {
            self.miss += part.weight;
            self.missed = true;
        }
        self.shift(item, dom, old, -part.size);
        for section in part.from..part.to {
            self.wake(section);
        }
        true
    }

    /// Adds `bytes` to the slack of the sets that contain all of `narrow` but not all of `wide`.
    fn shift(&mut self, item: usize, narrow: u32, wide: u32, bytes: i64) {
        let part = &self.instance.items[item];
        for set in 1..self.sets {
            if outside(narrow, set) == 0 && outside(wide, set) != 0 {
                for section in part.from..part.to {
                    self.slack[section * self.sets + set] += bytes;
                }
                self.work += (part.to - part.from) as u64;
            }
        }
        self.work += 1;
    }

    /// Wastes `bytes` of `bank` in `section`.
    pub(crate) fn waste(&mut self, section: usize, bank: usize, bytes: i64) {
        if bytes == 0 {
            return;
        }
        let (at, of) = (u32::try_from(section).unwrap_or(0), u32::try_from(bank).unwrap_or(0));
        self.trail.push(Change::Waste { section: at, bank: of, bytes });
        self.pour(section, bank, -bytes);
        self.wake(section);
    }

    /// Adds `bytes` to the slack of every set with `bank`.
    fn pour(&mut self, section: usize, bank: usize, bytes: i64) {
        for set in 1..self.sets {
            if set >> bank & 1 == 1 {
                self.slack[section * self.sets + set] += bytes;
            }
        }
        self.work += self.sets as u64 / 2;
    }

    /// Queues a section for examination.
    fn wake(&mut self, section: usize) {
        if !self.queued[section] {
            self.queued[section] = true;
            self.queue.push(u32::try_from(section).unwrap_or(0));
        }
    }

    /// Applies the rule to a fixpoint; `false` on a contradiction.
    pub(crate) fn propagate(&mut self) -> bool {
        let sound = self.fixpoint();
        while let Some(section) = self.queue.pop() {
            self.queued[section as usize] = false;
        }
        sound
    }

    fn fixpoint(&mut self) -> bool {
        let instance = self.instance;
        loop {
            if self.missed {
                self.missed = false;
                if !self.spare() {
                    return false;
                }
            }
            let Some(section) = self.queue.pop() else {
                if self.missed {
                    continue;
                }
                return true;
            };
            let section = section as usize;
            self.queued[section] = false;
            for set in 1..self.sets {
                let slack = self.of(section, set);
                self.work += 1;
                if slack < 0 {
                    return false;
                }
                for &i in &instance.alive[section] {
                    if instance.items[i as usize].size <= slack {
                        break;
                    }
                    self.work += 1;
                    let dom = self.dom[i as usize];
                    let rest = outside(dom, set);
                    if rest != 0 && rest != dom && !self.restrict(i as usize, rest) {
                        return false;
                    }
                }
            }
        }
    }

    /// The rule of the miss budget: an item that may no longer be missed must go to its preferred bank.
    fn spare(&mut self) -> bool {
        if self.miss > self.budget {
            return false;
        }
        let instance = self.instance;
        for &i in &instance.by_weight {
            let item = &instance.items[i as usize];
            self.work += 1;
            if self.miss + item.weight <= self.budget {
                break;
            }
            let dom = self.dom[i as usize];
            if dom & item.first() != 0 && dom != item.first() && !self.restrict(i as usize, item.first()) {
                return false;
            }
        }
        true
    }

    /// Undoes everything since `mark`.
    pub(crate) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Dom { item, old }) => {
                    let item = item as usize;
                    let part = &self.instance.items[item];
                    let narrow = self.dom[item];
                    if old & part.first() != 0 && narrow & part.first() == 0 {
                        self.miss -= part.weight;
                    }
                    self.dom[item] = old;
                    self.shift(item, narrow, old, part.size);
                }
                Some(Change::Waste { section, bank, bytes }) => {
                    self.pour(section as usize, bank as usize, bytes);
                }
                None => return,
            }
        }
        self.missed = false;
    }

    /// Sets the miss budget and propagates it; `false` on a contradiction.
    pub(crate) fn allow(&mut self, budget: i64) -> bool {
        self.budget = budget;
        self.missed = true;
        self.propagate()
    }
}

/// Banks of `dom` outside of `set`.
fn outside(dom: u32, set: usize) -> u32 {
    dom & !u32::try_from(set).unwrap_or(u32::MAX)
}
