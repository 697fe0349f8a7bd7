//! One bank: from greedy layouts to the exact search, until the bound is met or the budget is spent.

mod incumbent;
mod local_search;
mod lowest_first;
mod peak_windows;
mod squeaky_wheel;
#[cfg(test)]
mod tests;
mod time_segments;

use alloc::vec;
use alloc::vec::Vec;

use crate::planner::effort::Effort;
use crate::planner::exact::members::Members;
use crate::planner::exact::restarts::Answer;
use crate::planner::exact::{Budget, MAX_ITEMS};
use crate::planner::meter::Meter;
use crate::planner::reduction::sort_keys::{Key, Keys, Powers};
use crate::planner::reduction::{Instance, Item};
use crate::planner::status::{Stats, Status};
use incumbent::Incumbent;
use local_search::LocalSearch;
use lowest_first::LowestFirst;
use squeaky_wheel::SqueakyWheel;
use time_segments::MOST_FITS;

/// What is wanted of one bank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// Bytes within which the layout must end.
    pub(crate) room: u64,
    /// Bytes that are good enough: the planner stops there.
    pub(crate) enough: u64,
    /// Work to spend.
    pub(crate) effort: Effort,
    /// Members of the search.
    pub(crate) members: u32,
}

/// One bank's layout.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    /// Offset of each item in bytes.
    pub(crate) offsets: Vec<u64>,
    /// Its high-water mark.
    pub(crate) peak: u64,
    /// Bytes below which there is no layout.
    pub(crate) bound: u64,
    /// How it ended; buffers are indices of items.
    pub(crate) status: Status,
    pub(crate) stats: Stats,
}

/// Orders of the fast tier, as in the kernel's portfolio.
const FAST: [&[Key]; 5] = [
    &[Key::Size],
    &[Key::Load, Key::Width, Key::Size],
    &[Key::Size, Key::Width],
    &[Key::Width, Key::Size],
    &[Key::Area],
];

/// Plans one bank, or `None` where the sizes exceed the planner's arithmetic.
pub(crate) fn solve(items: Vec<Item>, goal: Goal, meter: &mut Meter<'_, '_>) -> Option<Solved> {
    let instance = Instance::new(&items)?;
    let mut offsets = vec![0; items.len()];
    // The instance has all that is needed; of very many items they would be a good part of the memory.
    drop(items);
    let mut planning = Planning {
        instance: &instance,
        goal,
        incumbent: Incumbent::new(&instance),
        lower: instance.bound,
        searched: false,
        tries: 0,
        work: 0,
        repairs: 0,
    };
    let before = (meter.nodes(), meter.work());
    planning.run(meter);
    let stats = Stats {
        nodes: meter.nodes() - before.0,
        work: meter.work() - before.1 + planning.incumbent.work() + planning.work,
        tries: planning.tries,
        fits: planning.incumbent.fits,
    };
    instance.obstacles.iter().for_each(|o| offsets[o.id as usize] = o.begin * instance.unit);
    for (i, &offset) in planning.incumbent.best.iter().enumerate() {
        offsets[instance.id[i] as usize] = offset * instance.unit;
    }
    Some(Solved { offsets, peak: planning.peak(), bound: planning.lower, status: planning.status(), stats })
}

/// The state of the planning of one bank: the best layout, and the bound.
struct Planning<'t> {
    instance: &'t Instance,
    goal: Goal,
    incumbent: Incumbent<'t>,
    /// Bytes below which there is no layout.
    lower: u64,
    /// Whether a complete search raised the bound.
    searched: bool,
    tries: u64,
    /// Work of dives and repair.
    work: u64,
    /// Times that the best layout was repaired.
    repairs: u64,
}

