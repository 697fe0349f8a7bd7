//! Members that search for the same target in parallel, with the same result on threads and one after another.
//!
//! The search runs in rounds: in each, every member makes a few tries. The lowest member that decides the question in
//! a round answers it. On threads, what the members above it did in that round depends on timing, so it is undone;
//! without threads they have not started yet.

use alloc::vec::Vec;

use super::Answer;
use super::restarts::{Restarts, Tried};
use crate::planner::meter::{Meter, Work};
use crate::planner::reduction::Instance;

/// Tries of each member in a round: few, because the round ends with the last member, but several, because tries vary
/// in length.
const TRIES: u32 = 2;

/// Members that search together.
pub(crate) struct Members<'t> {
    members: Vec<Restarts<'t>>,
    /// The member that answered last.
    winner: usize,
}

impl<'t> Members<'t> {
    pub(crate) fn new(instance: &'t Instance, members: u32) -> Self {
        Self { members: (0..members.max(1)).map(|m| Restarts::new(instance, m)).collect(), winner: 0 }
    }

    /// Offsets in units after a layout was found.
    pub(crate) fn offsets(&self) -> &[u64] {
        self.members[self.winner].offsets()
    }

    /// Tries of all members.
    pub(crate) fn tries(&self) -> u64 {
        self.members.iter().map(|m| m.state().tries).sum()
    }

    /// Looks for a layout of at most `target` bytes. Each member may spend what `meter` has left.
    pub(crate) fn run(&mut self, target: u64, meter: &mut Meter<'_>) -> Answer {
        let limit = meter.left();
        self.members.iter_mut().for_each(|m| m.begin(limit));
        while !meter.is_over() {
            // A single member reports after each try.
            let tries = if self.members.len() == 1 { 1 } else { TRIES };
            let round = round(&mut self.members, target, tries, meter);
            let Some(spent) = round.iter().map(|t| t.spent.nodes).max().filter(|&nodes| nodes > 0) else {
                break;
            };
            // The budget is per member; the statistics count all of them.
            let most = Work { nodes: spent, units: round.iter().map(|t| t.spent.units).max().unwrap_or(0) };
            let all = round.iter().fold(Work::NONE, |sum, tried| sum.plus(tried.spent));
            meter.spend(most, all);
            if let Some(last) = round.last().filter(|t| t.result != Answer::Unknown) {
                self.winner = round.len() - 1;
                return last.result;
            }
        }
        Answer::Unknown
    }
}

