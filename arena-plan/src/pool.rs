//! Pools: memory that several plans use in turn. The lease, and what a pool and its plans tell each other in constants.
//!
//! A pool and its plans are expansions of their own, and neither sees the other's tokens. A plan says how much it
//! takes ([`Tenancy`]); the pool takes the largest of these and lists its plans ([`Lists`]); each plan proves itself
//! against the pool's static ([`PoolMemory`]). The paths from one to the other are the user's, and are written next to
//! the modules ([`Shared`], [`PoolTenants`]).

use core::fmt;
use core::marker::PhantomData;

use arena_plan_core::kernel::plan::Plan;
use arena_plan_core::kernel::verify::Region;
use arena_plan_core::model::{Bank, Buffer};

use crate::bank::BankMem;
use crate::figures::allowed_bank;
use crate::place::Place;

/// Declares a pool: one memory for several plans that take turns.
///
/// Two pipelines that never run at the same time, such as a wake-up detector and the classifier that it starts, can use the
/// same memory while each keeps its own state. The pool is one static, as large and as aligned as the largest of its plans
/// needs. A plan of the pool says `storage: shared(…)` at a bank, and lists the pool's path there:
///
/// ```text
/// pool   = { #[attribute] } [ "pub" … ] "mod" NAME "for" plan { "," plan } [ "," ] ( ";" | "{" [ field ] "}" )
/// plan   = { #[cfg(…)] } path of the plan's module
/// field  = "section:" [ "unsafe" ] "…"
/// ```
///
/// Whoever has the [`Lease`] may use the memory, and there is one for each pool. `take()` of such a plan returns `Idle` (or
/// `Cold` before it, if constants are copied): what persists is alive, and nothing is in the pool. `Idle::start(lease)` takes
/// the lease and begins the first step, `stop()` of each step ends what does not persist and returns `Idle` and the lease. So
/// two plans cannot be started with one lease, and no handle or reference into the pool outlives `stop()`: both are errors of
/// the compiler. `release()` is a function of `Idle` only.
///
/// ```
/// use arena_plan::{arena_plan, arena_pool};
///
/// arena_pool! { mod scratch for wake, classify; }
///
/// arena_plan! {
///     mod wake {
///         bank sram { capacity: 64 }
///         bank work { capacity: 1 KiB, storage: shared(scratch) }
///         persistent heard: u32 in sram; // lasts from turn to turn
///         buffer pcm: [i16; 64] in work;
///         buffer loud: bool in work, retain = false;
///         step listen() -> pcm;
///         step decide(pcm, mut heard) -> loud;
///     }
/// }
///
/// arena_plan! {
///     mod classify {
///         bank work { capacity: 1 KiB, storage: shared(scratch) }
///         buffer features: [f32; 100];
///         buffer best: u8, retain;
///         step extract() -> features;
///         step choose(features) -> best;
///     }
/// }
///
/// let mut lease = scratch::take().expect("nobody has it");
/// let (mut wake, mut classify) = (wake::take().unwrap(), classify::take().unwrap());
/// for level in [100, 9000] {
///     let mut listen = wake.start(lease);
///     listen.pcm.fill(level);
///     let mut decide = listen.next();
///     let wake::DecideIo { pcm, heard, loud } = decide.io();
///     *loud = pcm[0] > 1000;
///     *heard += u32::from(*loud);
///     let loud = *loud; // the buffer ends with `stop`
///     (wake, lease) = decide.stop();
///
///     if loud {
///         let mut extract = classify.start(lease);
///         extract.features.fill(0.5);
///         let mut choose = extract.next();
///         *choose.best = 3;
///         (classify, lease) = choose.stop();
///     }
/// }
/// assert_eq!(*wake.kept.heard, 1);
/// assert_eq!((wake::bank::Work::BYTES, classify::bank::Work::BYTES), (130, 404));
/// assert_eq!(scratch::Pool::BYTES, 404); // the larger of the two
/// ```
///
/// # What holds
///
/// * Each plan counts its own bytes of the pool against the `capacity` of its bank; the image has the pool once.
/// * What persists, and constants that are copied before the first step, have to be in other banks: it is alive while
///   other plans use the pool. A persistent buffer without `in` goes to one of those.
/// * A plan may have banks in several pools. `start` then takes a lease for each, in order of declaration, and `stop` returns
///   them after `Idle`.
/// * If another plan of the pool has contents that are not [`Plain`](crate::Plain), `start` fills the plan's share with zeros:
///   bytes of padding are uninitialised memory. Otherwise the bytes are whatever the other plan left.
/// * Access costs what it costs in a bank of the plan: the address is a constant.
/// * A section works as that of a [bank](crate::arena_plan#banks). `take()` of the pool then fills it with zeros.
/// * `release(lease)` of the pool's module takes the lease back, `steal()`, which is unsafe, gives another one. A step that is
///   dropped or forgotten keeps the lease for good.
/// * The pool and its plans are in one crate, because each names the other.
#[macro_export]
macro_rules! arena_pool {
    ($($pool:tt)*) => {
        $crate::__pool! { ($crate) $($pool)* }
    };
}

