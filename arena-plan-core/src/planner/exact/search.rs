//! The search over placements: parts, candidates, backtracking. Frames are in a vector, not on the call stack.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::Rules;
use super::state::{Dead, NONE, State};
use crate::planner::meter::Work;
use crate::planner::reduction::{Instance, index};

/// Sections that unplaced items connect, to be solved below `cap`.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cap: u64,
}

/// One node: a part, its candidates, and the parts that the current candidate leaves.
struct Frame {
    part: Part,
    /// First candidate, next candidate, and one past the last.
    candidates: usize,
    next: usize,
    end: usize,
    /// The candidate being tried, and the trail's length before it was placed.
    tried: usize,
    mark: usize,
    /// Parts that it leaves: the first and the current one; they extend to the end of the vector below the frames of
    /// the part being solved.
    parts: usize,
    part_now: usize,
    parts_end: usize,
}

/// What to do next.
enum Step {
    Descend(Part),
    Solved,
    Failed,
}

/// A search with its tables, for any number of targets and orders.
pub(super) struct Search<'t> {
    pub(super) state: State<'t>,
    frames: Vec<Frame>,
    candidates: Vec<(u64, u32, u32)>,
    pub(super) parts: Vec<Part>,
    pub(super) todo: Vec<Part>,
    place_in_order: Vec<u32>,
    heads: Vec<u32>,
    pub(super) max_mask: u64,
    /// Nodes of all runs so far.
    pub(super) nodes: u64,
}

/// How a node ended.
enum End {
    Solved,
    Failed,
    Budget,
}

impl<'t> Search<'t> {
    pub(super) fn new(instance: &'t Instance, rules: Rules) -> Self {
        let n = instance.len();
        Self {
            state: State::new(instance, rules),
            frames: Vec::with_capacity(n),
            candidates: Vec::with_capacity(4 * n),
            parts: Vec::with_capacity(n),
            todo: Vec::new(),
            place_in_order: vec![0; n],
            heads: Vec::new(),
            max_mask: instance.mask.iter().copied().max().unwrap_or(0),
            nodes: 0,
        }
    }

    /// Looks for a layout of at most `target` bytes: found, with its offsets in `state.lo`, none exists, or unknown when
    /// `limit` is spent or `stop` is set. `order` breaks ties among candidates of equal offset.
    pub(super) fn run(
        &mut self,
        target: u64,
        order: &[u32],
        limit: Work,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        self.frames.clear();
        self.candidates.clear();
        self.parts.clear();
        for (turn, &item) in order.iter().enumerate() {
            self.place_in_order[item as usize] = index(turn);
        }
        let Ok(cap) = self.state.reset(target) else { return Some(false) };
        if self.link_twins(order, cap).is_err() {
            return Some(false);
        }
        let sections = self.state.instance.sections();
        if sections == 0 {
            return Some(true);
        }
        let whole = Part { from: 0, to: index(sections - 1), cap };
        if self.split(whole).is_err() {
            return Some(false);
        }
        // The root parts: each must be solved.
        let end = limit.plus(Work { nodes: self.nodes, units: self.state.work });
        for root in 0..self.parts.len() {
            match self.solve(self.parts[root], end, stop) {
                End::Solved => {}
                End::Failed => return Some(false),
                End::Budget => return None,
            }
        }
        Some(true)
    }

    /// Links interchangeable items, in the order of the try.
    fn link_twins(&mut self, order: &[u32], cap: u64) -> Result<(), Dead> {
        let instance = self.state.instance;
        self.state.twin.fill(NONE);
        if !self.state.rules.twins {
            return Ok(());
        }
        let key = |i: u32| {
            let i = i as usize;
            (instance.first[i], instance.last[i], instance.size[i], instance.mask[i], instance.tail[i])
        };
        let mut same: Vec<u32> = order.to_vec();
        same.sort_by_key(|&i| key(i));
        self.heads.clear();
        for pair in same.windows(2) {
            if key(pair[0]) == key(pair[1]) {
                self.state.twin[pair[0] as usize] = pair[1];
                self.heads.push(pair[0]);
            }
        }
        self.state.chain_twins(&self.heads, cap)
    }

    /// Items whose first section is in the part.
    pub(super) fn items(&self, part: Part) -> Range<usize> {
        let start = &self.state.instance.start;
        start[part.from as usize] as usize..start[part.to as usize + 1] as usize
    }

