//! Weights that no one trained, as many as a large network has: what the two programs copy from flash.

/// 256 KiB.
pub const WEIGHTS: [u32; 64 * 1024] = {
    let mut weights = [0; 64 * 1024];
    let (mut state, mut index) = (1_u32, 0);
    while index < weights.len() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        weights[index] = state;
        index += 1;
    }
    weights
};
