//! The targets of the exact search: the bound, the room, then by bisection values below the best layout.

use super::Planning;
use crate::planner::exact::{Answer, Members};
use crate::planner::meter::{Aim, Meter, Work};
use crate::planner::pipeline;

/// Nodes for the first questions.
const FIRST_NODES: u64 = 20_000;

impl Planning<'_> {
    /// Tries the bound first, then the room, then bisects the gap, with increasing budgets. The search subtracts its
    /// work from `left`.
    pub(super) fn search(&mut self, left: &mut Work, meter: &mut Meter<'_>) {
        let mut members = Members::new(self.instance, self.goal.members);
        let mut nodes = FIRST_NODES;
        while !self.is_over(*left, meter) {
            if self.ask(self.lower, nodes, &mut members, left, meter) == Answer::Unknown {
                break;
            }
        }
        self.search_locally(nodes, *left, meter);
        while !self.is_over(*left, meter) && self.peak() > self.goal.room && self.lower <= self.goal.room {
            if self.ask(self.goal.room, nodes, &mut members, left, meter) == Answer::Unknown {
                nodes *= 2;
            }
        }
        // Targets from the bound up to here were not decided with the current number of nodes.
        let mut undecided = self.lower;
        while !self.is_over(*left, meter) {
            let middle = undecided + (self.peak() - undecided) / 2;
            let target = self.instance.next_peak(middle).min(self.peak() - 1);
            match self.ask(target, nodes, &mut members, left, meter) {
                Answer::Found => undecided = undecided.min(self.peak()),
                Answer::Infeasible => undecided = undecided.max(self.lower),
                Answer::Unknown => undecided = self.instance.next_peak(target + 1),
            }
            if undecided >= self.peak() {
                undecided = self.lower;
                nodes *= 2;
                self.search_locally(nodes, *left, meter);
            }
        }
        self.tries += members.tries();
    }

    /// Local search between questions, for about as long as the exact search has for the next one.
    fn search_locally(&mut self, nodes: u64, left: Work, meter: &mut Meter<'_>) {
        let units = nodes.saturating_mul(pipeline::local_search_a_node(self.goal.effort));
        if units > 0 && !self.is_over(left, meter) {
            meter.beside(Work::units(units), |part| self.local_search(part));
        }
    }

    fn is_over(&self, left: Work, meter: &Meter<'_>) -> bool {
        self.is_done() || left.is_spent() || meter.is_cancelled()
    }

    /// Looks for a layout of at most `target` bytes and keeps the result.
    fn ask(
        &mut self,
        target: u64,
        nodes: u64,
        members: &mut Members<'_>,
        left: &mut Work,
        meter: &mut Meter<'_>,
    ) -> Answer {
        meter.tell(Aim::HighWater, self.peak(), self.lower, target);
        let limit = Work { nodes, units: u64::MAX };
        let answer = meter.allow(left, limit, |part| members.run(target, part));
        match answer {
            Answer::Found => self.incumbent.offer(members.offsets()),
            Answer::Infeasible => {
                self.lower = self.lower.max(self.instance.next_peak(target + 1));
                self.searched = true;
            }
            Answer::Unknown => {}
        }
        answer
    }
}
