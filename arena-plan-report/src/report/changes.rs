//! What to change: candidate changes of a problem, each planned and verified, ranked by the bytes that they save.
//!
//! Candidates are the buffers that are alive where the bank is fullest, largest first; their number is bounded, and
//! so is the work. Everything printed was planned; nothing is estimated.

use std::collections::BTreeSet;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Alias, Buffer, Id, Layout, Problem, plan, summarize, verify};

use super::data::{Change, ChangeKind, Changes, Room};
use crate::figures::{BankFigures, Resident, Subject};

/// Number of changes that are named.
const NAMED: usize = 3;

/// Number of buffers at the peak for which changes are tried.
const BUFFERS: usize = 10;

/// Alignment that no type of the language exceeds by itself.
const NATURAL: u64 = 16;

/// The target of changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Bytes for buffers in each bank named here. If empty: the capacities if the plan does not fit, else the
    /// [`next_size`] of the bank that takes the most.
    pub rooms: Vec<(Id, u64)>,
}

/// The size of memory below `bytes`: the largest of the series 2^k, 3 * 2^k that is smaller.
///
/// ```
/// use arena_plan_report::report::next_size;
/// assert_eq!([4740, 4096, 3072, 1].map(next_size), [4096, 3072, 2048, 0]);
/// ```
pub fn next_size(bytes: u64) -> u64 {
    let Some(below) = bytes.checked_sub(1).filter(|&below| below > 0) else { return 0 };
    let power = 1 << below.ilog2();
    let between = power + power / 2;
    if power > 1 && between <= below { between } else { power }
}

/// A change of a problem.
#[derive(Clone, Debug)]
enum Edit {
    InPlace { input: Id, output: Id, step: u64 },
    Lifetime { buffer: Id, first: u64, last: u64 },
    Bank { buffer: Id, bank: Id },
    Offset { buffer: Id },
    Alignment { buffer: Id, alignment: u64 },
    Size { buffer: Id, bytes: u64 },
}

/// The result of a problem with some changes.
struct Outcome {
    missing: u64,
    /// Sum of the high-water marks of the target's banks.
    taken: u64,
}

/// What would save bytes; `None` for a problem whose banks are empty, or whose layout violates constraints other than
/// the budget.
pub(super) fn changes(
    problem: &Problem,
    layout: &Layout,
    options: &Options,
    target: &Target,
    steps: &[Id],
) -> Option<Changes> {
    let verdict = verify(problem, layout);
    if verdict.findings.iter().any(|finding| finding.code != Code::OutOfBank) {
        return None;
    }
    let rooms = rooms(problem, layout, target)?;
    let mut aimed = problem.clone();
    for bank in &mut aimed.banks {
        if let Some((_, room)) = rooms.iter().find(|(id, _)| *id == bank.id) {
            (bank.model.capacity, bank.model.reserve) = (*room, 0);
        }
    }
    let options = Options { target: None, ..*options };
    let judge = Judge { rooms: &rooms, options };
    let now = taken(problem, layout, &rooms);
    // Bytes must be saved where a bank is fullest once the planner has aimed at the target.
    let (before, tight) = judge.judge(&aimed).unwrap_or_else(|| (now, layout.clone()));
    let missing = before.missing;
    let mut tried: Vec<(Outcome, Edit)> = Vec::new();
    if missing > 0 {
        for edit in candidates(&aimed, &tight, &rooms, missing, steps) {
            let mut changed = aimed.clone();
            edit.apply(&mut changed);
            let outcome = judge.judge(&changed).map(|(outcome, _)| outcome);
            tried.extend(outcome.filter(|outcome| outcome.missing < missing).map(|outcome| (outcome, edit)));
        }
    }
    tried.sort_by(|(a, x), (b, y)| {
        (a.missing, a.taken, x.kind(), x.buffers()).cmp(&(b.missing, b.taken, y.kind(), y.buffers()))
    });
    let chosen = choose(tried);
    let together = (chosen.len() > 1).then(|| {
        let mut changed = aimed.clone();
        chosen.iter().for_each(|(_, edit)| edit.apply(&mut changed));
        judge.judge(&changed)
    });
    let buffers = |edit: &Edit| edit.buffers().iter().map(ToString::to_string).collect::<Vec<_>>();
    let made = |outcome: &Outcome, kind, buffers, what| Change {
        kind,
        buffers,
        what,
        saves: before.taken.saturating_sub(outcome.taken).into(),
        missing: outcome.missing.into(),
        fits: outcome.missing == 0,
    };
    Some(Changes {
        target: rooms
            .iter()
            .map(|(id, room)| Room {
                bank: id.to_string(),
                bytes: (*room).into(),
                high_water: high_water(problem, layout, id).into(),
            })
            .collect(),
        missing: missing.into(),
        single: chosen
            .iter()
            .map(|(outcome, edit)| made(outcome, edit.kind(), buffers(edit), edit.words(&aimed, steps)))
            .collect(),
        together: together.flatten().map(|(outcome, _)| {
            let all: BTreeSet<String> = chosen.iter().flat_map(|(_, edit)| buffers(edit)).collect();
            let what = if chosen.len() == 2 { "both" } else { "all three" };
            made(&outcome, ChangeKind::Together, all.into_iter().collect(), what.into())
        }),
    })
}

