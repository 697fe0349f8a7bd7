//! Real networks: the project's fixtures, and the corpus of models where it is at hand.

#![cfg(feature = "json")]

use std::fs;
use std::path::{Path, PathBuf};

use arena_plan_core::json::{decode_graph, decode_input, decode_problem, encode_problem};
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Summary, lifetimes, plan, summarize, verify};

/// Plans a file and verifies the result; its figures.
fn planned(path: &Path) -> Summary {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let input = decode_input(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let planned = plan(&input.problem, &Options::default()).expect("the sums are small");
    let verdict = verify(&input.problem, &planned.layout);
    assert!(verdict.holds() && planned.fits, "{}: {:?}", path.display(), verdict.findings);
    summarize(&input.problem, &planned.layout)
}

#[test]
fn fixtures_are_planned_at_their_least_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    for (name, bytes) in [("keyword_spotter.graph.json", 16000), ("digit_lstm.graph.json", 1604)] {
        assert_eq!(planned(&folder.join(name)).planned_bytes, bytes, "{name}");
    }
}

#[test]
fn models_of_the_corpus_are_planned_and_verified() {
    let corpus = std::env::var_os("ARENA_PLAN_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"), PathBuf::from);
    let folder = corpus.join("models");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: no corpus of models at {}", folder.display());
        return;
    };
    let readme = fs::read_to_string(folder.join("README.md")).expect("the corpus has a README");
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".graph.json")?.to_owned()))
        .collect();
    names.sort();
    assert_eq!(names.len(), 24);
    for name in names {
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")))
            .expect("the model has a row");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let figure = |column: usize| cells[column].trim_matches('*').parse::<u64>().expect("a figure");
        let summary = planned(&folder.join(format!("{name}.graph.json")));
        // First fit of the corpus rounds sizes up to 16, so it may only be above, by less than one padding.
        assert!(summary.planned_bytes <= figure(13), "{name}: worse than the first fit of the corpus");
        assert!(summary.planned_bytes >= figure(10), "{name}: below the bound");
        assert_eq!(summary.buffer_bytes, figure(7), "{name}: sum of bytes");
        let graph = fs::read(folder.join(format!("{name}.graph.json"))).expect("the graph is there");
        let problem = fs::read(folder.join(format!("{name}.problem.json"))).expect("the problem is there");
        let given = decode_problem(&problem).expect("the problem is valid");
        let derived =
            lifetimes(&decode_graph(&graph).expect("the graph is valid")).expect("it keeps the rules");
        assert_eq!(encode_problem(&derived), encode_problem(&given), "{name}: lifetimes");
    }
}
