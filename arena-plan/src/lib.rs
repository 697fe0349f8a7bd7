//! Static memory plans for firmware, computed and proved at compile time.
//!
//! [`arena_plan!`] takes memory banks, buffers and a serial schedule of steps. It assigns each buffer a bank and an
//! offset so that buffers that are alive together never share bytes and others reuse them, proves the result in a
//! `const`, and expands to static bank memory and typed, zero-sized handles. If something does not fit, that is a
//! compile error at the token to change.
//!
//! This crate is `no_std`, needs no allocator and contains the small run-time that the macro expands to:
//! [`Buf`], the handle of a live buffer, [`Plain`], the types whose buffers may start with unspecified bytes, and
//! [`Table`], the plan as data.
//!
//! ```
//! use arena_plan::arena_plan;
//!
//! const FRAME: usize = 256;
//!
//! arena_plan! {
//!     mod level {
//!         bank ram { capacity: 2 KiB }
//!
//!         buffer pcm: [i16; FRAME];
//!         buffer windowed: [f32; FRAME];
//!         buffer squares: [f32; FRAME / 2];
//!         buffer mean: f32, retain;
//!
//!         step capture() -> pcm;
//!         step window(pcm) -> windowed;
//!         step power(windowed) -> squares;
//!         step average(squares) -> mean;
//!     }
//! }
//!
//! let mut capture = level::take().expect("the arena is free");
//! for sample in [1000_i16, 2000] {
//!     capture.pcm.fill(sample); // a handle dereferences to its buffer
//!
//!     let mut window = capture.next(); // `windowed` becomes live
//!     let level::WindowIo { pcm, windowed } = window.io(); // &[i16; 256], &mut [f32; 256]
//!     for (to, from) in windowed.iter_mut().zip(pcm) {
//!         *to = f32::from(*from) / 1000.0;
//!     }
//!
//!     let mut power = window.next(); // `pcm` is dead; `squares` takes its bytes
//!     let level::PowerIo { windowed, squares } = power.io();
//!     for (to, from) in squares.iter_mut().zip(windowed.chunks_exact(2)) {
//!         *to = (from[0] * from[0] + from[1] * from[1]) / 2.0;
//!     }
//!
//!     let mut average = power.next();
//!     let level::AverageIo { squares, mean } = average.io();
//!     *mean = squares.iter().sum::<f32>() / squares.len() as f32;
//!     let expected = f32::from(sample / 1000);
//!     assert_eq!(*average.mean, expected * expected);
//!
//!     capture = average.next(); // the next run
//! }
//! capture.release();
//!
//! assert_eq!(level::PLAN.sum_of_sizes(), 512 + 1024 + 512 + 4);
//! assert_eq!(level::PLAN.planned_bytes(), 1024 + 512);
//! assert_eq!(level::buf::Pcm::OFFSET, level::buf::Squares::OFFSET);
//! ```
//!
//! The grammar of the block is described at [`arena_plan!`].
//!
//! # Steps and handles
//!
//! The module of a block holds one struct per step, with one public field of type [`Buf`] for each buffer alive in
//! it. Persistent buffers have one field `kept` for all. Steps and handles are zero bytes.
//!
//! | item | what it does |
//! |---|---|
//! | `take()` | returns the first step, and `None` while the arena is taken; with a bank between symbols of the linker script a `Result` with a [`TakeError`] |
//! | `bind(Regions)` | the same with memory of the application, in place of `take()`; `release()` then gives the `Regions` back |
//! | `step.io()` | borrows what the step declared: inputs as `&T`, outputs, `mut` and `scratch` as `&mut T` |
//! | `step.next()` | ends the step's dying buffers, begins the next step; the last returns to the first, where every buffer has died |
//! | `step.restart()` | ends all buffers that do not persist and returns to the first step |
//! | `step.release()` | ends all buffers and returns the arena: `take()` succeeds again |
//! | `Any` | the enum of all steps, for state machines and statics |
//! | `Kept` | the handles of the persistent buffers, the field `kept` of each step; `Any::kept()` gives them in whatever step |
//! | `Detached` | the handles of the `detached` persistent buffers: `take()` then gives `(First, Detached)`, and `release(detached)` takes them back |
//! | `Idle` | of a plan with a bank in a [pool](arena_pool), where it has no lease: `take()` returns it, `start(lease)` begins the first step, `stop()` of a step comes back |
//! | `audit()` | verifies the plan once more on the target, for a check at boot: an [`Audit`]. Costs nothing where it is not called |
//! | `unsafe steal()` | returns the first step whether or not the arena is taken |
//! | `buf::NAME::{OFFSET, BYTES, ALIGN, BANK}` | place of a buffer |
//! | `bank::NAME::{CAPACITY, BYTES, ALIGN}` | figures of a bank; `BYTES` is the size of its static |
//! | `constant::NAME::{OFFSET, BYTES, ALIGN, BANK, get()}` | place of a constant in its read-only bank, and its value |
//! | `PLAN` | the [`Table`]; `Display` prints it |
//!
//! `io()` returns references to arrays, which coerce to slices. A handle dereferences to its buffer, so pass `&mut
//! step.field[..]` to a function that takes a slice.
//!
//! A handle may be moved out of its step and passed by value to a transfer, an interrupt or a thread. `next()` does
//! not compile until it is back in its field, so a forgotten transfer stops the pipeline and does nothing worse. If a
//! step is dropped or forgotten, the arena stays taken: then only `steal()` can continue.
//!
//! ```compile_fail,E0382
//! # use arena_plan::arena_plan;
//! # arena_plan! { mod m { bank ram { capacity: 64 } buffer x: u32; step a() -> x; step b(x); } }
//! let a = m::take().unwrap();
//! std::mem::forget(a.x); // a transfer that never ends
//! let b = a.next(); // error: use of partially moved value
//! ```
//!
//! # Contents
//!
//! * A buffer of a [`Plain`] type (numbers and arrays of them) starts with unspecified bytes; `zeroed` fills it with
//!   zeros at each birth. The bytes are whatever was there before, never uninitialised memory.
//! * `plain(zerocopy)` and `plain(bytemuck)` rely on those crates instead: the type must implement
//!   `FromBytes` and `IntoBytes`, or `Pod`.
//! * Any other type needs a value, `= EXPR`, evaluated and written at each birth. It passes through the stack; one in
//!   `= const { EXPR }` does not, also without optimisation: it is copied from read-only memory, where it takes its size.
//!   A value with interior mutability, such as a `Cell`, cannot be one.
//! * A persistent buffer becomes live in `take()`, in order of declaration: with its value, or else as zeros.
//! * A value that needs dropping is dropped when its buffer dies.
//! * If a plain buffer shares bytes with a type that may have padding, it is zeroed at birth, which takes time:
//!   padding is uninitialised memory. Whether this is needed is known at compile time.
//! * A bank without a section is zero bytes in `.bss`. A bank with one is not initialised by start-up code; `take()`
//!   fills it with zeros up to its size.
//!
//! # Safety
//!
//! The code of a block is safe to use and needs no `unsafe` of yours, even under `#![forbid(unsafe_code)]`. It relies
//! on one invariant: **the handles that exist are among the fields of the step whose token exists and the detached
//! ones alive in it, and the contents of each are a valid value of its type.**
//!
//! * *No two handles share bytes.* A `const` in the expansion proves it for each step's set: its fields, those of `kept`, and
//!   what is detached, persistent or alive in the step. It does so with the sizes and
//!   alignments that rustc gives the types, the offsets that the addresses are computed from, and the statics as they are
//!   declared. It also proves that each slot is aligned and within its static. It shares no code with the planner, so
//!   a mistake of the planner is a compile error.
//! * *A handle belongs to a live buffer.* [`Buf`] can only be made in `unsafe` code. `next`, `restart` and `release` take
//!   every handle of their step by value, together with a token whose type names the step: a token cannot be put into
//!   another step's struct, and nothing relies on a field being private.
//! * *A detached handle is a buffer's life.* The transition that begins it gives the handle, and the one that ends it, or
//!   leaves its interval, takes it by value. `kept` moves from step to step and is never made again.
//! * *Contents are valid.* See above; every assumption of the macro about a type is also asserted by rustc.
//! * *Memory of others.* What the application gives is consumed by `bind()` and comes back from `release()`, when no handle is
//!   left; all addresses in it are derived from the reference that was given. What lies between symbols is the user's promise,
//!   with `unsafe`; its size and alignment are compared when the program runs.
//! * *One arena.* `take()` swaps an atomic flag. Of a pool, whose memory several plans use, there is one [`Lease`]: the plan
//!   that has it consumes it and creates it again when nothing of the plan is in the pool any more.
//! * *Panics* in a value or a destructor during `next()` end the pipeline: the step is consumed by then, buffers born
//!   before the panic are leaked, and nothing is accessed twice.
//! * *A plan with a mistake cannot run.* Next to an error, no function of the module returns and there is no memory,
//!   whatever happens to the error. Errors and everything else of `core` are named through this crate.
//! * *Foreign code.* Expressions and types of the block are in separate items of their own, never within generated
//!   `unsafe`. No attribute macro sees the expansion: only doc comments, lint levels, `deprecated` and `cfg` are
//!   allowed in a block.
//! * *Sections.* A linker runs the contents of some sections, and makes others read-only. Names are allowed that
//!   begin with `.arena.`, `.bss.`, `.uninit.` or `.noinit.` and continue with words that have no meaning to it;
//!   others need your `unsafe`. A bank in `.arena.NAME` asks the linker for `_arena_NAME_start`, so that it cannot
//!   end up in other memory unnoticed.
//! * *This crate.* The expansion names it through the `$crate` of the macro that was called, so that no crate or
//!   module of the same name is mistaken for it.
//!
//! The argument is in the comments on this crate's `unsafe` and is tested by an attack suite, which also runs under
//! AddressSanitizer. Run by hand under Miri on the state of 30 November 2026 (both borrow models, strict provenance,
//! x86-64, i686, big-endian s390x, thumbv7em and thumbv6m), the facade, the snapshots, the soundness tests, seven
//! examples of this documentation and 76 random plans were clean, and 22 planted faults were found. Miri is not part
//! of the project's checks.
//!
//! # Limits
//!
//! * The schedule is serial: what an interrupt uses has to be alive in every step in which it may fire, or persistent.
//! * At most 64 banks, alignments up to 4096, and figures below 2^63.
//! * Zero-sized types, and types whose size is not known at compile time, are rejected.
//! * Two blocks do not know about each other, unless they are in one [pool](arena_pool): each counts only its own bytes of a bank. Their sum is checked by the linker, with
//!   the fragment of a script that `arena-plan linker` writes.
//! * Edition 2018 or later. A crate may forbid `unsafe_code`; if it forbids `dead_code` or a naming lint, which the
//!   expansion allows for what it generates, rustc reports E0453: deny those instead.
//! * Sizes that only rustc knows are planned in const evaluation, by first fit; for more than about 256 buffers prefer
//!   types whose size can be read from the block.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `critical-section` | the take flag on targets without an atomic swap, by a critical section |
//! | `portable-atomic` | the same by that crate's atomics |
//! | `zerocopy` | `plain(zerocopy)` |
//! | `bytemuck` | `plain(bytemuck)` |
//! | `defmt` | `defmt::Format` for plans ([`Table`]), steps and handles, besides `Debug`; `arena-plan-core` has it for findings |
//! | `stable_deref_trait` | `StableDeref` for [`Buf`] and [`Part`], so that the transfers of `embedded-dma` 0.2 take them by value |
//! | `files` | `layout "FILE";` and `include "FILE";`, which bring a JSON reader into the build of the macro |
//!
//! None is enabled by default.
#![no_std]

