//! From a layout to its report.

use arena_plan_core::planner::Options;
use arena_plan_core::problem::{self, Buffer, Verdict, summarize};

use super::changes::{Target, changes};
use super::data::{Bank, Finding, Fragmentation, Live, Load, Occupant, Report, Rule};
use crate::figures::{BankFigures, Resident, Subject};

/// What a report should contain besides the figures of the layout.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Options for planning each change that is tried; `None` for no changes.
    pub changes: Option<(Options, Target)>,
    /// Why the plan does not fit, as far as that is known.
    pub reasons: Vec<problem::Reason>,
}

/// The report on a layout and the verifier's findings about it.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, verify};
/// use arena_plan_report::{Subject, report::{Question, report}};
/// let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// let planned = plan(&problem, &Options::default())?;
/// let layout = &planned.layout;
/// let subject = Subject { title: "one", problem: &problem, layout, steps: &[], planned: Some(&planned) };
/// let report = report(&subject, &verify(&problem, layout), &Question::default());
/// assert_eq!((report.banks[0].bound.get(), report.banks[0].gap.get()), (64, 0));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn report(subject: &Subject<'_>, verdict: &Verdict, question: &Question) -> Report {
    let summary = summarize(subject.problem, subject.layout);
    let (first_step, last_step) = subject.span();
    let banks: Vec<Bank> = subject.figures().iter().map(bank).collect();
    let planned = subject.planned;
    let changes = question.changes.as_ref().and_then(|(options, target)| {
        changes(subject.problem, subject.layout, options, target, subject.steps)
    });
    Report {
        schema: 1,
        title: subject.title.into(),
        fits: verdict.holds(),
        status: planned.map(|planned| planned.status.code().into()),
        gap: planned.and_then(|planned| planned.status.gap()).map(Into::into),
        buffer_bytes: summary.buffer_bytes.into(),
        planned_bytes: summary.planned_bytes.into(),
        misses: crate::Decimal(summary.misses),
        first_step,
        last_step,
        steps: subject.steps.iter().map(|id| id.to_string()).collect(),
        banks,
        reasons: question.reasons.iter().map(Into::into).collect(),
        changes,
        findings: verdict
            .findings
            .iter()
            .map(|finding| Finding {
                code: finding.code.as_str().into(),
                buffer: finding.buffer.to_string(),
                other: finding.other.as_ref().map(ToString::to_string),
                message: finding.message.clone(),
            })
            .collect(),
        complete: verdict.complete,
    }
}

fn bank(figures: &BankFigures<'_>) -> Bank {
    let BankFigures { bank, residents, high_water, load, peak, holes } = figures;
    Bank {
        id: bank.id.to_string(),
        capacity: bank.model.capacity.into(),
        reserve: bank.model.reserve.into(),
        cache_line: (bank.model.cache_line > 1).then(|| bank.model.cache_line.into()),
        dma: (!bank.model.dma).then_some(false),
        high_water: (*high_water).into(),
        bound: figures.bound().into(),
        gap: high_water.saturating_sub(figures.bound()).into(),
        fits: *high_water <= bank.room(),
        peak_step: peak.map(|peak| peak.first),
        fragmentation: Fragmentation {
            holes: holes.count,
            bytes: holes.bytes.into(),
            largest: holes.largest.into(),
        },
        live_at_peak: figures
            .live_at_peak()
            .iter()
            .map(|one| Live {
                id: one.buffer.id.to_string(),
                name: name(one.buffer),
                bytes: one.buffer.needs.bytes.into(),
            })
            .collect(),
        load: load
            .iter()
            .map(|stretch| Load { first: stretch.first, last: stretch.last, bytes: stretch.bytes.into() })
            .collect(),
        buffers: residents.iter().map(|one| occupant(one, &bank.id)).collect(),
    }
}

fn occupant(one: &Resident<'_>, bank: &str) -> Occupant {
    let buffer = one.buffer;
    Occupant {
        id: buffer.id.to_string(),
        name: name(buffer),
        kind: buffer.needs.kind.word().into(),
        dma: buffer.needs.dma,
        rule: rule(one, bank),
        offset: one.offset.into(),
        end: one.end().into(),
        bytes: buffer.needs.bytes.into(),
        alignment: buffer.needs.alignment.into(),
        first: buffer.first,
        last: buffer.last,
        taken: Some((one.first, one.last)).filter(|taken| *taken != (buffer.first, buffer.last)),
    }
}

/// The name of a buffer in a model.
fn name(buffer: &Buffer) -> Option<String> {
    buffer.needs.name.as_ref().map(ToString::to_string)
}

/// Why a buffer is in `bank`.
fn rule(one: &Resident<'_>, bank: &str) -> Rule {
    let buffer = one.buffer;
    let position = buffer.needs.banks.iter().position(|id| **id == *bank);
    match (position, &buffer.needs.fixed_bank) {
        (None, _) => Rule::NotAllowed {},
        (_, Some(fixed)) if **fixed != *bank => Rule::NotAllowed {},
        _ if one.alias.is_some() => {
            let (of, offset) =
                one.alias.map_or((String::new(), 0), |(of, offset)| (of.id.to_string(), offset));
            Rule::Alias { of, offset: offset.into() }
        }
        (_, Some(_)) if buffer.needs.fixed_offset.is_some() => Rule::FixedOffset {},
        (_, Some(_)) => Rule::FixedBank {},
        (Some(0), None) if buffer.needs.banks.len() == 1 => Rule::OnlyBank {},
        (Some(0), None) => Rule::FirstChoice {},
        (Some(position), None) => {
            Rule::LaterChoice { choice: position as u64 + 1, of: buffer.needs.banks.len() as u64 }
        }
    }
}
