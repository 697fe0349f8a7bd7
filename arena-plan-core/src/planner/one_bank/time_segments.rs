//! Layouts of very many short-lived items without a search, segment by segment.
//!
//! Time is cut into blocks of about one lifetime. The fullest remaining block, with its neighbours, is a segment: the
//! items alive in it that are not placed yet are placed by first fit, around those that earlier segments placed. A
//! layout's high-water mark is decided in few places, so the first segments try many orders, and the others accept
//! any fit that does not end above them. A segment's items are close together in memory, which makes a fit several
//! times faster than one over all items.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use crate::planner::free_space::{FreeSpace, Placed};
use crate::planner::meter::Meter;
use crate::planner::reduction::sort_keys::log2;
use crate::planner::reduction::{Instance, index};

/// Offset of an item that is not placed.
const NOWHERE: u64 = u64::MAX;

/// Number of blocks below which segments are pointless.
const FEWEST: usize = 4;

/// Number of blocks in a segment.
const BLOCKS: usize = 8;

/// Orders tried if a segment ends above the earlier ones: the power of the load by which sections count (an index
/// into [`POWERS`]), and the power of the size.
const ORDERS: [(usize, i64); 8] = [(1, 4), (1, 2), (0, 4), (0, 2), (2, 4), (1, 3), (0, 3), (1, 8)];

/// Powers of the load.
const POWERS: [u32; 3] = [20, 40, 60];

/// Fits with each order: the first one, then rounds of the squeaky wheel.
const ROUNDS: usize = 4;

/// Work per item after which each segment gets one fit. A million random items take a tenth of it.
pub(super) const THRIFTY: u64 = 2_000;

/// Work per item after which everything is abandoned.
const MOST_WORK: u64 = 20_000;

/// Plans `instance` by segments, with up to `most` fits for each; an end of at most `enough` bytes is accepted.
/// `None` if lifetimes are too long for this.
pub(crate) fn plan<'t>(
    instance: &'t Instance,
    enough: u64,
    most: usize,
    meter: &mut Meter<'_>,
) -> Option<TimeSegments<'t>> {
    let mut segments = TimeSegments::new(instance)?;
    segments.run(enough.max(instance.bound).div_ceil(instance.unit), most, meter)?;
    Some(segments)
}

/// A layout made by segments.
pub(crate) struct TimeSegments<'t> {
    instance: &'t Instance,
    /// Sections of a block.
    width: usize,
    /// Items that touch block `b`: `touch[starts[b]..starts[b + 1]]`.
    touch: Vec<u32>,
    starts: Vec<usize>,
    /// Sums over the sections before each of their loads, as shares of the greatest, to each of [`POWERS`].
    congestion: [Vec<u64>; POWERS.len()],
    /// Offset of each item in units.
    pub(crate) offsets: Vec<u64>,
    /// Turn in which an item was last gathered.
    seen: Vec<u32>,
    turn: u32,
    /// The items already placed around the current segment.
    base: FreeSpace,
    /// The current fit.
    blocks: FreeSpace,
    pub(crate) fits: u64,
    /// Work that was charged.
    charged: u64,
}

impl<'t> TimeSegments<'t> {
    fn new(instance: &'t Instance) -> Option<Self> {
        let n = instance.len();
        let spans: u64 = (0..n).map(|i| instance.span(i).len() as u64).sum();
        let width = usize::try_from(spans / n.max(1) as u64).ok()?.next_power_of_two();
        let blocks = instance.sections().div_ceil(width);
        let of = |i: usize| instance.first[i] as usize / width..instance.last[i] as usize / width + 1;
        let mut starts = vec![0; blocks + 1];
        for i in 0..n {
            of(i).for_each(|b| starts[b + 1] += 1);
        }
        for b in 0..blocks {
            starts[b + 1] += starts[b];
        }
        if blocks < FEWEST {
            return None;
        }
        let mut next = starts.clone();
        let mut touch = vec![0; starts[blocks]];
        for i in 0..n {
            for b in of(i) {
                touch[next[b]] = index(i);
                next[b] += 1;
            }
        }
        Some(Self {
            instance,
            width,
            touch,
            starts,
            congestion: POWERS.map(|power| congestion(&instance.load, power)),
            offsets: vec![NOWHERE; n],
            seen: vec![0; n],
            turn: 0,
            base: FreeSpace::default(),
            blocks: FreeSpace::default(),
            fits: 0,
            charged: 0,
        })
    }

