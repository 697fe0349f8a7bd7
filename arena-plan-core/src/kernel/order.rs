//! Orders in which first fit places buffers.
//!
//! The base order is part of the documented contract: fixed positions first, then fewer allowed banks, then
//! larger size; the rank (ids in ASCII order) breaks ties.

use crate::model::Buffer;

/// Fills `order` with the indices of `buffers` in base order.
///
/// `order` and both of `keys`, which are scratch, have one entry per buffer; further entries are left alone.
///
/// ```
/// use arena_plan_core::{kernel::order::{self, Key}, model::Buffer};
/// let buffers = [
///     Buffer::new(64, 1, 0, 0, &[0, 1]).with_rank(0),
///     Buffer::new(32, 1, 0, 0, &[0]).with_rank(1),
///     Buffer::new(16, 1, 0, 0, &[0]).with_fixed(0).with_rank(2),
/// ];
/// let mut base = [0; 3];
/// order::base(&buffers, [&mut [Key::EMPTY; 3], &mut [Key::EMPTY; 3]], &mut base);
/// assert_eq!(base, [2, 1, 0]);
/// ```
pub const fn base(buffers: &[Buffer<'_>], keys: [&mut [Key]; 2], order: &mut [u32]) {
    sort(buffers, Order::Base, &[], keys, order);
}

/// An order in which first fit can place buffers. In each, fixed positions come first, then buffers with fewer
/// allowed banks; then the named figures in descending order, then the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Size: the documented first candidate.
    Base,
    /// Greatest load in the lifetime, length of the lifetime, size.
    LoadWidthSize,
    /// Size, length of the lifetime.
    SizeWidth,
    /// Length of the lifetime, size.
    WidthSize,
    /// Size times length of the lifetime.
    Area,
}

/// The sort key of a buffer in an order, packed so that two comparisons are enough: every operation costs time in
/// const evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Whether the position is free, the number of allowed banks, and the first figures.
    major: u128,
    /// The last figure, the rank and the index.
    minor: u128,
}

impl Key {
    /// The value that scratch memory is filled with.
    pub const EMPTY: Self = Self { major: 0, minor: 0 };

    const fn of(buffer: &Buffer<'_>, order: Order, load: &[u64], index: u32) -> Self {
        let width = if buffer.last > buffer.first { buffer.last - buffer.first } else { 0 };
        let width = (u32::MAX - width) as u128;
        let size = (u64::MAX - buffer.size) as u128;
        // At most 96 bits, and 64.
        let mut last = 0;
        let figures = match order {
            Order::Base => size,
            Order::LoadWidthSize => {
                last = size;
                ((u64::MAX - load[index as usize]) as u128) << 32 | width
            }
            Order::SizeWidth => size << 32 | width,
            Order::WidthSize => width << 64 | size,
            Order::Area => (1 << 96) - 1 - buffer.size as u128 * (u32::MAX as u128 - width + 1),
        };
        let banks = match buffer.banks {
            [_] => 1,
            list if list.len() > u16::MAX as usize => u16::MAX as usize,
            list => list.len(),
        };
        let free = matches!(buffer.fixed, None) as u128;
        Self {
            major: free << 112 | (banks as u128) << 96 | figures,
            minor: last << 64 | (buffer.rank as u128) << 32 | index as u128,
        }
    }

    const fn index(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are the index")]
        let index = self.minor as u32;
        index
    }
}

/// Fills `indices` with the indices of `buffers` in the given order.
///
/// `load` holds the greatest load in each buffer's lifetime and is read only for [`Order::LoadWidthSize`].
/// `indices` and both of `keys`, which are scratch, have one entry per buffer; further entries are left alone.
pub const fn sort(
    buffers: &[Buffer<'_>],
    order: Order,
    load: &[u64],
    keys: [&mut [Key]; 2],
    indices: &mut [u32],
) {
    let n = buffers.len();
    let [mut from, mut to] = keys;
    let mut i = 0;
    let mut index = 0;
    while i < n {
        from[i] = Key::of(&buffers[i], order, load, index);
        i += 1;
        index += 1;
    }
    // Bottom-up merge sort between the two arrays.
    let mut run = 1;
    while run < n {
        let mut start = 0;
        while start < n {
            let middle = least(start + run, n);
            let end = least(middle + run, n);
            merge(from, to, start, middle, end);
            start = end;
        }
        (from, to) = (to, from);
        run *= 2;
    }
    let mut i = 0;
    while i < n {
        indices[i] = from[i].index();
        i += 1;
    }
}

/// Merges the sorted `start..middle` and `middle..end` of `from` into `to`.
const fn merge(from: &[Key], to: &mut [Key], start: usize, middle: usize, end: usize) {
    let (mut a, mut b, mut at) = (start, middle, start);
    if b < end {
        // Only the run that has given a key is looked at again.
        let mut left = &from[a];
        let mut right = &from[b];
        loop {
            if left.major < right.major || (left.major == right.major && left.minor <= right.minor) {
                to[at] = *left;
                at += 1;
                a += 1;
                if a == middle {
                    break;
                }
                left = &from[a];
            } else {
                to[at] = *right;
                at += 1;
                b += 1;
                if b == end {
                    break;
                }
                right = &from[b];
            }
        }
    }
    while a < middle {
        to[at] = from[a];
        a += 1;
        at += 1;
    }
    while b < end {
        to[at] = from[b];
        b += 1;
        at += 1;
    }
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
