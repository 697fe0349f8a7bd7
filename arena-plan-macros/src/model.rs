//! The block as the kernel takes it: banks and buffers by index, steps as numbers.

use arena_plan_core::kernel::granule;
use arena_plan_core::kernel::message::Source;
use arena_plan_core::kernel::pieces::Life;
use arena_plan_core::model::{Bank, Buffer};

use crate::figure::Figure;
use crate::ir;

/// The allowed banks of a buffer by index.
pub(crate) fn bank_list(buffer: &ir::Buffer) -> Vec<u16> {
    buffer.banks.iter().map(|(bank, _)| u16::try_from(*bank).unwrap_or(u16::MAX)).collect()
}

/// The position of each buffer's id in ASCII order.
pub(crate) fn ranks(block: &ir::Block) -> Vec<u32> {
    let mut by_id: Vec<usize> = (0..block.buffers.len()).collect();
    by_id.sort_by(|a, b| block.buffers[*a].id.cmp(&block.buffers[*b].id));
    let mut ranks = vec![0; by_id.len()];
    for (rank, index) in (0..).zip(by_id) {
        ranks[index] = rank;
    }
    ranks
}

/// Step number as the model has it.
pub(crate) fn step(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Banks and buffers by index, or `None` if rustc must compute one of the figures.
pub(crate) fn known<'a>(block: &ir::Block, lists: &'a [Vec<u16>]) -> Option<(Vec<Bank>, Vec<Buffer<'a>>)> {
    let mut banks = block.banks.iter().map(bank).collect::<Option<Vec<_>>>()?;
    let mut buffers = Vec::with_capacity(lists.len());
    for ((buffer, list), rank) in block.buffers.iter().zip(lists).zip(ranks(block)) {
        let known = buffer.known?;
        let asked = buffer.figures.get(Figure::BufferAlign).map_or(Some(1), |asked| asked.value)?;
        let align = known.align.max(asked);
        let mut model = Buffer::new(known.bytes, align, step(buffer.first), step(buffer.last), list);
        for (figure, number) in buffer.figures.iter() {
            model = figure.of_buffer(model, number.value?);
        }
        let model = model.with_rank(rank).with_kind(buffer.kind);
        buffers.push(model);
    }
    let granules: Vec<u64> =
        (0..).zip(&banks).map(|(index, bank)| granule::proved(bank, index, &buffers)).collect();
    for (bank, granule) in banks.iter_mut().zip(granules) {
        bank.granule = granule;
    }
    Some((banks, buffers))
}

fn bank(bank: &ir::Bank) -> Option<Bank> {
    let capacity = bank.figures.get(Figure::BankCapacity)?.value?;
    let mut model = Bank::new(capacity);
    for (figure, number) in bank.figures.iter() {
        let value = match number.value? {
            share if number.per_cent => {
                u64::try_from((u128::from(capacity) * u128::from(share)).div_ceil(100)).ok()?
            }
            value => value,
        };
        model = figure.of_bank(model, value);
    }
    Some(model)
}

/// The steps in which each buffer is really used; empty where no lifetime is longer.
pub(crate) fn needed(block: &ir::Block) -> Vec<Life> {
    let longer = |buffer: &ir::Buffer| (buffer.first, buffer.last) != buffer.needed;
    if !block.buffers.iter().any(longer) {
        return Vec::new();
    }
    let life = |buffer: &ir::Buffer| Life { first: step(buffer.needed.0), last: step(buffer.needed.1) };
    block.buffers.iter().map(life).collect()
}

/// Hands on the problem with the block's names.
pub(crate) fn with_names(
    block: &ir::Block,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    show: impl FnOnce(&Source<'_>),
) {
    let bank_ids: Vec<&str> = block.banks.iter().map(|bank| bank.id.as_str()).collect();
    let buffer_ids: Vec<&str> = block.buffers.iter().map(|buffer| buffer.id.as_str()).collect();
    let step_ids: Vec<&str> = block.steps.iter().map(|step| step.id.as_str()).collect();
    show(&Source { banks, bank_ids: &bank_ids, buffers, buffer_ids: &buffer_ids, step_ids: &step_ids });
}
