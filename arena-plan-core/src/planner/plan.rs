//! A plan: a layout with its figures.

use alloc::vec;
use alloc::vec::Vec;

use super::proof::Proof;
use super::reduction::{Instance, Item};
use super::status::Status;
use super::together;
use crate::model::{Bank, Buffer, Placement};

/// Work that a plan took. All figures are counts, not times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stats {
    /// Nodes of the exact search.
    pub nodes: u64,
    /// Words of tables read and items examined (one bank), or units of the planner of several banks: the unit of
    /// budgets, besides nodes.
    pub work: u64,
    /// Tries of the exact search, each with a different order.
    pub tries: u64,
    /// First fits and lowest-first placements.
    pub fits: u64,
}

impl Stats {
    /// Adds the work of another part.
    pub(crate) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.work += other.work;
        self.tries += other.tries;
        self.fits += other.fits;
    }
}

/// A layout: one placement per buffer, whether it fits, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bank and offset of each buffer.
    pub placements: Vec<Placement>,
    /// Whether every placement ends within its bank's room.
    pub fits: bool,
    /// How the plan ended.
    pub status: Status,
    /// High-water mark of each bank, in bytes.
    pub high_water: Vec<u64>,
    /// For each bank, a lower bound of its high-water mark in bytes, from the buffers that have no other bank.
    pub bound: Vec<u64>,
    /// A lower bound of the sum of the high-water marks in bytes, in which buffers with a choice of banks count too.
    pub bound_together: u64,
    /// Weight of the buffers outside their first allowed bank.
    pub misses: u128,
    /// Whether it is proved that no layout has less.
    pub fewest_misses: bool,
    /// Why no layout fits, if several banks were planned together and a proof of a known kind was found.
    pub proof: Option<Proof>,
    /// Work done.
    pub stats: Stats,
}

impl Plan {
    /// The plan of a layout, with the status that follows from its figures and the bounds alone. `fits` says whether
    /// it is valid at all: one whose fixed buffers share bytes is not.
    pub(super) fn of(
        banks: &[Bank],
        buffers: &[Buffer<'_>],
        placements: Vec<Placement>,
        fits: bool,
        stats: Stats,
    ) -> Self {
        let mut bound = vec![0; banks.len()];
        let mut over = None;
        for (b, bank) in banks.iter().enumerate() {
            let pinned = |buffer: &Buffer<'_>| matches!(buffer.banks, [only] if usize::from(*only) == b);
            let items: Vec<Item> =
                buffers.iter().filter(|b| pinned(b)).map(|buffer| Item::of(buffer, bank)).collect();
            let Some(instance) = Instance::new(&items) else { continue };
            bound[b] = instance.bound;
            if over.is_none() && instance.bound > bank.room() {
                let step = instance.bound_step();
                let alive = (0u32..).zip(buffers).filter(|(_, b)| pinned(b) && b.is_alive(step));
                let buffers = alive.map(|(index, _)| index).collect();
                over = Some(Status::InfeasibleBound { step, buffers });
            }
        }
        let high_water = high_water(banks, buffers, &placements);
        let high = high_water.iter().fold(0u64, |sum, &high| sum.saturating_add(high));
        let bound_together = together::bound(banks, buffers, &bound);
        let status = over.unwrap_or(match high.saturating_sub(bound_together) {
            _ if !fits => Status::NotFound,
            0 => Status::OptimalBound,
            gap => Status::Feasible { gap },
        });
        let misses = misses(buffers, &placements);
        Self {
            placements,
            fits,
            status,
            high_water,
            bound,
            bound_together,
            misses,
            fewest_misses: misses == 0,
            proof: None,
            stats,
        }
    }
}

/// High-water mark of each bank in bytes.
pub(super) fn high_water(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement]) -> Vec<u64> {
    let mut high_water = vec![0u64; banks.len()];
    for (buffer, at) in buffers.iter().zip(placements) {
        if let Some(high) = high_water.get_mut(usize::from(at.bank)) {
            *high = (*high).max(at.offset.saturating_add(buffer.size));
        }
    }
    high_water
}

/// Weight of the buffers outside their first allowed bank.
pub(super) fn misses(buffers: &[Buffer<'_>], placements: &[Placement]) -> u128 {
    let missed = buffers.iter().zip(placements).filter(|(b, at)| b.banks.first() != Some(&at.bank));
    missed.map(|(buffer, _)| u128::from(buffer.weight)).sum()
}
