//! `cargo xtask bench expansion`: what a block costs in a dev build, as the difference from the same crate with
//! handwritten statics; and what a cold build of the library costs.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::process::{Cmd, root};

/// Buffers per block.
const SIZES: [usize; 3] = [16, 64, 256];

/// Numbers of predicates on the largest block.
const PREDICATES: [usize; 4] = [0, 4, 16, 64];

/// Runs per figure; the median counts.
const RUNS: usize = 7;

/// How the sizes of a block's buffers are spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    /// No block: one static per buffer.
    ByHand,
    /// Literal sizes: the macro plans.
    Native,
    /// A type alias hides the sizes: the kernel plans in const evaluation.
    Const,
}

/// Measures and prints a Markdown table.
pub(crate) fn run() -> Result {
    let folder = root().join("target/bench-expansion");
    println!("expansion in a dev build, median of {RUNS} paired runs of `cargo check`, milliseconds\n");
    println!("| buffers | by hand | native | more | const evaluation | more |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for buffers in SIZES {
        let routes = [Route::ByHand, Route::Native, Route::Const];
        let crates = routes.map(|route| write_crate(&folder, buffers, route));
        let crates = crates.into_iter().collect::<Result<Vec<_>>>()?;
        let mut times = vec![Vec::new(); crates.len()];
        for run in 0..=RUNS {
            for (path, times) in crates.iter().zip(&mut times) {
                let time = check(&folder, path)?;
                // The first run builds the dependencies.
                if run > 0 {
                    times.push(time);
                }
            }
        }
        let [by_hand, native, in_const] = [0, 1, 2].map(|index| median(&mut times[index]));
        println!(
            "| {buffers} | {by_hand} | {native} | {} | {in_const} | {} |",
            native.saturating_sub(by_hand),
            in_const.saturating_sub(by_hand)
        );
    }
    predicates(&folder)?;
    incremental(&folder)?;
    cold(&folder)
}

/// What `#[cfg(…)]` costs: the largest block, with a predicate of its own on each of its first buffers.
fn predicates(folder: &Path) -> Result {
    let buffers = SIZES[SIZES.len() - 1];
    let path = write_crate(folder, buffers, Route::Native)?;
    let texts = PREDICATES.map(|count| {
        let mut text = source(buffers, Route::Native).replace("(dead_code)", "(dead_code, unexpected_cfgs)");
        for index in 0..count {
            let buffer = format!("buffer b{index}:");
            text = text.replace(&buffer, &format!("#[cfg(not(p{index}))] {buffer}"));
        }
        text
    });
    let mut times = PREDICATES.map(|_| Vec::new());
    for _ in 0..RUNS {
        for (text, times) in texts.iter().zip(&mut times) {
            times.push(timed(&folder.join("target"), &path, text, "0")?);
        }
    }
    println!("\n{buffers} buffers with predicates of `cfg`, native, milliseconds\n");
    println!("| predicates | time | more |\n|--:|--:|--:|");
    let medians = times.each_mut().map(|times| median(times));
    for (count, time) in PREDICATES.iter().zip(medians) {
        println!("| {count} | {time} | {} |", time.saturating_sub(medians[0]));
    }
    Ok(())
}

/// The same with incremental compilation, which is cargo's default: with an empty cache, and after an edit of a
/// function below the block.
fn incremental(folder: &Path) -> Result {
    let target = folder.join("target-incremental");
    let cache = target.join("debug/incremental");
    println!("\nmore than by hand with incremental compilation, milliseconds\n");
    println!("| buffers | native, empty cache | const | native, edited below the block | const |");
    println!("|--:|--:|--:|--:|--:|");
    for buffers in SIZES {
        let routes = [Route::ByHand, Route::Native, Route::Const];
        let crates = routes.map(|route| write_crate(folder, buffers, route).map(|path| (path, route)));
        let crates = crates.into_iter().collect::<Result<Vec<_>>>()?;
        let (mut cold, mut warm) = (vec![Vec::new(); crates.len()], vec![Vec::new(); crates.len()]);
        for run in 0..=RUNS {
            for (index, (path, route)) in crates.iter().enumerate() {
                if cache.exists() {
                    fs::remove_dir_all(&cache)
                        .map_err(|e| Error::new(format!("cannot empty {}: {e}", cache.display())))?;
                }
                let text = source(buffers, *route);
                let empty = timed(&target, path, &text, "1")?;
                let edited =
                    timed(&target, path, &format!("{text}pub fn edited() -> usize {{ {run} }}\n"), "1")?;
                // The first run builds the dependencies.
                if run > 0 {
                    cold[index].push(empty);
                    warm[index].push(edited);
                }
            }
        }
        let more = |times: &mut [Vec<Duration>]| {
            let [by_hand, native, in_const] = [0, 1, 2].map(|index| median(&mut times[index]));
            (native.saturating_sub(by_hand), in_const.saturating_sub(by_hand))
        };
        let ((native, in_const), (native_warm, in_const_warm)) = (more(&mut cold), more(&mut warm));
        println!("| {buffers} | {native} | {in_const} | {native_warm} | {in_const_warm} |");
    }
    Ok(())
}

