//! What a block with an error expands to. Written by a test of `arena-plan-macros`.

const _: () = {
    use ::arena_plan::__private::core::compile_error as __arena_plan_error;
    __arena_plan_error! {
        "buffer `big` needs 17 bytes, but no bank that it may use is that large: `ram` has 16 bytes (1 byte short) [over-budget]\nhelp: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`"
    }
};
/// A static memory plan.
mod small {
    #![allow(
        deprecated,
        unused_imports,
        clippy::exhaustive_enums,
        clippy::exhaustive_structs,
        clippy::field_scoped_visibility_modifiers,
        clippy::partial_pub_fields
    )]
    use ::arena_plan::__private;
    /// The banks of the plan, with their figures.
    pub(super) mod bank {
        use ::arena_plan::__private;
        /// Bank `ram`.
        pub(in super::super) enum Ram {}
        impl Ram {
            /// Bytes of the region.
            pub(in super::super) const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[0usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub(in super::super) const BYTES: usize = super::__arena::BYTES[0usize];
            /// Base alignment of the bank's memory.
            pub(in super::super) const ALIGN: usize = super::__arena::ALIGNS[0usize];
        }
    }
    /// The buffers of the plan, with their figures.
    pub(super) mod buf {
        use ::arena_plan::__private;
        __private::buffers! {
            [pub (in super::super)]; [#[doc =
            " Buffer `big`: `[u8; 17]` in bank `ram`, alive in `write..=read`."]] Big =
            super::__arena::offset(0usize), __private::content_bytes:: < Self > (),
            super::__arena::slot_align(0usize), "ram";
        }
    }
    __private::failed_step! {
        #[doc = " Step `write`: the handles of the buffers alive in it."] [pub (in
        super)] Write = "write" {
        " Handle: `[u8; 17]` in bank `ram`, alive in `write..=read`." big : Big __0, }
        io[WriteIo " What step `write` declared." { big = big : = [__private::u8; 17],
        " Output: `&mut [u8; 17]` in bank `ram`, alive in `write..=read`." mut; }] #[doc
        = " Ends step `write` and begins `read`."] next Read leave Write
    }
    __private::failed_step! {
        #[doc = " Step `read`: the handles of the buffers alive in it."] [pub (in super)]
        Read = "read" { " Handle: `[u8; 17]` in bank `ram`, alive in `write..=read`." big
        : Big __0, } io[ReadIo " What step `read` declared." { big = big : =
        [__private::u8; 17],
        " Input: `&[u8; 17]` in bank `ram`, alive in `write..=read`."; }] #[doc =
        " Ends step `read` and begins `write`."] next Write leave Write
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub(super) fn take() -> __private::core::option::Option<Write> {
        loop {}
    }
    /// Returns the first step without checking whether the arena is taken.
    ///
    /// # Safety
    /// No step, handle or reference of an earlier run is used any more, and no function that received a reference
    /// to a buffer as an argument is still running, not even one with a leaked reference. The contents of a
    /// buffer must not be pinned, since its bytes are reused. Contents that need dropping are not dropped.
    #[inline]
    pub(super) unsafe fn steal() -> Write {
        loop {}
    }
    __private::any! {
        [pub (in super)] Any { " Step `write`." Write "Write" "write" => Read,
        " Step `read`." Read "Read" "read" => Write, } restart Write { loop {} } release
        { loop {} } {} else _
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub(super) const PLAN: __private::Table = __private::Table {
        name: "small",
        banks: &__private::bank_rows(
            &__arena::BANK_IDS,
            &__arena::BANKS,
            __arena::LAYOUT,
            &__arena::BYTES,
        ),
        buffers: &__private::buffer_rows(
            __arena::BUFFER_IDS,
            __arena::BUFFERS,
            __arena::LAYOUT,
            __arena::SLOT_ALIGNS,
        ),
        steps: &__arena::STEP_IDS,
    };
    /// Verifies the plan once more, with the tables and addresses that the program has when it runs.
    #[inline]
    pub(super) fn audit() -> __private::Audit {
        loop {}
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub(super) mod __arena {
        use ::arena_plan::__private;
        pub(in super::super) const BANK_IDS: [&str; 1usize] = ["ram"];
        pub(in super::super) const BUFFER_IDS: &[&str; 1usize] = &["big"];
        pub(in super::super) const STEP_IDS: [&str; 2usize] = ["write", "read"];
        pub(in super::super) const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(16u64)],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 1usize] = &[
            __private::type_bytes::<super::buf::Big>(),
        ];
        const ALLOWED_0: &[u16] = &[0u16];
        pub(in super::super) const BUFFERS: &[__private::Buffer<'static>; 1usize] = &[
            __private::at_least(
                __private::buffer(TYPES[0usize], 0u32, 1u32, ALLOWED_0, 0u32),
                1u64,
            ),
        ];
        #[allow(long_running_const_eval)]
        pub(in super::super) const LAYOUT: &__private::Plan<1usize, 1usize> = &__private::Plan::failed(
            BUFFERS,
            __private::Fault::Overflow {
                buffer: 0,
            },
        );
        pub(in super::super) const SLOT_ALIGNS: &[usize; 1usize] = &__private::slot_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub(in super::super) const ALIGNS: [usize; 1usize] = __private::base_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub(in super::super) const BYTES: [usize; 1usize] = __private::bytes(
            LAYOUT,
            &ALIGNS,
        );
        const OFFSETS: &[usize; 1usize] = &__private::offsets(&LAYOUT.placements);
        pub(in super::super) const fn offset(
            index: __private::usize,
        ) -> __private::usize {
            OFFSETS[index]
        }
        pub(in super::super) const fn slot_align(
            index: __private::usize,
        ) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        pub(in super::super) enum Arena {}
        unsafe impl<P> __private::Tenancy<P> for Arena {
            const SHARE: __private::Share = __private::Share {
                bytes: 0,
                align: 1,
                plain: true,
            };
        }
    }
}
#[allow(deprecated)]
const _: () = {
    impl ::arena_plan::__private::Content for small::buf::Big {
        type T = [u8; 17];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <small::buf::Big as ::arena_plan::__private::Content>::T,
    >)();
};
