//! Buffers that bus masters access: their cache lines, and the proof that bus masters reach them.
//!
//! The lines are those of the bank in which the buffer is, as it is declared, and not what the planner had: the verifier
//! then proves of whole lines what it proves of other slots, that they are aligned, within the bank's memory, and
//! disjoint.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::refuse::Refusal;
use arena_plan_core::kernel::text::Text;
use arena_plan_core::model::{Bank, Buffer};

use crate::figures::to_usize;
use crate::place::{Place, Places};

/// The largest of the cache lines of some banks.
#[must_use]
pub const fn largest_line(lines: &[u64]) -> u64 {
    let mut largest = 1;
    let mut i = 0;
    while i < lines.len() {
        if lines[i] > largest {
            largest = lines[i];
        }
        i += 1;
    }
    largest
}

/// The places, with the cache lines of the buffers that bus masters access.
#[must_use]
pub const fn in_lines<const B: usize, const N: usize>(
    mut places: [Place; N],
    banks: &[Bank; B],
    buffers: &[Buffer<'_>; N],
) -> [Place; N] {
    let mut i = 0;
    while i < N {
        let line = banks[places[i].bank as usize].cache_line;
        // An invalid line has been reported.
        if buffers[i].dma && line.is_power_of_two() {
            places[i].line = to_usize(line);
        }
        i += 1;
    }
    places
}

/// Proves that each buffer that bus masters access is in a bank that they reach.
#[track_caller]
pub const fn prove_reach<const B: usize, const N: usize>(
    names: &[&str; N],
    bank_names: &[&str; B],
    refusal: &Option<Refusal>,
    banks: &[Bank; B],
    buffers: &[Buffer<'_>; N],
    places: &[Place; N],
) {
    let mut i = 0;
    while i < N && refusal.is_none() {
        let bank = places[i].bank as usize;
        if buffers[i].dma && !banks[bank].dma {
            let text = Text::<256>::new()
                .push("buffer ")
                .quote(names[i])
                .push(" is for DMA, and is in bank ")
                .quote(bank_names[bank])
                .push(", which bus masters do not reach; the plan does not verify, which is a defect of arena-plan: please report it");
            panic!("{}", text.code(Code::NotReachable).as_str());
        }
        i += 1;
    }
}

/// Fails where a buffer is split if two of its parts of `bytes` bytes would be in one cache line: a transfer to one part
/// would then damage the other. A plan with a mistake has no places, and nothing to damage.
pub(crate) const fn check_parts<P: Places>(index: usize, bytes: usize, count: usize) {
    if index >= P::PLACES.len() || count < 2 {
        return;
    }
    let line = P::PLACES[index].line;
    if bytes % line != 0 {
        let text = Text::<256>::new()
            .push("a part of this buffer has ")
            .bytes(bytes as u64)
            .push(", no multiple of the cache line of its bank, ")
            .number(line as u64)
            .push(", so that two parts would share a line, and the buffer is for DMA: give each element ")
            .bytes(bytes.next_multiple_of(line) as u64);
        panic!("{}", text.code(Code::SharedCacheLine).as_str());
    }
}

#[cfg(test)]
mod tests;
