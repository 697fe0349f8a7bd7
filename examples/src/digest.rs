//! One number for a run, for comparing hosts and targets.

/// A 32-bit FNV-1a hash over the bits of values, in order.
///
/// Two runs with the same digest computed, for all practical purposes, the same values bit for bit. It is not
/// cryptographic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u32);

impl Digest {
    /// The digest of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0x811c_9dc5)
    }

    /// Adds bytes.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }

    /// Adds the bit pattern of each value, lowest byte first.
    pub fn add(&mut self, values: &[f32]) {
        for value in values {
            self.add_bytes(&value.to_bits().to_le_bytes());
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        // Published with the algorithm by Fowler, Noll and Vo.
        for (text, want) in [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            let mut digest = Digest::new();
            digest.add_bytes(text.as_bytes());
            assert_eq!(digest.value(), want, "{text}");
        }
    }

    #[test]
    fn a_single_bit_changes_the_digest() {
        let (mut one, mut other) = (Digest::new(), Digest::new());
        one.add(&[1.0, 0.0]);
        other.add(&[1.0, -0.0]);
        assert_ne!(one, other);
    }
}