/// The best changes, no two of which concern the same buffer.
fn choose(tried: Vec<(Outcome, Edit)>) -> Vec<(Outcome, Edit)> {
    let mut chosen: Vec<(Outcome, Edit)> = Vec::new();
    for (outcome, edit) in tried {
        let taken =
            chosen.iter().any(|(_, other)| other.buffers().iter().any(|id| edit.buffers().contains(id)));
        if !taken && chosen.len() < NAMED {
            chosen.push((outcome, edit));
        }
    }
    chosen
}

/// The banks that must become smaller, with the bytes that they may take.
fn rooms(problem: &Problem, layout: &Layout, target: &Target) -> Option<Vec<(Id, u64)>> {
    let summary = summarize(problem, layout);
    let named = |id: &Id| target.rooms.iter().rev().find(|(bank, _)| bank == id).map(|(_, bytes)| *bytes);
    let rooms: Vec<_> =
        problem.banks.iter().filter_map(|bank| Some((bank.id.clone(), named(&bank.id)?))).collect();
    if !rooms.is_empty() {
        return Some(rooms);
    }
    let over = summary.banks.iter().zip(&problem.banks).filter(|(figures, _)| !figures.fits);
    let over: Vec<_> = over.map(|(_, bank)| (bank.id.clone(), bank.room())).collect();
    if !over.is_empty() {
        return Some(over);
    }
    // The first of the largest.
    let largest = summary.banks.iter().rev().max_by_key(|bank| bank.high_water)?;
    let need =
        largest.high_water.checked_add(largest.bank.model.reserve).filter(|_| largest.high_water > 0)?;
    Some(vec![(largest.bank.id.clone(), next_size(need).saturating_sub(largest.bank.model.reserve))])
}

fn high_water(problem: &Problem, layout: &Layout, bank: &str) -> u64 {
    let summary = summarize(problem, layout);
    summary.banks.iter().find(|figures| *figures.bank.id == *bank).map_or(0, |figures| figures.high_water)
}

/// The bytes that a layout takes in the target's banks, and the bytes missing in any bank.
fn taken(problem: &Problem, layout: &Layout, rooms: &[(Id, u64)]) -> Outcome {
    let summary = summarize(problem, layout);
    let mut outcome = Outcome { missing: 0, taken: 0 };
    for (figures, bank) in summary.banks.iter().zip(&problem.banks) {
        let aimed = rooms.iter().find(|(id, _)| *id == bank.id);
        let room = aimed.map_or_else(|| bank.room(), |(_, room)| *room);
        outcome.missing = outcome.missing.saturating_add(figures.high_water.saturating_sub(room));
        if aimed.is_some() {
            outcome.taken = outcome.taken.saturating_add(figures.high_water);
        }
    }
    outcome
}

