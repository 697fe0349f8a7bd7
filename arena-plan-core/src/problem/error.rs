//! Errors in what a file or a caller declares, each with a stable code and the place of the mistake.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::kernel::code::Code;

/// One part of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A field by name.
    Field(&'static str),
    /// An element by position, from 0.
    Index(usize),
}

/// A position in a problem, graph or layout: `buffers[3].alignment`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// The element `index` of the list `list`.
    pub(crate) fn item(list: &'static str, index: usize) -> Self {
        Self(alloc::vec![Segment::Field(list), Segment::Index(index)])
    }

    /// The field `field` of this object.
    pub(crate) fn field(mut self, field: &'static str) -> Self {
        self.0.push(Segment::Field(field));
        self
    }

    /// The element `index` of this list.
    pub(crate) fn at(mut self, index: usize) -> Self {
        self.0.push(Segment::Index(index));
        self
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Field(name) if position == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// What is wrong with a problem, graph or layout, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code.
    pub code: Code,
    /// The path of the wrong value.
    pub at: Path,
    /// What is wrong, with the figures.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Another value that is involved, and what it is.
    pub related: Option<Box<(Path, &'static str)>>,
}

impl Error {
    /// An error about the value at `at`.
    pub(crate) fn new(code: Code, at: Path, message: impl Into<String>) -> Self {
        Self { code, at, message: message.into(), help: None, related: None }
    }

    /// The same error with a suggestion.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with a second place.
    pub(crate) fn related(mut self, at: Path, what: &'static str) -> Self {
        self.related = Some(Box::new((at, what)));
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.0.is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl core::error::Error for Error {}
