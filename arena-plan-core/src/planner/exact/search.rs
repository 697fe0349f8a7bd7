//! The search over placements: parts, candidates, backtracking. Frames are in a vector, not on the call stack.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::state::{Dead, NONE, State};
use super::{Answer, Rules};
use crate::planner::meter::Work;
use crate::planner::reduction::{Instance, index};

/// Sections that unplaced items connect, to be solved below `cap`.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cap: u64,
}

/// One node: a part, its candidates, and the parts that the current candidate leaves. What is left of both is on the
/// search's stacks, above what the nodes before this one have there.
struct Frame {
    part: Part,
    /// Candidates and parts of the nodes before.
    candidates: usize,
    parts: usize,
    /// The candidate being tried, and the trail's length before it was placed.
    tried: usize,
    mark: usize,
}

/// A search with its tables, for any number of targets and orders.
pub(super) struct Search<'t> {
    pub(super) state: State<'t>,
    frames: Vec<Frame>,
    /// Offset, turn and item of each candidate, the next one last.
    candidates: Vec<(u64, u32, u32)>,
    /// The next one last.
    pub(super) parts: Vec<Part>,
    pub(super) todo: Vec<Part>,
    place_in_order: Vec<u32>,
    pub(super) max_mask: u64,
    /// Nodes of all runs so far.
    pub(super) nodes: u64,
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
            max_mask: instance.mask.iter().copied().max().unwrap_or(0),
            nodes: 0,
        }
    }

    /// Looks for a layout of at most `target` bytes until `limit` is spent or `stop` is set; its offsets are in
    /// `state.lo`. `order` breaks ties among candidates of equal offset.
    pub(super) fn run(
        &mut self,
        target: u64,
        order: &[u32],
        limit: Work,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        if self.begin(target, order).is_err() {
            return Answer::Infeasible;
        }
        let end = limit.plus(Work { nodes: self.nodes, units: self.state.work });
        let mut result = Ok(());
        loop {
            if result.is_err() {
                self.pop();
                if self.frames.is_empty() {
                    return Answer::Infeasible;
                }
                result = self.retract();
            } else if self.parts.len() > self.frames.last().map_or(0, |top| top.parts) {
                let spent = self.nodes >= end.nodes || self.state.work >= end.units;
                if spent || (self.nodes % 256 == 255 && stop()) {
                    return Answer::Unknown;
                }
                self.nodes += 1;
                self.gather();
                result = self.advance();
            } else if self.frames.is_empty() {
                return Answer::Found;
            } else {
                // All parts of the node are solved; their placements stay.
                self.pop();
            }
        }
    }

    /// Everything unplaced, and the parts of the whole on the stack.
    fn begin(&mut self, target: u64, order: &[u32]) -> Result<(), Dead> {
        self.frames.clear();
        self.candidates.clear();
        self.parts.clear();
        for (turn, &item) in order.iter().enumerate() {
            self.place_in_order[item as usize] = index(turn);
        }
        let cap = self.state.reset(target)?;
        self.link_twins(order, cap)?;
        match self.state.instance.sections().checked_sub(1) {
            Some(last) => self.split(Part { from: 0, to: index(last), cap }),
            None => Ok(()),
        }
    }

    /// Links interchangeable items, in the order of the try; the later one goes above the earlier one.
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
        for pair in same.windows(2).filter(|pair| key(pair[0]) == key(pair[1])) {
            self.state.twin[pair[0] as usize] = pair[1];
            self.state.raise_twins(pair[0] as usize)?;
        }
        self.state.settle_floors(cap)
    }

    /// Items whose first section is in the part.
    pub(super) fn items(&self, part: Part) -> Range<usize> {
        let start = &self.state.instance.start;
        start[part.from as usize] as usize..start[part.to as usize + 1] as usize
    }

    /// Pushes a node for the next part with its candidates by increasing offset.
    fn gather(&mut self) {
        let Some(part) = self.parts.pop() else { return };
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
        self.candidates[candidates..].sort_unstable_by(|a, b| b.cmp(a));
        self.frames.push(Frame { part, candidates, parts: self.parts.len(), tried: 0, mark: 0 });
    }

    /// Tries the remaining candidates of the top node, until one can be placed: then its parts are on the stack.
    fn advance(&mut self) -> Result<(), Dead> {
        let top = self.frames.len() - 1;
        let Frame { part, candidates, parts, .. } = self.frames[top];
        while self.candidates.len() > candidates {
            let Some((.., item)) = self.candidates.pop() else { break };
            let item = item as usize;
            if self.state.elo[item] != self.state.lo[item] {
                continue;
            }
            if self.has_room(item, part.cap) {
                let mark = self.state.mark();
                (self.frames[top].tried, self.frames[top].mark) = (item, mark);
                if self.place(item, part).is_ok() {
                    return Ok(());
                }
                self.parts.truncate(parts);
                self.state.undo(mark);
            }
            self.skip(item, part)?;
        }
        Err(Dead)
    }

    /// Undoes the top node's current candidate, whose parts failed, and continues without it.
    fn retract(&mut self) -> Result<(), Dead> {
        let Some(&Frame { part, parts, tried, mark, .. }) = self.frames.last() else { return Err(Dead) };
        self.state.undo(mark);
        self.parts.truncate(parts);
        self.skip(tried, part)?;
        self.advance()
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
