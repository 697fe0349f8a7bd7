//! `linker`: verified layouts as a fragment of a linker script.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{self, Layout};
use arena_plan_core::report::LinkerScript;

use crate::Outcome;
use crate::args::{self, Linker, Model, Placed};
use crate::input::{self, Refusal};
use crate::model::Loaded;
use crate::report::Report;

/// A plan of the program.
struct Plan {
    /// Of its file.
    name: String,
    input: Loaded,
    layout: Layout,
}

pub(super) fn run(args: &Linker) -> Result<Outcome, Refusal> {
    let mut plans = vec![read(&args.placed)?];
    for pair in args.with.chunks(2) {
        let input = args::Problem { problem: pair[0].clone(), capacity: None, model: Model::default() };
        plans.push(read(&Placed { input, layout: pair[1].clone() })?);
    }
    let mut reports = Vec::new();
    for plan in &plans {
        let findings = problem::verify(&plan.input.problem, &plan.layout).findings;
        reports.extend(findings.into_iter().map(|finding| Report::error(finding.code, finding.message)));
    }
    if !reports.is_empty() {
        return Ok(Outcome { stdout: String::new(), met: false, reports });
    }
    Ok(Outcome::met(script(args, &plans)?.to_string()))
}

fn read(args: &Placed) -> Result<Plan, Refusal> {
    let (input, layout) = input::placed(args)?;
    let name = args.input.problem.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Plan { name, input, layout })
}

fn script(args: &Linker, plans: &[Plan]) -> Result<LinkerScript, Refusal> {
    let of = |error| Box::new(Report::of(error));
    let known =
        |bank: &str| plans.iter().any(|plan| plan.input.problem.banks.iter().any(|other| *other.id == *bank));
    if let Some(bank) = args.pools.iter().find(|bank| !known(bank)) {
        let message = format!("`--pool {bank}`: no plan has a bank `{bank}`");
        return Err(Box::new(Report::error(Code::UnknownBank, message)));
    }
    let place = |script: LinkerScript, bank: &str, memory: &str| {
        let pool = args.pools.iter().any(|pool| pool == bank);
        if pool { script.pool(bank, memory) } else { script.memory(bank, memory) }.map_err(of)
    };
    let mut script = LinkerScript::new();
    if args.places.is_empty() {
        let mut banks: Vec<&str> = Vec::new();
        for bank in plans.iter().flat_map(|plan| &plan.input.problem.banks) {
            if !banks.contains(&&*bank.id) {
                banks.push(&bank.id);
                script = place(script, &bank.id, &bank.id.to_ascii_uppercase())?;
            }
        }
    }
    for (bank, memory) in &args.places {
        if !known(bank) {
            let message = format!("`--place {bank}={memory}`: no plan has a bank `{bank}`");
            return Err(Box::new(Report::error(Code::UnknownBank, message)));
        }
        script = place(script, bank, memory)?;
    }
    for plan in plans {
        script = script.plan(&plan.name, &plan.input.problem, &plan.layout).map_err(of)?;
    }
    Ok(if args.allow_unused { script.allow_unused() } else { script })
}
