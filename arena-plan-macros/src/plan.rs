//! Places the buffers of a block where every size is known; leaves the rest to const evaluation.

use arena_plan_core::kernel::fault::{self, Fault, Token};
use arena_plan_core::kernel::granule;
use arena_plan_core::kernel::message::{Source, describe};
use arena_plan_core::kernel::order;
use arena_plan_core::model::{Bank, Buffer, Placement};
use arena_plan_core::planner;
use proc_macro2::Span;
use syn::spanned::Spanned as _;

use crate::errors::Errors;
use crate::{file, ir, unplanned};

/// Where the layout comes from.
pub(crate) enum Layout {
    /// Every size is known: the placements, to be emitted as literals.
    Native(Vec<Placement>),
    /// Placements from a file, to be checked against rustc's sizes.
    Given(Vec<Placement>),
    /// rustc knows the sizes: the kernel runs in const evaluation.
    Const,
    /// There was an error: a benign plan that keeps names and types in place.
    Failed,
}

/// Plans the block natively if it can. Faults go to `errors`, at the tokens that the author must change.
pub(crate) fn layout(block: &ir::Block, errors: &mut Errors) -> Layout {
    let bank_lists: Vec<Vec<u16>> = block.buffers.iter().map(bank_list).collect();
    let model = model(block, &bank_lists);
    let given = match &block.layout {
        None => None,
        Some(file) => match file::read(block, file, errors) {
            None => return Layout::Failed,
            placements => placements,
        },
    };
    let Some((banks, buffers)) = model else { return given.map_or(Layout::Const, Layout::Given) };
    let mut faults = faults(&banks, &buffers);
    if let Some(placements) = given {
        if faults.is_empty() {
            let unsuited = |index| fault::of_given(&banks, &buffers, &placements, index);
            faults.extend((0..step(buffers.len())).filter_map(unsuited));
        }
        if faults.is_empty() {
            return Layout::Native(placements);
        }
    }
    if !faults.is_empty() {
        report(block, &banks, &buffers, &faults, errors);
        return Layout::Failed;
    }
    let options = options(&block.options);
    let mut wide = banks.clone();
    granule::widen(&mut wide, &buffers);
    let plan = planner::plan(&wide, &buffers, &options);
    if plan.fits {
        return Layout::Native(plan.placements);
    }
    if wide == banks {
        unplanned::report(block, &banks, &buffers, &options, &plan, errors);
        return Layout::Failed;
    }
    // Room for the alignment of every buffer that may come was too careful, or nothing fits at all.
    let plan = planner::plan(&banks, &buffers, &options);
    if plan.fits && granule::fits_rounded(&banks, &buffers, &plan.placements) {
        return Layout::Native(plan.placements);
    }
    unplanned::report(block, &banks, &buffers, &options, &plan, errors);
    Layout::Failed
}

/// The block's options as the planner takes them.
fn options(options: &ir::Options) -> planner::Options {
    planner::Options {
        effort: match options.effort {
            Some((ir::Effort::Fast, _)) => planner::Effort::Fast,
            Some((ir::Effort::Thorough, _)) => planner::Effort::Thorough,
            Some((ir::Effort::Default, _)) | None => planner::Effort::Default,
        },
        order: options.order.map(|(ir::Order::Base, _)| order::Order::Base),
        strategy: match options.strategy {
            Some((ir::Strategy::Sequential, _)) => planner::Strategy::Sequential,
            None => planner::Strategy::Reuse,
        },
        ..planner::Options::default()
    }
}

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
fn model<'a>(block: &ir::Block, lists: &'a [Vec<u16>]) -> Option<(Vec<Bank>, Vec<Buffer<'a>>)> {
    let mut banks = block.banks.iter().map(bank).collect::<Option<Vec<_>>>()?;
    let mut buffers = Vec::with_capacity(lists.len());
    for ((buffer, list), rank) in block.buffers.iter().zip(lists).zip(ranks(block)) {
        let known = buffer.known?;
        let asked = value(buffer.align.as_ref(), 1)?;
        let mut model =
            Buffer::new(known.bytes, known.align.max(asked), step(buffer.first), step(buffer.last), list)
                .with_rank(rank);
        if let Some(fixed) = &buffer.fixed {
            model = model.with_fixed(fixed.value?);
        }
        if let Some(weight) = &buffer.weight {
            model = model.with_weight(weight.value?);
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
    let capacity = bank.capacity.value?;
    let reserve = match &bank.reserve {
        None => 0,
        Some(ir::Reserve::Bytes(bytes)) => bytes.value?,
        Some(ir::Reserve::Percent(percent)) => {
            u64::try_from((u128::from(capacity) * u128::from(percent.value?)).div_ceil(100)).ok()?
        }
    };
    Some(Bank::new(capacity).with_reserve(reserve).with_align(value(bank.align.as_ref(), 1)?))
}

/// The value of an optional number: `default` if it is left out, `None` if it is not known.
fn value(number: Option<&ir::Num>, default: u64) -> Option<u64> {
    number.map_or(Some(default), |number| number.value)
}

/// Everything that is wrong with banks and buffers by themselves, then the first overlap of fixed ones.
fn faults(banks: &[Bank], buffers: &[Buffer<'_>]) -> Vec<Fault> {
    let of_banks = (0..step(banks.len())).filter_map(|index| fault::of_bank(banks, index));
    let of_buffers = (0..step(buffers.len())).filter_map(|index| fault::of_buffer(banks, buffers, index));
    let mut faults: Vec<Fault> = of_banks.chain(of_buffers).collect();
    if faults.is_empty() {
        faults.extend(fault::of_fixed(buffers));
    }
    faults
}

fn report(block: &ir::Block, banks: &[Bank], buffers: &[Buffer<'_>], faults: &[Fault], errors: &mut Errors) {
    with_names(block, banks, buffers, |source| {
        for fault in faults {
            errors.at(fault.code(), span(block, fault.token()), describe(fault, source).as_str());
        }
    });
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

/// Where a token stands in the block; an alignment, reserve or offset that is not written stands at the name.
pub(crate) fn span(block: &ir::Block, token: Token) -> Span {
    let bank = |index: u32| &block.banks[index as usize];
    let buffer = |index: u32| &block.buffers[index as usize];
    match token {
        Token::Bank(index) => bank(index).name.span(),
        Token::BankAlign(index) => {
            bank(index).align.as_ref().map_or_else(|| bank(index).name.span(), |align| align.span)
        }
        Token::Reserve(index) => match &bank(index).reserve {
            Some(ir::Reserve::Bytes(number) | ir::Reserve::Percent(number)) => number.span,
            None => bank(index).name.span(),
        },
        Token::Buffer(index) => buffer(index).name.span(),
        Token::Type(index) => buffer(index).ty.span(),
        Token::Align(index) => {
            buffer(index).align.as_ref().map_or_else(|| buffer(index).name.span(), |align| align.span)
        }
        Token::Fixed(index) => {
            buffer(index).fixed.as_ref().map_or_else(|| buffer(index).name.span(), |fixed| fixed.span)
        }
    }
}
