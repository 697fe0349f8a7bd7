//! `cargo xtask bench models`: reading a network, planning it and writing the plan into it, as the command does it.

use std::fs;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::process::{Cmd, root, target_dir};

/// Runs of the command; the least and the median count.
const RUNS: usize = 21;

/// What is to be reached, for the whole process.
const AIM: Duration = Duration::from_millis(50);

/// Measures a network of 400 operators, and prints the times.
pub(crate) fn run() -> Result {
    let folder = target_dir().join("bench-models");
    fs::create_dir_all(&folder).map_err(Error::during(folder.display()))?;
    let (model, planned) = (root().join("tests/fixtures/long.tflite"), folder.join("planned.tflite"));
    Cmd::cargo().args(["build", "--quiet", "--release", "--package", "arena-plan-cli"]).run()?;
    let command = target_dir().join("release/arena-plan");
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        Cmd::new(&command)
            .args(["tflm".as_ref(), model.as_os_str(), "-o".as_ref(), planned.as_os_str()])
            .stdout()?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let (least, median) = (times[0], times[RUNS / 2]);
    let bytes = fs::metadata(&model).map_err(Error::during(model.display()))?.len();
    println!("a model of 400 operators and {bytes} bytes, read, planned and written, {RUNS} processes:");
    println!("least {:.1} ms, median {:.1} ms, aim {} ms", ms(least), ms(median), AIM.as_millis());
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
