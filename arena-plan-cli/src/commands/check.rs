//! `check`: checks an image, a problem or a report against the limits in a file.

use std::fmt::Write;

use arena_plan_core::kernel::code::Code;
use arena_plan_report::diff::{Excess, parse_limits};

use super::comparable;
use crate::Outcome;
use crate::args::{Check, CheckFormat, bytes};
use crate::input::{Refusal, Source};
use crate::report::Report;

/// Largest file of limits that is read.
const MAX_LIMITS_BYTES: usize = 1 << 20;

pub(super) fn run(args: &Check) -> Result<Outcome, Refusal> {
    let source = Source::read(&args.budget, |_| MAX_LIMITS_BYTES)?;
    let bad =
        |message: String| Box::new(Report::error(Code::BadLimits, format!("`{}`: {message}", source.name)));
    let text = std::str::from_utf8(&source.bytes).map_err(|_| bad("it is not UTF-8".into()))?;
    let limits = parse_limits(text).map_err(bad)?;
    let subject = comparable::read(&args.subject, &args.options)?;
    let excess = limits.check(&subject.snapshot, bytes).map_err(bad)?;
    let mut stdout = String::new();
    if args.format == CheckFormat::Github {
        stdout = excess.iter().map(|excess| excess.annotation(&subject.snapshot)).collect();
        let reports = excess.iter().map(report);
        return Ok(Outcome { stdout, met: excess.is_empty(), reports: reports.collect() });
    }
    let _ = match excess.len() {
        0 => writeln!(stdout, "{}: within its limits", subject.snapshot.title.escape_debug()),
        1 => writeln!(stdout, "{}: 1 limit is exceeded", subject.snapshot.title.escape_debug()),
        count => writeln!(stdout, "{}: {count} limits are exceeded", subject.snapshot.title.escape_debug()),
    };
    let reports = excess.iter().map(report);
    Ok(Outcome { stdout, met: excess.is_empty(), reports: reports.collect() })
}

fn report(excess: &Excess) -> Report {
    Report::error(Code::OverLimit, excess.message.clone())
}
