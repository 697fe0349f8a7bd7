//! Exact depth-first search over skylines, jointly over all banks of an instance, with restarts.
//!
//! Each node branches on the corner with the fewest moves, as exact cover solvers do, and propagates slack after each
//! move. The stack is explicit, and failed states are stored in a table of fixed size.

use alloc::vec;
use alloc::vec::Vec;

use super::ejection::Partial;
use super::reduction::Instance;
use super::skyline::{Move, Skyline};
use super::subset_slack::Slack;
use crate::planner::exact::Answer;
use crate::planner::meter::Meter;
use crate::planner::random::{Random, luby, mix};

/// Entries of the table of failed states.
const STATES: usize = 1 << 15;

/// How an attempt orders its moves.
#[derive(Clone, Copy)]
struct Style {
    /// Branch on the bank of a buffer if every corner has more than two moves.
    assign: bool,
    /// Vary the order of moves at random.
    noisy: bool,
}

/// A move taken, with the remaining alternatives.
#[derive(Clone, Debug)]
struct Step {
    slack: usize,
    sky: (usize, usize),
    /// Alternatives in the common list: the next one and where they begin.
    next: usize,
    start: usize,
    /// Fingerprint of the state before the move.
    key: u128,
}

/// A search that can be continued with restarts and under decreasing miss budgets.
pub(crate) struct Search<'c> {
    instance: &'c Instance,
    /// Domains and slack.
    pub(crate) slack: Slack<'c>,
    sky: Skyline,
    /// Fingerprints of failed states.
    failed: Vec<u128>,
    steps: Vec<Step>,
    moves: Vec<Move>,
    /// The layout that the last successful attempt found.
    pub(crate) found: Partial<'c>,
    /// Whether the root itself is a contradiction.
    pub(crate) refuted: bool,
}

impl<'c> Search<'c> {
    /// A search at its root, with slack propagated.
    pub(crate) fn new(instance: &'c Instance) -> Self {
        let slack = Slack::new(instance);
        let n = instance.items.len();
        let mut search = Self {
            instance,
            slack,
            sky: Skyline::new(instance),
            failed: vec![0; STATES.min((64 * n).next_power_of_two())],
            steps: Vec::new(),
            moves: Vec::new(),
            found: Partial::new(instance),
            refuted: false,
        };
        search.refuted = instance.items.iter().any(|item| item.dom == 0) || !search.slack.propagate();
        search
    }