/// Exclusive use of the memory of a pool, which [`arena_pool!`](crate::arena_pool) declares.
///
/// There is one for each pool: `take()` of the pool's module gives it, `start` of a plan takes it, and `stop` of the
/// plan's steps gives it back. It is zero bytes.
#[must_use = "without its lease the pool cannot be used any more"]
pub struct Lease<P>(PhantomData<fn() -> P>);

impl<P> Lease<P> {
    /// Creates the lease.
    ///
    /// # Safety
    /// No other lease of the pool exists, and no handle to a buffer in its memory.
    #[doc(hidden)]
    #[inline(always)]
    pub const unsafe fn mint() -> Self {
        Self(PhantomData)
    }
}

/// Names the pool.
impl<P> fmt::Debug for Lease<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lease<{}>", core::any::type_name::<P>())
    }
}

/// What a plan takes of a pool.
#[derive(Clone, Copy)]
pub struct Share {
    /// Bytes, from the first byte of the pool.
    pub bytes: usize,
    /// Alignment of that byte.
    pub align: usize,
    /// Whether all its bytes are always initialised, because its buffers there are plain.
    pub plain: bool,
}

/// The static of a pool.
///
/// # Safety
/// The region of `BYTES` bytes from `BASE` is a static of that alignment, nothing but the plans of the pool accesses
/// it, and every byte of it has been written before the first lease exists.
pub unsafe trait PoolMemory: 'static {
    /// The first byte.
    const BASE: *mut u8;
    /// Size.
    const BYTES: usize;
    /// Alignment.
    const ALIGN: usize;
}

/// What the plans of a pool take.
pub trait PoolTenants {
    /// One for each plan.
    const SHARES: &'static [Share];
}

/// A plan with a bank in the pool `P`.
///
/// # Safety
/// `SHARE` says `plain` only if no buffer of the plan that may have padding lies in the pool.
#[diagnostic::on_unimplemented(
    message = "the plan has no bank in this pool [no-tenant]",
    label = "no bank of it has `storage: shared(…)` with this pool",
    note = "remove it from the list, or add to the plan: `bank NAME {{ capacity: …, storage: shared(POOL) }}`"
)]
pub unsafe trait Tenancy<P> {
    /// What it takes.
    const SHARE: Share;
}

/// A pool that lists the plan `T`.
///
/// # Safety
/// Only for plans whose share is among those of the pool, and `UNPLAIN` counts the ones among them that are not plain.
#[diagnostic::on_unimplemented(
    message = "the pool does not list this plan [no-tenant]",
    label = "the pool of this bank is for other plans",
    note = "add the plan to the pool's list: `arena_pool! {{ mod NAME for PLAN, …; }}`"
)]
pub unsafe trait Lists<T> {
    /// How many of the pool's plans may leave bytes behind that are not initialised.
    const UNPLAIN: usize;
}

/// A bank in a pool: the path that the user wrote.
pub trait Shared {
    /// The pool.
    type Pool: PoolMemory;
    /// That of [`Lists`].
    const UNPLAIN: usize;
}

/// How many shares are not plain.
#[must_use]
pub const fn unplain<P: PoolTenants>() -> usize {
    let (mut count, mut i) = (0, 0);
    while i < P::SHARES.len() {
        count += if P::SHARES[i].plain { 0 } else { 1 };
        i += 1;
    }
    count
}

/// Size and alignment of the pool: those of the largest of its plans, and at least one byte.
#[must_use]
pub const fn pool_size<P: PoolTenants>() -> (usize, usize) {
    let (mut bytes, mut align, mut i) = (1, 1, 0);
    while i < P::SHARES.len() {
        let share = P::SHARES[i];
        bytes = if share.bytes > bytes { share.bytes } else { bytes };
        align = if share.align > align { share.align } else { align };
        i += 1;
    }
    // What rustc would round up to, so that a cache line at the end belongs to the pool alone.
    (bytes.next_multiple_of(align), align)
}

/// Size and alignment of a static.
#[must_use]
pub const fn static_size<A, const N: usize>(_: *const BankMem<A, N>) -> (usize, usize) {
    (N, align_of::<BankMem<A, N>>())
}

