//! The audit of a plan while the program runs: the verifier of the compile-time proof once more, over the tables in the
//! image and the addresses that the linker gave. What firmware does not call takes no byte of it.

use core::fmt;
use core::hint::black_box;
use core::ptr::null_mut;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::verify::{Region, Slot as SlotBytes, Violation, verify};

use crate::buf::Slot;
use crate::figures::{TypeBytes, slot};
use crate::place::{Place, Places};

/// Findings that are kept.
const MOST: usize = 8;

/// Largest alignment of a bank: what the address space is aligned to here.
const PAGE: u64 = 4096;

/// What an audit found: the result of a plan's `audit()`.
///
/// The compile-time proof makes every finding impossible in the image as it was linked. An audit at boot or in between
/// is for what happens later: a flash with flipped bits, an image that was patched or relocated.
///
/// It reads the plan's tables from where they lie in the image, at least where the compiler does not see through
/// [`black_box`]. It needs no allocator; its scratch on the stack is 34 bytes for each buffer and 78 for each bank, and it takes
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

/// What a plan shows to its audit. The constants exist only where they are asked for.
pub trait Audited: Places {
    /// What is emitted for the banks.
    const REGIONS: &'static [Region];
    /// Addresses of the banks' statics.
    const BASES: &'static [*mut u8];
    /// What is emitted for the buffers.
    const SLOTS: &'static [SlotBytes];
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

/// The code of a violation. Each text by itself: with the list of all codes an image would be larger by all of them.
fn code(violation: &Violation) -> &'static str {
    match violation {
        Violation::UnknownBank { .. } => const { Code::UnknownBank.as_str() },
        Violation::Empty { .. } => const { Code::ZeroSize.as_str() },
        Violation::Misaligned { .. } => const { Code::Misaligned.as_str() },
        Violation::BaseMisaligned { .. } => const { Code::BaseMisaligned.as_str() },
        Violation::OutOfBank { .. } => const { Code::OutOfBank.as_str() },
        Violation::Overlap { .. } => const { Code::Overlap.as_str() },
        Violation::OverBudget { .. } => const { Code::OverBudget.as_str() },
        Violation::UnknownSlot { .. } => const { Code::UnknownBuffer.as_str() },
        Violation::Scratch => const { Code::TooMany.as_str() },
    }
}

/// The number of a buffer, bank or step, of which there are fewer than 2^16.
fn number(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// The audit of a plan of `N` buffers in `B` banks; `WORDS` is what the verifier needs for `N`.
pub fn audit<P: Audited, const N: usize, const WORDS: usize, const B: usize>() -> Audit {
    // Not what the compiler knows of the tables, but what they are when this runs.
    let (regions, bases) = (black_box(P::REGIONS), black_box(P::BASES));
    let evidence = Evidence {
        regions,
        bases,
        slots: black_box(P::SLOTS),
        places: black_box(P::PLACES),
        sets: black_box(P::SETS),
        memory: (regions, bases),
    };
    if !P::LENT {
        return audit_of::<N, WORDS, B>(black_box(&evidence));
    }
    let none = Region { capacity: 0, reserve: 0, bytes: 0, align: 1 };
    let (mut there, mut at) = ([none; B], [null_mut(); B]);
    there.iter_mut().zip(regions).for_each(|(to, from)| *to = *from);
    at.iter_mut().zip(bases).for_each(|(to, from)| *to = *from);
    P::lent(&mut |bank, address| {
        let (Some(region), Some(base)) = (there.get_mut(bank), at.get_mut(bank)) else { return };
        if address.is_null() {
            *region = none;
        }
        *base = address;
    });
    audit_of::<N, WORDS, B>(black_box(&Evidence { memory: (&there, &at), ..evidence }))
}

/// The same over any tables.
pub fn audit_of<const N: usize, const WORDS: usize, const B: usize>(evidence: &Evidence<'_>) -> Audit {
    let keys: [&mut [u128]; 2] = [&mut [0; N], &mut [0; N]];
    let buffers = Scratch { rank: &mut [0; N], keys, members: &mut [0; WORDS] };
    let keys: [&mut [u128]; 2] = [&mut [0; B], &mut [0; B]];
    let banks = Scratch { rank: &mut [0; B], keys, members: &mut [0; 1] };
    let none = SlotBytes { bank: 0, offset: 0, size: 0, align: 1, type_align: 1 };
    look(evidence, buffers, banks, Statics { slots: &mut [none; B], set: &mut [0; B], banks: &mut [0; B] })
}

/// What the verifier writes to.
struct Scratch<'a> {
    rank: &'a mut [u16],
    keys: [&'a mut [u128]; 2],
    members: &'a mut [u64],
}

impl Scratch<'_> {
    /// The verifier. Its code is there once, for all calls and plans, and small: it runs once.
    #[cold]
    #[inline(never)]
    fn proved(
        &mut self,
        regions: &[Region],
        slots: &[SlotBytes],
        sets: &[&[u16]],
        max: u64,
    ) -> Option<Violation> {
        let [from, to] = &mut self.keys;
        verify(regions, slots, sets, max, self.rank, [from, to], self.members)
    }
}

