//! The block as the kernel needs it: banks and buffers by index, steps as numbers.

use arena_plan_core::kernel::granule;
use arena_plan_core::kernel::message::Source;
use arena_plan_core::kernel::pieces::Life;
use arena_plan_core::model::{Bank, Buffer, Placement};

use crate::figure::Figure;
use crate::ir;

/// The allowed banks of a buffer by index.
pub(crate) fn bank_list(buffer: &ir::Buffer) -> Vec<u16> {
    buffer.banks.iter().map(|(bank, _)| u16::try_from(*bank).unwrap_or(u16::MAX)).collect()
}

/// The places of buffers: one each, and one for all that become each other in place.
pub(crate) struct Places {
    /// The first buffer of each place, in order of declaration.
    heads: Vec<usize>,
    /// The index of each buffer's place.
    of: Vec<usize>,
}

impl Places {
    /// Those that the planner places: buffers that become each other in place are one buffer to it.
    pub(crate) fn planned(block: &ir::Block) -> Self {
        let is_head = |index: &usize| block.buffers[*index].place_of.is_none();
        let heads: Vec<usize> = (0..block.buffers.len()).filter(is_head).collect();
        let of = (0..block.buffers.len()).map(|index| {
            let head = head(block, index);
            heads.binary_search(&head).unwrap_or_default()
        });
        Self { of: of.collect(), heads }
    }

    /// One for each buffer.
    pub(crate) fn each(block: &ir::Block) -> Self {
        let all: Vec<usize> = (0..block.buffers.len()).collect();
        Self { heads: all.clone(), of: all }
    }

    /// Whether some buffer is created in place.
    pub(crate) fn are_shared(&self) -> bool {
        self.heads.len() < self.of.len()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// The first buffer of a place.
    pub(crate) fn head(&self, place: usize) -> usize {
        self.heads[place]
    }

    /// The first buffer of each place.
    pub(crate) fn heads(&self) -> &[usize] {
        &self.heads
    }

    /// The index of each buffer's place.
    pub(crate) fn of(&self) -> &[usize] {
        &self.of
    }

    /// The name of each place in messages: `x`, or `x => y` if `x` becomes `y`.
    pub(crate) fn ids(&self, block: &ir::Block) -> Vec<String> {
        let id = |(place, head): (usize, &usize)| {
            let mut members: Vec<&ir::Buffer> = block
                .buffers
                .iter()
                .zip(&self.of)
                .filter(|(_, of)| **of == place)
                .map(|(buffer, _)| buffer)
                .collect();
            members.sort_by_key(|buffer| buffer.first);
            match members.as_slice() {
                [_] => block.buffers[*head].id.clone(),
                several => several.iter().map(|buffer| buffer.id.as_str()).collect::<Vec<_>>().join(" => "),
            }
        };
        self.heads.iter().enumerate().map(id).collect()
    }

    /// One buffer for each place: buffers that become each other in place are one buffer with the lifetimes of all.
    pub(crate) fn merge<'a>(&self, buffers: &[Buffer<'a>]) -> Vec<Buffer<'a>> {
        let mut merged: Vec<Buffer<'a>> = self.heads.iter().map(|head| buffers[*head]).collect();
        for (buffer, place) in buffers.iter().zip(&self.of) {
            merged[*place].cover(buffer);
        }
        merged
    }

    /// The placement of each buffer, given that of each place.
    pub(crate) fn spread(&self, placements: &[Placement]) -> Vec<Placement> {
        self.of.iter().map(|place| placements[*place]).collect()
    }
}

/// The buffer whose place this one has: itself, or the one from which it was created in place.
fn head(block: &ir::Block, index: usize) -> usize {
    let mut head = index;
    // No longer than the schedule, also after mistakes.
    for _ in &block.steps {
        match block.buffers[head].place_of {
            Some(before) => head = before,
            None => break,
        }
    }
    head
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

/// Step number as in the model.
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
        let mut model = model.with_rank(rank).with_kind(buffer.kind);
        model.detached = buffer.detached.is_some();
        if buffer.dma.is_some() {
            let lines = list.iter().map(|bank| banks[usize::from(*bank)].cache_line);
            model = model.with_dma(lines.max().unwrap_or(1));
        }
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
    model.dma = bank.dma;
    Some(model)
}

/// The steps in which each place is really used; empty if no lifetime is longer.
pub(crate) fn needed(block: &ir::Block, places: &Places) -> Vec<Life> {
    let longer = |buffer: &ir::Buffer| (buffer.first, buffer.last) != buffer.needed;
    if !block.buffers.iter().any(longer) {
        return Vec::new();
    }
    let life = |buffer: &ir::Buffer| Life { first: step(buffer.needed.0), last: step(buffer.needed.1) };
    let mut lives: Vec<Life> = places.heads.iter().map(|head| life(&block.buffers[*head])).collect();
    for (buffer, place) in block.buffers.iter().zip(&places.of) {
        let (own, whole) = (life(buffer), &mut lives[*place]);
        (whole.first, whole.last) = (whole.first.min(own.first), whole.last.max(own.last));
    }
    lives
}

/// Passes on the problem of these places with the block's names.
pub(crate) fn with_names(
    block: &ir::Block,
    places: &Places,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    show: impl FnOnce(&Source<'_>),
) {
    let bank_ids: Vec<&str> = block.banks.iter().map(|bank| bank.id.as_str()).collect();
    let buffer_ids = places.ids(block);
    let buffer_ids: Vec<&str> = buffer_ids.iter().map(String::as_str).collect();
    let step_ids: Vec<&str> = block.steps.iter().map(|step| step.id.as_str()).collect();
    show(&Source { banks, bank_ids: &bank_ids, buffers, buffer_ids: &buffer_ids, step_ids: &step_ids });
}
