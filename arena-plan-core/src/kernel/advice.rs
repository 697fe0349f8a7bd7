//! What would help where no layout exists: single changes after which everything fits, and the buffers in the way.

/// Number of changes that are kept.
pub const MOST: usize = 9;

/// One change after which everything fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Change {
    /// Give the bank another capacity and leave the other banks unchanged.
    Capacity {
        /// The bank.
        bank: u16,
        /// Bytes of capacity.
        bytes: u64,
        /// Every smaller capacity was proved too small.
        least: bool,
    },
    /// Move the buffer away from its fixed offset, within its bank.
    Move {
        /// The buffer.
        buffer: u32,
        /// An offset at which it fits.
        offset: u64,
    },
    /// Allow the buffer a further bank.
    Allow {
        /// The buffer.
        buffer: u32,
        /// The bank.
        bank: u16,
    },
    /// Let the buffer live in fewer steps.
    Shorten {
        /// The buffer.
        buffer: u32,
        /// Its new first step.
        first: u32,
        /// Its new last step.
        last: u32,
    },
}

/// Buffers that cannot be placed together, wherever the others are: found by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Conflict {
    buffers: [u32; MOST_NAMED],
    named: usize,
    /// How many there are; the first ones are named.
    pub count: usize,
    /// Without any one of them, the rest can be placed, so the set cannot be reduced; each was tried.
    pub irreducible: bool,
    /// It is proved that no conflicting set has fewer members.
    pub smallest: bool,
}

/// Number of buffers of a conflict that are kept.
pub const MOST_NAMED: usize = 16;

impl Conflict {
    /// A conflict of these buffers.
    pub const fn new(buffers: &[u32], irreducible: bool, smallest: bool) -> Self {
        let mut kept = [0; MOST_NAMED];
        let mut named = 0;
        while named < buffers.len() && named < MOST_NAMED {
            kept[named] = buffers[named];
            named += 1;
        }
        Self { buffers: kept, named, count: buffers.len(), irreducible, smallest }
    }

    /// The buffers, or the first ones if there are very many.
    pub const fn buffers(&self) -> &[u32] {
        self.buffers.split_at(self.named).0
    }
}

/// What would help, in the order in which it is listed: capacities, moves, further banks, shorter lifetimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Advice {
    changes: [Change; MOST],
    count: usize,
    /// Number of other changes that would also help.
    pub more: usize,
    /// The buffers in the way, where no proof names them.
    pub conflict: Option<Conflict>,
}

impl Advice {
    /// No advice.
    pub const NONE: Self =
        Self { changes: [Change::Move { buffer: 0, offset: 0 }; MOST], count: 0, more: 0, conflict: None };

    /// The changes.
    pub const fn changes(&self) -> &[Change] {
        self.changes.split_at(self.count).0
    }

    /// Adds a change, or counts it if there are [`MOST`] already.
    pub const fn push(&mut self, change: Change) {
        if self.count < MOST {
            self.changes[self.count] = change;
            self.count += 1;
        } else {
            self.more += 1;
        }
    }
}
