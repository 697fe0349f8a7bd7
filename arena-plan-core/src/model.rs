//! The plain data that the kernel works on: banks, buffers and placements, by index and without names.
//!
//! Every type here is `Copy` and every function `const`, so that the same code serves the macro, const
//! evaluation in the user's crate, and hosts. Names are in `problem` (hosts) and in the expansion (firmware).

/// Largest byte count that a problem may contain or reach: `2^63 - 1`.
pub const MAX_BYTES: u64 = i64::MAX as u64;

/// Largest cache line, in bytes: a page, as the largest alignment.
pub const MAX_CACHE_LINE: u64 = 4096;

/// One memory region. All figures are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Bank {
    /// Bytes of the region.
    pub capacity: u64,
    /// Bytes kept for the application; the plan never uses them.
    pub reserve: u64,
    /// Minimum alignment of every slot in the bank; a power of two, 1 for none.
    pub align: u64,
    /// The size of the bank is rounded up to a multiple of this power of two: the base alignment of a Rust static
    /// (whose size is a multiple of its alignment), 1 for a plain region.
    pub granule: u64,
    /// Bytes of a line of the cache in front of the region, a power of two up to [`MAX_CACHE_LINE`]; 1 without a cache.
    pub cache_line: u64,
    /// Whether bus masters, such as a DMA controller, reach the region.
    pub dma: bool,
}

impl Bank {
    /// A bank of `capacity` bytes without a reserve, alignment or rounding.
    ///
    /// ```
    /// use arena_plan_core::model::Bank;
    /// let bank = Bank::new(1000).with_reserve(100).with_granule(32);
    /// assert_eq!(bank.room(), 896);
    /// ```
    pub const fn new(capacity: u64) -> Self {
        Self { capacity, reserve: 0, align: 1, granule: 1, cache_line: 1, dma: true }
    }

    /// The same bank with `reserve` bytes kept for the application.
    pub const fn with_reserve(mut self, reserve: u64) -> Self {
        self.reserve = reserve;
        self
    }

    /// The same bank with every slot aligned to `align`, a power of two.
    pub const fn with_align(mut self, align: u64) -> Self {
        self.align = align;
        self
    }

    /// The same bank with its size rounded up to a multiple of `granule`, a power of two.
    pub const fn with_granule(mut self, granule: u64) -> Self {
        self.granule = granule;
        self
    }

    /// The same bank behind a cache with lines of `bytes`, a power of two.
    pub const fn with_cache_line(mut self, bytes: u64) -> Self {
        self.cache_line = bytes;
        self
    }

    /// The same bank, out of the reach of bus masters.
    pub const fn without_dma(mut self) -> Self {
        self.dma = false;
        self
    }

    /// Highest end offset that a placement may have: capacity less reserve, rounded down to the granule.
    /// A reserve above the capacity leaves 0.
    pub const fn room(&self) -> u64 {
        let free = self.capacity.saturating_sub(self.reserve);
        free - free % self.granule
    }

    /// Bytes that a bank with this high-water mark really takes: rounded up to the granule, saturating.
    pub const fn taken(&self, high_water: u64) -> u64 {
        match align_up(high_water, self.granule) {
            Some(bytes) => bytes,
            None => u64::MAX,
        }
    }
}

/// Whose memory a bank is. Names are of type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Storage<S> {
    /// A static of the plan.
    #[default]
    Static,
    /// The application's, which gives it to the plan when the program runs.
    Caller,
    /// What lies between two symbols of the linker script.
    Linker {
        /// The symbol at its first byte.
        start: S,
        /// The symbol behind its last byte.
        end: S,
    },
    /// That of a pool, which several plans use in turn.
    Shared {
        /// The path of the pool.
        pool: S,
    },
}

/// How long the contents of a buffer last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum BufferKind {
    /// For a part of the schedule: each run begins with new contents.
    #[default]
    Buffer,
    /// From the time when the arena is taken until it is returned.
    Persistent,
    /// As long, and never written: a value in read-only memory. In a block, the planner does not place it.
    Constant,
    /// As long, for constants that are copied there before the first step and never written again.
    Staged,
}

impl BufferKind {
    /// Every kind.
    pub const ALL: &'static [BufferKind] = &[Self::Buffer, Self::Persistent, Self::Constant, Self::Staged];

    /// The word for it in declarations, files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Buffer => "buffer",
            Self::Persistent => "persistent",
            Self::Constant => "constant",
            Self::Staged => "staged",
        }
    }
}

