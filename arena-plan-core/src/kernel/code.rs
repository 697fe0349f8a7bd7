//! Stable codes of errors and findings, shared by the macro, the command line and the JSON output.
//!
//! A code never changes its meaning. `docs/codes.md` lists them all, with who reports each and what to do about it.
//! Tests compare that list with [`Code::ALL`] and provoke every code in it.

use core::fmt;

/// Declares the codes once: variant, text and one line that explains it.
macro_rules! codes {
    ($($variant:ident = $text:literal, $about:literal;)*) => {
        /// The kind of error, as one stable word.
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

            /// What the code means, in one sentence without a full stop.
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
    OutOfBank = "out-of-bank", "a placement ends above the room of its bank";
    Misaligned = "misaligned", "an offset is not a multiple of the required alignment";
    BaseMisaligned = "base-misaligned", "a slot needs more alignment than its bank's base has";
    BankNotAllowed = "bank-not-allowed", "a buffer is in a bank that it does not allow";
    FixedMoved = "fixed-moved", "a fixed buffer is not at its fixed position";
    AliasMoved = "alias-moved", "an alias is not at its place in the buffer whose bytes it is";
    MissingPlacement = "missing-placement", "a buffer of the problem has no placement";
    // Outcomes of planning.
    OverBudget = "over-budget", "no layout exists; the message gives the proof";
    NoLayoutFound = "no-layout-found", "no layout that fits was found, and it is not proved that none exists";
    // Images and gates.
    OutsideMemory = "outside-memory", "a bank is not within its memory";
    OverMemory = "over-memory", "a memory holds more bytes than it has";
    BanksOverlap = "banks-overlap", "two banks of an image share bytes";
    Grown = "grown", "something grew by more than the gate allows";
    OverLimit = "over-limit", "something exceeds its limit";
    // Files and their encoding.
    FileMissing = "file-missing", "the file does not exist";
    FileUnreadable = "file-unreadable", "the file cannot be read";
    FileNotRegular = "file-not-regular", "the path is a directory, a device or another special file";
    FileTooLarge = "file-too-large", "the file is larger than its format allows";
    ByteOrderMark = "byte-order-mark", "the file begins with a byte-order mark";
    InvalidUtf8 = "invalid-utf8", "the file is not valid UTF-8";
    JsonSyntax = "json-syntax", "the file is not valid JSON";
    TrailingData = "trailing-data", "there is more after the JSON value";
    WrongType = "wrong-type", "a JSON value does not have the type that the schema requires";
    WrongSchema = "wrong-schema", "the schema number is not supported";
    CsvSyntax = "csv-syntax", "the file is not CSV with the expected columns";
    BadModel = "bad-model", "the file is not a neural network in a supported format, or is damaged";
    UnknownShape = "unknown-shape", "a tensor of a neural network has no fixed size";
    PlanExists = "plan-exists", "the model already has an offline plan";
    BadImage = "bad-image", "the file is not a linked image that can be read";
    BadMemory = "bad-memory", "a linker script has no memories that can be read";
    BadLimits = "bad-limits", "a file of limits is not valid";
    // Words and numbers.
    Syntax = "syntax", "the block does not follow the grammar of the macro";
    UnknownWord = "unknown-word", "a declaration, flag, option, value or unit is unknown";
    UnknownField = "unknown-field", "a field is unknown";
    DuplicateField = "duplicate-field", "a field, flag or option is given twice";
    MissingField = "missing-field", "a required field is missing";
    NotDecimal = "not-decimal", "a byte count is not a canonical decimal string";
    NotInteger = "not-integer", "a number is not a nonnegative integer";
    OutOfRange = "out-of-range", "a number is larger than its range allows";
    SumOverflow = "sum-overflow", "a sum of byte counts exceeds 2^63 - 1";
    // Declarations.
    EmptyId = "empty-id", "an id is the empty string";
    NonAsciiId = "non-ascii-id", "an id contains characters other than ASCII";
    BadName = "bad-name", "a name cannot become an identifier, or is already taken";
    DuplicateId = "duplicate-id", "two declarations of one kind have the same id";
    NameCollision = "name-collision", "two ids become the same identifier";
    UnknownBank = "unknown-bank", "no bank has this id";
    UnknownBuffer = "unknown-buffer", "no buffer has this id";
    UnknownStep = "unknown-step", "no step has this id";
    EmptyPlan = "empty-plan", "a block has no bank, no buffer or no step";
    TooMany = "too-many", "there are too many banks, buffers or steps";
    BadSection = "bad-section", "a linker section may be more than plain memory, or cannot have this name";
    ZeroSize = "zero-size", "a buffer or the room of a bank has 0 bytes";
    BadAlignment = "bad-alignment", "an alignment is not a power of two, or is larger than a bank can have";
    NoBank = "no-bank", "a buffer allows no bank";
    NotReachable = "not-reachable", "a buffer for DMA is in a bank that bus masters do not reach, or allows one";
    SharedCacheLine = "shared-cache-line", "a cache line of a buffer for DMA contains something else";
    InPool = "in-pool", "something that lasts from run to run is in a pool, whose memory other plans use in between";
    NoTenant = "no-tenant", "a pool lists a plan without a bank in it, or does not list one that has";
    DuplicateBank = "duplicate-bank", "a buffer lists a bank twice";
    FixedWithoutBank = "fixed-without-bank", "a fixed offset does not have exactly one bank";
    FixedBankNotAllowed = "fixed-bank-not-allowed", "a fixed bank is not among the allowed ones";
    FixedMisaligned = "fixed-misaligned", "a fixed offset is not a multiple of the alignment";
    AliasCycle = "alias-cycle", "buffers are aliases of one another, and none has bytes of its own";
    AliasOutside = "alias-outside", "an alias is not within the buffer whose bytes it is";
    AliasBank = "alias-bank", "the buffer whose bytes an alias is may go to a bank that the alias does not allow";
    AliasFixed = "alias-fixed", "the fixed position of an alias is not its place in the buffer whose bytes it is";
    AliasMisaligned = "alias-misaligned", "an alias cannot have its alignment at its place";
    AliasKind = "alias-kind", "an alias and the buffer whose bytes it is are of different kinds";
    ReadOnly = "read-only", "a constant or a read-only bank is used where something is written, or a buffer where nothing is";
    Contradiction = "contradiction", "two parts of a declaration contradict each other";
    // Types.
    BadType = "bad-type", "a buffer cannot have this type";
    NotPlain = "not-plain", "a type cannot be created from unspecified bytes";
    WrongSize = "wrong-size", "a type does not have the size that its spelling suggests";
    // Schedules.
    Unused = "unused", "a declaration is never used";
    NeverWritten = "never-written", "a step reads something that is never written";
    NeverRead = "never-read", "a buffer is written and never read";
    ReadBeforeWrite = "read-before-write", "a step reads something that is written only later, or by the step itself";
    WrittenTwice = "written-twice", "more than one step writes a buffer, or a step writes a source";
    NamedTwice = "named-twice", "a step names a buffer twice";
    ScratchShared = "scratch-shared", "a scratch buffer is used elsewhere too, or is a source, retained or persistent";
    InPlace = "in-place", "a step in place has buffers that cannot follow each other in the same place";
    EmptyLifetime = "empty-lifetime", "a lifetime ends before it begins";
    LifetimeTooShort = "lifetime-too-short", "an explicit lifetime does not cover every use";
    Detached = "detached", "a step names a detached buffer, or no transition can begin its lifetime";
    // Exports, and what is missing.
    Inexpressible = "inexpressible", "the requested format cannot express this";
    Usage = "usage", "the command line is not valid";
    MissingFeature = "missing-feature", "a feature of the crate `arena-plan` has to be enabled";
    NotSupported = "not-supported", "a part of the language that this version does not support yet";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
