//! Problems and layouts with names, as in the files.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::model::{self, BufferKind};

/// Id of a bank, buffer, tensor or step: ASCII, not empty, unique among its kind.
///
/// Shared, so that layouts and findings name buffers without copying.
pub type Id = Arc<str>;

/// Banks and the buffers to place in them.
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
    /// Its figures, all at most `2^63 - 1`, as the planner uses them. Files have the capacity and the reserve.
    pub model: model::Bank,
}

impl Bank {
    /// A bank of `capacity` bytes without a reserve.
    pub fn new(id: &str, capacity: u64) -> Self {
        Self { id: id.into(), model: model::Bank::new(capacity) }
    }

    /// The same bank with `reserve` bytes kept for the application.
    pub fn with_reserve(mut self, reserve: u64) -> Self {
        self.model.reserve = reserve;
        self
    }

    /// The same bank behind a cache with lines of `bytes`, a power of two.
    pub fn with_cache_line(mut self, bytes: u64) -> Self {
        self.model.cache_line = bytes;
        self
    }

    /// The same bank, out of the reach of bus masters.
    pub fn without_dma(mut self) -> Self {
        self.model.dma = false;
        self
    }

    /// Bytes that buffers may use.
    ///
    /// ```
    /// use arena_plan_core::problem::Bank;
    /// assert_eq!(Bank::new("sram", 256).with_reserve(48).room(), 208);
    /// ```
    pub fn room(&self) -> u64 {
        self.model.room()
    }
}

/// What a buffer or tensor needs: bytes, and where it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Size in bytes, from 1 to `2^63 - 1`.
    pub bytes: u64,
    /// Alignment of its offset, a power of two.
    pub alignment: u64,
    /// Allowed banks in order of preference, at least one.
    pub banks: Vec<Id>,
    /// The only bank that it may go to, one of `banks`.
    pub fixed_bank: Option<Id>,
    /// Its offset in `fixed_bank`, which must be set as well.
    pub fixed_offset: Option<u64>,
    /// Cost of a place outside the first of `banks`, in any unit; the size unless set.
    pub weight: Option<u64>,
    /// How long its contents last.
    pub kind: BufferKind,
    /// Whether the application, not a step, holds its handle.
    pub detached: bool,
    /// Whether bus masters access it: it needs whole cache lines, in banks that they reach.
    pub dma: bool,
    /// The placement rule that gave it its banks, as text; only for tables.
    pub rule: Option<Id>,
    /// Its name at its source, if that is not its id: the name of a tensor in a model, any text.
    pub name: Option<Id>,
    /// The bytes of another buffer that it is; `None` if it has bytes of its own.
    pub alias: Option<Alias>,
}

/// Bytes of another buffer: they are shared on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The other buffer, which may be an alias itself.
    pub of: Id,
    /// Offset in it, in bytes.
    pub offset: u64,
}

impl Needs {
    /// `bytes` in one of `banks`, aligned to 1.
    pub fn new(bytes: u64, banks: Vec<Id>) -> Self {
        Self {
            bytes,
            alignment: 1,
            banks,
            fixed_bank: None,
            fixed_offset: None,
            weight: None,
            kind: BufferKind::Buffer,
            detached: false,
            dma: false,
            rule: None,
            name: None,
            alias: None,
        }
    }
}

/// One buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its id.
    pub id: Id,
    /// Its size and where it may go.
    pub needs: Needs,
    /// First step in which it is alive.
    pub first: u64,
    /// Last step in which it is alive, inclusive.
    pub last: u64,
}

impl Buffer {
    /// A buffer alive in the steps `first..=last`, aligned to 1, that may go to `banks`.
    ///
    /// ```
    /// use arena_plan_core::problem::Buffer;
    /// let pcm = Buffer::new("pcm", 1024, 0, 1, &["dma", "sram"]).with_alignment(32).with_fixed("dma", 0);
    /// assert_eq!(pcm.needs.fixed_offset, Some(0));
    /// ```
    pub fn new(id: &str, bytes: u64, first: u64, last: u64, banks: &[&str]) -> Self {
        let needs = Needs::new(bytes, banks.iter().map(|&bank| bank.into()).collect());
        Self { id: id.into(), needs, first, last }
    }

    /// The same buffer with another alignment.
    pub fn with_alignment(mut self, alignment: u64) -> Self {
        self.needs.alignment = alignment;
        self
    }

    /// The same buffer with this cost of a place outside its first bank.
    pub fn with_weight(mut self, weight: u64) -> Self {
        self.needs.weight = Some(weight);
        self
    }

    /// The same buffer of another kind.
    pub fn with_kind(mut self, kind: BufferKind) -> Self {
        self.needs.kind = kind;
        self
    }

    /// The same buffer, whose handle the application holds.
    pub fn with_detached(mut self) -> Self {
        self.needs.detached = true;
        self
    }

    /// The same buffer as bytes of another one, from this offset in it.
    ///
    /// ```
    /// use arena_plan_core::problem::Buffer;
    /// let left = Buffer::new("left", 512, 1, 2, &["sram"]).with_alias("stereo", 0);
    /// assert_eq!(&*left.needs.alias.unwrap().of, "stereo");
    /// ```
    pub fn with_alias(mut self, of: &str, offset: u64) -> Self {
        self.needs.alias = Some(Alias { of: of.into(), offset });
        self
    }

    /// The same buffer, accessed by bus masters.
    pub fn with_dma(mut self) -> Self {
        self.needs.dma = true;
        self
    }

    /// The same buffer at a fixed offset of one bank.
    pub fn with_fixed(mut self, bank: &str, offset: u64) -> Self {
        self.needs.fixed_bank = Some(bank.into());
        self.needs.fixed_offset = Some(offset);
        self
    }
}

/// A bank and an offset for every buffer of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The placements; [`plan()`](super::plan()) lists them by id in ASCII order.
    pub placements: Vec<Placement>,
}

/// Where one buffer is.
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
