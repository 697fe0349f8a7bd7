//! A hunt for one target: short tries of the exact search, each with another order.
//!
//! The time of a try is heavy-tailed: a lucky order finds a layout with hardly a step back, an unlucky one not in a
//! million nodes. So tries are short and diverse, and learn where the earlier ones failed.

use alloc::vec;
use alloc::vec::Vec;

use super::exact::{Budget, Rules, Search};
use super::keys::{Key, Keys, Powers, log2};
use super::random::Random;
use super::task::{Task, index};
use super::watch::Meter;

/// How a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hunted {
    /// A layout was found; the search holds it.
    Found,
    /// A complete search found none: there is none.
    Infeasible,
    /// The budget ran out.
    Nothing,
}

/// An order to try.
#[derive(Clone, Copy)]
enum Order {
    Keys([Key; 3]),
    Powers(Powers),
}

/// Orders that come first.
const FIRST: [Order; 7] = {
    use Key::{Bulk, First, Last, Load, Sections};
    const fn powers(size: i64, sections: i64, load: i64, overlaps: i64) -> Order {
        Order::Powers(Powers { size, sections, load, overlaps })
    }
    [
        Order::Keys([Load, Sections, Bulk]),
        powers(3, 4, 12, 2),
        Order::Keys([Last, Sections, First]),
        Order::Keys([Bulk, Sections, First]),
        powers(2, 2, 12, 0),
        Order::Keys([First, Sections, Bulk]),
        powers(1, 3, 120, 1),
    ]
};

/// Tries in which random orders outnumber learned ones, two to one; later it is the other way round.
const EARLY: u64 = 80;

/// Nodes of a try, at least.
const TRY: u64 = 800;

/// What is learned from failed tries, and where the schedule stands.
pub(crate) struct Hunt<'t> {
    task: &'t Task,
    keys: Keys,
    search: Search<'t>,
    /// Recent share of refutations in each section.
    weight: Vec<u64>,
    random: Random,
    /// Tries so far.
    pub(crate) tries: u64,
}

impl<'t> Hunt<'t> {
    pub(crate) fn new(task: &'t Task) -> Self {
        Self {
            task,
            keys: Keys::new(task),
            search: Search::new(task, Rules::ALL),
            weight: vec![0; task.sections()],
            random: Random::new(1),
            tries: 0,
        }
    }

    /// Offsets in units after a find.
    pub(crate) fn offsets(&self) -> &[u64] {
        self.search.offsets()
    }

    /// Looks for a layout of at most `target` bytes within `budget` and what the meter has left.
    pub(crate) fn run(&mut self, target: u64, budget: Budget, meter: &mut Meter<'_, '_>) -> Hunted {
        let mut left =
            Budget { nodes: budget.nodes.min(meter.left().nodes), work: budget.work.min(meter.left().work) };
        // A try needs about a node per item when nothing goes wrong.
        let mut nodes = TRY.max(2 * self.task.len() as u64);
        for turn in 0u32.. {
            if left.nodes == 0 || left.work == 0 || meter.is_over() {
                break;
            }
            if turn % 40 == 39 {
                nodes += nodes / 2;
            }
            let order = self.order(turn);
            let before = (self.search.nodes(), self.search.work());
            self.tries += 1;
            let limit = Budget { nodes: nodes.min(left.nodes), ..left };
            let result = self.search.run(target, &order, limit, &mut || meter.poll());
            let spent = (self.search.nodes() - before.0).max(1);
            let work = self.search.work() - before.1;
            meter.spend(spent, work);
            left.nodes = left.nodes.saturating_sub(spent);
            left.work = left.work.saturating_sub(work);
            match result {
                Some(true) => return Hunted::Found,
                Some(false) => return Hunted::Infeasible,
                None => self.learn(),
            }
        }
        Hunted::Nothing
    }

    /// Fades old weights and adds the last try's refutations.
    fn learn(&mut self) {
        let most = u64::from(self.search.fails().iter().copied().max().unwrap_or(0)).max(1);
        for (weight, &fails) in self.weight.iter_mut().zip(self.search.fails()) {
            *weight = *weight * 9 / 10 + (u64::from(fails) << 20) / most;
        }
    }

    fn order(&mut self, turn: u32) -> Vec<u32> {
        match FIRST.get(turn as usize) {
            Some(&Order::Keys(keys)) => self.keys.order(self.task, &keys),
            Some(&Order::Powers(powers)) => self.keys.order_by_powers(self.task, powers),
            None if (turn % 3 == 0) == (self.tries < EARLY) => self.learned(turn % 9 / 3),
            None => {
                let powers = Powers {
                    size: self.random.pick(&[0, 1, 2, 3, 4]),
                    sections: self.random.pick(&[0, 1, 2, 3, 4]),
                    load: self.random.pick(&[0, 4, 12, 120]),
                    overlaps: self.random.pick(&[0, 1, 2]),
                };
                self.keys.order_by_powers(self.task, powers)
            }
        }
    }

    /// Falling sum of the item's weights, more or less corrected for slim items, with 5 % noise.
    fn learned(&mut self, slim: u32) -> Vec<u32> {
        let task = self.task;
        let mut prefix = vec![0u64; task.sections() + 1];
        for (s, &w) in self.weight.iter().enumerate() {
            prefix[s + 1] = prefix[s] + w;
        }
        let mut scored: Vec<(i64, u32)> = Vec::with_capacity(task.len());
        for item in 0..task.len() {
            let span = task.span(item);
            let sum = log2(prefix[span.end] - prefix[span.start] + 1);
            let noise = i64::try_from(self.random.below(9226)).unwrap_or(0) - 4613;
            let score = sum + self.keys.slimness(task, item) * i64::from(slim) / 5 + noise;
            scored.push((-score, index(item)));
        }
        scored.sort_unstable();
        scored.into_iter().map(|(_, item)| item).collect()
    }
}
