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
//!     let mut window = capture.next(); // `windowed` comes to life
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
//!     capture = average.next(); // round again
//! }
//! capture.release();
//!
//! assert_eq!(level::PLAN.sum_of_sizes(), 512 + 1024 + 512 + 4);
//! assert_eq!(level::PLAN.planned_bytes(), 1024 + 512);
//! assert_eq!(level::buf::Pcm::OFFSET, level::buf::Squares::OFFSET);
//! ```
//!
//! The language of the block is described at [`arena_plan!`].
//!
//! # Steps and handles
//!
//! The module of a block holds one struct per step, with one public field of type [`Buf`] for each buffer alive in
//! it. Steps and handles are zero bytes.
//!
//! | item | what it does |
//! |---|---|
//! | `take()` | gives the first step, and `None` while the arena is out |
//! | `step.io()` | lends what the step declared: inputs as `&T`, outputs, `mut` and `scratch` as `&mut T` |
//! | `step.next()` | ends the step's dying buffers, begins the next step; the last returns to the first, where every buffer has died |
//! | `step.restart()` | ends all buffers and returns to the first step |
//! | `step.release()` | ends all buffers and gives the arena back: `take()` succeeds again |
//! | `Any` | the enum of all steps, for state machines and statics |
//! | `unsafe steal()` | gives the first step whether or not the arena is out |
//! | `buf::NAME::{OFFSET, BYTES, ALIGN, BANK}` | place of a buffer |
//! | `bank::NAME::{CAPACITY, BYTES, ALIGN}` | figures of a bank; `BYTES` is what its static takes |
//! | `PLAN` | the [`Table`]; `Display` prints it |
//!
//! `io()` lends references to arrays, which coerce to slices. A handle dereferences to its buffer, so that a function that
//! takes a slice gets `&mut step.field[..]`.
//!
//! A handle may be moved out of its step and given away by value, to a transfer, an interrupt or a thread. `next()`
//! does not compile until it is back in its field, so a transfer that is forgotten stops the pipeline and nothing
//! worse. A step that is dropped or forgotten keeps the arena out: only `steal()` goes on then.
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
//! * A buffer of a [`Plain`] type (numbers and arrays of them) comes to life with unspecified bytes; `zeroed` fills it
//!   with zeros at each birth. The bytes are whatever their place held before, never uninitialised memory.
//! * `plain(zerocopy)` and `plain(bytemuck)` take the word of those crates instead: the type must implement
//!   `FromBytes` and `IntoBytes`, or `Pod`.
//! * Any other type needs a value, `= EXPR`, evaluated and written at each birth. It passes through the stack.
//! * A value that needs dropping is dropped when its buffer dies.
//! * Where a plain buffer shares bytes with a type that may have padding, it is zeroed at birth, which takes time: padding
//!   is uninitialised memory. The macro knows at compile time whether that is so.
//! * A bank without a section is zero bytes in `.bss`. A bank with one is not initialised by start-up code; `take()`
//!   fills it with zeros up to its size.
//!
//! # Safety
//!
//! The code of a block is safe to use and needs no `unsafe` of yours, also under `#![forbid(unsafe_code)]`. It rests on
//! one invariant: **the handles that exist are among the fields of the step whose token exists, and the contents of each
//! are a valid value of its type.**
//!
//! * *No two handles share bytes.* A `const` in the expansion proves it for each step's set of fields, with the sizes and
//!   alignments that rustc gives the types, the offsets that the addresses are computed from, and the statics as they are
//!   declared. It also proves that each slot lies aligned within its static. It shares no code with the planner, so a
//!   mistake of the planner is a compile error.
//! * *A handle belongs to a live buffer.* [`Buf`] can only be made in `unsafe` code. `next`, `restart` and `release` take
//!   every handle of their step by value, together with a token whose type names the step: a token cannot be put into
//!   another step's struct, and nothing rests on a field being private.
//! * *Contents are valid.* See above; every assumption of the macro about a type is also asserted by rustc.
//! * *One arena.* `take()` swaps an atomic flag.
//! * *Panics* in a value or a destructor during `next()` lose the pipeline: the step is consumed by then, buffers born
//!   before the panic are leaked, and nothing is reached twice.
//! * *A plan with a mistake has nothing to run.* Beside an error, no function of the module returns and there is no memory,
//!   whatever became of the error. Errors and everything else of `core` are named through this crate.
//! * *Foreign code.* Expressions and types of the block stand alone in items of their own, never within generated `unsafe`.
//!   No attribute macro sees the expansion: only doc comments, lint levels, `deprecated` and `cfg` may stand in a block.
//! * *Sections.* A linker can run what lies in some sections, and makes others read-only. Free are names that begin with
//!   `.arena.`, `.bss.`, `.uninit.` or `.noinit.` and go on with words that mean nothing to it; others need your `unsafe`.
//!   A bank in `.arena.NAME` asks the linker for `_arena_NAME_start`, so that it does not lie in other memory unnoticed.
//! * *This crate.* The expansion names it through the `$crate` of the macro that was called, so that no crate or module
//!   that goes by its name is taken for it.
//!
//! The argument is made on paper, in the comments on this crate's `unsafe` and by an attack suite, which also runs under
//! AddressSanitizer. Run by hand under Miri on the state of 30 November 2026 (both borrow models, strict provenance, x86-64,
//! i686, big-endian s390x, thumbv7em and thumbv6m), the facade, the snapshots, the soundness tests, seven examples of this
//! documentation and 76 random plans were clean, and 22 planted faults were found. Miri is no part of the project's checks.
//!
//! # Limits
//!
//! * The schedule is serial: what an interrupt uses has to be alive in every step in which it may fire.
//! * At most 64 banks, alignments up to 4096, and figures below 2^63.
//! * Types of no size, and types whose size is not known at compile time, are refused.
//! * Two blocks do not see each other: each counts its own bytes of a bank.
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
//! | `defmt` | `defmt::Format` for plans ([`Table`]), steps and handles, beside `Debug`; `arena-plan-core` has it for findings |
//! | `stable_deref_trait` | `StableDeref` for [`Buf`] and [`Part`], so that the transfers of `embedded-dma` 0.2 take them by value |
//! | `files` | `layout "FILE";`, which brings a JSON reader into the build of the macro |
//!
//! None is on by default.
#![no_std]