    /// Places everything, or nothing if that takes too much work.
    fn run(&mut self, enough: u64, most: usize, meter: &mut Meter<'_>) -> Option<()> {
        let instance = self.instance;
        let blocks = self.starts.len() - 1;
        let maximum = |b: usize| {
            let to = ((b + 1) * self.width).min(instance.sections());
            instance.load[b * self.width..to].iter().copied().max().unwrap_or(0)
        };
        let load: Vec<u64> = (0..blocks).map(maximum).collect();
        let mut ranked: Vec<usize> = (0..blocks).collect();
        ranked.sort_unstable_by_key(|&b| (Reverse(load[b]), b));
        let mut done = vec![false; blocks];
        let mut peak = enough;
        // Items that outlive a segment go with the first one: they would extend the others.
        let long = BLOCKS * self.width;
        let mut free: Vec<u32> =
            (0..index(instance.len())).filter(|&i| instance.span(i as usize).len() > long).collect();
        self.turn = 1;
        free.iter().for_each(|&i| self.seen[i as usize] = self.turn);
        for b in ranked {
            if done[b] {
                continue;
            }
            let segment = grow(b, &load, &done);
            done[segment.clone()].fill(true);
            self.gather(segment, |offset| offset == NOWHERE, &mut free);
            if !free.is_empty() {
                peak = peak.max(self.place(&free, peak, most, meter)?);
            }
            free.clear();
            self.turn += 1;
        }
        Some(())
    }

    /// Adds the wanted items that touch `blocks` to `found`, each once per turn.
    fn gather(&mut self, blocks: Range<usize>, wanted: impl Fn(u64) -> bool, found: &mut Vec<u32>) {
        for &item in &self.touch[self.starts[blocks.start]..self.starts[blocks.end]] {
            let i = item as usize;
            if self.seen[i] != self.turn && wanted(self.offsets[i]) {
                self.seen[i] = self.turn;
                found.push(item);
            }
        }
    }

    /// Work per item.
    fn spent(&self) -> u64 {
        (self.base.work() + self.blocks.work()) / self.instance.len() as u64
    }

