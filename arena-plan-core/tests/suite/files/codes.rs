//! The documented list of codes is the list of codes.

use std::collections::BTreeSet;

use arena_plan_core::kernel::code::Code;

#[test]
fn the_documentation_lists_every_code_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/codes.md");
    let text = std::fs::read_to_string(path).expect("docs/codes.md is there");
    let listed: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let all: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(listed, all);
    for code in Code::ALL {
        assert!(text.contains(&format!("| `{code}` | {} |", code.about())), "{code} is explained otherwise");
    }
}

#[test]
fn codes_are_distinct_and_in_kebab_case() {
    let texts: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), Code::ALL.len());
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(texts.iter().all(|text| text.chars().all(kebab) && !text.starts_with('-')));
}
