//! Assignment first: decide banks by slack alone, then pack each bank exactly; what does not fit stays unplaced.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::ejection::{Partial, banks};
use super::packing::pack;
use super::reduction::Instance;
use super::subset_slack::Slack;
use crate::planner::exact::Answer;
use crate::planner::meter::Meter;
use crate::planner::random::Random;

/// The half that assigns banks.
pub(crate) struct Assigner<'c> {
    pub(crate) instance: &'c Instance,
    /// A root table that has been propagated without a contradiction.
    pub(crate) slack: Slack<'c>,
}

/// An item whose bank is being decided.
struct Choice {
    mark: usize,
    item: usize,
    /// Banks still to try, the best last.
    banks: Vec<usize>,
}

impl<'c> Assigner<'c> {
    /// Decides the bank of every item, or gives up after 20 decisions per item. The table is back at its root
    /// afterwards. The preferred bank counts as `favour` times as roomy.
    pub(crate) fn banks(
        &mut self,
        favour: u64,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<usize>> {
        let instance = self.instance;
        let root = self.slack.mark();
        let key =
            |area: u64, random: &mut Random| (area << 8).isqrt().saturating_mul(64) * random.percent(60, 140);
        let keys: Vec<u64> = instance.items.iter().map(|item| key(item.area(), random)).collect();
        let mut stack: Vec<Choice> = Vec::new();
        let mut result = None;
        for _ in 0..20 * instance.items.len() + 1 {
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
                    let noise = random.percent(50, 150) * favour;
                    (room.unsigned_abs().saturating_add(1).saturating_mul(noise), bank)
                })
                .collect();
            ranked.sort_unstable();
            let order = ranked.into_iter().map(|entry| entry.1).collect();
            stack.push(Choice { mark: self.slack.mark(), item, banks: order });
            if !self.advance(&mut stack) {
                break;
            }
        }
        self.slack.undo(root);
        result
    }

    /// Takes the next bank of the top choice that gives no contradiction; backtracks if there is none.
    fn advance(&mut self, stack: &mut Vec<Choice>) -> bool {
        while let Some(top) = stack.last_mut() {
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
    pub(crate) fn pack(&self, decided: &[usize], nodes: u64, meter: &mut Meter<'_>) -> Partial<'c> {
        let mut partial = Partial::new(self.instance);
        for bank in 0..self.instance.caps.len() {
            let mut items: Vec<u32> =
                (0u32..).zip(decided).filter(|(_, at)| **at == bank).map(|(i, _)| i).collect();
            let (answer, offsets) = pack(self.instance, &items, bank, nodes, meter);
            if answer == Answer::Found {
                for (&i, &offset) in items.iter().zip(&offsets) {
                    partial.place(i as usize, bank, offset);
                }
                continue;
            }
            items.sort_by_key(|&i| (Reverse(self.instance.items[i as usize].area()), i));
            let mut list = Vec::new();
            for &i in &items {
                partial.fit(i as usize, bank, &mut list, meter);
            }
        }
        partial
    }
}
