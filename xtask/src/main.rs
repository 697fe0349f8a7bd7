//! What a contributor runs: `cargo xtask …`.

fn main() {}
