//! Element types of TensorFlow Lite and the number of bytes that elements take.

/// Type of a tensor's elements, by its number in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TensorType(pub(crate) i8);

impl TensorType {
    pub(crate) const INT16: Self = Self(7);
    pub(crate) const INT8: Self = Self(9);
    pub(crate) const RESOURCE: Self = Self(13);
    pub(crate) const INT4: Self = Self(17);

    /// Name and bits of an element; no bits if the size is known only at run time.
    fn entry(self) -> Option<(&'static str, Option<u64>)> {
        Some(match self.0 {
            0 => ("FLOAT32", Some(32)),
            1 => ("FLOAT16", Some(16)),
            2 => ("INT32", Some(32)),
            3 => ("UINT8", Some(8)),
            4 => ("INT64", Some(64)),
            5 => ("STRING", None),
            6 => ("BOOL", Some(8)),
            7 => ("INT16", Some(16)),
            8 => ("COMPLEX64", Some(64)),
            9 => ("INT8", Some(8)),
            10 => ("FLOAT64", Some(64)),
            11 => ("COMPLEX128", Some(128)),
            12 => ("UINT64", Some(64)),
            // A handle: the number of a variable.
            13 => ("RESOURCE", Some(32)),
            14 => ("VARIANT", None),
            15 => ("UINT32", Some(32)),
            16 => ("UINT16", Some(16)),
            17 => ("INT4", Some(4)),
            18 => ("BFLOAT16", Some(16)),
            19 => ("INT2", Some(2)),
            20 => ("UINT4", Some(4)),
            21 => ("FLOAT8_E4M3FN", Some(8)),
            22 => ("FLOAT8_E5M2", Some(8)),
            _ => return None,
        })
    }

    /// The type as the format spells it; `None` for an unknown number.
    pub(crate) fn name(self) -> Option<&'static str> {
        self.entry().map(|(name, _)| name)
    }

    /// Bytes of `elements` consecutive elements, packed if they are smaller than a byte; `None` if the size is known
    /// only at run time, or exceeds 64 bits.
    pub(crate) fn bytes(self, elements: u64) -> Option<u64> {
        let (_, bits) = self.entry()?;
        Some(elements.checked_mul(bits?)?.div_ceil(8))
    }

    /// Bytes that TensorFlow Lite Micro reserves for them: it unpacks INT4 to a byte each. `None` for types that it
    /// does not have.
    pub(crate) fn micro_bytes(self, elements: u64) -> Option<u64> {
        match self {
            Self::INT4 => Some(elements),
            Self(5 | 14 | 19..) => None,
            _ => self.bytes(elements),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_below_a_byte_are_packed() {
        assert_eq!(TensorType::INT4.bytes(5), Some(3));
        assert_eq!(TensorType(19).bytes(5), Some(2));
        assert_eq!(TensorType::INT4.micro_bytes(5), Some(5));
        assert_eq!(TensorType(11).bytes(3), Some(48));
        assert_eq!(TensorType(5).bytes(1), None);
        assert_eq!(TensorType(0).bytes(u64::MAX / 4), None);
        assert_eq!(TensorType(23).name(), None);
    }
}
