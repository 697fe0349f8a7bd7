//! Audits of tables in which one figure is wrong.

extern crate std;

use std::string::ToString;
use std::vec::Vec;

use super::{AuditFinding, AuditSubject, Evidence, Place, Region, SlotBytes, Violation, audit_of, code};

/// Three buffers in two banks, of which the first two are alive together: banks of 64 bytes at 4096 and 8192.
struct Case {
    regions: [Region; 2],
    bases: [*mut u8; 2],
    slots: [SlotBytes; 3],
    places: [Place; 3],
    sets: Vec<Vec<u16>>,
}

const BASES: [usize; 2] = [4096, 8192];

fn case() -> Case {
    let regions = [Region { capacity: 80, reserve: 16, bytes: 64, align: 32 }; 2];
    let slot = |bank, offset| SlotBytes { bank, offset, size: 32, align: 8, type_align: 4 };
    let bases = BASES.map(std::ptr::without_provenance_mut::<u8>);
    let slots = [slot(0, 0), slot(0, 32), slot(1, 0)];
    let places = slots.map(|slot| Place {
        bank: slot.bank,
        offset: slot.offset as usize,
        align: 8,
        line: 1,
        address: bases[usize::from(slot.bank)].wrapping_add(slot.offset as usize),
    });
    Case { regions, bases, slots, places, sets: [&[0, 1][..], &[1, 2]].map(<[u16]>::to_vec).to_vec() }
}

/// The findings after a change of the tables.
fn found(change: impl FnOnce(&mut Case)) -> Vec<AuditFinding> {
    let mut case = case();
    change(&mut case);
    let sets: Vec<&[u16]> = case.sets.iter().map(Vec::as_slice).collect();
    let audit = audit_of::<3, 1, 2>(&Evidence {
        regions: &case.regions,
        bases: &case.bases,
        slots: &case.slots,
        places: &case.places,
        sets: &sets,
        memory: (&case.regions, &case.bases),
    });
    assert_eq!(audit.holds(), audit.findings().is_empty());
    audit.findings().to_vec()
}

fn finding(code: &'static str, subject: AuditSubject) -> AuditFinding {
    AuditFinding { code, subject, other: None, step: None }
}

#[test]
fn whole_tables_hold() {
    assert_eq!(found(|_| {}), []);
    // A bank without bytes is nowhere.
    let empty = |case: &mut Case| {
        (case.slots[2].bank, case.places[2].bank) = (0, 0);
        case.places[2].address = case.bases[0];
        case.regions[1].bytes = 0;
        case.bases[1] = case.bases[0];
    };
    assert_eq!(found(empty), []);
}

/// One changed figure, as a flipped bit would change it, and the finding.
#[test]
fn every_table_is_looked_at() {
    use AuditSubject::{Bank, Buffer, Step};
    let [x, y, z] = [0, 1, 2].map(Buffer);
    assert_eq!(found(|case| case.slots[2].align = 64), [finding("base-misaligned", z)]);
    assert_eq!(found(|case| case.slots[0].type_align = 16), [finding("misaligned", x)]);
    assert_eq!(found(|case| case.slots[1].size = 33), [finding("out-of-bank", y)]);
    assert_eq!(found(|case| case.regions[1].bytes = 128), [finding("over-budget", Bank(1))]);
    assert_eq!(found(|case| case.sets[1][1] = 9), [finding("unknown-buffer", Step(1))]);
    assert_eq!(found(|case| case.places[1].offset = 36), [finding("out-of-bank", y)]);
    assert_eq!(found(|case| case.places[1].address = case.bases[0]), [finding("out-of-bank", y)]);
    let overlap = AuditFinding { other: Some(1), step: Some(0), ..finding("overlap", x) };
    assert_eq!(found(|case| case.slots[0].size = 40), [overlap]);
    // Two steps, two findings; the same pair in a third step is none.
    let twice = |case: &mut Case| {
        case.sets = [&[0, 2][..], &[2, 0], &[0, 1]].map(<[u16]>::to_vec).to_vec();
        case.slots[2].bank = 0;
        case.slots[1].offset = 8;
    };
    let found = found(twice);
    assert_eq!(
        (found[0].other, found[0].step, found[1].other, found[1].step),
        (Some(2), Some(0), Some(1), Some(2))
    );
}

