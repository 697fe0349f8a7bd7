//! Everything that can be compared or checked against limits: images, reports, inspections, layouts, and problems,
//! which are planned.

use std::path::Path;

use arena_plan_core::json::{Input, decode_layout};
use arena_plan_core::kernel::code::Code;
use arena_plan_report::diff::Snapshot;
use arena_plan_report::image::Inspection;
use arena_plan_report::report::Report as PlanReport;
use serde_json::Value;

use super::{inspect, report};
use crate::args::{Comparable, Problem};
use crate::input::{self, MAX_IMAGE_BYTES, Refusal, Source};
use crate::report::Report;

/// What was read.
pub(super) struct Subject {
    pub(super) snapshot: Snapshot,
    /// The problem, if it is one: its file has lines.
    pub(super) input: Option<Input>,
}

/// Reads a file of any kind that can be compared.
pub(super) fn read(path: &Path, args: &Comparable) -> Result<Subject, Refusal> {
    let of = |snapshot| Ok(Subject { snapshot, input: None });
    if path.as_os_str() != "-" {
        let source = Source::read(path, |_| MAX_IMAGE_BYTES)?;
        if source.bytes.starts_with(b"\x7fELF") {
            return of(Snapshot::from(&inspect::read(path, &args.memories, 0)?));
        }
        match kind(&source.bytes) {
            Some(Kind::Report) => return of(Snapshot::from(&parsed::<PlanReport>(&source)?)),
            Some(Kind::Inspection) => return of(Snapshot::from(&parsed::<Inspection>(&source)?)),
            Some(Kind::Layout) => {
                let layout = source.decode(decode_layout)?;
                return of(Snapshot::of_layout(&report::title(path), &layout));
            }
            None => {}
        }
    }
    let problem = Problem { problem: path.to_owned(), capacity: args.capacity, model: args.model.clone() };
    let input = input::problem(&problem)?;
    let made = report::make(path, &input, None, &args.search, None)?;
    Ok(Subject { snapshot: Snapshot::from(&made.report), input: Some(input.input) })
}

/// Kinds of JSON other than problems.
enum Kind {
    Report,
    Inspection,
    Layout,
}

fn kind(bytes: &[u8]) -> Option<Kind> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let has = |key: &str| value.get(key).is_some();
    match () {
        () if has("planned_bytes") && has("first_step") => Some(Kind::Report),
        () if has("memories") => Some(Kind::Inspection),
        () if has("placements") && !has("banks") => Some(Kind::Layout),
        () => None,
    }
}

fn parsed<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Refusal> {
    serde_json::from_slice(&source.bytes).map_err(|error| {
        let message = format!("`{}` is not what this version writes: {error}", source.name);
        Box::new(Report::error(Code::WrongSchema, message))
    })
}
