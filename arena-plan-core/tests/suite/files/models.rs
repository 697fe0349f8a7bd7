//! Real networks: the project's fixtures.

use std::fs;
use std::path::Path;

use arena_plan_core::json::decode_input;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Summary, plan, summarize, verify};

/// Plans a file and verifies the result; its figures.
pub(super) fn planned(path: &Path) -> Summary {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let input = decode_input(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let planned = plan(&input.problem, &Options::default()).expect("the sums are small");
    let verdict = verify(&input.problem, &planned.layout);
    assert!(verdict.holds() && planned.fits, "{}: {:?}", path.display(), verdict.findings);
    summarize(&input.problem, &planned.layout)
}

#[test]
fn fixtures_are_planned_with_the_fewest_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    for (name, bytes) in [("keyword_spotter.graph.json", 16000), ("digit_lstm.graph.json", 1604)] {
        assert_eq!(planned(&folder.join(name)).planned_bytes, bytes, "{name}");
    }
}
