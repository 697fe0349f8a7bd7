//! Problems and layouts with names, as the files have them.

use alloc::sync::Arc;
use alloc::vec::Vec;

/// Id of a bank, buffer, tensor or step: ASCII, not empty, unique among its kind.
///
/// Shared, so that layouts and findings name buffers without copies.
pub type Id = Arc<str>;

/// Banks and the buffers that are to be placed in them.
///
/// The order of `buffers` has no influence on any result; the order of `banks` is the order of reports.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Problem {
    /// The memory regions.
    pub banks: Vec<Bank>,
    /// The buffers.
    pub buffers: Vec<Buffer>,
}

/// One memory region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Its id.
    pub id: Id,
    /// Bytes of the region, at most `2^63 - 1`.
    pub capacity: u64,
    /// Bytes of it kept for the application, which no buffer may use; at most the capacity.
    pub reserve: u64,
}

impl Bank {
    /// A bank of `capacity` bytes without reserve.
    pub fn new(id: &str, capacity: u64) -> Self {
        Self { id: id.into(), capacity, reserve: 0 }
    }

    /// The same bank with `reserve` bytes kept for the application.
    pub fn with_reserve(mut self, reserve: u64) -> Self {
        self.reserve = reserve;
        self
    }

    /// Bytes that buffers may use.
    ///
    /// ```
    /// use arena_plan_core::problem::Bank;
    /// assert_eq!(Bank::new("sram", 256).with_reserve(48).room(), 208);
    /// ```
    pub fn room(&self) -> u64 {
        self.capacity.saturating_sub(self.reserve)
    }
}

/// One buffer and where it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its id.
    pub id: Id,
    /// Size in bytes, from 1 to `2^63 - 1`.
    pub bytes: u64,
    /// First step in which it is alive.
    pub first: u64,
    /// Last step in which it is alive, inclusive.
    pub last: u64,
    /// Alignment of its offset, a power of two.
    pub alignment: u64,
    /// Allowed banks in order of preference, at least one.
    pub banks: Vec<Id>,
    /// The only bank that it may go to, one of `banks`.
    pub fixed_bank: Option<Id>,
    /// Its offset in `fixed_bank`, which must be set as well.
    pub fixed_offset: Option<u64>,
    /// Harm of a place outside the first of `banks`, in whatever unit the problem uses; the size unless set.
    pub weight: Option<u64>,
}

impl Buffer {
    /// A buffer alive in the steps `first..=last`, aligned to 1, that may go to `banks`.
    ///
    /// ```
    /// use arena_plan_core::problem::Buffer;
    /// let pcm = Buffer::new("pcm", 1024, 0, 1, &["dma", "sram"]).with_alignment(32).with_fixed("dma", 0);
    /// assert_eq!(pcm.fixed_offset, Some(0));
    /// ```
    pub fn new(id: &str, bytes: u64, first: u64, last: u64, banks: &[&str]) -> Self {
        Self {
            id: id.into(),
            bytes,
            first,
            last,
            alignment: 1,
            banks: banks.iter().map(|&bank| bank.into()).collect(),
            fixed_bank: None,
            fixed_offset: None,
            weight: None,
        }
    }

    /// The same buffer with another alignment.
    pub fn with_alignment(mut self, alignment: u64) -> Self {
        self.alignment = alignment;
        self
    }

    /// The same buffer with the harm of a place outside its first bank.
    pub fn with_weight(mut self, weight: u64) -> Self {
        self.weight = Some(weight);
        self
    }

    /// The same buffer at a fixed offset of one bank.
    pub fn with_fixed(mut self, bank: &str, offset: u64) -> Self {
        self.fixed_bank = Some(bank.into());
        self.fixed_offset = Some(offset);
        self
    }
}

/// A bank and an offset for every buffer of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The placements; [`plan()`](super::plan()) lists them by id in ASCII order.
    pub placements: Vec<Placement>,
}

/// Where one buffer lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Id of the buffer.
    pub id: Id,
    /// Id of the bank.
    pub bank: Id,
    /// Offset from the bank's base in bytes.
    pub offset: u64,
}

impl Placement {
    /// The buffer `id` at `offset` of `bank`.
    pub fn new(id: &str, bank: &str, offset: u64) -> Self {
        Self { id: id.into(), bank: bank.into(), offset }
    }
}
