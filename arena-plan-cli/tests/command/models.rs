//! Neural networks as input, and plans written into them.

use std::fs;
use std::path::Path;

use crate::common::{repository, texts};

const REUSE: &str = "tests/fixtures/models/reuse.tflite";

/// A path in a temporary folder.
fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_model_is_planned_with_its_own_names() {
    let (status, out, err) = texts(&["plan", REUSE, "--bank", "ram=0.125KiB"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("--bank"), "{err}");
    let (status, out, err) = texts(&["plan", REUSE, "--bank", "ram=112"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("bank `ram`: 112 of 112 bytes, 0 free\n"), "{out}");
    assert!(out.contains("  3..=3  chain_part_4\n"), "{out}");
    let expected = "
peak of `ram`: 112 bytes at operator 3 `s003_concatenation`
  64  chain/part_4;chain/fused
  48  chain/part_3;chain/fused
status: optimal (bound met)
fits: true
";
    assert!(out.ends_with(expected), "{out}");
    let (status, out, err) = texts(&["summary", REUSE, "--bank", "ram=96"]);
    assert_eq!(status, 1, "{out}");
    assert!(
        err.starts_with("error[over-budget]: bank `ram` is over budget: step `s003_concatenation`"),
        "{err}"
    );
}

#[test]
fn every_command_takes_a_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (layout, graph) = (path(folder.path(), "layout.json"), path(folder.path(), "graph.json"));
    let bank = ["--bank", "ram=112"];
    let run = |args: &[&str]| {
        let (status, out, err) = texts(&[args, &bank].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
        out
    };
    fs::write(&layout, run(&["layout", REUSE])).expect("the file is written");
    assert_eq!(run(&["verify", REUSE, &layout]), "the layout holds: 5 buffers, no findings\n");
    assert!(run(&["header", REUSE, &layout]).contains("#define ARENA_CHAIN_PART_3_SIZE 48U\n"));
    assert!(run(&["convert", REUSE]).starts_with("id,lower,upper,size,alignment"));
    fs::write(&graph, run(&["import", REUSE])).expect("the file is written");
    assert_eq!(run(&["lifetimes", REUSE]), texts(&["lifetimes", &graph]).1);
    assert_eq!(run(&["layout", REUSE]), texts(&["layout", &graph]).1);
}

#[test]
fn reports_and_pictures_have_the_names_of_the_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let graph = path(folder.path(), "graph.json");
    let bank = ["--bank", "ram=112"];
    let (status, imported, _) = texts(&[&["import", REUSE], &bank[..]].concat());
    assert_eq!(status, 0);
    assert!(imported.starts_with("{\n  \"schema\": 2,\n"), "{imported}");
    assert!(imported.contains("\"name\": \"chain/part_3;chain/fused\""), "{imported}");
    fs::write(&graph, &imported).expect("the file is written");

    // From the model and from the graph that was imported from it: the same except for the title.
    for input in [&[REUSE, "--bank", "ram=112"][..], &[graph.as_str()]] {
        let (status, out, err) = texts(&[&["report"], input].concat());
        assert_eq!((status, err.as_str()), (0, ""));
        let expected = "
peak of `ram` in step 3 `s003_concatenation`: 112 bytes alive, no holes between them
   size   share  buffer        name
     64  57.1 %  chain_part_4  chain/part_4;chain/fused
     48  42.8 %  chain_part_3  chain/part_3;chain/fused
";
        assert!(out.contains(expected), "{out}");
        let (_, out, _) = texts(&[&["summary"], input].concat());
        assert!(out.contains("\n  64  chain/part_4;chain/fused\n"), "{out}");
        let (_, out, _) = texts(&[&["report", "--format", "markdown"], input].concat());
        assert!(out.contains("| 64 | 57.1 % | chain\\_part\\_4 | chain/part\\_4;chain/fused |"), "{out}");
        let (_, out, _) = texts(&[&["report", "--format", "json"], input].concat());
        let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(report["banks"][0]["buffers"][0]["name"], "chain/part_1;chain/fused");
        let (status, picture, err) = texts(&[&["plot", "--format", "svg", "-o", "-"], input].concat());
        assert_eq!((status, err.as_str()), (0, ""));
        assert!(picture.contains("chain_part_4 (chain/part_4;chain/fused): 64 bytes at"), "{picture}");
        let (status, page, _) = texts(&[&["plot", "--format", "html", "-o", "-"], input].concat());
        assert_eq!(status, 0);
        assert!(page.contains(r#""name":"chain/part_4;chain/fused""#));
    }
}

#[test]
fn options_of_models_are_rejected_for_other_files() {
    for (args, expected) in [
        (vec!["plan", "examples/json/reuse.json", "--bank", "ram=64"], "`--bank` is for models"),
        (vec!["plan", REUSE, "--capacity", "64"], "a model takes `--bank NAME=BYTES`"),
        (vec!["plan", REUSE, "--dim", "batch=1"], "`--dim` is for `.onnx` models"),
        (
            vec!["plan", "tests/fixtures/models/gemm.onnx", "--subgraph", "0"],
            "`--subgraph` is for `.tflite` models",
        ),
        (
            vec!["plan", "tests/fixtures/models/gemm.onnx", "--dim", "bach=1"],
            "the symbolic dimension `batch`",
        ),
        (
            vec!["import", "tests/fixtures/models/gemm.onnx", "--in-place"],
            "`--in-place` is for `.tflite` models",
        ),
        (vec!["plan", "examples/json/reuse.json", "--in-place"], "`--in-place` is for models"),
        (vec!["plan", REUSE, "--subgraph", "1"], "there is no subgraph 1: the model has 1"),
        (vec!["plan", REUSE, "--align", "3"], "the alignment 3 is not a power of two"),
        (vec!["import", "examples/json/reuse.json"], "neither a `.tflite` nor an `.onnx` model"),
        (vec!["tflm", "tests/fixtures/models/gemm.onnx"], "is not a `.tflite` model"),
    ] {
        let (status, out, err) = texts(&args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn a_plan_is_written_checked_and_replaced() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (first, second) = (path(folder.path(), "first.tflite"), path(folder.path(), "second.tflite"));
    let (status, out, err) = texts(&["tflm", REUSE, "-o", &first]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.starts_with(
            "head: 112 bytes planned, 144 bytes by the runtime's greedy planner (32 bytes saved, 22.2 %)\n"
        ),
        "{out}"
    );
    let (status, out, _) = texts(&["tflm", &first, "--check"]);
    assert_eq!(status, 0);
    assert_eq!(out, "the layout holds: 5 buffers, no findings\nhead: 112 bytes with it, 144 bytes without\n");

    let (status, out, err) = texts(&["tflm", &first, "-o", &second]);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(err.starts_with("error[plan-exists]: "), "{err}");
    assert!(!Path::new(&second).exists());
    let (status, _, err) = texts(&["tflm", &first, "-o", &first, "--replace"]);
    assert_eq!(status, 2);
    assert!(err.contains("the output is the input"), "{err}");
    let (status, out, _) = texts(&["tflm", &first, "-o", &second, "--replace"]);
    assert_eq!(status, 0);
    assert!(out.contains(", 0 bytes longer"), "as long as before, so in place: {out}");
    assert_eq!(fs::read(&first).expect("a file"), fs::read(&second).expect("a file"));

    let (status, out, err) =
        texts(&["tflm", REUSE, "--capacity", "96", "-o", &path(folder.path(), "no.tflite")]);
    assert_eq!(status, 1, "{out}");
    assert!(err.starts_with("error[over-budget]: "), "{err}");
    assert!(!folder.path().join("no.tflite").exists());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing half-written is left");
}

#[test]
fn the_arena_of_the_firmware_is_known_before_it_is_flashed() {
    let size = |model: &str| {
        let (status, out, err) = texts(&["tflm", &format!("tests/fixtures/models/{model}"), "--size"]);
        assert_eq!((status, err.as_str()), (0, ""));
        out
    };
    // Measured in the runtime: 1928 bytes work and 1920 do not, with either plan.
    let expected = "\
arena: 1936 bytes
  head       144  by the runtime's greedy planner
  tail      1392  structures, state and kernels
  more       400  while the model is prepared
for the runtime's 64-bit Python package and portable kernels; less on a 32-bit target
";
    assert_eq!(size("reuse.tflite"), expected);
    assert!(size("planned.tflite").contains("head       112  by the plan inside\n"));
}

#[test]
fn operators_work_in_place_where_their_kernels_allow_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = "tests/fixtures/models/state.tflite";
    let model = path(folder.path(), "in_place.tflite");
    assert!(texts(&["tflm", state]).1.starts_with("head: 96 bytes planned"));
    // The sum of two tensors of 32 bytes lies over one of them, and its logistic over the sum.
    let (status, out, err) = texts(&["tflm", state, "--in-place", "-o", &model]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("in place: 2 operators save 32 bytes\nhead: 64 bytes"), "{out}");
    let (status, out, _) = texts(&["tflm", &model, "--check"]);
    assert_eq!(status, 0, "{out}");
    assert!(out.ends_with("in place: 2 operators write over an input, as the kernels allow\n"), "{out}");
    // The graph says the same, for every command.
    let (status, graph, err) = texts(&["import", state, "--in-place"]);
    assert_eq!(status, 0);
    assert!(
        err.starts_with(
            "in place: 2 operators write over an input: 96 bytes at the peak instead of 128 (32 saved)\n"
        ),
        "{err}"
    );
    let alias =
        |of: &str| format!("\"alias\": {{\n        \"of\": \"{of}\",\n        \"offset\": \"0\"\n      }}");
    assert!(graph.contains(&alias("input")) && graph.contains(&alias("sum")), "{graph}");
    let file = path(folder.path(), "in_place.graph.json");
    fs::write(&file, &graph).expect("a file");
    assert_eq!(texts(&["layout", state, "--in-place"]).1, texts(&["layout", &file]).1);
    let (_, out, _) = texts(&["plan", state, "--in-place"]);
    assert!(out.starts_with("bank `ram`: 96 of 160 bytes, 64 free\n"), "{out}");
    assert!(out.contains("\nin place: 2 operators write over an input: 96 bytes"), "{out}");
    assert!(!texts(&["import", state]).1.contains("alias"));
    assert!(
        texts(&["import", REUSE, "--in-place"])
            .2
            .starts_with("in place: 0 operators write over an input, which saves nothing")
    );
    // A concatenation is no such kernel.
    assert!(
        texts(&["tflm", REUSE, "--in-place"])
            .1
            .starts_with("in place: nothing saved; 0 operators may work in place")
    );
}

#[test]
fn plans_that_the_runtime_accepts_silently_are_found_faulty() {
    // Three numbers and the offsets of the tensors 0 to 8.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let model = path(folder.path(), "model.tflite");
    assert_eq!(texts(&["tflm", REUSE, "-o", &model]).0, 0);
    let good = fs::read(&model).expect("a file");
    let head = [1i32, 0, 9].map(i32::to_le_bytes).concat();
    let start = good.windows(12).position(|window| window == head).expect("the plan is inside");
    let damaged = |changes: &[(usize, i32)]| {
        let mut bytes = good.clone();
        for (number, value) in changes {
            bytes[start + number * 4..][..4].copy_from_slice(&value.to_le_bytes());
        }
        fs::write(&model, bytes).expect("the file is written");
        let (status, out, err) = texts(&["tflm", &model, "--check"]);
        assert_eq!((status, err.as_str()), (1, ""), "{out}");
        out
    };
    assert!(
        damaged(&[(3 + 3, 0), (3 + 4, 0)]).contains("overlap: `chain_part_3` 0..48 and `chain_part_4` 0..64")
    );
    assert!(damaged(&[(3 + 1, 65)]).contains("misaligned: `chain_part_1` @ 65 is not aligned to 16"));
    assert!(damaged(&[(3, 1 << 20)]).contains("out-of-bank: `chain_part_0` takes 1048576..1048592"));
    assert!(
        damaged(&[(3, -16)])
            .contains("out-of-bank: tensor 0 `chain/part_0;chain/fused` is at -16, before the arena")
    );
    let out = damaged(&[(2, 8)]);
    assert!(out.contains("missing-placement: the plan has 8 offsets and the model 9 tensors"), "{out}");
    fs::write(&model, good).expect("the file is written");
    let (status, out, _) = texts(&["tflm", REUSE, "--check"]);
    assert_eq!((status, out.as_str()), (0, "no offline plan inside: the runtime plans by itself\n"));
}

#[test]
fn scratch_is_built_in_or_from_a_file_or_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let means = "tests/fixtures/models/means.tflite";
    let file = path(folder.path(), "scratch.json");
    let bound = |args: &[&str]| {
        let (status, out, err) = texts(&[&["summary", means], args].concat());
        assert_eq!(status, 0, "{err}");
        out.lines().find_map(|line| line.strip_prefix("  peak ")).expect("a peak").to_owned()
    };
    // 128 bytes in, 8 out; the kernel's sums, its position and the axes.
    assert!(bound(&[]).starts_with("192 bytes"), "{}", bound(&[]));
    assert!(bound(&["--scratch", "none"]).starts_with("136 bytes"));
    fs::write(&file, r#"{"schema": 1, "operators": [{"operator": 1, "scratch": ["256"]}]}"#).expect("a file");
    assert!(
        bound(&["--scratch", &file]).starts_with("272 bytes alive in step 1"),
        "{}",
        bound(&["--scratch", &file])
    );
    fs::write(&file, r#"{"schema": 1, "operators": [{"operator": 2, "scratch": ["256"]}]}"#).expect("a file");
    let (status, _, err) = texts(&["plan", means, "--scratch", &file]);
    assert_eq!(status, 2);
    assert!(err.contains("the scratch file lists operator 2; the model has 2"), "{err}");
    assert!(repository(means).is_file());
}

#[test]
fn damaged_models_give_exit_status_2_or_a_plan() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = path(folder.path(), "damaged.tflite");
    let whole = fs::read(repository(REUSE)).expect("the fixture");
    let run = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("the file is written");
        texts(&["summary", &file])
    };
    for end in (8..whole.len() - 4).step_by(24) {
        let (status, out, err) = run(&whole[..end]);
        assert_eq!((status, out.as_str()), (2, ""), "{end}: {err}");
        assert!(err.starts_with("error[bad-model]: ") && err.contains("(byte "), "{end}: {err}");
    }
    let mut statuses = [0; 3];
    for at in (0..whole.len()).step_by(16) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at / 16 % 8);
        let (status, out, err) = run(&bytes);
        match status {
            0 => assert!(out.ends_with("fits: true\n"), "{at}: {out}"),
            _ => assert!(err.starts_with("error[") && out.is_empty(), "{at}: {out}{err}"),
        }
        statuses[usize::try_from(status).expect("no signal")] += 1;
    }
    // The rest are bytes of names, of versions and of unused fields.
    assert_eq!(statuses, [33, 0, 38]);
}
