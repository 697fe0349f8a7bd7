//! Steps in place: `x => y` gives the bytes of `x` another name, and another type, from the next step on.

use arena_plan::{Buf, Plain, arena_plan};
use microfft::Complex32;

/// A complex number as in FFT libraries: two floats.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Complex {
    re: f32,
    im: f32,
}

// SAFETY: two consecutive `f32`, without padding.
unsafe impl Plain for Complex {}

const FRAME: usize = 512;

/// A tone with 32 cycles per frame, its transform in place, and the power of each bin. `$spectrum` is the type of
/// the transform.
macro_rules! transform {
    ($spectrum:ty) => {
        arena_plan::arena_plan! {
            pub mod audio {
                bank dtcm { capacity: 2 KiB }
                bank sram { capacity: 1600 }

                buffer spectrum: $spectrum;
                buffer tone: [i8; 512];
                buffer windowed: [f32; 512] in dtcm, align 32;
                buffer power: [f32; 256], retain;

                step generate() -> tone;
                step window(tone) -> windowed;
                step fft(windowed => spectrum);
                step magnitude(spectrum) -> power;
            }
        }
    };
}

/// The macro knows every size.
mod native {
    transform!([f32; 512]);
}

/// Only rustc knows the size of the spectrum.
mod constant {
    use super::Complex;
    transform!([Complex; 256]);
}

fn tone(index: usize) -> i8 {
    let phase = std::f32::consts::TAU * 32.0 * index as f32 / FRAME as f32;
    (phase.cos() * 100.0).round() as i8
}

/// The bin of the largest power, and the place of the three buffers.
macro_rules! run {
    ($audio:path, $bins:expr) => {{
        use $audio as audio;
        let mut generate = audio::take().expect("the arena is free");
        let mut strongest = Vec::new();
        for _ in 0..2 {
            for (index, sample) in generate.tone.iter_mut().enumerate() {
                *sample = tone(index);
            }
            let mut window = generate.next();
            let audio::WindowIo { tone, windowed } = window.io();
            for (to, from) in windowed.iter_mut().zip(tone) {
                *to = f32::from(*from) / 100.0;
            }
            let mut fft = window.next();
            let audio::FftIo { windowed } = fft.io();
            // The result is the same bytes, as complex numbers.
            let expected: Vec<Complex32> = microfft::real::rfft_512(windowed).to_vec();
            let mut magnitude = fft.next();
            let audio::MagnitudeIo { spectrum, power } = magnitude.io();
            let bins: Vec<[f32; 2]> = $bins(spectrum);
            assert!(expected.iter().zip(&bins).all(|(a, b)| a.re == b[0] && a.im == b[1]));
            assert_eq!(expected.len(), bins.len());
            for (to, [re, im]) in power.iter_mut().zip(bins) {
                *to = re.hypot(im);
            }
            let largest = (1..256).max_by(|a, b| magnitude.power[*a].total_cmp(&magnitude.power[*b]));
            strongest.push((largest, magnitude.power[32].round()));
            generate = magnitude.next();
        }
        generate.release();
        assert_eq!(strongest, [(Some(32), 256.0); 2]);
        [
            (audio::buf::Windowed::BANK, audio::buf::Windowed::OFFSET),
            (audio::buf::Spectrum::BANK, audio::buf::Spectrum::OFFSET),
        ]
    }};
}

#[test]
fn an_fft_turns_floats_into_complex_numbers_in_place() {
    let native = run!(native::audio, |spectrum: &[f32; 512]| spectrum
        .chunks_exact(2)
        .map(|pair| [pair[0], pair[1]])
        .collect());
    let constant = run!(constant::audio, |spectrum: &[Complex; 256]| spectrum
        .iter()
        .map(|bin| [bin.re, bin.im])
        .collect());
    assert_eq!(native, [("dtcm", 0); 2]);
    assert_eq!(constant, native);
    // Both are in the 2048 bytes of `dtcm`; the power is elsewhere.
    assert_eq!(native::audio::PLAN.to_string(), constant::audio::PLAN.to_string());
    assert_eq!(native::audio::bank::Dtcm::BYTES, 2048);
}

arena_plan! {
    mod chain {
        bank ram { capacity: 64 }
        buffer a: [u32; 8];
        buffer b: [u16; 16];
        buffer c: [u8; 30], retain;
        buffer other: [u8; 32];
        step fill() -> a;
        step halve(a => b);
        step use_b(mut b) -> other;
        step bytes(b => c, other);
        step last(c);
    }
}

/// A buffer created in place can become another one in place; buffers alive at the same time are elsewhere.
#[test]
fn a_chain_of_three_types_shares_one_place() {
    let mut fill = chain::take().expect("the arena is free");
    *fill.a = [0x0403_0201_u32.to_le(); 8];
    let mut halve = fill.next();
    halve.io().a[7] = 0x0807_0605_u32.to_le();
    let mut use_b = halve.next();
    let chain::UseBIo { b, other } = use_b.io();
    assert_eq!(b[..2], [0x0201_u16.to_le(), 0x0403_u16.to_le()]);
    b[0] = 0x0A09_u16.to_le();
    other.fill(0xFF);
    let bytes = use_b.next();
    assert_eq!(*bytes.other, [0xFF; 32]);
    let last = bytes.next();
    assert_eq!(last.c[..6], [9, 10, 3, 4, 1, 2]);
    assert_eq!(last.c[28..], [5, 6]);
    last.release();
    assert_eq!(
        [chain::buf::A::OFFSET, chain::buf::B::OFFSET, chain::buf::C::OFFSET],
        [chain::buf::A::OFFSET; 3]
    );
    assert_eq!(chain::PLAN.planned_bytes(), 64);
}

