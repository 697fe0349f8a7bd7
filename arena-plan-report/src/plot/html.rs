//! The interactive page: one file without external resources.

use askama::Template;

use crate::report::Report;

use super::colour::{COLOURS, colours};

#[derive(Template)]
#[template(path = "plan.html")]
struct Page<'a> {
    heading: String,
    totals: String,
    style: &'static str,
    script: &'static str,
    /// JSON in which nothing can end the element that contains it.
    data: &'a str,
}

/// A page with a picture of each bank: figures under the pointer, filters by name, bank and step, zoom, and the load.
///
/// The page contains the whole report as JSON (in the element `data`) and draws it by itself.
pub fn html(report: &Report) -> String {
    let colours: Vec<Vec<usize>> = report.banks.iter().map(|bank| colours(&bank.buffers)).collect();
    let data = serde_json::json!({"report": report, "palette": COLOURS, "colours": colours});
    // `<` begins tags and comments even there.
    let data = data.to_string().replace('<', "\\u003c");
    let page = Page {
        heading: report.title.escape_debug().to_string(),
        totals: crate::report::totals(report),
        style: include_str!("../../templates/plan.css"),
        script: include_str!("../../templates/plan.js"),
        data: &data,
    };
    // A template that only inserts strings cannot fail.
    page.render().unwrap_or_default()
}
