//! A request to the linker for the place of a bank's section. It takes no memory.

/// Assembly that asks the linker for `_arena_MEMORY_start`: the bank's static, its bytes and that symbol. The linker
/// script defines it in the output section that contains `.arena.MEMORY`; without one, the program does not link.
/// Without the request, linkers put such a section wherever it fits, without a warning.
///
/// The request is a relocation over the bank's own first word. If the linker removes the bank, it removes the request
/// too. Nothing is written, because the section is not loaded; if a script lacks `(NOLOAD)`, `take()` fills the bank
/// after the linker did. A relocation of type `NONE` would write nothing at all, but lld ignores it. A bank smaller
/// than a word makes no request: the word would extend into its neighbour.
#[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __placed {
    ($memory:ident, $bytes:expr, $start:literal) => {
        $crate::__private::core::arch::global_asm!(
            ".if {bytes} >= {word}",
            $crate::__private::core::concat!(".reloc {memory}, ", $crate::__word_relocation!(), ", ", $start),
            ".endif",
            memory = sym $memory,
            bytes = const $bytes,
            word = const $crate::__private::core::mem::size_of::<usize>(),
        );
    };
}

/// Other targets have no linker script of the user's.
#[cfg(not(all(
    target_os = "none",
    any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")
)))]
#[doc(hidden)]
#[macro_export]
macro_rules! __placed {
    ($($any:tt)*) => {};
}

/// The relocation for the address of a symbol in a word.
#[cfg(target_arch = "arm")]
#[doc(hidden)]
#[macro_export]
macro_rules! __word_relocation {
    () => {
        "R_ARM_ABS32"
    };
}

/// The relocation for the address of a symbol in a word.
#[cfg(target_arch = "riscv32")]
#[doc(hidden)]
#[macro_export]
macro_rules! __word_relocation {
    () => {
        "R_RISCV_32"
    };
}

/// The relocation for the address of a symbol in a word.
#[cfg(target_arch = "riscv64")]
#[doc(hidden)]
#[macro_export]
macro_rules! __word_relocation {
    () => {
        "R_RISCV_64"
    };
}
