//! Fixed-point arithmetic with the roundings of TensorFlow Lite Micro (`kernels/internal/common.cc`) and gemmlowp
//! (`fixedpoint/fixedpoint.h`), from which each function has its name.

/// `a * b / 2^31`, rounded to the nearest, halves away from zero; the one overflow saturates.
#[must_use]
pub const fn saturating_rounding_doubling_high_mul(a: i32, b: i32) -> i32 {
    if a == i32::MIN && b == i32::MIN {
        return i32::MAX;
    }
    let product = a as i64 * b as i64;
    let nudge = if product >= 0 { 1 << 30 } else { 1 - (1 << 30) };
    ((product + nudge) / (1 << 31)) as i32
}

/// `x / 2^exponent`, rounded to the nearest, halves away from zero. The exponent is at most 31.
#[must_use]
pub const fn rounding_divide_by_pot(x: i32, exponent: u32) -> i32 {
    let mask = ((1_i64 << exponent) - 1) as i32;
    let threshold = (mask >> 1) + (x < 0) as i32;
    (x >> exponent) + ((x & mask) > threshold) as i32
}

/// `x * multiplier / 2^31 * 2^shift`, rounded twice: first the product, then what is shifted out. This is what the
/// runtime does unless it is built for a single rounding.
///
/// ```
/// use arena_plan_examples::network::fixed::multiply_by_quantized_multiplier;
/// // A quarter of 5 is 1.25; but half of it, 2.5, becomes 3, and half of that, 1.5, becomes 2.
/// assert_eq!(multiply_by_quantized_multiplier(5, 1 << 30, -1), 2);
/// ```
#[must_use]
pub const fn multiply_by_quantized_multiplier(x: i32, multiplier: i32, shift: i32) -> i32 {
    let (left, right) = if shift > 0 { (shift, 0) } else { (0, -shift) };
    let product = saturating_rounding_doubling_high_mul(x.wrapping_shl(left as u32), multiplier);
    rounding_divide_by_pot(product, right as u32)
}

/// `x * 2^exponent`, which saturates.
const fn saturating_shl(x: i32, exponent: u32) -> i32 {
    let limit = i32::MAX >> exponent;
    if x > limit {
        i32::MAX
    } else if x < -limit - 1 {
        i32::MIN
    } else {
        x << exponent
    }
}

/// `(a + b) / 2`, rounded to the nearest, halves away from zero.
const fn rounding_half_sum(a: i32, b: i32) -> i32 {
    let sum = a as i64 + b as i64;
    ((sum + if sum >= 0 { 1 } else { -1 }) / 2) as i32
}

/// `e^a` for `-1/4 <= a < 0`; both have 31 fractional bits. A polynomial around `-1/8`.
const fn exp_on_quarter(a: i32) -> i32 {
    const EXP_OF_MINUS_EIGHTH: i32 = 1_895_147_668;
    const THIRD: i32 = 715_827_883;
    let x = a + (1 << 28);
    let square = saturating_rounding_doubling_high_mul(x, x);
    let cube = saturating_rounding_doubling_high_mul(square, x);
    let fourth_of_fourth = rounding_divide_by_pot(saturating_rounding_doubling_high_mul(square, square), 2);
    let rest = saturating_rounding_doubling_high_mul(fourth_of_fourth + cube, THIRD) + square;
    EXP_OF_MINUS_EIGHTH
        + saturating_rounding_doubling_high_mul(EXP_OF_MINUS_EIGHTH, x + rounding_divide_by_pot(rest, 1))
}

/// `e^a` for `a <= 0` with 26 fractional bits; the result has 31.
#[must_use]
pub const fn exp_on_negative_values(a: i32) -> i32 {
    const FRACTION: u32 = 26;
    // e^(-2^k) for k from -2.
    const POWERS: [i32; 7] =
        [1_672_461_947, 1_302_514_674, 790_015_084, 290_630_308, 39_332_535, 720_401, 242];
    const QUARTER: i32 = 1 << (FRACTION - 2);
    if a == 0 {
        return i32::MAX;
    }
    let in_quarter = (a & (QUARTER - 1)) - QUARTER;
    let mut result = exp_on_quarter(saturating_shl(in_quarter, 5));
    let remainder = in_quarter - a;
    let mut index = 0;
    while index < POWERS.len() {
        if remainder & (1 << (FRACTION - 2 + index as u32)) != 0 {
            result = saturating_rounding_doubling_high_mul(result, POWERS[index]);
        }
        index += 1;
    }
    result
}

/// `1 / (1 + a)` for `0 <= a < 1` with 31 fractional bits each, by three steps of Newton and Raphson.
const fn one_over_one_plus(a: i32) -> i32 {
    // Two integer bits from here on.
    const OF_48_OVER_17: i32 = 1_515_870_810;
    const OF_MINUS_32_OVER_17: i32 = -1_010_580_540;
    const ONE: i32 = 1 << 29;
    let half = rounding_half_sum(a, i32::MAX);
    let mut x = OF_48_OVER_17 + saturating_rounding_doubling_high_mul(half, OF_MINUS_32_OVER_17);
    let mut round = 0;
    while round < 3 {
        let error = ONE - saturating_rounding_doubling_high_mul(half, x);
        x += saturating_shl(saturating_rounding_doubling_high_mul(x, error), 2);
        round += 1;
    }
    saturating_shl(x, 1)
}

/// The reciprocal of a positive number with `integer_bits` bits before its point: a number with 31 fractional bits, and by how
/// many bits that is to be shifted to the right.
#[must_use]
pub const fn reciprocal(x: i32, integer_bits: i32) -> (i32, i32) {
    let headroom = x.leading_zeros();
    let normal = ((x as u32) << headroom).wrapping_sub(1 << 31);
    (one_over_one_plus(normal as i32), integer_bits - headroom as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_away_from_zero_and_twice() {
        assert_eq!([-3, -2, -1, 1, 2, 3].map(|x| rounding_divide_by_pot(x, 1)), [-2, -1, -1, 1, 1, 2]);
        assert_eq!(saturating_rounding_doubling_high_mul(i32::MIN, i32::MIN), i32::MAX);
        assert_eq!(saturating_rounding_doubling_high_mul(3, 1 << 30), 2);
        assert_eq!(saturating_rounding_doubling_high_mul(-3, 1 << 30), -1);
        // 5 / 4 is 1, but 5 / 2 is 3 and 3 / 2 is 2.
        assert_eq!(multiply_by_quantized_multiplier(5, 1 << 30, -1), 2);
        assert_eq!(multiply_by_quantized_multiplier(5, 1 << 30, 3), 20);
        assert_eq!(rounding_divide_by_pot(i32::MAX, 31), 1);
    }

    #[test]
    fn exponentials_and_reciprocals_are_close_to_the_real_ones() {
        for step in 0..400 {
            let a = -step * (1 << 22);
            let real = libm::exp(f64::from(a) / f64::from(1 << 26));
            let found = f64::from(exp_on_negative_values(a)) / 2_f64.powi(31);
            // The polynomial ends with the fourth power.
            assert!((real - found).abs() < 3e-7, "{a}: {real} {found}");
        }
        for x in [1 << 19, 3 << 19, 5 << 19, 777_777_777] {
            let (found, shift) = reciprocal(x, 12);
            let real = 2_f64.powi(19) / f64::from(x);
            let found = f64::from(found) / 2_f64.powi(31) / 2_f64.powi(shift);
            assert!((real - found).abs() < 1e-8 * real.max(1.0), "{x}: {real} {found}");
        }
    }
}
