//! The checks that the expansion makes in const evaluation: each turns a fault into a compile error at the caller's
//! token, and the last proves what the generated `unsafe` rests on.

use arena_plan_core::kernel::fault::{self, Fault, Token};
use arena_plan_core::kernel::message::{Source, describe};
use arena_plan_core::kernel::text::Text;
use arena_plan_core::kernel::verify::{self, Region, Slot as SlotBytes};
use arena_plan_core::model::Placement;

use crate::plain::Plain;

/// Fails at the caller's token if that is the one at fault.
#[track_caller]
pub const fn check(source: &Source<'_>, fault: Option<Fault>, token: Token) {
    if fault.is_none() {
        return;
    }
    let own = match token {
        Token::Bank(bank) | Token::BankAlign(bank) | Token::Reserve(bank) => {
            fault::of_bank(source.banks, bank)
        }
        Token::Buffer(buffer) | Token::Type(buffer) | Token::Align(buffer) | Token::Fixed(buffer) => {
            fault::of_buffer(source.banks, source.buffers, buffer)
        }
    };
    if let Some(own) = own {
        if own.token().is(token) {
            panic!("{}", describe(&own, source).as_str());
        }
        return;
    }
    at(source, fault, token);
}

/// Fails at the type of a plain buffer if the macro planned with another size of it. If `T` is not plain, that is the
/// one error: nothing is evaluated then.
#[track_caller]
pub const fn check_plain<T: Plain>(source: &Source<'_>, fault: Option<Fault>, token: Token) {
    at(source, fault, token);
}

/// Fails if the fault is one of this token.
#[track_caller]
const fn at(source: &Source<'_>, fault: Option<Fault>, token: Token) {
    if let Some(fault) = fault {
        if fault.token().is(token) {
            panic!("{}", describe(&fault, source).as_str());
        }
    }
}

/// Fails at the caller's buffer if the layout file does not suit it. The first such buffer is the plan's fault, which
/// [`check`] reports; this is for the others.
#[track_caller]
pub const fn check_given<const N: usize>(
    source: &Source<'_>,
    fault: Option<Fault>,
    placements: &[Placement; N],
    buffer: u32,
) {
    if let Some(Fault::Given { buffer: first, .. }) = fault {
        if first == buffer {
            return;
        }
        if let Some(own) = fault::of_given(source.banks, source.buffers, placements, buffer) {
            panic!("{}", describe(&own, source).as_str());
        }
    }
}

/// Proves what the generated `unsafe` rests on: see [`verify::verify`].
///
/// `checked` are the tokens of the checks that stand beside it: if the fault is at one of them, that check has failed.
/// Otherwise the proof fails: a plan with a fault is no plan, whatever the checks say.
#[track_caller]
pub const fn prove<const N: usize, const WORDS: usize>(
    source: &Source<'_>,
    fault: Option<Fault>,
    regions: &[Region],
    slots: &[SlotBytes; N],
    sets: &[&[u16]],
    checked: &[Token],
) {
    if let Some(fault) = fault {
        let mut i = 0;
        while i < checked.len() {
            if fault.token().is(checked[i]) {
                return;
            }
            i += 1;
        }
        panic!("{}", describe(&fault, source).as_str());
    }
    let names = source.buffer_ids;
    let max = isize::MAX as u64;
    let (rank, sorted, members) = (&mut [0; N], &mut [0; N], &mut [0; WORDS]);
    let text = match verify::verify(regions, slots, sets, max, rank, sorted, members) {
        None => return,
        Some(verify::Violation::Overlap { slot, other, .. }) => Text::<256>::new()
            .push("buffers ")
            .quote(names[slot])
            .push(" and ")
            .quote(names[other])
            .push(" overlap"),
        Some(
            verify::Violation::Misaligned { slot }
            | verify::Violation::OutOfBank { slot }
            | verify::Violation::Empty { slot }
            | verify::Violation::UnknownBank { slot },
        ) => Text::new().push("buffer ").quote(names[slot]).push(" is misplaced"),
        Some(verify::Violation::OverBudget { bank }) => Text::new()
            .push("bank ")
            .number(bank as u64)
            .push(" exceeds its budget or the target's address space"),
        Some(verify::Violation::UnknownSlot { .. } | verify::Violation::Scratch) => {
            Text::new().push("the plan is malformed")
        }
    };
    let text = text.push("; the plan does not verify, which is a defect of arena-plan: please report it");
    panic!("{}", text.as_str());
}

#[cfg(test)]
mod tests {
    use arena_plan_core::model::{Bank, Buffer};

    use super::{Fault, SlotBytes, Source, prove};

    #[test]
    #[should_panic(expected = "`x`")]
    fn a_plan_with_a_fault_is_not_proved() {
        let source = Source {
            banks: &[Bank::new(8)],
            bank_ids: &["ram"],
            buffers: &[Buffer::new(1, 1, 0, 0, &[0])],
            buffer_ids: &["x"],
            step_ids: &["a"],
        };
        let slot = SlotBytes { bank: 0, offset: 0, size: 1, align: 1, type_align: 1 };
        prove::<1, 1>(&source, Some(Fault::Overflow { buffer: 0 }), &[], &[slot], &[], &[]);
    }
}
