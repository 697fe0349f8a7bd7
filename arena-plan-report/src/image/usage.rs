//! What uses the bytes of a memory.

use std::collections::BTreeMap;

use super::data::{Area, Bank, Largest, Memory, Part, Plan, Sizes};
use super::elf::{Elf, SectionOf, SymbolOf};
use super::memory::Region;

/// Symbols at which a stack begins, from which it grows down.
const STACKS: [&str; 8] = [
    "_stack_start",
    "__stack_top",
    "_stack_top",
    "_estack",
    "__StackTop",
    "__stack",
    "__initial_sp",
    "_stack",
];

/// Symbols at which a heap begins and ends.
const HEAPS: [(&str, &str); 7] = [
    ("__sheap", "__eheap"),
    ("_sheap", "_eheap"),
    ("__heap_start", "__heap_end"),
    ("_heap_start", "_heap_end"),
    ("__heap_start__", "__heap_end__"),
    ("__HeapBase", "__HeapLimit"),
    ("_heap_bottom", "_heap_top"),
];

/// Symbols at which a heap begins, and whose value is its size.
const SIZED_HEAPS: [(&str, &str); 2] = [("_sheap", "_heap_size"), ("__sheap", "__heap_size")];

impl SectionOf {
    fn end(&self) -> u64 {
        self.address.saturating_add(self.size)
    }

    /// Whether its contents are stored at another place than where they are used.
    fn copied(&self) -> Option<u64> {
        self.stored.filter(|stored| *stored != self.address)
    }

    fn kind(&self) -> &'static str {
        match self {
            Self { stored: None, .. } => "bss",
            Self { code: true, .. } => "code",
            Self { writable: false, .. } => "constants",
            _ => "data",
        }
    }

    fn is_arena(&self) -> bool {
        self.name == ".arena" || self.name.starts_with(".arena.") || self.name.starts_with(".arena_")
    }
}

/// The section that contains an address.
pub(super) fn section_at(elf: &Elf, address: u64) -> Option<&SectionOf> {
    elf.sections.iter().find(|section| section.address <= address && address < section.end())
}

/// What `size` counts in the Berkeley format.
pub(super) fn sizes(elf: &Elf) -> Sizes {
    let sum = |wanted: fn(&SectionOf) -> bool| {
        elf.sections.iter().filter(|section| wanted(section)).map(|section| section.size).sum::<u64>().into()
    };
    Sizes {
        text: sum(|section| section.code || !section.writable),
        data: sum(|section| !section.code && section.writable && section.stored.is_some()),
        bss: sum(|section| !section.code && section.writable && section.stored.is_none()),
    }
}

/// The bytes of banks; those of a pool are the same ones.
fn bytes_of<'a>(banks: impl Iterator<Item = &'a Bank>) -> u64 {
    let (shared, own): (Vec<&Bank>, Vec<&Bank>) = banks.partition(|bank| bank.pool.is_some());
    let mut pools: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for bank in shared {
        let bytes = pools.entry(bank.pool.as_deref()).or_default();
        *bytes = (*bytes).max(bank.bytes.get());
    }
    own.iter().map(|bank| bank.bytes.get()).chain(pools.into_values()).sum()
}

