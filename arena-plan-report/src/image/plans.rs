//! Plans of an image: from the macro's descriptions, which are not loaded, and from the symbols that it emits for
//! debuggers, one for each bank and each buffer. Descriptions contain everything except addresses.

use arena_plan_core::model::Storage;

use super::data::{Bank, Buffer, Place, Plan};
use super::description::{Described, DescribedBank, DescribedConstant};
use super::elf::{Elf, SymbolOf};
use super::memory::Region;
use super::pools;
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
                kind: None,
                detached: false,
                in_place_of: None,
                read_at: None,
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
    let mut path = None;
    let writable = described.banks.iter().enumerate().filter(|(_, bank)| !bank.read_only);
    let banks = writable.map(|(index, bank)| {
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
        if let Storage::Shared { pool: path } = &bank.storage {
            let (pool, symbol) = pools::find(&described.path, path, elf);
            let placed = symbol.map_or_else(Bank::default, |symbol| placed(symbol, elf, regions));
            return Bank { pool: Some(pool), ..filled(described, (index, bank), placed) };
        }
        let exact = statics.iter().position(|one| one.plan == described.path && same(one));
        let found = exact.or_else(|| statics.iter().position(same)).map(|position| statics.remove(position));
        if let Some(found) = &found {
            path = Some(found.plan.to_owned());
        }
        let placed = match found {
            Some(found) => placed(found.symbol, elf, regions),
            None => elsewhere(bank, elf, regions),
        };
        filled(described, (index, bank), placed)
    });
    let mut banks: Vec<Bank> = banks.collect();
    let read_only = read_only(described, path.as_deref(), &banks, elf, regions);
    banks.extend(read_only);
    let name = path.unwrap_or_else(|| described.path.clone());
    let (file, line) = described.place.clone().unzip();
    Plan { name, file, line, steps: described.steps.clone(), banks }
}

/// A bank with its figures and buffers, at the place of `placed`.
fn filled(described: &Described, (index, bank): (usize, &DescribedBank), placed: Bank) -> Bank {
    let inside = described.buffers.iter().filter(|buffer| buffer.bank == index);
    let mut buffers: Vec<Buffer> = inside
        .map(|buffer| Buffer {
            name: buffer.name.clone(),
            address: placed.address.map(|base| (base.get() + buffer.offset).into()),
            offset: buffer.offset.into(),
            bytes: buffer.bytes.into(),
            alignment: Some(buffer.alignment.into()),
            first: Some(buffer.first),
            last: Some(buffer.last),
            line: Some(buffer.line).filter(|line| *line > 0),
            kind: buffer.kind.clone(),
            detached: buffer.detached,
            in_place_of: buffer.in_place_of.clone(),
            read_at: None,
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
}

/// The read-only banks of a description: those of the image may consist of several statics, one with the constants that are
/// read there, and one for each bank that others are copied to. `path` is that of the plan, if one of its other banks is known.
fn read_only(
    described: &Described,
    path: Option<&str>,
    writable: &[Bank],
    elf: &Elf,
    regions: &[Region],
) -> Vec<Bank> {
    let belongs = |plan: &str| path.map_or_else(|| same_plan(plan, &described.path), |path| plan == path);
    let banks = described.banks.iter().enumerate().filter(|(_, bank)| bank.read_only);
    let banks = banks.map(|(index, bank)| {
        let inside = || described.constants.iter().filter(|constant| constant.bank == index);
        let statics = inside().map(|constant| memory(&belongs, constant, &bank.name, elf));
        let first = statics.flatten().map(|symbol| placed(symbol, elf, regions)).next().unwrap_or_default();
        let last = (described.steps.len() as u64).saturating_sub(1);
        let mut buffers: Vec<Buffer> = inside()
            .map(|constant| {
                let copied = copied(described, constant, writable);
                let start = copied.as_ref().map_or(constant.offset, |(inside, _)| *inside);
                let symbol = memory(&belongs, constant, &bank.name, elf);
                Buffer {
                    name: constant.name.clone(),
                    address: symbol.map(|symbol| symbol.address.saturating_add(start).into()),
                    offset: constant.offset.into(),
                    bytes: constant.bytes.into(),
                    alignment: Some(constant.alignment.into()),
                    first: Some(0),
                    last: Some(last),
                    line: Some(constant.line).filter(|line| *line > 0),
                    kind: Some("constant".into()),
                    detached: false,
                    in_place_of: None,
                    read_at: copied.map(|(_, place)| place),
                }
            })
            .collect();
        buffers.sort_by(|a, b| (a.offset, &a.name).cmp(&(b.offset, &b.name)));
        Bank {
            name: bank.name.clone(),
            address: None,
            bytes: bank.bytes.into(),
            capacity: Some(bank.capacity.into()),
            reserve: Some(bank.reserve.into()),
            high_water: Some(bank.high_water.into()),
            read_only: true,
            buffers,
            ..first
        }
    });
    banks.collect()
}

/// The static that contains a constant: that of its bank, or that of the bytes to copy, which has the name of their buffer.
/// None if the compiler has folded all constants of the bank into the code.
fn memory<'a>(
    belongs: &dyn Fn(&str) -> bool,
    constant: &DescribedConstant,
    bank: &str,
    elf: &'a Elf,
) -> Option<&'a SymbolOf> {
    let name = constant.copied.as_ref().map_or(bank, |(buffer, _)| buffer);
    elf.symbols.iter().filter(|symbol| symbol.mangled && symbol.item).find(|symbol| {
        let path = symbol.name.rsplit_once(MODULE);
        path.is_some_and(|(plan, last)| last == name && belongs(plan))
    })
}

