//! The files of the corpus: graphs as recorded next to them, heads and arenas as measured in the runtime.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use arena_plan_core::planner::Options;
use arena_plan_core::problem::{lifetimes, plan, summarize, verify};
use arena_plan_models::tflm::Micro;
use arena_plan_models::{Memory, Scratch, graph, tflite};
use serde_json::Value;

/// A folder of the corpus: in `ARENA_PLAN_CORPUS`, else `../shared/corpus` next to the repository.
pub(crate) fn folder(part: &str) -> PathBuf {
    let root = std::env::var_os("ARENA_PLAN_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"), PathBuf::from);
    root.join(part)
}

/// Names and bytes of the models, and the table row of each.
fn models() -> Vec<(String, Vec<u8>)> {
    let mut models = Vec::new();
    for entry in fs::read_dir(folder("tflite")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if let Some(name) = path.to_str().and_then(|path| path.strip_suffix(".tflite")) {
            let name = name.rsplit('/').next().expect("a name").to_owned();
            models.push((name, fs::read(&path).expect("the model is readable")));
        }
    }
    models.sort();
    assert_eq!(models.len(), 9);
    models
}

/// Cells of a model's row in the corpus' table.
fn row(name: &str) -> Vec<String> {
    let path = folder("models").join("README.md");
    let text = fs::read_to_string(path).expect("the table");
    let row =
        text.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("the model has a row");
    row.split('|').map(|cell| cell.trim().trim_matches('*').to_owned()).collect()
}

/// What a schedule says about a tensor: bytes, source, retain, first and last step.
type Life = (u64, bool, bool, u64, u64);

#[test]
#[ignore = "needs the corpus"]
fn graphs_are_those_that_were_recorded() {
    for (name, bytes) in models() {
        let path = folder("models").join(format!("{name}.graph.json"));
        let recorded: Value = serde_json::from_slice(&fs::read(path).expect("a graph")).expect("JSON");
        let import = tflite::network(&bytes, 0, &Scratch::Builtin)
            .and_then(|network| graph(network, &Memory::default()))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let steps = recorded["steps"].as_array().expect("steps");
        assert_eq!(import.graph.steps.len(), steps.len(), "{name}: operators");
        let problem = lifetimes(&import.graph).expect("the schedule holds");

        // By the number in the file; variables and scratch have none.
        let decimal = |value: &Value| value.as_str().expect("a text").parse::<u64>().expect("a number");
        let mut expected: BTreeMap<String, Life> = BTreeMap::new();
        for tensor in recorded["tensors"].as_array().expect("tensors") {
            let id = tensor["id"].as_str().expect("an id");
            let uses = |list: &'static str| {
                let of = move |step: &Value| step[list].as_array().expect("ids").contains(&tensor["id"]);
                steps.iter().enumerate().filter(move |(_, step)| of(step)).map(|(index, _)| index as u64)
            };
            let all = || uses("inputs").chain(uses("outputs")).chain(uses("scratch"));
            let flag = |name: &str| tensor[name].as_bool().expect("a flag");
            let first = if flag("source") { 0 } else { all().min().expect("a use") };
            let last = if flag("retain") { steps.len() as u64 - 1 } else { all().max().expect("a use") };
            expected.insert(
                id.to_owned(),
                (decimal(&tensor["bytes"]), flag("source"), flag("retain"), first, last),
            );
        }
        let network = tflite::network(&bytes, 0, &Scratch::Builtin).expect("it was read before");
        let mut numbers: Vec<String> = Vec::new();
        let mut states = 0;
        for tensor in &network.tensors {
            numbers.push(match tensor.number {
                Some(number) => format!("t{number}"),
                None => {
                    states += 1;
                    // The corpus counts variables in the order of their handles, here they are sorted by name.
                    let of_size = expected.iter().find(|(id, life)| {
                        id.starts_with("state") && life.0 == tensor.bytes && !numbers.contains(id)
                    });
                    of_size.expect("a variable of this size").0.clone()
                }
            });
        }
        for (number, operator) in network.operators.iter().enumerate() {
            numbers.extend((0..operator.scratch.len()).map(|index| format!("scr{number:03}_{index}")));
        }
        let found: BTreeMap<String, Life> = numbers
            .into_iter()
            .zip(import.graph.tensors.iter().zip(&problem.buffers))
            .map(|(id, (tensor, buffer))| {
                (id, (tensor.needs.bytes, tensor.source, tensor.retain, buffer.first, buffer.last))
            })
            .collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(states, expected.keys().filter(|id| id.starts_with("state")).count(), "{name}: variables");

        let planned = plan(&problem, &Options::default()).expect("the sums are small");
        assert!(verify(&problem, &planned.layout).holds(), "{name}");
        let high_water = summarize(&problem, &planned.layout).planned_bytes;
        let (rounded, unrounded) = (row(name.as_str())[9].clone(), row(name.as_str())[10].clone());
        assert_eq!(high_water.next_multiple_of(16).to_string(), rounded, "{name}: bound of rounded sizes");
        assert!(high_water >= unrounded.parse().expect("a figure"), "{name}: below the bound");
    }
}

