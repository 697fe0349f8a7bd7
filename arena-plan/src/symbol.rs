//! A local symbol for each buffer, for debuggers, map files and `nm`. It takes no memory.

/// Assembly that gives each buffer the symbol `crate::plan::memory::buffer`: the number of the block, and for each buffer its
/// name, its type, and for each bank that it may be in a name for the operand, the bank's static and its number.
///
/// It must be in the module of the banks' statics: only then does the compiler put both into one object file, and an
/// assembler can add an offset to a symbol of its own file, but not to one of another file. The symbols are local,
/// because two versions of a crate in one program would define the same names.
///
/// A module's path leaves out functions. Plans of one name in two functions of a file have modules of their own names, see
/// the macro's `blocks`, but a module may consist of several files (`include!`): the first plan has the symbols, later ones
/// get the number of their block after the name. The assembler distinguishes them by a mark of its own, a name that
/// it does not write to the file.
#[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __symbols {
    ($block:literal $($id:literal $buffer:ident [$($base:ident $memory:ident $number:literal)*])*) => {
        $($crate::__symbols! { @one $block $id $buffer [$($base $memory $number)*] })*
    };
    // All its banks are memory that has no symbol of this file.
    (@one $block:literal $id:literal $buffer:ident []) => {};
    (@one $block:literal $id:literal $buffer:ident [$($base:ident $memory:ident $number:literal)+]) => {
        $crate::__private::core::arch::global_asm!(
            $crate::__private::core::concat!(".ifndef \".L", $crate::__private::core::module_path!(), "::", $id, "\""),
            $crate::__private::core::concat!(".set \".L", $crate::__private::core::module_path!(), "::", $id, "\", 1"),
            $crate::__symbols!(@define ($($base $number)+) $id),
            ".else",
            $crate::__symbols!(@define ($($base $number)+) $crate::__private::core::concat!($id, ".", $block)),
            ".endif",
            $($base = sym $memory,)+
            bank = const <super::buf::$buffer as $crate::__private::Slot>::PLACE.bank,
            offset = const super::buf::$buffer::OFFSET,
            bytes = const super::buf::$buffer::BYTES,
        );
    };
    (@define ($($base:ident $number:literal)+) $name:expr) => {
        $crate::__private::core::concat!(
            $(
                ".if {bank} == ", $number, "\n",
                ".set \"", $crate::__private::core::module_path!(), "::", $name, "\", {", $crate::__private::core::stringify!($base), "} + {offset}\n",
                ".type \"", $crate::__private::core::module_path!(), "::", $name, "\", %object\n",
                ".size \"", $crate::__private::core::module_path!(), "::", $name, "\", {bytes}\n",
                ".endif\n",
            )+
        )
    };
}

/// Object files of other targets have no such symbols.
#[cfg(not(all(
    target_os = "none",
    any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")
)))]
#[doc(hidden)]
#[macro_export]
macro_rules! __symbols {
    ($($any:tt)*) => {};
}
