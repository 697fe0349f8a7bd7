//! The exact search against brute force, with all rules and with each rule switched off.

use crate::support::{Random, brute_force, chain, constrain, load, scatter, sweep};
use arena_plan_core::planner::exact::{Item, Rules, Verdict, decide};

/// The result of a run over many problems.
#[derive(Default, Debug, PartialEq, Eq)]
struct Tally {
    problems: u32,
    /// Optimum above the load bound.
    above: u32,
    /// No layout at any height.
    hopeless: u32,
}

fn rule_sets() -> [Rules; 6] {
    let all = Rules::ALL;
    [
        all,
        Rules { blocked: false, ..all },
        Rules { split: false, ..all },
        Rules { spanning: false, ..all },
        Rules { twins: false, ..all },
        Rules { blocked: false, split: false, spanning: false, twins: false },
    ]
}

/// Asks for the optimum and for one byte less; returns whether the optimum is above the bound.
fn check(items: &[Item], tally: &mut Tally) {
    tally.problems += 1;
    let best = brute_force(items);
    for rules in rule_sets() {
        let Some(best) = best else {
            assert_eq!(decide(items, 1 << 20, rules, 1 << 30).0, Verdict::Infeasible, "{rules:?} {items:?}");
            continue;
        };
        match decide(items, best, rules, 1 << 30).0 {
            Verdict::Fits(offsets) => {
                sweep(items, &offsets, best).unwrap_or_else(|e| panic!("{e}: {rules:?} {items:?}"))
            }
            other => panic!("{other:?} at the optimum {best}: {rules:?} {items:?}"),
        }
        let below = decide(items, best - 1, rules, 1 << 30).0;
        assert_eq!(below, Verdict::Infeasible, "below the optimum {best}: {rules:?} {items:?}");
    }
    match best {
        Some(best) => tally.above += u32::from(best > load(items)),
        None => tally.hopeless += 1,
    }
}

#[test]
fn constant_load_chains_agree_with_brute_force() {
    let mut tally = Tally::default();
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let load = 14 + random.below(6);
        check(&chain(random, load, 18), &mut tally);
    }
    assert!(tally.above >= 10, "{tally:?}");
}

#[test]
fn alignments_and_fixed_offsets_agree_with_brute_force() {
    let mut tally = Tally::default();
    for seed in 0..600 {
        let random = &mut Random::new(seed);
        let mut items = if seed % 2 == 0 {
            let load = 3 + random.below(10);
            chain(random, load, 7)
        } else {
            scatter(random, 6, 5, 8)
        };
        let room = load(&items) + 2;
        constrain(random, &mut items, room);
        check(&items, &mut tally);
    }
    assert!(tally.above >= 100 && tally.hopeless >= 40, "{tally:?}");
}
