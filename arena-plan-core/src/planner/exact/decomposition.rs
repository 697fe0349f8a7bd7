//! Parts: sections that no unplaced item connects are solved separately, and an item that spans a part goes to its
//! top.

use core::cmp::Reverse;

use super::search::{Part, Search};
use super::state::{Dead, NONE};

impl Search<'_> {
    /// Pushes the parts that the unplaced items of `part` fall into, the smallest last.
    pub(super) fn split(&mut self, part: Part) -> Result<(), Dead> {
        let begin = self.parts.len();
        self.todo.clear();
        self.todo.push(part);
        while let Some(part) = self.todo.pop() {
            self.split_once(part)?;
        }
        let start = &self.state.instance.start;
        let count = |p: &Part| start[p.to as usize + 1] - start[p.from as usize];
        self.parts[begin..].sort_by_key(|p| Reverse((count(p), p.from)));
        Ok(())
    }

    /// Cuts `part` where nothing crosses; a piece that an item spans goes back to `todo` without it.
    fn split_once(&mut self, part: Part) -> Result<(), Dead> {
        let mut s = part.from;
        while s <= part.to {
            if self.state.rem[s as usize] == 0 {
                s += 1;
                continue;
            }
            let mut to = if self.state.rules.split { s } else { part.to };
            while to < part.to && self.state.cross[to as usize] > 0 {
                to += 1;
            }
            let piece = Part { from: s, to, cap: part.cap };
            match self.spanning(piece) {
                Some(item) => {
                    let rest = self.put_on_top(item, piece)?;
                    self.todo.push(rest);
                }
                None => self.parts.push(piece),
            }
            s = to + 1;
        }
        Ok(())
    }

    /// An unplaced item that is alive in all of `part` and may go to the top of it.
    fn spanning(&self, part: Part) -> Option<usize> {
        let state = &self.state;
        if !state.rules.spanning || !state.tables.is_free() {
            return None;
        }
        let (from, instance) = (part.from as usize, state.instance);
        let born = instance.start[from] as usize..instance.start[from + 1] as usize;
        born.rev().take_while(|&i| instance.last[i] >= part.to).find(|&i| {
            let twin = state.twin[i];
            state.is_unplaced(i)
                && instance.last[i] == part.to
                && (twin == NONE || !state.is_unplaced(twin as usize))
                // The items above slide down by the item's size and must stay aligned and within their limits.
                && instance.size[i] & self.max_mask == 0
                && state.limit[i] >= part.cap
                && part.cap.wrapping_sub(instance.size[i]) & instance.mask[i] == 0
        })
    }

    /// Places a spanning item at the top of `part` and returns the rest of the part.
    fn put_on_top(&mut self, item: usize, part: Part) -> Result<Part, Dead> {
        let size = self.state.instance.size[item];
        let offset = part.cap.checked_sub(size).ok_or(Dead)?;
        let left = Part { cap: offset, ..part };
        self.state.put(item, offset)?;
        self.state.propagate(self.items(left), left.cap)?;
        Ok(left)
    }
}