impl Planning<'_> {
    /// High-water mark of the best layout.
    fn peak(&self) -> u64 {
        self.incumbent.peak
    }

    fn is_done(&self) -> bool {
        self.peak() <= self.lower.max(self.goal.enough.min(self.goal.room))
    }

    fn run(&mut self, meter: &mut Meter<'_, '_>) {
        let mut keys = Keys::new(self.instance);
        if self.instance.len() > MAX_ITEMS && self.instance.clash.is_none() {
            return self.run_many(keys, meter);
        }
        for order in FAST {
            self.incumbent.fit(&keys.order(self.instance, order));
            // Where decided items clash there is no bound to meet.
            if self.is_done() && self.instance.clash.is_none() {
                return;
            }
        }
        if self.goal.effort == Effort::Fast || self.instance.clash.is_some() {
            return;
        }
        if self.improve(&mut keys) {
            return;
        }
        let mut members = Members::new(self.instance, self.goal.members);
        self.search(&mut members, meter);
        self.tries += members.tries();
    }

    /// Betters the layout without search, until the bound is met.
    fn improve(&mut self, keys: &mut Keys) -> bool {
        let mut lowest_first = LowestFirst::new(self.instance);
        self.incumbent.fits += 1;
        if lowest_first.run(&keys.order(self.instance, FAST[1]), self.peak(), MOST_OF_A_DIVE) {
            self.incumbent.offer(&lowest_first.offsets);
        }
        self.work += lowest_first.work;
        if self.is_done() {
            return true;
        }
        let mut wheel = SqueakyWheel::new(
            self.instance,
            keys.order_by_powers(self.instance, CROWDED),
            squeaky_wheel::TURNS,
        );
        while !self.is_done() && wheel.turn(&mut self.incumbent) {}
        self.work += wheel.work();
        if !self.is_done() {
            self.incumbent.refit();
        }
        self.is_done() || self.repair(REPAIR * self.instance.len() as u64)
    }

    /// Repairs the peak of the best layout; returns whether the planning is over.
    fn repair(&mut self, work: u64) -> bool {
        self.repairs += 1;
        let mut repair = LocalSearch::new(self.instance, &self.incumbent.best, self.repairs);
        repair.run(self.instance.bound.max(self.goal.enough.min(self.goal.room)), work);
        self.incumbent.offer(repair.offsets());
        self.incumbent.fits += repair.fits;
        self.work += repair.work;
        self.is_done()
    }

    /// More items than the search takes: segments where fits of all are dear, else a dive, hot windows, segments
    /// after all and first fits; then the squeaky wheel and repair.
    fn run_many(&mut self, mut keys: Keys, meter: &mut Meter<'_, '_>) {
        let enough = self.goal.enough.min(self.goal.room);
        let most = if self.goal.effort == Effort::Fast { 1 } else { MOST_FITS };
        let segmented = self.instance.len() >= MANY && self.incumbent.segment(enough, most, meter);
        if self.goal.effort == Effort::Fast {
            if !segmented {
                self.fit_many(&mut keys, false);
            }
            return;
        }
        // Beyond that a dive or a fit takes longer than all segments, and it takes several to get below them.
        let turned = self.instance.len() <= MOST_TURNED;
        if turned || !segmented {
            self.dives_many(keys, segmented, turned, meter);
        }
        if !self.is_done() {
            self.repair((REPAIR * self.instance.len() as u64).min(MOST_REPAIR));
        }
    }

    /// What [`Planning::run_many`] does without and beside segments of all: dives, hot windows and first fits.
    fn dives_many(&mut self, mut keys: Keys, segmented: bool, turned: bool, meter: &mut Meter<'_, '_>) {
        let turns = if self.goal.effort == Effort::Thorough { squeaky_wheel::TURNS } else { FEW_TURNS };
        let mut wheel = SqueakyWheel::new(self.instance, keys.order_by_powers(self.instance, CROWDED), turns);
        if !segmented {
            // The layout of a dive is hard to beat here, and first fits above it are given up.
            let dived = wheel.turn(&mut self.incumbent);
            if !self.is_done() {
                peak_windows::windows(self.instance, &keys, &mut self.incumbent, meter);
            }
            let open = !self.is_done() && self.instance.len() < MANY;
            let enough = self.goal.enough.min(self.goal.room);
            let segmented = open && self.incumbent.segment(enough, MOST_FITS, meter);
            // Fits of very many take several times as long as segments and seldom get below them.
            let settled = segmented && self.instance.len() >= DEAR;
            if !self.is_done() && !settled {
                self.fit_many(&mut keys, dived);
            }
        }
        if turned {
            while !self.is_done() && wheel.turn(&mut self.incumbent) {}
            if !self.is_done() && !self.incumbent.is_tired() {
                self.incumbent.refit();
            }
        }
        self.work += wheel.work();
    }

    /// First fits of very many items while their work lasts. A dive that came to an end has wasted little.
    fn fit_many(&mut self, keys: &mut Keys, dived: bool) {
        self.incumbent.fit(&keys.order(self.instance, FAST[0]));
        // Where very many random items overlap, this order wastes less than the others.
        let powers = Powers { size: 2, sections: 1, load: 0, overlaps: 0 };
        let spent = dived && self.incumbent.is_tired();
        if !self.is_done() && !spent && self.goal.effort != Effort::Fast {
            self.incumbent.fit(&keys.order_by_powers(self.instance, powers));
        }
        for order in &FAST[1..] {
            if self.is_done() || self.incumbent.is_tired() {
                return;
            }
            self.incumbent.fit(&keys.order(self.instance, order));
        }
    }

    /// Asks for the bound first, then for the room, then halves the gap, with ever larger budgets.
    fn search(&mut self, members: &mut Members<'_>, meter: &mut Meter<'_, '_>) {
        let mut budget = FIRST_BUDGET;
        while !self.over(meter) {
            if self.ask(self.lower, budget, members, meter) == Answer::Unknown {
                break;
            }
        }
        self.repair_long(budget, meter);
        while !self.over(meter) && self.peak() > self.goal.room && self.lower <= self.goal.room {
            if self.ask(self.goal.room, budget, members, meter) == Answer::Unknown {
                budget *= 2;
            }
        }
        // Below `soft` the budget was too small.
        let mut soft = self.lower;
        while !self.over(meter) {
            let middle = soft + (self.peak() - soft) / 2;
            let target = self.instance.next_peak(middle).min(self.peak() - 1);
            match self.ask(target, budget, members, meter) {
                Answer::Found => soft = soft.min(self.peak()),
                Answer::Infeasible => soft = soft.max(self.lower),
                Answer::Unknown => soft = self.instance.next_peak(target + 1),
            }
            if soft >= self.peak() {
                soft = self.lower;
                budget *= 2;
                self.repair_long(budget, meter);
            }
        }
    }

    /// Between questions, repair for about as long as the search has for the next one.
    fn repair_long(&mut self, nodes: u64, meter: &Meter<'_, '_>) {
        if self.goal.effort == Effort::Thorough && !self.over(meter) {
            self.repair(nodes.saturating_mul(LONG_REPAIR));
        }
    }

    fn over(&self, meter: &Meter<'_, '_>) -> bool {
        self.is_done() || meter.is_over()
    }

    /// Looks for a layout of at most `target` bytes and takes what comes of it.
    fn ask(
        &mut self,
        target: u64,
        nodes: u64,
        members: &mut Members<'_>,
        meter: &mut Meter<'_, '_>,
    ) -> Answer {
        (meter.now.best, meter.now.bound, meter.now.target) = (self.peak(), self.lower, target);
        let result = members.run(target, Budget { nodes, work: u64::MAX }, meter);
        match result {
            Answer::Found => {
                self.incumbent.offer(members.offsets());
            }
            Answer::Infeasible => {
                self.lower = self.lower.max(self.instance.next_peak(target + 1));
                self.searched = true;
            }
            Answer::Unknown => {}
        }
        result
    }

    fn status(&self) -> Status {
        let peak = self.peak();
        if let Some((a, b)) = self.instance.clash {
            let both = self.instance.obstacles.iter().filter(|o| o.id == a || o.id == b);
            let step = both.map(|o| o.born).max().unwrap_or(0);
            return Status::InfeasibleBound { step, buffers: vec![a, b] };
        }
        if self.instance.bound > self.goal.room {
            return self.bound_status();
        }
        if self.lower > self.goal.room {
            return Status::InfeasibleSearch;
        }
        if peak > self.goal.room {
            return Status::NotFound;
        }
        match peak - self.lower.min(peak) {
            0 if self.searched => Status::OptimalSearch,
            0 => Status::OptimalBound,
            gap => Status::Feasible { gap },
        }
    }

    /// Why the bound exceeds the room: the fixed item that ends above it, or the buffers of one step.
    fn bound_status(&self) -> Status {
        let (instance, room) = (self.instance, self.goal.room);
        if let Some(o) = instance.obstacles.iter().find(|o| o.end_bytes > room) {
            return Status::InfeasibleBound { step: o.born, buffers: vec![o.id] };
        }
        let section = instance.bound_section;
        let movable = (0..instance.len()).map(|i| (instance.first[i], instance.last[i], instance.id[i]));
        let decided = instance.obstacles.iter().map(|o| (o.first, o.last, o.id));
        let alive = movable.chain(decided).filter(|&(first, last, _)| first <= section && section <= last);
        let mut buffers: Vec<u32> = alive.map(|(.., id)| id).collect();
        buffers.sort_unstable();
        Status::InfeasibleBound { step: instance.bound_step(), buffers }
    }
}

/// Items from which on segments come first where they apply.
const MANY: usize = 100_000;

/// Items from which on there are no first fits of all beside segments.
const DEAR: usize = 20_000;

/// Order of the squeaky wheel's first dive: what overlaps with most others comes first.
const CROWDED: Powers = Powers { size: 0, sections: 0, load: 0, overlaps: 1 };

/// Dives of the squeaky wheel over very many items at the default effort.
const FEW_TURNS: u32 = 6;

/// Items up to which the squeaky wheel can turn several times.
const MOST_TURNED: usize = 300_000;

/// Work after which a dive is given up.
const MOST_OF_A_DIVE: u64 = 100_000_000;

/// Work of the repair for each item, and at most: some 50 fits of 400 items.
const REPAIR: u64 = 800;
const MOST_REPAIR: u64 = 100_000_000;

/// Work of a long repair for each node that the search may spend.
const LONG_REPAIR: u64 = 1_000;

/// Nodes for the first questions.
const FIRST_BUDGET: u64 = 20_000;
