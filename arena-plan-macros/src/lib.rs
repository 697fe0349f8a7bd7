//! The procedural macro of arena-plan. Use it through the crate `arena-plan`.