/// One round: the result of each member, up to the first one that decided the question.
#[cfg(not(feature = "parallel"))]
fn round(members: &mut [Restarts<'_>], target: u64, tries: u32, meter: &mut Meter<'_>) -> Vec<Tried> {
    one_by_one(members, target, tries, meter)
}

/// The same, on threads.
#[cfg(feature = "parallel")]
fn round(members: &mut [Restarts<'_>], target: u64, tries: u32, meter: &mut Meter<'_>) -> Vec<Tried> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(members.len());
    if threads < 2 {
        return one_by_one(members, target, tries, meter);
    }
    threaded::round(members, target, tries, meter, threads)
}

fn one_by_one(members: &mut [Restarts<'_>], target: u64, tries: u32, meter: &mut Meter<'_>) -> Vec<Tried> {
    let mut round = Vec::with_capacity(members.len());
    for member in members {
        let tried = member.run(target, tries, &mut || meter.poll());
        round.push(tried);
        if tried.result != Answer::Unknown {
            break;
        }
    }
    round
}

#[cfg(feature = "parallel")]
mod threaded {
    //! A round on threads.

    use super::super::restarts::State;
    use super::{Answer, Meter, Restarts, Tried, Vec};
    use core::sync::atomic::{AtomicU32, Ordering};
    use std::sync::Mutex;

    /// Runs members on `threads` threads, the lower ones first; this thread is one of them and updates the meter.
    pub(super) fn round(
        members: &mut [Restarts<'_>],
        target: u64,
        tries: u32,
        meter: &mut Meter<'_>,
        threads: usize,
    ) -> Vec<Tried> {
        let before: Vec<State> = members.iter().map(|m| m.state().clone()).collect();
        let results = Mutex::new(alloc::vec![None; members.len()]);
        let cancel = meter.cancel();
        // The lowest member that has decided the question; those above it can stop.
        let decided = AtomicU32::new(u32::MAX);
        let queue = Mutex::new((0u32..).zip(members.iter_mut()));
        let work = |wants_end: &mut dyn FnMut() -> bool| {
            loop {
                let next = queue.lock().ok().and_then(|mut queue| queue.next());
                let Some((number, member)) = next else { return };
                let mut stop = || wants_end() || decided.load(Ordering::Relaxed) < number;
                if stop() {
                    continue;
                }
                let tried = member.run(target, tries, &mut stop);
                if tried.result != Answer::Unknown {
                    decided.fetch_min(number, Ordering::Relaxed);
                }
                if let Ok(mut results) = results.lock() {
                    results[number as usize] = Some(tried);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(&mut || cancel.is_some_and(|c| c.load(Ordering::Relaxed))));
            }
            work(&mut || meter.poll());
        });
        let winner = decided.load(Ordering::Relaxed) as usize;
        for (member, state) in members.iter_mut().zip(before).skip(winner.saturating_add(1)) {
            member.restore(state);
        }
        let results = results.into_inner().unwrap_or_default();
        results.into_iter().take(winner.saturating_add(1)).map_while(|tried| tried).collect()
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::super::restarts::State;
    use super::*;
    use crate::planner::random::Random;
    use crate::planner::reduction::Item;

    /// A rectangle of 4096 steps and bytes, cut in two repeatedly.
    fn tiling(seed: u64, pieces: usize) -> Vec<Item> {
        let mut random = Random::new(seed);
        let mut pick = |n: u64| u32::try_from(random.below(n)).unwrap();
        let mut items = alloc::vec![Item::new(4096, 0, 4095)];
        while items.len() < pieces {
            let piece = items.swap_remove(pick(items.len() as u64) as usize);
            let steps = u64::from(piece.last - piece.first);
            if pick(2) == 0 && steps > 0 {
                let end = piece.first + pick(steps);
                items.extend([Item { last: end, ..piece }, Item { first: end + 1, ..piece }]);
            } else if piece.size > 1 {
                let low = 1 + u64::from(pick(piece.size - 1));
                items.extend([Item { size: low, ..piece }, Item { size: piece.size - low, ..piece }]);
            } else {
                items.push(piece);
            }
        }
        items
    }

    /// Rounds of a question until it is decided, and what the members learned.
    fn rounds(instance: &Instance, target: u64, threads: usize) -> (Vec<Vec<Tried>>, Vec<State>) {
        let limit = Work { nodes: 12_000, units: u64::MAX };
        let mut meter = Meter::new(limit);
        let mut members = Members::new(instance, 5);
        members.members.iter_mut().for_each(|m| m.begin(limit));
        let mut all = Vec::new();
        while all.len() < 8 {
            let round = match threads {
                1 => one_by_one(&mut members.members, target, TRIES, &mut meter),
                _ => threaded::round(&mut members.members, target, TRIES, &mut meter, threads),
            };
            let end = round.last().is_some_and(|t| t.result != Answer::Unknown);
            all.push(round);
            if end {
                break;
            }
        }
        (all, members.members.iter().map(|m| m.state().clone()).collect())
    }

    #[test]
    fn members_learn_the_same_on_threads_and_one_by_one() {
        let mut ends = [0; 6];
        for (seed, pieces) in (0..30).zip((200..).step_by(5)) {
            let instance = Instance::new(&tiling(seed, pieces)).unwrap();
            let expected = rounds(&instance, instance.bound, 1);
            let end = expected.0.last().unwrap();
            ends[if end.last().unwrap().result == Answer::Found { end.len() - 1 } else { 5 }] += 1;
            assert_eq!(rounds(&instance, instance.bound, 2), expected, "seed {seed}");
            assert_eq!(rounds(&instance, instance.bound, 5), expected, "seed {seed}");
        }
        // Wins of each member, and questions left open.
        assert_eq!(ends, [24, 2, 1, 0, 1, 2]);
    }
}
