//! A pool. Written by a test of `arena-plan-macros`.

/// Memory that `wake` and `crate::classify` use in turn.
pub mod scratch {
    #![allow(deprecated, unreachable_pub, clippy::exhaustive_enums)]
    use ::arena_plan::__private;
    /// The pool, as the type of its lease.
    pub enum Pool {}
    impl Pool {
        /// Bytes of the pool's memory: what the largest of its plans takes.
        pub const BYTES: __private::core::primitive::usize = <Self as __private::PoolMemory>::BYTES;
        /// Alignment of the pool's memory.
        pub const ALIGN: __private::core::primitive::usize = <Self as __private::PoolMemory>::ALIGN;
    }
    /// Returns the lease, once: `None` while it is out.
    #[inline]
    #[must_use = "without its lease the pool cannot be used any more"]
    pub fn take() -> __private::core::option::Option<__private::Lease<Pool>> {
        if memory::TAKEN.claim() {
            unsafe { __private::BankMem::fill(&raw const memory::POOL) }
            __private::core::option::Option::Some(unsafe { __private::Lease::mint() })
        } else {
            __private::core::option::Option::None
        }
    }
    /// Returns the lease without checking whether it is out.
    ///
    /// # Safety
    /// No other lease of the pool exists, and no step, handle or reference of a plan that was started with one is
    /// used any more. No function that received a reference to a buffer in the pool as an argument is still
    /// running. Contents that need dropping are not dropped.
    #[inline]
    pub unsafe fn steal() -> __private::Lease<Pool> {
        memory::TAKEN.claim();
        unsafe { __private::BankMem::fill(&raw const memory::POOL) }
        unsafe { __private::Lease::mint() }
    }
    /// Takes the lease back, so that `take()` succeeds again.
    #[inline]
    pub fn release(lease: __private::Lease<Pool>) {
        let _consumed = lease;
        unsafe { memory::TAKEN.clear() }
    }
    #[doc(hidden)]
    pub mod memory {
        use super::{Pool, __private};
        /// Size and alignment.
        const SIZE: (
            __private::core::primitive::usize,
            __private::core::primitive::usize,
        ) = __private::pool_size::<Pool>();
        #[cfg_attr(
            not(any(target_vendor = "apple", windows, target_family = "wasm")),
            unsafe(link_section = ".arena.dtcm")
        )]
        pub static POOL: __private::BankMem<
            <__private::AlignTo<{ SIZE.1 }> as __private::Alignment>::Unit,
            { SIZE.0 },
        > = __private::BankMem::uninit();
        __private::placed!(POOL, SIZE.0, "_arena_dtcm_start");
        pub static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
        unsafe impl __private::PoolMemory for Pool {
            const BASE: *mut __private::core::primitive::u8 = __private::BankMem::base(
                &raw const POOL,
            );
            const BYTES: __private::core::primitive::usize = __private::static_size(
                    &raw const POOL,
                )
                .0;
            const ALIGN: __private::core::primitive::usize = __private::static_size(
                    &raw const POOL,
                )
                .1;
        }
    }
}
#[allow(deprecated)]
const _: () = {
    type __Tenant0 = wake::__arena::Arena;
    #[cfg(feature = "classify")]
    type __Tenant1 = crate::classify::__arena::Arena;
    impl ::arena_plan::__private::PoolTenants for scratch::Pool {
        const SHARES: &'static [::arena_plan::__private::Share] = &[
            <__Tenant0 as ::arena_plan::__private::Tenancy<scratch::Pool>>::SHARE,
            #[cfg(feature = "classify")]
            <__Tenant1 as ::arena_plan::__private::Tenancy<scratch::Pool>>::SHARE,
        ];
    }
    unsafe impl ::arena_plan::__private::Lists<__Tenant0> for scratch::Pool {
        const UNPLAIN: ::arena_plan::__private::core::primitive::usize = ::arena_plan::__private::unplain::<
            scratch::Pool,
        >();
    }
    #[cfg(feature = "classify")]
    unsafe impl ::arena_plan::__private::Lists<__Tenant1> for scratch::Pool {
        const UNPLAIN: ::arena_plan::__private::core::primitive::usize = ::arena_plan::__private::unplain::<
            scratch::Pool,
        >();
    }
};
