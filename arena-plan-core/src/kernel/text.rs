//! A message in a fixed array, built in const evaluation as well as at run time.

use core::fmt;

use super::code::Code;

/// Text of at most `N` bytes. What does not fit is truncated and marked with an ellipsis.
#[derive(Clone, Copy)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
    full: bool,
}

const ELLIPSIS: &str = "…";

impl<const N: usize> Text<N> {
    /// An empty text.
    ///
    /// ```
    /// use arena_plan_core::kernel::text::Text;
    /// const TEXT: Text<32> = Text::new().push("needs ").number(96).push(" bytes");
    /// assert_eq!(TEXT.as_str(), "needs 96 bytes");
    /// ```
    pub const fn new() -> Self {
        Self { bytes: [0; N], len: 0, full: false }
    }

    /// Appends `part`.
    pub const fn push(mut self, part: &str) -> Self {
        if self.full {
            return self;
        }
        if self.len + part.len() + ELLIPSIS.len() > N {
            self.full = true;
            return if self.len + ELLIPSIS.len() <= N { self.copy(ELLIPSIS) } else { self };
        }
        self.copy(part)
    }

    /// Appends a number in decimal.
    pub const fn number(self, number: u64) -> Self {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            digits[at] = digit(rest % 10);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        match core::str::from_utf8(digits.split_at(at).1) {
            Ok(part) => self.push(part),
            Err(_) => self,
        }
    }

    /// Appends a number of bytes: `1 byte`, `2 bytes`.
    pub const fn bytes(self, bytes: u64) -> Self {
        self.number(bytes).push(unit(bytes == 1))
    }

    /// Appends a name in backticks.
    pub const fn quote(self, name: &str) -> Self {
        self.push("`").push(name).push("`")
    }

    /// Appends a code in brackets.
    pub const fn code(self, code: Code) -> Self {
        self.push(" [").push(code.as_str()).push("]")
    }

    /// Appends `count` spaces.
    pub const fn spaces(mut self, count: usize) -> Self {
        let mut i = 0;
        while i < count {
            self = self.push(" ");
            i += 1;
        }
        self
    }

    /// The text so far.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    const fn copy(mut self, part: &str) -> Self {
        let part = part.as_bytes();
        let mut i = 0;
        while i < part.len() {
            self.bytes[self.len] = part[i];
            self.len += 1;
            i += 1;
        }
        self
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// A number of bytes as messages print it: `1 byte`, `2 bytes`.
///
/// ```
/// use arena_plan_core::kernel::text::Bytes;
/// assert_eq!(format!("{} and {}", Bytes(1u64), Bytes(64u64)), "1 byte and 64 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<N>(pub N);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, unit(self.0 == N::from(1)))
    }
}

const fn unit(one: bool) -> &'static str {
    if one { " byte" } else { " bytes" }
}

const fn digit(value: u64) -> u8 {
    b"0123456789"[(value % 10) as usize]
}

/// Number of characters of `text`, for columns of names.
pub const fn width(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] & 0xC0 != 0x80 {
            count += 1;
        }
        i += 1;
    }
    count
}

/// Decimal digits of `number`.
pub const fn digits(mut number: u64) -> usize {
    let mut count = 1;
    while number >= 10 {
        number /= 10;
        count += 1;
    }
    count
}
