//! The command `arena-plan`.

fn main() {}
