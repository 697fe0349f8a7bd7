//! What can be wrong with a plan, and the token at which it is reported.

use super::bound::{self, Excess};
use super::code::Code;
use super::first_fit::Fit;
use crate::model::{Bank, Buffer, MAX_BYTES, Placement};

/// Largest alignment of a slot or a bank: a page.
pub const MAX_ALIGN: u64 = 4096;

/// One reason why there is no plan.
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
    /// The buffer's alignment is no power of two or above [`MAX_ALIGN`].
    BufferAlign {
        /// The buffer.
        buffer: u32,
    },
    /// The bank's alignment is no power of two or above [`MAX_ALIGN`].
    BankAlign {
        /// The bank.
        bank: u32,
    },
    /// The bank's reserve exceeds its capacity.
    Reserve {
        /// The bank.
        bank: u32,
    },
    /// The fixed offset is no multiple of the slot's alignment.
    FixedMisaligned {
        /// The buffer.
        buffer: u32,
    },
    /// The fixed offset ends above the bank's room.
    FixedOutside {
        /// The buffer.
        buffer: u32,
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
    },
    /// The load of a set of banks exceeds its room: no layout exists.
    OverBudget(Excess),
    /// First fit found no place; a layout may exist.
    NotFound {
        /// The first buffer that fits into none of its banks.
        buffer: u32,
        /// Where it would lie in its last bank.
        placement: Placement,
    },
    /// rustc's size of the buffer's type is not the one that the macro read from its spelling.
    SizeDiffers {
        /// The buffer.
        buffer: u32,
        /// The size that the spelling says.
        assumed: u64,
    },
    /// A layout from a file does not suit this buffer.
    Given {
        /// The buffer.
        buffer: u32,
        /// Where the file puts it.
        placement: Placement,
        /// What is wrong with that.
        why: Unsuited,
    },
    /// Sizes add up to more than `2^63 - 1` bytes.
    Overflow {
        /// The buffer at which it was noticed.
        buffer: u32,
    },
}

/// Why a placement from a file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Unsuited {
    /// The bank is none of the buffer's.
    Bank,
    /// The buffer is fixed elsewhere.
    Fixed,
    /// The offset is no multiple of the slot's alignment.
    Misaligned,
    /// The placement ends above the bank's room.
    Outside,
    /// The bytes are those of an earlier buffer, in a common step.
    Overlap {
        /// The earlier buffer.
        other: u32,
        /// Where the file puts it.
        at: Placement,
    },
}

/// The part of the declaration that a fault is reported at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Token {
    /// The name of a bank.
    Bank(u32),
    /// The alignment of a bank, or its name.
    BankAlign(u32),
    /// The reserve of a bank, or its name.
    Reserve(u32),
    /// The name of a buffer.
    Buffer(u32),
    /// The type of a buffer.
    Type(u32),
    /// The alignment of a buffer, or its name.
    Align(u32),
    /// The fixed offset of a buffer.
    Fixed(u32),
}

/// The declaration that a token is a part of, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A bank.
    Bank(u32),
    /// A buffer.
    Buffer(u32),
}

