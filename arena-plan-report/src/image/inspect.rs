//! From an image and the memories of its target to everything known about both.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::Storage;

use super::data::{Bank, Finding, Inspection, Memory, Plan, Section};
use super::elf::Elf;
use super::memory::Region;
use super::{plans, usage};

/// Inspects an image: `regions` are the memories of the target, `count` is the number of largest items to name for
/// each.
///
/// Findings are banks outside their memory, banks of two plans that share bytes, and memories that hold more bytes
/// than they have, and symbols between which a bank does not fit. The memory of a bank is the one with its name (in capitals or not); without one, any memory is
/// accepted.
pub fn inspect(title: &str, elf: &Elf, regions: &[Region], count: usize) -> Inspection {
    let plans = plans::plans(elf, regions);
    let memories: Vec<Memory> =
        regions.iter().map(|region| usage::memory(elf, region, &plans, count)).collect();
    let heap = usage::heap(elf);
    let stack = usage::stack(elf, regions, heap.as_ref());
    let mut findings: Vec<Finding> = memories.iter().filter_map(overfull).collect();
    if !regions.is_empty() {
        findings.extend(banks(&plans).filter_map(|(plan, bank)| outside(plan, bank, regions)));
    }
    findings.extend(between(elf));
    findings.extend(overlaps(&plans));
    findings.sort();
    Inspection {
        schema: 1,
        title: title.into(),
        size: usage::sizes(elf),
        sections: elf
            .sections
            .iter()
            .map(|section| Section {
                name: section.name.clone(),
                address: section.address.into(),
                bytes: section.size.into(),
                stored: section.stored.map(Into::into),
            })
            .collect(),
        memories,
        stack,
        heap,
        largest: usage::largest(
            elf,
            |symbol| !regions.iter().any(|region| region.holds(symbol.address)),
            count,
        ),
        plans,
        findings,
    }
}

/// Every bank with the name of its plan.
fn banks(plans: &[Plan]) -> impl Iterator<Item = (&str, &Bank)> {
    plans.iter().flat_map(|plan| plan.banks.iter().map(|bank| (&*plan.name, bank)))
}

fn finding(code: Code, message: String) -> Finding {
    Finding { code: code.as_str().into(), message }
}

fn overfull(memory: &Memory) -> Option<Finding> {
    let over = memory.used.get().checked_sub(memory.length.get()).filter(|over| *over > 0)?;
    let message = format!(
        "memory `{}` has {} bytes, {} are used ({over} over)",
        memory.name, memory.length, memory.used
    );
    Some(finding(Code::OverMemory, message))
}

fn outside(plan: &str, bank: &Bank, regions: &[Region]) -> Option<Finding> {
    let (from, to) = range(bank)?;
    let inside = |region: &Region| region.origin <= from && to <= region.end();
    let wanted = regions.iter().find(|region| region.name.eq_ignore_ascii_case(&bank.name));
    let place = format!("bank `{}` of `{plan}` takes {from:#010x}..{to:#010x}", bank.name);
    let message = match wanted {
        Some(region) if inside(region) => return None,
        Some(region) => format!(
            "{place}, outside memory `{}`, which is {:#010x}..{:#010x}",
            region.name,
            region.origin,
            region.end()
        ),
        None if regions.iter().any(inside) => return None,
        None => format!("{place}, which is in none of the named memories"),
    };
    Some(finding(Code::OutsideMemory, message))
}

/// Banks for which what lies between two symbols does not suffice: `take()` would fail.
fn between(elf: &Elf) -> Vec<Finding> {
    let mut found = Vec::new();
    for plan in &elf.descriptions {
        for (index, bank) in plan.banks.iter().enumerate() {
            let Storage::Linker { start, end } = &bank.storage else { continue };
            let (Some(from), Some(to)) = (elf.value(start), elf.value(end)) else { continue };
            let (name, bytes, room) = (&bank.name, bank.bytes, to.saturating_sub(from));
            if room < bytes {
                let message = format!(
                    "bank `{name}` of `{}` takes {bytes} bytes, and between `{start}` and `{end}` there are {room}",
                    plan.path
                );
                found.push(finding(Code::OutsideMemory, message));
            }
            let inside = plan.buffers.iter().filter(|buffer| buffer.bank == index);
            let align = inside.map(|buffer| buffer.alignment.max(1)).max().unwrap_or(1);
            if from % align != 0 {
                let message = format!(
                    "bank `{name}` of `{}` needs an alignment of {align}, and `{start}` is {from:#010x}",
                    plan.path
                );
                found.push(finding(Code::OutsideMemory, message));
            }
        }
    }
    found
}

/// The address range of a bank, if known.
fn range(bank: &Bank) -> Option<(u64, u64)> {
    let from = bank.address?.get();
    Some((from, from.saturating_add(bank.bytes.get())))
}

/// Banks that share bytes with a bank after them.
fn overlaps(plans: &[Plan]) -> Vec<Finding> {
    let mut all: Vec<((u64, u64), &str, &Bank)> =
        banks(plans).filter_map(|(plan, bank)| Some((range(bank)?, plan, bank))).collect();
    all.sort_by_key(|(range, plan, _)| (*range, *plan));
    let mut found = Vec::new();
    for (index, ((_, end), plan, bank)) in all.iter().enumerate() {
        for ((from, other_end), other_plan, other) in
            all[index + 1..].iter().take_while(|other| other.0.0 < *end)
        {
            // Plans in one pool take turns.
            if bank.pool.is_some() && bank.pool == other.pool {
                continue;
            }
            let shared = end.min(other_end) - from;
            let message = format!(
                "bank `{}` of `{plan}` and bank `{}` of `{other_plan}` share {shared} bytes from {from:#010x}",
                bank.name, other.name
            );
            found.push(finding(Code::BanksOverlap, message));
        }
    }
    found
}
