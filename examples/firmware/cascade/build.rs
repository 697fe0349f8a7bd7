//! Passes the memory map of the target's board to the linker, and the fragment that places the banks of both plans.

use std::path::Path;
use std::{env, fs};

use arena_plan_core::build_script::{plan, write};
use arena_plan_core::report::LinkerScript;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = match env::var("TARGET")?.as_str() {
        "thumbv7m-none-eabi" => "mps2-an385",
        "thumbv8m.main-none-eabihf" => "mps3-an547",
        other => {
            return Err(format!("no board for {other}: add memory/<board>.x and name it in build.rs").into());
        }
    };
    let map = format!("memory/{board}.x");
    println!("cargo::rerun-if-changed={map}");
    fs::copy(&map, Path::new(&env::var("OUT_DIR")?).join("memory.x"))
        .map_err(|why| format!("{map}: {why}"))?;

    let script =
        LinkerScript::new().constants("qspi", "QSPI")?.pool("dtcm", "DTCM")?.memory("sram", "SRAM")?;
    let script = plan(script, "plans/vad.problem.json", "plans/vad.layout.json")?;
    let script = plan(script, "plans/kws.problem.json", "plans/kws.layout.json")?;
    write(&script, "arena.x")?;
    Ok(())
}