#[test]
fn addresses_are_those_that_the_linker_gave() {
    use AuditSubject::Bank;
    let moved = |bank: usize, to: usize| {
        move |case: &mut Case| {
            case.bases[bank] = std::ptr::without_provenance_mut(to);
            for place in case.places.iter_mut().filter(|place| usize::from(place.bank) == bank) {
                place.address = case.bases[bank].wrapping_add(place.offset);
            }
        }
    };
    assert_eq!(found(moved(1, 8192 + 32)), []);
    assert_eq!(found(moved(1, 8192 + 16)), [finding("misaligned", Bank(1))]);
    let overlap = AuditFinding { other: Some(1), ..finding("overlap", Bank(0)) };
    assert_eq!(found(moved(1, 4096 + 32)), [overlap]);
    assert_eq!(found(moved(0, usize::MAX - 31)), [finding("out-of-bank", Bank(0))]);
}

#[test]
fn codes_are_those_of_the_verifier() {
    let violations = [
        Violation::UnknownBank { slot: 0 },
        Violation::Empty { slot: 0 },
        Violation::Misaligned { slot: 0 },
        Violation::BaseMisaligned { slot: 0 },
        Violation::OutOfBank { slot: 0 },
        Violation::Overlap { slot: 0, other: 1, set: 0 },
        Violation::OverBudget { bank: 0 },
        Violation::UnknownSlot { set: 0 },
        Violation::Scratch,
    ];
    assert_eq!(violations.map(|one| code(&one)), violations.map(|one| one.code().as_str()));
}

/// Memory that the application gives may be anywhere: its address is not that of the tables, and while none is bound there is
/// nothing to examine.
#[test]
fn bound_memory_is_examined_where_it_is() {
    let case = case();
    let sets: Vec<&[u16]> = case.sets.iter().map(Vec::as_slice).collect();
    let found = |at: *mut u8, region: Region| {
        let (there, at) = ([region, case.regions[1]], [at, case.bases[1]]);
        let evidence = Evidence {
            regions: &case.regions,
            bases: &case.bases,
            slots: &case.slots,
            places: &case.places,
            sets: &sets,
            memory: (&there, &at),
        };
        audit_of::<3, 1, 2>(&evidence).to_string()
    };
    let region = case.regions[0];
    let elsewhere = case.bases[1].wrapping_add(0x1000);
    assert_eq!(found(elsewhere, region), "the plan holds");
    assert_eq!(found(core::ptr::null_mut(), Region { bytes: 0, ..region }), "the plan holds");
    assert_eq!(
        found(elsewhere.wrapping_add(4), region),
        "the plan does not hold: 1 finding\n  bank 0: misaligned"
    );
    assert_eq!(
        found(case.bases[1].wrapping_add(32), region),
        "the plan does not hold: 1 finding\n  bank 1 and 0: overlap"
    );
}

#[test]
fn a_fixed_number_of_findings_is_kept() {
    let case = case();
    let slots = [SlotBytes { bank: 0, offset: 0, size: 8, align: 8, type_align: 8 }; 12];
    let place = Place { bank: 0, offset: 0, align: 8, line: 1, address: case.bases[0] };
    let sets: Vec<Vec<u16>> = (1..12).map(|other| [0, other].to_vec()).collect();
    let sets: Vec<&[u16]> = sets.iter().map(Vec::as_slice).collect();
    let evidence = Evidence {
        regions: &case.regions,
        bases: &case.bases,
        slots: &slots,
        places: &[place; 12],
        sets: &sets,
        memory: (&case.regions, &case.bases),
    };
    let audit = audit_of::<12, 1, 2>(&evidence);
    assert_eq!((audit.findings().len(), audit.more(), audit.holds()), (8, 3, false));
    let text = audit.to_string();
    assert!(
        text.starts_with("the plan does not hold: 11 findings\n  buffer 0 and 1 in step 0: overlap\n"),
        "{text}"
    );
    // Tables of another plan.
    assert_eq!(
        audit_of::<11, 1, 2>(&evidence).to_string(),
        "the plan does not hold: 1 finding\n  the table: too-many"
    );
}
