//! The corpus of files: public instances in CSV, and networks with their figures.

use std::fs;

use super::models::planned;
use crate::support::corpus;
use arena_plan_core::csv::{decode_csv, encode_csv};
use arena_plan_core::json::{decode_graph, decode_problem, encode_problem};
use arena_plan_core::problem::{Layout, Placement, Problem, lifetimes, summarize};

/// Peak load of all buffers, which does not depend on the offsets.
fn bound(problem: &Problem) -> u64 {
    let placements = problem.buffers.iter().map(|buffer| Placement::new(&buffer.id, "memory", 0)).collect();
    summarize(problem, &Layout { placements }).banks[0].peak_live_bytes
}

#[test]
#[ignore = "needs the corpus"]
fn instances_have_their_bounds() {
    let folder = corpus::required("dsa");
    let bounds = [
        ("minimalloc-challenging/A.1048576.csv", 154, 1_048_576),
        ("minimalloc-challenging/C.1048576.csv", 203, 1_039_360),
        ("minimalloc-challenging/D.1048576.csv", 213, 986_112),
        ("minimalloc-examples/input.12.csv", 5, 12),
        ("idealloc-somas/resnet50.csv", 1042, 1_515_472_556),
        ("idealloc-somas/pangu_2.6B.csv", 18692, 5_530_099_775),
        ("idealloc-iopddl/Y_1.csv", 62185, 497_261_190_115),
    ];
    for (name, buffers, bytes) in bounds {
        let text = fs::read(folder.join(name)).expect("the instance is there");
        let problem = decode_csv(&text, 1 << 40).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((problem.buffers.len(), bound(&problem)), (buffers, bytes), "{name}");
        let again = encode_csv(&problem).expect("one bank");
        let again = decode_csv(again.as_bytes(), 1 << 40).expect("it was written here");
        assert_eq!((again.buffers.len(), bound(&again)), (buffers, bytes), "{name}");
    }
}

#[test]
#[ignore = "needs the corpus"]
fn networks_are_planned_and_verified() {
    let folder = corpus::required("models");
    let entries = fs::read_dir(&folder).expect("a readable folder");
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
