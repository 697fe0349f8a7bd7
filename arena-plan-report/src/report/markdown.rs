//! The report as Markdown for the summary of a job or a comment: the figures first, then collapsible tables.

use std::fmt::Write;

use super::data::{Bank, Report};
use super::rows::{self, BANK_FIGURES, BANKS, CHANGES, RESIDENCY};

/// Maximum size of the text in bytes: the limit for a comment on a pull request, far below that for the summary of a
/// job.
pub const MOST_MARKDOWN: usize = 65_000;

/// Rows that every table gets before the tables share what is left.
const FEWEST_ROWS: usize = 4;

/// The report in GitHub's Markdown. If it would exceed [`MOST_MARKDOWN`], tables end early and say so.
pub fn markdown(report: &Report) -> String {
    let longest = report.banks.iter().map(|bank| bank.buffers.len()).max().unwrap_or(0);
    let mut rows = longest.max(FEWEST_ROWS);
    loop {
        let text = limited(report, rows);
        if text.len() <= MOST_MARKDOWN {
            return text;
        }
        if rows == 0 {
            return cut(text);
        }
        rows = rows * 3 / 4;
    }
}

fn limited(report: &Report, most: usize) -> String {
    let fits = if report.fits { "fits" } else { "does **not** fit" };
    let mut out = format!("### Memory plan {}: {fits}\n\n{}", code(&report.title), rows::totals(report));
    if let Some(status) = &report.status {
        let gap = report.gap.map(|gap| format!(", gap {gap}")).unwrap_or_default();
        let _ = write!(out, "; {status}{gap}");
    }
    out.push_str("\n\n");
    table(&mut out, &BANKS, &BANK_FIGURES, report.banks.iter().map(|bank| rows::bank(report, bank)), most);
    for reason in report.reasons.iter().take(most.max(1)) {
        let _ = write!(out, "\n```text\n{}: {}\n```\n", reason.code, fenced(&reason.message));
    }
    findings(&mut out, report, most);
    if let Some(aim) = rows::aim(report) {
        let _ = write!(out, "\n**What to change.** {}.\n\n", plain(&aim));
        let list = rows::changes(report);
        if !list.is_empty() {
            table(&mut out, &CHANGES, &[0], list.into_iter(), most);
        }
    }
    for bank in report.banks.iter().filter(|bank| !bank.buffers.is_empty()) {
        bank_section(&mut out, report, bank, most);
    }
    out
}

fn findings(out: &mut String, report: &Report, most: usize) {
    // The reason covers everything that does not fit.
    let found: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| report.reasons.is_empty() || finding.code != "out-of-bank")
        .collect();
    if found.is_empty() {
        return;
    }
    out.push('\n');
    let rows = found.iter().map(|finding| [finding.code.clone(), finding.message.clone()]);
    table(out, &["code", "finding"], &[], rows, most);
}

fn bank_section(out: &mut String, report: &Report, bank: &Bank, most: usize) {
    let count = bank.buffers.len();
    let _ = write!(
        out,
        "\n<details><summary>Bank {}: {count} {} by address</summary>\n\n",
        html(&bank.id),
        if count == 1 { "buffer" } else { "buffers" }
    );
    table(out, &RESIDENCY, &[1, 2, 3, 4], rows::residency(bank), most);
    out.push_str("\n</details>\n");
    let Some(step) = bank.peak_step else { return };
    let _ = write!(
        out,
        "\n<details><summary>Bank {}: peak of {} bytes in step {}, load by step</summary>\n\n",
        html(&bank.id),
        bank.bound,
        html(&report.step(step))
    );
    let heads = ["alive at the peak", "share", "buffer", "name"];
    if rows::has_names(bank) {
        table(out, &heads, &[0, 1], rows::live(bank), most);
    } else {
        let unnamed = rows::live(bank).map(|[bytes, share, id, _]| [bytes, share, id]);
        table(out, &[heads[0], heads[1], heads[2]], &[0, 1], unnamed, most);
    }
    out.push('\n');
    let load = rows::chart(report, bank).into_iter().map(|bar| {
        let mark = if bar.peak { "peak" } else { "" };
        [bar.steps, bar.bytes.to_string(), mark.into()]
    });
    table(out, &["step", "load", ""], &[1], load, usize::MAX);
    out.push_str("\n</details>\n");
}

/// A table of at most `most` rows.
pub(crate) fn table<const N: usize>(
    out: &mut String,
    heads: &[&str; N],
    right: &[usize],
    rows: impl ExactSizeIterator<Item = [String; N]>,
    most: usize,
) {
    let _ = writeln!(out, "|{}", heads.iter().map(|head| format!(" {head} |")).collect::<String>());
    let line = |index| if right.contains(&index) { " ---: |" } else { " --- |" };
    let _ = writeln!(out, "|{}", (0..N).map(line).collect::<String>());
    let count = rows.len();
    for row in rows.take(most) {
        let _ =
            writeln!(out, "|{}", row.iter().map(|cell| format!(" {} |", plain(cell))).collect::<String>());
    }
    if let Some(more) = count.checked_sub(most).filter(|&more| more > 0) {
        let _ = writeln!(out, "\nand {more} more rows");
    }
}

/// Text without markup: names may contain characters that are special in Markdown. Text in backticks is kept.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for (position, part) in text.split('`').enumerate() {
        if position % 2 == 1 {
            out.push_str(&code(part));
            continue;
        }
        let mut letters = part.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                // `:x:` would become a picture.
                ':' if letters.peek().is_none_or(|next| !next.is_ascii_alphanumeric()) => out.push(':'),
                '\\' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '@' | ':' => {
                    out.push('\\');
                    out.push(letter);
                }
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '\n' => out.push(' '),
                _ => out.push(letter),
            }
        }
    }
    out
}

/// Text as code; a pipe would end the cell of a table.
pub(crate) fn code(text: &str) -> String {
    format!("`{}`", text.escape_debug().to_string().replace('`', "'").replace('|', "\\|"))
}

/// Text inside HTML.
fn html(text: &str) -> String {
    let shown = text.escape_debug().to_string();
    shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('`', "")
}

/// Text between fences.
fn fenced(text: &str) -> String {
    text.replace("```", "'''")
}

/// The last resort, for a report whose ids alone are too long.
fn cut(mut text: String) -> String {
    const END: &str = "\n\nThe rest is too long for Markdown: see the text or the JSON.\n";
    let mut end = MOST_MARKDOWN - END.len();
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text + END
}
