//! An image for a terminal.

use std::fmt::Write;

use super::data::{Area, Buffer, Inspection, Largest, Memory, Plan};
use crate::Decimal;
use crate::report::{print_table, share, table};

/// Everything except the findings, as tables.
pub fn text(image: &Inspection) -> String {
    let size = &image.size;
    let sum = size.text.get() + size.data.get() + size.bss.get();
    let mut out = format!(
        "{}: text {}, data {}, bss {}, together {sum} bytes\n\n",
        image.title.escape_debug(),
        size.text,
        size.data,
        size.bss
    );
    if image.memories.is_empty() {
        sections(&mut out, image);
    } else {
        memories(&mut out, &image.memories);
        area(&mut out, "heap", image.heap.as_ref());
        area(&mut out, "stack", image.stack.as_ref());
        for memory in image.memories.iter().filter(|memory| !memory.largest.is_empty()) {
            let _ = writeln!(out, "\nlargest in {}", memory.name);
            largest(&mut out, &memory.largest);
        }
    }
    if !image.largest.is_empty() {
        out.push_str(if image.memories.is_empty() {
            "\nlargest\n"
        } else {
            "\nlargest outside every memory\n"
        });
        largest(&mut out, &image.largest);
    }
    for plan in &image.plans {
        self::plan(&mut out, plan, !image.memories.is_empty());
    }
    out
}

fn memories(out: &mut String, memories: &[Memory]) {
    let mut table =
        table(&["memory", "origin", "length", "used", "free", "used %", "of it"], &[1, 2, 3, 4, 5]);
    for memory in memories {
        let parts: Vec<String> =
            memory.parts.iter().map(|part| format!("{} {}", part.kind, part.bytes)).collect();
        table.add_row([
            memory.name.clone(),
            address(memory.origin),
            memory.length.to_string(),
            memory.used.to_string(),
            match memory.used.get().checked_sub(memory.length.get()).filter(|over| *over > 0) {
                Some(over) => format!("{over} OVER"),
                None => memory.free.to_string(),
            },
            share(memory.used.get(), memory.length.get()),
            parts.join(", "),
        ]);
    }
    print_table(out, &table);
}

fn area(out: &mut String, what: &str, area: Option<&Area>) {
    let Some(area) = area else { return };
    let end = Decimal(area.address.0 + area.bytes.0);
    let _ = writeln!(
        out,
        "\n{what}: {} bytes, {}..{} (`{}`)",
        area.bytes,
        address(area.address),
        address(end),
        area.symbol
    );
}

fn sections(out: &mut String, image: &Inspection) {
    let mut table = table(&["section", "address", "bytes", "stored at"], &[1, 2, 3]);
    for section in &image.sections {
        let stored = section.stored.map_or_else(|| "-".into(), address);
        table.add_row([section.name.clone(), address(section.address), section.bytes.to_string(), stored]);
    }
    print_table(out, &table);
}

fn largest(out: &mut String, items: &[Largest]) {
    let mut heads = vec!["bytes", "address", "section", "name"];
    let known = items.iter().any(|item| item.source.is_some());
    heads.extend(known.then_some("source"));
    let mut table = table(&heads, &[0, 1]);
    for item in items {
        let mut cells = vec![
            item.bytes.to_string(),
            address(item.address),
            item.section.clone(),
            item.name.escape_debug().to_string(),
        ];
        cells.extend(known.then(|| item.source.as_deref().unwrap_or_default().escape_debug().to_string()));
        table.add_row(cells);
    }
    print_table(out, &table);
}

fn plan(out: &mut String, plan: &Plan, named: bool) {
    let place = match (&plan.file, plan.line) {
        (Some(file), Some(line)) => format!(", {}:{line}", file.escape_debug()),
        _ => String::new(),
    };
    let _ = writeln!(out, "\nplan {}{place}", plan.name.escape_debug());
    for bank in &plan.banks {
        let place = match (bank.address, &bank.section) {
            (Some(at), Some(section)) => format!(" at {}, in {section}", address(at)),
            (Some(at), None) => format!(" at {}", address(at)),
            (None, Some(section)) if bank.read_only => format!(", read only, in {section}"),
            (None, None) if bank.read_only => ", read only".into(),
            (None, _) if bank.storage.as_deref() == Some("caller") => ", given by the application".into(),
            (None, _) => " at an address that no symbol gives".into(),
        };
        let memory = match &bank.memory {
            Some(memory) => format!(" of {memory}"),
            None if named && bank.address.is_some() => " of none of the named memories".into(),
            None => String::new(),
        };
        let room =
            bank.capacity.zip(bank.reserve).map(|(capacity, reserve)| capacity.0.saturating_sub(reserve.0));
        let room = room.map(|room| format!(" of {room}")).unwrap_or_default();
        let pool =
            bank.pool.as_ref().map(|pool| format!(", in pool {}", pool.escape_debug())).unwrap_or_default();
        let _ = writeln!(out, "bank `{}`: {}{room} bytes{place}{memory}{pool}", bank.name, bank.bytes);
        let mut heads =
            vec!["address", "bytes", "size", "alive in", if bank.read_only { "constant" } else { "buffer" }];
        // Only where there is something to distinguish.
        let kinds = bank.buffers.iter().any(|buffer| !matches!(&*kind(buffer), "" | "buffer" | "constant"));
        if kinds {
            heads.insert(3, "kind");
        }
        let mut table = table(&heads, &[0, 1, 2]);
        for buffer in &bank.buffers {
            let end = Decimal(buffer.offset.0 + buffer.bytes.0);
            let mut cells = vec![
                buffer.address.map(address).unwrap_or_default(),
                format!("{}..{end}", buffer.offset),
                buffer.bytes.to_string(),
                alive(plan, buffer),
                buffer.name.clone(),
            ];
            if kinds {
                cells.insert(3, kind(buffer));
            }
            table.add_row(cells);
        }
        print_table(out, &table);
    }
}

/// The words that declare a buffer; empty if the image does not say.
fn kind(buffer: &Buffer) -> String {
    let kind = buffer.kind.clone().unwrap_or_default();
    if buffer.detached { format!("{kind} detached") } else { kind }
}

/// The steps in which a buffer is alive, by name, and where else its bytes are; empty if the image does not say.
fn alive(plan: &Plan, buffer: &Buffer) -> String {
    let Some((first, last)) = buffer.first.zip(buffer.last) else { return String::new() };
    let name = |step: u64| plan.steps.get(usize::try_from(step).ok()?).cloned();
    let name = |step: u64| name(step).unwrap_or_else(|| step.to_string());
    let mut text = if first == last { name(first) } else { format!("{}..={}", name(first), name(last)) };
    if let Some(other) = &buffer.in_place_of {
        let _ = write!(text, ", in place of `{other}`");
    }
    if let Some(place) = &buffer.read_at {
        let at = place.address.map_or_else(|| place.offset.to_string(), address);
        let _ = write!(text, ", read in `{}` at {at}", place.bank);
    }
    text
}

fn address(address: Decimal) -> String {
    format!("{:#010x}", address.0)
}
