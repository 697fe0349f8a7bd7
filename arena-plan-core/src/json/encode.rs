//! Writing: problems, layouts, figures and findings as JSON text, byte counts as decimal strings.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::reasons::ReasonText;
use super::schema::{BankText, Decimal, GraphText, LayoutText, PlacementText, ProblemText};
use crate::problem::{Graph, Layout, Planned, Problem, Proof, Reason, Summary, Verdict};

#[derive(Serialize)]
struct PlanText<'a> {
    schema: u32,
    fits: bool,
    status: &'static str,
    gap: Option<Decimal>,
    fewest_misses: bool,
    proof: Option<ProofText<'a>>,
    placements: Vec<PlacementText<'a>>,
    #[serde(flatten)]
    usage: UsageText<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsText>,
    reason: Option<ReasonText<'a>>,
    reasons: Vec<ReasonText<'a>>,
    #[serde(flatten)]
    findings: FindingsText<'a>,
}

#[derive(Serialize)]
struct StatsText {
    bound: Decimal,
    nodes: u64,
    tries: u64,
    fits: u64,
    milliseconds: u64,
}

#[derive(Serialize)]
struct ProofText<'a> {
    kind: &'static str,
    step: u64,
    banks: Vec<&'a str>,
    buffers: Vec<&'a str>,
    unit: Decimal,
    bytes: Decimal<u128>,
    capacity: Decimal<u128>,
}

#[derive(Serialize)]
struct SummaryText<'a> {
    schema: u32,
    fits: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest_misses: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofText<'a>>,
    #[serde(flatten)]
    usage: UsageText<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsText>,
}

#[derive(Serialize)]
struct UsageText<'a> {
    banks: Vec<UsedBankText<'a>>,
    buffer_bytes: Decimal,
    planned_bytes: Decimal,
    misses: Decimal<u128>,
}

#[derive(Serialize)]
struct UsedBankText<'a> {
    #[serde(flatten)]
    bank: BankText<'a>,
    high_water: Decimal,
    peak_live_bytes: Decimal,
    peak_step: Option<u64>,
    fits: bool,
}

#[derive(Serialize)]
struct VerdictText<'a> {
    schema: u32,
    fits: bool,
    #[serde(flatten)]
    findings: FindingsText<'a>,
}

#[derive(Serialize)]
struct FindingsText<'a> {
    complete: bool,
    findings: Vec<FindingText<'a>>,
}

#[derive(Serialize)]
struct FindingText<'a> {
    code: &'static str,
    buffer: &'a str,
    other: Option<&'a str>,
    message: &'a str,
}

/// A problem, buffers by id in ASCII order: in schema 2 if something in it needs that, else in schema 1.
///
/// ```
/// use arena_plan_core::json::{decode_problem, encode_problem};
/// use arena_plan_core::problem::{Bank, Buffer, Problem};
/// let problem =
///     Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// assert_eq!(decode_problem(encode_problem(&problem).as_bytes()), Ok(problem));
/// ```
pub fn encode_problem(problem: &Problem) -> String {
    text(&ProblemText::new(problem))
}

/// A graph, tensors and steps in their order: in schema 2 if something in it needs that, else in schema 1.
///
/// ```
/// use arena_plan_core::json::{decode_graph, encode_graph};
/// let text = br#"{"schema": 1, "banks": [], "tensors": [], "steps": [{"id": "idle", "inputs": [], "outputs": [], "scratch": []}]}"#;
/// let graph = decode_graph(text)?;
/// assert_eq!(decode_graph(encode_graph(&graph).as_bytes()), Ok(graph));
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn encode_graph(graph: &Graph) -> String {
    text(&GraphText::new(graph))
}

/// A layout in schema 1, placements by id in ASCII order.
///
/// ```
/// use arena_plan_core::json::{decode_layout, encode_layout};
/// use arena_plan_core::problem::{Layout, Placement};
/// let layout = Layout { placements: vec![Placement::new("pcm", "ram", 32)] };
/// assert_eq!(decode_layout(encode_layout(&layout).as_bytes()), Ok(layout));
/// ```
pub fn encode_layout(layout: &Layout) -> String {
    text(&LayoutText::new(layout))
}

/// What is written about a layout besides its placements.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The figures of the banks.
    pub summary: &'a Summary,
    /// What the verifier found.
    pub verdict: &'a Verdict,
    /// How the planner ended; `None` for a layout that was given.
    pub planned: Option<&'a Planned>,
    /// Why the layout does not fit, from [`reasons`](crate::problem::reasons()).
    pub reasons: &'a [Reason],
    /// Time that planning took, if the planner's work is to be written.
    pub milliseconds: Option<u64>,
}

