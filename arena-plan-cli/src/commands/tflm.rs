//! `tflm`: offline plans for TensorFlow Lite Micro.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use arena_plan_core::json::Input;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{self, Layout, Places, summarize};
use arena_plan_models::tflm::Micro;

use super::plan::plan;
use super::verify;
use crate::Outcome;
use crate::args::Tflm;
use crate::input::{self, Refusal};
use crate::model::{self, Format};
use crate::report::Report;

pub(super) fn run(args: &Tflm) -> Result<Outcome, Refusal> {
    let (source, format) = input::model(&args.file)?;
    if format != Format::Tflite {
        let message = format!(
            "`{}` is not a `.tflite` model, and TensorFlow Lite Micro runs nothing else",
            source.name
        );
        return Err(Box::new(Report::error(Code::Usage, message)));
    }
    let refused = |error: arena_plan_models::Error| Box::new(Report::in_model(&source.name, error));
    let micro = Micro::read(&source.bytes, &model::scratch(args.scratch.as_deref())?).map_err(refused)?;
    if args.check {
        return check(&micro, args).map_err(refused);
    }
    if args.size {
        return size(&micro).map_err(refused);
    }
    let mut planned = Planned::new(&micro, args, &refused)?;
    let mut stdout = String::new();
    let micro = if args.in_place { micro.with_in_place() } else { micro };
    if args.in_place {
        let apart = planned.head;
        let joined = Planned::new(&micro, args, &refused)?;
        // Scratch is placed by the runtime: a plan in place is taken where it is better in the end.
        if joined.head < apart {
            planned = joined;
            let count = micro.in_place_of(&planned.plan).map_err(refused)?;
            let saved = apart - planned.head;
            let _ = writeln!(stdout, "in place: {} save {saved} bytes", operators(count));
        } else {
            let _ = writeln!(
                stdout,
                "in place: nothing saved; {} may work in place, and none has to for this peak",
                operators(micro.in_place())
            );
        }
    }
    stdout += &planned.text(&micro);
    if let Some(output) = &args.output {
        if !planned.met {
            return Ok(Outcome { stdout, met: false, reports: planned.reports });
        }
        let bytes = micro.write(&planned.plan, args.replace).map_err(refused)?;
        save(output, &args.file, &bytes)?;
        let more = bytes.len() - source.bytes.len();
        let _ = writeln!(stdout, "written: `{}`, {more} bytes longer", output.display());
    }
    Ok(Outcome { stdout, met: planned.met, reports: planned.reports })
}

/// A count of operators.
fn operators(count: usize) -> String {
    format!("{count} {}", if count == 1 { "operator" } else { "operators" })
}

/// Checks the plan in the model.
fn check(micro: &Micro<'_>, args: &Tflm) -> arena_plan_models::Result<Outcome> {
    let Some(plan) = micro.plan_inside()? else {
        let stdout = "no offline plan inside: the runtime plans by itself\n".to_owned();
        return Ok(Outcome::met(stdout));
    };
    let verdict = micro.check(&plan, args.capacity)?;
    let placed = plan.iter().filter(|&&offset| offset != -1).count();
    let mut stdout = verify::text(&verdict, placed);
    if verdict.holds() {
        let (head, greedy) = (micro.head(&plan)?, micro.greedy_head());
        let _ = writeln!(stdout, "head: {head} bytes with it, {greedy} bytes without");
        let in_place = micro.in_place_of(&plan)?;
        if in_place > 0 {
            let _ = writeln!(
                stdout,
                "in place: {} over an input, as the kernels allow",
                if in_place == 1 {
                    "1 operator writes".to_owned()
                } else {
                    format!("{in_place} operators write")
                }
            );
        }
    }
    Ok(Outcome { stdout, met: verdict.holds(), reports: Vec::new() })
}

/// The smallest arena for the file as it is.
fn size(micro: &Micro<'_>) -> arena_plan_models::Result<Outcome> {
    let plan = micro.plan_inside()?;
    let arena = micro.arena(plan.as_deref())?;
    let planner = if plan.is_some() { "the plan inside" } else { "the runtime's greedy planner" };
    let mut stdout = format!("arena: {} bytes\n", arena.bytes);
    let _ = writeln!(stdout, "  head {:>9}  by {planner}", arena.head);
    let _ = writeln!(stdout, "  tail {:>9}  structures, state and kernels", arena.tail);
    if let Some(more) = arena.bytes.checked_sub(arena.head + arena.tail).filter(|&more| more > 0) {
        let _ = writeln!(stdout, "  more {more:>9}  while the model is prepared");
    }
    stdout += "for the runtime's 64-bit Python package and portable kernels; less on a 32-bit target\n";
    if !arena.unknown.is_empty() {
        let _ = writeln!(stdout, "not counted: what the kernels of {} keep", arena.unknown.join(", "));
    }
    Ok(Outcome::met(stdout))
}

