//! Bytes that a problem shares on purpose, for the verifier: which placements are aliases at their place.
//!
//! Like the verifier, it works on names and shares nothing with the placing code, which resolves aliases by itself.

use alloc::collections::BTreeMap;

use super::named::{Buffer, Layout, Placement, Problem};

/// The aliases of a problem, and where a layout puts the buffers that have their bytes.
pub(super) struct Shared<'a> {
    /// By id, only if there is an alias.
    buffers: BTreeMap<&'a str, &'a Buffer>,
    /// First placement of each id.
    places: BTreeMap<&'a str, &'a Placement>,
    /// By the id of a buffer with aliases: first and last step in which it or one of them is alive.
    lives: BTreeMap<&'a str, (u64, u64)>,
    /// By the id of an alias: the id of the buffer that has its bytes, and the offset in it.
    roots: BTreeMap<&'a str, (&'a str, u64)>,
}

/// Whether a placement shares bytes as the problem states.
pub(super) enum Stated<'a> {
    /// It is an alias at its place.
    Shared,
    /// It has bytes of its own, or the buffer that has them is not placed.
    Apart,
    /// It is an alias of `of` from `offset` on, which is `found` elsewhere.
    Elsewhere { of: &'a str, offset: u64, found: &'a Placement },
}

impl<'a> Shared<'a> {
    pub(super) fn of(problem: &'a Problem, layout: &'a Layout) -> Self {
        let mut shared = Self {
            buffers: BTreeMap::new(),
            places: BTreeMap::new(),
            lives: BTreeMap::new(),
            roots: BTreeMap::new(),
        };
        if problem.buffers.iter().all(|buffer| buffer.needs.alias.is_none()) {
            return shared;
        }
        shared.buffers = problem.buffers.iter().map(|buffer| (&*buffer.id, buffer)).collect();
        for placement in &layout.placements {
            shared.places.entry(&placement.id).or_insert(placement);
        }
        for buffer in &problem.buffers {
            shared.resolve(buffer);
        }
        for buffer in &problem.buffers {
            if let Some(&(root, _)) = shared.roots.get(&*buffer.id) {
                let own = shared.buffers[root];
                let life = shared.lives.entry(root).or_insert((own.first, own.last));
                *life = (life.0.min(buffer.first), life.1.max(buffer.last));
            }
        }
        shared
    }

    /// Follows the chain of an alias, and notes the end of it for every alias on the way. A chain that leads nowhere
    /// or in a circle has no end.
    fn resolve(&mut self, start: &'a Buffer) {
        let mut chain: alloc::vec::Vec<(&str, u64)> = alloc::vec::Vec::new();
        let mut at = start;
        let end = loop {
            if let Some(&(root, offset)) = self.roots.get(&*at.id) {
                break Some((root, offset));
            }
            let Some(alias) = &at.needs.alias else { break Some((&*at.id, 0)) };
            // No chain is longer than the problem.
            let Some(next) = self.buffers.get(&*alias.of).filter(|_| chain.len() < self.buffers.len()) else {
                break None;
            };
            chain.push((&at.id, alias.offset));
            at = next;
        };
        let Some((root, mut offset)) = end else { return };
        for (id, more) in chain.into_iter().rev() {
            offset = offset.saturating_add(more);
            self.roots.insert(id, (root, offset));
        }
    }

    /// Whether a placement of a buffer is that of an alias at its place.
    pub(super) fn stated(&self, placement: &Placement, buffer: &Buffer) -> Stated<'a> {
        let Some(&(of, offset)) = self.roots.get(&*placement.id) else { return Stated::Apart };
        let (Some(root), Some(&found)) = (self.buffers.get(of), self.places.get(of)) else {
            return Stated::Apart;
        };
        if found.bank != placement.bank || found.offset.checked_add(offset) != Some(placement.offset) {
            return Stated::Elsewhere { of, offset, found };
        }
        let within = offset.checked_add(buffer.needs.bytes).is_some_and(|end| end <= root.needs.bytes);
        if within { Stated::Shared } else { Stated::Apart }
    }

    /// First and last step in which the bytes of a buffer are taken.
    pub(super) fn life(&self, buffer: &Buffer) -> (u64, u64) {
        self.lives.get(&*buffer.id).copied().unwrap_or((buffer.first, buffer.last))
    }
}
