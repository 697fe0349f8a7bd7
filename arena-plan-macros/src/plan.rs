//! Places the buffers of a block if every size is known; otherwise leaves it to const evaluation.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::draft::hint;
use arena_plan_core::kernel::fault::{Fault, Token};
use arena_plan_core::kernel::message::describe;
use arena_plan_core::kernel::{given, granule, parts};
use arena_plan_core::model::{Bank, Buffer, Placement};
use arena_plan_core::planner;

use crate::errors::Errors;
use crate::model::{self, Places, step};
use crate::{file, ir, tokens, unplanned};

/// Where the layout comes from.
pub(crate) enum Layout {
    /// Every size is known: the placements, to be emitted as literals.
    Native(Vec<Placement>),
    /// Placements from a file, to be checked against rustc's sizes.
    Given(Vec<Placement>),
    /// Only rustc knows the sizes: the kernel runs in const evaluation.
    Const,
    /// The plan is only printed, whether it fits or not: the placements, if every size is known.
    Draft(Option<Vec<Placement>>),
    /// There was an error: a placeholder plan that keeps names and types.
    Failed,
}

/// Plans the block natively if it can. Faults go to `errors`, at the tokens that the author must change.
pub(crate) fn layout(block: &ir::Block, errors: &mut Errors) -> Layout {
    let bank_lists: Vec<Vec<u16>> = block.buffers.iter().map(model::bank_list).collect();
    let known = model::known(block, &bank_lists);
    let places = Places::planned(block);
    if block.options.draft.is_some() {
        return draft(block, &places, known, errors);
    }
    let given = match &block.layout {
        None => None,
        Some(file) => match file::read(block, file, errors) {
            None => return Layout::Failed,
            placements => placements,
        },
    };
    let Some((banks, each)) = known else { return given.map_or(Layout::Const, Layout::Given) };
    let buffers = places.merge(&each);
    let faults = faults(&banks, &buffers);
    if !faults.is_empty() {
        report(block, &places, (&banks, &buffers), &faults, errors);
        return Layout::Failed;
    }
    if let Some(placements) = given {
        let unsuited = |index| given::of_given(&banks, &each, &placements, index);
        let faults: Vec<Fault> = (0..step(each.len())).filter_map(unsuited).collect();
        if faults.is_empty() {
            return Layout::Native(placements);
        }
        report(block, &Places::each(block), (&banks, &each), &faults, errors);
        return Layout::Failed;
    }
    let options = options(&block.options);
    let mut wide = banks.clone();
    granule::widen(&mut wide, &buffers);
    let plan = planner::plan(&wide, &buffers, &options);
    if plan.fits {
        return Layout::Native(places.spread(&plan.placements));
    }
    if wide == banks {
        unplanned::report(block, &places, &banks, &buffers, &options, &plan, errors);
        return Layout::Failed;
    }
    // Either reserving room for the alignment of every buffer that may go there was too strict, or nothing fits at
    // all.
    let plan = planner::plan(&banks, &buffers, &options);
    if plan.fits && granule::fits_rounded(&banks, &buffers, &plan.placements) {
        return Layout::Native(places.spread(&plan.placements));
    }
    unplanned::report(block, &places, &banks, &buffers, &options, &plan, errors);
    Layout::Failed
}

/// The layout of a draft, in which buffers may be above a capacity. Its layout file is not read, because it may be
/// stale.
fn draft(
    block: &ir::Block,
    places: &Places,
    known: Option<(Vec<Bank>, Vec<Buffer<'_>>)>,
    errors: &mut Errors,
) -> Layout {
    let Some((banks, each)) = known else { return Layout::Draft(None) };
    let buffers = places.merge(&each);
    let mut faults = faults(&banks, &buffers);
    faults.retain(|fault| fault.code() != Code::OverBudget);
    if !faults.is_empty() {
        report(block, places, (&banks, &buffers), &faults, errors);
        return Layout::Failed;
    }
    let placements = planner::plan(&banks, &buffers, &options(&block.options)).placements;
    Layout::Draft(Some(places.spread(&placements)))
}

/// The block's options for the planner.
fn options(options: &ir::Options) -> planner::Options {
    planner::Options {
        effort: options.effort.map_or_else(Default::default, |(effort, _)| effort),
        order: options.order.map(|(order, _)| order),
        strategy: options.strategy.map_or_else(Default::default, |(strategy, _)| strategy),
        ..planner::Options::default()
    }
}

/// All faults of single banks and buffers; if there are none, every fixed buffer that overlaps an earlier one.
fn faults(banks: &[Bank], buffers: &[Buffer<'_>]) -> Vec<Fault> {
    let of_banks = (0..step(banks.len())).filter_map(|index| parts::of_bank(banks, index));
    let of_buffers = (0..step(buffers.len())).filter_map(|index| parts::of_buffer(banks, buffers, index));
    let mut faults: Vec<Fault> = of_banks.chain(of_buffers).collect();
    // A single alignment can leave several buffers without room.
    let mut seen: Vec<Token> = Vec::new();
    faults.retain(|fault| {
        let new = !seen.contains(&fault.token());
        seen.push(fault.token());
        new
    });
    if faults.is_empty() {
        faults.extend((0..step(buffers.len())).filter_map(|index| parts::overlap(buffers, index)));
    }
    faults
}

fn report(
    block: &ir::Block,
    places: &Places,
    (banks, buffers): (&[Bank], &[Buffer<'_>]),
    faults: &[Fault],
    errors: &mut Errors,
) {
    model::with_names(block, places, banks, buffers, |source| {
        for fault in faults {
            let (code, text) = (fault.code(), describe(fault, source));
            let text = format!("{}{}", text.as_str(), hint(fault));
            errors.at(code, tokens::span(block, places, fault.token()), text);
        }
    });
}
