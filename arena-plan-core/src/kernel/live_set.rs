//! The part of a message that lists what is alive in a step.

use super::bound::confined;
use super::message::{Message, Source};
use super::text::{digits, width};
use crate::model::Buffer;

/// Buffers that a message lists before it sums up the rest.
const LISTED: usize = 12;

/// One line per buffer of `set` that is alive in `step`, in order of declaration, with size and lifetime.
pub(super) const fn live_set(mut text: Message, source: &Source<'_>, set: u64, step: u32) -> Message {
    let (mut names, mut sizes, mut count) = (0, 0, 0usize);
    let mut last = (0, 0);
    let mut i = 0;
    let mut index = 0;
    while i < source.buffers.len() {
        if alive(source, i, set, step) {
            let name = width(source.buffer(index));
            let size = digits(source.buffers[i].size);
            if count < LISTED {
                names = if name > names { name } else { names };
                sizes = if size > sizes { size } else { sizes };
            }
            last = (name, size);
            count += 1;
        }
        i += 1;
        index += 1;
    }
    if count == LISTED + 1 {
        // It is listed too, because a line that sums up one buffer saves nothing.
        names = if last.0 > names { last.0 } else { names };
        sizes = if last.1 > sizes { last.1 } else { sizes };
    }
    let (mut listed, mut rest) = (0, 0u64);
    let mut i = 0;
    let mut index = 0;
    while i < source.buffers.len() {
        if alive(source, i, set, step) {
            let buffer = &source.buffers[i];
            if listed < LISTED || count == LISTED + 1 {
                let name = source.buffer(index);
                text = text.push("\n  ").push(name).spaces(names.saturating_sub(width(name)) + 2);
                text = text
                    .spaces(sizes.saturating_sub(digits(buffer.size)))
                    .bytes(buffer.size)
                    .push(if buffer.size == 1 { "   " } else { "  " });
                text = lifetime(text, source, buffer);
                listed += 1;
            } else {
                rest = rest.saturating_add(buffer.size);
            }
        }
        i += 1;
        index += 1;
    }
    if listed < count {
        text = text.push("\n  and ").number((count - listed) as u64).push(" more with ").bytes(rest);
    }
    text
}

const fn alive(source: &Source<'_>, index: usize, set: u64, step: u32) -> bool {
    let buffer = &source.buffers[index];
    confined(buffer, set) && buffer.first <= step && step <= buffer.last
}

/// `first..=last` by name; one name for a single step.
pub(super) const fn lifetime(text: Message, source: &Source<'_>, buffer: &Buffer<'_>) -> Message {
    let text = text.push(source.step(buffer.first));
    if buffer.first == buffer.last { text } else { text.push("..=").push(source.step(buffer.last)) }
}
