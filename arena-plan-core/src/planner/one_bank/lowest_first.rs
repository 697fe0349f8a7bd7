//! Lowest-first placement: the next item placed is always the one that can go lowest, the earlier one in the order
//! among equals. Apart from alignments, it is the first descent of the exact search (the best-fit rule of strip
//! packing: Burke, Kendall and Whitwell 2004).
//!
//! The items placed so far form a skyline of *plateaus*. The lowest plateau takes the item that can go lowest among
//! those that live within it; if there is none, the plateau rises to its lower neighbour and merges with it. An item
//! is examined only while the plateau over its first section is the lowest, so there is neither an interference graph
//! nor a queue of items. About `O(log n)` tree nodes are examined for each item.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::planner::meter::Meter;
use crate::planner::reduction::{Instance, index};

/// No section and no item.
const NONE: u32 = u32::MAX;

/// No candidate; any other is better.
const NO_CANDIDATE: Candidate = (u64::MAX, NONE, NONE, 0);

/// Placements of one instance.
pub(crate) struct LowestFirst<'t> {
    instance: &'t Instance,
    /// Position of each unplaced item in the order; [`NONE`] once it is placed.
    turn: Vec<u32>,
    /// A binary tree over blocks of items, with the least turn and the least last section of the unplaced ones.
    leaves: usize,
    least: Vec<(u32, u32)>,
    stack: Vec<u32>,
    plateaus: Plateaus,
    /// Offsets of the last placement, in units.
    pub(crate) offsets: Vec<u64>,
    /// Items, tree nodes and fixed ranges examined.
    work: u64,
}

/// Items of a leaf of the tree.
const BLOCK: usize = 16;

/// A candidate: how far a fixed range lifts it, its turn, the item, its offset.
type Candidate = (u64, u32, u32, u64);

impl<'t> LowestFirst<'t> {
    pub(crate) fn new(instance: &'t Instance) -> Self {
        let leaves = instance.len().div_ceil(BLOCK).next_power_of_two();
        Self {
            instance,
            turn: vec![0; instance.len()],
            leaves,
            least: vec![(NONE, NONE); 2 * leaves],
            stack: Vec::new(),
            plateaus: Plateaus::new(instance.sections()),
            offsets: vec![0; instance.len()],
            work: 0,
        }
    }

    /// Places all items; among those that can go equally low, the earlier one in `order` first. Returns `false`, with
    /// meaningless offsets, once what `meter` has left is spent.
    pub(crate) fn run(&mut self, order: &[u32], meter: &mut Meter<'_>) -> bool {
        let before = self.work;
        let is_complete = self.place(order, before.saturating_add(meter.left().units));
        meter.charge(self.work - before);
        is_complete
    }

    fn place(&mut self, order: &[u32], most_work: u64) -> bool {
        let instance = self.instance;
        self.start(order);
        let mut left = instance.len();
        while left > 0 {
            let Some(plateau) = self.plateaus.take_lowest() else { return false };
            if self.work > most_work {
                return false;
            }
            let neighbour = self.plateaus.neighbour(&plateau);
            // Items may live within two plateaus of the same height.
            let (_, _, item, offset) =
                if neighbour == plateau.height { NO_CANDIDATE } else { self.lowest_in(&plateau) };
            if item == NONE || offset > neighbour {
                self.plateaus.rise(&plateau, neighbour);
                continue;
            }
            let i = item as usize;
            self.offsets[i] = offset;
            self.turn[i] = NONE;
            self.renew(i / BLOCK);
            left -= 1;
            self.plateaus.pile(&plateau, instance.first[i], instance.last[i] + 1, offset + instance.size[i]);
        }
        true
    }

    fn start(&mut self, order: &[u32]) {
        for (turn, &item) in order.iter().enumerate() {
            self.turn[item as usize] = index(turn);
        }
        for block in 0..self.instance.len().div_ceil(BLOCK) {
            self.least[self.leaves + block] = self.least_of(block);
        }
        for node in (1..self.leaves).rev() {
            self.least[node] = self.lesser(node);
        }
        self.plateaus.clear();
    }

    /// Least turn and least last section of the unplaced items of a block.
    fn least_of(&self, block: usize) -> (u32, u32) {
        let mut least = (NONE, NONE);
        let mut item = block * BLOCK;
        let end = self.instance.len().min(item + BLOCK);
        while item < end {
            if self.turn[item] != NONE {
                least.0 = least.0.min(self.turn[item]);
                least.1 = least.1.min(self.instance.last[item]);
            }
            item += 1;
        }
        least
    }

    fn lesser(&self, node: usize) -> (u32, u32) {
        let (a, b) = (self.least[2 * node], self.least[2 * node + 1]);
        (a.0.min(b.0), a.1.min(b.1))
    }

    /// Brings the tree up to date after an item of `block` was placed.
    fn renew(&mut self, block: usize) {
        let mut node = self.leaves + block;
        let mut least = self.least_of(block);
        while self.least[node] != least {
            self.least[node] = least;
            if node == 1 {
                return;
            }
            node /= 2;
            least = self.lesser(node);
        }
    }

