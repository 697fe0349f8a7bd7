//! The checks of the expansion in const evaluation: each turns a fault into a compile error at the caller's token,
//! and the last one proves what the generated `unsafe` relies on.

use arena_plan_core::kernel::advice::Advice;
use arena_plan_core::kernel::draft::hint;
use arena_plan_core::kernel::fault::{Fault, Token};
use arena_plan_core::kernel::given;
use arena_plan_core::kernel::message::{Source, coded};
use arena_plan_core::kernel::refuse::{self, Refusal};
use arena_plan_core::kernel::text::Text;
use arena_plan_core::kernel::verify::{self, Region, Slot as SlotBytes, Violation};
use arena_plan_core::model::Placement;

use crate::figures::TypeBytes;
use crate::plain::Plain;

/// Fails at the caller's token if the fault is there, or another fault of the same kind.
#[track_caller]
pub const fn check(source: &Source<'_>, refusal: &Option<Refusal>, token: Token) {
    if let Some(refusal) = refusal {
        fail_at(source, refusal, token);
    }
}

#[track_caller]
const fn fail_at(source: &Source<'_>, refusal: &Refusal, token: Token) {
    if let Some(found) = refuse::at(source.banks, source.buffers, &refusal.fault, token) {
        let advice = if found.token().is(refusal.fault.token()) { &refusal.advice } else { &Advice::NONE };
        panic!("{}", coded(&found, advice, source).push(hint(&found)).as_str());
    }
}

/// [`check`] at the name of a buffer that has no number for its alignment: a fault of the alignment is there too.
#[track_caller]
pub const fn check_name(source: &Source<'_>, refusal: &Option<Refusal>, buffer: u32) {
    if let Some(refusal) = refusal {
        fail_at(source, refusal, Token::Buffer(buffer));
        fail_at(source, refusal, Token::Align(buffer));
    }
}

/// [`check`] at the type of a buffer.
#[track_caller]
pub const fn check_type(source: &Source<'_>, refusal: &Option<Refusal>, buffer: u32) {
    if let Some(refusal) = refusal {
        fail_at(source, refusal, Token::Type(buffer));
    }
}

/// The tokens of the checks that accompany a proof.
pub struct Checked<'a> {
    /// The names of this many banks.
    pub banks: u32,
    /// The names, types and alignments of this many buffers.
    pub buffers: u32,
    /// Further ones.
    pub others: &'a [Token],
}

