//! Figures of a layout: the bytes that each bank takes, and the step at which it is fullest.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::named::{Bank, Buffer, Id, Layout, Problem};

/// Figures of one bank. All are in bytes except the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankSummary {
    /// The bank.
    pub bank: Bank,
    /// End of the highest placement.
    pub high_water: u64,
    /// Most bytes alive in this bank at one step; no layout with the same banks is lower.
    pub peak_live_bytes: u64,
    /// The first step at which they are alive; `None` if the bank is empty.
    pub peak_step: Option<u64>,
    /// Whether the high-water mark is within the capacity less the reserve.
    pub fits: bool,
}

/// Figures of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The banks in the order of the problem.
    pub banks: Vec<BankSummary>,
    /// Sum of the sizes of all buffers: what they take without any reuse.
    pub buffer_bytes: u64,
    /// Sum of the high-water marks: what they take in this layout.
    pub planned_bytes: u64,
    /// Cost of the buffers that are not in the first bank that they may go to: their weights, which are their sizes
    /// unless set.
    pub misses: u128,
    /// Whether every bank fits.
    pub fits: bool,
}

/// Computes the figures of a layout. Placements of unknown buffers or in unknown banks are ignored; sums saturate at
/// `u64::MAX`.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, summarize};
/// let buffers = [("a", 0, 0), ("b", 1, 1), ("c", 2, 2)];
/// let problem = Problem {
///     banks: vec![Bank::new("ram", 128)],
///     buffers: buffers.map(|(id, first, last)| Buffer::new(id, 64, first, last, &["ram"])).to_vec(),
/// };
/// let summary = summarize(&problem, &plan(&problem, &Options::default())?.layout);
/// assert_eq!((summary.buffer_bytes, summary.planned_bytes, summary.fits), (192, 64, true));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn summarize(problem: &Problem, layout: &Layout) -> Summary {
    let mut banks = Vec::with_capacity(problem.banks.len());
    let mut misses = 0;
    for (bank, residents) in problem.banks.iter().zip(residents(problem, layout)) {
        let high_water = residents
            .iter()
            .map(|&(buffer, offset)| offset.saturating_add(buffer.needs.bytes))
            .max()
            .unwrap_or(0);
        let peak = peak(residents.iter().map(|&(buffer, _)| buffer));
        misses += self::misses(&bank.id, &residents);
        banks.push(BankSummary {
            bank: bank.clone(),
            high_water,
            peak_live_bytes: peak.map_or(0, |(_, bytes)| bytes),
            peak_step: peak.map(|(step, _)| step),
            fits: high_water <= bank.room(),
        });
    }
    let buffer_bytes =
        problem.buffers.iter().fold(0u64, |sum, buffer| sum.saturating_add(buffer.needs.bytes));
    let planned_bytes = banks.iter().fold(0u64, |sum, bank| sum.saturating_add(bank.high_water));
    let fits = banks.iter().all(|bank| bank.fits);
    Summary { banks, buffer_bytes, planned_bytes, misses, fits }
}

/// Weight of the buffers in the bank `id` that prefer another bank.
fn misses(id: &Id, residents: &[(&Buffer, u64)]) -> u128 {
    let missed = residents.iter().filter(|(buffer, _)| {
        let first = buffer.needs.fixed_bank.as_ref().or(buffer.needs.banks.first());
        first.is_some_and(|first| first != id)
    });
    missed.map(|(buffer, _)| u128::from(buffer.needs.weight.unwrap_or(buffer.needs.bytes))).sum()
}

/// The buffers in each bank with their offsets, in the order of the layout.
pub(crate) fn residents<'a>(problem: &'a Problem, layout: &Layout) -> Vec<Vec<(&'a Buffer, u64)>> {
    let buffers: BTreeMap<&str, &Buffer> =
        problem.buffers.iter().map(|buffer| (&*buffer.id, buffer)).collect();
    let banks: BTreeMap<&str, usize> =
        problem.banks.iter().enumerate().map(|(index, bank)| (&*bank.id, index)).collect();
    let mut residents = vec![Vec::new(); problem.banks.len()];
    for placement in &layout.placements {
        if let (Some(buffer), Some(&bank)) = (buffers.get(&*placement.id), banks.get(&*placement.bank)) {
            residents[bank].push((*buffer, placement.offset));
        }
    }
    residents
}

/// The first step with the most bytes alive, and these bytes.
pub(crate) fn peak<'a>(buffers: impl Iterator<Item = &'a Buffer>) -> Option<(u64, u64)> {
    let mut births = Vec::new();
    let mut deaths = Vec::new();
    for buffer in buffers {
        births.push((buffer.first, buffer.needs.bytes));
        deaths.push((buffer.last, buffer.needs.bytes));
    }
    births.sort_unstable();
    deaths.sort_unstable();
    let mut dead = 0;
    let mut born_bytes = 0u64;
    let mut dead_bytes = 0u64;
    let mut best: Option<(u64, u64)> = None;
    for (position, &(step, bytes)) in births.iter().enumerate() {
        born_bytes = born_bytes.saturating_add(bytes);
        if births.get(position + 1).is_some_and(|next| next.0 == step) {
            continue;
        }
        while let Some(&(_, bytes)) = deaths.get(dead).filter(|death| death.0 < step) {
            dead_bytes = dead_bytes.saturating_add(bytes);
            dead += 1;
        }
        let load = born_bytes.saturating_sub(dead_bytes);
        if best.is_none_or(|(_, most)| load > most) {
            best = Some((step, load));
        }
    }
    best
}
