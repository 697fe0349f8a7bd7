//! Errors in JSON text: the positions of errors that validation found, and the names of tokens.

use alloc::boxed::Box;
use alloc::string::String;
use core::ops::Range;

use super::place::{self, token_text};
use crate::problem::{self, FileError, Span};

/// An error that validation found, located in the text that the problem was read from.
pub(super) fn located(error: problem::Error, text: &str) -> FileError {
    let span = |path: &problem::Path| Span::new(text.as_bytes(), place::find(text, path));
    FileError {
        code: error.code,
        span: span(&error.at),
        message: error.message,
        help: error.help,
        related: error.related.map(|related| Box::new((span(&related.0), related.1))),
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
