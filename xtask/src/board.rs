//! The emulated boards: QEMU's name, the compiler's target and the memory map as the emulator defines it, which the
//! linker scripts under `examples/firmware` must match.

use std::ops::Range;

/// One machine of `qemu-system-arm`.
pub(crate) struct Board {
    /// QEMU's name.
    pub(crate) name: &'static str,
    /// The compiler's target.
    pub(crate) target: &'static str,
    /// Clock of the core, which drives the system timer.
    pub(crate) clock_hz: u64,
    /// Where code and constants are.
    pub(crate) flash: Range<u64>,
    /// Where `.data`, `.bss` and the stack are.
    pub(crate) ram: Range<u64>,
    /// Output section and memory of each bank that has one.
    pub(crate) banks: &'static [(&'static str, Range<u64>)],
    /// The same of the program over four memories, which has a memory map of its own.
    pub(crate) four_banks: &'static [(&'static str, Range<u64>)],
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

/// All boards that the firmware runs on.
pub(crate) const BOARDS: &[Board] = &[
    Board {
        name: "mps2-an385",
        target: "thumbv7m-none-eabi",
        clock_hz: 25_000_000,
        flash: 0..4 * MIB,
        ram: 0x2000_0000..0x2000_0000 + 4 * MIB,
        banks: &[
            (".arena_tcm", 0x0100_0000..0x0100_0000 + 16 * KIB),
            (".arena_psram", 0x2100_0000..0x2100_0000 + 16 * MIB),
        ],
        four_banks: &[
            (".arena_qspi", 2 * MIB..4 * MIB),
            (".arena_dtcm", 0x0100_0000..0x0100_0000 + 16 * KIB),
            (".arena_sram", 0x2020_0000..0x2020_0000 + 2 * MIB),
            (".arena_ddr", 0x2100_0000..0x2100_0000 + 16 * MIB),
        ],
    },
    Board {
        name: "mps3-an547",
        target: "thumbv8m.main-none-eabihf",
        clock_hz: 32_000_000,
        flash: 0..512 * KIB,
        ram: 0x0100_0000..0x0100_0000 + 2 * MIB,
        banks: &[
            (".arena_tcm", 0x2000_0000..0x2000_0000 + 512 * KIB),
            (".arena_psram", 0x6000_0000..0x6000_0000 + 2048 * MIB),
        ],
        four_banks: &[
            (".arena_qspi", 0x2800_0000..0x2800_0000 + 8 * MIB),
            (".arena_dtcm", 0x2000_0000..0x2000_0000 + 512 * KIB),
            (".arena_sram", 0x2100_0000..0x2100_0000 + 4 * MIB),
            (".arena_ddr", 0x6000_0000..0x6000_0000 + 2048 * MIB),
        ],
    },
];
