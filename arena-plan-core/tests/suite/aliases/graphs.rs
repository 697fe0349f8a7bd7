//! Aliases of tensors: lifetimes, and which of the tensors that share bytes have to be written.

use arena_plan_core::json::{decode_graph, decode_input, encode_graph};
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{plan, summarize};

/// A graph from tensors (`id bytes more`) and steps (`inputs -> outputs`).
fn graph(tensors: &[(&str, u64, &str)], steps: &[(&[&str], &[&str])]) -> String {
    let tensor = |(id, bytes, more): &(&str, u64, &str)| {
        let flag = |name: &str| more.contains(name);
        let alias = more.split_once("in ").map(|(_, alias)| {
            let (of, offset) = alias.split_once(" @ ").expect("an offset");
            format!(", \"alias\": {{\"of\": \"{of}\", \"offset\": \"{offset}\"}}")
        });
        format!(
            "{{\"id\": \"{id}\", \"bytes\": \"{bytes}\", \"alignment\": \"4\", \"banks\": [\"ram\"], \"source\": {}, \
             \"retain\": {}{}}}",
            flag("source"),
            flag("retain"),
            alias.unwrap_or_default()
        )
    };
    let step = |(number, (inputs, outputs)): (usize, &(&[&str], &[&str]))| {
        format!(
            "{{\"id\": \"s{number}\", \"inputs\": {inputs:?}, \"outputs\": {outputs:?}, \"scratch\": []}}"
        )
    };
    let tensors: Vec<String> = tensors.iter().map(tensor).collect();
    let steps: Vec<String> = steps.iter().enumerate().map(step).collect();
    format!(
        "{{\"schema\": 2, \"banks\": [{{\"id\": \"ram\", \"capacity\": \"256\"}}], \"tensors\": [\n{}],\n\"steps\": [\n{}]}}",
        tensors.join(",\n"),
        steps.join(",\n")
    )
}

fn lives(text: &str) -> Vec<(String, u64, u64)> {
    let problem = decode_input(text.as_bytes()).unwrap().problem;
    problem.buffers.iter().map(|buffer| (buffer.id.to_string(), buffer.first, buffer.last)).collect()
}

fn refusal(text: &str) -> String {
    let error = decode_input(text.as_bytes()).unwrap_err();
    format!("{} {}: {}", error.code.as_str(), error.span.line, error.message)
}

/// Most bytes at one step, and the high-water mark.
fn planned(text: &str) -> (u64, u64) {
    let problem = decode_input(text.as_bytes()).unwrap().problem;
    let summary = summarize(&problem, &plan(&problem, &Options::default()).unwrap().layout);
    (summary.banks[0].peak_live_bytes, summary.planned_bytes)
}

#[test]
fn an_operator_in_place_needs_the_bytes_of_one_tensor() {
    let tensors =
        |relu: &'static str| [("x", 64, "source"), ("conv", 64, ""), ("relu", 64, relu), ("y", 16, "retain")];
    const STEPS: [(&[&str], &[&str]); 3] = [(&["x"], &["conv"]), (&["conv"], &["relu"]), (&["relu"], &["y"])];
    let apart = graph(&tensors(""), &STEPS);
    let text = graph(&tensors("in conv @ 0"), &STEPS);
    let own = [("x", 0, 0), ("conv", 0, 1), ("relu", 1, 2), ("y", 2, 2)];
    assert_eq!(lives(&text), own.map(|(id, first, last)| (id.to_owned(), first, last)));
    assert_eq!(lives(&text), lives(&apart));
    assert_eq!((planned(&apart), planned(&text)), ((128, 128), (128, 128)));
    let read = decode_graph(text.as_bytes()).unwrap();
    assert_eq!(decode_graph(encode_graph(&read).as_bytes()).unwrap(), read);
}

#[test]
fn parts_can_be_written_and_the_whole_read() {
    // The compiler left out the concatenation: both operators write their half.
    let tensors =
        [("x", 8, "source"), ("left", 16, "in both @ 0"), ("right", 16, "in both @ 16"), ("both", 32, "")];
    let steps: [(&[&str], &[&str]); 4] =
        [(&["x"], &["left"]), (&["x"], &["right"]), (&[], &[]), (&["both"], &[])];
    let text = graph(&tensors, &steps);
    let expected = [("x", 0, 1), ("left", 0, 0), ("right", 1, 1), ("both", 3, 3)];
    assert_eq!(lives(&text), expected.map(|(id, first, last)| (id.to_owned(), first, last)));
    // The bytes are kept from the first half on.
    assert_eq!(planned(&text), (40, 40));
    let none: [(&[&str], &[&str]); 4] =
        [(&["x"], &[]), (&[], &["right"]), (&["left"], &[]), (&["both"], &[])];
    assert_eq!(
        refusal(&graph(&tensors, &none)),
        "never-written 9: step 2 `s2` reads `left`, which no step writes"
    );
}

#[test]
fn the_whole_can_be_written_and_parts_read() {
    let tensors =
        [("x", 32, "source"), ("left", 16, "in x @ 0"), ("right", 16, "in x @ 16"), ("y", 4, "retain")];
    let steps: [(&[&str], &[&str]); 3] = [(&[], &[]), (&["left"], &[]), (&["right"], &["y"])];
    // No step uses `x` by its name; it is filled before the first.
    let expected = [("x", 0, 2), ("left", 1, 1), ("right", 2, 2), ("y", 2, 2)];
    assert_eq!(
        lives(&graph(&tensors, &steps)),
        expected.map(|(id, first, last)| (id.to_owned(), first, last))
    );
    let unused: [(&[&str], &[&str]); 1] = [(&["x"], &["y"])];
    assert_eq!(refusal(&graph(&tensors, &unused)), "unused 3: no step uses the tensor `left`");
}

#[test]
fn a_buffer_can_be_only_what_others_are_part_of() {
    let tensors =
        [("pool", 64, ""), ("a", 32, "source in pool @ 32"), ("b", 16, "in pool @ 0"), ("c", 8, "retain")];
    let steps: [(&[&str], &[&str]); 3] = [(&["a"], &["c"]), (&["c"], &["b"]), (&["b"], &[])];
    let expected = [("pool", 0, 2), ("a", 0, 0), ("b", 1, 2), ("c", 0, 2)];
    assert_eq!(
        lives(&graph(&tensors, &steps)),
        expected.map(|(id, first, last)| (id.to_owned(), first, last))
    );
    let written_later: [(&[&str], &[&str]); 3] = [(&["a", "b"], &["c"]), (&["c"], &["b"]), (&["b"], &[])];
    assert_eq!(
        refusal(&graph(&tensors, &written_later)),
        "read-before-write 7: step 0 `s0` reads `b` before it is written, by step 1 `s1`"
    );
    let cycle = [("a", 8, "source in b @ 0"), ("b", 8, "in a @ 0")];
    assert!(refusal(&graph(&cycle, &[(&["a"], &["b"])])).starts_with("alias-cycle 2: "));
}
