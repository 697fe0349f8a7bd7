//! Orders in which first fit places buffers.
//!
//! The base order is part of the documented contract: fixed positions first, then fewer allowed banks, then
//! larger size; the rank (ids in ASCII order) breaks ties.

use crate::model::Buffer;

/// Fills `order` with the indices of `buffers` in base order.
///
/// `order` must have one entry per buffer; further entries are left alone.
///
/// ```
/// use arena_plan_core::{kernel::order, model::Buffer};
/// let buffers = [
///     Buffer::new(64, 1, 0, 0, &[0, 1]).with_rank(0),
///     Buffer::new(32, 1, 0, 0, &[0]).with_rank(1),
///     Buffer::new(16, 1, 0, 0, &[0]).with_fixed(0).with_rank(2),
/// ];
/// let mut base = [0; 3];
/// order::base(&buffers, &mut base);
/// assert_eq!(base, [2, 1, 0]);
/// ```
pub const fn base(buffers: &[Buffer<'_>], order: &mut [u32]) {
    sort(buffers, Order::Base, &[], order);
}

/// An order in which first fit can place buffers. In each, fixed positions come first, then buffers with fewer
/// allowed banks; the named figures follow, falling, and the rank.
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

/// Fills `indices` with the indices of `buffers` in the given order.
///
/// `load` holds the greatest load in each buffer's lifetime and is read only for [`Order::LoadWidthSize`].
/// `indices` must have one entry per buffer; further entries are left alone.
pub const fn sort(buffers: &[Buffer<'_>], order: Order, load: &[u64], indices: &mut [u32]) {
    let n = if buffers.len() < indices.len() { buffers.len() } else { indices.len() };
    let mut i = 0;
    let mut index = 0u32;
    while i < n {
        indices[i] = index;
        i += 1;
        index += 1;
    }
    // Heap sort: in place, n log n in const evaluation too; ranks make all keys distinct, so stability is moot.
    let mut start = n / 2;
    while start > 0 {
        start -= 1;
        sift(buffers, order, load, indices, start, n);
    }
    let mut end = n;
    while end > 1 {
        end -= 1;
        let top = indices[0];
        indices[0] = indices[end];
        indices[end] = top;
        sift(buffers, order, load, indices, 0, end);
    }
}

/// Restores the heap property below `root` in `indices[..end]`.
const fn sift(
    buffers: &[Buffer<'_>],
    order: Order,
    load: &[u64],
    indices: &mut [u32],
    mut root: usize,
    end: usize,
) {
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && before(buffers, order, load, indices[child], indices[child + 1]) {
            child += 1;
        }
        if !before(buffers, order, load, indices[root], indices[child]) {
            return;
        }
        let held = indices[root];
        indices[root] = indices[child];
        indices[child] = held;
        root = child;
    }
}

/// Whether buffer `a` comes before buffer `b`.
const fn before(buffers: &[Buffer<'_>], order: Order, load: &[u64], a: u32, b: u32) -> bool {
    let (x, y) = (&buffers[a as usize], &buffers[b as usize]);
    if x.fixed.is_some() != y.fixed.is_some() {
        return x.fixed.is_some();
    }
    if x.banks.len() != y.banks.len() {
        return x.banks.len() < y.banks.len();
    }
    let (p, q) = match order {
        Order::Base => ([x.size as u128, 0, 0], [y.size as u128, 0, 0]),
        Order::LoadWidthSize => (
            [load[a as usize] as u128, width(x) as u128, x.size as u128],
            [load[b as usize] as u128, width(y) as u128, y.size as u128],
        ),
        Order::SizeWidth => ([x.size as u128, width(x) as u128, 0], [y.size as u128, width(y) as u128, 0]),
        Order::WidthSize => ([width(x) as u128, x.size as u128, 0], [width(y) as u128, y.size as u128, 0]),
        Order::Area => ([area(x), 0, 0], [area(y), 0, 0]),
    };
    let mut i = 0;
    while i < p.len() {
        if p[i] != q[i] {
            return p[i] > q[i];
        }
        i += 1;
    }
    if x.rank != y.rank {
        return x.rank < y.rank;
    }
    a < b
}

/// Steps of the lifetime, less one.
const fn width(buffer: &Buffer<'_>) -> u32 {
    buffer.last.saturating_sub(buffer.first)
}

/// Size times steps of the lifetime.
const fn area(buffer: &Buffer<'_>) -> u128 {
    buffer.size as u128 * (width(buffer) as u128 + 1)
}