mod bank;
mod buf;
mod check;
mod describe;
mod draft;
mod emit;
mod emit_state;
mod export;
mod figures;
#[cfg(feature = "defmt")]
mod format;
mod in_place;
mod interop;
mod part;
mod place;
mod placed;
mod plain;
mod residency;
mod step;
mod symbol;
mod table;
mod take;

/// Plans static memory: a module of banks, buffers and steps.
///
/// The call is an item; it stands wherever a module can, also in functions and tests. The module holds names only: types
/// and expressions resolve where the call stands.
///
/// ```text
/// block  = { #[attribute] } [ "pub" … ] "mod" NAME "{" { item } "}"
/// item   = option | bank | const | buffer | step | "layout" "FILE" ";"
/// option = "#![" ( "order = base" | "effort = " LEVEL | "strategy = sequential" | "draft" ) "]"
/// bank   = "bank" NAME "{" "capacity:" num { "," ( "align:" num | "reserve:" num | "reserve:" num "%" | "section:" [ "unsafe" ] "…" ) } "}"
/// const  = [ "pub" ] "const" NAME ":" Type "=" Expr ";"
/// buffer = "buffer" NAME ":" Type [ "in" BANK { "|" BANK } [ "@" num ] ] { "," flag } [ "=" Expr ] ";"
/// flag   = "align" num | "live" range | "retain" | "source" | "zeroed" | "plain(zerocopy)" | "plain(bytemuck)" | "weight" num
/// range  = STEP | [ STEP ] "..=" STEP | STEP ".." | ".."
/// step   = "step" NAME [ "(" { use "," } ")" [ "->" BUFFER | "->" "(" BUFFER { "," BUFFER } ")" ] ] ";"
/// use    = [ "mut" | "scratch" ] BUFFER | BUFFER "=>" BUFFER
/// num    = integer [ KiB | MiB ] | path | "(" Expr ")" | "{" Expr "}"
/// ```
///
/// # Banks
///
/// `capacity` is the size of the region in bytes. `align` binds the base and every slot. `reserve` keeps bytes for the
/// application, in bytes or per cent of the capacity. `section` names the linker section of the bank's static.
/// The size of the static, the high-water mark rounded up to its alignment, is what is charged to the capacity.
///
/// # Buffers
///
/// `in` gives the allowed banks in order of preference; left out, all banks in order of declaration. `@ N` fixes the
/// offset in the only bank. `align N` raises the alignment above the type's own.
///
/// Where not all buffers fit into the banks that they prefer, as few bytes as possible lie elsewhere. `weight N` counts
/// a buffer as `N` instead of its size: how hot it is, in a unit of your own. Give it to all that have a choice, or
/// to none.
///
/// A lifetime is an interval of steps, both ends included, within one run of the schedule. It follows from the steps that
/// name the buffer, or is written out with `live first..=last`, and then has to cover them. `source` brings a buffer to life
/// in the first step, where the application fills it. `retain` keeps it to the end of the last step, for the application to
/// read. `= EXPR` is the value at each birth, `zeroed` fills with zeros; see [Contents](crate#contents).
///
/// No buffer keeps its value from one run to the next, whatever its flags: each comes to life in every run. A plain
/// buffer with `source, retain` and without a value is alive in all steps, but what it holds at the start of a run is
/// unspecified. It may be what the run before left there or something else, in this build or the next. Keep state such as
/// that of a filter outside the plan.
///
/// # Steps
///
/// `step fft(windowed, mut state, scratch twiddle) -> spectrum;` reads `windowed`, reads and writes `state`, uses
/// `twiddle` for itself and writes `spectrum`. A step may be a bare name if buffers say where they live. Read before it is
/// written, written and never read (without `retain`), and an unused bank or buffer are errors.
///
/// # In place
///
/// `step fft(windowed => spectrum);` works in place: when the step ends, the bytes of `windowed` become `spectrum`, whose type
/// may be another one. In the step there is one handle, `windowed`, which `io()` lends as `&mut`; from the next step on there
/// is `spectrum`. That costs nothing, and the two are one buffer to the planner.
///
/// Both types are plain, and the second is no larger. It has no place, value or flags of its own but `retain` and `plain(…)`:
/// banks, offset and alignment stand at the first. The first ends there, and the step is not the last.
///
/// ```
/// use arena_plan::{Plain, arena_plan};
///
/// #[repr(C)]
/// struct Complex {
///     re: f32,
///     im: f32,
/// }
/// // SAFETY: two `f32` without padding.
/// unsafe impl Plain for Complex {}
///
/// arena_plan! {
///     mod audio {
///         bank ram { capacity: 2 KiB }
///         buffer windowed: [f32; 256];
///         buffer spectrum: [Complex; 128];
///         buffer power: [f32; 128], retain;
///         step window() -> windowed;
///         step fft(windowed => spectrum);
///         step magnitude(spectrum) -> power;
///     }
/// }
///
/// let mut window = audio::take().expect("the arena is free");
/// window.windowed.fill(1.0);
/// let mut fft = window.next();
/// let audio::FftIo { windowed } = fft.io(); // &mut [f32; 256], for a transform that works in place
/// windowed[2..].fill(0.0);
/// let mut magnitude = fft.next();
/// let audio::MagnitudeIo { spectrum, power } = magnitude.io(); // &[Complex; 128]: the same bytes
/// for (power, bin) in power.iter_mut().zip(spectrum) {
///     *power = bin.re * bin.re + bin.im * bin.im;
/// }
/// assert_eq!(magnitude.power[..2], [2.0, 0.0]);
/// assert_eq!(audio::buf::Spectrum::OFFSET, audio::buf::Windowed::OFFSET);
/// ```
///
/// # Attributes
///
/// The block and its declarations may have doc comments, lint levels (`#[allow(…)]` and so on), `#[deprecated]` and, the
/// block and its constants, `#[cfg(…)]`. Any other attribute is an error that says what to write instead.
///
/// Links in doc comments: those of the module resolve where the block stands. Those of a step or constant resolve inside the
/// module, those of a bank or buffer inside its module `bank` or `buf`: `super::` and `super::super::` lead out to where the
/// block stands.
///
/// # Layout files
///
/// `layout "model.layout.json";` takes the placements from a file, whose path is relative to the package: the output of
/// the command `arena-plan layout`, to be reviewed and kept. It is verified like any other layout and never trusted. Needs
/// the feature `files`.
///
/// # Options
///
/// `#![order = base]` keeps to the base order: fixed buffers first, then fewer allowed banks, then larger ones, ties by
/// name. `#![strategy = sequential]` reuses no bytes, for debugging.
///
/// `#![draft]` compiles a block that does not fit, or whose layout file is stale, far enough to print `PLAN` and
/// `PLAN.problem()`: then sizes that only rustc knows can go to `arena-plan` for advice or for a new layout. A draft has no
/// `take()` and no memory, its layout file is not read, and a warning says so.
///
/// The macro finds this crate by itself, also where the dependency is renamed, or re-exported by a library whose own
/// macro contains the block.
///
/// # Errors
///
/// Mistakes are reported on the token to change, and all that the macro can judge in one run. Where every size can be read from the
/// block (fixed-width numbers and arrays of them, with lengths that are literals or constants of the block) the macro
/// itself plans; otherwise rustc knows the sizes and the same code runs in const evaluation. The text is the same; the first words are `error:` or `error[E0080]: evaluation panicked:`.
/// The headline ends with a stable code, which the command `arena-plan` uses too; `docs/codes.md` in the repository says
/// what each means and what to do about it.
///
/// ```text
/// error: bank `ram` is over budget: step `copy` keeps 128 bytes alive, capacity is 96 (32 bytes over) [over-budget]
///          input   64 bytes  read..=copy
///          output  64 bytes  copy
///        no layout exists: the bytes alive at this step alone exceed the bank
///        would fit if one of these changed:
///          bank `ram`: capacity 128 instead of 96, the least that will do
///        help: `#![draft]` compiles the block all the same, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
///  --> src/main.rs:3:14
/// ```
///
/// That is what this block says:
///
/// ```compile_fail
/// arena_plan::arena_plan! {
///     mod handoff {
///         bank ram { capacity: 96 } // 32 bytes over: `copy` keeps 128 bytes alive
///         buffer input: [u8; 64];
///         buffer output: [u8; 64], retain;
///         step read() -> input;
///         step copy(input) -> output;
///     }
/// }
/// # fn main() {}
/// ```
///
/// "No layout exists" comes with its proof: a step and the buffers that cannot lie in their banks in it, with all figures; a
/// buffer for which fixed ones leave no piece; or "search exhausted". Then follow single changes with which everything
/// fits; each was planned. Const evaluation finds the same proofs, and the same changes where first fit is enough to try
/// them; it makes no search. Where only "no layout found" can be said, `#![effort = thorough]` searches longer where the
/// macro plans. An option that has no effect is a warning.
///
/// # Example
///
/// Containers as buffers, lifetimes written out, and figures from outside the block:
///
/// ```
/// use arena_plan::arena_plan;
///
/// #[derive(Default)]
/// struct Summary {
///     least: u16,
///     most: u16,
/// }
///
/// const SAMPLES: usize = 32;
/// const ROOM: usize = 128;
///
/// arena_plan! {
///     mod logger {
///         bank ram { capacity: ROOM }
///         buffer batch: [u16; SAMPLES], live sample..=summarise;
///         buffer summary: Summary, live summarise.. = Summary::default();
///         buffer page: [u8; 64], live store, zeroed;
///         step sample;
///         step summarise;
///         step store;
///     }
/// }
///
/// let mut sample = logger::take().expect("the arena is free");
/// sample.batch.fill(7);
/// let mut summarise = sample.next();
/// let logger::Summarise { batch, summary, .. } = &mut summarise;
/// **summary = Summary { least: *batch.iter().min().unwrap(), most: *batch.iter().max().unwrap() };
/// let mut store = summarise.next();
/// let (least, most) = (store.summary.least, store.summary.most);
/// store.page[..4].copy_from_slice(&[least.to_le_bytes(), most.to_le_bytes()].concat());
/// assert_eq!(store.page[..5], [7, 0, 7, 0, 0]);
/// store.next().release();
/// ```
#[macro_export]
macro_rules! arena_plan {
    ($($block:tt)*) => {
        $crate::__plan! { ($crate) $($block)* }
    };
}

