//! What can be wrong with a plan, and the token at which it is reported.

use super::bound::Excess;
use super::code::Code;
use super::packing::Packing;
use crate::model::Placement;

/// Largest alignment of a slot or a bank: a page.
pub const MAX_ALIGN: u64 = 4096;

/// A reason why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Fault {
    /// The buffer's type has no bytes.
    ZeroSize {
        /// The buffer.
        buffer: u32,
    },
    /// The buffer's size exceeds `2^63 - 1` bytes.
    TooLarge {
        /// The buffer.
        buffer: u32,
    },
    /// The buffer's alignment is not a power of two, or above [`MAX_ALIGN`].
    BufferAlign {
        /// The buffer.
        buffer: u32,
    },
    /// The buffer would fit into a bank, but not once the bank's size is rounded down to a multiple of the buffer's
    /// alignment.
    AlignTooLarge {
        /// The buffer.
        buffer: u32,
    },
    /// The bank's alignment is not a power of two, above [`MAX_ALIGN`], or larger than the bank.
    BankAlign {
        /// The bank.
        bank: u32,
    },
    /// The bank's cache line is not a power of two, or above [`MAX_CACHE_LINE`](crate::model::MAX_CACHE_LINE).
    CacheLine {
        /// The bank.
        bank: u32,
    },
    /// The bank's reserve exceeds its capacity.
    Reserve {
        /// The bank.
        bank: u32,
    },
    /// The fixed offset is not a multiple of the slot's alignment.
    FixedMisaligned {
        /// The buffer.
        buffer: u32,
    },
    /// The fixed offset ends above the bank's room.
    FixedOutside {
        /// The buffer.
        buffer: u32,
        /// The buffer whose alignment reduces the room so far that this is the case.
        rounding: Option<u32>,
    },
    /// Two fixed buffers share bytes in a common step.
    FixedOverlap {
        /// The later one.
        buffer: u32,
        /// The earlier one.
        other: u32,
    },
    /// The buffer is larger than the room of each of its banks.
    TooBig {
        /// The buffer.
        buffer: u32,
        /// The buffer whose alignment reduces the room so far that this is the case.
        rounding: Option<u32>,
    },
    /// The load of a set of banks exceeds its room: no layout exists.
    OverBudget(Excess),
    /// The buffer fits into no piece between the fixed buffers that are alive with it: no layout exists.
    NoPiece {
        /// The buffer.
        buffer: u32,
    },
    /// The buffers of a step cannot be divided among the pieces of their banks: no layout exists.
    Packing(Packing),
    /// A search tried or ruled out every placement: no layout exists.
    Exhausted {
        /// The first buffer that fits into none of its banks, in the closest attempt.
        buffer: u32,
        /// Where it would be in its last bank.
        placement: Placement,
    },
    /// No layout was found; one may exist.
    NotFound {
        /// The first buffer that fits into none of its banks.
        buffer: u32,
        /// Where it would be in its last bank.
        placement: Placement,
        /// How a layout was sought.
        sought: Sought,
    },
    /// rustc's size of the buffer's type is not the one that the macro read from its spelling.
    SizeDiffers {
        /// The buffer.
        buffer: u32,
        /// The size that the spelling suggests.
        assumed: u64,
    },
    /// A layout from a file does not match this buffer.
    Given {
        /// The buffer.
        buffer: u32,
        /// Where the file puts it.
        placement: Placement,
        /// What is wrong with it.
        why: Unsuited,
    },
    /// Sizes add up to more than `2^63 - 1` bytes.
    Overflow {
        /// The buffer at which this was detected.
        buffer: u32,
    },
}

/// Why a placement from a file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Unsuited {
    /// The bank is not one of the buffer's.
    Bank,
    /// The buffer is fixed elsewhere.
    Fixed,
    /// The offset is not a multiple of the slot's alignment.
    Misaligned,
    /// The placement ends above the bank's room.
    Outside,
    /// The bytes belong to an earlier buffer in a common step.
    Overlap {
        /// The earlier buffer.
        other: u32,
        /// Where the file puts it.
        at: Placement,
    },
}

/// How a layout was sought that was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sought {
    /// By first fit in const evaluation, which is too slow for a search.
    ConstEvaluation,
    /// By first fit, which the options ask for.
    FirstFit,
    /// By a search that ended with its budget, which can be raised.
    Search,
    /// By a search with the largest budget.
    ThoroughSearch,
}

/// The part of the declaration at which a fault is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Token {
    /// The name of a bank.
    Bank(u32),
    /// The alignment of a bank, or its name.
    BankAlign(u32),
    /// The reserve of a bank, or its name.
    Reserve(u32),
    /// The cache line of a bank, or its name.
    CacheLine(u32),
    /// The name of a buffer.
    Buffer(u32),
    /// The type of a buffer.
    Type(u32),
    /// The alignment of a buffer, or its name.
    Align(u32),
    /// The fixed offset of a buffer.
    Fixed(u32),
}

/// The declaration that a token is part of, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A bank.
    Bank(u32),
    /// A buffer.
    Buffer(u32),
}

impl Token {
    /// The declaration that it is part of.
    pub const fn declaration(&self) -> Declaration {
        match *self {
            Self::Bank(bank) | Self::BankAlign(bank) | Self::Reserve(bank) | Self::CacheLine(bank) => {
                Declaration::Bank(bank)
            }
            Self::Buffer(buffer) | Self::Type(buffer) | Self::Align(buffer) | Self::Fixed(buffer) => {
                Declaration::Buffer(buffer)
            }
        }
    }

