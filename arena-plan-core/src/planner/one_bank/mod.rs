//! One bank: the stages of the [`pipeline`] until the bound is met or the budget is spent.

mod incumbent;
mod local_search;
mod lowest_first;
mod peak_windows;
mod squeaky_wheel;
mod targets;
#[cfg(test)]
mod tests;
mod time_segments;

use alloc::vec;
use alloc::vec::Vec;

use super::effort::Effort;
use super::meter::{Aim, Meter, Work};
use super::pipeline::{self, ORDERS, Stage, Step};
use super::plan::Stats;
use super::reduction::sort_keys::{Keys, Powers};
use super::reduction::{Instance, Item};
use super::status::Status;
use incumbent::Incumbent;
use local_search::LocalSearch;
use lowest_first::LowestFirst;
use squeaky_wheel::SqueakyWheel;

/// The goals for one bank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// Bytes within which the layout must end.
    pub(crate) room: u64,
    /// Bytes at which the planner stops, at most the room; 0 for the least high-water mark.
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

/// Order by size · sections^½: with very many items it wastes less than the kernel's orders, especially around fixed
/// ones.
const BY_AREA: Powers = [2, 1, 0, 0];

/// Order of the squeaky wheel's first placement: items that overlap the most others come first.
const BY_OVERLAPS: Powers = [0, 0, 0, 1];

/// Plans one bank; `None` if the sizes exceed the planner's arithmetic. The exact search subtracts its work from
/// `search`.
pub(crate) fn solve(
    items: Vec<Item>,
    goal: Goal,
    search: &mut Work,
    meter: &mut Meter<'_>,
) -> Option<Solved> {
    let instance = Instance::new(&items)?;
    let mut offsets = vec![0; items.len()];
    // The instance has all that is needed; for very many items they would take much memory.
    drop(items);
    let before = meter.spent();
    let mut planning = Planning::new(&instance, goal);
    planning.run(search, meter);
    let spent = meter.spent().less(before);
    let (tries, fits) = (planning.tries, planning.incumbent.fits);
    instance.obstacles.iter().for_each(|o| offsets[o.id as usize] = o.begin * instance.unit);
    for (i, &offset) in planning.incumbent.best.iter().enumerate() {
        offsets[instance.id[i] as usize] = offset * instance.unit;
    }
    Some(Solved {
        offsets,
        peak: planning.peak(),
        bound: planning.lower,
        status: planning.status(),
        stats: Stats { nodes: spent.nodes, work: spent.units, tries, fits },
    })
}

/// The planning of one bank: the best layout, the bound, and what stages pass on to later ones.
struct Planning<'t> {
    instance: &'t Instance,
    goal: Goal,
    keys: Keys,
    incumbent: Incumbent<'t>,
    wheel: Option<SqueakyWheel<'t>>,
    /// Bytes below which there is no layout.
    lower: u64,
    /// Whether a complete search raised the bound.
    searched: bool,
    /// Tries of the exact search.
    tries: u64,
    /// Local searches so far: each has a different seed.
    local_searches: u64,
}

impl<'t> Planning<'t> {
    fn new(instance: &'t Instance, goal: Goal) -> Self {
        Self {
            instance,
            goal,
            keys: Keys::new(instance),
            incumbent: Incumbent::new(instance),
            wheel: None,
            lower: instance.bound,
            searched: false,
            tries: 0,
            local_searches: 0,
        }
    }

    /// Walks the pipeline.
    fn run(&mut self, search: &mut Work, meter: &mut Meter<'_>) {
        // If fixed items overlap, there is no layout, and first fit produces the placements that are reported.
        let is_hopeless = self.instance.clash.is_some();
        let (effort, items) =
            if is_hopeless { (Effort::Fast, 0) } else { (self.goal.effort, self.instance.len()) };
        for step in pipeline::steps(effort, items) {
            if self.is_done() || self.incumbent.is_any() && meter.is_cancelled() {
                return;
            }
            if self.incumbent.is_any() {
                meter.tell(Aim::HighWater, self.peak(), self.lower, self.lower);
            }
            meter.beside(step.work(self.instance.len()), |part| self.take(step, search, part));
        }
        if !self.incumbent.is_any() {
            self.incumbent.stack();
        }
    }

    /// Runs one stage.
    fn take(&mut self, step: &Step, search: &mut Work, meter: &mut Meter<'_>) {
        let instance = self.instance;
        match step.stage {
            Stage::FirstFits => {
                for order in ORDERS {
                    if self.is_done() || self.incumbent.is_any() && meter.is_over() {
                        return;
                    }
                    self.incumbent.fit(&self.keys.order(instance, order), meter);
                }
            }
            Stage::FirstFitByArea => {
                let order = self.keys.order_by_powers(instance, BY_AREA);
                self.incumbent.fit(&order, meter);
            }
            Stage::LowestFirstIfNone if self.incumbent.is_any() => {}
            Stage::LowestFirst | Stage::LowestFirstIfNone => {
                let mut placement = LowestFirst::new(instance);
                self.incumbent.fits += 1;
                if placement.run(&self.keys.order(instance, ORDERS[1]), meter) {
                    self.incumbent.offer(&placement.offsets);
                }
            }
            Stage::SqueakyWheel => {
                let mut wheel = self.wheel.take().unwrap_or_else(|| {
                    SqueakyWheel::new(instance, self.keys.order_by_powers(instance, BY_OVERLAPS))
                });
                let mut turns = 0;
                while !self.is_done() && turns < step.rounds && wheel.turn(&mut self.incumbent, meter) {
                    turns += 1;
                }
                self.wheel = Some(wheel);
            }
            Stage::FitByTops => self.incumbent.fit_by_tops(meter),
            Stage::LocalSearch => self.local_search(meter),
            Stage::PeakWindows => {
                peak_windows::run(instance, &self.keys, &mut self.incumbent, search, meter);
            }
            Stage::TimeSegments => {
                let rounds = usize::try_from(step.rounds).unwrap_or(usize::MAX);
                if let Some(made) = time_segments::plan(instance, self.goal.enough, rounds, meter) {
                    self.incumbent.fits += made.fits;
                    self.incumbent.offer(&made.offsets);
                }
            }
            Stage::ExactSearch => self.search(search, meter),
        }
    }

    /// Local search at the peak of the best layout.
    fn local_search(&mut self, meter: &mut Meter<'_>) {
        self.local_searches += 1;
        let mut search = LocalSearch::new(self.instance, &self.incumbent.best, self.local_searches);
        search.run(self.instance.bound.max(self.goal.enough), meter);
        self.incumbent.offer(search.offsets());
        self.incumbent.fits += search.fits;
    }

    /// High-water mark of the best layout.
    fn peak(&self) -> u64 {
        self.incumbent.peak
    }

    /// If fixed items overlap, there is no bound to meet.
    fn is_done(&self) -> bool {
        self.peak() <= self.lower.max(self.goal.enough) && self.instance.clash.is_none()
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
