//! Errors of models: what is wrong, at which byte, and what to do.

use std::fmt;

use arena_plan_core::kernel::code::Code;

/// Why a model was rejected, or cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code.
    pub code: Code,
    /// What is wrong, with the figures.
    pub message: String,
    /// The byte of the file that was being read, if the position is known.
    pub offset: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The result of reading and writing models.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error that is about the model as a whole.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), offset: None, help: None }
    }

    /// A file that does not follow its format, and where this was detected.
    pub(crate) fn broken(offset: usize, message: impl Into<String>) -> Self {
        Self { code: Code::BadModel, message: message.into(), offset: Some(offset), help: None }
    }

    /// The same error at a byte of the file.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The same error with a suggestion.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(offset) = self.offset {
            write!(f, " (byte {offset}, 0x{offset:x})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
