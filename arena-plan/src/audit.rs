//! The audit of a plan while the program runs: the verifier of the compile-time proof once more, over the tables in the
//! image and the addresses that the linker gave. What firmware does not call takes no byte of it.

use core::fmt;

use arena_plan_core::kernel::verify::{Region, Slot as SlotBytes, Violation};
use arena_plan_core::model::Buffer;

use crate::figures::planned_slots;
use crate::place::{Place, Places};

pub use self::look::{audit, audit_of};
use self::look::{code, number};

mod look;

/// Findings that are kept.
const MOST: usize = 8;

/// What an audit found: the result of a plan's `audit()`.
///
/// The compile-time proof makes every finding impossible in the image as it was linked. An audit at boot or in between
/// is for what happens later: a flash with flipped bits, an image that was patched or relocated.
///
/// It reads the plan's tables from where they lie in the image, at least where the compiler does not see through
/// [`black_box`](core::hint::black_box). It needs no allocator; its scratch on the stack is 34 bytes for each buffer and 78 for each bank, and it takes
/// time in proportion to the buffers that are alive, summed over the steps.
///
/// ```
/// # fn main() {
/// arena_plan::arena_plan! {
///     mod blink {
///         bank ram { capacity: 1 KiB }
///         buffer raw: [u16; 256];
///         buffer mean: u32, retain;
///         step sample() -> raw;
///         step average(raw) -> mean;
///     }
/// }
/// let audit = blink::audit();
/// assert!(audit.holds(), "{audit}");
/// assert_eq!(audit.to_string(), "the plan holds");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use = "an audit that nobody looks at finds nothing"]
pub struct Audit {
    findings: [AuditFinding; MOST],
    count: usize,
}

/// One finding of an [`Audit`]. Numbers are those of the declarations in the block, from 0: `PLAN.buffers[n].name` is the
/// name of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct AuditFinding {
    /// The stable code, such as `overlap` or `base-misaligned`; `docs/codes.md` in the repository lists all.
    pub code: &'static str,
    /// The buffer, or the bank, that it is about.
    pub subject: AuditSubject,
    /// The other buffer, or bank, of an overlap.
    pub other: Option<u16>,
    /// The step in which two buffers overlap.
    pub step: Option<u16>,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AuditSubject {
    /// A buffer, by its number.
    Buffer(u16),
    /// A bank, by its number.
    Bank(u16),
    /// The fields of a step, by its number: they name a buffer that does not exist.
    Step(u16),
    /// The table itself.
    Table,
}

/// What a plan shows to its audit.
///
/// The slots of `N` buffers are a default of the trait, because rustc evaluates a constant of an implementation whether or not
/// the program asks for it.
pub trait Audited<const N: usize>: Places {
    /// What is emitted for the banks.
    const REGIONS: &'static [Region];
    /// Addresses of the banks' statics.
    const BASES: &'static [*mut u8];
    /// The buffers as they were planned, with the sizes that the proof has compared with rustc's.
    const BUFFERS: &'static [Buffer<'static>];
    /// What is emitted for the buffers.
    const SLOTS: &'static [SlotBytes] = &planned_slots::<N>(Self::BUFFERS, Self::PLACES);
    /// The buffers whose handles exist in each step.
    const SETS: &'static [&'static [u16]];
    /// Whether the application gives the memory of some bank.
    const LENT: bool = false;

    /// Calls `bank` with the number of each such bank and the address of its memory, null while none is bound.
    fn lent(_bank: &mut dyn FnMut(usize, *mut u8)) {}
}

/// The tables that an audit examines.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    /// What is emitted for the banks.
    pub regions: &'a [Region],
    /// Addresses of the banks' statics.
    pub bases: &'a [*mut u8],
    /// What is emitted for the buffers.
    pub slots: &'a [SlotBytes],
    /// The table of places, from which the handles take their addresses.
    pub places: &'a [Place],
    /// The buffers whose handles exist in each step.
    pub sets: &'a [&'a [u16]],
    /// What memory there is, and where: of banks whose memory the application gives, what is bound.
    pub memory: (&'a [Region], &'a [*mut u8]),
}

