//! Compile-fail cases: each mistake gives one error, on the token that the author must change, with the figures.
//!
//! `TRYBUILD=overwrite cargo test -p arena-plan-tests --test ui` writes the expected output again, for the toolchain
//! that `rust-toolchain.toml` pins.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/grammar/*.rs");
    cases.compile_fail("ui/plan/*.rs");
    cases.compile_fail("ui/access/*.rs");
}
