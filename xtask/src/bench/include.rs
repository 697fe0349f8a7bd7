//! `cargo xtask bench include`: what a block costs in a dev build whose buffers and steps come from a graph file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::process::{Cmd, root, target_dir};

/// Tensors of the graphs.
const SIZES: [usize; 3] = [100, 400, 1000];

/// Runs per figure; the median counts.
const RUNS: usize = 3;

/// What is to be reached with 400 tensors.
const AIM: Duration = Duration::from_secs(3);

/// Measures and prints a Markdown table.
pub(crate) fn run() -> Result {
    let folder = target_dir().join("bench-include");
    println!(
        "a block with `include`, the crate alone, median of {RUNS} runs, milliseconds (aim: {} ms for 400)\n",
        AIM.as_millis()
    );
    println!("| tensors | `cargo check` | `cargo build` |");
    println!("|--:|--:|--:|");
    for tensors in SIZES {
        let path = folder.join(format!("include-{tensors}"));
        write(&path, tensors)?;
        let (mut checked, mut built) = (Vec::new(), Vec::new());
        for run in 0..=RUNS {
            let (check, build) = (timed(&folder, &path, "check", run)?, timed(&folder, &path, "build", run)?);
            // The first run builds the dependencies.
            if run > 0 {
                checked.push(check);
                built.push(build);
            }
        }
        println!("| {tensors} | {} | {} |", median(&mut checked), median(&mut built));
    }
    Ok(())
}

/// One `cargo check` or `cargo build` after an edit of the graph file, which therefore has to be seen.
fn timed(folder: &Path, path: &Path, task: &str, run: usize) -> Result<Duration> {
    let file = path.join("network.graph.json");
    let text = fs::read_to_string(&file).map_err(Error::during(file.display()))?;
    fs::write(&file, format!("{}{}\n", text.trim_end(), " ".repeat(run + 1)))
        .map_err(Error::during(file.display()))?;
    let start = Instant::now();
    Cmd::cargo()
        .args([task, "--quiet", "--manifest-path"])
        .args([path.join("Cargo.toml")])
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .run()?;
    Ok(start.elapsed())
}

fn median(times: &mut [Duration]) -> u128 {
    times.sort_unstable();
    times[times.len() / 2].as_millis()
}

/// A crate whose `main` runs the first steps of the plan.
fn write(path: &Path, tensors: usize) -> Result {
    let library = root().join("arena-plan");
    let manifest = format!(
        "[package]\nname = \"include-{tensors}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         arena-plan = {{ path = {library:?}, features = [\"files\"] }}\n\n[workspace]\n"
    );
    let main = "arena_plan::arena_plan! {\n    mod network {\n        bank ram { capacity: 64 KiB }\n        \
                include \"network.graph.json\";\n    }\n}\n\nfn main() {\n    let mut step = network::take()\
                .expect(\"free\");\n    let io = step.io();\n    io.t1.copy_from_slice(io.t0);\n    \
                step.next().restart().release();\n    println!(\"{}\", network::PLAN);\n}\n";
    let files =
        [("Cargo.toml", manifest), ("src/main.rs", main.to_owned()), ("network.graph.json", graph(tensors))];
    for (name, text) in files {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap_or(path))
            .and_then(|()| fs::write(&file, text))
            .map_err(Error::during(file.display()))?;
    }
    Ok(())
}

/// A chain in which every step reads the tensor before and one of three steps ago: a network with residuals.
fn graph(tensors: usize) -> String {
    let mut text =
        "{\"schema\": 1, \"banks\": [{\"id\": \"ram\", \"capacity\": \"65536\"}],\n\"tensors\": [\n"
            .to_owned();
    for number in 0..tensors {
        let end = if number + 1 < tensors { "," } else { "" };
        let (source, retain) = (number == 0, number + 1 == tensors);
        // One size: the first step of `main` copies.
        let bytes = if number < 2 { 1024 } else { 512 + 16 * (number * 7 % 64) };
        let _ = writeln!(
            text,
            "{{\"id\": \"t{number}\", \"bytes\": \"{bytes}\", \"alignment\": \"16\", \"banks\": [\"ram\"], \
             \"source\": {source}, \"retain\": {retain}}}{end}"
        );
    }
    text.push_str("],\n\"steps\": [\n");
    for number in 1..tensors {
        let end = if number + 1 < tensors { "," } else { "" };
        let older = if number > 3 { format!(", \"t{}\"", number - 4) } else { String::new() };
        let _ = writeln!(
            text,
            "{{\"id\": \"s{number:03}_add\", \"inputs\": [\"t{}\"{older}], \"outputs\": [\"t{number}\"], \"scratch\": []}}{end}",
            number - 1
        );
    }
    text.push_str("]}\n");
    text
}
