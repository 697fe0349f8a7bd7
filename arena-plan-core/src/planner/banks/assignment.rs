//! Assignment first: decide banks by slack alone, then pack each bank exactly; what does not fit stays unplaced.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::ejection::{Partial, banks};
use super::packing::Packing;
use super::reduction::Instance;
use super::subset_slack::Slack;
use crate::planner::exact::Answer;
use crate::planner::meter::Meter;
use crate::planner::random::Random;

/// Banks tried per item before an assignment is given up: to begin again with other choices is quicker than to
/// backtrack out of bad ones.
const TRIES: usize = 5;

/// Least per cent of a bank's room that count.
const LEAST_EASE: u64 = 20;

/// Assigns banks and packs them, each time differently.
pub(crate) struct Assigner<'c> {
    instance: &'c Instance,
    /// A root table that has been propagated without a contradiction.
    pub(crate) slack: Slack<'c>,
    /// Per cent of each bank's room that count when banks are assigned: half as much after a packing failed, so that
    /// the bank gets less to pack, and twice as much after one succeeded.
    ease: Vec<u64>,
    /// Attempts to pack the banks so far.
    attempts: u32,
}

/// An item whose bank is being decided.
struct Choice {
    mark: usize,
    item: usize,
    /// Banks still to try, the best last.
    banks: Vec<usize>,
}

impl<'c> Assigner<'c> {
    /// An assigner before its first attempt.
    pub(crate) fn new(instance: &'c Instance, slack: Slack<'c>) -> Self {
        Self { instance, slack, ease: vec![100; instance.caps.len()], attempts: 0 }
    }

    /// Decides the bank of every item and packs each bank with at most `nodes` nodes. The preferred bank counts as
    /// `favour` times as roomy. `None` if no assignment was found.
    pub(crate) fn attempt(
        &mut self,
        favour: u64,
        nodes: u64,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Option<Partial<'c>> {
        let decided = self.banks(favour, random, meter)?;
        Some(self.pack(&decided, nodes, meter))
    }

    /// Decides the bank of every item, or gives up after [`TRIES`] per item. The table is back at its root
    /// afterwards.
    fn banks(&mut self, favour: u64, random: &mut Random, meter: &mut Meter<'_>) -> Option<Vec<usize>> {
        let instance = self.instance;
        let root = self.slack.mark();
        let key =
            |area: u64, random: &mut Random| (area << 8).isqrt().saturating_mul(64) * random.percent(60, 140);
        let keys: Vec<u64> = instance.items.iter().map(|item| key(item.area(), random)).collect();
        let mut stack: Vec<Choice> = Vec::new();
        let mut result = None;
        let mut tries = TRIES * instance.items.len();
        loop {
            meter.charge(core::mem::take(&mut self.slack.work) + instance.items.len() as u64);
            if meter.is_over() {
                break;
            }
            let open = |i: &usize| self.slack.dom[*i].count_ones() > 1;
            let next = (0..keys.len())
                .filter(open)
                .max_by_key(|&i| (keys[i] / u64::from(self.slack.dom[i].count_ones()), i));
            let Some(item) = next else {
                result = Some(self.slack.dom.iter().map(|dom| dom.trailing_zeros() as usize).collect());
                break;
            };
            let part = &instance.items[item];
            let mut ranked: Vec<(u64, usize)> = banks(self.slack.dom[item])
                .map(|bank| {
                    let room = (part.from..part.to).map(|t| self.slack.of(t, 1 << bank)).min().unwrap_or(0);
                    let favour = if part.first() >> bank & 1 == 1 { favour } else { 1 };
                    let noise = random.percent(50, 150) * favour * self.ease[bank];
                    (room.unsigned_abs().saturating_add(1).saturating_mul(noise), bank)
                })
                .collect();
            ranked.sort_unstable();
            let order = ranked.into_iter().map(|entry| entry.1).collect();
            stack.push(Choice { mark: self.slack.mark(), item, banks: order });
            if !self.advance(&mut stack, &mut tries) {
                break;
            }
        }
        self.slack.undo(root);
        result
    }

    /// Takes the next bank of the top choice that gives no contradiction; backtracks if there is none. `false` if
    /// nothing is left or `tries` are spent.
    fn advance(&mut self, stack: &mut Vec<Choice>, tries: &mut usize) -> bool {
        while let Some(top) = stack.last_mut().filter(|_| *tries > 0) {
            *tries -= 1;
            self.slack.undo(top.mark);
            let Some(bank) = top.banks.pop() else {
                stack.pop();
                continue;
            };
            let item = top.item;
            if self.slack.restrict(item, 1 << bank) && self.slack.propagate() {
                return true;
            }
        }
        false
    }

    /// Packs each bank separately: exactly with at most `nodes` nodes, else by first fit. What does not fit is
    /// unplaced.
    fn pack(&mut self, decided: &[usize], nodes: u64, meter: &mut Meter<'_>) -> Partial<'c> {
        let instance = self.instance;
        let mut partial = Partial::new(instance);
        for bank in 0..instance.caps.len() {
            let mut items: Vec<u32> =
                (0u32..).zip(decided).filter(|(_, at)| **at == bank).map(|(i, _)| i).collect();
            if let Some(packing) = Packing::new(instance, &items, bank) {
                let mut search = packing.search(self.attempts);
                let room = instance.caps[bank].unsigned_abs();
                if packing.run(&mut search, room, nodes, meter) == Answer::Found {
                    self.ease[bank] = (self.ease[bank] * 2).min(100);
                    for (&i, offset) in items.iter().zip(packing.offsets(&search)) {
                        partial.place(i as usize, bank, offset);
                    }
                    continue;
                }
            }
            self.ease[bank] = (self.ease[bank] / 2).max(LEAST_EASE);
            items.sort_by_key(|&i| (Reverse(instance.items[i as usize].area()), i));
            let mut list = Vec::new();
            for &i in &items {
                partial.fit(i as usize, bank, &mut list, meter);
            }
        }
        self.attempts += 1;
        partial
    }
}
