//! The output of `arena-plan inspect` for an image against the linker, `size` and `nm`.

use super::build::{self, Program};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::{Cmd, find};
use crate::toolchain::{Linker, Toolchain};
use arena_plan_report::image::{Elf, Inspection, inspect, parse_memories};
use std::fs;
use std::path::Path;

/// Steps of the planned spotter.
const STEPS: [&str; 6] = ["capture", "window", "spectrum", "bands", "normalise", "detect"];

/// The output of `inspect` for `file` with the memories of a linker script; the largest `count` items of each.
pub(crate) fn inspected(map: &Path, file: &Path, count: usize) -> Result<Inspection> {
    inspected_elf(map, &read(file)?, count)
}

fn read(file: &Path) -> Result<Elf> {
    let bytes = fs::read(file).map_err(Error::during(file.display()))?;
    Elf::read(&bytes).map_err(Error::during(file.display()))
}

fn inspected_elf(map: &Path, elf: &Elf, count: usize) -> Result<Inspection> {
    let text = fs::read_to_string(map).map_err(Error::during(map.display()))?;
    let regions = parse_memories(&text).map_err(Error::during(map.display()))?;
    Ok(inspect("image", elf, &regions, count))
}

/// Checks the sizes and items of `file`, and that the description of its plan is there and takes no memory.
pub(crate) fn check(map: &Path, file: &Path) -> Result {
    let image = inspected(map, file, usize::MAX)?;
    let failed = |what: String| Error::new(format!("{}: {what}", file.display()));
    sizes(&image, file).map_err(|error| failed(error.to_string()))?;
    items(&image, file).map_err(|error| failed(error.to_string()))?;
    lines(map, &image, file).map_err(|error| failed(error.to_string()))?;
    if image.sections.iter().any(|section| section.name == ".arena_plan") {
        return Err(failed("the description of the plan takes memory".into()));
    }
    let described = image
        .plans
        .iter()
        .any(|plan| plan.steps == STEPS && plan.banks.iter().all(|bank| bank.memory.is_some()));
    if !described || !image.findings.is_empty() {
        return Err(failed(format!("plans {:?}, findings {:?}", image.plans, image.findings)));
    }
    Ok(())
}

/// A row that `inspect` prints for a buffer or constant: kind, name, and what follows the steps.
type Row<'a> = (&'a str, &'a str, &'a str);

