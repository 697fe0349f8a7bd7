//! The exact search against brute force, on any number of small problems.

use crate::bench::support::{Random, brute_force, chain, constrain, load, scatter, sweep};
use crate::error::{Error, Result};
use arena_plan_core::planner::exact::{Item, Rules, Verdict, decide};

/// Checks problems `from..from + count` and prints how many there were of each kind.
pub(crate) fn run(from: u64, count: u64) -> Result {
    let (mut above, mut hopeless) = (0u64, 0u64);
    for seed in from..from.saturating_add(count) {
        let items = problem(seed);
        let best = brute_force(&items);
        compare(&items, best).map_err(|e| Error::new(format!("problem {seed}: {e}: {items:?}")))?;
        match best {
            Some(best) => above += u64::from(best > load(&items)),
            None => hopeless += 1,
        }
        if (seed + 1 - from).is_multiple_of(100_000) {
            println!("{} problems", seed + 1 - from);
        }
    }
    println!(
        "{count} problems agree with brute force at the optimum and one byte below it; the optimum of {above} is \
         above the load bound, {hopeless} have no layout at any height"
    );
    Ok(())
}

/// Half constant-load chains, half with alignments and fixed positions.
fn problem(seed: u64) -> Vec<Item> {
    let random = &mut Random::new(seed);
    if seed.is_multiple_of(2) {
        let bytes = 12 + random.below(6);
        return chain(random, bytes, 16);
    }
    let mut items = if seed % 4 == 1 {
        let bytes = 3 + random.below(10);
        chain(random, bytes, 7)
    } else {
        scatter(random, 6, 5, 8)
    };
    let room = load(&items) + 2;
    constrain(random, &mut items, room);
    items
}

/// At the optimum there is a layout, and one byte below it there is none.
fn compare(items: &[Item], best: Option<u64>) -> std::result::Result<(), String> {
    let Some(best) = best else {
        return match decide(items, 1 << 20, Rules::ALL, u64::MAX).0 {
            Verdict::Infeasible => Ok(()),
            other => Err(format!("{other:?}, but there is no layout")),
        };
    };
    match decide(items, best, Rules::ALL, u64::MAX).0 {
        Verdict::Fits(offsets) => sweep(items, &offsets, best)?,
        other => return Err(format!("{other:?} at the optimum {best}")),
    }
    match decide(items, best - 1, Rules::ALL, u64::MAX).0 {
        Verdict::Infeasible => Ok(()),
        other => Err(format!("{other:?} below the optimum {best}")),
    }
}