#[test]
#[ignore = "needs the corpus"]
fn arenas_are_at_most_16_bytes_above_the_smallest() {
    // The smallest arena that works in the runtime without a plan, by bisection with `tests/tflm/compare.py`.
    let smallest = [
        ("alexa", 20720),
        ("audio_preprocessor_int8", 10216),
        ("hello_world_int8", 1936),
        ("keyword_scrambled_8bit", 12936),
        ("kws_ref_model", 24272),
        ("micro_speech_quantized", 7584),
        ("pretrainedResnet_quant", 55984),
        ("trained_lstm_int8", 4208),
        ("vww_96_int8", 103672),
    ];
    for ((name, bytes), (expected_name, least)) in models().iter().zip(smallest) {
        assert_eq!(name, expected_name);
        let micro = Micro::read(bytes, &Scratch::Builtin).expect("the model is read");
        let arena = micro.arena(None).expect("the model is read");
        assert!(arena.unknown.is_empty(), "{name}: {:?}", arena.unknown);
        assert!((least..least + 16).contains(&arena.bytes), "{name}: {} and not {least}", arena.bytes);
    }
}

#[test]
#[ignore = "needs the corpus"]
fn heads_are_those_of_the_runtime_and_planned_ones_the_least() {
    // Head of the runtime with the plan, from `tests/tflm/compare.py`.
    let least = [
        ("alexa", 3200),
        ("audio_preprocessor_int8", 3040),
        ("hello_world_int8", 32),
        ("keyword_scrambled_8bit", 672),
        ("kws_ref_model", 16000),
        ("micro_speech_quantized", 5968),
        ("pretrainedResnet_quant", 49152),
        ("trained_lstm_int8", 1536),
        ("vww_96_int8", 55296),
    ];
    for ((name, bytes), (expected_name, expected)) in models().iter().zip(least) {
        assert_eq!(name, expected_name);
        let micro = Micro::read(bytes, &Scratch::Builtin).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(micro.greedy_head().to_string(), row(name)[14], "{name}: head without a plan");
        let problem = micro.problem(None);
        let planned = plan(&problem, &Options::default()).expect("the sums are small");
        let offsets = micro.offline_plan(&planned.layout).expect("offsets of 31 bits");
        assert_eq!(micro.head(&offsets).expect("the model is read"), expected, "{name}: head with a plan");
        let file = micro.write(&offsets, false).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = Micro::read(&file, &Scratch::Builtin).expect("the file that was written is read");
        assert_eq!(again.plan_inside().expect("it is whole"), Some(offsets.clone()), "{name}");
        assert!(again.check(&offsets, Some(expected)).expect("it is whole").holds(), "{name}");
        assert_eq!(
            &file[file.len() - bytes.len() + 8..],
            &bytes[8..],
            "{name}: all other bytes are the same"
        );
    }
}