pub use arena_plan_core::model::BufferKind;
#[doc(hidden)]
pub use arena_plan_macros::__plan;
pub use buf::{Buf, Slot};
pub use export::Problem;
pub use part::Part;
pub use plain::Plain;
pub use table::{BankRow, BufferRow, Table};

/// What the expansion of [`arena_plan!`] uses. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    // For the expansion: `core` may be another crate's or a module's name where that stands.
    pub use ::core;

    pub use arena_plan_core::kernel::fault::{Fault, Token};
    pub use arena_plan_core::kernel::message::Source;
    pub use arena_plan_core::kernel::pieces::Life;
    pub use arena_plan_core::kernel::plan::{Orders, Plan, plan};
    pub use arena_plan_core::kernel::refuse::Refusal;
    pub use arena_plan_core::model::{Bank, Buffer, BufferKind, Placement};

    pub use crate::bank::{AlignTo, Alignment, BankMem};
    pub use crate::buf::{Buf, Constant, Content, Image, Init, Slot};
    pub use crate::check::{check, check_given, check_plain, prove, prove_named};
    pub use crate::draft::draft;
    pub use crate::figures::{
        TypeBytes, apart, at_least, banks, base_aligns, buffer, bytes, name, offsets, placements, planned,
        region, reserve_percent, scrub, slot_aligns, slots, to_u64, to_usize, type_bytes,
    };
    #[cfg(feature = "defmt")]
    pub use crate::format::{Format, Formatter, format_named, format_text};
    pub use crate::in_place::{check_no_larger, merge, prove_in_place, spread};
    pub use crate::place::{Nowhere, Place, Places, places};
    #[cfg(feature = "bytemuck")]
    pub use crate::plain::assert_bytemuck;
    pub use crate::plain::assert_plain;
    #[cfg(feature = "zerocopy")]
    pub use crate::plain::assert_zerocopy;
    pub use crate::step::{At, named};
    pub use crate::table::{Table, bank_rows, buffer_rows, made_in_place};
    pub use crate::take::TakeFlag;
    pub use crate::{
        __any as any, __buffers as buffers, __describe as describe, __end as end,
        __failed_step as failed_step, __figures as figures, __handles as handles,
        __handles_format as handles_format, __placed as placed, __state_any as state_any,
        __state_step as state_step, __step as step, __step_format as step_format,
        __step_traits as step_traits, __symbol as symbol, __views as views,
    };
}