/// Where a constant is in the bytes to copy, and where it is read.
fn copied(described: &Described, constant: &DescribedConstant, writable: &[Bank]) -> Option<(u64, Place)> {
    let (buffer, offset) = constant.copied.as_ref()?;
    let buffer = described.buffers.iter().find(|one| one.name == *buffer)?;
    let bank = writable.get(buffer.bank)?;
    let place = Place {
        bank: bank.name.clone(),
        offset: (*offset).into(),
        address: bank.address.map(|base| base.get().saturating_add(*offset).into()),
    };
    Some((offset.checked_sub(buffer.offset)?, place))
}

/// A bank that is no static of the plan, without a name: at the symbol where its memory begins, if the linker knows it.
fn elsewhere(bank: &DescribedBank, elf: &Elf, regions: &[Region]) -> Bank {
    let (word, start) = match &bank.storage {
        Storage::Caller => ("caller", None),
        Storage::Linker { start, .. } => ("linker", elf.value(start)),
        _ => return Bank::default(),
    };
    let at = start.map(|start| at(start, bank.bytes, elf, regions)).unwrap_or_default();
    Bank { storage: Some(word.into()), ..at }
}

/// A bank without a name, at the address of its static.
fn placed(symbol: &SymbolOf, elf: &Elf, regions: &[Region]) -> Bank {
    at(symbol.address, symbol.size, elf, regions)
}

/// The same at any address.
fn at(address: u64, bytes: u64, elf: &Elf, regions: &[Region]) -> Bank {
    let end = address.saturating_add(bytes);
    let memory = regions.iter().find(|region| region.origin <= address && end <= region.end());
    Bank {
        address: Some(address.into()),
        bytes: bytes.into(),
        section: section_at(elf, address).map(|section| section.name.clone()),
        memory: memory.map(|region| region.name.clone()),
        ..Bank::default()
    }
}

/// Whether a path, which includes functions, can be that of the plan with this path, which does not: the first part is the
/// same, and so is the last, and the others follow each other.
fn same_plan(plan: &str, without_functions: &str) -> bool {
    let (mut found, mut wanted) = (plan.split("::"), without_functions.split("::"));
    let first = found.next() == wanted.next();
    first
        && plan.rsplit("::").next() == without_functions.rsplit("::").next()
        && wanted.all(|part| found.any(|one| one == part))
}

/// The name of a buffer without its path, and without the line that distinguishes two blocks with the same path.
fn name(symbol: &str) -> &str {
    let name = symbol.rsplit("::").next().unwrap_or(symbol);
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests;
