//! `plot`: a layout as a picture, a page or a trace.

use std::path::Path;

use arena_plan_core::kernel::code::Code;
use arena_plan_report::plot;

use super::report::make;
use crate::Outcome;
use crate::args::{Plot, PlotFormat, Scheme};
use crate::input::{self, Refusal};
use crate::output;
use crate::report::Report;

pub(super) fn run(args: &Plot) -> Result<Outcome, Refusal> {
    let format = match args.format.or_else(|| named(&args.output)) {
        Some(format) => format,
        None => {
            let message = format!("`{}` does not say what to draw", args.output.display());
            let help = "name it `….svg`, `….html` or `….trace.json`, or give `--format`";
            return Err(Box::new(Report::error(Code::Usage, message).help(help)));
        }
    };
    let given = &args.plan;
    output::not_an_input(&args.output, [Some(&*given.input.problem), given.layout.as_deref()])?;
    let input = input::problem(&given.input)?;
    let made = make(&given.input.problem, &input, given.layout.as_deref(), &given.search, None)?;
    let text = match format {
        PlotFormat::Svg => plot::svg(
            &made.report,
            match args.scheme {
                Scheme::Auto => plot::Scheme::Auto,
                Scheme::Light => plot::Scheme::Light,
                Scheme::Dark => plot::Scheme::Dark,
            },
        ),
        PlotFormat::Html => plot::html(&made.report),
        PlotFormat::Trace => plot::trace(&made.report),
    };
    let stdout = output::write(&args.output, text)?;
    Ok(Outcome { stdout, met: made.report.fits, reports: made.reports })
}

/// The output that a file's name selects.
fn named(path: &Path) -> Option<PlotFormat> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    match () {
        () if name.ends_with(".svg") => Some(PlotFormat::Svg),
        () if name.ends_with(".html") || name.ends_with(".htm") => Some(PlotFormat::Html),
        () if name.ends_with(".trace.json") => Some(PlotFormat::Trace),
        () => None,
    }
}