    /// Places `free` around what is placed, with up to `most` fits, until it ends at `enough` or work must be saved;
    /// returns its end, or `None` if it takes too much work.
    fn place(&mut self, free: &[u32], enough: u64, most: usize, meter: &mut Meter<'_>) -> Option<u64> {
        let instance = self.instance;
        let from = free.iter().map(|&i| instance.first[i as usize]).min().unwrap_or(0);
        let to = free.iter().map(|&i| instance.last[i as usize]).max().unwrap_or(0);
        self.hold(from, to);
        let mut order: Vec<(i64, u32)> = Vec::with_capacity(free.len());
        let mut ends = vec![0; free.len()];
        let mut best = (u64::MAX, vec![0; free.len()]);
        for round in 0..most.min(ORDERS.len() * ROUNDS) {
            // One fit of a segment with many simultaneous items may cost more than all others.
            if round > 0 && (self.spent() > THRIFTY || meter.is_cancelled()) {
                break;
            }
            if round % ROUNDS == 0 {
                let (power, size) = ORDERS[round / ROUNDS];
                let congestion = &self.congestion[power];
                let score = |i: usize| {
                    size * log2(instance.size[i])
                        + log2(congestion[instance.span(i).end] - congestion[instance.span(i).start])
                };
                order.clear();
                order.extend((0..index(free.len())).map(|k| (-score(free[k as usize] as usize), k)));
                order.sort_unstable();
                (0..).zip(&mut order).for_each(|(turn, entry)| entry.0 = turn);
            } else {
                for (priority, k) in &mut order {
                    if ends[*k as usize] > enough {
                        *priority = *priority / 2 - 1;
                    }
                }
                order.sort_unstable();
            }
            self.fits += 1;
            self.blocks.copy_from(&self.base);
            for &(_, k) in &order {
                if self.spent() > MOST_WORK {
                    return None;
                }
                let i = free[k as usize] as usize;
                let offset = self.blocks.place(
                    instance.first[i],
                    instance.last[i],
                    instance.size[i],
                    instance.mask[i],
                );
                ends[k as usize] = offset + instance.size[i];
            }
            let work = self.base.work() + self.blocks.work();
            meter.charge(work - core::mem::replace(&mut self.charged, work));
            let top = ends.iter().copied().max().unwrap_or(0);
            if top < best.0 {
                best.0 = top;
                best.1.copy_from_slice(&ends);
            }
            if top <= enough {
                break;
            }
        }
        for (&i, end) in free.iter().zip(&best.1) {
            self.offsets[i as usize] = end - instance.size[i as usize];
        }
        Some(best.0)
    }

    /// Takes the items placed between the sections `from` and `to` as the base.
    fn hold(&mut self, from: u32, to: u32) {
        let instance = self.instance;
        self.base.reset(index(self.width), from, to);
        let mut held = Vec::new();
        let blocks = from as usize / self.width..to as usize / self.width + 1;
        self.gather(blocks, |offset| offset != NOWHERE, &mut held);
        let held = held.iter().map(|&i| {
            let (i, begin) = (i as usize, self.offsets[i as usize]);
            Placed { begin, end: begin + instance.size[i], first: instance.first[i], last: instance.last[i] }
        });
        let fixed = instance.obstacles.iter();
        let fixed = fixed.map(|o| Placed { begin: o.begin, end: o.end, first: o.first, last: o.last });
        let alive = held.chain(fixed).filter(|p| p.first <= to && from <= p.last);
        let mut alive: Vec<Placed> =
            alive.map(|p| Placed { first: p.first.max(from), last: p.last.min(to), ..p }).collect();
        alive.sort_unstable_by_key(|p| p.begin);
        alive.into_iter().for_each(|placed| self.base.occupy(placed));
    }
}

/// The block `b` and its neighbours that are not done yet, the fuller side first.
fn grow(b: usize, load: &[u64], done: &[bool]) -> Range<usize> {
    let free = |b: usize| if done.get(b) == Some(&false) { Some(load[b]) } else { None };
    let (mut from, mut to) = (b, b + 1);
    while to - from < BLOCKS {
        let left = from.checked_sub(1).and_then(free);
        let right = free(to);
        if left.is_none() && right.is_none() {
            break;
        }
        if left > right { from -= 1 } else { to += 1 }
    }
    from..to
}

/// Sums before each section of `(load / greatest load) ^ power`, in `2^-30`.
fn congestion(load: &[u64], power: u32) -> Vec<u64> {
    let most = u128::from(load.iter().copied().max().unwrap_or(1).max(1));
    let mut sum = 0;
    let mut sums = Vec::with_capacity(load.len() + 1);
    sums.push(0);
    for &load in load {
        let mut square = u64::try_from((u128::from(load) << 30) / most).unwrap_or(0);
        let (mut product, mut left) = (1u64 << 30, power);
        while left > 0 {
            if left % 2 == 1 {
                product = (product * square) >> 30;
            }
            square = (square * square) >> 30;
            left /= 2;
        }
        sum += product;
        sums.push(sum);
    }
    sums
}