/// One buffer: bytes with a size, an alignment, an inclusive lifetime in steps and its allowed banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Buffer<'a> {
    /// Bytes that it takes; at least 1 in a valid problem.
    pub size: u64,
    /// How many of them, at the end, only fill its last cache line: its contents are [`bytes`](Self::bytes) long.
    pub padding: u64,
    /// Alignment of the offset, a power of two.
    pub align: u64,
    /// First step in which the buffer is alive.
    pub first: u32,
    /// Last step in which the buffer is alive, inclusive.
    pub last: u32,
    /// Allowed banks by index, in order of preference.
    pub banks: &'a [u16],
    /// Fixed offset in the only allowed bank.
    pub fixed: Option<u64>,
    /// Position of the buffer's id in ASCII order; it breaks ties, so that the order of declaration does not matter.
    pub rank: u32,
    /// Cost of a place outside the first allowed bank; the size unless set.
    pub weight: u64,
    /// How long its contents last. A buffer that is not [`BufferKind::Buffer`] is alive in all steps.
    pub kind: BufferKind,
    /// Whether the application, not a step, holds its handle.
    pub detached: bool,
    /// Whether bus masters access it, so that it needs whole cache lines.
    pub dma: bool,
}

impl<'a> Buffer<'a> {
    /// A buffer without fixed offset, of rank 0, whose weight is its size.
    ///
    /// ```
    /// use arena_plan_core::model::Buffer;
    /// let pcm = Buffer::new(1024, 2, 0, 1, &[0]).with_fixed(0).with_rank(3);
    /// assert!(pcm.overlaps(&Buffer::new(8, 8, 1, 1, &[0, 1])));
    /// ```
    pub const fn new(size: u64, align: u64, first: u32, last: u32, banks: &'a [u16]) -> Self {
        Self {
            size,
            padding: 0,
            align,
            first,
            last,
            banks,
            fixed: None,
            rank: 0,
            weight: size,
            kind: BufferKind::Buffer,
            detached: false,
            dma: false,
        }
    }

    /// The same buffer at a fixed offset of its only allowed bank.
    pub const fn with_fixed(mut self, offset: u64) -> Self {
        self.fixed = Some(offset);
        self
    }

    /// The same buffer with the rank that breaks ties.
    pub const fn with_rank(mut self, rank: u32) -> Self {
        self.rank = rank;
        self
    }

    /// The same buffer with this cost of a place outside its first bank.
    pub const fn with_weight(mut self, weight: u64) -> Self {
        self.weight = weight;
        self
    }

    /// The same buffer of another kind.
    pub const fn with_kind(mut self, kind: BufferKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same buffer, whose handle the application holds.
    pub const fn with_detached(mut self) -> Self {
        self.detached = true;
        self
    }

    /// The same buffer, accessed by bus masters: it begins and ends with cache lines of `line` bytes, so that a cache
    /// that writes a line back or drops one touches nothing else. An invalid line, which is a fault of its bank, changes
    /// nothing.
    ///
    /// ```
    /// use arena_plan_core::model::Buffer;
    /// let frame = Buffer::new(40, 2, 0, 1, &[0]).with_dma(32);
    /// assert_eq!((frame.size, frame.align, frame.bytes()), (64, 32, 40));
    /// ```
    pub const fn with_dma(mut self, line: u64) -> Self {
        self.dma = true;
        if !line.is_power_of_two() || line > MAX_CACHE_LINE {
            return self;
        }
        if let Some(size) = align_up(self.size, line) {
            self.padding += size - self.size;
            self.size = size;
        }
        if line > self.align && self.align.is_power_of_two() {
            self.align = line;
        }
        self
    }

    /// Bytes of the buffer's contents: its size without the padding of its last cache line.
    pub const fn bytes(&self) -> u64 {
        self.size.saturating_sub(self.padding)
    }

    /// Gives the buffer the size, alignment and lifetime that it and `other` need if they are one after the other in
    /// one place. An invalid alignment is kept, to be reported.
    pub const fn cover(&mut self, other: &Buffer<'_>) {
        let bytes = if other.bytes() > self.bytes() { other.bytes() } else { self.bytes() };
        if other.size > self.size {
            self.size = other.size;
        }
        self.padding = self.size.saturating_sub(bytes);
        if other.align > self.align && self.align.is_power_of_two() {
            self.align = other.align;
        }
        if other.first < self.first {
            self.first = other.first;
        }
        if other.last > self.last {
            self.last = other.last;
        }
    }

    /// Whether the buffer is alive in `step`.
    pub const fn is_alive(&self, step: u32) -> bool {
        self.first <= step && step <= self.last
    }

    /// Whether both buffers are alive in at least one common step.
    pub const fn overlaps(&self, other: &Buffer<'_>) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Alignment of the buffer's offset in `bank`: the larger of the two alignments.
    pub const fn align_in(&self, bank: &Bank) -> u64 {
        if self.align > bank.align { self.align } else { bank.align }
    }
}

/// Bank and offset of one buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Placement {
    /// Index of the bank.
    pub bank: u16,
    /// Offset from the bank's base, in bytes.
    pub offset: u64,
}

/// `value` rounded up to a multiple of `align` (at least 1), or `None` if that exceeds a `u64`.
pub const fn align_up(value: u64, align: u64) -> Option<u64> {
    let over = value % align;
    if over == 0 { Some(value) } else { value.checked_add(align - over) }
}
