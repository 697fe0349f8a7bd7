//! The sweep verifier against a comparison of all pairs, and figures against a visit of every step.

use std::collections::BTreeSet;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{
    Bank, Buffer, Layout, MAX_OVERLAPS, Placement, Problem, plan, summarize, verify,
};
use proptest::prelude::*;

/// What a finding is about, without its text.
type Fact = (String, Code, Option<String>);

/// Every finding, the slow way.
fn all_pairs(problem: &Problem, layout: &Layout) -> BTreeSet<Fact> {
    let mut facts = BTreeSet::new();
    let buffer = |id: &str| problem.buffers.iter().find(|buffer| &*buffer.id == id);
    let mut add = |id: &str, code, other: Option<&str>| {
        facts.insert((id.to_owned(), code, other.map(str::to_owned)));
    };
    for (index, spot) in layout.placements.iter().enumerate() {
        let b = buffer(&spot.id).expect("only placements of buffers are made here");
        let bank = problem.banks.iter().find(|bank| bank.id == spot.bank).expect("only banks are used here");
        if !b.needs.banks.contains(&spot.bank) {
            add(&b.id, Code::BankNotAllowed, None);
        }
        let bank_moved = b.needs.fixed_bank.as_ref().is_some_and(|fixed| *fixed != spot.bank);
        if bank_moved || b.needs.fixed_offset.is_some_and(|fixed| fixed != spot.offset) {
            add(&b.id, Code::FixedMoved, None);
        }
        if spot.offset % b.needs.alignment != 0 {
            add(&b.id, Code::Misaligned, None);
        }
        if spot.offset + b.needs.bytes > bank.model.capacity {
            add(&b.id, Code::OutOfBank, None);
        }
        for other in &layout.placements[..index] {
            let o = buffer(&other.id).expect("only placements of buffers are made here");
            let together = b.first <= o.last && o.first <= b.last;
            let share =
                spot.offset < other.offset + o.needs.bytes && other.offset < spot.offset + b.needs.bytes;
            if spot.bank == other.bank && together && share {
                let (a, z) = if b.id < o.id { (b, o) } else { (o, b) };
                add(&a.id, Code::Overlap, Some(&z.id));
            }
        }
    }
    for b in &problem.buffers {
        if !layout.placements.iter().any(|spot| spot.id == b.id) {
            add(&b.id, Code::MissingPlacement, None);
        }
    }
    facts
}

fn found(problem: &Problem, layout: &Layout) -> BTreeSet<Fact> {
    let verdict = verify(problem, layout);
    assert!(verdict.complete && verdict.findings.is_sorted());
    let facts: BTreeSet<Fact> = verdict
        .findings
        .iter()
        .map(|f| (f.buffer.to_string(), f.code, f.other.as_ref().map(|other| other.to_string())))
        .collect();
    assert_eq!(facts.len(), verdict.findings.len(), "a finding is listed twice");
    facts
}

prop_compose! {
    /// A buffer of two banks; every fourth is fixed.
    fn buffer(index: usize)(
        bytes in 1u64..40,
        first in 0u64..12,
        length in 0u64..5,
        log in 0u32..4,
        choice in 0usize..4,
        fixed in prop::option::weighted(0.25, 0u64..6),
    ) -> Buffer {
        let banks: &[&str] = [&["a"][..], &["b"], &["a", "b"], &["b", "a"]][choice];
        let buffer = Buffer::new(&format!("b{index}"), bytes, first, first + length, banks)
            .with_alignment(1 << log);
        match fixed {
            Some(slot) => buffer.with_fixed(banks[0], slot << log),
            None => buffer,
        }
    }
}

fn problem() -> impl Strategy<Value = Problem> {
    (0usize..24).prop_flat_map(|count| {
        let buffers: Vec<_> = (0..count).map(buffer).collect();
        buffers.prop_map(|buffers| Problem { banks: vec![Bank::new("a", 96), Bank::new("b", 64)], buffers })
    })
}

