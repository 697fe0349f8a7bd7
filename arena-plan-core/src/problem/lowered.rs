//! A problem by index, as the planner needs it, and the way back to names.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Status;
use super::named::{Buffer, Id, Problem};
use crate::{model, planner};

/// A problem as the planner sees it: by index, buffers in ASCII order of their ids.
pub(super) struct Lowered {
    pub(super) banks: Vec<model::Bank>,
    /// Position in the problem of each buffer.
    by_id: Vec<u32>,
    /// Allowed banks of all buffers, one after another: all that a buffer has, or its fixed one.
    choices: Vec<u16>,
    /// Steps in ascending order if they exceed 32 bits, else empty: then steps are used as they are.
    pub(super) steps: Vec<u64>,
}

impl Lowered {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut indices = BTreeMap::new();
        for (index, bank) in (0..=u16::MAX).zip(&problem.banks) {
            indices.insert(&*bank.id, index);
        }
        let mut by_id: Vec<u32> = (0u32..).take(problem.buffers.len()).collect();
        by_id.sort_unstable_by_key(|&index| &problem.buffers[index as usize].id);
        let mut choices = Vec::new();
        for &index in &by_id {
            let buffer = &problem.buffers[index as usize];
            match &buffer.needs.fixed_bank {
                Some(bank) => choices.extend(indices.get(&**bank)),
                None => choices.extend(buffer.needs.banks.iter().filter_map(|bank| indices.get(&**bank))),
            }
        }
        let mut steps = Vec::new();
        if problem.buffers.iter().any(|buffer| buffer.last > u64::from(u32::MAX)) {
            steps.extend(problem.buffers.iter().flat_map(|buffer| [buffer.first, buffer.last]));
            steps.sort_unstable();
            steps.dedup();
        }
        let banks = problem.banks.iter().map(|bank| bank.model).collect();
        Self { banks, by_id, choices, steps }
    }

    /// The buffers by rank.
    pub(super) fn buffers(&self, problem: &Problem) -> Vec<model::Buffer<'_>> {
        let mut rest = self.choices.as_slice();
        let mut buffers = Vec::with_capacity(self.by_id.len());
        for (rank, named) in (0u32..).zip(self.in_order(problem)) {
            let count = if named.needs.fixed_bank.is_some() { 1 } else { named.needs.banks.len() };
            let (banks, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            let (first, last) = (self.step(named.first), self.step(named.last));
            let mut buffer = model::Buffer::new(named.needs.bytes, named.needs.alignment, first, last, banks)
                .with_rank(rank);
            buffer.fixed = named.needs.fixed_offset;
            buffer.weight = named.needs.weight.unwrap_or(named.needs.bytes);
            (buffer.kind, buffer.detached) = (named.needs.kind, named.needs.detached);
            if named.needs.dma {
                let lines = banks.iter().map(|bank| self.banks[usize::from(*bank)].cache_line);
                buffer = buffer.with_dma(lines.max().unwrap_or(1));
            }
            buffers.push(buffer);
        }
        buffers
    }

    /// The planner's status in terms of the problem.
    pub(super) fn status(&self, problem: &Problem, status: planner::Status) -> Status {
        status.map(|step| self.original(step), |buffers| self.named(problem, &buffers))
    }

    /// The problem's buffers by rank.
    pub(super) fn in_order<'p>(&self, problem: &'p Problem) -> impl Iterator<Item = &'p Buffer> {
        self.by_id.iter().map(|&index| &problem.buffers[index as usize])
    }

    /// The problem's number of a step.
    pub(super) fn original(&self, step: u32) -> u64 {
        let position = usize::try_from(step).unwrap_or(usize::MAX);
        self.steps.get(position).copied().unwrap_or(u64::from(step))
    }

    /// Ids of the buffers with these ranks.
    pub(super) fn named(&self, problem: &Problem, ranks: &[u32]) -> Vec<Id> {
        let index = |rank: &u32| self.by_id.get(usize::try_from(*rank).ok()?);
        ranks.iter().filter_map(index).map(|&index| problem.buffers[index as usize].id.clone()).collect()
    }

    /// A step in 32 bits; only the order of steps matters to a plan.
    fn step(&self, step: u64) -> u32 {
        let position = self.steps.partition_point(|&other| other < step) as u64;
        u32::try_from(if self.steps.is_empty() { step } else { position }).unwrap_or(u32::MAX)
    }
}
