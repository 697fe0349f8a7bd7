//! The part of a message that says what would help.

use super::advice::{Advice, Change, Conflict, MOST, MOST_NAMED};
use super::message::{Message, Source};

/// Changes that are listed before the rest are counted; a line that counts a single change would save nothing.
const LISTED: usize = MOST - 1;

/// One line per change, or nothing if none is known.
pub(super) const fn list(text: Message, advice: &Advice, source: &Source<'_>) -> Message {
    let text = match &advice.conflict {
        Some(found) => conflict(text, found, source),
        None => text,
    };
    let changes = advice.changes();
    if changes.is_empty() {
        return text;
    }
    let mut text = text.push("\nwould fit if one of these changed:");
    let shown = if changes.len() + advice.more > MOST { LISTED } else { changes.len() };
    let mut i = 0;
    while i < shown {
        text = change(text.push("\n  "), &changes[i], source);
        i += 1;
    }
    match changes.len() + advice.more - shown {
        0 => text,
        more => text.push("\n  and ").number(more as u64).push(" more"),
    }
}

/// `a`, `b` and `c`; if there are very many, the first ones and how many more.
const fn conflict(text: Message, found: &Conflict, source: &Source<'_>) -> Message {
    let named = if found.count > MOST_NAMED { MOST_NAMED / 2 } else { found.count };
    let mut text = text.push("\nconflict: ");
    let mut i = 0;
    while i < named {
        if i > 0 {
            text = text.push(if i + 1 == found.count { " and " } else { ", " });
        }
        text = text.quote(source.buffer(found.buffers()[i]));
        i += 1;
    }
    if named < found.count {
        text = text.push(" and ").number((found.count - named) as u64).push(" more");
    }
    text.push(" alone cannot be placed").push(if found.smallest {
        " (no smaller set conflicts)"
    } else if found.irreducible {
        " (without any one of them, the others can)"
    } else {
        ""
    })
}

const fn change(text: Message, change: &Change, source: &Source<'_>) -> Message {
    match *change {
        Change::Capacity { bank, bytes, least } => text
            .push("bank ")
            .quote(source.bank(bank as usize))
            .push(": capacity ")
            .number(bytes)
            .push(" instead of ")
            .number(source.banks[bank as usize].capacity)
            .push(if least { ", the minimum" } else { "; less may be enough" }),
        Change::Move { buffer, offset } => {
            let now = match source.buffers[buffer as usize].fixed {
                Some(now) => now,
                None => 0,
            };
            of(text, source, buffer).push("at offset ").number(offset).push(" instead of ").number(now)
        }
        Change::Allow { buffer, bank } => {
            of(text, source, buffer).push("allowed in ").quote(source.bank(bank as usize)).push(" too")
        }
        Change::Shorten { buffer, first, last } => {
            let whole = &source.buffers[buffer as usize];
            let text = life(of(text, source, buffer).push("alive in "), source, first, last);
            life(text.push(" instead of "), source, whole.first, whole.last)
        }
    }
}

const fn of(text: Message, source: &Source<'_>, buffer: u32) -> Message {
    text.push("buffer ").quote(source.buffer(buffer)).push(": ")
}

const fn life(text: Message, source: &Source<'_>, first: u32, last: u32) -> Message {
    if first == last {
        return text.push("step ").quote(source.step(first));
    }
    text.push("steps ").quote(source.step(first)).push("..=").quote(source.step(last))
}
