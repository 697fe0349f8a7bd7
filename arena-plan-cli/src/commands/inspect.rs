//! `inspect`: how much of its memories a linked image takes, and its plans; also as cargo's runner.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use arena_plan_core::kernel::code::Code;
use arena_plan_report::image::{self, Elf, Inspection, Region};
use arena_plan_report::json;

use super::report::title;
use crate::Outcome;
use crate::args::{Format, Inspect, Memories};
use crate::input::{MAX_IMAGE_BYTES, Refusal, Source};
use crate::report::Report;

/// Largest linker script that is read.
const MAX_SCRIPT_BYTES: usize = 1 << 20;

pub(super) fn run(args: &Inspect) -> Result<Outcome, Refusal> {
    let found = read(&args.image, &args.memories, args.largest)?;
    let stdout = match args.format {
        Format::Text => image::text(&found),
        Format::Json => json::text(&found),
    };
    let reports: Vec<Report> = findings(&found);
    let met = reports.is_empty();
    if args.run.is_empty() {
        return Ok(Outcome { stdout, met, reports });
    }
    // The table must appear before anything that the program prints.
    print!("{stdout}");
    if !met {
        return Ok(Outcome { stdout: String::new(), met, reports });
    }
    start(args)
}

/// What is wrong with an image, as diagnostics.
fn findings(found: &Inspection) -> Vec<Report> {
    let code = |text: &str| Code::ALL.iter().copied().find(|code| code.as_str() == text);
    let report = |finding: &image::Finding| match code(&finding.code) {
        Some(code) => Report::error(code, finding.message.clone()),
        None => Report::failed(finding.message.clone()),
    };
    found.findings.iter().map(report).collect()
}

/// Reads an image and inspects it.
pub(super) fn read(path: &Path, memories: &Memories, largest: usize) -> Result<Inspection, Refusal> {
    let regions = regions(memories)?;
    let source = Source::read(path, |_| MAX_IMAGE_BYTES)?;
    let elf = Elf::read(&source.bytes).map_err(|error| {
        let message = format!("`{}` is not a linked image: {error}", source.name);
        Box::new(Report::error(Code::BadImage, message))
    })?;
    Ok(image::inspect(&title(path), &elf, &regions, largest))
}

/// The memories of the scripts, then those named one by one; a repeated name replaces the earlier one.
fn regions(memories: &Memories) -> Result<Vec<Region>, Refusal> {
    let mut all: Vec<Region> = Vec::new();
    let mut add = |region: Region| match all.iter_mut().find(|known| known.name == region.name) {
        Some(known) => *known = region,
        None => all.push(region),
    };
    for path in &memories.memory {
        let source = Source::read(path, |_| MAX_SCRIPT_BYTES)?;
        let script = String::from_utf8_lossy(&source.bytes);
        let found = image::parse_memories(&script).map_err(|error| {
            let message = format!("`{}`, {error}", source.name);
            Box::new(
                Report::error(Code::BadMemory, message)
                    .help("name a linker script with a block `MEMORY { … }`, or memories with `--region`"),
            )
        })?;
        found.into_iter().for_each(&mut add);
    }
    memories.region.iter().cloned().for_each(&mut add);
    Ok(all)
}

/// Runs the given program with the image, and exits with its status.
fn start(args: &Inspect) -> Result<Outcome, Refusal> {
    let mut words = args.run.iter().cloned();
    let program: OsString = words.next().unwrap_or_default();
    let status = Command::new(&program).args(words).arg(&args.image).args(&args.rest).status();
    match status {
        Ok(status) if status.success() => Ok(Outcome::met(String::new())),
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(error) => {
            let message = format!("`{}` cannot be started: {error}", program.to_string_lossy());
            Err(Box::new(Report::failed(message)))
        }
    }
}
