//! Runs a program in QEMU and compares what it prints with a recorded file.

use super::build::Program;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::Cmd;
use crate::toolchain::firmware_dir;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// An instruction takes 2^6 ns of virtual time: more than a tick of either board's timer, so that ticks distinguish
/// instructions, and little enough for a lap of ten million.
const SHIFT: u32 = 6;

/// Far more than a run takes on a slow machine; a program that hangs is killed.
const LIMIT: Duration = Duration::from_secs(300);

/// The output of a program.
pub(crate) struct Output {
    /// Everything except the line of ticks.
    pub(crate) text: String,
    /// Instructions that the timer measured, rounded; only the spotters measure.
    pub(crate) instructions: Option<u64>,
}

/// Runs `file`; an exit code other than 0 is an error that contains the output.
pub(crate) fn run(board: &Board, file: &Path) -> Result<Output> {
    let output = Cmd::new("qemu-system-arm")
        .args(["-machine", board.name, "-icount", &format!("shift={SHIFT}")])
        .args(["-display", "none", "-serial", "none", "-monitor", "none"])
        .args(["-semihosting-config", "enable=on,target=native", "-kernel"])
        .args([file])
        .capture_within(LIMIT)?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let (status, errors) = (output.status, String::from_utf8_lossy(&output.stderr));
        return Err(Error::new(format!("{} on {}: {status}\n{text}{errors}", file.display(), board.name)));
    }
    let (ticks, kept): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("ticks "));
    let instructions = match ticks[..] {
        [] => None,
        [line] => {
            let ticks: u64 = line["ticks ".len()..].parse().map_err(Error::during(line))?;
            Some((ticks * (1_000_000_000 >> SHIFT) + board.clock_hz / 2) / board.clock_hz)
        }
        _ => return Err(Error::new(format!("{}: several lines of ticks in\n{text}", file.display()))),
    };
    Ok(Output { text: kept.iter().map(|line| format!("{line}\n")).collect(), instructions })
}

/// Compares with `expected/PROGRAM-BOARD.out`, or writes it.
pub(crate) fn compare(board: &Board, program: &Program, text: &str, bless: bool) -> Result {
    let program = program.title();
    let file = firmware_dir().join("expected").join(format!("{program}-{}.out", board.name));
    if bless {
        fs::create_dir_all(file.parent().unwrap_or(&file)).map_err(Error::during(file.display()))?;
        return fs::write(&file, text).map_err(Error::during(file.display()));
    }
    let expected = fs::read_to_string(&file)
        .map_err(Error::during(format!("{} (`cargo xtask firmware --bless` records it)", file.display())))?;
    if expected == text {
        return Ok(());
    }
    Err(Error::new(format!("{program} on {} prints\n{text}but expected is\n{expected}", board.name)))
}
