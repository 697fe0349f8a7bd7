//! Loads of the steps, summed from where buffers become live and die, and what they say of all banks together.

use super::bound::{MAX_BANKS, Peak, confined, peak, room};
use crate::model::{Bank, Buffer};

/// The sum of the peak loads of the single banks: no layout has less in high-water marks. `None` if the load of one bank
/// or of all together exceeds its room. `most` is the peak load of all buffers; `scratch` has two entries per step.
pub(super) const fn least_total(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    most: u64,
    scratch: &mut [u64],
) -> Option<u64> {
    let count = if banks.len() < MAX_BANKS { banks.len() } else { MAX_BANKS };
    let mut total = 0u64;
    let mut bank = 0;
    let mut number = 0;
    while bank < count {
        let bytes = peak_of(buffers, number, scratch).bytes;
        if bytes > banks[bank].room() {
            return None;
        }
        total = total.saturating_add(bytes);
        bank += 1;
        number += 1;
    }
    let all = if count == MAX_BANKS { u64::MAX } else { (1 << count) - 1 };
    // The loop has counted the only set of a single bank.
    let most = if banks.len() > MAX_BANKS { peak(buffers, all, scratch).bytes } else { most };
    if count > 1 && most > room(banks, all, 1) { None } else { Some(total) }
}

/// [`peak`](super::bound::peak) for a single bank, with fewer operations.
const fn peak_of(buffers: &[Buffer<'_>], bank: u16, scratch: &mut [u64]) -> Peak {
    let steps = scratch.len() / 2;
    let (born, died) = scratch.split_at_mut(steps);
    clear(born, died, steps);
    let mut any = false;
    let (mut i, n) = (0, buffers.len());
    while i < n {
        let buffer = &buffers[i];
        i += 1;
        if let [first, others @ ..] = buffer.banks {
            if *first != bank {
                continue;
            }
            if let [_, ..] = others {
                if !confined(buffer, 1 << bank) {
                    continue;
                }
            }
        }
        any = true;
        add(buffer, buffer.size, born, died, steps);
    }
    if any { highest(born, died, steps) } else { Peak { bytes: 0, step: 0 } }
}

/// Begins the loads of the steps with 0.
pub(super) const fn clear(born: &mut [u64], died: &mut [u64], steps: usize) {
    let mut step = 0;
    while step < steps {
        born[step] = 0;
        died[step] = 0;
        step += 1;
    }
}

/// Adds the bytes of a buffer at its first step and subtracts them after its last.
pub(super) const fn add(buffer: &Buffer<'_>, bytes: u64, born: &mut [u64], died: &mut [u64], steps: usize) {
    let first = buffer.first as usize;
    if first < steps {
        let sum = born[first];
        born[first] = if bytes > u64::MAX - sum { u64::MAX } else { sum + bytes };
        let last = buffer.last as usize;
        if last < steps {
            let sum = died[last];
            died[last] = if bytes > u64::MAX - sum { u64::MAX } else { sum + bytes };
        }
    }
}

/// The highest load and the first step with it.
pub(super) const fn highest(born: &[u64], died: &[u64], steps: usize) -> Peak {
    let mut best = Peak { bytes: 0, step: 0 };
    let mut load = 0u64;
    let mut step = 0usize;
    let mut number = 0u32;
    while step < steps {
        let more = born[step];
        load = if more > u64::MAX - load { u64::MAX } else { load + more };
        if load > best.bytes {
            best = Peak { bytes: load, step: number };
        }
        let less = died[step];
        load = if less > load { 0 } else { load - less };
        step += 1;
        number += 1;
    }
    best
}
