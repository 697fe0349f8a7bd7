//! Whole expansions, compared with the files in `tests/expansion`. `UPDATE_EXPECT=1 cargo test -p arena-plan-macros
//! snapshots` writes them again: review the difference like any other code.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

fn compare(block: TokenStream, about: &str, mistaken: bool, expected: &ExpectFile) {
    let code = crate::block(&crate::testing::facade(), block.into(), &crate::blocks::Blocks::alone());
    compare_code(code, about, mistaken, expected);
}

fn compare_code(code: TokenStream, about: &str, mistaken: bool, expected: &ExpectFile) {
    let file = syn::parse2(code).expect("the expansion is a list of items");
    let code = prettyplease::unparse(&file);
    assert_eq!(code.contains("compile_error"), mistaken, "{code}");
    expected.assert_eq(&format!("//! {about} Written by a test of `arena-plan-macros`.\n\n{code}"));
}

/// The const route: only rustc knows the size of `heapless::Vec`. `tests/tests/expansion.rs` runs it.
#[test]
fn design() {
    let block = quote! {
        /// Keyword spotting front end.
        pub mod kws {
            /// Zero wait states, not reachable by DMA.
            bank dtcm { capacity: 128 KiB, align: 32, section: ".arena.dtcm" }
            bank sram { capacity: 256 KiB, reserve: 48 KiB }

            pub const FRAME: usize = 512;

            buffer pcm: [i16; FRAME] in sram @ 0;
            buffer windowed: [f32; FRAME];
            buffer spectrum: [f32; FRAME / 2 + 1] in dtcm | sram, align 32;
            buffer twiddle: [f32; FRAME];
            buffer log: heapless::Vec<u8, 64>, retain = heapless::Vec::new();
            buffer scores: [f32; 12], retain;

            step capture() -> pcm;
            step window(pcm) -> windowed;
            step fft(windowed, scratch twiddle) -> spectrum;
            step classify(spectrum) -> (scores, log);
        }
    };
    compare(block, "The keyword spotting front end.", false, &expect_file!["../../tests/expansion/kws.rs"]);
}

/// The native route: literal offsets, and types that are asserted to have the sizes that the macro read.
#[test]
fn native() {
    let block = quote! {
        pub mod blink {
            bank ram { capacity: 1 KiB }
            buffer raw: [u16; 256];
            buffer mean: u32, retain, zeroed;
            step sample() -> raw;
            step average(mut raw) -> mean;
        }
    };
    compare(
        block,
        "Every size is known to the macro.",
        false,
        &expect_file!["../../tests/expansion/native.rs"],
    );
}

/// A private block as it can occur in a function: figures from outside, raw identifiers, an explicit lifetime and an
/// initial value.
#[test]
fn private() {
    let block = quote! {
        #[cfg(unix)]
        mod local {
            bank ram { capacity: ROOM, reserve: 10 % }
            const HALF: usize = LENGTH / 2;
            buffer r#type: [Reading; HALF], align ALIGNMENT, live ..=only = [Reading::NONE; HALF];
            step only;
        }
    };
    compare(
        block,
        "A private block with figures from outside.",
        false,
        &expect_file!["../../tests/expansion/private.rs"],
    );
}

/// The const route with a step in place: the planner has one buffer for two, and the proof both.
#[test]
fn in_place() {
    let block = quote! {
        pub mod audio {
            bank ram { capacity: 1 KiB }
            buffer windowed: [f32; 64];
            buffer spectrum: [Complex; 32];
            buffer power: [f32; 32], retain;
            step window() -> windowed;
            step fft(windowed => spectrum);
            step magnitude(spectrum) -> power;
        }
    };
    compare(
        block,
        "A step in place, on the const route.",
        false,
        &expect_file!["../../tests/expansion/in_place.rs"],
    );
}

/// Next to an error: code that keeps names and types, without a proof or checks.
#[test]
fn fallback() {
    let block = quote! {
        mod small {
            bank ram { capacity: 16 }
            buffer big: [u8; 17];
            step write() -> big;
            step read(big);
        }
    };
    compare(
        block,
        "What a block with an error expands to.",
        true,
        &expect_file!["../../tests/expansion/fallback.rs"],
    );
}

/// Buffers that persist, with their handles in the steps and with the application, and one that is handed out on the way.
#[test]
fn state() {
    let block = quote! {
        pub mod stream {
            bank ram { capacity: 1 KiB }
            persistent frames: [[i16; 16]; 2], detached;
            persistent gain: f32 = 1.0;
            persistent taps: [f32; 4] = const { TAPS };
            persistent log: heapless::Vec<u8, 64> = heapless::Vec::new();
            buffer filtered: [f32; 16];
            buffer tone: [u16; 16], live measure, detached, zeroed;
            step filter(taps, gain) -> filtered;
            step measure(filtered, mut log);
        }
    };
    compare(
        block,
        "Buffers that persist and handles that are handed out.",
        false,
        &expect_file!["../../tests/expansion/state.rs"],
    );
}

/// Rules that place buffers and constants, a bank without DMA, and a ring for DMA in whole cache lines.
#[test]
fn placement() {
    let block = quote! {
        pub mod recorder {
            bank flash { capacity: 1 KiB, read_only }
            bank dtcm { capacity: 1 KiB, dma: no }
            bank sram { capacity: 1 KiB, cache_line: 32 }
            place {
                default: sram | dtcm;
                hot_*: dtcm;
                constant: flash -> dtcm;
            }
            constant gains: [i16; 4] = [1, 2, 3, 4];
            buffer ring: [i16; 20], dma;
            buffer hot_scaled: [i32; 20];
            buffer peak: i32, retain;
            step record() -> ring;
            step scale(ring, gains) -> hot_scaled;
            step measure(hot_scaled) -> peak;
        }
    };
    compare(
        block,
        "Rules, DMA and a staged constant.",
        false,
        &expect_file!["../../tests/expansion/placement.rs"],
    );
}

/// A plan with a bank in a pool, some of whose buffers are not plain, and the pool.
#[test]
fn pool() {
    let block = quote! {
        pub mod wake {
            bank sram { capacity: 64 }
            bank work { capacity: 1 KiB, storage: shared(scratch) }
            persistent heard: u32;
            buffer pcm: [i16; 64] in work;
            buffer log: heapless::Vec<u8, 64> in work = heapless::Vec::new();
            step listen() -> pcm;
            step decide(pcm, mut heard, mut log);
        }
    };
    compare(block, "A plan in a pool.", false, &expect_file!["../../tests/expansion/tenant.rs"]);
    let declaration = quote! {
        pub mod scratch for wake, #[cfg(feature = "classify")] crate::classify { section: ".arena.dtcm" }
    };
    let code = crate::pool::call(&crate::testing::facade(), declaration, &crate::blocks::Blocks::alone());
    compare_code(code, "A pool.", false, &expect_file!["../../tests/expansion/pool.rs"]);
}
