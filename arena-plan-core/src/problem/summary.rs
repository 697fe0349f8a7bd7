//! Figures of a layout: the bytes that each bank takes, and the step at which it is fullest.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::lines::Lines;
use super::named::{Bank, Buffer, Id, Layout, Problem};
use super::places::Places;

/// Figures of one bank. All are in bytes except the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankSummary {
    /// The bank.
    pub bank: Bank,
    /// End of the highest placement, with its last cache line if it is for DMA.
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
    /// Sum of the sizes of all buffers, aliases aside: what they take without any reuse.
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
        let high_water = residents.iter().map(Resident::end).max().unwrap_or(0);
        let peak = peak(&residents);
        misses += self::misses(&bank.id, &residents);
        banks.push(BankSummary {
            bank: bank.clone(),
            high_water,
            peak_live_bytes: peak.map_or(0, |(_, bytes)| bytes),
            peak_step: peak.map(|(step, _)| step),
            fits: high_water <= bank.room(),
        });
    }
    let own = problem.buffers.iter().filter(|buffer| buffer.needs.alias.is_none());
    let buffer_bytes = own.fold(0u64, |sum, buffer| sum.saturating_add(buffer.needs.bytes));
    let planned_bytes = banks.iter().fold(0u64, |sum, bank| sum.saturating_add(bank.high_water));
    let fits = banks.iter().all(|bank| bank.fits);
    Summary { banks, buffer_bytes, planned_bytes, misses, fits }
}

/// Weight of the buffers in the bank `id` that prefer another bank.
fn misses(id: &Id, residents: &[Resident<'_>]) -> u128 {
    let missed = residents.iter().filter(|one| one.root().is_none()).filter(|one| {
        let needs = &one.buffer.needs;
        let first = needs.fixed_bank.as_ref().or(needs.banks.first());
        first.is_some_and(|first| first != id)
    });
    missed.map(|one| u128::from(one.buffer.needs.weight.unwrap_or(one.buffer.needs.bytes))).sum()
}

/// A buffer in its bank.
#[derive(Clone)]
pub(crate) struct Resident<'a> {
    pub(crate) buffer: &'a Buffer,
    pub(crate) offset: u64,
    /// Only if one of these is not what the buffer says by itself: there may be very many buffers.
    taking: Option<Box<Taking<'a>>>,
}

/// What a buffer takes.
#[derive(Clone, PartialEq)]
struct Taking<'a> {
    /// Bytes: its own, or those of its cache lines.
    bytes: u64,
    /// Bytes of the cache lines that it needs whole; 1 if it needs none.
    line: u64,
    /// First and last step in which its bytes are taken: also for its aliases.
    life: (u64, u64),
    /// For an alias, the buffer that has the bytes, and the offset in it.
    root: Option<(&'a Buffer, u64)>,
}

impl<'a> Taking<'a> {
    /// By the buffer itself.
    fn plain(buffer: &Buffer) -> Self {
        Taking { bytes: buffer.needs.bytes, line: 1, life: (buffer.first, buffer.last), root: None }
    }
}

impl<'a> Resident<'a> {
    fn taking(&self) -> Taking<'a> {
        self.taking.as_deref().map_or_else(|| Taking::plain(self.buffer), Taking::clone)
    }

    /// Bytes that it takes: its own, or those of its cache lines.
    pub(crate) fn taken(&self) -> u64 {
        self.taking().bytes
    }

    /// Bytes of the cache lines that it needs whole; 1 if it needs none.
    pub(crate) fn line(&self) -> u64 {
        self.taking().line
    }

    /// For an alias, the buffer that has the bytes, and the offset in it.
    pub(crate) fn root(&self) -> Option<(&'a Buffer, u64)> {
        self.taking().root
    }

    /// End of the bytes that it takes.
    pub(crate) fn end(&self) -> u64 {
        self.offset.saturating_add(self.taken())
    }

    /// Alignment of its offset: its own, or its cache line.
    pub(crate) fn alignment(&self) -> u64 {
        self.buffer.needs.alignment.max(self.line())
    }

    /// Whether its bytes are taken in a step.
    pub(crate) fn alive(&self, step: u64) -> bool {
        let (first, last) = self.taking().life;
        first <= step && step <= last
    }
}

/// The buffers in each bank, in the order of the layout.
pub(crate) fn residents<'a>(problem: &'a Problem, layout: &Layout) -> Vec<Vec<Resident<'a>>> {
    let (places, lines) = (Places::new(problem), Lines::new(&problem.banks));
    let buffers: BTreeMap<&str, usize> =
        problem.buffers.iter().enumerate().map(|(index, buffer)| (&*buffer.id, index)).collect();
    let banks: BTreeMap<&str, usize> =
        problem.banks.iter().enumerate().map(|(index, bank)| (&*bank.id, index)).collect();
    let mut residents = vec![Vec::new(); problem.banks.len()];
    for placement in &layout.placements {
        if let (Some(&index), Some(&bank)) = (buffers.get(&*placement.id), banks.get(&*placement.bank)) {
            let place = places.of(index);
            let root = places.is_alias(index).then(|| (&problem.buffers[place.root], place.offset));
            let (buffer, offset) = (&problem.buffers[index], placement.offset);
            let (bytes, line) = (lines.taken(&buffer.needs), lines.of(&buffer.needs));
            let taking = Taking { bytes, line, life: places.life(index), root };
            let taking = (taking != Taking::plain(buffer)).then(|| Box::new(taking));
            residents[bank].push(Resident { buffer, offset, taking });
        }
    }
    residents
}

/// The first step with the most bytes taken, and these bytes. Aliases take none of their own.
fn peak(residents: &[Resident<'_>]) -> Option<(u64, u64)> {
    let mut births = Vec::new();
    let mut deaths = Vec::new();
    for one in residents.iter().filter(|one| one.root().is_none()) {
        let Taking { life: (first, last), bytes, .. } = one.taking();
        births.push((first, bytes));
        deaths.push((last, bytes));
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
