//! Passes the memory map of the target's board to the linker.

use std::path::Path;
use std::{env, fs};

fn main() {
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let board = match target.as_str() {
        "thumbv7m-none-eabi" => "mps2-an385",
        "thumbv8m.main-none-eabihf" => "mps3-an547",
        other => panic!("no board for {other}: add memory/<board>.x and name it in build.rs"),
    };
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let map = format!("memory/{board}.x");
    fs::copy(&map, Path::new(&out).join("memory.x")).unwrap_or_else(|e| panic!("{map}: {e}"));
    // Packages that depend on this one would get it too. An argument of the programs alone would come after the script that
    // includes the map, where GNU ld does not look any more.
    if env::var_os("CARGO_FEATURE_OWN_MEMORY_MAP").is_none() {
        println!("cargo::rustc-link-search={out}");
    }
    println!("cargo::rerun-if-changed={map}");
    println!("cargo::rerun-if-changed=build.rs");
}
