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

    /// The member with this number alone: its tries differ from those of the members with other numbers.
    pub(crate) fn single(instance: &'t Instance, number: u32) -> Self {
        Self { members: alloc::vec![Restarts::new(instance, number)], winner: 0 }
    }

    /// Offsets in units after a layout was found.
    pub(crate) fn offsets(&self) -> &[u64] {
        &self.members[self.winner].search.state.lo
    }

    /// Tries of all members.
    pub(crate) fn tries(&self) -> u64 {
        self.members.iter().map(|m| m.state.tries).sum()
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
fn round(members: &mut [Restarts<'_>], target: u64, tries: u32, meter: &mut Meter<'_>) -> Vec<Tried> {
    #[cfg(feature = "parallel")]
    {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(members.len());
        if threads > 1 {
            return threaded::round(members, target, tries, meter, threads);
        }
    }
    one_by_one(members, target, tries, meter)
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
        let before: Vec<State> = members.iter().map(|m| m.state.clone()).collect();
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
            member.state = state;
        }
        let results = results.into_inner().unwrap_or_default();
        results.into_iter().take(winner.saturating_add(1)).map_while(|tried| tried).collect()
    }
}
