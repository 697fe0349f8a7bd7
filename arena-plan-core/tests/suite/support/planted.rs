//! Planted problems: full banks cut into buffers, so that a layout is known to exist.
//!
//! Rectangles of steps times addresses are cut recursively: straight cuts in time or address, and five-piece
//! pinwheels, which no straight cut separates. Below full, whole pieces are dropped or sizes are shaved.

use arena_plan_core::model::{Bank, Placement};

use super::owned::{Owned, Piece};

/// How a problem gets its slack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Whole pieces are missing.
    Dropped,
    /// Every piece may be smaller.
    Shaved,
}

/// What to plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    /// Number of banks.
    pub(crate) banks: u16,
    /// Number of buffers.
    pub(crate) buffers: usize,
    /// Bytes times steps of the buffers as a percentage of the banks'.
    pub(crate) fill: u64,
}

/// A small generator of pseudo-random numbers (xorshift by Marsaglia, with a multiplier).
pub(crate) struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37_79b9_7f4a_7c15);
        for _ in 0..4 {
            dice.next();
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// A number in `low..=high`.
    pub(crate) fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.range(0, len as u64 - 1)).expect("an index")
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.index(i + 1);
            list.swap(i, j);
        }
    }
}

/// A piece of a bank: steps `from..to`, addresses `low..high`.
#[derive(Clone, Copy, Debug)]
struct Part {
    bank: u16,
    from: u64,
    to: u64,
    low: u64,
    high: u64,
}

impl Part {
    fn area(&self) -> u64 {
        (self.to - self.from) * (self.high - self.low)
    }
}

/// The problem of a family, seed and style, and the planted layout.
pub(crate) fn plant(family: Family, seed: u64, style: Style) -> (Owned, Vec<Placement>) {
    let salt = u64::from(family.banks) * 1_000_003 + family.buffers as u64 * 1009 + family.fill * 7;
    let mut dice = Dice::new(
        seed.wrapping_mul(0x1_0000_0001).wrapping_add(salt * 2 + u64::from(style == Style::Shaved)),
    );
    loop {
        if let Some(planted) = attempt(&mut dice, family, seed, style) {
            return planted;
        }
    }
}

fn attempt(dice: &mut Dice, family: Family, seed: u64, style: Style) -> Option<(Owned, Vec<Placement>)> {
    let most = (family.buffers as u64 * 3 / 4).clamp(12, 60);
    let steps = dice.range(8, most);
    let grain = [1, 4, 16, 32][dice.index(4)];
    let capacities: Vec<u64> = (0..family.banks).map(|_| 32 * dice.range(24, 24 * 32)).collect();
    let mut parts: Vec<Part> = (0..family.banks)
        .map(|bank| Part { bank, from: 0, to: steps, low: 0, high: capacities[usize::from(bank)] })
        .collect();
    let whole: u64 = parts.iter().map(Part::area).sum();
    let count = match style {
        Style::Dropped => (family.buffers * 100).div_ceil(usize::try_from(family.fill).expect("a per cent")),
        Style::Shaved => family.buffers,
    };
    let mut stuck = 0;
    while parts.len() < count {
        // Mostly large pieces are cut, so that sizes stay comparable; not always, so that small ones arise.
        let (a, b) = (dice.index(parts.len()), dice.index(parts.len()));
        let at = if parts[a].area() >= parts[b].area() || dice.range(0, 3) == 0 { a } else { b };
        if !cut(dice, &mut parts, at, count, grain) {
            stuck += 1;
            if stuck > 10_000 {
                return None;
            }
        }
    }
    let target = whole * family.fill / 100;
    let mut sizes: Vec<u64>;
    match style {
        Style::Dropped => {
            dice.shuffle(&mut parts);
            if !drop_pieces(dice, &mut parts, family.buffers, target, whole) {
                return None;
            }
            sizes = parts.iter().map(|p| p.high - p.low).collect();
        }
        Style::Shaved => {
            sizes = parts.iter().map(|p| p.high - p.low).collect();
            let mut area = whole;
            while area > target {
                let i = dice.index(parts.len());
                let span = parts[i].to - parts[i].from;
                let most = (sizes[i] / 6).min((area - target).div_ceil(span)).min(sizes[i] - 1);
                if most > 0 {
                    let less = dice.range(1, most);
                    sizes[i] -= less;
                    area -= less * span;
                }
            }
        }
    }
    Some(finish(dice, seed, &capacities, &parts, &sizes))
}

