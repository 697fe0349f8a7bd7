//! The texts of faults of single banks and buffers, and of fixed offsets.

use arena_plan_core::kernel::bound::Excess;
use arena_plan_core::kernel::fault::Fault;
use arena_plan_core::model::{Bank, Buffer};
use expect_test::expect;

use super::{pcm, ram, refused, says};

#[test]
fn sizes() {
    let buffers = pcm(Buffer::new(0, 1, 0, 0, &[0]));
    says(
        &ram(64),
        &buffers,
        Fault::ZeroSize { buffer: 0 },
        &expect!["buffer `pcm` has a zero-sized type: it needs no memory, so keep it outside the plan"],
    );
    let buffers = pcm(Buffer::new(1 << 63, 1, 0, 0, &[0]));
    says(
        &ram(64),
        &buffers,
        Fault::TooLarge { buffer: 0 },
        &expect!["buffer `pcm` needs 9223372036854775808 bytes, more than a problem may hold (2^63 - 1)"],
    );
    says(
        &ram(64),
        &buffers,
        Fault::Overflow { buffer: 0 },
        &expect!["buffer `pcm` brings the sum of sizes above what a problem may hold (2^63 - 1 bytes)"],
    );
}

#[test]
fn alignments() {
    for (align, expected) in [
        (0, expect!["buffer `pcm` has alignment 0, which is not a power of two"]),
        (3, expect!["buffer `pcm` has alignment 3, which is not a power of two: the nearest are 2 and 4"]),
        (
            24,
            expect!["buffer `pcm` has alignment 24, which is not a power of two: the nearest are 16 and 32"],
        ),
        (
            4095,
            expect![
                "buffer `pcm` has alignment 4095, which is not a power of two: the nearest are 2048 and 4096"
            ],
        ),
        (
            5000,
            expect![
                "buffer `pcm` has alignment 5000, which is not a power of two: the largest possible one is 4096"
            ],
        ),
        (8192, expect!["buffer `pcm` has alignment 8192, but the largest possible one is 4096"]),
        (
            u64::MAX,
            expect![
                "buffer `pcm` has alignment 18446744073709551615, which is not a power of two: the largest possible one is 4096"
            ],
        ),
    ] {
        let buffers = pcm(Buffer::new(4, align, 0, 0, &[0]));
        says(&ram(64), &buffers, Fault::BufferAlign { buffer: 0 }, &expected);
    }
    says(
        &[("ram", Bank::new(64).with_align(48))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect!["bank `ram` has alignment 48, which is not a power of two: the nearest are 32 and 64"],
    );
    says(
        &[("ram", Bank::new(64).with_align(1 << 20))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect!["bank `ram` has alignment 1048576, but the largest possible one is 4096"],
    );
}

#[test]
fn reserve() {
    let bank = [("sram", Bank::new(1024).with_reserve(1100))];
    says(
        &bank,
        &[],
        Fault::Reserve { bank: 0 },
        &expect!["bank `sram` reserves 1100 bytes of its 1024 (76 bytes too many)"],
    );
}

#[test]
fn fixed_misaligned() {
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(12));
    says(
        &ram(64),
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 12, which is not a multiple of 8, its alignment: the nearest are 8 and 16"
        ],
    );
    let bank = [("dtcm", Bank::new(128).with_align(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 12, which is not a multiple of 32, the alignment of its bank: the nearest are 0 and 32"
        ],
    );
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(u64::MAX));
    says(
        &ram(64),
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 18446744073709551615, which is not a multiple of 8, its alignment: the nearest are 18446744073709551608"
        ],
    );
}