/// The handle that ends may have been moved away before, and the one that begins can be moved away.
#[test]
fn handles_of_both_can_be_moved_and_split() {
    let fill = chain::take().expect("the arena is free");
    let mut halve = fill.next();
    halve.a = std::thread::spawn(move || {
        let mut a = halve.a;
        a.fill(0);
        a
    })
    .join()
    .expect("no panic");
    let mut use_b = halve.next();
    let mut parts = Buf::split(use_b.b);
    *parts[3] = u16::MAX;
    parts.reverse();
    use_b.b = Buf::join(parts);
    assert_eq!(use_b.b.iter().filter(|half| **half == 0).count(), 15);
    use_b.restart().release();
}

/// One block, planned in each way: the buffers of a place are at the same offset in all of them.
macro_rules! ways {
    ($($name:ident: $number:ident, [$($option:tt)*];)*) => {$(
        #[allow(deprecated, reason = "a draft warns that it is one")]
        mod $name {
            #[allow(dead_code, reason = "where the macro is to know the sizes, nothing names it")]
            type Number = u32;

            arena_plan::arena_plan! {
                mod plan {
                    $($option)*
                    bank ram { capacity: 128 }
                    bank rom { capacity: 128 }
                    buffer x: [$number; 8] in rom | ram;
                    buffer z: [$number; 2], retain;
                    buffer y: [u8; 16];
                    buffer other: [u32; 8], live b.. ;
                    step a() -> x;
                    step b(x => y);
                    step c(y) -> z;
                }
            }

            #[test]
            fn x_and_y_have_one_place() {
                use plan::buf::{X, Y};
                assert_eq!((X::BANK, X::OFFSET), ("rom", 0), "{}", plan::PLAN);
                assert_eq!((Y::BANK, Y::OFFSET), ("rom", 0), "{}", plan::PLAN);
                assert!(plan::PLAN.to_string().contains("in place of `x`"));
            }
        }
    )*};
}

ways! {
    const_evaluation: Number, [];
    searched_without_reuse: u32, [#![strategy = sequential]];
    without_reuse: Number, [#![strategy = sequential]];
    searched_draft: u32, [#![draft]];
    draft: Number, [#![draft]];
    file: u32, [layout "layouts/in_place.layout.json";];
    file_for_const_evaluation: Number, [layout "layouts/in_place.layout.json";];
}

/// The command knows both by name, and puts both into the same bytes; its layout is valid for the block.
#[test]
fn the_command_gets_an_alias_for_what_is_made_in_place() {
    let text = chain::PLAN.problem().to_string();
    let problem = arena_plan_core::json::decode_problem(text.as_bytes()).expect("a problem");
    let rows: Vec<(&str, u64, u64, u64, Option<&str>)> = problem
        .buffers
        .iter()
        .map(|buffer| {
            let of = buffer.needs.alias.as_ref().map(|alias| (&*alias.of, alias.offset));
            assert!(of.is_none_or(|(_, offset)| offset == 0));
            (&*buffer.id, buffer.needs.bytes, buffer.first, buffer.last, of.map(|(of, _)| of))
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("a", 32, 0, 1, None),
            ("b", 32, 2, 3, Some("a")),
            ("c", 30, 4, 4, Some("b")),
            ("other", 32, 2, 3, None)
        ]
    );
    let layout = arena_plan_core::problem::plan(&problem, &Default::default()).expect("a plan").layout;
    let places: Vec<(&str, u64)> =
        layout.placements.iter().map(|placement| (&*placement.id, placement.offset)).collect();
    assert_eq!(places, [("a", 0), ("b", 0), ("c", 0), ("other", 32)]);
    assert_eq!(chain::PLAN.planned_bytes(), 64);
}

/// A layout of the command for the block `x => y`, which names both.
mod from_command {
    arena_plan::arena_plan! {
        mod plan {
            layout "layouts/in_place_both.layout.json";
            bank ram { capacity: 128 }
            bank rom { capacity: 128 }
            buffer x: [u32; 8] in rom | ram;
            buffer z: [u32; 2], retain;
            buffer y: [u8; 16];
            buffer other: [u32; 8], live b.. ;
            step a() -> x;
            step b(x => y);
            step c(y) -> z;
        }
    }

    #[test]
    fn a_layout_may_name_both() {
        use plan::buf::{X, Y};
        assert_eq!(
            ((X::BANK, X::OFFSET), (Y::BANK, Y::OFFSET)),
            (("rom", 64), ("rom", 64)),
            "{}",
            plan::PLAN
        );
        let problem = arena_plan_core::json::decode_problem(plan::PLAN.problem().to_string().as_bytes());
        let layout =
            arena_plan_core::json::decode_layout(include_bytes!("../layouts/in_place_both.layout.json"));
        let verdict =
            arena_plan_core::problem::verify(&problem.expect("a problem"), &layout.expect("a layout"));
        assert!(verdict.holds(), "{:?}", verdict.findings);
    }
}