/// Whether all buffers in a bank are plain. That takes no address: the pool's size follows from it.
#[must_use]
pub const fn plain_in<const B: usize, const N: usize>(
    bank: u16,
    buffers: &[Buffer<'_>; N],
    plan: &Plan<B, N>,
    plain: &[bool; N],
) -> bool {
    let mut i = 0;
    while i < N {
        if !plain[i] && allowed_bank(plan.placements[i].bank, buffers[i].banks) == bank {
            return false;
        }
        i += 1;
    }
    true
}

/// What is emitted for a bank in a pool, for the verifier: the plan's share, which is within the pool's static and no more
/// aligned.
#[track_caller]
#[must_use]
pub const fn pool_region<S: Shared, T: Tenancy<S::Pool>>(bank: &Bank) -> Region {
    // For a plan that the pool does not list, that is the error.
    let _listed = S::UNPLAIN;
    let (bytes, align) = (<S::Pool as PoolMemory>::BYTES, <S::Pool as PoolMemory>::ALIGN);
    assert!(
        T::SHARE.bytes <= bytes && align % T::SHARE.align == 0,
        "the pool is smaller than a plan's share, which is a defect of arena-plan: please report it [out-of-bank]"
    );
    Region {
        capacity: bank.capacity,
        reserve: bank.reserve,
        bytes: T::SHARE.bytes as u64,
        align: T::SHARE.align as u64,
    }
}

/// Proves that nothing in `idle`, the buffers that are alive without a lease, is in a pool.
#[track_caller]
pub const fn prove_idle<const N: usize>(places: &[Place; N], idle: &[u16], pools: &[u16]) {
    let mut i = 0;
    while i < idle.len() {
        let mut j = 0;
        while j < pools.len() {
            assert!(
                places[idle[i] as usize].bank != pools[j],
                "a persistent buffer is in a pool, which is a defect of arena-plan: please report it [in-pool]"
            );
            j += 1;
        }
        i += 1;
    }
}

/// Fills a plan's share of a pool with zeros if another plan may have left bytes there that are not initialised. What the
/// plan itself leaves behind it zeroes where a buffer becomes live.
///
/// # Safety
/// The lease of the pool is consumed, and no handle to a buffer in its memory exists.
#[inline(always)]
pub unsafe fn begin<S: Shared, T: Tenancy<S::Pool>>() {
    let own = if T::SHARE.plain { 0 } else { 1 };
    if S::UNPLAIN > own {
        // SAFETY: `pool_region` checks that the share is within the static; exclusive by the caller's promise.
        unsafe { <S::Pool as PoolMemory>::BASE.write_bytes(0, T::SHARE.bytes) }
    }
}

/// The state between two runs of a plan in a pool: its struct, how it begins the first step, and how it ends.
#[doc(hidden)]
#[macro_export]
macro_rules! __idle {
    (
        [$vis:vis] $idle:ident $(with $kept_type:ident $kept:ident)?
        start -> $first:ident { $($lease:ident: $bank:ident,)* } $start:block
        release ($($detached:ident: $detached_type:ident)?) $(-> $regions:ident)? $release:block
    ) => {
        /// Between two runs: what persists is alive, and nothing is in a pool, whose memory other plans may use.
        #[must_use = "dropping a step ends the plan for good"]
        $vis struct $idle {
            $(
                /// Handles of the persistent buffers.
                $vis kept: $kept_type,
            )?
            __at: $crate::__private::At<$idle>,
        }
        impl $idle {
            /// Begins the first step, in the memory of the pool; `stop()` of each step gives the lease back.
            #[inline(always)]
            $vis fn start(
                self,
                $($lease: $crate::__private::Lease<<__arena::pool::$bank as $crate::__private::Shared>::Pool>,)*
            ) -> $first {
                $(let $kept =)? self.__consume();
                // A lease is worth something elsewhere: it ends here, and `stop()` creates it again.
                $(let _consumed = $lease;)*
                $start
            }

            /// Ends what persists and returns the arena, so that `take()` succeeds again.
            #[inline(always)]
            $vis fn release(self, $($detached: $detached_type)?) $(-> $regions)? {
                $(let $kept =)? self.__consume();
                $release
            }

            /// Ends the state, and gives what persists.
            #[inline(always)]
            fn __consume(self) $(-> $kept_type)? {
                // Every field by value, so that a `Drop` of the user's does not compile.
                let Self { $(kept: $kept,)? __at } = self;
                $($kept)?
            }
        }
        $crate::__private::step_traits! { $idle = "idle" }
    };
}

#[cfg(test)]
mod tests {
    use super::{PoolTenants, Share, pool_size, unplain};

    #[test]
    fn a_pool_is_as_large_as_its_largest_plan_and_ends_with_a_whole_cache_line() {
        struct Two;
        impl PoolTenants for Two {
            const SHARES: &'static [Share] =
                &[Share { bytes: 72, align: 8, plain: true }, Share { bytes: 64, align: 32, plain: false }];
        }
        struct None;
        impl PoolTenants for None {
            const SHARES: &'static [Share] = &[];
        }
        assert_eq!((pool_size::<Two>(), unplain::<Two>()), ((96, 32), 1));
        assert_eq!((pool_size::<None>(), unplain::<None>()), ((1, 1), 0));
    }
}
