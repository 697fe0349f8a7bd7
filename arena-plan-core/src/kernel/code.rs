//! Stable codes of errors and findings, shared by the macro, the command line and the JSON output.
//!
//! A code never changes its meaning. `docs/codes.md` lists them all, with who reports each and what to do about it. Tests
//! hold that list equal to [`Code::ALL`] and provoke every code of it.

use core::fmt;

/// Declares the codes once: variant, text and one line that explains it.
macro_rules! codes {
    ($($variant:ident = $text:literal, $about:literal;)*) => {
        /// What is wrong, in one stable word.
        ///
        /// ```
        /// use arena_plan_core::kernel::code::Code;
        /// assert_eq!(Code::OutOfBank.as_str(), "out-of-bank");
        /// assert!(Code::ALL.contains(&Code::Overlap));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $about] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The code as it is printed and written: kebab case, ASCII.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $text,)*
                }
            }

            /// What the code means, in one sentence without full stop.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Code::$variant => $about,)*
                }
            }
        }
    };
}

codes! {
    // Findings about a layout.
    Overlap = "overlap", "two buffers alive in one step share bytes";
    OutOfBank = "out-of-bank", "a placement ends above what its bank offers";
    Misaligned = "misaligned", "an offset is no multiple of the alignment asked for";
    BaseMisaligned = "base-misaligned", "a slot needs more alignment than its bank's base has";
    BankNotAllowed = "bank-not-allowed", "a buffer lies in a bank that it does not allow";
    FixedMoved = "fixed-moved", "a fixed buffer does not lie at its fixed position";
    MissingPlacement = "missing-placement", "a buffer of the problem has no placement";
    // Outcomes of planning.
    OverBudget = "over-budget", "no layout exists, which the message proves";
    NoLayoutFound = "no-layout-found", "no layout that fits was found, and none was proved impossible";
    // Images and gates.
    OutsideMemory = "outside-memory", "a bank does not lie in its memory";
    OverMemory = "over-memory", "a memory holds more than it has";
    BanksOverlap = "banks-overlap", "two banks of an image share bytes";
    Grown = "grown", "something takes more than the gate allows it to grow";
    OverLimit = "over-limit", "something takes more than its limit";
    // Files and their encoding.
    FileMissing = "file-missing", "the file does not exist";
    FileUnreadable = "file-unreadable", "the file cannot be read";
    FileNotRegular = "file-not-regular", "the path is a directory, a device or another special file";
    FileTooLarge = "file-too-large", "the file is larger than its format allows";
    ByteOrderMark = "byte-order-mark", "the file begins with a byte-order mark";
    InvalidUtf8 = "invalid-utf8", "the file is not valid UTF-8";
    JsonSyntax = "json-syntax", "the file is not valid JSON";
    TrailingData = "trailing-data", "something follows the JSON value";
    WrongType = "wrong-type", "a JSON value has another type than the schema asks for";
    WrongSchema = "wrong-schema", "the schema number is not one that is supported";
    CsvSyntax = "csv-syntax", "the file is not CSV with the columns that are expected";
    BadModel = "bad-model", "the file is no neural network of a format that is read, or a damaged one";
    UnknownShape = "unknown-shape", "a tensor of a neural network has no fixed size";
    PlanExists = "plan-exists", "the model has an offline plan already";
    BadImage = "bad-image", "the file is no linked image that can be read";
    BadMemory = "bad-memory", "a linker script has no memories that can be read";
    BadLimits = "bad-limits", "a file of limits is not written as it has to be";
    // Words and numbers.
    Syntax = "syntax", "the block is not written in the language of the macro";
    UnknownWord = "unknown-word", "a declaration, flag, option, value or unit is not known";
    UnknownField = "unknown-field", "a field is not known";
    DuplicateField = "duplicate-field", "a field, flag or option is given twice";
    MissingField = "missing-field", "a field that is required is not there";
    NotDecimal = "not-decimal", "a byte count is no canonical decimal string";
    NotInteger = "not-integer", "a number is no nonnegative integer";
    OutOfRange = "out-of-range", "a number is larger than its range allows";
    SumOverflow = "sum-overflow", "a sum of byte counts exceeds 2^63 - 1";
    // Declarations.
    EmptyId = "empty-id", "an id is the empty string";
    NonAsciiId = "non-ascii-id", "an id holds characters other than ASCII";
    BadName = "bad-name", "a name that no identifier can be made of, or that is taken";
    DuplicateId = "duplicate-id", "two declarations of one kind have the same id";
    NameCollision = "name-collision", "two ids become one identifier";
    UnknownBank = "unknown-bank", "no bank has this id";
    UnknownBuffer = "unknown-buffer", "no buffer has this id";
    UnknownStep = "unknown-step", "no step has this id";
    EmptyPlan = "empty-plan", "a block lacks a bank, a buffer or a step";
    TooMany = "too-many", "more banks, buffers or steps than can be counted";
    BadSection = "bad-section", "a linker section is not free for memory, or cannot have this name";
    ZeroSize = "zero-size", "a buffer or the room of a bank has no bytes";
    BadAlignment = "bad-alignment", "an alignment is not a power of two, or larger than a bank can have";
    NoBank = "no-bank", "a buffer allows no bank";
    DuplicateBank = "duplicate-bank", "a buffer allows one bank twice";
    FixedWithoutBank = "fixed-without-bank", "a fixed offset does not have one fixed bank";
    FixedBankNotAllowed = "fixed-bank-not-allowed", "a fixed bank is not among the allowed ones";
    FixedMisaligned = "fixed-misaligned", "a fixed offset is no multiple of the alignment";
    ReadOnly = "read-only", "a constant or a read-only bank stands where something is written, or a buffer where nothing is";
    Contradiction = "contradiction", "two parts of a declaration exclude each other";
    // Types.
    BadType = "bad-type", "a buffer cannot have this type";
    NotPlain = "not-plain", "a type may not come to life with unspecified bytes";
    WrongSize = "wrong-size", "a type has another size than its spelling says";
    // Schedules.
    Unused = "unused", "a declaration is never used";
    NeverWritten = "never-written", "a step reads what nothing ever writes";
    NeverRead = "never-read", "a buffer is written and never read";
    ReadBeforeWrite = "read-before-write", "a step reads what is written only later or by itself";
    WrittenTwice = "written-twice", "more than one step writes a buffer, or one writes a source";
    NamedTwice = "named-twice", "a step names a buffer twice";
    ScratchShared = "scratch-shared", "a scratch buffer is used elsewhere too, or is a source, retained or persistent";
    InPlace = "in-place", "a step in place has buffers that cannot follow each other in one place";
    EmptyLifetime = "empty-lifetime", "a lifetime ends before it begins";
    LifetimeTooShort = "lifetime-too-short", "an explicit lifetime does not cover every use";
    Detached = "detached", "a step names a detached buffer, or no transition can begin its life";
    // Exports, and what there is not.
    Inexpressible = "inexpressible", "the format asked for cannot say this";
    Usage = "usage", "the command was called in a way that it does not understand";
    MissingFeature = "missing-feature", "a feature of the crate `arena-plan` has to be enabled";
    NotSupported = "not-supported", "a part of the language that this version does not have yet";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
