//! Faults for the programs of random plans: what goes wrong with which buffers. The test `faults` runs each program with each
//! of its faults.

use std::fmt::Write as _;

use super::plans::{Buffer, Home, Plan};

/// Faults of one kind in one program.
const EACH: usize = 3;

/// A list of faults: program, kind, the buffer, and another one to whose place its handle leads. Buffers are numbered in
/// order of declaration.
pub(super) fn of(seed: u64, plan: &Plan) -> String {
    let mut text = String::new();
    let mut list = |kind: &str, faults: Vec<(usize, usize)>| {
        for (buffer, other) in faults.into_iter().take(EACH) {
            let _ = writeln!(text, "    ({seed}, {kind:?}, {buffer}, {other}),");
        }
    };
    list("overlap", moved(plan, |a, b| !a.is_persistent() && !b.is_persistent() && a.last != b.first));
    list("lifetime", moved(plan, |a, b| !a.is_persistent() && a.first < a.last && a.last == b.first));
    list("persistent", moved(plan, |a, b| a.is_persistent() && !b.is_persistent() && is_reused(plan, b)));
    list("constant", over_constants(plan));
    list("stale", alone(plan, |buffer| is_zeroed(buffer) && !(buffer.is_persistent() && plan.is_filled())));
    list("undropped", alone(plan, |buffer| buffer.content.ty.contains("Counted")));
    list("shifted", shifted(plan));
    text
}

/// Pairs of which the first buffer fits into the place of the second, and both are alive at some time.
fn moved(plan: &Plan, belongs: impl Fn(&Buffer, &Buffer) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (index, a) in plan.buffers.iter().enumerate() {
        for (other, b) in plan.buffers.iter().enumerate() {
            let meet = index != other && a.first <= b.last && b.first <= a.last;
            if meet && a.from.is_none() && fits(a, b) && belongs(a, b) {
                pairs.push((index, other));
            }
        }
    }
    // From all over the plan.
    pairs.sort_by_key(|(index, other)| (index * 5 + other * 3) % 7);
    pairs
}

/// Whether the bytes of `a` fit into those of `b`, and are aligned there; only of plain arrays.
fn fits(a: &Buffer, b: &Buffer) -> bool {
    let (Some((a_size, a_align)), Some((b_size, b_align))) = (bytes(a), bytes(b)) else { return false };
    a_size <= b_size && a_align <= b_align
}

/// Whether a step begins in which the buffer is not alive.
fn is_reused(plan: &Plan, buffer: &Buffer) -> bool {
    buffer.last - buffer.first + 1 < plan.steps
}

/// Buffers that lead to where constants are copied.
fn over_constants(plan: &Plan) -> Vec<(usize, usize)> {
    let mut banks: Vec<&str> = Vec::new();
    for bank in plan.constants.iter().filter_map(|constant| constant.staged) {
        if !banks.contains(&bank) {
            banks.push(bank);
        }
    }
    let mut pairs = Vec::new();
    for (number, bank) in banks.iter().enumerate() {
        let inside = plan.constants.iter().filter(|constant| constant.staged == Some(bank));
        let size: usize = inside.filter_map(|constant| array(&constant.ty)).map(|(size, _)| size).sum();
        let fits = |buffer: &Buffer| {
            buffer.home != Home::Detached
                && bytes(buffer).is_some_and(|(own, align)| own <= size && align == 1)
        };
        pairs.extend(alone(plan, fits).into_iter().map(|(index, _)| (index, plan.buffers.len() + number)));
    }
    pairs
}

fn alone(plan: &Plan, belongs: impl Fn(&Buffer) -> bool) -> Vec<(usize, usize)> {
    let buffers = plan.buffers.iter().enumerate().filter(|(_, buffer)| belongs(buffer));
    buffers.map(|(index, _)| (index, index)).collect()
}

/// Whether the buffer comes to life as zero bytes and not as a value.
fn is_zeroed(buffer: &Buffer) -> bool {
    bytes(buffer).is_some() && buffer.content.birth.as_ref().is_some_and(|value| value.starts_with("[0"))
}

/// Buffers that a step creates from larger ones.
fn shifted(plan: &Plan) -> Vec<(usize, usize)> {
    let smaller = |buffer: &Buffer| {
        let from = plan.buffers.iter().find(|from| Some(&from.name) == buffer.from.as_ref());
        let room = from.and_then(bytes).map_or(0, |(size, _)| size);
        bytes(buffer).is_some_and(|(size, align)| size + align <= room)
    };
    alone(plan, smaller)
}

/// Size and alignment of a buffer that is an array of numbers.
fn bytes(buffer: &Buffer) -> Option<(usize, usize)> {
    let (size, align) = array(&buffer.content.ty)?;
    Some((size * buffer.parts(), align))
}

fn array(ty: &str) -> Option<(usize, usize)> {
    let (element, length) = ty.strip_prefix('[')?.strip_suffix(']')?.split_once("; ")?;
    let element = element.strip_prefix("Of<").map_or(element, |element| element.trim_end_matches('>'));
    let size = match element {
        "u8" => 1,
        "i16" | "u16" => 2,
        "u32" | "f32" => 4,
        "u64" => 8,
        "u128" => 16,
        _ => return None,
    };
    Some((size * length.parse::<usize>().ok()?, size))
}
