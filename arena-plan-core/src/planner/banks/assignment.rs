//! Assign first: decide banks by slack alone, then pack each bank exactly, and keep what is left over.

use alloc::vec;
use alloc::vec::Vec;

use super::ejection::{Partial, banks};
use super::joint_search::{Search, Style, Verdict};
use super::metering::{Meter, Random};
use super::reduction::Instance;
use super::solo;
use super::subset_slack::Slack;

/// Attempts to pack one bank.
const ATTEMPTS: u64 = 12;
/// Nodes of the planner for one bank, where those attempts fail.
const HUNTED: u64 = 2000;

/// The assigning half with its learned weights.
pub(crate) struct Assigner<'c> {
    instance: &'c Instance,
    slack: Slack<'c>,
    /// Weight of each item in 1/64.
    pub(crate) weights: Vec<u64>,
}

/// An item whose bank is being decided.
struct Choice {
    mark: usize,
    item: usize,
    /// Banks still to try, the best last.
    banks: Vec<usize>,
}

impl<'c> Assigner<'c> {
    /// An assigner over a root table that was propagated without a contradiction.
    pub(crate) fn new(instance: &'c Instance, root: &Slack<'c>) -> Self {
        Self { instance, slack: root.clone(), weights: vec![64; instance.items.len()] }
    }

    /// Allows at most `budget` of missed weight; `false` where that is a contradiction at once.
    pub(crate) fn allow(&mut self, budget: i64) -> bool {
        self.slack.allow(budget);
        self.slack.propagate()
    }

    /// Decides the bank of every item, or gives up after 20 decisions per item. The table is left at its root.
    /// The preferred bank counts as `favour` times as roomy.
    pub(crate) fn banks(
        &mut self,
        favour: u64,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<usize>> {
        let instance = self.instance;
        let root = self.slack.mark();
        let keys: Vec<u64> = instance
            .items
            .iter()
            .zip(&self.weights)
            .map(|(item, weight)| {
                (item.area() << 8).isqrt().saturating_mul(*weight) * random.percent(60, 140)
            })
            .collect();
        let mut stack: Vec<Choice> = Vec::new();
        let mut result = None;
        for _ in 0..20 * instance.items.len() + 1 {
            meter.charge(core::mem::take(&mut self.slack.work) + instance.items.len() as u64);
            if meter.over() {
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

    /// Takes the next bank of the top choice that is no contradiction, going back where there is none.
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

    /// Packs each bank for itself; what could not be packed is homeless.
    pub(crate) fn pack(
        &mut self,
        decided: &[usize],
        share: u64,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Partial<'c> {
        let mut partial = Partial::new(self.instance);
        for bank in 0..self.instance.caps.len() {
            let members: Vec<u32> =
                (0u32..).zip(decided).filter(|(_, at)| **at == bank).map(|(i, _)| i).collect();
            let Some(part) = self.instance.cut(&members, bank, self.instance.caps[bank]) else { continue };
            let (_, offsets) = pack(&part, ATTEMPTS, share, random, meter);
            for (&i, &offset) in members.iter().zip(&offsets) {
                if offset >= 0 {
                    partial.banks[i as usize] = u16::try_from(bank).unwrap_or(0);
                    partial.offsets[i as usize] = offset;
                }
            }
        }
        partial
    }

    /// Multiplies the weight of an item that made trouble by 1.1.
    pub(crate) fn learn(&mut self, unplaced: impl Iterator<Item = usize>) {
        for item in unplaced {
            self.weights[item] = (self.weights[item] * 11 / 10 + 1).min(30 * 64);
        }
    }
}

/// Packs a case of one bank with short exact attempts: the verdict, and the offsets of the best attempt (-1
/// for what it left behind).
pub(crate) fn pack(
    part: &Instance,
    attempts: u64,
    share: u64,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<i64>) {
    let n = part.items.len();
    if n == 0 {
        return (Verdict::Found, Vec::new());
    }
    let mut search = Search::new(part);
    let mut best = vec![-1; n];
    let mut left = n + 1;
    for round in 0..attempts {
        let style = Style { assign: false, noisy: round > 0 };
        let verdict = search.attempt((25 * n as u64 + 500) * share, style, random, meter);
        if verdict == Verdict::Found {
            return (verdict, search.deepest_at);
        }
        if search.deepest < left {
            left = search.deepest;
            best.copy_from_slice(&search.deepest_at);
        }
        if verdict == Verdict::Exhausted || meter.over() {
            return (verdict, best);
        }
        search.learn(120);
    }
    // A quite different search: by rising offset, with learned orders.
    match solo::hunt(part, HUNTED * share, meter) {
        (Verdict::Found, offsets) => (Verdict::Found, offsets),
        (verdict, _) => (verdict, best),
    }
}
