//! Findings as SARIF 2.1.0, which code scanning shows on the lines of a pull request.

use std::collections::BTreeSet;

use arena_plan_core::kernel::code::Code;
use serde_json::{Value, json};

use super::data::Report;

/// Where a buffer is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the repository's root, with `/` between its parts.
    pub file: String,
    /// Line, from 1; `None` if the file has no lines.
    pub line: Option<u64>,
}

/// The findings of a report as SARIF 2.1.0. `place` says where a buffer is declared.
///
/// A reason why the plan does not fit represents the buffers that end above their banks. Its place is the first of
/// them that it names.
pub fn sarif(report: &Report, place: impl Fn(&str) -> Place) -> String {
    let mut results = Vec::new();
    let mut codes = BTreeSet::new();
    for reason in &report.reasons {
        let outside = || report.findings.iter().filter(|finding| finding.code == "out-of-bank");
        let named = outside().find(|finding| names(&reason.message, &finding.buffer));
        let at = place(named.or_else(|| outside().next()).map_or("", |finding| &finding.buffer));
        results.push(result(&reason.code, &reason.message, &at));
        codes.insert(reason.code.as_str());
    }
    for finding in &report.findings {
        if !report.reasons.is_empty() && finding.code == "out-of-bank" {
            continue;
        }
        results.push(result(&finding.code, &finding.message, &place(&finding.buffer)));
        codes.insert(&finding.code);
    }
    let rules: Vec<Value> = codes.into_iter().map(rule).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "arena-plan",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    crate::json::text(&log)
}

/// Whether a word of a message is this name.
fn names(message: &str, name: &str) -> bool {
    let edge = |text: Option<char>| text.is_none_or(|letter| letter == '`' || letter.is_whitespace());
    message.match_indices(name).any(|(at, _)| {
        edge(message[..at].chars().next_back()) && edge(message[at + name.len()..].chars().next())
    })
}

fn result(code: &str, message: &str, place: &Place) -> Value {
    let mut location = json!({"artifactLocation": {"uri": uri(&place.file)}});
    if let Some(line) = place.line {
        location["region"] = json!({"startLine": line});
    }
    json!({
        "ruleId": code,
        "level": "error",
        "message": {"text": message},
        "locations": [{"physicalLocation": location}],
    })
}

fn rule(code: &str) -> Value {
    let about = Code::ALL.iter().find(|known| known.as_str() == code).map_or(code, |known| known.about());
    json!({"id": code, "shortDescription": {"text": about}})
}

/// A path as a relative reference of a URI.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            b'\\' => out.push('/'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
