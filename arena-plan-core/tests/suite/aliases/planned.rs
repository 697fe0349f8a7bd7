//! Plans of random problems with aliases against brute force on the problem without them, and against mutations.

#![allow(clippy::cast_possible_truncation, reason = "generated figures are small")]

use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner::exact::Item;
use arena_plan_core::planner::{Options, Strategy};
use arena_plan_core::problem::{
    Bank, Buffer, Layout, Placement, Problem, plan, reasons, summarize, validate, verify,
};

use crate::support::{Random, brute_force};

/// A buffer of the problem as the test knows it: the index of the one with the bytes, and the offset in it.
struct Known {
    root: usize,
    offset: u64,
}

/// Up to five buffers in one bank, and up to five aliases of them and of one another, in a random order.
fn random(random: &mut Random) -> (Problem, Vec<Known>) {
    let roots = 2 + random.below(4) as usize;
    let aliases = 1 + random.below(5) as usize;
    let mut buffers: Vec<Buffer> = Vec::new();
    let mut known: Vec<Known> = Vec::new();
    for index in 0..roots + aliases {
        let (a, b) = (random.below(6), random.below(6));
        let align = 1 << random.below(3);
        let id = format!("b{index}");
        if index < roots {
            let bytes = 1 + random.below(12);
            let buffer = Buffer::new(&id, bytes, a.min(b), a.max(b), &["ram"]).with_alignment(align);
            buffers.push(buffer);
            known.push(Known { root: index, offset: 0 });
            continue;
        }
        let of = random.below(index as u64) as usize;
        let room = buffers[of].needs.bytes;
        let offset = random.below(room);
        let bytes = 1 + random.below(room - offset);
        let whole = known[of].offset + offset;
        // An alignment that its place can have.
        let align = (1 << whole.trailing_zeros().min(3)).min(align);
        let buffer = Buffer::new(&id, bytes, a.min(b), a.max(b), &["ram"])
            .with_alignment(align)
            .with_alias(&format!("b{of}"), offset);
        buffers.push(buffer);
        known.push(Known { root: known[of].root, offset: whole });
    }
    (Problem { banks: vec![Bank::new("ram", 1000)], buffers }, known)
}

/// The buffers with bytes, alive and aligned as all that share them need.
fn merged(problem: &Problem, known: &[Known]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (index, buffer) in problem.buffers.iter().enumerate() {
        if known[index].root != index {
            continue;
        }
        let group = || problem.buffers.iter().zip(known).filter(|(_, k)| k.root == index).map(|(b, _)| b);
        let mut item = Item::new(
            buffer.needs.bytes,
            group().map(|b| b.first).min().expect("itself") as u32,
            group().map(|b| b.last).max().expect("itself") as u32,
        );
        item.align = group().map(|b| b.needs.alignment).max().expect("itself");
        items.push(item);
    }
    items
}

fn place<'l>(layout: &'l Layout, id: &str) -> &'l Placement {
    layout.placements.iter().find(|placement| &*placement.id == id).expect("a placement")
}

#[test]
fn a_plan_with_aliases_is_as_low_as_brute_force_without_them() {
    let mut shared = 0;
    for seed in 0..400 {
        let (mut problem, known) = random(&mut Random::new(seed));
        validate(&problem).unwrap();
        let planned = plan(&problem, &Options::default()).unwrap();
        let verdict = verify(&problem, &planned.layout);
        assert!(planned.fits && verdict.holds(), "{seed}: {:?}", verdict.findings);
        assert!(planned.layout.placements.is_sorted_by_key(|placement| &placement.id));
        let items = merged(&problem, &known);
        let best = brute_force(&items).expect("a layout");
        let summary = summarize(&problem, &planned.layout);
        assert_eq!(summary.banks[0].high_water, best, "{seed}: {problem:?}");
        assert_eq!(summary.buffer_bytes, items.iter().map(|item| item.size).sum::<u64>());
        assert_eq!((planned.misses, planned.bound <= best), (0, true));
        for (buffer, known) in problem.buffers.iter().zip(&known) {
            let root = place(&planned.layout, &problem.buffers[known.root].id);
            assert_eq!(place(&planned.layout, &buffer.id).offset, root.offset + known.offset, "{seed}");
            shared += u32::from(buffer.needs.alias.is_some());
        }
        // Neither the order of the buffers nor the lack of reuse changes what shares bytes.
        problem.buffers.reverse();
        assert_eq!(plan(&problem, &Options::default()).unwrap().layout, planned.layout, "{seed}");
        let apart = Options { strategy: Strategy::Sequential, ..Options::default() };
        assert!(verify(&problem, &plan(&problem, &apart).unwrap().layout).holds(), "{seed}");
    }
    assert!(shared > 800, "{shared}");
}

