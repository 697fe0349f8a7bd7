//! Restarts for one target: short tries of the exact search, each with a different order.
//!
//! The run time of a try is heavy-tailed: a lucky order finds a layout almost without backtracking, an unlucky one
//! does not in a million nodes. So tries are short and diverse, and learn where the earlier ones failed.
//!
//! A [`Restarts`] is one member of a [`Members`](super::Members), which asks the questions.

use alloc::vec;
use alloc::vec::Vec;

use super::search::Search;
use super::{Answer, Rules};
use crate::planner::meter::Work;
use crate::planner::random::Random;
use crate::planner::reduction::sort_keys::{Key, Keys, Powers, log2};
use crate::planner::reduction::{Instance, index};

/// An order to try.
#[derive(Clone, Copy)]
enum Order {
    Keys([Key; 3]),
    Powers(Powers),
}

/// The first orders.
const FIRST: [Order; 7] = {
    use Key::{Bulk, First, Last, Load, Sections};
    [
        Order::Keys([Load, Sections, Bulk]),
        Order::Powers([3, 4, 12, 2]),
        Order::Keys([Last, Sections, First]),
        Order::Keys([Bulk, Sections, First]),
        Order::Powers([2, 2, 12, 0]),
        Order::Keys([First, Sections, Bulk]),
        Order::Powers([1, 3, 120, 1]),
    ]
};

/// Number of tries in which random orders outnumber learned ones two to one; afterwards it is the other way round.
/// Members with odd numbers begin the other way round.
const EARLY: u64 = 80;

/// Nodes of a short try, at least.
const TRY: u64 = 800;

/// Nodes of the first long try of a question, in short tries. Short tries find layouts; only a long enough one can
/// show that there is none.
const LONG: u64 = 8;

/// One member's schedule: what it learned from failed tries, and its position.
pub(super) struct Restarts<'t> {
    instance: &'t Instance,
    keys: Keys,
    pub(super) search: Search<'t>,
    /// Its number, which makes its tries differ from those of others.
    member: u32,
    pub(super) state: State,
}

/// The state that tries change, besides the tables of the search, which each try initialises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Recent share of refutations in each section.
    weight: Vec<u64>,
    random: Random,
    /// Tries so far.
    pub(super) tries: u64,
    /// Short tries for the current question, and their nodes.
    turn: u32,
    short: u64,
    /// Nodes of the next long try.
    long: u64,
    /// The remaining budget for the question.
    left: Work,
}

/// The result of some tries, and their cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    pub(super) result: Answer,
    pub(super) spent: Work,
}

impl<'t> Restarts<'t> {
    pub(super) fn new(instance: &'t Instance, member: u32) -> Self {
        Self {
            instance,
            keys: Keys::new(instance),
            search: Search::new(instance, Rules::ALL),
            member,
            state: State {
                weight: vec![0; instance.sections()],
                random: Random::new(1 + u64::from(member)),
                tries: 0,
                turn: 0,
                short: 0,
                long: 0,
                left: Work::NONE,
            },
        }
    }

    /// Begins a question with the budget `limit`.
    pub(super) fn begin(&mut self, limit: Work) {
        self.state.turn = 0;
        self.state.short = 0;
        self.state.long = LONG * self.length();
        self.state.left = limit;
    }

    /// Looks for a layout of at most `target` bytes with up to `tries` tries, until the budget is spent or `stop` is
    /// set.
    pub(super) fn run(&mut self, target: u64, tries: u32, stop: &mut dyn FnMut() -> bool) -> Tried {
        let mut result = Answer::Unknown;
        let mut spent = Work::NONE;
        for _ in 0..tries {
            if self.state.left.is_spent() || result != Answer::Unknown {
                break;
            }
            let (nodes, work) = (self.search.nodes, self.search.state.work);
            result = self.attempt(target, stop);
            // A try that ends at once counts too.
            let nodes = (self.search.nodes - nodes).max(1);
            let tried = Work { nodes, units: self.search.state.work - work };
            spent = spent.plus(tried);
            self.state.left = self.state.left.less(tried);
        }
        Tried { result, spent }
    }

    /// Nodes of a short try: about one per item, which is enough when nothing goes wrong.
    fn length(&self) -> u64 {
        TRY.max(2 * self.instance.len() as u64)
    }

    /// One try: a long one whenever the short ones have taken eight times its budget.
    fn attempt(&mut self, target: u64, stop: &mut dyn FnMut() -> bool) -> Answer {
        let is_long = self.state.short >= 8 * self.state.long;
        let (order, nodes) =
            if is_long { (self.learned(0), self.state.long) } else { (self.next_order(), self.length()) };
        self.state.tries += 1;
        let left = self.state.left;
        let limit = Work { nodes: nodes.min(left.nodes), ..left };
        let before = self.search.nodes;
        let answer = self.search.run(target, &order, limit, stop);
        if is_long {
            self.state.long *= 2;
        } else {
            self.state.short += self.search.nodes - before;
        }
        if answer == Answer::Unknown {
            self.learn();
        }
        answer
    }

    /// Decays old weights and adds the last try's refutations.
    fn learn(&mut self) {
        let most = u64::from(self.search.state.fails.iter().copied().max().unwrap_or(0)).max(1);
        for (weight, &fails) in self.state.weight.iter_mut().zip(&self.search.state.fails) {
            *weight = *weight * 95 / 100 + (u64::from(fails) << 20) / most;
        }
    }

    fn next_order(&mut self) -> Vec<u32> {
        let turn = self.state.turn;
        self.state.turn += 1;
        // Each member begins with a different one of the first orders.
        let first =
            ((turn as usize) < FIRST.len()).then(|| FIRST[(turn + self.member) as usize % FIRST.len()]);
        // Every other member begins with the larger share of learned orders.
        let early = (self.state.tries < EARLY) == (self.member % 2 == 0);
        match first {
            Some(Order::Keys(keys)) => self.keys.order(self.instance, &keys),
            Some(Order::Powers(powers)) => self.keys.order_by_powers(self.instance, powers),
            None if (turn % 3 == 0) == early => self.learned(turn % 9 / 3),
            None => {
                let choices: [&[i64]; 4] = [&[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4], &[0, 4, 12, 120], &[0, 1, 2]];
                let powers = choices.map(|choices| choices[self.state.random.index(choices.len())]);
                self.keys.order_by_powers(self.instance, powers)
            }
        }
    }

    /// By descending sum of the item's weights, with a varying correction for slim items and 2 % noise.
    fn learned(&mut self, slim: u32) -> Vec<u32> {
        let instance = self.instance;
        let mut prefix = vec![0u64; instance.sections() + 1];
        for (s, &w) in self.state.weight.iter().enumerate() {
            prefix[s + 1] = prefix[s] + w;
        }
        let mut scored: Vec<(i64, u32)> = Vec::with_capacity(instance.len());
        for item in 0..instance.len() {
            let span = instance.span(item);
            let sum = log2(prefix[span.end] - prefix[span.start] + 1);
            let noise = i64::try_from(self.state.random.below(3690)).unwrap_or(0) - 1845;
            let score = sum + self.keys.slimness(instance, item) * i64::from(slim) / 5 + noise;
            scored.push((-score, index(item)));
        }
        scored.sort_unstable();
        scored.into_iter().map(|(_, item)| item).collect()
    }
}