    /// Solves one part; its placements stay on success.
    fn solve(&mut self, part: Part, end: Work, stop: &mut dyn FnMut() -> bool) -> End {
        let floor = self.frames.len();
        let mut step = Step::Descend(part);
        loop {
            step = match step {
                Step::Descend(part) => {
                    let spent = self.nodes >= end.nodes || self.state.work >= end.units;
                    if spent || (self.nodes % 256 == 255 && stop()) {
                        return End::Budget;
                    }
                    self.nodes += 1;
                    self.gather(part);
                    self.advance()
                }
                Step::Failed => {
                    self.pop();
                    if self.frames.len() == floor {
                        return End::Failed;
                    }
                    self.retract()
                }
                Step::Solved => {
                    self.pop();
                    if self.frames.len() == floor {
                        return End::Solved;
                    }
                    self.next_part()
                }
            };
        }
    }

    /// Pushes a node for `part` with its candidates by increasing offset.
    fn gather(&mut self, part: Part) {
        let items = self.items(part);
        let state = &self.state;
        let candidates = self.candidates.len();
        let mut alive = true;
        for w in items.start / 64..items.end.div_ceil(64) {
            let mut bits = state.unplaced[w];
            while bits != 0 {
                let item = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !items.contains(&item) {
                    continue;
                }
                let (lo, elo, size) = (state.lo[item], state.elo[item], state.instance.size[item]);
                alive &= elo + size <= part.cap;
                if lo == elo {
                    self.candidates.push((lo, self.place_in_order[item], index(item)));
                }
            }
        }
        if !alive {
            self.candidates.truncate(candidates);
        }
        self.state.work += items.len() as u64;
        self.candidates[candidates..].sort_unstable();
        let parts = self.parts.len();
        self.frames.push(Frame {
            part,
            candidates,
            next: candidates,
            end: self.candidates.len(),
            tried: 0,
            mark: 0,
            parts,
            part_now: parts,
            parts_end: parts,
        });
    }

    /// Tries the remaining candidates of the top node.
    fn advance(&mut self) -> Step {
        let Some(top) = self.frames.len().checked_sub(1) else { return Step::Failed };
        let part = self.frames[top].part;
        while self.frames[top].next < self.frames[top].end {
            let item = self.candidates[self.frames[top].next].2 as usize;
            self.frames[top].next += 1;
            if self.state.elo[item] != self.state.lo[item] {
                continue;
            }
            if self.has_room(item, part.cap) {
                let mark = self.state.mark();
                let parts = self.parts.len();
                if self.place(item, part).is_ok() {
                    let frame = &mut self.frames[top];
                    frame.tried = item;
                    frame.mark = mark;
                    frame.part_now = parts;
                    frame.parts_end = self.parts.len();
                    return self.parts.get(parts).map_or(Step::Solved, |&part| Step::Descend(part));
                }
                self.parts.truncate(parts);
                self.state.undo(mark);
            }
            if self.skip(item, part).is_err() {
                return Step::Failed;
            }
        }
        Step::Failed
    }

    /// Undoes the top node's current candidate, whose parts failed, and continues without it.
    fn retract(&mut self) -> Step {
        let Some(frame) = self.frames.last() else { return Step::Failed };
        let (item, part, mark, parts) = (frame.tried, frame.part, frame.mark, frame.parts);
        self.state.undo(mark);
        self.parts.truncate(parts);
        if self.skip(item, part).is_err() { Step::Failed } else { self.advance() }
    }

    /// The top node's next part, after one was solved.
    fn next_part(&mut self) -> Step {
        let Some(frame) = self.frames.last_mut() else { return Step::Solved };
        frame.part_now += 1;
        if frame.part_now < frame.parts_end {
            Step::Descend(self.parts[frame.part_now])
        } else {
            Step::Solved
        }
    }

    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.candidates.truncate(frame.candidates);
            self.parts.truncate(frame.parts);
        }
    }

    /// Whether the sections of `item` have room above its lowest offset for everything still unplaced in them.
    fn has_room(&self, item: usize, cap: u64) -> bool {
        let state = &self.state;
        let (lo, span) = (state.lo[item], state.instance.span(item));
        if state.tables.is_free() {
            let most = state.rem[span].iter().fold(0, |most, &rem| most.max(rem));
            return lo + most <= cap;
        }
        span.into_iter().all(|s| lo + state.rem[s] + state.tables.taken_above(s, lo, cap) <= cap)
    }

    fn place(&mut self, item: usize, part: Part) -> Result<(), Dead> {
        self.state.place(item)?;
        self.state.propagate(self.items(part), part.cap)?;
        self.split(part)
    }

    fn skip(&mut self, item: usize, part: Part) -> Result<(), Dead> {
        self.state.skip(item)?;
        self.state.propagate(self.items(part), part.cap)
    }
}