/// A memory with what is in it; the largest `count` items.
pub(super) fn memory(elf: &Elf, region: &Region, plans: &[Plan], count: usize) -> Memory {
    const KINDS: [&str; 6] = ["code", "constants", "values", "data", "bss", "arenas"];
    let mut bytes = [0u64; KINDS.len()];
    let mut add = |kind: &str, count: u64| {
        if let Some(position) = KINDS.iter().position(|one| *one == kind) {
            bytes[position] += count;
        }
    };
    let mut end = region.origin;
    for section in &elf.sections {
        if region.holds(section.address) {
            end = end.max(section.end());
            let banks = plans.iter().flat_map(|plan| &plan.banks);
            let within = |address: u64| section.address <= address && address < section.end();
            let inside = banks.filter(|bank| bank.address.is_some_and(|address| within(address.get())));
            let arenas = match section.is_arena() {
                true => section.size,
                false => bytes_of(inside).min(section.size),
            };
            add("arenas", arenas);
            add(section.kind(), section.size - arenas);
        }
        if let Some(stored) = section.copied().filter(|stored| region.holds(*stored)) {
            end = end.max(stored.saturating_add(section.size));
            add("values", section.size);
        }
    }
    let used = end - region.origin;
    let gaps = used.saturating_sub(bytes.iter().sum());
    let mut parts: Vec<Part> = KINDS
        .iter()
        .zip(bytes)
        .map(|(kind, bytes)| Part { kind: (*kind).into(), bytes: bytes.into() })
        .collect();
    parts.push(Part { kind: "gaps".into(), bytes: gaps.into() });
    parts.retain(|part| part.bytes.get() > 0);
    Memory {
        name: region.name.clone(),
        origin: region.origin.into(),
        length: region.length.into(),
        used: used.into(),
        free: region.length.saturating_sub(used).into(),
        parts,
        largest: largest(elf, |symbol| region.holds(symbol.address), count),
    }
}

/// The largest items. Of several at the same address, the one whose name comes first represents all; buffers are in
/// the table of their plan instead.
pub(super) fn largest(elf: &Elf, wanted: impl Fn(&SymbolOf) -> bool, count: usize) -> Vec<Largest> {
    let item = |symbol: &&SymbolOf| {
        symbol.item && wanted(symbol) && (symbol.mangled || !symbol.name.contains("::memory::"))
    };
    let mut items: Vec<&SymbolOf> = elf.symbols.iter().filter(item).collect();
    items.dedup_by_key(|symbol| (symbol.address, symbol.size));
    items.sort_by(|a, b| b.size.cmp(&a.size).then(a.address.cmp(&b.address)));
    let lines = elf.debug.lines();
    let largest = items.into_iter().take(count).map(|symbol| {
        let section = section_at(elf, symbol.address);
        let function = section.filter(|section| section.code);
        Largest {
            name: symbol.name.clone(),
            address: symbol.address.into(),
            bytes: symbol.size.into(),
            section: section.map(|section| section.name.clone()).unwrap_or_default(),
            source: function.and_then(|_| lines.of_function(&symbol.name, symbol.address)),
        }
    });
    largest.collect()
}

/// The heap, if symbols give its beginning and end.
pub(super) fn heap(elf: &Elf) -> Option<Area> {
    let area = |from: &str, bytes: u64| {
        let address = elf.value(from)?.into();
        (bytes > 0).then(|| Area { address, bytes: bytes.into(), symbol: from.into() })
    };
    let ended = HEAPS.iter().find_map(|(from, to)| area(from, elf.value(to)?.checked_sub(elf.value(from)?)?));
    ended.or_else(|| SIZED_HEAPS.iter().find_map(|(from, size)| area(from, elf.value(size)?)))
}

/// The room for the stack: from its beginning down to what is below it in the same memory.
pub(super) fn stack(elf: &Elf, regions: &[Region], heap: Option<&Area>) -> Option<Area> {
    let (symbol, top) = STACKS.iter().find_map(|name| Some((*name, elf.value(name)?)))?;
    // Its first byte is below.
    let region = regions.iter().find(|region| region.holds(top.wrapping_sub(1)))?;
    let sections = elf.sections.iter().map(|section| (section.address, section.end()));
    let heap = heap.map(|heap| (heap.address.get(), heap.address.get().saturating_add(heap.bytes.get())));
    let below = sections.chain(heap).filter(|(from, _)| region.holds(*from) && *from < top);
    let end = below.map(|(_, end)| end.min(top)).max().unwrap_or(region.origin);
    Some(Area { address: end.into(), bytes: (top - end).into(), symbol: symbol.into() })
}