    /// The unplaced item within `plateau` that can go lowest, the earliest among equals.
    fn lowest_in(&mut self, plateau: &Plateau) -> Candidate {
        let instance = self.instance;
        let from = instance.start[plateau.from as usize] as usize;
        let to = instance.start[plateau.end as usize] as usize;
        let mut best = NO_CANDIDATE;
        if to - from <= 2 * BLOCK {
            self.look_at(from, to, plateau, &mut best);
            return best;
        }
        // Blocks `a..b` are within the range; the rest of it is examined item by item.
        let (a, b) = (from.div_ceil(BLOCK), to / BLOCK);
        self.look_at(from, a * BLOCK, plateau, &mut best);
        self.look_at(b * BLOCK, to, plateau, &mut best);
        let (mut left, mut right) = (a + self.leaves, b + self.leaves);
        while left < right {
            if left % 2 == 1 {
                self.stack.push(index(left));
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                self.stack.push(index(right));
            }
            left /= 2;
            right /= 2;
        }
        while let Some(node) = self.stack.pop() {
            let node = node as usize;
            self.work += 1;
            let (turn, last) = self.least[node];
            // No item here lives within the plateau, or all are later in the order than the best.
            if last >= plateau.end || turn == NONE || (best.0 == 0 && turn >= best.1) {
                continue;
            }
            if node >= self.leaves {
                let from = (node - self.leaves) * BLOCK;
                self.look_at(from, instance.len().min(from + BLOCK), plateau, &mut best);
                continue;
            }
            // The child with the earlier item is popped first.
            let (a, b) = (index(2 * node), index(2 * node + 1));
            let swap = self.least[2 * node].0 < self.least[2 * node + 1].0;
            self.stack.extend(if swap { [b, a] } else { [a, b] });
        }
        best
    }

    /// Compares the unplaced of the items `from..to` that live within `plateau` with `best`.
    fn look_at(&mut self, from: usize, to: usize, plateau: &Plateau, best: &mut Candidate) {
        let instance = self.instance;
        let mut item = from;
        self.work += to.saturating_sub(from) as u64;
        while item < to {
            let turn = self.turn[item];
            if instance.last[item] < plateau.end && turn != NONE && (best.0 > 0 || turn < best.1) {
                let lowest = (plateau.height + instance.mask[item]) & !instance.mask[item];
                let offset = self.clear_of_obstacles(item, lowest);
                let lift = if offset == lowest { 0 } else { offset };
                if (lift, turn) < (best.0, best.1) {
                    *best = (lift, turn, index(item), offset);
                }
            }
            item += 1;
        }
    }

    /// Lowest aligned offset of at least `offset`, which is aligned, at which `item` overlaps no decided item.
    fn clear_of_obstacles(&mut self, item: usize, mut offset: u64) -> u64 {
        let (mask, size) = (self.instance.mask[item], self.instance.size[item]);
        for o in &self.instance.obstacles {
            if offset + size <= o.begin {
                break;
            }
            self.work += 1;
            let alive = o.first <= self.instance.last[item] && self.instance.first[item] <= o.last;
            if alive && offset < o.end {
                offset = (o.end + mask) & !mask;
            }
        }
        offset
    }
}

/// Neighbouring sections of the same height.
#[derive(Clone, Copy)]
struct Plateau {
    from: u32,
    end: u32,
    height: u64,
}

/// The plateaus of the placed items, in a list by sections. Each is identified by its first section.
struct Plateaus {
    /// One past the last section; 0 if no plateau begins here.
    end: Vec<u32>,
    /// First section of the plateau before.
    before: Vec<u32>,
    height: Vec<u64>,
    /// By increasing height. Plateaus that no longer exist stay in it until they are the lowest.
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl Plateaus {
    fn new(sections: usize) -> Self {
        Self {
            end: vec![0; sections],
            before: vec![NONE; sections],
            height: vec![0; sections],
            heap: BinaryHeap::new(),
        }
    }

    /// One plateau on the ground.
    fn clear(&mut self) {
        self.heap.clear();
        self.end.fill(0);
        if !self.end.is_empty() {
            self.add(0, index(self.end.len()), 0, NONE);
        }
    }

    fn add(&mut self, from: u32, end: u32, height: u64, before: u32) {
        let at = from as usize;
        (self.end[at], self.before[at], self.height[at]) = (end, before, height);
        if let Some(next) = self.before.get_mut(end as usize) {
            *next = from;
        }
        self.heap.push(Reverse((height, from, end)));
    }

    fn take_lowest(&mut self) -> Option<Plateau> {
        while let Some(Reverse((height, from, end))) = self.heap.pop() {
            if self.end[from as usize] == end && self.height[from as usize] == height {
                return Some(Plateau { from, end, height });
            }
        }
        None
    }

    /// Height of the lower neighbour; a missing neighbour is infinitely high.
    fn neighbour(&self, plateau: &Plateau) -> u64 {
        let height = |at: u32| self.height.get(at as usize).copied().unwrap_or(u64::MAX);
        height(self.before[plateau.from as usize]).min(height(plateau.end))
    }

    /// Raises `from..end` within `plateau` to `top`.
    fn pile(&mut self, plateau: &Plateau, from: u32, end: u32, top: u64) {
        let mut before = self.before[plateau.from as usize];
        if plateau.from < from {
            self.add(plateau.from, from, plateau.height, before);
            before = plateau.from;
        }
        self.add(from, end, top, before);
        if end < plateau.end {
            self.add(end, plateau.end, plateau.height, from);
        }
    }

    /// Raises `plateau` to `neighbour`, the height of its lower neighbour, and merges it with each neighbour of that
    /// height.
    fn rise(&mut self, plateau: &Plateau, neighbour: u64) {
        let (mut from, mut end) = (plateau.from, plateau.end);
        let mut before = self.before[from as usize];
        if self.height.get(end as usize) == Some(&neighbour) {
            let right = end as usize;
            end = self.end[right];
            self.end[right] = 0;
        }
        if self.height.get(before as usize) == Some(&neighbour) {
            self.end[from as usize] = 0;
            from = before;
            before = self.before[from as usize];
        }
        self.add(from, end, neighbour, before);
    }
}
