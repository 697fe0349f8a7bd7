//! Validation: every mistake that can be found in the declarations alone, before any planning.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::alias::check_aliases;
use super::error::{Error, Path};
use super::graph::Graph;
use super::named::{Bank, Buffer, Id, Layout, Needs, Problem};
use crate::kernel::code::Code;
use crate::kernel::text::Bytes;
use crate::model::{self, BufferKind, MAX_BYTES, MAX_CACHE_LINE};

/// Checks a problem and reports the first mistake, banks before buffers, in their order.
///
/// # Errors
///
/// Ids that are empty, not ASCII or not unique; capacities, sizes, offsets, weights or a sum of sizes above
/// `2^63 - 1`; reserves above the capacity;
/// empty buffers; alignments and cache lines that are not a power of two; lifetimes that end before they begin; banks that are
/// missing, unknown or named twice; persistent buffers that are not alive in all steps; fixed offsets that are
/// misaligned or have no fixed bank; fixed banks that are not allowed; buffers for DMA in banks that bus masters do not
/// reach; aliases of something unknown, of one another,
/// beyond the end of the buffer whose bytes they are, of another kind, with a weight, or with banks, a fixed position
/// or an alignment that their place does not have.
///
/// ```
/// use arena_plan_core::kernel::code::Code;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, validate};
/// let mut problem =
///     Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// assert_eq!(validate(&problem), Ok(()));
/// problem.buffers[0].needs.alignment = 24;
/// let error = validate(&problem).unwrap_err();
/// assert_eq!((error.code, error.at.to_string().as_str()), (Code::BadAlignment, "buffers[0].alignment"));
/// ```
pub fn validate(problem: &Problem) -> Result<(), Error> {
    let banks = check_banks(&problem.banks)?;
    if u32::try_from(problem.buffers.len()).is_err() {
        return Err(Error::new(
            Code::TooMany,
            Path::default().field("buffers"),
            "more than 2^32 - 1 buffers",
        ));
    }
    let mut ids = Ids::new("buffers");
    let mut sum = Sum::new("buffers");
    for (index, buffer) in problem.buffers.iter().enumerate() {
        let at = || Path::item("buffers", index);
        ids.add(index, &buffer.id)?;
        check_needs(&buffer.needs, &at, &banks)?;
        if buffer.first > MAX_BYTES || buffer.last > MAX_BYTES {
            return Err(Error::new(Code::OutOfRange, at().field("last"), "a step is above 2^63 - 1"));
        }
        if buffer.first > buffer.last {
            let message = format!(
                "the lifetime ends in step {} before it begins in step {}",
                buffer.last, buffer.first
            );
            return Err(Error::new(Code::EmptyLifetime, at().field("last"), message)
                .help("lifetimes are inclusive: a buffer alive in one step has `first` equal to `last`")
                .related(at().field("first"), "begins here"));
        }
        sum.add(index, buffer.needs.bytes)?;
    }
    check_aliases("buffers", problem.buffers.iter().map(|buffer| (&buffer.id, &buffer.needs)))?;
    check_persistent(problem)
}

/// A persistent buffer is alive in every step in which anything is.
fn check_persistent(problem: &Problem) -> Result<(), Error> {
    let first = problem.buffers.iter().map(|buffer| buffer.first).min().unwrap_or(0);
    let last = problem.buffers.iter().map(|buffer| buffer.last).max().unwrap_or(0);
    let persistent = |buffer: &Buffer| buffer.needs.kind != BufferKind::Buffer;
    let short = |buffer: &Buffer| buffer.first > first || buffer.last < last;
    let mut buffers = problem.buffers.iter().enumerate();
    let Some((index, buffer)) = buffers.find(|(_, buffer)| persistent(buffer) && short(buffer)) else {
        return Ok(());
    };
    let field = if buffer.first > first { "first" } else { "last" };
    let message = format!(
        "a {} buffer is alive in all steps, {first}..={last}, but this one is alive in {}..={}",
        buffer.needs.kind.word(),
        buffer.first,
        buffer.last
    );
    Err(Error::new(Code::LifetimeTooShort, Path::item("buffers", index).field(field), message)
        .help(format!("set `first` to {first} and `last` to {last}, or leave `kind` out")))
}

