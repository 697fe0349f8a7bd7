//! Writes problems with fixed seeds as `const` plans, so that rustc's const evaluation solves them; the test
//! `const_equals_native` compares each with the same function at run time. And programs with random plans, for the test
//! `soundness`, with faults in them, for the test `faults`.

#[path = "build/faults.rs"]
mod faults;
#[path = "build/plans.rs"]
mod plans;
#[path = "build/programs.rs"]
mod programs;

use std::fmt::Write as _;
use std::path::PathBuf;

/// Problems that are written.
const PROBLEMS: u64 = 240;

/// Steps of each problem.
const STEPS: u64 = 8;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let mut source = String::new();
    for seed in 0..PROBLEMS {
        problem(seed, &mut source);
    }
    let cases: Vec<String> = (0..PROBLEMS).map(|seed| format!("    case_{seed}(),\n")).collect();
    write!(source, "fn outcomes() -> Vec<Outcome> {{ vec![\n{}] }}\n", cases.concat()).unwrap();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("plans.rs"), source).expect("OUT_DIR is writable");
    let (programs, faults) = programs::all();
    std::fs::write(out.join("programs.rs"), programs).expect("OUT_DIR is writable");
    std::fs::write(out.join("faults.rs"), faults).expect("OUT_DIR is writable");
}

/// SplitMix64 (Steele, Lea and Flood): the same numbers on every machine.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }

    /// An index below `len`.
    fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a usize")
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }
}

/// Banks, buffers, the plan as a constant, and a function that computes it again.
fn problem(seed: u64, source: &mut String) {
    let mut random = Random(seed);
    let (banks, buffers) =
        (1 + random.below(3), 1 + random.below(if seed.is_multiple_of(8) { 40 } else { 14 }));
    // Every seventh problem is roomy, every eleventh has figures at the edge of 64 bits.
    let scale = if seed % 11 == 10 { 1 << 53 } else { 1 };
    let capacity = if seed.is_multiple_of(7) && scale == 1 { 40_000 } else { 400 };
    let bank_list: Vec<String> = (0..banks)
        .map(|_| {
            let (size, reserve) = ((capacity + random.below(capacity)) * scale, random.below(64) * scale);
            let align = align(&mut random, seed, 3);
            format!("Bank::new({size}).with_reserve({reserve}).with_align({align})")
        })
        .collect();
    let buffer_list: Vec<String> =
        (0..buffers).map(|index| buffer(&mut random, seed, index, banks, scale)).collect();
    write!(
        source,
        "const BUFFERS_{seed}: [Buffer<'static>; {buffers}] = [{}];\n\
         const BANKS_{seed}: [Bank; {banks}] = private::banks([{}], &BUFFERS_{seed});\n\
         const PLAN_{seed}: Plan<{banks}, {buffers}> = plan::<{banks}, {buffers}, {}>(&BANKS_{seed}, &BUFFERS_{seed}, Orders::Fast, &[]);\n\
         const TEXT_{seed}: Option<Message> = text(&BANKS_{seed}, &BUFFERS_{seed}, PLAN_{seed}.refusal());\n\
         fn case_{seed}() -> Outcome {{\n    \
             let (banks, buffers) = (black_box(BANKS_{seed}), black_box(BUFFERS_{seed}));\n    \
             let native = plan::<{banks}, {buffers}, {}>(&banks, &buffers, Orders::Fast, &[]);\n    \
             compare({seed}, &PLAN_{seed}, &native, &TEXT_{seed}, &text(&banks, &buffers, native.refusal()))\n\
         }}\n",
        buffer_list.join(", "),
        bank_list.join(", "),
        2 * STEPS,
        2 * STEPS,
    )
    .unwrap();
}

/// One buffer, sometimes with a fixed offset, sometimes with wrong figures.
fn buffer(random: &mut Random, seed: u64, index: u64, banks: u64, scale: u64) -> String {
    let size = (1 + random.below(160)) * scale;
    let size = if seed % 29 == 28 && index == 2 { 0 } else { size };
    let align = align(random, seed, 6);
    let (a, b) = (random.below(STEPS), random.below(STEPS));
    let start = random.below(banks);
    let count = 1 + random.below(banks);
    let fixed = random.below(12) == 0;
    let list: Vec<String> =
        (0..if fixed { 1 } else { count }).map(|i| ((start + i) % banks).to_string()).collect();
    let offset = random.below(12) * align.max(8) * scale;
    let offset = if fixed { format!(".with_fixed({offset})") } else { String::new() };
    // Distinct ranks in another order than the declarations.
    let rank = (index * 97) % 101;
    let (first, last) = (a.min(b), a.max(b));
    format!("Buffer::new({size}, {align}, {first}, {last}, &[{}]).with_rank({rank}){offset}", list.join(", "))
}

/// A power of two below `2^bits`; in some problems any number.
fn align(random: &mut Random, seed: u64, bits: u64) -> u64 {
    let align = 1 << random.below(bits);
    if seed % 31 == 30 && random.below(6) == 0 { 3 * align } else { align }
}
