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
    let n = if buffers.len() < order.len() { buffers.len() } else { order.len() };
    let mut i = 0;
    let mut index = 0u32;
    while i < n {
        order[i] = index;
        i += 1;
        index += 1;
    }
    // Heap sort: in place, n log n in const evaluation too; ranks make all keys distinct, so stability is moot.
    let mut start = n / 2;
    while start > 0 {
        start -= 1;
        sift(buffers, order, start, n);
    }
    let mut end = n;
    while end > 1 {
        end -= 1;
        let top = order[0];
        order[0] = order[end];
        order[end] = top;
        sift(buffers, order, 0, end);
    }
}

/// Restores the heap property below `root` in `order[..end]`.
const fn sift(buffers: &[Buffer<'_>], order: &mut [u32], mut root: usize, end: usize) {
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && before(buffers, order[child], order[child + 1]) {
            child += 1;
        }
        if !before(buffers, order[root], order[child]) {
            return;
        }
        let held = order[root];
        order[root] = order[child];
        order[child] = held;
        root = child;
    }
}

/// Whether buffer `a` comes before buffer `b` in base order.
const fn before(buffers: &[Buffer<'_>], a: u32, b: u32) -> bool {
    let (x, y) = (&buffers[a as usize], &buffers[b as usize]);
    if x.fixed.is_some() != y.fixed.is_some() {
        return x.fixed.is_some();
    }
    if x.banks.len() != y.banks.len() {
        return x.banks.len() < y.banks.len();
    }
    if x.size != y.size {
        return x.size > y.size;
    }
    if x.rank != y.rank {
        return x.rank < y.rank;
    }
    a < b
}
