//! What an audit examines: the tables by the verifier, the addresses of the banks, and those of the handles.

use core::hint::black_box;
use core::ptr::null_mut;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::verify::{Region, Slot as SlotBytes, Violation, verify};

use super::{Audit, AuditSubject, Audited, Evidence};

/// Largest alignment of a bank: what the address space is aligned to here.
const PAGE: u64 = 4096;

/// The code of a violation. Each text by itself: with the list of all codes an image would be larger by all of them.
pub(super) fn code(violation: &Violation) -> &'static str {
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
pub(super) fn number(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// The audit of a plan of `N` buffers in `B` banks; `WORDS` is what the verifier needs for `N`.
pub fn audit<P: Audited<N>, const N: usize, const WORDS: usize, const B: usize>() -> Audit {
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
