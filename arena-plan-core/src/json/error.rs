//! Errors in a file, with line and column.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::place::{self, token_text};
use crate::kernel::code::Code;
use crate::problem;

/// Where in a file something is.
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
pub struct Error {
    /// The stable code.
    pub code: Code,
    /// What is wrong, with the figures.
    pub message: String,
    /// Where; the token at fault.
    pub span: Span,
    /// What to do about it.
    pub help: Option<String>,
    /// Another place that takes part, and what it is.
    pub related: Option<Box<(Span, &'static str)>>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {} [{}]", self.span.line, self.span.column, self.message, self.code)
    }
}

impl core::error::Error for Error {}

impl Error {
    /// An error about a range of the file.
    pub(super) fn new(code: Code, text: &[u8], bytes: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span: Span::new(text, bytes), help: None, related: None }
    }

    /// The same error with a way out.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// An error of validation, located in the text that the problem was read from.
    pub(super) fn located(error: problem::Error, text: &str) -> Self {
        let span = |path: &problem::Path| Span::new(text.as_bytes(), place::find(text, path));
        Self {
            code: error.code,
            span: span(&error.at),
            message: error.message,
            help: error.help,
            related: error.related.map(|related| Box::new((span(&related.0), related.1))),
        }
    }
}

impl Span {
    /// The span of a range of bytes; a range beyond the end is cut off.
    fn new(text: &[u8], bytes: Range<usize>) -> Self {
        let before = &text[..bytes.start.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            // Bytes that continue a UTF-8 character are no columns.
            column: before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1,
            bytes,
        }
    }
}

/// A JSON token as messages describe it.
pub(super) fn describe(text: &str, token: &Range<usize>) -> String {
    let shown = token_text(text, token);
    match shown.as_bytes().first() {
        None => "the end of the file".into(),
        Some(b'{') => "an object".into(),
        Some(b'[') => "an array".into(),
        Some(b'"') => alloc::format!("the string {shown}"),
        Some(b'-' | b'0'..=b'9') => alloc::format!("the number {shown}"),
        Some(_) => alloc::format!("`{shown}`"),
    }
}
