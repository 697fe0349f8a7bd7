//! Why a layout is over budget: the kernel's proofs and texts, for problems with names.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::named::{Buffer, Id, Layout, Problem};
use super::summary::peak;
use crate::kernel::bound::{Excess, MAX_BANKS, Peak};
use crate::kernel::code::Code;
use crate::kernel::fault::Fault;
use crate::kernel::message::{Source, describe};
use crate::model;

/// Banks up to which every set of them is tried for a proof.
const ALL_SETS: usize = 6;

/// Sets that are tried with more banks: single ones and those that buffers allow, small ones first.
const MAX_SETS: usize = 256;

/// Explains why a planned layout exceeds a bank, or gives nothing if it does not.
///
/// The code is `over-budget` with a proof that no layout exists, else `no-layout-found`. `steps` are the names
/// of the steps where the problem comes from a graph, else empty.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, budget, plan};
/// let problem = Problem {
///     banks: vec![Bank::new("ram", 96)],
///     buffers: vec![Buffer::new("input", 64, 0, 1, &["ram"]), Buffer::new("output", 64, 1, 2, &["ram"])],
/// };
/// let (code, text) = budget(&problem, &plan(&problem, &Options::default())?.layout, &[]).unwrap();
/// assert_eq!(code.as_str(), "over-budget");
/// assert!(text.starts_with(
///     "bank `ram` is over budget: step `1` keeps 128 bytes alive, capacity is 96 (32 bytes over)"
/// ));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn budget(problem: &Problem, layout: &Layout, steps: &[Id]) -> Option<(Code, String)> {
    let banks: BTreeMap<&str, u16> =
        problem.banks.iter().zip(0..=u16::MAX).map(|(bank, index)| (&*bank.id, index)).collect();
    let mut named: Vec<(&Buffer, Vec<u16>)> =
        problem.buffers.iter().map(|buffer| (buffer, allowed(buffer, &banks))).collect();
    named.sort_unstable_by(|a, b| a.0.id.cmp(&b.0.id));
    let fault = find(problem, layout, &banks, &named)?;
    Some((fault.0.code(), text(problem, &named, steps, fault)))
}

/// The banks that a buffer may really go to.
fn allowed(buffer: &Buffer, banks: &BTreeMap<&str, u16>) -> Vec<u16> {
    match &buffer.needs.fixed_bank {
        Some(bank) => banks.get(&**bank).copied().into_iter().collect(),
        None => buffer.needs.banks.iter().filter_map(|bank| banks.get(&**bank).copied()).collect(),
    }
}

/// The first fault, and the step of the peak where it is one of load.
fn find(
    problem: &Problem,
    layout: &Layout,
    banks: &BTreeMap<&str, u16>,
    buffers: &[(&Buffer, Vec<u16>)],
) -> Option<(Fault, u64)> {
    let room = |bank: u16| problem.banks[usize::from(bank)].room();
    let mut over = None;
    let placed: BTreeMap<&str, _> = layout.placements.iter().map(|spot| (&*spot.id, spot)).collect();
    for (index, (buffer, allowed)) in (0u32..).zip(buffers) {
        let Some(spot) = placed.get(&*buffer.id) else { continue };
        let Some(&bank) = banks.get(&*spot.bank) else { continue };
        if spot.offset.saturating_add(buffer.needs.bytes) <= room(bank) {
            continue;
        }
        if allowed.iter().all(|&bank| buffer.needs.bytes > room(bank)) {
            return Some((Fault::TooBig { buffer: index }, buffer.first));
        }
        if buffer.needs.fixed_offset.is_some() {
            return Some((Fault::FixedOutside { buffer: index }, buffer.first));
        }
        let placement = model::Placement { bank, offset: spot.offset };
        over.get_or_insert((Fault::NotFound { buffer: index, placement }, buffer.first));
    }
    over.map(|over| excess(problem, buffers).unwrap_or(over))
}