/// Checks what a graph declares; the rules of its schedule are those of [`lifetimes`](super::lifetimes()).
///
/// # Errors
///
/// Same as for [`validate`], except lifetimes.
///
/// ```
/// use arena_plan_core::problem::{Bank, Graph, validate_graph};
/// let graph = Graph { banks: vec![Bank::new("ram", 96), Bank::new("ram", 32)], ..Graph::default() };
/// assert_eq!(validate_graph(&graph).unwrap_err().code.as_str(), "duplicate-id");
/// ```
pub fn validate_graph(graph: &Graph) -> Result<(), Error> {
    let banks = check_banks(&graph.banks)?;
    let mut ids = Ids::new("tensors");
    let mut sum = Sum::new("tensors");
    for (index, tensor) in graph.tensors.iter().enumerate() {
        ids.add(index, &tensor.id)?;
        check_needs(&tensor.needs, &|| Path::item("tensors", index), &banks)?;
        sum.add(index, tensor.needs.bytes)?;
    }
    check_aliases("tensors", graph.tensors.iter().map(|tensor| (&tensor.id, &tensor.needs)))?;
    let mut ids = Ids::new("steps");
    for (index, step) in graph.steps.iter().enumerate() {
        ids.add(index, &step.id)?;
    }
    Ok(())
}

/// Checks a layout by itself: ids that are not empty, ASCII and, for buffers, unique.
///
/// # Errors
///
/// The first placement with an invalid id.
///
/// ```
/// use arena_plan_core::problem::{Layout, Placement, validate_layout};
/// let twice = Layout { placements: vec![Placement::new("pcm", "ram", 0), Placement::new("pcm", "ram", 64)] };
/// assert_eq!(validate_layout(&twice).unwrap_err().code.as_str(), "duplicate-id");
/// ```
pub fn validate_layout(layout: &Layout) -> Result<(), Error> {
    let mut ids = Ids::new("placements");
    for (index, placement) in layout.placements.iter().enumerate() {
        ids.add(index, &placement.id)?;
        well_formed(&placement.bank, || Path::item("placements", index).field("bank"))?;
    }
    Ok(())
}

/// Checks the banks and gives their positions by id.
fn check_banks(banks: &[Bank]) -> Result<Banks<'_>, Error> {
    if banks.len() > 1 << 16 {
        let message = format!("{} banks are declared, but the planner supports at most 65536", banks.len());
        return Err(Error::new(Code::TooMany, Path::default().field("banks"), message));
    }
    let mut ids = Ids::new("banks");
    for (index, bank) in banks.iter().enumerate() {
        ids.add(index, &bank.id)?;
        let at = || Path::item("banks", index);
        let model::Bank { capacity, reserve, align, granule, cache_line, dma: _ } = bank.model;
        in_range(capacity, &|| at().field("capacity"))?;
        if let Some(over) = reserve.checked_sub(capacity).filter(|&over| over > 0) {
            let message = format!(
                "the reserve of {} exceeds the capacity of {capacity} ({} over)",
                Bytes(reserve),
                Bytes(over)
            );
            return Err(Error::new(Code::OutOfRange, at().field("reserve"), message)
                .related(at().field("capacity"), "the capacity"));
        }
        if !cache_line.is_power_of_two() || cache_line > MAX_CACHE_LINE {
            let message = format!("the cache line {cache_line} is not a power of two up to {MAX_CACHE_LINE}");
            return Err(Error::new(Code::BadAlignment, at().field("cache_line"), message)
                .help("write the bytes of a line, such as \"32\", or leave the field out without a cache"));
        }
        // Not in files; only a caller of the library sets them.
        for (name, figure) in [("align", align), ("granule", granule)] {
            if !figure.is_power_of_two() {
                let message = format!("the {name} {figure} is not a power of two");
                return Err(Error::new(Code::BadAlignment, at().field(name), message));
            }
        }
    }
    Ok(banks.iter().map(|bank| (&*bank.id, &bank.model)).collect())
}

/// The banks by id.
type Banks<'a> = BTreeMap<&'a str, &'a model::Bank>;

/// The ids of one kind, so far.
pub(crate) struct Ids<'a> {
    list: &'static str,
    pub(crate) seen: BTreeMap<&'a str, usize>,
}

impl<'a> Ids<'a> {
    pub(crate) fn new(list: &'static str) -> Self {
        Self { list, seen: BTreeMap::new() }
    }

