//! First fit over several orders and bank rules: the cheap start of every plan.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::ejection::Partial;
use super::reduction::{Instance, Layout};
use super::spill_cost;
use crate::planner::meter::{Aim, Meter};

/// Orders of the items.
const ORDERS: usize = 9;
/// Rules by which a bank is chosen.
const RULES: usize = 4;

/// Tries every order under every rule. Returns the complete layout with the lowest cost, if any is complete, else the
/// partial one with the least area unplaced.
pub(crate) fn best<'c>(instance: &'c Instance, meter: &mut Meter<'_>) -> (Option<Layout>, Partial<'c>) {
    let mut nearest = Partial::new(instance);
    let mut left = nearest.unplaced_area();
    let mut found: Option<(i64, Layout)> = None;
    for order in 0..ORDERS {
        let sequence = sequence(instance, order);
        for rule in 0..RULES {
            if meter.is_over() {
                break;
            }
            let partial = decode(instance, &sequence, rule, meter);
            if let Some(layout) = partial.complete() {
                let misses = instance.misses(&layout.banks);
                spill_cost::tell(instance, misses, meter);
                if found.as_ref().is_none_or(|old| misses < old.0) {
                    found = Some((misses, layout));
                }
            }
            let area = partial.unplaced_area();
            if area < left || area == 0 {
                meter.tell(Aim::Fit, partial.unplaced_bytes(), 0, 0);
                left = area;
                nearest = partial;
            }
        }
    }
    (found.map(|found| found.1), nearest)
}

/// Items in one of the orders; fixed ones always come first.
fn sequence(instance: &Instance, order: usize) -> Vec<u32> {
    let mut sequence: Vec<u32> = instance.by_weight.clone();
    sequence.sort_by_key(|&i| {
        let item = &instance.items[i as usize];
        let (size, area) = (item.size.unsigned_abs(), item.area());
        let span = (item.to - item.from) as u64;
        let choices = u64::from(item.dom.count_ones());
        let crowd = instance.near[i as usize].len() as u64;
        let down = |value: u64| u64::MAX - value;
        let key = match order {
            0 => (choices, down(size)),
            1 => (down(area), 0),
            2 => (down(size), 0),
            3 => (down(span), down(size)),
            4 => (item.from as u64, down(size)),
            5 => (down(item.to as u64), down(size)),
            6 => (choices, down(area)),
            7 => (down(item.weight.unsigned_abs()), down(size)),
            _ => (down(crowd), down(size)),
        };
        (Reverse(item.fixed.is_some()), key, i)
    });
    sequence
}

/// First fit in one order; items that fit nowhere stay unplaced.
fn decode<'c>(instance: &'c Instance, sequence: &[u32], rule: usize, meter: &mut Meter<'_>) -> Partial<'c> {
    let mut partial = Partial::new(instance);
    let mut list = Vec::new();
    let mut used = alloc::vec![0i64; instance.caps.len()];
    for &i in sequence {
        let index = i as usize;
        let item = &instance.items[index];
        let mut best: Option<(i64, usize, i64)> = None;
        let mut choice = 0;
        for &bank in &item.prefs {
            let bank = usize::from(bank);
            if item.dom >> bank & 1 == 0 {
                continue;
            }
            meter.charge(instance.near[index].len() as u64 + 1);
            let Some(offset) = partial.lowest(index, bank, &mut list) else { continue };
            choice += 1;
            let key = match rule {
                0 => choice,
                1 => -choice,
                2 => offset,
                _ => used[bank] * 1000 / instance.rooms[bank].max(1),
            };
            if best.is_none_or(|old| (key, bank, offset) < old) {
                best = Some((key, bank, offset));
            }
        }
        if let Some((_, bank, offset)) = best {
            partial.banks[index] = u16::try_from(bank).unwrap_or(0);
            partial.offsets[index] = offset;
            used[bank] = used[bank].saturating_add(i64::try_from(item.area()).unwrap_or(i64::MAX) / 1000);
        }
    }
    partial
}