/// What `inspect` says of the plan that ends with `plan`, against the rows that are expected of it: kinds of buffers, and
/// where constants are read.
pub(crate) fn check_kinds(map: &Path, file: &Path, plan: &str, expected: &[Row<'_>]) -> Result {
    let image = inspected(map, file, 0)?;
    let found = image.plans.iter().find(|one| one.name.ends_with(plan));
    let banks = found.iter().flat_map(|plan| &plan.banks);
    let rows = banks.flat_map(|bank| &bank.buffers).map(|one| {
        let kind = one.kind.clone().unwrap_or_default();
        let kind = if one.detached { format!("{kind} detached") } else { kind };
        let read_in = one.read_at.as_ref().filter(|place| place.address.is_some());
        (kind, one.name.clone(), read_in.map(|place| place.bank.clone()).unwrap_or_default())
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort();
    let rows: Vec<Row<'_>> = rows.iter().map(|(kind, name, at)| (&**kind, &**name, &**at)).collect();
    if rows == expected && image.findings.is_empty() {
        return Ok(());
    }
    let findings = image.findings;
    Err(Error::new(format!("{}: inspect says {rows:?}, findings {findings:?}", file.display())))
}

/// What `inspect` says of two plans in one pool: their banks are at one address, in the pool's memory, and that is no
/// mistake.
pub(crate) fn check_pool(map: &Path, file: &Path, pool: &str, plans: [&str; 2]) -> Result {
    let image = inspected(map, file, 0)?;
    let bank = |name: &str| {
        let plan = image.plans.iter().find(|plan| plan.name.rsplit("::").next() == Some(name))?;
        let bank = plan.banks.iter().find(|bank| bank.pool.as_deref() == Some(pool))?;
        Some((bank.address?.get(), bank.memory.clone()?))
    };
    match plans.map(bank) {
        [Some(one), Some(other)] if one == other && one.1 == "TCM" && image.findings.is_empty() => Ok(()),
        found => {
            let findings = image.findings;
            Err(Error::new(format!(
                "{}: banks in pool {pool}: {found:?}, findings {findings:?}",
                file.display()
            )))
        }
    }
}

pub(crate) fn sizes(image: &Inspection, file: &Path) -> Result {
    let text = Cmd::new("arm-none-eabi-size").args([file]).stdout()?;
    let line = text.lines().nth(1).unwrap_or_default();
    let expected: Vec<&str> = line.split_whitespace().take(3).collect();
    let size = &image.size;
    let found = [size.text, size.data, size.bss].map(|bytes| bytes.to_string());
    if expected == found {
        Ok(())
    } else {
        Err(Error::new(format!("size says {expected:?}, inspect {found:?}")))
    }
}

/// The program's own functions have their lines, and the debug information of others that the linker has left out gives
/// none.
fn lines(map: &Path, image: &Inspection, file: &Path) -> Result {
    let sources = |image: &Inspection| -> Vec<String> {
        let items = image.memories.iter().flat_map(|memory| &memory.largest);
        items.filter_map(|item| item.source.clone()).collect()
    };
    let found = sources(image);
    if !found.iter().any(|source| source.contains("src/bin/keyword_spotting.rs:")) {
        return Err(Error::new(format!("lines are {found:?}")));
    }
    let mut renamed = read(file)?;
    renamed.symbols.iter_mut().for_each(|symbol| symbol.name.push('2'));
    let wrong = sources(&inspected_elf(map, &renamed, usize::MAX)?);
    let known = |source: &&String| !source.ends_with(".S");
    match wrong.iter().find(known) {
        Some(source) => Err(Error::new(format!("a function of another name has the line {source}"))),
        None => Ok(()),
    }
}

/// Every item that is named is a symbol of `nm` with that address and size.
pub(crate) fn items(image: &Inspection, file: &Path) -> Result {
    let text = Cmd::new("arm-none-eabi-nm").args(["-S".as_ref(), file.as_os_str()]).stdout()?;
    let items = image.memories.iter().flat_map(|memory| &memory.largest);
    for item in items {
        // Of functions, `nm` prints the address without the bit for the instruction set.
        let wanted = format!("{:08x} {:08x} ", item.address.get(), item.bytes.get());
        if !text.lines().any(|line| line.starts_with(&wanted)) {
            return Err(Error::new(format!("nm has no {wanted}for `{}`", item.name)));
        }
    }
    Ok(())
}

/// Links `program` again with GNU ld and compares the memories with what it prints.
pub(crate) fn check_linker(board: &Board, toolchain: Toolchain, program: &Program, file: &Path) -> Result {
    let linker = find("arm-none-eabi-ld").ok_or_else(|| Error::new("no arm-none-eabi-ld"))?;
    // The compiler does not show a linker's output. Each program has files of its own: if it is up to date, it is not
    // linked again, and what was printed last time holds.
    let (script, printed) = (file.with_extension("ld.sh"), file.with_extension("memory.txt"));
    let text = format!(
        "#!/bin/sh\nexec '{}' \"$@\" --print-memory-usage > '{}'\n",
        linker.display(),
        printed.display()
    );
    fs::write(&script, text).map_err(Error::during(script.display()))?;
    Cmd::new("chmod").args(["+x".as_ref(), script.as_os_str()]).run()?;
    let linker = format!("-Clinker={}", script.display());
    build::command(board, toolchain, Linker::Gnu, program)?.args([linker]).run()?;
    let printed = fs::read_to_string(&printed).map_err(Error::during(printed.display()))?;
    let image = inspected(&program.memory_map(board), file, 0)?;
    for memory in &image.memories {
        let line = printed
            .lines()
            .find(|line| line.split(':').next().is_some_and(|name| name.trim() == memory.name));
        let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
        let used = words.get(1).zip(words.get(2)).and_then(|(number, unit)| bytes_of(number, unit));
        if used != Some(memory.used.get()) {
            return Err(Error::new(format!(
                "{}: inspect says {} of {}, not\n{printed}",
                file.display(),
                memory.used,
                memory.name
            )));
        }
    }
    Ok(())
}

/// A count as the linker writes it.
fn bytes_of(number: &str, unit: &str) -> Option<u64> {
    let factor = match unit {
        "B" => 1,
        "KB" => 1 << 10,
        "MB" => 1 << 20,
        "GB" => 1 << 30,
        _ => return None,
    };
    Some(number.parse::<u64>().ok()? * factor)
}
