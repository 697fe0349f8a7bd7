//! Writing: a problem with one bank becomes rows.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::kernel::code::Code;
use crate::model::{self, BufferKind};
use crate::problem::{Bank, Buffer, Error, Path, Problem};

/// Writes a problem with one bank as CSV, rows by id in ASCII order. `alignment` and `offset` are columns only if a
/// buffer needs them. Neither the capacity nor the weights, which mean nothing with one bank, are part of the file.
///
/// # Errors
///
/// `inexpressible` if the problem has more than one bank, the bank has more than a capacity, a buffer is persistent,
/// detached, for DMA or an alias, an id contains a comma, a quote or a control character, or a lifetime ends at the last
/// possible step.
///
/// ```
/// use arena_plan_core::csv::encode_csv;
/// use arena_plan_core::problem::{Bank, Buffer, Problem};
/// let problem =
///     Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// assert_eq!(encode_csv(&problem)?, "id,lower,upper,size\npcm,0,2,64\n");
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn encode_csv(problem: &Problem) -> Result<String, Error> {
    if problem.banks.len() > 1 {
        let message = format!("CSV has one bank, but the problem has {}", problem.banks.len());
        return Err(Error::new(Code::Inexpressible, Path::default().field("banks"), message));
    }
    if let Some(index) = problem.banks.iter().position(|bank| bank.model.reserve > 0) {
        let at = Path::item("banks", index).field("reserve");
        return Err(Error::new(Code::Inexpressible, at, "CSV has no reserve, but the bank has one"));
    }
    if let Some(index) = problem.banks.iter().position(|bank| bank.model.cache_line > 1) {
        let at = Path::item("banks", index).field("cache_line");
        return Err(Error::new(Code::Inexpressible, at, "CSV has no cache lines, but the bank has them"));
    }
    let plain = |bank: &Bank| bank.model == model::Bank::new(bank.model.capacity);
    if let Some(index) = problem.banks.iter().position(|bank| !plain(bank)) {
        let message = "CSV has only the capacity of the bank, but the bank has other figures too";
        return Err(Error::new(Code::Inexpressible, Path::item("banks", index), message));
    }
    if let Some(index) = problem.buffers.iter().position(|buffer| buffer.needs.dma) {
        let at = Path::item("buffers", index).field("dma");
        let message = "CSV has no buffers for DMA, but this one is for it";
        return Err(Error::new(Code::Inexpressible, at, message));
    }
    if let Some(index) = problem.buffers.iter().position(|buffer| buffer.needs.alias.is_some()) {
        let at = Path::item("buffers", index).field("alias");
        let message =
            format!("CSV has no aliases, but `{}` is one", problem.buffers[index].id.escape_debug());
        return Err(Error::new(Code::Inexpressible, at, message)
            .help("leave it out, and let the buffer whose bytes it is be alive as long as both"));
    }
    let lasting = |buffer: &Buffer| buffer.needs.kind != BufferKind::Buffer || buffer.needs.detached;
    if let Some(index) = problem.buffers.iter().position(lasting) {
        let (field, what) = match problem.buffers[index].needs.kind {
            BufferKind::Buffer => ("detached", "detached"),
            kind => ("kind", kind.word()),
        };
        let message = format!("CSV has only ordinary buffers, but this one is {what}");
        let at = Path::item("buffers", index).field(field);
        return Err(Error::new(Code::Inexpressible, at, message));
    }
    let mut buffers: Vec<(usize, &Buffer)> = problem.buffers.iter().enumerate().collect();
    buffers.sort_unstable_by_key(|(_, buffer)| &buffer.id);
    let aligned = buffers.iter().any(|(_, buffer)| buffer.needs.alignment != 1);
    let fixed = buffers.iter().any(|(_, buffer)| buffer.needs.fixed_offset.is_some());
    let mut out = String::from("id,lower,upper,size");
    out.push_str(if aligned { ",alignment" } else { "" });
    out.push_str(if fixed { ",offset\n" } else { "\n" });
    for (index, buffer) in buffers {
        if buffer.id.chars().any(|c| c == ',' || c == '"' || c.is_control()) {
            let message = format!("CSV cannot write the id `{}`", buffer.id.escape_debug());
            return Err(Error::new(Code::Inexpressible, Path::item("buffers", index).field("id"), message)
                .help("rename the buffer: no commas, quotes or control characters"));
        }
        let upper =
            buffer.last.checked_add(1).filter(|&upper| i64::try_from(upper).is_ok()).ok_or_else(|| {
                let message = "CSV cannot write a lifetime that ends at the last possible step";
                Error::new(Code::Inexpressible, Path::item("buffers", index).field("last"), message)
            })?;
        let _ = write!(out, "{},{},{upper},{}", buffer.id, buffer.first, buffer.needs.bytes);
        if aligned {
            let _ = write!(out, ",{}", buffer.needs.alignment);
        }
        if fixed {
            out.push(',');
            if let Some(offset) = buffer.needs.fixed_offset {
                let _ = write!(out, "{offset}");
            }
        }
        out.push('\n');
    }
    Ok(out)
}