/// A cold build of a crate that depends on the library only, and the crates that it compiles.
fn cold(folder: &Path) -> Result {
    let path = write_crate(folder, SIZES[0], Route::Native)?;
    let target = folder.join("cold");
    if target.exists() {
        fs::remove_dir_all(&target)
            .map_err(|e| Error::new(format!("cannot empty {}: {e}", target.display())))?;
    }
    let start = Instant::now();
    cargo(&target, &path, "build").run()?;
    let time = start.elapsed();
    let tree = Cmd::cargo()
        .args(["tree", "--prefix", "none", "--no-dedupe", "--manifest-path"])
        .args([path.join("Cargo.toml")])
        .stdout()?;
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).skip(1).collect();
    names.sort_unstable();
    names.dedup();
    println!(
        "\ncold dev build of a crate with one block: {} ms; it compiles {}",
        time.as_millis(),
        names.join(", ")
    );
    Ok(())
}

fn median(times: &mut [Duration]) -> u128 {
    times.sort_unstable();
    times[times.len() / 2].as_millis()
}

/// One `cargo check` of only the crate.
fn check(folder: &Path, path: &Path) -> Result<Duration> {
    let source = path.join("src/lib.rs");
    let text = fs::read_to_string(&source).map_err(|e| Error::new(format!("{}: {e}", source.display())))?;
    timed(&folder.join("target"), path, &text, "0")
}

/// One `cargo check` of the crate with this source.
fn timed(target: &Path, path: &Path, text: &str, incremental: &str) -> Result<Duration> {
    let source = path.join("src/lib.rs");
    fs::write(&source, text).map_err(|e| Error::new(format!("{}: {e}", source.display())))?;
    let start = Instant::now();
    cargo(target, path, "check").env("CARGO_INCREMENTAL", incremental).run()?;
    Ok(start.elapsed())
}

fn cargo(target: &Path, path: &Path, task: &str) -> Cmd {
    Cmd::cargo()
        .args([task, "--quiet", "--manifest-path"])
        .args([path.join("Cargo.toml")])
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
}

fn write_crate(folder: &Path, buffers: usize, route: Route) -> Result<PathBuf> {
    let name = match route {
        Route::ByHand => "by-hand",
        Route::Native => "native",
        Route::Const => "const",
    };
    let path = folder.join(format!("{name}-{buffers}"));
    let library = root().join("arena-plan");
    let manifest = format!(
        "[package]\nname = \"{name}-{buffers}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         arena-plan = {{ path = {library:?} }}\n\n[workspace]\n"
    );
    let write = |file: PathBuf, text: &str| {
        fs::create_dir_all(file.parent().expect("a file is in a folder"))
            .and_then(|()| fs::write(&file, text))
            .map_err(|e| Error::new(format!("{}: {e}", file.display())))
    };
    write(path.join("Cargo.toml"), &manifest)?;
    write(path.join("src/lib.rs"), &source(buffers, route))?;
    Ok(path)
}

/// A pipeline in which every step writes two buffers, each read in the next one to three steps.
fn source(buffers: usize, route: Route) -> String {
    let steps = buffers / 2;
    let mut random = 1u32;
    let mut next = |limit: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(random >> 16).unwrap_or(0) % limit
    };
    let lengths: Vec<usize> = (0..buffers).map(|_| 8 + next(500)).collect();
    let mut text = "//! Generated for a benchmark.\n#![no_std]\n#![allow(dead_code)]\n".to_owned();
    if route == Route::ByHand {
        for (index, length) in lengths.iter().enumerate() {
            let _ = writeln!(text, "static mut B{index}: [f32; {length}] = [0.0; {length}];");
        }
        return text;
    }
    let mut reads = vec![Vec::new(); steps];
    for index in 0..buffers {
        let written = index / 2;
        let readers = 1 + next(3);
        for reads in reads.iter_mut().skip(written + 1).take(readers) {
            reads.push(format!("b{index}"));
        }
    }
    let element = if route == Route::Const { "Sample" } else { "f32" };
    text.push_str("type Sample = f32;\narena_plan::arena_plan! {\n    pub mod plan {\n");
    text.push_str(
        "        bank fast { capacity: 24 KiB, align: 32 }\n        bank slow { capacity: 256 KiB }\n",
    );
    for (index, length) in lengths.iter().enumerate() {
        let retain = if index / 2 == steps - 1 { ", retain" } else { "" };
        let banks = if index % 3 == 0 { " in fast | slow" } else { " in slow" };
        let _ = writeln!(text, "        buffer b{index}: [{element}; {length}]{banks}{retain};");
    }
    for (step, reads) in reads.iter().enumerate() {
        let (a, b) = (2 * step, 2 * step + 1);
        let _ = writeln!(text, "        step s{step}({}) -> (b{a}, b{b});", reads.join(", "));
    }
    text.push_str("    }\n}\n");
    text
}
