//! A difference for a terminal, a comment, or the annotations of a job.

use std::fmt::Write;

use super::compare::{Allowance, Change, Difference, Figure, Moved, Spot};
use crate::Decimal;
use crate::report::{MOST_MARKDOWN, Place, markdown_code, markdown_table, print_table, table};

/// Number of buffers that a reason names.
const NAMED: usize = 5;

/// Column heads of the figures.
const FIGURES: [&str; 6] = ["", "name", "old", "new", "change", "peak"];

/// Column heads of the buffers.
const BUFFERS: [&str; 5] = ["change", "bytes", "buffer", "was", "is"];

/// Tables of what changed.
pub fn text(difference: &Difference) -> String {
    let mut out = format!("{} -> {}\n", difference.old.escape_debug(), difference.new.escape_debug());
    if !difference.figures.is_empty() {
        let mut figures = table(&FIGURES, &[2, 3, 4]);
        difference.figures.iter().for_each(|figure| _ = figures.add_row(figure_row(figure)));
        out.push('\n');
        print_table(&mut out, &figures);
    }
    if difference.buffers.is_empty() {
        out.push_str("\nno buffer changed\n");
        return out;
    }
    let mut buffers = table(&BUFFERS, &[1]);
    difference.buffers.iter().for_each(|one| _ = buffers.add_row(buffer_row(one)));
    out.push('\n');
    print_table(&mut out, &buffers);
    out
}

/// The same for a comment: never more than [`MOST_MARKDOWN`] bytes.
pub fn markdown(difference: &Difference, grown: &[&Figure]) -> String {
    let mut rows = difference.buffers.len();
    loop {
        let text = limited(difference, grown, rows);
        if text.len() <= MOST_MARKDOWN || rows == 0 {
            return text;
        }
        rows = rows * 3 / 4;
    }
}

fn limited(difference: &Difference, grown: &[&Figure], most: usize) -> String {
    let mut out =
        format!("### Memory: {} → {}\n\n", markdown_code(&difference.old), markdown_code(&difference.new));
    for figure in grown {
        let _ = writeln!(out, "> {}\n", reason(difference, figure));
    }
    let figures = difference.figures.iter().map(figure_row);
    markdown_table(&mut out, &FIGURES, &[2, 3, 4], figures, usize::MAX);
    let count = difference.buffers.len();
    let _ = match count {
        0 => writeln!(out, "\nNo buffer changed."),
        1 => writeln!(out, "\n<details><summary>1 buffer changed</summary>\n"),
        _ => writeln!(out, "\n<details><summary>{count} buffers changed</summary>\n"),
    };
    if count > 0 {
        markdown_table(&mut out, &BUFFERS, &[1], difference.buffers.iter().map(buffer_row), most);
        out.push_str("\n</details>\n");
    }
    out
}

/// Commands for GitHub Actions that put an error on the line of each buffer that made something grow, or one without
/// a line if no buffer did. `place` says where a buffer is declared.
pub fn annotations(
    difference: &Difference,
    allowance: Allowance,
    place: impl Fn(&str) -> Option<Place>,
) -> String {
    let mut out = String::new();
    for figure in difference.grown(allowance) {
        let because = difference.because(figure);
        let message = reason(difference, figure);
        because.iter().for_each(|one| out += &annotation(place(&one.name).as_ref(), "grown", &message));
        if because.is_empty() {
            out += &annotation(None, "grown", &message);
        }
    }
    out
}

/// A command for GitHub Actions that shows an error, at a place if it has one.
pub(super) fn annotation(place: Option<&Place>, title: &str, message: &str) -> String {
    let at = place.map(|place| {
        let line = place.line.map(|line| format!(",line={line}")).unwrap_or_default();
        format!("file={}{line},", escaped(&place.file, true))
    });
    format!("::error {}title={title}::{}\n", at.unwrap_or_default(), escaped(message, false))
}

/// Why a figure is too large, with the buffers that did it.
pub fn reason(difference: &Difference, figure: &Figure) -> String {
    let mut text = format!(
        "{} `{}` takes {} bytes instead of {} ({:+})",
        figure.kind,
        figure.name,
        count(figure.new),
        count(figure.old),
        figure.growth()
    );
    if figure.kind == "stack" {
        text = format!(
            "the stack has {} bytes instead of {} ({:+})",
            count(figure.new),
            count(figure.old),
            figure.growth()
        );
    }
    let because = difference.because(figure);
    let mut names: Vec<String> = because.iter().take(NAMED).map(|one| words(one)).collect();
    if let Some(more) = because.len().checked_sub(NAMED).filter(|&more| more > 0) {
        names.push(format!("{more} more"));
    }
    if names.is_empty() { text } else { format!("{text}: {}", names.join(", ")) }
}

/// How a buffer changed, in a few words.
fn words(one: &Moved) -> String {
    let name = one.name.escape_debug();
    let bytes = |spot: &Option<Spot>| spot.as_ref().and_then(|spot| spot.bytes);
    match one.change {
        Change::New => format!("`{name}` is new ({} bytes)", count(bytes(&one.new))),
        Change::Grown => {
            format!("`{name}` has {} bytes instead of {}", count(bytes(&one.new)), count(bytes(&one.old)))
        }
        Change::Lifetime => format!("`{name}` lives in other steps"),
        _ => format!("`{name}` moved here"),
    }
}

fn count(bytes: Option<Decimal>) -> String {
    bytes.map_or_else(|| "0".into(), |bytes| bytes.to_string())
}

fn figure_row(figure: &Figure) -> [String; 6] {
    let shown = |bytes: Option<Decimal>| bytes.map_or_else(|| "-".into(), |bytes| bytes.to_string());
    let peak = match (&figure.old_peak, &figure.new_peak) {
        (Some(old), Some(new)) if old == new => new.clone(),
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (_, Some(new)) => new.clone(),
        (_, None) => String::new(),
    };
    let change = match figure.growth() {
        0 => "0".into(),
        growth => format!("{growth:+}"),
    };
    [figure.kind.clone(), figure.name.clone(), shown(figure.old), shown(figure.new), change, peak]
}

fn buffer_row(one: &Moved) -> [String; 5] {
    let change = match one.change {
        Change::New => "new",
        Change::Grown => "grown",
        Change::Lifetime => "lifetime",
        Change::Moved => "moved",
        Change::Shrunk => "shrunk",
        Change::Gone => "gone",
    };
    let growth = match one.growth() {
        0 => String::new(),
        growth => format!("{growth:+}"),
    };
    let name = one.name.escape_debug().to_string();
    [change.into(), growth, name, spot(one.old.as_ref()), spot(one.new.as_ref())]
}

fn spot(spot: Option<&Spot>) -> String {
    let Some(spot) = spot else { return String::new() };
    let range = match spot.bytes {
        Some(bytes) => format!("{}..{}", spot.offset, spot.offset.0 + bytes.0),
        None => format!("at {}", spot.offset),
    };
    let steps = match spot.steps {
        Some((first, last)) if first == last => format!(", step {first}"),
        Some((first, last)) => format!(", steps {first}..={last}"),
        None => String::new(),
    };
    format!("{} {range}{steps}", spot.bank.escape_debug())
}

/// A value of a workflow command; in a property, more characters are special.
fn escaped(text: &str, property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}
