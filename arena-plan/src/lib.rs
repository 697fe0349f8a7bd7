//! Static memory plans for firmware, made and proved at compile time.
//!
//! [`arena_plan!`] takes memory banks, buffers and a serial schedule of steps. It gives each buffer a bank and an
//! offset so that buffers which are alive together never share bytes and others reuse them, proves the result
//! in a `const`, and expands to static bank memory and typed, zero-sized handles. What does not fit is a compile
//! error on the token at fault.
//!
//! This crate is `no_std`, needs no allocator and holds the small run-time that the macro expands to:
//! [`Buf`], the handle of a live buffer, [`Plain`], the types that may come to life with unspecified bytes, and
//! [`Table`], the plan as data.
#![no_std]

mod bank;
mod buf;
mod check;
mod plain;
mod step;
mod table;
mod take;

pub use arena_plan_macros::arena_plan;
pub use buf::{Buf, Slot};
pub use plain::Plain;
pub use table::{BankRow, BufferRow, Table};

/// What the expansion of [`arena_plan!`] uses. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use arena_plan_core::kernel::fault::{Fault, Token};
    pub use arena_plan_core::kernel::message::Source;
    pub use arena_plan_core::kernel::plan::{Plan, plan};
    pub use arena_plan_core::model::{Bank, Buffer, Placement};

    pub use crate::bank::{AlignTo, Alignment, BankMem};
    pub use crate::buf::{Buf, Constant, Content, Init, Slot};
    pub use crate::check::{
        at_least, banks, base_aligns, bound, buffer, bytes, check, check_given, check_plain, name, offsets,
        prove, region, reserve_percent, rows, scrub, slot, slot_aligns, to_u64, to_usize,
    };
    #[cfg(feature = "bytemuck")]
    pub use crate::plain::assert_bytemuck;
    pub use crate::plain::assert_plain;
    #[cfg(feature = "zerocopy")]
    pub use crate::plain::assert_zerocopy;
    pub use crate::step::{At, named};
    pub use crate::table::{BankRow, BufferRow, Table};
    pub use crate::take::TakeFlag;
}