    /// Attempt number `round`: at most `unit` moves times the element of Luby's sequence, in alternating styles.
    pub(crate) fn attempt(
        &mut self,
        round: u64,
        unit: u64,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Answer {
        if self.refuted {
            return Answer::Infeasible;
        }
        let root = self.slack.mark();
        let style = Style { assign: round % 2 == 1, noisy: round > 0 };
        let verdict = self.descend(unit * luby(round + 1), style, random, meter);
        match verdict {
            Answer::Found => {
                self.found.banks = self.slack.dom.iter().map(|dom| bank_of(*dom)).collect();
                self.found.offsets.copy_from_slice(&self.sky.at);
            }
            Answer::Infeasible => self.refuted = true,
            Answer::Unknown => {}
        }
        self.steps.clear();
        self.moves.clear();
        self.slack.undo(root);
        self.sky.undo((0, 0));
        verdict
    }

    fn descend(&mut self, nodes: u64, style: Style, random: &mut Random, meter: &mut Meter<'_>) -> Answer {
        let (mut best, mut spare) = (Vec::new(), Vec::new());
        let mut spent = 0u64;
        loop {
            meter.charge(core::mem::take(&mut self.slack.work));
            if self.sky.left == 0 {
                return Answer::Found;
            }
            if spent >= nodes || meter.is_over() {
                return Answer::Unknown;
            }
            meter.charge(self.sky.fewest(self.instance, &self.slack, &mut best, &mut spare));
            if style.assign && best.len() > 2 {
                self.bank_moves(&mut best);
            }
            let key = if best.len() > 1 { self.key() } else { 0 };
            if key != 0 {
                meter.charge(self.sky.floor.len() as u64);
            }
            let is_dead_end = best.is_empty() || key != 0 && self.failed[self.slot(key)] == key;
            if !is_dead_end {
                self.branch(key, &best, style, random);
                if self.advance(&mut spent) {
                    continue;
                }
            }
            if !self.retreat(&mut spent) {
                return Answer::Infeasible;
            }
        }
    }

    /// Takes the next alternative of the top step that gives no contradiction. If none is left, drops the step,
    /// stores its state as failed and returns `false`.
    fn advance(&mut self, spent: &mut u64) -> bool {
        while let Some(step) = self.steps.last_mut() {
            self.slack.undo(step.slack);
            self.sky.undo(step.sky);
            if step.next == step.start {
                let (key, start) = (step.key, step.start);
                if key != 0 {
                    let slot = self.slot(key);
                    self.failed[slot] = key;
                }
                self.moves.truncate(start);
                self.steps.pop();
                return false;
            }
            step.next -= 1;
            let chosen = self.moves[step.next];
            *spent += 1;
            if self.take(chosen) {
                return true;
            }
        }
        false
    }

    /// Backtracks to the latest step that has an alternative; `false` if no step is left.
    fn retreat(&mut self, spent: &mut u64) -> bool {
        while !self.steps.is_empty() {
            if self.advance(spent) {
                return true;
            }
        }
        false
    }

    /// Makes a move and propagates; `false` on a contradiction.
    fn take(&mut self, step: Move) -> bool {
        self.sky.apply(self.instance, &mut self.slack, step) && self.slack.propagate()
    }

    /// Pushes a choice point over `best`, the most promising move last.
    fn branch(&mut self, key: u128, best: &[Move], style: Style, random: &mut Random) {
        let start = self.moves.len();
        let mut ranked: Vec<(u64, u32, Move)> = Vec::with_capacity(best.len());
        for &step in best {
            let noise = if style.noisy { random.percent(60, 140) } else { 100 };
            ranked.push(self.promise(step, noise));
        }
        ranked.sort_by_key(|entry| (entry.0, core::cmp::Reverse(entry.1)));
        self.moves.extend(ranked.iter().map(|entry| entry.2));
        let next = self.moves.len();
        let (slack, sky) = (self.slack.mark(), self.sky.mark());
        self.steps.push(Step { slack, sky, next, start, key });
    }

    /// The score of a move, with the number that breaks ties.
    fn promise(&self, step: Move, noise: u64) -> (u64, u32, Move) {
        match step {
            Move::Rise { .. } => (0, u32::MAX, step),
            Move::Assign { item, bank } => {
                let part = &self.instance.items[item as usize];
                let room = (part.from..part.to).map(|t| self.slack.of(t, 1 << bank)).min().unwrap_or(0);
                (
                    room.unsigned_abs().saturating_add(1).saturating_mul(noise),
                    u32::try_from(bank).unwrap_or(0),
                    step,
                )
            }
            Move::Put { item, bank, offset } => {
                let part = &self.instance.items[item as usize];
                let row = bank * self.instance.sections();
                let top = offset + part.size;
                let flush = (part.from > 0 && self.sky.floor[row + part.from - 1] == top)
                    || (part.to < self.instance.sections() && self.sky.floor[row + part.to] == top)
                    || top == self.instance.rooms[bank];
                let weight = noise * if flush { 2 } else { 1 };
                (part.area().saturating_mul(weight).saturating_add(1), item, step)
            }
        }
    }

    /// Replaces the moves with the banks of the heaviest undecided item, if there is one.
    fn bank_moves(&self, best: &mut Vec<Move>) {
        let choices = |i: usize| u64::from(self.slack.dom[i].count_ones());
        let open = (0..self.sky.at.len()).rev().filter(|&i| choices(i) > 1 && self.sky.at[i] < 0);
        let heaviest = open.max_by_key(|&i| self.instance.items[i].area() / choices(i));
        if let Some(item) = heaviest.and_then(|i| u32::try_from(i).ok()) {
            best.clear();
            for bank in 0..self.instance.caps.len() {
                if self.slack.dom[item as usize] >> bank & 1 == 1 {
                    best.push(Move::Assign { item, bank });
                }
            }
        }
    }

    /// A fingerprint of everything that decides whether the state can be completed. Two states collide with a
    /// probability of 2^-128 per pair.
    fn key(&self) -> u128 {
        let (mut a, mut b) = (self.slack.miss.unsigned_abs(), 0x5851_f42d_4c95_7f2d_u64);
        for &floor in &self.sky.floor {
            a = mix(a ^ floor.unsigned_abs());
            b = mix(b.wrapping_add(floor.unsigned_abs()).rotate_left(23));
        }
        for (dom, at) in self.slack.dom.iter().zip(&self.sky.at) {
            let value = if *at < 0 { u64::from(*dom) } else { 1 << 40 };
            a = mix(a ^ value);
            b = mix(b.wrapping_add(value).rotate_left(23));
        }
        u128::from(a) << 64 | u128::from(b | 1)
    }

    fn slot(&self, key: u128) -> usize {
        usize::try_from(key >> 64 & (self.failed.len() as u128 - 1)).unwrap_or(0)
    }
}

/// The bank of a decided domain.
fn bank_of(dom: u32) -> u16 {
    u16::try_from(dom.trailing_zeros()).unwrap_or(0)
}
