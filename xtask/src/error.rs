//! The error type of the tasks: text for people, because only `main` handles it.

use std::fmt;

/// What went wrong, where, and what to do.
#[derive(Debug)]
pub(crate) struct Error(String);

/// Result of a task or a part of one.
pub(crate) type Result<T = ()> = std::result::Result<T, Error>;

impl Error {
    /// An error with the given text.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// For `map_err`: an underlying error and what was being done.
    pub(crate) fn during<E: fmt::Display>(what: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |cause| Self(format!("{what}: {cause}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