/// A set of banks whose confined buffers exceed it together at one step.
fn excess(problem: &Problem, buffers: &[(&Buffer, Vec<u16>)]) -> Option<(Fault, u64)> {
    if problem.banks.len() > MAX_BANKS {
        return None;
    }
    let masks: Vec<u64> =
        buffers.iter().map(|(_, allowed)| allowed.iter().fold(0, |mask, bank| mask | 1 << bank)).collect();
    let count = problem.banks.len();
    let all = (0..count).fold(0u64, |mask, bank| mask | 1 << bank);
    let mut sets: BTreeSet<(u32, u64)> = BTreeSet::new();
    let mut add = |set: u64| sets.insert((set.count_ones(), set));
    if count <= ALL_SETS {
        (1..=all).for_each(|set| _ = add(set));
    } else {
        masks
            .iter()
            .copied()
            .chain((0..count).map(|bank| 1 << bank))
            .chain([all])
            .for_each(|set| _ = add(set));
    }
    for (_, set) in sets.into_iter().take(MAX_SETS) {
        let confined = buffers.iter().zip(&masks).filter(|(_, mask)| *mask & !set == 0);
        let Some((step, bytes)) = peak(confined.map(|((buffer, _), _)| *buffer)) else { continue };
        let room = problem.banks.iter().enumerate().filter(|(bank, _)| set >> bank & 1 == 1);
        let room = room.fold(0u64, |sum, (_, bank)| sum.saturating_add(bank.room()));
        if bytes > room {
            return Some((Fault::OverBudget(Excess { set, peak: Peak { bytes, step: 0 }, room }), step));
        }
    }
    None
}

/// The kernel's text. It counts steps in 32 bits by name, so only the steps that the text can name are passed.
fn text(
    problem: &Problem,
    buffers: &[(&Buffer, Vec<u16>)],
    names: &[Id],
    (mut fault, step): (Fault, u64),
) -> String {
    // Buffers that are not alive in the step keep their position and get a lifetime elsewhere.
    let mut steps = vec![step];
    for (buffer, _) in buffers.iter().filter(|(buffer, _)| buffer.first <= step && step <= buffer.last) {
        steps.extend([buffer.first, buffer.last]);
    }
    steps.sort_unstable();
    steps.dedup();
    let number = |step: u64| {
        let position = steps.partition_point(|&other| other < step) as u64;
        u32::try_from(position).unwrap_or(u32::MAX)
    };
    let elsewhere = number(u64::MAX).saturating_add(1);
    if let Fault::OverBudget(excess) = &mut fault {
        excess.peak.step = number(step);
    }
    let named: Vec<String> = steps
        .iter()
        .map(|&step| {
            let name = usize::try_from(step).ok().and_then(|step| names.get(step));
            name.map_or_else(|| step.to_string(), |name| shown(name))
        })
        .collect();
    let bank_ids: Vec<String> = problem.banks.iter().map(|bank| shown(&bank.id)).collect();
    let buffer_ids: Vec<String> = buffers.iter().map(|(buffer, _)| shown(&buffer.id)).collect();
    let banks: Vec<_> = problem.banks.iter().map(|bank| bank.model).collect();
    let buffers: Vec<_> = buffers
        .iter()
        .map(|(buffer, allowed)| {
            let alive = buffer.first <= step && step <= buffer.last;
            let (first, last) =
                if alive { (number(buffer.first), number(buffer.last)) } else { (elsewhere, elsewhere) };
            let mut lowered =
                model::Buffer::new(buffer.needs.bytes, buffer.needs.alignment, first, last, allowed);
            lowered.fixed = buffer.needs.fixed_offset;
            lowered
        })
        .collect();
    let source = Source {
        banks: &banks,
        bank_ids: &texts(&bank_ids),
        buffers: &buffers,
        buffer_ids: &texts(&buffer_ids),
        step_ids: &texts(&named),
    };
    describe(&fault, &source).as_str().into()
}

/// An id as messages print it: no control characters.
pub(super) fn shown(id: &str) -> String {
    format!("{}", id.escape_debug())
}

pub(super) fn texts(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}