    /// The name of its variant, for generated code.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bank(_) => "Bank",
            Self::BankAlign(_) => "BankAlign",
            Self::Reserve(_) => "Reserve",
            Self::CacheLine(_) => "CacheLine",
            Self::Buffer(_) => "Buffer",
            Self::Type(_) => "Type",
            Self::Align(_) => "Align",
            Self::Fixed(_) => "Fixed",
        }
    }

    /// Whether both are the same token.
    pub const fn is(&self, other: Token) -> bool {
        match (*self, other) {
            (Self::Bank(a), Self::Bank(b))
            | (Self::BankAlign(a), Self::BankAlign(b))
            | (Self::Reserve(a), Self::Reserve(b))
            | (Self::CacheLine(a), Self::CacheLine(b))
            | (Self::Buffer(a), Self::Buffer(b))
            | (Self::Type(a), Self::Type(b))
            | (Self::Align(a), Self::Align(b))
            | (Self::Fixed(a), Self::Fixed(b)) => a == b,
            _ => false,
        }
    }
}

impl Unsuited {
    /// The stable code: the one that the verifier reports for such a placement.
    pub const fn code(&self) -> Code {
        match self {
            Self::Bank => Code::BankNotAllowed,
            Self::Fixed => Code::FixedMoved,
            Self::Misaligned => Code::Misaligned,
            Self::Outside => Code::OutOfBank,
            Self::Overlap { .. } => Code::Overlap,
        }
    }
}

impl Fault {
    /// The stable code. [`Code::OverBudget`] is the code of a proof: no layout exists, whatever the planner does.
    ///
    /// ```
    /// use arena_plan_core::kernel::{code::Code, fault::Fault};
    /// assert_eq!(Fault::NoPiece { buffer: 0 }.code(), Code::OverBudget);
    /// assert_eq!(Fault::BankAlign { bank: 0 }.code(), Code::BadAlignment);
    /// ```
    pub const fn code(&self) -> Code {
        match self {
            Self::ZeroSize { .. } => Code::ZeroSize,
            Self::TooLarge { .. } | Self::Reserve { .. } => Code::OutOfRange,
            Self::BufferAlign { .. }
            | Self::BankAlign { .. }
            | Self::CacheLine { .. }
            | Self::AlignTooLarge { .. } => Code::BadAlignment,
            Self::FixedMisaligned { .. } => Code::FixedMisaligned,
            Self::FixedOverlap { .. } => Code::Overlap,
            Self::FixedOutside { .. }
            | Self::TooBig { .. }
            | Self::OverBudget(_)
            | Self::NoPiece { .. }
            | Self::Packing(_)
            | Self::Exhausted { .. } => Code::OverBudget,
            Self::NotFound { .. } => Code::NoLayoutFound,
            Self::SizeDiffers { .. } => Code::WrongSize,
            Self::Given { why, .. } => why.code(),
            Self::Overflow { .. } => Code::SumOverflow,
        }
    }

    /// Whether the fault is of a bank or a buffer by itself, which is looked for before anything else.
    pub const fn is_of_part(&self) -> bool {
        match self {
            Self::ZeroSize { .. }
            | Self::TooLarge { .. }
            | Self::BufferAlign { .. }
            | Self::AlignTooLarge { .. }
            | Self::BankAlign { .. }
            | Self::CacheLine { .. }
            | Self::Reserve { .. }
            | Self::FixedMisaligned { .. }
            | Self::FixedOutside { .. }
            | Self::TooBig { .. }
            | Self::SizeDiffers { .. } => true,
            Self::FixedOverlap { .. }
            | Self::OverBudget(_)
            | Self::NoPiece { .. }
            | Self::Packing(_)
            | Self::Exhausted { .. }
            | Self::NotFound { .. }
            | Self::Given { .. }
            | Self::Overflow { .. } => false,
        }
    }

    /// The token that the author must change.
    pub const fn token(&self) -> Token {
        match *self {
            Self::ZeroSize { buffer } | Self::TooLarge { buffer } | Self::SizeDiffers { buffer, .. } => {
                Token::Type(buffer)
            }
            Self::BufferAlign { buffer } | Self::AlignTooLarge { buffer } => Token::Align(buffer),
            Self::BankAlign { bank } => Token::BankAlign(bank),
            Self::Reserve { bank } => Token::Reserve(bank),
            Self::CacheLine { bank } => Token::CacheLine(bank),
            Self::TooBig { rounding: Some(buffer), .. }
            | Self::FixedOutside { rounding: Some(buffer), .. } => Token::Align(buffer),
            Self::FixedMisaligned { buffer }
            | Self::FixedOutside { buffer, .. }
            | Self::FixedOverlap { buffer, .. } => Token::Fixed(buffer),
            Self::TooBig { buffer, .. }
            | Self::NoPiece { buffer }
            | Self::Exhausted { buffer, .. }
            | Self::NotFound { buffer, .. }
            | Self::Given { buffer, .. }
            | Self::Overflow { buffer } => Token::Buffer(buffer),
            Self::OverBudget(Excess { rounding: Some(buffer), .. }) => Token::Align(buffer),
            Self::OverBudget(excess) => Token::Bank(excess.set.trailing_zeros()),
            Self::Packing(packing) => Token::Bank(packing.bank as u32),
        }
    }
}