#[test]
fn fixed_outside() {
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(56));
    says(
        &ram(64),
        &buffers,
        Fault::FixedOutside { buffer: 0, rounding: None },
        &expect!["buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (8 bytes over)"],
    );
    let bank = [("ram", Bank::new(100).with_reserve(20).with_granule(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedOutside { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (capacity 100 less a reserve of 20, in multiples of its alignment 32) (8 bytes over)"
        ],
    );
}

#[test]
fn fixed_overlap() {
    let buffers = [
        ("pcm", Buffer::new(16, 4, 0, 2, &[0]).with_fixed(0)),
        ("log", Buffer::new(8, 4, 2, 3, &[0]).with_fixed(12)),
    ];
    says(
        &ram(64),
        &buffers,
        Fault::FixedOverlap { buffer: 1, other: 0 },
        &expect![
            "buffer `log` is fixed at bytes 12..20 of bank `ram`, `pcm` at 0..16, and both are alive in step `handoff`: move one, or end its lifetime before the other begins"
        ],
    );
}

#[test]
fn too_big() {
    let banks = [
        ("dtcm", Bank::new(128)),
        ("sram", Bank::new(256).with_reserve(100)),
        ("ccm", Bank::new(100).with_reserve(3).with_granule(32)),
        ("odd", Bank::new(65).with_granule(2)),
    ];
    let buffers = pcm(Buffer::new(200, 4, 0, 0, &[0]));
    says(
        &banks,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `dtcm` has 128 bytes (72 bytes short)"
        ],
    );
    let buffers = pcm(Buffer::new(200, 4, 0, 0, &[2, 0, 1, 3]));
    says(
        &banks,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `ccm` has 96 bytes (capacity 100 less a reserve of 3, in multiples of its alignment 32) (104 bytes short), `dtcm` has 128 bytes (72 bytes short), `sram` has 156 bytes (capacity 256 less a reserve of 100) (44 bytes short), `odd` has 64 bytes (capacity 65, in multiples of its alignment 2) (136 bytes short)"
        ],
    );
}

#[test]
fn alignments_that_leave_no_room() {
    let buffers = pcm(Buffer::new(16, 1024, 0, 0, &[0]));
    says(
        &ram(512),
        &buffers,
        Fault::AlignTooLarge { buffer: 0 },
        &expect![
            "buffer `pcm` has alignment 1024, so the size of its bank is a multiple of that: `ram` has 512, rounded down to 0, but the buffer needs 16 bytes; the largest alignment that works is 512"
        ],
    );
    let banks = [("ram", Bank::new(600).with_reserve(90)), ("rom", Bank::new(100))];
    let buffers = pcm(Buffer::new(300, 512, 0, 0, &[0, 1]));
    says(
        &banks,
        &buffers,
        Fault::AlignTooLarge { buffer: 0 },
        &expect![
            "buffer `pcm` has alignment 512, so the size of its bank is a multiple of that: `ram` has 510 (capacity 600 less a reserve of 90), rounded down to 0, `rom` has 100, rounded down to 0, but the buffer needs 300 bytes; the largest alignment that works is 128"
        ],
    );
    says(
        &[("ram", Bank::new(512).with_align(1024))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect![
            "bank `ram` has alignment 1024, so its size is a multiple of that, but it has only 512 bytes"
        ],
    );
    says(
        &[("ram", Bank::new(512).with_reserve(500).with_align(32))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect![
            "bank `ram` has alignment 32, so its size is a multiple of that, but it has only 12 bytes (capacity 512 less a reserve of 500)"
        ],
    );
    // The alignment of one buffer leaves no room for the others.
    let buffers = [("pcm", Buffer::new(300, 4, 0, 0, &[0])), ("dma", Buffer::new(16, 256, 1, 1, &[0]))];
    let bank = [("ram", Bank::new(500).with_granule(256))];
    says(
        &bank,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: Some(1) },
        &expect![
            "buffer `pcm` needs 300 bytes, but no bank that it may use is that large: `ram` has 256 bytes (capacity 500, in multiples of 256, the alignment of `dma`) (44 bytes short)"
        ],
    );
    let buffers = [
        ("pcm", Buffer::new(200, 4, 0, 0, &[0])),
        ("log", Buffer::new(100, 4, 0, 0, &[0])),
        ("dma", Buffer::new(16, 256, 1, 1, &[0])),
    ];
    let found = refused(
        &bank,
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `capture` keeps 300 bytes alive, but the capacity is 256 (capacity 500, in multiples of 256, the alignment of `dma`) (44 bytes over)
          pcm  200 bytes  capture
          log  100 bytes  capture
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    assert!(matches!(found, Fault::OverBudget(Excess { rounding: Some(2), .. })), "{found:?}");
}
