//! The macro `arena_plan!`, and the description of its language.

/// Plans static memory: a module of banks, buffers and steps.
///
/// The call is an item; it can be wherever a module can, also in functions and tests. The module contains only names:
/// types and expressions resolve at the place of the call.
///
/// ```text
/// block  = { #[attribute] } [ "pub" … ] "mod" NAME "{" { item } "}"
/// item   = option | bank | place | const | buffer | stored | step | "layout" "FILE" ";" | "include" "FILE" ";"
/// option = "#![" ( "order = base" | "effort = " LEVEL | "strategy = sequential" | "draft" ) "]"
/// bank   = "bank" NAME "{" "capacity:" num { "," bankattr } "}"
/// bankattr = "align:" num | "reserve:" num [ "%" ] | "cache_line:" num | "dma:" ( "yes" | "no" )
///        | "section:" [ "unsafe" ] "…" | "read_only" | "storage:" storage
/// storage = "static" | "caller" | "unsafe" "linker" "(" SYMBOL "," SYMBOL ")" | "shared" "(" path of a pool ")"
/// place  = "place" "{" { rule } "}"
/// rule   = ( "default" | kind | pattern | kind pattern ) ":" BANK { "|" BANK } [ "->" BANK ] ";"
/// kind   = "buffer" | "persistent" | "constant"
/// pattern = a name in which "*" stands for any letters
/// const  = [ "pub" ] "const" NAME ":" Type "=" Expr ";"
/// buffer = ( "buffer" | "persistent" ) NAME ":" Type [ "in" BANK { "|" BANK } [ "@" num ] ] { "," flag } [ "=" Expr ] ";"
/// stored = "constant" NAME ":" Type [ "in" BANK [ "->" BANK ] ] { "," ( "plain(zerocopy)" | "plain(bytemuck)" ) } "=" Expr ";"
/// flag   = "align" num | "live" range | "retain" | "source" | "zeroed" | "detached" | "dma" | "plain(zerocopy)" | "plain(bytemuck)"
///        | "weight" num
/// range  = STEP | [ STEP ] "..=" STEP | STEP ".." | ".."
/// step   = "step" NAME [ "(" { use "," } ")" [ "->" BUFFER | "->" "(" BUFFER { "," BUFFER } ")" ] ] ";"
/// use    = [ "mut" | "scratch" ] BUFFER | BUFFER "=>" BUFFER
/// num    = integer [ KiB | MiB ] | path | "(" Expr ")" | "{" Expr "}"
/// ```
///
/// `#[cfg(…)]` may be in front of most parts: see [Variants](#variants).
///
/// # Banks
///
/// `capacity` is the size of the region in bytes. `align` is the minimum alignment of the base and every slot.
/// `reserve` keeps bytes for the application, in bytes or as a percentage of the capacity. `section` names the linker
/// section of the bank's static. `cache_line` is the size of a line of the cache in front of the bank, and `dma: no` says that
/// bus masters, such as a DMA controller, do not reach it: both matter to [buffers for DMA](#dma). `storage: shared(…)` puts the
/// bank into the memory of a [pool](crate::arena_pool), which other plans use in turn; without it, or with `static`, a bank has
/// a static of its own; see [Whose memory](#whose-memory). The size of the static, the high-water mark rounded up to its alignment, counts against the capacity.
///
#[doc = include_str!("language/memory.md")]
/// # Buffers
///
/// `in` lists the allowed banks in order of preference; if left out, those of a [rule](#rules), else all banks in order of
/// declaration. `@ N` fixes
/// the offset in the only bank. `align N` raises the alignment above the type's own.
///
/// If not all buffers fit into the banks that they prefer, as few bytes as possible go elsewhere. `weight N` counts a
/// buffer as `N` instead of its size: how often it is accessed, in a unit of your own. Give it to all buffers that
/// have a choice, or to none.
///
/// A lifetime is an interval of steps, both ends included, within one run of the schedule. It follows from the steps that
/// name the buffer, or is explicit with `live first..=last`, and then has to cover them. With `source`, a buffer
/// becomes live in the first step, in which the application fills it. `retain` keeps it to the end of the last step,
/// for the application to read. `= EXPR` is the value at each birth, `zeroed` fills with zeros; see
/// [Contents](crate#contents).
///
/// No `buffer` keeps its value from one run to the next, whatever its flags: each becomes live again in every run. A
/// plain buffer with `source, retain` and without a value is alive in all steps, but its contents at the start of a
/// run are unspecified. They may be what the previous run left there or something else, in this build or the next.
///
/// # DMA
///
/// `dma` is for a buffer that bus masters access. It goes only into banks that they reach, begins with a cache line, and nothing
/// else is in its last one, so that a line that is written back or dropped for a transfer contains nothing else. The planner
/// rounds its size and alignment up to whole lines; where it may go to banks with different lines, to the largest of them. Its
/// type keeps its size. Elements of a buffer that is split into parts must be whole lines.
///
/// ```
/// use arena_plan::arena_plan;
///
/// arena_plan! {
///     mod recorder {
///         bank dtcm { capacity: 256, dma: no } // fast, and only the core reaches it
///         bank sram { capacity: 512, cache_line: 32 }
///         buffer frame: [u8; 40], dma; // in `sram`, 64 bytes of it
///         buffer sums: [u32; 8], retain; // in `dtcm`
///         step record() -> frame;
///         step add(frame) -> sums;
///     }
/// }
///
/// assert_eq!((recorder::buf::Frame::BANK, recorder::buf::Frame::ALIGN), ("sram", 32));
/// assert_eq!((recorder::buf::Frame::BYTES, recorder::bank::Sram::BYTES), (40, 64));
/// assert_eq!(recorder::buf::Sums::BANK, "dtcm");
/// ```
///
/// # Rules
///
/// `place { … }` gives banks to everything without `in`. Of the rules that match, a kind with a name comes before a name, a name
/// before a kind, and a kind before `default`; of two that are as specific, the first. A rule whose bank is read only is for
/// constants, others are for buffers. A rule that matches nothing, or places nothing because others come first, is an error. The
/// table says which rule placed a buffer; `docs/placement.md` in the repository has the details.
///
/// ```
/// use arena_plan::arena_plan;
///
/// arena_plan! {
///     mod spotter {
///         bank flash { capacity: 1 KiB, read_only }
///         bank dtcm { capacity: 256 }
///         bank sram { capacity: 1 KiB }
///         place {
///             default: dtcm | sram;
///             persistent: sram;
///             constant: flash -> dtcm;
///             big_*: sram;
///         }
///         constant window: [i16; 4] = [1, 3, 3, 1];
///         persistent gain: i32;
///         buffer big_frame: [i16; 4];
///         buffer sum: i32, retain;
///         step record() -> big_frame;
///         step add(big_frame, window, mut gain) -> sum;
///     }
/// }
///
/// assert_eq!([spotter::buf::BigFrame::BANK, spotter::buf::Gain::BANK], ["sram", "sram"]);
/// assert_eq!((spotter::buf::Sum::BANK, spotter::PLAN.buffers[0].rule), ("dtcm", "persistent"));
/// ```
///
#[doc = include_str!("language/state.md")]
/// # Steps
///
/// `step fft(windowed, mut state, scratch twiddle) -> spectrum;` reads `windowed`, reads and writes `state`, uses
/// `twiddle` as scratch and writes `spectrum`. A step may be a bare name if buffers say where they are alive. Reading
/// a buffer before it is written, never reading a written one (without `retain`), and unused banks or buffers are
/// errors.
///
#[doc = include_str!("language/constants.md")]
#[doc = include_str!("language/in_place.md")]
/// # Attributes
///
/// The block and its declarations may have doc comments, lint levels (`#[allow(…)]` and so on), `#[deprecated]`, `#[cfg(…)]`
/// and `#[cfg_attr(…)]` with these. Any other attribute is an error that says what to write instead.
///
/// Links in doc comments: those of the module resolve at the place of the block. Those of a step or constant resolve
/// inside the module, those of a bank or buffer inside its module `bank` or `buf`: `super::` and `super::super::`
/// lead to the place of the block.
///
#[doc = include_str!("language/variants.md")]
/// # Layout files
///
/// `layout "model.layout.json";` takes the placements from a file, whose path is relative to the package: the output of
/// the command `arena-plan layout`, to be reviewed and kept. It is verified like any other layout and never trusted. Needs
/// the feature `files`.
///
/// # Graphs from files
///
/// `include "model.graph.json";` declares the tensors and steps of a graph file, such as
/// the command `arena-plan import MODEL` writes, at the place where it stands. Tensors become buffers of bytes, `[u8; N]`,
/// with the alignment, banks and flags of the file; the banks are the block's. Steps lend them like any others, and other steps may stand
/// before and after them. An alias (`arena-plan import --in-place` writes them) is `x => y` of a step; one that is not all
/// that a step writes over its input is an error. A mistake in the file is an error with its line, and an edit of the file rebuilds the
/// crate. Needs the feature `files`.
///
/// # Options
///
/// `#![order = base]` uses only the base order: fixed buffers first, then fewer allowed banks, then larger ones, ties
/// by name. `#![strategy = sequential]` reuses no bytes, for debugging.
///
/// `#![draft]` compiles a block that does not fit, or whose layout file is stale, far enough to print `PLAN` and
/// `PLAN.problem()`: then sizes that only rustc knows can be passed to `arena-plan` for advice or for a new layout. A
/// draft has no `take()` and no memory, its layout file is not read, and a warning says so.
///
/// The macro finds this crate by itself, even if the dependency is renamed, or re-exported by a library whose own
/// macro contains the block.
///
/// # Errors
///
/// Mistakes are reported at the token to change, and everything that the macro can check is reported in one run. If
/// every size can be read from the block (fixed-width numbers and arrays of them, with lengths that are literals or
/// constants of the block), the macro itself plans; otherwise only rustc knows the sizes, and the same code runs in
/// const evaluation. The text is the same; the first words are `error:` or `error[E0080]: evaluation panicked:`. The
/// headline ends with a stable code, which the command `arena-plan` uses too; `docs/codes.md` in the repository says
/// what each one means and what to do about it.
///
/// ```text
/// error: bank `ram` is over budget: step `copy` keeps 128 bytes alive, but the capacity is 96 (32 bytes over) [over-budget]
///          input   64 bytes  read..=copy
///          output  64 bytes  copy
///        no layout exists: the bytes alive at this step alone exceed the bank
///        would fit if one of these changed:
///          bank `ram`: capacity 128 instead of 96, the minimum
///        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
///  --> src/main.rs:3:14
/// ```
///
/// This is the error for this block:
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
/// "No layout exists" comes with its proof: a step and the buffers that do not fit into their banks in it, with all
/// figures; a buffer for which fixed ones leave no piece; or "search exhausted". Then follow single changes with
/// which everything fits; each was planned. Const evaluation finds the same proofs, and the same changes if first fit
/// is enough to try them; it does not search. If the result is only "no layout found", `#![effort = thorough]`
/// searches longer if the macro plans. An option that has no effect is a warning.
///
/// # Example
///
/// Containers as buffers, explicit lifetimes, and figures from outside the block:
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
        $crate::__plan! { ($crate) () $($block)* }
    };
}