impl Report<'_> {
    fn stats(&self) -> Option<StatsText> {
        let (planned, milliseconds) = (self.planned?, self.milliseconds?);
        let stats = &planned.stats;
        let (nodes, tries, fits) = (stats.nodes, stats.tries, stats.fits);
        Some(StatsText { bound: Decimal(planned.bound), nodes, tries, fits, milliseconds })
    }

    fn gap(&self) -> Option<Decimal> {
        self.planned?.status.gap().map(Decimal)
    }
}

/// A planned layout with its figures and findings: what `arena-plan plan --format json` prints.
///
/// ```
/// use arena_plan_core::json::{Report, encode_plan};
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Problem, plan, summarize, verify};
/// let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![] };
/// let planned = plan(&problem, &Options::default())?;
/// let text = encode_plan(&planned, &Report {
///     summary: &summarize(&problem, &planned.layout),
///     verdict: &verify(&problem, &planned.layout),
///     planned: Some(&planned),
///     reasons: &[],
///     milliseconds: None,
/// });
/// assert!(text.starts_with("{\n  \"schema\": 1,\n  \"fits\": true,\n  \"status\": \"optimal-bound\",\n"));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn encode_plan(planned: &Planned, report: &Report<'_>) -> String {
    text(&PlanText {
        schema: 1,
        fits: report.verdict.holds(),
        status: planned.status.code(),
        gap: planned.status.gap().map(Decimal),
        fewest_misses: planned.fewest_misses,
        proof: planned.proof.as_ref().map(proof),
        placements: PlacementText::all(&planned.layout),
        usage: usage(report.summary),
        stats: report.stats(),
        reason: report.reasons.first().map(ReasonText::of),
        reasons: report.reasons.iter().map(ReasonText::of).collect(),
        findings: findings(report.verdict),
    })
}

/// The figures of a layout: what `arena-plan summary --format json` prints.
///
/// ```
/// use arena_plan_core::json::{Report, encode_summary};
/// use arena_plan_core::problem::{Bank, Layout, Problem, summarize, verify};
/// let (problem, layout) = (Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![] }, Layout::default());
/// let text = encode_summary(&Report {
///     summary: &summarize(&problem, &layout),
///     verdict: &verify(&problem, &layout),
///     planned: None,
///     reasons: &[],
///     milliseconds: None,
/// });
/// assert!(text.contains("\"capacity\": \"96\""));
/// ```
pub fn encode_summary(report: &Report<'_>) -> String {
    text(&SummaryText {
        schema: 1,
        fits: report.verdict.holds(),
        status: report.planned.map(|planned| planned.status.code()),
        gap: report.gap(),
        fewest_misses: report.planned.map(|planned| planned.fewest_misses),
        proof: report.planned.and_then(|planned| planned.proof.as_ref()).map(proof),
        usage: usage(report.summary),
        stats: report.stats(),
    })
}

/// Findings: what `arena-plan verify --format json` prints.
///
/// ```
/// use arena_plan_core::json::encode_findings;
/// use arena_plan_core::problem::{Layout, Problem, verify};
/// let text = encode_findings(&verify(&Problem::default(), &Layout::default()));
/// assert!(text.contains("\"findings\": []"));
/// ```
pub fn encode_findings(verdict: &Verdict) -> String {
    text(&VerdictText { schema: 1, fits: verdict.holds(), findings: findings(verdict) })
}

fn proof(proof: &Proof) -> ProofText<'_> {
    ProofText {
        kind: proof.kind.code(),
        step: proof.step,
        banks: proof.banks.iter().map(|id| &**id).collect(),
        buffers: proof.buffers.iter().map(|id| &**id).collect(),
        unit: Decimal(proof.unit),
        bytes: Decimal(proof.bytes),
        capacity: Decimal(proof.capacity),
    }
}

fn usage(summary: &Summary) -> UsageText<'_> {
    UsageText {
        banks: summary
            .banks
            .iter()
            .map(|used| UsedBankText {
                bank: BankText::new(&used.bank),
                high_water: Decimal(used.high_water),
                peak_live_bytes: Decimal(used.peak_live_bytes),
                peak_step: used.peak_step,
                fits: used.fits,
            })
            .collect(),
        buffer_bytes: Decimal(summary.buffer_bytes),
        planned_bytes: Decimal(summary.planned_bytes),
        misses: Decimal(summary.misses),
    }
}

fn findings(verdict: &Verdict) -> FindingsText<'_> {
    FindingsText {
        complete: verdict.complete,
        findings: verdict
            .findings
            .iter()
            .map(|finding| FindingText {
                code: finding.code.as_str(),
                buffer: &finding.buffer,
                other: finding.other.as_deref(),
                message: &finding.message,
            })
            .collect(),
    }
}

/// Indented JSON with a newline at its end. Strings and numbers always serialise.
fn text(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
