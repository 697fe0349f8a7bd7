//! A description of each plan in the image, for `arena-plan inspect`. It is in a section that is not loaded, so it
//! takes no flash or RAM, and nothing has to print it.

/// Assembly that writes a plan's description into the section `.arena_plan`: lines of fields between tabs.
///
/// `$head` continues the module's path with the place of the block, and `$body` has the lines of steps, banks, buffers and
/// constants. Its operands are the figures of the banks with these numbers, then those of the buffers, then those of read-only
/// banks and constants, which only the compiler knows. The
/// section has no flag `a`, so no program
/// header covers it, and it refers to no symbol, so linkers keep it where they keep the object that has the banks.
#[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __describe {
    ($head:literal $body:literal [$($bank:literal)*] [$($buffer:ident)*] [$($figure:expr,)*]) => {
        $crate::__private::core::arch::global_asm!(
            ".pushsection .arena_plan, \"\", %progbits",
            $crate::__private::core::concat!(".ascii \"plan\\t2\\t", $crate::__private::core::module_path!(), $head, "\""),
            $body,
            ".popsection",
            $(
                const super::__arena::BANKS[$bank].capacity,
                const super::__arena::BANKS[$bank].reserve,
                const super::__arena::LAYOUT.high_water[$bank],
                const super::__arena::BYTES[$bank],
            )*
            $(
                const <super::buf::$buffer as $crate::__private::Slot>::PLACE.bank,
                const super::buf::$buffer::OFFSET,
                const super::buf::$buffer::BYTES,
                const super::buf::$buffer::ALIGN,
            )*
            $(const $figure,)*
        );
    };
}

/// Images of other targets are not inspected for plans.
#[cfg(not(all(
    target_os = "none",
    any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")
)))]
#[doc(hidden)]
#[macro_export]
macro_rules! __describe {
    ($($any:tt)*) => {};
}