mod audit;
mod bank;
mod buf;
mod check;
mod constant;
mod describe;
mod dma;
mod draft;
mod emit;
mod emit_state;
mod export;
mod figures;
mod foreign;
#[cfg(feature = "defmt")]
mod format;
mod in_place;
mod interop;
mod language;
mod part;
mod place;
mod placed;
mod plain;
mod pool;
mod residency;
mod staging;
mod step;
mod symbol;
mod table;
mod take;

pub use arena_plan_core::model::{BufferKind, Storage};
#[doc(hidden)]
pub use arena_plan_macros::{__plan, __pool};
pub use audit::{Audit, AuditFinding, AuditSubject};
pub use buf::{Buf, Slot};
pub use constant::{Const, ReadOnly};
pub use export::Problem;
pub use foreign::{BindError, TakeError};
pub use part::Part;
pub use plain::Plain;
pub use pool::Lease;
pub use staging::Staging;
pub use table::{BankRow, BufferRow, Table};

/// What the expansion of [`arena_plan!`] uses. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    // For the expansion: at its place, `core` may be the name of another crate or a module.
    pub use ::core;
    pub use ::core::fmt;
    pub use ::core::primitive::{
        bool, char, f32, f64, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize,
    };

    pub use arena_plan_core::kernel::fault::{Fault, Token};
    pub use arena_plan_core::kernel::message::Source;
    pub use arena_plan_core::kernel::pieces::Life;
    pub use arena_plan_core::kernel::plan::{Orders, Plan, plan};
    pub use arena_plan_core::kernel::refuse::Refusal;
    pub use arena_plan_core::model::{Bank, Buffer, BufferKind, Placement, Storage};

    pub use arena_plan_core::kernel::verify::{Region, Slot as SlotBytes};

    pub use arena_plan_macros::Variants;

    pub use crate::audit::{Audit, Audited, Evidence, audit, audit_of};
    pub use crate::bank::{AlignTo, Alignment, BankMem, Memory};
    pub use crate::buf::{Buf, Constant, Content, Image, Init, Slot};
    pub use crate::check::{
        Checked, check, check_given, check_layout, check_name, check_plain, check_type, prove, prove_named,
    };
    pub use crate::constant::{Const, ReadOnly, Stored, assert_plain_constant, check_read_only};
    pub use crate::dma::{in_lines, largest_line, prove_reach};
    pub use crate::draft::draft;
    pub use crate::figures::{
        TypeBytes, apart, at_least, banks, base_aligns, buffer, bytes, content_bytes, name, offsets,
        placements, planned, region, reserve_percent, scrub, slot_aligns, slots, to_u64, to_usize,
        type_bytes,
    };
    pub use crate::foreign::{BindError, Bound, TakeError, between};
    #[cfg(feature = "defmt")]
    pub use crate::format::{Format, Formatter, format_named, format_text};
    pub use crate::in_place::{check_no_larger, merge, prove_in_place, spread};
    pub use crate::place::{Nowhere, Place, Places, places};
    #[cfg(feature = "bytemuck")]
    pub use crate::plain::assert_bytemuck;
    pub use crate::plain::assert_plain;
    #[cfg(feature = "zerocopy")]
    pub use crate::plain::assert_zerocopy;
    pub use crate::pool::{
        Lease, Lists, PoolMemory, PoolTenants, Share, Shared, Tenancy, begin, plain_in, pool_region,
        pool_size, prove_idle, static_size, unplain,
    };
    pub use crate::staging::{Staging, at_least_aligned, bytes_of, pads, prove_layout, stacked};
    pub use crate::step::{At, any_named, carried, named};
    pub use crate::table::{
        Table, all_banks, all_rows, bank_rows, buffer_rows, constant_row, made_in_place, placed_by, stored,
    };
    pub use crate::take::TakeFlag;
    pub use crate::{
        __any as any, __audited as audited, __buffers as buffers, __cold as cold, __constants as constants,
        __describe as describe, __end as end, __failed_step as failed_step, __handles as handles,
        __handles_format as handles_format, __idle as idle, __placed as placed, __regions as regions,
        __state_any as state_any, __state_step as state_step, __step as step, __step_format as step_format,
        __step_traits as step_traits, __symbols as symbols, __views as views,
    };
}
