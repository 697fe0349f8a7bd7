//! The numbers that the user writes about a bank or a buffer. Everything that the macro does with such a number
//! follows from this list: its place in the block, the check of its range, its part in the model (for the macro's
//! planner and in generated code), the marker type that carries what only rustc can compute, and the token of the
//! kernel's errors.

use std::collections::BTreeMap;

use arena_plan_core::kernel::fault::Token;
use arena_plan_core::model::{Bank, Buffer};

/// The meaning of a number. The marker type has the name of the variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Figure {
    /// `capacity: N`: bytes of the region.
    BankCapacity,
    /// `align: N`: minimum alignment of the base and every slot.
    BankAlign,
    /// `reserve: N` or `reserve: N %`: bytes kept for the application.
    BankReserve,
    /// `cache_line: N`: bytes of a line of the cache in front of the bank.
    BankCacheLine,
    /// `align N`: what the slot's offset is a multiple of.
    BufferAlign,
    /// `weight N`: cost of a place outside the first bank.
    BufferWeight,
    /// `@ N`: the offset.
    BufferFixed,
}

impl Figure {
    /// Its name in messages: "the … of bank `ram`".
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::BankCapacity => "capacity",
            Self::BankAlign | Self::BufferAlign => "alignment",
            Self::BankReserve => "reserve",
            Self::BankCacheLine => "cache line",
            Self::BufferWeight => "weight",
            Self::BufferFixed => "offset",
        }
    }

    /// The token at which the kernel reports a fault of it in the bank or buffer `index`; `None` if the kernel does
    /// not check it.
    pub(crate) fn token(self, index: u32) -> Option<Token> {
        match self {
            Self::BankAlign => Some(Token::BankAlign(index)),
            Self::BankReserve => Some(Token::Reserve(index)),
            Self::BankCacheLine => Some(Token::CacheLine(index)),
            Self::BufferAlign => Some(Token::Align(index)),
            Self::BufferFixed => Some(Token::Fixed(index)),
            Self::BankCapacity | Self::BufferWeight => None,
        }
    }

    /// The method of the model that sets it, as generated code calls it; `None` for arguments of the model's
    /// constructor.
    pub(crate) fn method(self) -> Option<&'static str> {
        match self {
            Self::BankCapacity | Self::BufferAlign => None,
            Self::BankAlign => Some("with_align"),
            Self::BankReserve => Some("with_reserve"),
            Self::BankCacheLine => Some("with_cache_line"),
            Self::BufferWeight => Some("with_weight"),
            Self::BufferFixed => Some("with_fixed"),
        }
    }

    /// The bank with this figure: the call of [`method`](Self::method).
    pub(crate) fn of_bank(self, bank: Bank, value: u64) -> Bank {
        match self {
            Self::BankAlign => bank.with_align(value),
            Self::BankReserve => bank.with_reserve(value),
            Self::BankCacheLine => bank.with_cache_line(value),
            Self::BankCapacity | Self::BufferAlign | Self::BufferWeight | Self::BufferFixed => bank,
        }
    }

    /// The buffer with this figure: the call of [`method`](Self::method).
    pub(crate) fn of_buffer(self, buffer: Buffer<'_>, value: u64) -> Buffer<'_> {
        match self {
            Self::BufferWeight => buffer.with_weight(value),
            Self::BufferFixed => buffer.with_fixed(value),
            Self::BankCapacity
            | Self::BankAlign
            | Self::BankReserve
            | Self::BankCacheLine
            | Self::BufferAlign => buffer,
        }
    }
}

/// The numbers of one bank or buffer, in the order of [`Figure`].
#[derive(Clone, Debug)]
pub(crate) struct Figures<N>(BTreeMap<Figure, N>);

impl<N> Default for Figures<N> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<N> Figures<N> {
    /// The number, if it is written.
    pub(crate) fn get(&self, figure: Figure) -> Option<&N> {
        self.0.get(&figure)
    }

    /// Sets a number; returns whether it replaces another one.
    pub(crate) fn set(&mut self, figure: Figure, number: N) -> bool {
        self.0.insert(figure, number).is_some()
    }

    /// Removes the numbers for which `keep` is false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&N) -> bool) {
        self.0.retain(|_, number| keep(number));
    }

    /// The numbers that are written.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Figure, &N)> {
        self.0.iter().map(|(figure, number)| (*figure, number))
    }

    /// The same figures, with each number converted.
    pub(crate) fn map<M>(&self, form: impl Fn(&N) -> M) -> Figures<M> {
        Figures(self.0.iter().map(|(figure, number)| (*figure, form(number))).collect())
    }
}
