//! Errors in a file, with line and column; all file formats report these.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::kernel::code::Code;

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Bytes of the file.
    pub bytes: Range<usize>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// What is wrong with a file, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The stable code.
    pub code: Code,
    /// What is wrong, with the figures.
    pub message: String,
    /// The position of the wrong token.
    pub span: Span,
    /// What to do about it.
    pub help: Option<String>,
    /// Another place that is involved, and what it is.
    pub related: Option<Box<(Span, &'static str)>>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {} [{}]", self.span.line, self.span.column, self.message, self.code)
    }
}

impl core::error::Error for FileError {}

impl FileError {
    /// An error about a range of the file.
    pub(crate) fn new(code: Code, text: &[u8], bytes: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span: Span::new(text, bytes), help: None, related: None }
    }

    /// The same error with a suggestion.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl Span {
    /// The span of a range of bytes; a range beyond the end is truncated.
    pub(crate) fn new(text: &[u8], bytes: Range<usize>) -> Self {
        let before = &text[..bytes.start.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            // Bytes that continue a UTF-8 character are not columns.
            column: before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1,
            bytes,
        }
    }
}

/// The text of a file: at most `limit` bytes (as `named`), UTF-8, no byte-order mark.
pub(crate) fn text<'a>(bytes: &'a [u8], limit: usize, named: &str) -> Result<&'a str, FileError> {
    if bytes.len() > limit {
        let message = alloc::format!("the file has more than {limit} bytes ({named})");
        return Err(FileError::new(Code::FileTooLarge, bytes, 0..0, message));
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        let message = "the file begins with a byte-order mark";
        return Err(
            FileError::new(Code::ByteOrderMark, bytes, 0..3, message).help("save it as UTF-8 without one")
        );
    }
    core::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let message = alloc::format!("the byte 0x{:02X} is not valid UTF-8", bytes[start]);
        FileError::new(Code::InvalidUtf8, bytes, start..start + 1, message)
    })
}
