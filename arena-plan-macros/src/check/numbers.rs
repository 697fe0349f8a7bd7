//! Capacities, reserves, alignments and fixed offsets whose values the macro can compute.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::text::Bytes;

use crate::errors::Errors;
use crate::ir::{Bank, Num, Reserve};
use crate::lower::Lowered;
use crate::size::LARGEST;

/// The largest base alignment of a bank: some object formats take no more.
const LARGEST_ALIGN: u64 = 4096;

pub(super) fn bank(bank: &Bank, errors: &mut Errors) {
    let owner = format!("bank `{}`", bank.id);
    let capacity = in_range(&bank.capacity, &format!("the capacity of {owner}"), errors);
    if capacity == Some(0) {
        let message = format!("{owner} has a capacity of 0 bytes: nothing fits in it");
        errors.at(Code::ZeroSize, bank.capacity.span, message);
    }
    if let Some(align) = &bank.align {
        alignment(align, &owner, errors);
    }
    match &bank.reserve {
        Some(Reserve::Percent(share)) => {
            if let Some(value) = share.value.filter(|value| *value > 100) {
                let message =
                    format!("{owner} reserves {value} % of its capacity: at most 100 % can be kept back");
                errors.at(Code::OutOfRange, share.span, message);
            }
        }
        Some(Reserve::Bytes(bytes)) => {
            let reserve = in_range(bytes, &format!("the reserve of {owner}"), errors);
            if let (Some(reserve), Some(capacity)) = (reserve, capacity.filter(|capacity| *capacity > 0)) {
                if reserve > capacity {
                    let message = format!(
                        "{owner} reserves {}, but its capacity is {capacity} ({} over)",
                        Bytes(reserve),
                        Bytes(reserve - capacity)
                    );
                    errors.at(Code::OutOfRange, bytes.span, message);
                }
            }
        }
        None => {}
    }
}

pub(super) fn buffer(lowered: &Lowered, index: usize, errors: &mut Errors) {
    let buffer = &lowered.block.buffers[index];
    let owner = format!("buffer `{}`", buffer.id);
    if let Some(align) = &buffer.align {
        alignment(align, &owner, errors);
    }
    if let Some(weight) = &buffer.weight {
        in_range(weight, &format!("the weight of {owner}"), errors);
    }
    let Some(fixed) = &buffer.fixed else { return };
    in_range(fixed, &format!("the offset of {owner}"), errors);
    match lowered.claims[index].listed {
        0 => {
            let banks: Vec<&str> = lowered.block.banks.iter().map(|bank| bank.id.as_str()).collect();
            let example = banks.first().copied().unwrap_or("BANK");
            let message = format!(
                "the fixed offset of {owner} needs a bank: name it before the offset, as in `in {example} @ …`"
            );
            errors.at(Code::FixedWithoutBank, fixed.span, message);
        }
        1 => {}
        listed => {
            let message =
                format!("the fixed offset of {owner} needs one bank, and `in` names {listed}: keep one");
            errors.at(Code::FixedWithoutBank, fixed.span, message);
        }
    }
}

/// The value, if it is known and a size.
fn in_range(num: &Num, what: &str, errors: &mut Errors) -> Option<u64> {
    let value = num.value?;
    if value > LARGEST {
        let message = format!("{what} is {value}, more than 2^63 - 1, the largest number");
        errors.at(Code::OutOfRange, num.span, message);
        return None;
    }
    Some(value)
}

fn alignment(align: &Num, owner: &str, errors: &mut Errors) {
    let Some(value) = align.value else { return };
    let message = if value == 0 {
        format!("the alignment of {owner} is 0: the smallest is 1")
    } else if !value.is_power_of_two() {
        let (below, above) = (1_u64 << value.ilog2(), value.checked_next_power_of_two());
        let nearest = match above {
            Some(above) if above <= LARGEST_ALIGN => format!("{below} or {above}"),
            _ => below.min(LARGEST_ALIGN).to_string(),
        };
        format!("the alignment of {owner} is {value}, which is no power of two: write {nearest}")
    } else if value > LARGEST_ALIGN {
        format!("the alignment of {owner} is {value}: a bank can be aligned to at most {LARGEST_ALIGN} bytes")
    } else {
        return;
    };
    errors.at(Code::BadAlignment, align.span, message);
}