    /// Adds the id of the element `index`, which must be non-empty, ASCII and new.
    pub(crate) fn add(&mut self, index: usize, id: &'a str) -> Result<(), Error> {
        let at = || Path::item(self.list, index).field("id");
        well_formed(id, at)?;
        if let Some(first) = self.seen.insert(id, index) {
            let message = format!("two {} have the id `{}`", self.list, id.escape_debug());
            return Err(Error::new(Code::DuplicateId, at(), message)
                .help("rename one of them")
                .related(Path::item(self.list, first).field("id"), "first declared here"));
        }
        Ok(())
    }
}

/// Rejects ids that are empty or not ASCII.
fn well_formed(id: &str, at: impl Fn() -> Path) -> Result<(), Error> {
    if id.is_empty() {
        return Err(Error::new(Code::EmptyId, at(), "the id is empty"));
    }
    if let Some(other) = id.chars().find(|c| !c.is_ascii()) {
        return Err(Error::new(
            Code::NonAsciiId,
            at(),
            format!("the id contains {other:?}, but ids are ASCII"),
        ));
    }
    Ok(())
}

/// The sum of the sizes so far, which must not exceed the largest byte count.
struct Sum {
    list: &'static str,
    bytes: u64,
}

impl Sum {
    fn new(list: &'static str) -> Self {
        Self { list, bytes: 0 }
    }

    fn add(&mut self, index: usize, bytes: u64) -> Result<(), Error> {
        match self.bytes.checked_add(bytes) {
            Some(sum) if sum <= MAX_BYTES => self.bytes = sum,
            _ => {
                let message = format!("the sum of the {} up to this one exceeds 2^63 - 1 bytes", self.list);
                return Err(Error::new(
                    Code::SumOverflow,
                    Path::item(self.list, index).field("bytes"),
                    message,
                ));
            }
        }
        Ok(())
    }
}

/// Checks what buffers and tensors have in common.
fn check_needs(needs: &Needs, at: &dyn Fn() -> Path, banks: &Banks<'_>) -> Result<(), Error> {
    if needs.bytes == 0 {
        return Err(Error::new(Code::ZeroSize, at().field("bytes"), "the size is 0 bytes")
            .help("a buffer has at least 1 byte; leave out what needs no memory"));
    }
    in_range(needs.bytes, &|| at().field("bytes"))?;
    if !needs.alignment.is_power_of_two() {
        let message = format!("the alignment {} is not a power of two", needs.alignment);
        return Err(Error::new(Code::BadAlignment, at().field("alignment"), message)
            .help("write \"1\" for none, else \"2\", \"4\", \"8\", …"));
    }
    in_range(needs.alignment, &|| at().field("alignment"))?;
    in_range(needs.weight.unwrap_or(0), &|| at().field("weight"))?;
    check_choice(needs, at, banks)?;
    check_reach(needs, at, banks)?;
    check_fixed(needs, at, banks)
}

/// Checks the allowed banks.
fn check_choice(needs: &Needs, at: &dyn Fn() -> Path, banks: &Banks<'_>) -> Result<(), Error> {
    if needs.banks.is_empty() {
        return Err(Error::new(Code::NoBank, at().field("banks"), "no bank is allowed")
            .help("list the allowed banks, the preferred one first, or write a rule for it under `place`"));
    }
    let mut seen = BTreeMap::new();
    for (choice, bank) in needs.banks.iter().enumerate() {
        let place = || at().field("banks").at(choice);
        if !banks.contains_key(&**bank) {
            return Err(unknown_bank(place(), bank, banks));
        }
        if let Some(first) = seen.insert(&**bank, choice) {
            let message = format!("the bank `{}` is listed twice", bank.escape_debug());
            return Err(Error::new(Code::DuplicateBank, place(), message)
                .related(at().field("banks").at(first), "first listed here"));
        }
    }
    Ok(())
}