impl Checked<'_> {
    /// No check.
    pub const NONE: Self = Self { banks: 0, buffers: 0, others: &[] };

    /// Whether there is a check at this token.
    const fn has(&self, token: Token) -> bool {
        match token {
            Token::Bank(bank) if bank < self.banks => return true,
            Token::Buffer(buffer) | Token::Type(buffer) | Token::Align(buffer) if buffer < self.buffers => {
                return true;
            }
            _ => {}
        }
        let mut i = 0;
        while i < self.others.len() {
            if token.is(self.others[i]) {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// rustc's figures for the type of a plain buffer; fails at the type if the macro planned with another size. If `T`
/// is not plain, that is the only error: nothing is evaluated then.
#[track_caller]
pub const fn check_plain<T: Plain>(source: &Source<'_>, buffer: usize) -> TypeBytes {
    check_size(source, buffer, TypeBytes { size: size_of::<T>() as u64, align: align_of::<T>() as u64 })
}

/// The same of the layout of a bank's staged constants.
#[track_caller]
pub const fn check_layout<L>(source: &Source<'_>, buffer: usize) -> TypeBytes {
    check_size(source, buffer, TypeBytes::of::<L>())
}

#[track_caller]
const fn check_size(source: &Source<'_>, buffer: usize, ty: TypeBytes) -> TypeBytes {
    let planned = &source.buffers[buffer];
    let assumed = if planned.padding == 0 { planned.size } else { planned.bytes() };
    if ty.size != assumed {
        let mut own = source.buffers[buffer];
        (own.size, own.padding) = (ty.size, 0);
        let source = Source { buffers: &[own], buffer_ids: &[source.buffer_ids[buffer]], ..*source };
        let fault = Fault::SizeDiffers { buffer: 0, assumed };
        panic!("{}", coded(&fault, &Advice::NONE, &source).as_str());
    }
    ty
}

/// Fails at the caller's buffer if the layout file does not match it. The first such buffer is the plan's fault,
/// which [`check`] reports; this is for the others.
#[track_caller]
pub const fn check_given<const N: usize>(
    source: &Source<'_>,
    refusal: &Option<Refusal>,
    placements: &[Placement; N],
    buffer: u32,
) {
    if let Some(Refusal { fault: Fault::Given { buffer: first, .. }, .. }) = refusal {
        if *first == buffer {
            return;
        }
        if let Some(own) = given::of_given(source.banks, source.buffers, placements, buffer) {
            panic!("{}", coded(&own, &Advice::NONE, source).push(hint(&own)).as_str());
        }
    }
}

/// Proves what the generated `unsafe` relies on: see [`verify::verify`].
///
/// `checked` are the tokens of the checks that accompany it: if the fault is at one of them, that check has failed.
/// Otherwise the proof fails: a plan with a fault is never accepted, whatever the checks say.
#[track_caller]
pub const fn prove<const N: usize, const WORDS: usize>(
    source: &Source<'_>,
    refusal: &Option<Refusal>,
    regions: &[Region],
    slots: &[SlotBytes; N],
    sets: &[&[u16]],
    checked: &Checked<'_>,
) {
    prove_named::<N, WORDS>(source, source.buffer_ids, refusal, regions, slots, sets, checked);
}

/// The same with the names of the slots, if the planner had one buffer for several of them.
#[track_caller]
pub const fn prove_named<const N: usize, const WORDS: usize>(
    source: &Source<'_>,
    names: &[&str],
    refusal: &Option<Refusal>,
    regions: &[Region],
    slots: &[SlotBytes; N],
    sets: &[&[u16]],
    checked: &Checked<'_>,
) {
    if let Some(refusal) = refusal {
        if checked.has(refusal.fault.token()) {
            return;
        }
        panic!("{}", coded(&refusal.fault, &refusal.advice, source).push(hint(&refusal.fault)).as_str());
    }
    let max = isize::MAX as u64;
    let keys: [&mut [u128]; 2] = [&mut [0; N], &mut [0; N]];
    let (rank, members) = (&mut [0; N], &mut [0; WORDS]);
    let Some(violation) = verify::verify(regions, slots, sets, max, rank, keys, members) else { return };
    let text = match violation {
        Violation::Overlap { slot, other, .. } => Text::<256>::new()
            .push("buffers ")
            .quote(names[slot])
            .push(" and ")
            .quote(names[other])
            .push(" overlap"),
        Violation::Misaligned { slot }
        | Violation::BaseMisaligned { slot }
        | Violation::OutOfBank { slot }
        | Violation::Empty { slot }
        | Violation::UnknownBank { slot } => {
            Text::new().push("buffer ").quote(names[slot]).push(" is misplaced")
        }
        Violation::OverBudget { bank } => Text::new()
            .push("bank ")
            .quote(source.bank_ids[bank])
            .push(" exceeds its budget or the target's address space"),
        Violation::UnknownSlot { .. } | Violation::Scratch => Text::new().push("the plan is malformed"),
    };
    let text = text
        .push("; the plan does not verify, which is a defect of arena-plan: please report it")
        .code(violation.code());
    panic!("{}", text.as_str());
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::panic::catch_unwind;
    use std::string::String;

    use arena_plan_core::model::{Bank, Buffer};

    use super::{Advice, Checked, Fault, Refusal, Region, SlotBytes, Source, Token, prove};

    const SOURCE: Source<'static> = Source {
        banks: &[Bank::new(8)],
        bank_ids: &["ram"],
        buffers: &[Buffer::new(4, 4, 0, 0, &[0]), Buffer::new(4, 4, 0, 0, &[0])],
        buffer_ids: &["x", "y"],
        step_ids: &["a"],
    };
    const REGION: Region = Region { capacity: 8, reserve: 0, bytes: 8, align: 4 };
    const RIGHT: [SlotBytes; 2] = [slot(0), slot(4)];

    const fn slot(offset: u64) -> SlotBytes {
        SlotBytes { bank: 0, offset, size: 4, align: 4, type_align: 4 }
    }

    /// The message with which the proof fails.
    fn text(fault: Option<Fault>, region: Region, slots: [SlotBytes; 2], set: &[u16]) -> String {
        let refusal = fault.map(|fault| Refusal { fault, advice: Advice::NONE });
        let failed =
            catch_unwind(|| prove::<2, 1>(&SOURCE, &refusal, &[region], &slots, &[set], &Checked::NONE));
        *failed.expect_err("a failure").downcast().expect("a formatted text")
    }

    #[test]
    fn a_plan_with_a_fault_is_not_proved() {
        prove::<2, 1>(&SOURCE, &None, &[REGION], &RIGHT, &[&[0, 1]], &Checked::NONE);
        assert_eq!(
            text(Some(Fault::Overflow { buffer: 0 }), REGION, RIGHT, &[]),
            "buffer `x` brings the sum of sizes above what a problem may hold (2^63 - 1 bytes) [sum-overflow]"
        );
    }

    #[test]
    fn only_a_fault_at_a_checked_token_is_left_to_its_check() {
        let checked = Checked { banks: 1, buffers: 2, others: &[Token::Fixed(1)] };
        let has = |token| checked.has(token);
        assert!(
            [Token::Bank(0), Token::Buffer(1), Token::Type(1), Token::Align(0), Token::Fixed(1)]
                .map(has)
                .iter()
                .all(|has| *has)
        );
        let others = [
            Token::Bank(1),
            Token::BankAlign(0),
            Token::Reserve(0),
            Token::CacheLine(0),
            Token::Buffer(2),
            Token::Type(2),
            Token::Align(2),
            Token::Fixed(0),
        ];
        assert!(!others.map(has).contains(&true));
        assert!(![Token::Bank(0), Token::Buffer(0)].map(|token| Checked::NONE.has(token)).contains(&true));
    }

    #[test]
    fn every_violation_has_its_code() {
        let [x, y] = RIGHT;
        let cases = [
            (REGION, [x, slot(2)], "buffer `y` is misplaced", "[misaligned]"),
            (REGION, [x, slot(8)], "buffer `y` is misplaced", "[out-of-bank]"),
            (REGION, [x, SlotBytes { size: 0, ..y }], "buffer `y` is misplaced", "[zero-size]"),
            (REGION, [x, SlotBytes { bank: 1, ..y }], "buffer `y` is misplaced", "[unknown-bank]"),
            (Region { align: 2, ..REGION }, RIGHT, "buffer `x` is misplaced", "[base-misaligned]"),
            (REGION, [x, x], "buffers `x` and `y` overlap", "[overlap]"),
            (
                Region { capacity: 7, ..REGION },
                RIGHT,
                "bank `ram` exceeds its budget or the target's address space",
                "[over-budget]",
            ),
        ];
        for (region, slots, what, code) in cases {
            let found = text(None, region, slots, &[0, 1]);
            let expected = std::format!(
                "{what}; the plan does not verify, which is a defect of arena-plan: please report it {code}"
            );
            assert_eq!(found, expected);
        }
        assert!(text(None, REGION, RIGHT, &[2]).ends_with("please report it [unknown-buffer]"));
    }
}