/// The statics of the banks, as slots of the address space.
struct Statics<'a> {
    slots: &'a mut [SlotBytes],
    set: &'a mut [u16],
    /// The bank of each slot: one in which nothing lies takes no byte and is left out.
    banks: &'a mut [u16],
}

/// The audit, for plans of any size.
#[cold]
#[inline(never)]
fn look(
    evidence: &Evidence<'_>,
    mut buffers: Scratch<'_>,
    banks: Scratch<'_>,
    statics: Statics<'_>,
) -> Audit {
    let mut audit = Audit::none();
    let Evidence { regions, bases, slots, places, sets, memory: (there, at) } = *evidence;
    let (n, b) = (buffers.rank.len(), banks.rank.len());
    if regions.len() != b || bases.len() != b || slots.len() != n || places.len() != n {
        audit.add(const { Code::TooMany.as_str() }, AuditSubject::Table, None, None);
        return audit;
    }
    // The verifier ends at the first violation: overlaps are looked for step by step.
    if let Some(violation) = buffers.proved(regions, slots, sets, isize::MAX as u64) {
        match violation {
            Violation::Overlap { .. } | Violation::UnknownSlot { .. } => {
                for (step, set) in sets.iter().enumerate() {
                    if let Some(violation) = buffers.proved(regions, slots, &[*set], isize::MAX as u64) {
                        audit.plan(&violation, Some(number(step)));
                    }
                }
            }
            // Of the tables of banks and buffers the first is reported.
            _ => audit.plan(&violation, None),
        }
    }
    memory(&mut audit, there, at, banks, statics);
    for (index, (slot, place)) in slots.iter().zip(places).enumerate() {
        let base = bases.get(usize::from(slot.bank));
        let address = base.map(|base| base.wrapping_add(place.offset));
        let same = place.bank == slot.bank && place.offset as u64 == slot.offset;
        if !same || address != Some(place.address) {
            audit.add(const { Code::OutOfBank.as_str() }, AuditSubject::Buffer(number(index)), None, None);
        }
    }
    audit
}

/// Whether the statics are aligned and disjoint where the linker placed them: for the verifier they are the slots of
/// one bank, which is the address space.
fn memory(
    audit: &mut Audit,
    regions: &[Region],
    bases: &[*mut u8],
    mut scratch: Scratch<'_>,
    statics: Statics<'_>,
) {
    let Statics { slots, set, banks } = statics;
    let all = Region { capacity: u64::MAX, reserve: 0, bytes: usize::MAX as u64 & !(PAGE - 1), align: PAGE };
    let taken = regions.iter().zip(bases).enumerate().filter(|(_, (region, _))| region.bytes > 0);
    let mut count = 0;
    for (((bank, (region, base)), slot), (member, of)) in
        taken.zip(slots.iter_mut()).zip(set.iter_mut().zip(banks.iter_mut()))
    {
        let (offset, size, align) = (base.addr() as u64, region.bytes, region.align);
        *slot = SlotBytes { bank: 0, offset, size, align, type_align: align };
        (*member, *of) = (number(count), number(bank));
        count += 1;
    }
    let (slots, set) = (slots.get(..count).unwrap_or_default(), set.get(..count).unwrap_or_default());
    let Some(violation) = scratch.proved(&[all], slots, &[set], u64::MAX) else { return };
    let bank = |slot: usize| banks.get(slot).copied().unwrap_or_default();
    let (first, other) = match violation {
        Violation::Overlap { slot, other, .. } => (bank(slot), Some(bank(other))),
        Violation::Empty { slot }
        | Violation::Misaligned { slot }
        | Violation::BaseMisaligned { slot }
        | Violation::OutOfBank { slot }
        | Violation::UnknownBank { slot } => (bank(slot), None),
        Violation::OverBudget { .. } | Violation::UnknownSlot { .. } | Violation::Scratch => {
            audit.add(code(&violation), AuditSubject::Table, None, None);
            return;
        }
    };
    audit.add(code(&violation), AuditSubject::Bank(first), other, None);
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

/// What is emitted for a buffer.
#[must_use]
pub const fn slot_of<S: Slot>() -> SlotBytes {
    slot(TypeBytes::of::<S::T>(), &S::PLACE)
}

/// What the plan `Arena` shows to its audit, besides its own constants: its banks and buffers.
#[doc(hidden)]
#[macro_export]
macro_rules! __audited {
    ([$($index:literal $bank:path,)*] [$($buffer:path,)*]) => {
        $crate::__audited! {
            [$($crate::__private::region(&BANKS[$index], &raw const $bank),)*]
            [$($crate::__private::BankMem::base(&raw const $bank),)*]
            [$($buffer,)*]
        }
    };
    (
        [$($region:expr,)*] [$($base:expr,)*] [$($buffer:path,)*] $( lent [$($number:literal $memory:path,)+] )?
    ) => {
        impl $crate::__private::Audited for Arena {
            const REGIONS: &'static [$crate::__private::Region] = &[$($region),*];
            const BASES: &'static [*mut u8] = &[$($base),*];
            const SLOTS: &'static [$crate::__private::SlotBytes] = &[$($crate::__private::slot_of::<$buffer>()),*];
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