/// Checks that bus masters reach the banks of a buffer for DMA.
fn check_reach(needs: &Needs, at: &dyn Fn() -> Path, banks: &Banks<'_>) -> Result<(), Error> {
    let unreached = |bank: &Id| banks.get(&**bank).is_some_and(|bank| !bank.dma);
    let Some(first) = needs.banks.iter().position(unreached).filter(|_| needs.dma) else { return Ok(()) };
    let refused: Vec<&Id> = needs.banks.iter().filter(|bank| unreached(bank)).collect();
    let names = listed(refused.iter().map(|bank| &***bank));
    let message =
        format!("bus masters do not reach the bank{} {names}", if refused.len() > 1 { "s" } else { "" });
    if refused.len() < needs.banks.len() {
        return Err(Error::new(Code::NotReachable, at().field("banks").at(first), message)
            .related(at().field("dma"), "the buffer is for DMA")
            .help("remove the bank from the list"));
    }
    let message = format!("no bank can hold the buffer, which is for DMA: {message}");
    let error =
        Error::new(Code::NotReachable, at().field("dma"), message).related(at().field("banks"), "its banks");
    let others = listed(banks.iter().filter(|(_, bank)| bank.dma).map(|(id, _)| *id));
    Err(match others.as_str() {
        "" => error.help("remove `\"dma\": false` from a bank that they do reach"),
        others => error.help(format!("allow a bank that they reach: {others}")),
    })
}

/// At most eight names, and how many more there are.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut count = 0;
    for name in names {
        if count < 8 {
            text.push_str(if count > 0 { ", " } else { "" });
            text.push_str(&format!("`{}`", name.escape_debug()));
        }
        count += 1;
    }
    if count > 8 {
        text.push_str(&format!(" and {} more", count - 8));
    }
    text
}

/// Checks the fixed bank and offset.
fn check_fixed(needs: &Needs, at: &dyn Fn() -> Path, banks: &Banks<'_>) -> Result<(), Error> {
    let Some(bank) = needs.fixed_bank.as_deref() else {
        return match needs.fixed_offset {
            Some(_) => Err(Error::new(
                Code::FixedWithoutBank,
                at().field("fixed_offset"),
                "the fixed offset has no `fixed_bank`",
            )
            .help("name the bank that the offset belongs to")),
            None => Ok(()),
        };
    };
    let place = || at().field("fixed_bank");
    if !banks.contains_key(bank) {
        return Err(unknown_bank(place(), bank, banks));
    }
    if !needs.banks.iter().any(|allowed| &**allowed == bank) {
        let message = format!("the fixed bank `{}` is not among the allowed banks", bank.escape_debug());
        return Err(Error::new(Code::FixedBankNotAllowed, place(), message)
            .related(at().field("banks"), "the allowed banks"));
    }
    let Some(offset) = needs.fixed_offset else { return Ok(()) };
    let place = || at().field("fixed_offset");
    in_range(offset, &place)?;
    if offset % needs.alignment != 0 {
        let message = format!(
            "the fixed offset {offset} is not a multiple of the alignment {}: {} too far",
            needs.alignment,
            Bytes(offset % needs.alignment)
        );
        return Err(Error::new(Code::FixedMisaligned, place(), message)
            .related(at().field("alignment"), "the required alignment"));
    }
    let line = if needs.dma { banks.get(bank).map_or(1, |bank| bank.cache_line) } else { 1 };
    if offset % line != 0 {
        let message = format!(
            "the fixed offset {offset} is not a multiple of {line}, the cache line of the bank `{}`: {} too far",
            bank.escape_debug(),
            Bytes(offset % line)
        );
        return Err(Error::new(Code::FixedMisaligned, place(), message)
            .related(at().field("dma"), "the buffer is for DMA")
            .help("a buffer for DMA begins with a cache line"));
    }
    if offset > MAX_BYTES - needs.bytes {
        let message = format!("the fixed offset {offset} plus {} exceeds 2^63 - 1", Bytes(needs.bytes));
        return Err(Error::new(Code::SumOverflow, place(), message));
    }
    Ok(())
}

/// Rejects byte counts above `2^63 - 1`.
fn in_range(bytes: u64, at: &dyn Fn() -> Path) -> Result<(), Error> {
    if bytes > MAX_BYTES {
        return Err(Error::new(Code::OutOfRange, at(), format!("{bytes} is above 2^63 - 1")));
    }
    Ok(())
}

fn unknown_bank(at: Path, bank: &str, banks: &Banks<'_>) -> Error {
    let error = Error::new(Code::UnknownBank, at, format!("no bank has the id `{}`", bank.escape_debug()));
    if banks.is_empty() {
        return error.help("declare the bank under `banks`");
    }
    error.help(format!("declared banks: {}", listed(banks.keys().copied())))
}