/// Plans and verifies.
struct Judge<'a> {
    rooms: &'a [(Id, u64)],
    options: Options,
}

impl Judge<'_> {
    /// `None` if the problem is rejected, or if its layout violates a constraint other than the budget.
    fn judge(&self, problem: &Problem) -> Option<(Outcome, Layout)> {
        let planned = plan(problem, &self.options).ok()?;
        let verdict = verify(problem, &planned.layout);
        let budget = verdict.findings.iter().all(|finding| finding.code == Code::OutOfBank);
        budget.then(|| (taken(problem, &planned.layout, self.rooms), planned.layout))
    }
}

/// Changes that may help, of the largest buffers alive at the peak of each bank of the target that is over it.
fn candidates(
    problem: &Problem,
    layout: &Layout,
    rooms: &[(Id, u64)],
    missing: u64,
    steps: &[Id],
) -> Vec<Edit> {
    let subject = Subject { title: "", problem, layout, steps, planned: None };
    let (first, last) = subject.span();
    let mut edits = Vec::new();
    for figures in &subject.figures() {
        let room = rooms.iter().find(|(id, _)| *id == figures.bank.id).map(|(_, room)| *room);
        let (Some(room), Some(peak)) = (room, figures.peak) else { continue };
        if figures.high_water <= room {
            continue;
        }
        let mut live = figures.live_at_peak();
        live.truncate(BUFFERS);
        let step = peak.first;
        pairs(&live, step, &mut edits);
        for buffer in live.iter().map(|one| one.buffer) {
            alone(problem, figures, buffer, step, &mut edits);
            let smaller =
                buffer.needs.bytes.saturating_sub(missing.next_multiple_of(buffer.needs.alignment.max(1)));
            if smaller > 0 {
                edits.push(Edit::Size { buffer: buffer.id.clone(), bytes: smaller });
            }
        }
    }
    // A lifetime beyond the schedule would be empty.
    edits.retain(|edit| match edit {
        Edit::Lifetime { first: from, last: to, .. } => first <= *from && from <= to && *to <= last,
        _ => true,
    });
    edits
}