/// Cuts one piece; `false` if it is too small for the chosen kind of cut.
fn cut(dice: &mut Dice, parts: &mut Vec<Part>, at: usize, count: usize, grain: u64) -> bool {
    let part = parts[at];
    let (span, cells) = (part.to - part.from, (part.high - part.low) / grain);
    match dice.range(0, 4) {
        0 | 1 if span >= 2 => {
            let middle = part.from + dice.range(1, span - 1);
            parts[at].to = middle;
            parts.push(Part { from: middle, ..part });
        }
        2 | 3 if cells >= 2 => {
            let middle = part.low + grain * dice.range(1, cells - 1);
            parts[at].high = middle;
            parts.push(Part { low: middle, ..part });
        }
        4 if span >= 3 && cells >= 3 && parts.len() + 4 <= count => {
            let t1 = part.from + dice.range(1, span - 2);
            let t2 = t1 + dice.range(1, part.to - 1 - t1);
            let c1 = dice.range(1, cells - 2);
            let c2 = c1 + dice.range(1, cells - 1 - c1);
            let (a1, a2) = (part.low + grain * c1, part.low + grain * c2);
            parts[at] = Part { to: t2, high: a1, ..part };
            parts.push(Part { from: t2, high: a2, ..part });
            parts.push(Part { from: t1, low: a2, ..part });
            parts.push(Part { to: t1, low: a1, ..part });
            parts.push(Part { from: t1, to: t2, low: a1, high: a2, ..part });
        }
        _ => return false,
    }
    true
}

/// Drops pieces until `keep` are left that cover `target` within a quarter of a percent of `whole`.
fn drop_pieces(dice: &mut Dice, parts: &mut Vec<Part>, keep: usize, target: u64, whole: u64) -> bool {
    for _ in 0..4000 {
        dice.shuffle(parts);
        let area: u64 = parts[..keep].iter().map(Part::area).sum();
        if area.abs_diff(target) <= whole / 400 {
            parts.truncate(keep);
            return true;
        }
    }
    false
}

/// Adds what a problem has besides rectangles: alignments, choices, fixed places, an arbitrary order.
fn finish(
    dice: &mut Dice,
    seed: u64,
    capacities: &[u64],
    parts: &[Part],
    sizes: &[u64],
) -> (Owned, Vec<Placement>) {
    let chance = [25, 50, 80][dice.index(3)];
    let mut order: Vec<usize> = (0..parts.len()).collect();
    dice.shuffle(&mut order);
    let mut pieces = Vec::with_capacity(parts.len());
    let mut layout = Vec::with_capacity(parts.len());
    for (rank, &i) in (0u32..).zip(&order) {
        let part = &parts[i];
        let aligns: Vec<u64> =
            [1, 4, 16, 32].into_iter().filter(|align| part.low & (align - 1) == 0).collect();
        let mut banks = vec![part.bank];
        for (k, capacity) in (0u16..).zip(capacities) {
            if k != part.bank && *capacity >= sizes[i] && dice.range(1, 100) <= chance {
                banks.push(k);
            }
        }
        dice.shuffle(&mut banks);
        pieces.push(Piece {
            size: sizes[i],
            align: aligns[dice.index(aligns.len())],
            first: u32::try_from(part.from).expect("few steps"),
            last: u32::try_from(part.to - 1).expect("few steps"),
            banks,
            fixed: None,
            rank,
            weight: sizes[i],
        });
        layout.push(Placement { bank: part.bank, offset: part.low });
    }
    if seed % 5 == 4 {
        for _ in 0..dice.range(1, 3) {
            let i = dice.index(pieces.len());
            pieces[i].banks = vec![layout[i].bank];
            pieces[i].fixed = Some(layout[i].offset);
        }
    }
    let banks = capacities.iter().map(|capacity| Bank::new(*capacity)).collect();
    (Owned { banks, pieces }, layout)
}

/// The same problem with one bank smaller by some percent, so that it may have no layout.
pub(crate) fn shrink(problem: &Owned, bank: usize, per_cent: u64) -> Owned {
    let mut shrunk = problem.clone();
    let capacity = problem.banks[bank].capacity;
    shrunk.banks[bank] = Bank::new(capacity - (capacity * per_cent).div_ceil(100));
    shrunk
}