#[test]
fn the_verifier_refuses_every_mutation() {
    let (mut moved, mut swapped, mut covered) = (0, 0, 0);
    for seed in 0..400 {
        let generator = &mut Random::new(seed);
        let (mut problem, known) = random(generator);
        problem.banks.push(Bank::new("rom", 1000));
        problem.buffers.iter_mut().for_each(|buffer| buffer.needs.banks.push("rom".into()));
        let layout = plan(&problem, &Options::default()).unwrap().layout;
        assert!(verify(&problem, &layout).holds());
        for (index, buffer) in problem.buffers.iter().enumerate() {
            let at = layout.placements.iter().position(|placement| placement.id == buffer.id).expect("one");
            let alone = known.iter().filter(|k| k.root == known[index].root).count() == 1;
            let codes = |change: &dyn Fn(&mut Placement)| -> Vec<Code> {
                let mut changed = layout.clone();
                change(&mut changed.placements[at]);
                verify(&problem, &changed).findings.iter().map(|finding| finding.code).collect()
            };
            if !alone {
                // One of a group alone at another offset or in another bank: no place is right for it.
                for by in [1, 8, 200] {
                    assert!(codes(&|one| one.offset += by).contains(&Code::AliasMoved), "{seed} {index}");
                }
                assert!(codes(&|one| one.bank = "rom".into()).contains(&Code::AliasMoved), "{seed} {index}");
                moved += 1;
            }
            // A declaration that the layout does not follow.
            if buffer.needs.alias.is_some() {
                let mut other = problem.clone();
                other.buffers[index].needs.alias.as_mut().expect("an alias").offset += 1;
                assert!(!verify(&other, &layout).holds(), "{seed} {index}");
                other.buffers[index].needs.alias = None;
                let root = &problem.buffers[known[index].root];
                let life = |b: &Buffer| b.first..=b.last;
                let together = life(root).any(|step| life(buffer).contains(&step));
                // Without the alias, it shares bytes with what it was part of.
                assert!(!together || !verify(&other, &layout).holds(), "{seed} {index}");
                swapped += 1;
            }
            // Another buffer over bytes that are kept only for an alias.
            let root = &problem.buffers[known[index].root];
            if buffer.last > root.last && known[index].root != index {
                let mut more = problem.clone();
                more.buffers.push(Buffer::new("z", 1, buffer.last, buffer.last, &["ram", "rom"]));
                let mut with = layout.clone();
                let spot = place(&layout, &root.id);
                let last = spot.offset + root.needs.bytes - 1;
                with.placements.push(Placement::new("z", &spot.bank, last));
                let verdict = verify(&more, &with);
                assert!(verdict.findings.iter().any(|f| f.code == Code::Overlap), "{seed} {index}");
                covered += 1;
            }
        }
    }
    assert!(moved > 1000 && swapped > 800 && covered > 200, "{moved} {swapped} {covered}");
}

#[test]
fn an_overlap_with_bytes_that_are_kept_says_so() {
    let buffers = vec![
        Buffer::new("conv", 64, 0, 1, &["ram"]),
        Buffer::new("relu", 32, 1, 3, &["ram"]).with_alias("conv", 0),
        Buffer::new("pool", 16, 3, 4, &["ram"]),
    ];
    let problem = Problem { banks: vec![Bank::new("ram", 128)], buffers };
    let layout = |relu: u64, pool: u64| Layout {
        placements: vec![
            Placement::new("conv", "ram", 0),
            Placement::new("relu", "ram", relu),
            Placement::new("pool", "ram", pool),
        ],
    };
    let messages = |layout: &Layout| -> Vec<String> {
        verify(&problem, layout).findings.into_iter().map(|finding| finding.message).collect()
    };
    assert_eq!(messages(&layout(0, 64)), [""; 0]);
    assert_eq!(
        messages(&layout(0, 48)),
        [
            "`conv` 0..64 and `pool` 48..64 share 16 bytes of `ram`, and the bytes are kept for an alias in step 3"
        ]
    );
    assert_eq!(
        messages(&layout(64, 96)),
        ["`relu` is in `ram` @ 64, but it is the bytes of `conv` from 0 on, which is in `ram` @ 0"]
    );
    // Over its own root at another offset, it is a buffer like any other.
    assert_eq!(
        messages(&layout(16, 64)),
        [
            "`conv` 0..64 and `relu` 16..48 share 32 bytes of `ram`, and both are alive in step 1",
            "`relu` is in `ram` @ 16, but it is the bytes of `conv` from 0 on, which is in `ram` @ 0"
        ]
    );
}

#[test]
fn why_a_plan_does_not_fit_names_the_alias() {
    let buffers = vec![
        Buffer::new("conv", 64, 0, 1, &["ram"]),
        Buffer::new("relu", 64, 1, 3, &["ram"]).with_alias("conv", 0),
        Buffer::new("pool", 48, 3, 4, &["ram"]),
    ];
    let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers };
    let options = Options::default();
    let planned = plan(&problem, &options).unwrap();
    assert_eq!(planned.status.code(), "infeasible-bound");
    let message = &reasons(&problem, &planned, &options, &[])[0].message;
    assert!(message.contains("\n  conv with relu  64 bytes  0..=3\n"), "{message}");
    assert!(message.contains("  bank `ram`: capacity 112 instead of 96, the minimum"), "{message}");
}
