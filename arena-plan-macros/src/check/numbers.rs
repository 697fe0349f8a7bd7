//! Capacities, reserves, alignments and fixed offsets whose values the macro can compute.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::text::Bytes;

use crate::ast::Kind;
use crate::errors::Errors;
use crate::figure::Figure;
use crate::ir::{Bank, Num};
use crate::lower::Lowered;
use crate::size::LARGEST;

/// The largest base alignment of a bank: some object formats support no more.
const LARGEST_ALIGN: u64 = 4096;

pub(super) fn bank(bank: &Bank, errors: &mut Errors) {
    let owner = format!("bank `{}`", bank.id);
    let mut capacity = None;
    for (figure, number) in bank.figures.iter() {
        match figure {
            Figure::BankCapacity => {
                capacity = in_range(figure, number, &owner, errors);
                if capacity == Some(0) {
                    let message = format!("{owner} has a capacity of 0 bytes: nothing fits in it");
                    errors.at(Code::ZeroSize, number.span, message);
                }
            }
            Figure::BankAlign | Figure::BankCacheLine => alignment(figure, number, &owner, errors),
            Figure::BankReserve => reserve(number, capacity, &owner, errors),
            _ => _ = in_range(figure, number, &owner, errors),
        }
    }
}

/// A reserve of a bank whose capacity is valid or unknown.
fn reserve(reserve: &Num, capacity: Option<u64>, owner: &str, errors: &mut Errors) {
    if reserve.per_cent {
        let (code, message) = match reserve.value {
            Some(100) => {
                (Code::ZeroSize, format!("{owner} reserves 100 % of its capacity: no buffer fits in it"))
            }
            Some(share @ 101..) => {
                let message =
                    format!("{owner} reserves {share} % of its capacity: at most 100 % can be kept back");
                (Code::OutOfRange, message)
            }
            _ => return,
        };
        errors.at(code, reserve.span, message);
        return;
    }
    let bytes = in_range(Figure::BankReserve, reserve, owner, errors);
    let (Some(bytes), Some(capacity)) = (bytes, capacity.filter(|capacity| *capacity > 0)) else { return };
    if bytes == capacity {
        let message =
            format!("{owner} reserves its whole capacity of {}: no buffer fits in it", Bytes(bytes));
        errors.at(Code::ZeroSize, reserve.span, message);
    } else if bytes > capacity {
        let message = format!(
            "{owner} reserves {}, but its capacity is {capacity} ({} over)",
            Bytes(bytes),
            Bytes(bytes - capacity)
        );
        errors.at(Code::OutOfRange, reserve.span, message);
    }
}

pub(super) fn buffer(lowered: &Lowered, index: usize, errors: &mut Errors) {
    let buffer = &lowered.block.buffers[index];
    let owner = format!("buffer `{}`", buffer.id);
    for (figure, number) in buffer.figures.iter() {
        match figure {
            Figure::BufferAlign => alignment(figure, number, &owner, errors),
            Figure::BufferFixed => {
                let offset = in_range(figure, number, &owner, errors);
                if one_bank(lowered, index, number, errors) {
                    inside(lowered, index, number, offset, errors);
                }
            }
            _ => _ = in_range(figure, number, &owner, errors),
        }
    }
}

/// A fixed offset needs exactly one bank.
fn one_bank(lowered: &Lowered, index: usize, fixed: &Num, errors: &mut Errors) -> bool {
    let id = &lowered.block.buffers[index].id;
    let owner = format!("buffer `{id}`");
    let message = match lowered.claims[index].listed {
        1 => return true,
        // The bank may be in the part that was not read.
        0 if lowered.doubts.about(Kind::Buffer, id) => return false,
        0 => {
            let banks: Vec<&str> = lowered.block.banks.iter().map(|bank| bank.id.as_str()).collect();
            let example = banks.first().copied().unwrap_or("BANK");
            format!(
                "the fixed offset of {owner} needs a bank: name it before the offset, as in `in {example} @ …`"
            )
        }
        listed => format!("the fixed offset of {owner} needs one bank, and `in` names {listed}: keep one"),
    };
    errors.at(Code::FixedWithoutBank, fixed.span, message);
    false
}

/// If the capacity is not known, offsets from here on are taken for addresses: no bank of a microcontroller is that
/// large.
const ADDRESS: u64 = 16 << 20;

/// An offset beyond the bank is usually an address.
fn inside(lowered: &Lowered, index: usize, fixed: &Num, offset: Option<u64>, errors: &mut Errors) {
    let buffer = &lowered.block.buffers[index];
    let ([(bank, _)], Some(offset)) = (buffer.banks.as_slice(), offset) else { return };
    let bank = &lowered.block.banks[*bank];
    let capacity = bank.figures.get(Figure::BankCapacity).and_then(|capacity| capacity.value);
    if offset < capacity.filter(|capacity| *capacity > 0).unwrap_or(ADDRESS) {
        return;
    }
    let bytes = capacity.map(|capacity| format!(" of {}", Bytes(capacity))).unwrap_or_default();
    let message = format!(
        "buffer `{}` is fixed at offset {offset}, beyond bank `{}`{bytes}: an offset counts from the bank's start, and is not \
         an address",
        buffer.id, bank.id
    );
    errors.at(Code::OutOfRange, fixed.span, message);
}

/// The value, if it is known and a size.
fn in_range(figure: Figure, number: &Num, owner: &str, errors: &mut Errors) -> Option<u64> {
    let value = number.value?;
    if value > LARGEST {
        let what = format!("the {} of {owner}", figure.noun());
        let message = format!("{what} is {value}, more than 2^63 - 1, the largest number");
        errors.at(Code::OutOfRange, number.span, message);
        return None;
    }
    Some(value)
}

fn alignment(figure: Figure, align: &Num, owner: &str, errors: &mut Errors) {
    let noun = figure.noun();
    let Some(value) = align.value else { return };
    let message = if value == 0 {
        format!("the {noun} of {owner} is 0: the smallest is 1")
    } else if !value.is_power_of_two() {
        let (below, above) = (1_u64 << value.ilog2(), value.checked_next_power_of_two());
        let nearest = match above {
            Some(above) if above <= LARGEST_ALIGN => format!("{below} or {above}"),
            _ => below.min(LARGEST_ALIGN).to_string(),
        };
        format!("the {noun} of {owner} is {value}, which is not a power of two: write {nearest}")
    } else if value > LARGEST_ALIGN && figure == Figure::BankCacheLine {
        format!("the cache line of {owner} is {value}: the largest is {LARGEST_ALIGN} bytes")
    } else if value > LARGEST_ALIGN {
        format!("the alignment of {owner} is {value}: a bank can be aligned to at most {LARGEST_ALIGN} bytes")
    } else {
        return;
    };
    errors.at(Code::BadAlignment, align.span, message);
}
