//! `#[cfg(…)]` in a block: the variants of a board, chosen by the features of a crate, each with its own plan, figures and
//! errors; and on both routes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const MANIFEST: &str = r#"[workspace]

[package]
name = "variants"
version = "0.0.0"
edition = "2024"

[features]
m0 = []
m7 = []
echo = []

[profile.dev]
debug = false

[dependencies]
"#;

/// Builds and runs `tests/variants/main.rs` with these features.
fn run(features: &str) -> Output {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("variants-{features}"));
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let library = here.join("../arena-plan");
    let manifest = format!("{MANIFEST}arena-plan = {{ path = {library:?}, features = [\"files\"] }}\n");
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::copy(here.join("variants/main.rs"), folder.join("src/main.rs")).expect("the program");
    // The versions that this workspace has already.
    fs::copy(here.join("../Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace's lock file");
    Command::new(std::env::var_os("CARGO").expect("cargo runs this test"))
        .args(["run", "--quiet", "--offline", "--features", features])
        .current_dir(&folder)
        // Where the suite `impostors` builds the same library in the same way.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("impostors/target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo starts")
}

/// What the program prints.
#[track_caller]
fn prints(features: &str, expected: &str) {
    let output = run(features);
    assert!(output.status.success(), "{features}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{features}");
}

#[test]
fn each_variant_has_its_own_plan() {
    prints(
        "m0",
        "\
plan native: 3 steps, 3 buffers, 516 bytes in 512

bank  capacity  reserve  high-water  bytes  free  bound
sram       640        0         512    512   128    512  in `window`; at its bound

buffer    bank  offset  end  bytes  align  alive in
pcm       sram       0  256    256      4  ##.  capture..=window
level     sram       0    4      4      4  ..#  measure
windowed  sram     256  512    256      4  .##  window..=measure
level 64
level 128
",
    );
    prints(
        "",
        "\
plan native: 4 steps, 3 buffers, 516 bytes in 512

bank  capacity  reserve  high-water  bytes   free  bound
sram     4_096        0         512    512  3_584    512  in `window`; at its bound

buffer    bank  offset  end  bytes  align  alive in
pcm       sram       0  256    256      4  ##..  capture..=window
level     sram       0    4      4      4  ...#  measure
windowed  sram     256  512    256      4  .###  window..=measure
level 128
level 256
",
    );
    prints(
        "m7,echo",
        "\
plan native: 4 steps, 4 buffers, 1_540 bytes in 1_568

bank  capacity  reserve  high-water  bytes   free  bound
dtcm     1_024        0         516    544    480    516  in `measure`; at its bound
sram     4_096        0       1_024  1_024  3_072  1_024  in `capture`; at its bound

buffer    kind        bank  offset    end  bytes  align  alive in
windowed  buffer      dtcm       0    512    512     32  .###  window..=measure
level     buffer      dtcm     512    516      4     32  ...#  measure
history   persistent  sram       0    512    512      4  ####  capture..=measure
pcm       buffer      sram     512  1_024    512      4  ##..  capture..=window
level 256
level 768
",
    );
}

#[test]
fn each_variant_has_its_own_errors() {
    let output = run("m0,echo");
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("error") && !line.contains("could not compile"))
        .collect();
    let over = "bank `sram` is over budget: step `window` keeps 768 bytes alive, but the capacity is 640 (128 bytes over) [over-budget]";
    assert_eq!(
        errors,
        [format!("error: {over}"), format!("error[E0080]: evaluation panicked: {over}")],
        "{text}"
    );
    assert_eq!(text.matches("src/main.rs:13:22").count(), 2, "{text}");
}

/// All predicates of a block take one expansion, so rustc's limit for expansions within expansions is no limit for them.
#[test]
#[allow(unexpected_cfgs, reason = "none of these widths and vendors exists")]
fn a_block_may_have_hundreds_of_predicates() {
    macro_rules! many {
        ($($tens:literal)*) => {
            arena_plan::arena_plan! {
                mod many {
                    bank ram { capacity: 64 }
                    $( #[cfg_attr(all(target_pointer_width = $tens, not(unix)), doc = "never")] )*
                    $( #[cfg_attr(all(target_pointer_width = $tens, not(windows)), doc = "never")] )*
                    $( #[cfg_attr(any(target_pointer_width = $tens, target_vendor = $tens), cfg(unix))] )*
                    $( #[cfg_attr(not(any(target_vendor = $tens, unix)), cfg(windows))] )*
                    buffer word: u32;
                    step write() -> word;
                    step read(word);
                }
            }
        };
    }
    many! {
        "100" "101" "102" "103" "104" "105" "106" "107" "108" "109" "110" "111" "112" "113" "114" "115" "116" "117"
        "118" "119" "120" "121" "122" "123" "124" "125" "126" "127" "128" "129" "130" "131" "132" "133" "134" "135"
        "136" "137" "138" "139" "140" "141" "142" "143" "144" "145" "146" "147" "148" "149" "150" "151" "152" "153"
    }
    let mut write = many::take().expect("the arena is free");
    *write.word = 3;
    let read = write.next();
    assert_eq!(*read.word, 3);
    read.release();
}
