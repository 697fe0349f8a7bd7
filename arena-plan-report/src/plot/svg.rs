//! The picture for documents: one panel per bank, its load below.

use svg::Document;
use svg::node::element::{Group, Style, Text, Title};

use super::colour::COLOURS;
use super::panel::{self, Frame};
use crate::report::{Bank, Report};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// The reader's preference (`prefers-color-scheme`).
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Width of the picture in pixels.
const WIDTH: f64 = 960.0;

/// Between the picture's left edge and the panels: the marks of the address.
const LEFT: f64 = 84.0;

/// Between the panels and the picture's right edge: names of lines.
const RIGHT: f64 = 132.0;

/// The heading.
const TOP: f64 = 34.0;

const LIGHT: &str = "--ink:#1f2328;--dim:#59636e;--line:#d1d9e0;--paper:#ffffff;--limit:#b3261e;--peak:#1f2328;--load:#77aadd";
const DARK: &str = "--ink:#e6edf3;--dim:#9198a1;--line:#3d444d;--paper:#0d1117;--limit:#ff8f85;--peak:#e6edf3;--load:#5a8fc7";

/// A picture of the layout.
///
/// Every buffer is a rectangle, from its first step to the end of its last one and from its offset to its end, and
/// has its figures in a `<title>`, which browsers show under the pointer.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, verify};
/// use arena_plan_report::{Subject, plot::{Scheme, svg}, report::{Question, report}};
/// let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// let layout = plan(&problem, &Options::default())?.layout;
/// let subject = Subject { title: "one", problem: &problem, layout: &layout, steps: &[], planned: None };
/// let picture = svg(&report(&subject, &verify(&problem, &layout), &Question::default()), Scheme::Auto);
/// assert!(picture.contains("<title>pcm: 64 bytes at 0..64, steps 0..=1"));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn svg(report: &Report, scheme: Scheme) -> String {
    let shown: Vec<&Bank> = report.banks.iter().filter(|bank| !bank.buffers.is_empty()).collect();
    let mut top = TOP;
    let mut panels = Group::new();
    for bank in &shown {
        let height = match (shown.len(), bank.buffers.len()) {
            (1, 0..=4) => 220.0,
            (1, _) => 400.0,
            (2, _) => 260.0,
            _ => 200.0,
        };
        let frame = Frame { left: LEFT, right: WIDTH - RIGHT, top, height };
        let (group, bottom) = panel::draw(report, bank, &frame);
        panels = panels.add(group);
        top = bottom;
    }
    let empty: Vec<&str> =
        report.banks.iter().filter(|bank| bank.buffers.is_empty()).map(|bank| &*bank.id).collect();
    if !empty.is_empty() {
        top += 18.0;
        let ids: Vec<String> = empty.iter().map(|id| id.escape_debug().to_string()).collect();
        panels = panels.add(text(10.0, top, "dim", &format!("empty: {}", ids.join(", "))));
        top += 10.0;
    }
    let has_aliases = report.banks.iter().flat_map(|bank| &bank.buffers).any(|one| one.alias_of().is_some());
    let aliases = if has_aliases { ".a{stroke:#1f2328;stroke-dasharray:4 2}.t{fill-opacity:.4}" } else { "" };
    let heading = format!("{}: {}", report.title.escape_debug(), crate::report::totals(report));
    Document::new()
        .set("viewBox", format!("0 0 {} {}", super::scale::px(WIDTH), super::scale::px(top)))
        .set("width", super::scale::px(WIDTH))
        .set("height", super::scale::px(top))
        .set("role", "img")
        .add(Title::new(heading.clone()))
        .add(Style::new(style(scheme) + aliases))
        .add(
            svg::node::element::Rectangle::new()
                .set("class", "paper")
                .set("width", super::scale::px(WIDTH))
                .set("height", super::scale::px(top)),
        )
        .add(text(10.0, 20.0, "h", &heading))
        .add(panels)
        .to_string()
        + "\n"
}

/// A text that begins at a position.
pub(super) fn text(x: f64, y: f64, class: &str, content: &str) -> Text {
    Text::new(content).set("x", super::scale::px(x)).set("y", super::scale::px(y)).set("class", class)
}

/// Colours and fonts. Variables would be simpler, but not every program that draws SVG supports them, so each class
/// is written out for both schemes.
fn style(scheme: Scheme) -> String {
    let base = "text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif}\
        .h{font-size:13px;font-weight:600}.p{font-size:12px;font-weight:600}\
        .e{text-anchor:end}.m{text-anchor:middle}\
        .n{text-anchor:middle;dominant-baseline:central;fill:#1f2328}.s{font-size:9px}";
    let fills: String =
        COLOURS.iter().enumerate().map(|(index, colour)| format!(".c{index}{{fill:{colour}}}")).collect();
    match scheme {
        Scheme::Light => format!("{base}{fills}{}", classes(LIGHT)),
        Scheme::Dark => format!("{base}{fills}{}", classes(DARK)),
        Scheme::Auto => {
            format!("{base}{fills}{}@media (prefers-color-scheme:dark){{{}}}", classes(LIGHT), classes(DARK))
        }
    }
}

/// The classes that differ between the schemes.
fn classes(colours: &str) -> String {
    let mut rules = "text{fill:var(--ink)}.dim{fill:var(--dim)}.limit{fill:var(--limit)}.n{fill:#1f2328}\
        .paper{fill:var(--paper)}.b{stroke:var(--paper)}.x{stroke:#1f2328;stroke-width:1.5}\
        .grid{stroke:var(--line);fill:none}.axis{stroke:var(--dim);fill:none}\
        .cap{stroke:var(--limit);stroke-width:1.5;fill:none}\
        .high{stroke:var(--ink);stroke-dasharray:5 3;fill:none}\
        .kept{fill:var(--limit);fill-opacity:.12}\
        .peak{fill:none;stroke:var(--peak);stroke-width:1.2}.load{fill:var(--load)}"
        .to_owned();
    for pair in colours.split(';') {
        if let Some((name, value)) = pair.split_once(':') {
            rules = rules.replace(&format!("var({name})"), value);
        }
    }
    rules
}