impl Audit {
    const fn none() -> Self {
        let empty = AuditFinding { code: "", subject: AuditSubject::Table, other: None, step: None };
        Self { findings: [empty; MOST], count: 0 }
    }

    /// Whether nothing was found.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.count == 0
    }

    /// What was found: at most 8 findings.
    #[must_use]
    pub fn findings(&self) -> &[AuditFinding] {
        self.findings.get(..self.count.min(MOST)).unwrap_or_default()
    }

    /// Findings that were made and not kept.
    #[must_use]
    pub const fn more(&self) -> usize {
        self.count.saturating_sub(MOST)
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, code: &'static str, subject: AuditSubject, other: Option<u16>, step: Option<u16>) {
        let finding = AuditFinding { code, subject, other, step };
        // Two buffers overlap in several steps on end: the first is enough.
        let before = self.findings.get(self.count.wrapping_sub(1));
        if other.is_some() && before.is_some_and(|one| one.subject == subject && one.other == other) {
            return;
        }
        if let Some(place) = self.findings.get_mut(self.count) {
            *place = finding;
        }
        self.count += 1;
    }

    /// A violation in the plan's tables; `step` is the number of the one set that was examined.
    #[cold]
    #[inline(never)]
    fn plan(&mut self, violation: &Violation, step: Option<u16>) {
        let (subject, other) = match *violation {
            Violation::Overlap { slot, other, .. } => {
                (AuditSubject::Buffer(number(slot)), Some(number(other)))
            }
            Violation::UnknownBank { slot }
            | Violation::Empty { slot }
            | Violation::Misaligned { slot }
            | Violation::BaseMisaligned { slot }
            | Violation::OutOfBank { slot } => (AuditSubject::Buffer(number(slot)), None),
            Violation::OverBudget { bank } => (AuditSubject::Bank(number(bank)), None),
            Violation::UnknownSlot { .. } => (step.map_or(AuditSubject::Table, AuditSubject::Step), None),
            Violation::Scratch => (AuditSubject::Table, None),
        };
        self.add(code(violation), subject, other, other.and(step));
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.holds() {
            return f.write_str("the plan holds");
        }
        write!(
            f,
            "the plan does not hold: {} finding{}",
            self.count,
            if self.count == 1 { "" } else { "s" }
        )?;
        self.findings().iter().try_for_each(|finding| write!(f, "\n  {finding}"))
    }
}

impl fmt::Display for AuditFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            AuditSubject::Buffer(number) => write!(f, "buffer {number}")?,
            AuditSubject::Bank(number) => write!(f, "bank {number}")?,
            AuditSubject::Step(number) => write!(f, "step {number}")?,
            AuditSubject::Table => f.write_str("the table")?,
        }
        if let Some(other) = self.other {
            write!(f, " and {other}")?;
        }
        if let Some(step) = self.step {
            write!(f, " in step {step}")?;
        }
        write!(f, ": {}", self.code)
    }
}

/// What the plan `Arena` shows to its audit, besides its own constants: its banks.
#[doc(hidden)]
#[macro_export]
macro_rules! __audited {
    ($count:literal [$($index:literal $bank:path,)*]) => {
        $crate::__audited! {
            $count
            [$($crate::__private::region(&BANKS[$index], &raw const $bank),)*]
            [$($crate::__private::BankMem::base(&raw const $bank),)*]
        }
    };
    (
        $count:literal [$($region:expr,)*] [$($base:expr,)*] $( lent [$($number:literal $memory:path,)+] )?
    ) => {
        impl $crate::__private::Audited<$count> for Arena {
            const REGIONS: &'static [$crate::__private::Region] = &[$($region),*];
            const BASES: &'static [*mut u8] = &[$($base),*];
            const BUFFERS: &'static [$crate::__private::Buffer<'static>] = BUFFERS;
            const SETS: &'static [&'static [u16]] = SETS;
            $(
                const LENT: bool = true;
                fn lent(__bank: &mut dyn $crate::__private::core::ops::FnMut(usize, *mut u8)) {
                    $(__bank($number, $memory.address());)+
                }
            )?
        }
    };
}

#[cfg(test)]
mod tests;