proptest! {
    #[test]
    fn random_layouts_give_the_findings_of_all_pairs(
        problem in problem(),
        spots in prop::collection::vec((0u64..80, any::<bool>(), 0u8..20), 24),
    ) {
        let placements = problem.buffers.iter().zip(spots).filter(|(_, (_, _, keep))| *keep > 0);
        let placements = placements.map(|(buffer, (offset, a, _))| {
            Placement::new(&buffer.id, if a { "a" } else { "b" }, offset)
        });
        let layout = Layout { placements: placements.collect() };
        prop_assert_eq!(found(&problem, &layout), all_pairs(&problem, &layout));
    }

    #[test]
    fn planned_layouts_break_no_rule_but_the_budget(problem in problem()) {
        let planned = plan(&problem, &Options::default()).expect("the problem is valid");
        let facts = found(&problem, &planned.layout);
        prop_assert_eq!(&facts, &all_pairs(&problem, &planned.layout));
        let fixed = |id: &str| {
            problem.buffers.iter().any(|buffer| &*buffer.id == id && buffer.needs.fixed_offset.is_some())
        };
        for (id, code, other) in &facts {
            match code {
                Code::OutOfBank => prop_assert!(!planned.fits),
                Code::Overlap => prop_assert!(fixed(id) && other.as_deref().is_some_and(fixed)),
                _ => prop_assert!(false, "{id}: {code}"),
            }
        }
    }

    #[test]
    fn figures_are_those_of_every_step(problem in problem()) {
        let layout = plan(&problem, &Options::default()).expect("the problem is valid").layout;
        let summary = summarize(&problem, &layout);
        for bank in &summary.banks {
            let inside: Vec<_> = layout.placements.iter().filter(|spot| spot.bank == bank.bank.id).collect();
            let buffer = |id: &str| problem.buffers.iter().find(|b| &*b.id == id).expect("it is declared");
            let load = |step| {
                let alive = inside.iter().map(|spot| buffer(&spot.id));
                alive.filter(|b| b.first <= step && step <= b.last).map(|b| b.needs.bytes).sum::<u64>()
            };
            let peak = (0..20).map(load).max().unwrap_or(0);
            prop_assert_eq!(bank.peak_live_bytes, peak);
            prop_assert_eq!(bank.peak_step, (0..20).find(|&step| peak > 0 && load(step) == peak));
            let high = inside.iter().map(|spot| spot.offset + buffer(&spot.id).needs.bytes).max();
            prop_assert_eq!(bank.high_water, high.unwrap_or(0));
        }
    }
}

#[test]
fn a_list_of_very_many_overlaps_ends_early_and_says_so() {
    let count = 20_000;
    let names: Vec<String> = (0..count).map(|index| format!("b{index:05}")).collect();
    let problem = Problem {
        banks: vec![Bank::new("ram", 64)],
        buffers: names.iter().map(|name| Buffer::new(name, 8, 0, 9, &["ram"])).collect(),
    };
    let layout = Layout { placements: names.iter().map(|name| Placement::new(name, "ram", 0)).collect() };
    let verdict = verify(&problem, &layout);
    assert_eq!((verdict.findings.len(), verdict.complete), (MAX_OVERLAPS, false));
}

#[test]
fn unvalidated_input_gives_findings_and_no_panic() {
    let mut backwards = Buffer::new("backwards", u64::MAX, 9, 0, &["ram"]);
    backwards.needs.alignment = 0;
    let problem = Problem { banks: vec![Bank::new("ram", 64)], buffers: vec![backwards] };
    let layout = Layout { placements: vec![Placement::new("backwards", "ram", u64::MAX)] };
    let codes: Vec<_> = verify(&problem, &layout).findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::OutOfBank, Code::Misaligned]);
    assert_eq!(summarize(&problem, &layout).banks[0].high_water, u64::MAX);
    assert!(plan(&problem, &Options::default()).is_err());
}

/// Files have no alignment of a bank, but a caller of the library may set one.
#[test]
fn the_alignment_of_a_bank_applies_to_its_buffers() {
    let mut problem =
        Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("x", 8, 0, 0, &["ram"]); 2] };
    problem.buffers[1].id = "y".into();
    problem.banks[0].model.align = 32;
    let layout = plan(&problem, &Options::default()).expect("a problem").layout;
    assert_eq!(layout.placements.iter().map(|spot| spot.offset).max(), Some(32));
    assert!(verify(&problem, &layout).holds());
    let layout = Layout { placements: vec![Placement::new("x", "ram", 0), Placement::new("y", "ram", 8)] };
    let findings = verify(&problem, &layout).findings;
    let texts: Vec<_> = findings.iter().map(|finding| (finding.code, finding.message.as_str())).collect();
    assert_eq!(texts, [(Code::Misaligned, "`y` @ 8 is not aligned to 32")]);
    problem.banks[0].model.align = 0;
    let error = plan(&problem, &Options::default()).unwrap_err();
    assert_eq!((error.code, error.at.to_string().as_str()), (Code::BadAlignment, "banks[0].align"));
}