/// A plan for the arena's head.
struct Planned {
    plan: Vec<i32>,
    layout: Layout,
    input: Input,
    head: u64,
    bound: u64,
    status: String,
    met: bool,
    reports: Vec<Report>,
}

impl Planned {
    fn new(
        micro: &Micro<'_>,
        args: &Tflm,
        refused: &dyn Fn(arena_plan_models::Error) -> Refusal,
    ) -> Result<Self, Refusal> {
        let problem = micro.problem(args.capacity);
        let input = Input { problem, steps: micro.steps().to_vec(), graph: false };
        let judged = plan(&input, &args.search)?;
        let planned = &judged.timed.planned;
        let (status, bound) = (planned.status.to_string(), planned.bound);
        let mut layout = planned.layout.clone();
        let mut plan = micro.offline_plan(&layout).map_err(refused)?;
        let mut head = micro.head(&plan).map_err(refused)?;
        // The runtime places scratch around the plan; if the result is worse, the runtime's own plan is kept.
        if head > micro.greedy_head() && micro.in_place() == 0 {
            layout = micro.greedy_layout();
            plan = micro.offline_plan(&layout).map_err(refused)?;
            head = micro.head(&plan).map_err(refused)?;
        }
        let met = judged.verdict.holds() && problem::verify(&input.problem, &layout).holds();
        Ok(Self { plan, layout, head, bound, status, met, reports: judged.reports(), input })
    }

    /// Head before and after, and what is alive at the peak.
    fn text(&self, micro: &Micro<'_>) -> String {
        let greedy = micro.greedy_head();
        let saved = greedy.saturating_sub(self.head);
        let mut out = format!(
            "head: {} bytes planned, {greedy} bytes by the runtime's greedy planner ({saved} bytes saved{})\n",
            self.head,
            share(saved, greedy)
        );
        let summary = summarize(&self.input.problem, &self.layout);
        if let Some(step) = summary.banks.first().and_then(|bank| bank.peak_step) {
            let name = usize::try_from(step).ok().and_then(|step| self.input.steps.get(step));
            let _ = writeln!(out, "bound: {} bytes alive at `{}`", self.bound, name.map_or("", |name| name));
            let buffer = |index: usize| &self.input.problem.buffers[index];
            let taken = Places::new(&self.input.problem).taken(step);
            let mut live: Vec<_> = taken
                .into_iter()
                .map(|(root, named)| (buffer(root).needs.bytes, &buffer(named).id))
                .collect();
            live.sort_by_key(|&(bytes, id)| (std::cmp::Reverse(bytes), id));
            for (bytes, id) in live {
                let name = micro.name(id).unwrap_or(id);
                let _ = writeln!(out, "  {bytes:>8}  {}", model::short(name));
            }
        }
        let _ = writeln!(out, "status: {}", self.status);
        out
    }
}

/// A part of a whole in tenths of a percent.
fn share(part: u64, whole: u64) -> String {
    match (part * 1000).checked_div(whole) {
        Some(share) if share > 0 => format!(", {}.{} %", share / 10, share % 10),
        _ => String::new(),
    }
}

/// Writes a file completely or not at all, and never over the input.
fn save(output: &Path, input: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    if output.canonicalize().is_ok_and(|output| input.canonicalize().is_ok_and(|input| input == output)) {
        let report = Report::error(Code::Usage, "the output is the input, which is never overwritten");
        return Err(Box::new(report.help("give another name with `-o`")));
    }
    let failed =
        |error| Box::new(Report::failed(format!("`{}` cannot be written: {error}", output.display())));
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}.part", std::process::id()));
    let write = || {
        let mut file = fs::File::create_new(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, output)
    };
    write().map_err(|error| {
        // The incomplete file is useless; failing to remove it as well matters less than the failure itself.
        let _ = fs::remove_file(&draft);
        failed(error)
    })
}
