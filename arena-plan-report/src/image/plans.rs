//! Plans of an image: from the macro's descriptions, which are not loaded, and from the symbols that it emits for
//! debuggers, one for each bank and each buffer. Descriptions contain everything except addresses.

use super::data::{Bank, Buffer, Plan};
use super::description::Described;
use super::elf::{Elf, SymbolOf};
use super::memory::Region;
use super::usage::section_at;

/// The module of a plan that contains its banks, as it appears in the path of their symbols.
const MODULE: &str = "::memory::";

/// A bank's static.
struct Static<'a> {
    plan: &'a str,
    bank: &'a str,
    symbol: &'a SymbolOf,
    buffers: Vec<Buffer>,
}

/// All plans, by name and address.
pub(super) fn plans(elf: &Elf, regions: &[Region]) -> Vec<Plan> {
    let mut statics = statics(elf);
    let mut plans: Vec<Plan> = elf
        .descriptions
        .iter()
        .map(|described| from_description(described, &mut statics, elf, regions))
        .collect();
    // The rest have only symbols.
    for one in statics {
        let bank =
            Bank { name: one.bank.to_owned(), buffers: one.buffers, ..placed(one.symbol, elf, regions) };
        match plans.iter_mut().find(|plan| plan.name == one.plan && plan.steps.is_empty()) {
            Some(plan) => plan.banks.push(bank),
            None => plans.push(Plan {
                name: one.plan.to_owned(),
                file: None,
                line: None,
                steps: Vec::new(),
                banks: vec![bank],
            }),
        }
    }
    let address = |plan: &Plan| plan.banks.iter().filter_map(|bank| bank.address).min();
    plans.sort_by(|a, b| (&a.name, address(a)).cmp(&(&b.name, address(b))));
    plans
}

/// The statics of all banks with the buffers whose symbols are in them.
///
/// A bank is a static `PLAN::memory::BANK` that contains at least one symbol `PLAN::memory::BUFFER`. The compiler
/// mangles the first; the second is in the image as it is, without the functions that the plan is in.
fn statics(elf: &Elf) -> Vec<Static<'_>> {
    let buffers: Vec<&SymbolOf> =
        elf.symbols.iter().filter(|symbol| !symbol.mangled && symbol.name.contains(MODULE)).collect();
    let mut statics = Vec::new();
    for symbol in elf.symbols.iter().filter(|symbol| symbol.mangled && symbol.item) {
        let Some((plan, bank)) = symbol.name.rsplit_once(MODULE).filter(|(_, bank)| !bank.contains("::"))
        else {
            continue;
        };
        let inside = buffers.iter().filter(|buffer| {
            let offset = buffer.address.checked_sub(symbol.address);
            let holds = offset.is_some_and(|offset| offset + buffer.size <= symbol.size);
            holds && buffer.name.split_once(MODULE).is_some_and(|(path, _)| same_plan(plan, path))
        });
        let mut buffers: Vec<Buffer> = inside
            .map(|buffer| Buffer {
                name: name(&buffer.name).to_owned(),
                address: Some(buffer.address.into()),
                offset: (buffer.address - symbol.address).into(),
                bytes: buffer.size.into(),
                alignment: None,
                first: None,
                last: None,
                line: None,
            })
            .collect();
        if !buffers.is_empty() {
            buffers.sort_by(|a, b| (a.offset, &a.name).cmp(&(b.offset, &b.name)));
            statics.push(Static { plan, bank, symbol, buffers });
        }
    }
    statics
}

/// The plan of a description; removes its banks' statics from the list.
fn from_description(
    described: &Described,
    statics: &mut Vec<Static<'_>>,
    elf: &Elf,
    regions: &[Region],
) -> Plan {
    let mut name = described.path.clone();
    let banks = described.banks.iter().enumerate().map(|(index, bank)| {
        let inside = || described.buffers.iter().filter(|buffer| buffer.bank == index);
        // The path does not include functions, so for several blocks with the same path the buffers decide.
        let same = |one: &Static<'_>| {
            let buffers = inside().all(|buffer| {
                one.buffers
                    .iter()
                    .any(|other| other.name == buffer.name && other.offset.get() == buffer.offset)
            });
            one.bank == bank.name
                && same_plan(one.plan, &described.path)
                && one.symbol.size == bank.bytes
                && buffers
        };
        let exact = statics.iter().position(|one| one.plan == described.path && same(one));
        let found = exact.or_else(|| statics.iter().position(same)).map(|position| statics.remove(position));
        if let Some(found) = &found {
            name = found.plan.to_owned();
        }
        let placed = found.map_or_else(Bank::default, |found| placed(found.symbol, elf, regions));
        let mut buffers: Vec<Buffer> = inside()
            .map(|buffer| Buffer {
                name: buffer.name.clone(),
                address: placed.address.map(|base| (base.get() + buffer.offset).into()),
                offset: buffer.offset.into(),
                bytes: buffer.bytes.into(),
                alignment: Some(buffer.alignment.into()),
                first: Some(buffer.first),
                last: Some(buffer.last),
                line: Some(buffer.line).filter(|line| *line > 0),
            })
            .collect();
        buffers.sort_by(|a, b| (a.offset, a.first, &a.name).cmp(&(b.offset, b.first, &b.name)));
        Bank {
            name: bank.name.clone(),
            bytes: bank.bytes.into(),
            capacity: Some(bank.capacity.into()),
            reserve: Some(bank.reserve.into()),
            high_water: Some(bank.high_water.into()),
            buffers,
            ..placed
        }
    });
    let banks = banks.collect();
    let (file, line) = described.place.clone().unzip();
    Plan { name, file, line, steps: described.steps.clone(), banks }
}

/// A bank without a name, at the address of its static.
fn placed(symbol: &SymbolOf, elf: &Elf, regions: &[Region]) -> Bank {
    let end = symbol.address.saturating_add(symbol.size);
    let memory = regions.iter().find(|region| region.origin <= symbol.address && end <= region.end());
    Bank {
        address: Some(symbol.address.into()),
        bytes: symbol.size.into(),
        section: section_at(elf, symbol.address).map(|section| section.name.clone()),
        memory: memory.map(|region| region.name.clone()),
        ..Bank::default()
    }
}

/// Whether two paths can belong to the same plan, one of them without functions: the last parts are the same, and so
/// are the first.
fn same_plan(plan: &str, other: &str) -> bool {
    let ends = |path: &str| {
        (path.split("::").next().map(str::to_owned), path.rsplit("::").next().map(str::to_owned))
    };
    ends(plan) == ends(other)
}

/// The name of a buffer without its path, and without the line that distinguishes two blocks with the same path.
fn name(symbol: &str) -> &str {
    let name = symbol.rsplit("::").next().unwrap_or(symbol);
    name.split('.').next().unwrap_or(name)
}