impl Token {
    /// The declaration that it is a part of.
    pub const fn declaration(&self) -> Declaration {
        match *self {
            Self::Bank(bank) | Self::BankAlign(bank) | Self::Reserve(bank) => Declaration::Bank(bank),
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
    /// The stable code. [`Code::OverBudget`] is that of a proof: whatever the planner does, no layout exists.
    ///
    /// ```
    /// use arena_plan_core::kernel::{code::Code, fault::Fault};
    /// assert_eq!(Fault::TooBig { buffer: 0 }.code(), Code::OverBudget);
    /// assert_eq!(Fault::BankAlign { bank: 0 }.code(), Code::BadAlignment);
    /// ```
    pub const fn code(&self) -> Code {
        match self {
            Self::ZeroSize { .. } => Code::ZeroSize,
            Self::TooLarge { .. } | Self::Reserve { .. } => Code::OutOfRange,
            Self::BufferAlign { .. } | Self::BankAlign { .. } => Code::BadAlignment,
            Self::FixedMisaligned { .. } => Code::FixedMisaligned,
            Self::FixedOverlap { .. } => Code::Overlap,
            Self::FixedOutside { .. } | Self::TooBig { .. } | Self::OverBudget(_) => Code::OverBudget,
            Self::NotFound { .. } => Code::NoLayoutFound,
            Self::SizeDiffers { .. } => Code::WrongSize,
            Self::Given { why, .. } => why.code(),
            Self::Overflow { .. } => Code::SumOverflow,
        }
    }

    /// The token that the author must change.
    pub const fn token(&self) -> Token {
        match *self {
            Self::ZeroSize { buffer } | Self::TooLarge { buffer } | Self::SizeDiffers { buffer, .. } => {
                Token::Type(buffer)
            }
            Self::BufferAlign { buffer } => Token::Align(buffer),
            Self::BankAlign { bank } => Token::BankAlign(bank),
            Self::Reserve { bank } => Token::Reserve(bank),
            Self::FixedMisaligned { buffer }
            | Self::FixedOutside { buffer }
            | Self::FixedOverlap { buffer, .. } => Token::Fixed(buffer),
            Self::TooBig { buffer }
            | Self::NotFound { buffer, .. }
            | Self::Given { buffer, .. }
            | Self::Overflow { buffer } => Token::Buffer(buffer),
            Self::OverBudget(excess) => Token::Bank(excess.set.trailing_zeros()),
        }
    }
}

/// What is wrong with a bank by itself.
pub const fn of_bank(banks: &[Bank], index: u32) -> Option<Fault> {
    let bank = &banks[index as usize];
    if !bank.align.is_power_of_two() || bank.align > MAX_ALIGN {
        Some(Fault::BankAlign { bank: index })
    } else if bank.reserve > bank.capacity {
        Some(Fault::Reserve { bank: index })
    } else {
        None
    }
}

/// What is wrong with a buffer by itself: its size, alignment, fixed offset, or that no bank can hold it.
pub const fn of_buffer(banks: &[Bank], buffers: &[Buffer<'_>], index: u32) -> Option<Fault> {
    let buffer = &buffers[index as usize];
    if buffer.size == 0 {
        return Some(Fault::ZeroSize { buffer: index });
    }
    if buffer.size > MAX_BYTES {
        return Some(Fault::TooLarge { buffer: index });
    }
    if !buffer.align.is_power_of_two() || buffer.align > MAX_ALIGN {
        return Some(Fault::BufferAlign { buffer: index });
    }
    let mut largest = 0;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = &banks[buffer.banks[i] as usize];
        if of_bank(banks, buffer.banks[i] as u32).is_some() {
            // Reported at the bank; its room says nothing about this buffer.
            return None;
        }
        if bank.room() > largest {
            largest = bank.room();
        }
        i += 1;
    }
    if buffer.size > largest {
        return Some(Fault::TooBig { buffer: index });
    }
    if let Some(offset) = buffer.fixed {
        let bank = &banks[buffer.banks[0] as usize];
        if offset % buffer.align_in(bank) != 0 {
            return Some(Fault::FixedMisaligned { buffer: index });
        }
        if offset > bank.room() - buffer.size {
            return Some(Fault::FixedOutside { buffer: index });
        }
    }
    None
}

/// The first fault of a bank or a buffer by itself.
pub const fn of_parts(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Fault> {
    let mut index = 0;
    while (index as usize) < banks.len() {
        if let Some(fault) = of_bank(banks, index) {
            return Some(fault);
        }
        index += 1;
    }
    let mut index = 0;
    while (index as usize) < buffers.len() {
        if let Some(fault) = of_buffer(banks, buffers, index) {
            return Some(fault);
        }
        index += 1;
    }
    None
}

/// The first two fixed buffers that share bytes in a common step, reported at the later one.
pub const fn of_fixed(buffers: &[Buffer<'_>]) -> Option<Fault> {
    let mut i = 0;
    let mut index = 0u32;
    while i < buffers.len() {
        if let Some(offset) = buffers[i].fixed {
            let mut j = 0;
            let mut other = 0u32;
            while j < i {
                if let Some(at) = buffers[j].fixed {
                    let same = buffers[i].banks[0] == buffers[j].banks[0];
                    let apart = offset.saturating_add(buffers[i].size) <= at
                        || at.saturating_add(buffers[j].size) <= offset;
                    if same && !apart && buffers[i].overlaps(&buffers[j]) {
                        return Some(Fault::FixedOverlap { buffer: index, other });
                    }
                }
                j += 1;
                other += 1;
            }
        }
        i += 1;
        index += 1;
    }
    None
}

/// Why the placement that a file gives a buffer cannot be used, judged with those of the buffers before it.
pub const fn of_given(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    index: u32,
) -> Option<Fault> {
    let placement = placements[index as usize];
    match unsuited(banks, buffers, placements, index, placement) {
        Some(why) => Some(Fault::Given { buffer: index, placement, why }),
        None => None,
    }
}

const fn unsuited(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    index: u32,
    placement: Placement,
) -> Option<Unsuited> {
    let buffer = &buffers[index as usize];
    let mut allowed = false;
    let mut i = 0;
    while i < buffer.banks.len() {
        allowed |= buffer.banks[i] == placement.bank;
        i += 1;
    }
    if !allowed {
        return Some(Unsuited::Bank);
    }
    let bank = &banks[placement.bank as usize];
    if let Some(fixed) = buffer.fixed {
        if fixed != placement.offset {
            return Some(Unsuited::Fixed);
        }
    }
    if placement.offset % buffer.align_in(bank) != 0 {
        return Some(Unsuited::Misaligned);
    }
    let end = placement.offset.saturating_add(buffer.size);
    if end > bank.room() {
        return Some(Unsuited::Outside);
    }
    let mut other = 0u32;
    while other < index {
        let at = placements[other as usize];
        let apart =
            end <= at.offset || at.offset.saturating_add(buffers[other as usize].size) <= placement.offset;
        if at.bank == placement.bank && !apart && buffer.overlaps(&buffers[other as usize]) {
            return Some(Unsuited::Overlap { other, at });
        }
        other += 1;
    }
    None
}

/// Why a first fit that is not [`Fit::All`] has no layout: a proof if the load gives one.
///
/// `scratch` has two entries per step.
pub const fn of_fit(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    fit: Fit,
    scratch: &mut [u64],
) -> Option<Fault> {
    match fit {
        Fit::All => None,
        Fit::Invalid(buffer) => Some(Fault::Overflow { buffer }),
        Fit::Over(buffer) => match bound::excess(banks, buffers, scratch) {
            Some(excess) => Some(Fault::OverBudget(excess)),
            None => Some(Fault::NotFound { buffer, placement: placements[buffer as usize] }),
        },
    }
}