/// Inputs that end where outputs begin.
fn pairs(live: &[Resident<'_>], step: u64, edits: &mut Vec<Edit>) {
    for input in live.iter().filter(|one| one.last == step && one.first < step) {
        for output in live.iter().filter(|one| one.first == step && one.last > step) {
            let (input, output) = (input.buffer, output.buffer);
            let free = input.needs.fixed_bank.is_none() && output.needs.fixed_bank.is_none();
            let alike = input.needs.banks == output.needs.banks && input.needs.kind == output.needs.kind;
            if free && alike && output.needs.bytes <= input.needs.bytes {
                edits.push(Edit::InPlace { input: input.id.clone(), output: output.id.clone(), step });
            }
        }
    }
}

/// Changes of one buffer.
fn alone(problem: &Problem, figures: &BankFigures<'_>, buffer: &Buffer, step: u64, edits: &mut Vec<Edit>) {
    let id = &buffer.id;
    if buffer.first < step {
        edits.push(Edit::Lifetime { buffer: id.clone(), first: buffer.first, last: step - 1 });
    }
    if buffer.last > step {
        edits.push(Edit::Lifetime { buffer: id.clone(), first: step + 1, last: buffer.last });
    }
    if buffer.needs.fixed_offset.is_some() {
        edits.push(Edit::Offset { buffer: id.clone() });
    }
    if buffer.needs.alignment > NATURAL {
        edits.push(Edit::Alignment { buffer: id.clone(), alignment: NATURAL });
    }
    for bank in &problem.banks {
        let other = bank.id != figures.bank.id && bank.room() >= buffer.needs.bytes;
        if other && !buffer.needs.banks.contains(&bank.id) && buffer.needs.fixed_bank.is_none() {
            edits.push(Edit::Bank { buffer: id.clone(), bank: bank.id.clone() });
        }
    }
}

impl Edit {
    fn kind(&self) -> ChangeKind {
        match self {
            Self::InPlace { .. } => ChangeKind::InPlace,
            Self::Lifetime { .. } => ChangeKind::Lifetime,
            Self::Bank { .. } => ChangeKind::Bank,
            Self::Offset { .. } => ChangeKind::Offset,
            Self::Alignment { .. } => ChangeKind::Alignment,
            Self::Size { .. } => ChangeKind::Size,
        }
    }

    fn buffers(&self) -> Vec<&Id> {
        match self {
            Self::InPlace { input, output, .. } => vec![input, output],
            Self::Lifetime { buffer, .. }
            | Self::Bank { buffer, .. }
            | Self::Offset { buffer }
            | Self::Alignment { buffer, .. }
            | Self::Size { buffer, .. } => vec![buffer],
        }
    }

    fn apply(&self, problem: &mut Problem) {
        if let Self::InPlace { input, output, .. } = self {
            if let Some(output) = problem.buffers.iter_mut().find(|buffer| buffer.id == *output) {
                output.needs.alias = Some(Alias { of: input.clone(), offset: 0 });
                output.needs.weight = None;
            }
            return;
        }
        let id = self.buffers()[0].clone();
        let Some(buffer) = problem.buffers.iter_mut().find(|buffer| buffer.id == id) else { return };
        match self {
            Self::InPlace { .. } => {}
            Self::Lifetime { first, last, .. } => (buffer.first, buffer.last) = (*first, *last),
            Self::Bank { bank, .. } => buffer.needs.banks.push(bank.clone()),
            Self::Offset { .. } => buffer.needs.fixed_offset = None,
            Self::Alignment { alignment, .. } => buffer.needs.alignment = *alignment,
            Self::Size { bytes, .. } => buffer.needs.bytes = *bytes,
        }
    }

    /// What to change; `problem` is the one without the change.
    fn words(&self, problem: &Problem, steps: &[Id]) -> String {
        let now = |id: &Id| problem.buffers.iter().find(|buffer| buffer.id == *id);
        let name = |step: u64| match usize::try_from(step).ok().and_then(|step| steps.get(step)) {
            Some(name) => format!("`{}`", name.escape_debug()),
            None => step.to_string(),
        };
        let life = |first: u64, last: u64| match (name(first), name(last)) {
            (only, _) if first == last => format!("step {only}"),
            (first, last) => format!("steps {first}..={last}"),
        };
        match self {
            Self::InPlace { input, output, step } => format!(
                "step {}: write `{}` in place, over `{}`",
                name(*step),
                output.escape_debug(),
                input.escape_debug()
            ),
            Self::Lifetime { buffer, first, last } => {
                let whole = now(buffer).map_or((0, 0), |buffer| (buffer.first, buffer.last));
                format!(
                    "buffer `{}`: alive in {} instead of {}",
                    buffer.escape_debug(),
                    life(*first, *last),
                    life(whole.0, whole.1)
                )
            }
            Self::Bank { buffer, bank } => {
                format!("buffer `{}`: allowed in `{}` too", buffer.escape_debug(), bank.escape_debug())
            }
            Self::Offset { buffer } => {
                let fixed = now(buffer).and_then(|buffer| buffer.needs.fixed_offset).unwrap_or(0);
                format!("buffer `{}`: not fixed to offset {fixed}", buffer.escape_debug())
            }
            Self::Alignment { buffer, alignment } => {
                let whole = now(buffer).map_or(1, |buffer| buffer.needs.alignment);
                format!("buffer `{}`: aligned to {alignment} instead of {whole}", buffer.escape_debug())
            }
            Self::Size { buffer, bytes } => {
                let whole = now(buffer).map_or(0, |buffer| buffer.needs.bytes);
                format!("buffer `{}`: {bytes} bytes instead of {whole}", buffer.escape_debug())
            }
        }
    }
}
