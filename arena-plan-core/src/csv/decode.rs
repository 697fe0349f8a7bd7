//! Reading: rows become the buffers of a problem with one bank.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{BANK, MAX_FILE_BYTES};
use crate::kernel::code::Code;
use crate::model::MAX_BYTES;
use crate::problem::{self, Bank, Buffer, FileError, Id, Needs, Path, Problem, Segment, Span, validate};

/// Characters of a field that a message shows.
const SHOWN: usize = 40;

/// The first line.
const COLUMNS: &str = "the first line names the columns: id (or buffer, buffer_id), lower (or begin, start), upper (or end), \
     size, and optionally alignment, offset, hint, gaps";

/// The meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    First,
    /// The first time after the lifetime.
    Upper,
    /// The last time of the lifetime.
    End,
    Size,
    Alignment,
    Offset,
    Hint,
    Gaps,
}

/// A part of the file and the offset at which it begins.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    at: usize,
}

/// Reads and validates a problem whose only bank, `memory`, has `capacity` bytes.
///
/// # Errors
///
/// Columns that are missing, unknown or repeated; rows of a different length; times and byte counts that are not
/// canonical decimal numbers; empty lifetimes; gaps in a lifetime; and whatever [`validate`] rejects. Errors have a
/// line and column.
///
/// ```
/// use arena_plan_core::csv::decode_csv;
/// let problem = decode_csv(b"id,lower,upper,size\nb1,0,3,64\nb2,3,9,32\n", 64)?;
/// assert_eq!((problem.buffers[1].first, problem.buffers[1].last), (3, 8));
/// let error = decode_csv(b"id,lower,upper,size\nb1,3,3,64\n", 64).unwrap_err();
/// assert_eq!((error.code.as_str(), error.span.line, error.span.column), ("empty-lifetime", 2, 6));
/// # Ok::<(), arena_plan_core::problem::FileError>(())
/// ```
pub fn decode_csv(bytes: &[u8], capacity: u64) -> Result<Problem, FileError> {
    let text = problem::text(bytes, MAX_FILE_BYTES, "256 MiB")?;
    let reader = Reader { text, bank: Id::from(BANK) };
    let mut lines = lines(text);
    let header = lines.next().unwrap_or(Field { text: "", at: 0 });
    let columns = reader.columns(header)?;
    let mut buffers = Vec::new();
    for line in lines {
        buffers.push(reader.buffer(line, &columns)?);
    }
    let problem = Problem { banks: alloc::vec![Bank::new(BANK, capacity)], buffers };
    validate(&problem).map_err(|error| {
        let span = |path: &Path| Span::new(bytes, find(path, &columns, text));
        FileError {
            code: error.code,
            span: span(&error.at),
            message: error.message,
            help: error.help,
            related: error.related.map(|related| Box::new((span(&related.0), related.1))),
        }
    })?;
    Ok(problem)
}

/// The lines of a text without their line endings; empty lines at the end are left out.
fn lines(text: &str) -> impl Iterator<Item = Field<'_>> {
    let mut at = 0;
    text.trim_end_matches(['\n', '\r']).split('\n').map(move |line| {
        let field = Field { text: line.strip_suffix('\r').unwrap_or(line), at };
        at += line.len() + 1;
        field
    })
}

/// The fields of a line.
fn fields(line: Field<'_>) -> impl Iterator<Item = Field<'_>> {
    let mut at = line.at;
    line.text.split(',').map(move |text| {
        let field = Field { text, at };
        at += text.len() + 1;
        field
    })
}

/// A field as messages print it: without control characters, and truncated if it is long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.escape_debug().collect(),
        Some((cut, _)) => format!("{}…", text[..cut].escape_debug()),
    }
}

/// The position of an error that validation found: the field of a row.
fn find(path: &Path, columns: &[Column], text: &str) -> Range<usize> {
    let row = path.0.iter().find_map(|segment| match segment {
        Segment::Index(index) => lines(text).nth(index + 1),
        Segment::Field(_) => None,
    });
    let Some(row) = row else { return 0..0 };
    let wanted = path.0.iter().rev().find_map(|segment| match segment {
        Segment::Field("id") => Some(Column::Id),
        Segment::Field("bytes") => Some(Column::Size),
        Segment::Field("alignment") => Some(Column::Alignment),
        Segment::Field("fixed_offset") => Some(Column::Offset),
        _ => None,
    });
    let found = fields(row).zip(columns).find(|(_, column)| Some(**column) == wanted);
    found.map_or(row, |(field, _)| field).range()
}

impl Field<'_> {
    fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// Reads the rows of one text.
struct Reader<'a> {
    text: &'a str,
    bank: Id,
}

impl Reader<'_> {
    fn error(&self, code: Code, field: Field<'_>, message: impl Into<String>) -> FileError {
        FileError::new(code, self.text.as_bytes(), field.range(), message)
    }

    /// The columns that the header names.
    fn columns(&self, header: Field<'_>) -> Result<Vec<Column>, FileError> {
        if self.text.trim().is_empty() {
            return Err(self.error(Code::CsvSyntax, header, "the file is empty").help(COLUMNS));
        }
        let mut columns = Vec::new();
        for field in fields(header) {
            let column = match field.text {
                "id" | "buffer" | "buffer_id" => Column::Id,
                "lower" | "begin" | "start" => Column::First,
                "upper" => Column::Upper,
                "end" => Column::End,
                "size" => Column::Size,
                "alignment" => Column::Alignment,
                "offset" => Column::Offset,
                "hint" => Column::Hint,
                "gaps" => Column::Gaps,
                "" => {
                    let end = field.at + field.text.len() == header.at + header.text.len();
                    let message = match (end, columns.is_empty()) {
                        (true, false) => "the first line ends with a comma",
                        _ => "a column has no name",
                    };
                    return Err(self.error(Code::CsvSyntax, field, message).help(COLUMNS));
                }
                other => {
                    let message = format!("there is no column `{}`", shown(other));
                    return Err(self.error(Code::CsvSyntax, field, message).help(COLUMNS));
                }
            };
            let last = |column| matches!(column, Column::Upper | Column::End);
            if columns.iter().any(|&other| other == column || last(other) && last(column)) {
                let message = format!("the column `{}` occurs twice", field.text);
                return Err(self.error(Code::CsvSyntax, field, message));
            }
            columns.push(column);
        }
        for (wanted, name) in [(Column::Id, "id"), (Column::First, "lower"), (Column::Size, "size")] {
            if !columns.contains(&wanted) {
                return Err(self.error(Code::CsvSyntax, header, format!("the column `{name}` is missing")));
            }
        }
        if !columns.contains(&Column::Upper) && !columns.contains(&Column::End) {
            return Err(self.error(Code::CsvSyntax, header, "the column `upper` is missing"));
        }
        Ok(columns)
    }

    fn buffer(&self, row: Field<'_>, columns: &[Column]) -> Result<Buffer, FileError> {
        let count = row.text.split(',').count();
        if count != columns.len() {
            let s = if count == 1 { "" } else { "s" };
            let message = format!("the row has {count} field{s}, the header {}", columns.len());
            return Err(self.error(Code::CsvSyntax, row, message));
        }
        let mut buffer = Buffer {
            id: Id::from(""),
            needs: Needs::new(0, alloc::vec![self.bank.clone()]),
            first: 0,
            last: 0,
        };
        let mut end = (row, Column::End);
        for (field, &column) in fields(row).zip(columns) {
            match column {
                Column::Id if field.text.starts_with('"') => {
                    let message = "quoted fields are not supported";
                    return Err(self.error(Code::CsvSyntax, field, message));
                }
                Column::Id => buffer.id = Id::from(field.text),
                Column::First => buffer.first = self.number(field)?,
                Column::Upper | Column::End => {
                    buffer.last = self.number(field)?;
                    end = (field, column);
                }
                Column::Size => buffer.needs.bytes = self.number(field)?,
                Column::Alignment if field.text.is_empty() => {}
                Column::Alignment => buffer.needs.alignment = self.number(field)?,
                Column::Offset if field.text.is_empty() => {}
                Column::Offset => {
                    buffer.needs.fixed_bank = Some(self.bank.clone());
                    buffer.needs.fixed_offset = Some(self.number(field)?);
                }
                Column::Gaps if !field.text.is_empty() => {
                    let message = "gaps in a lifetime are not supported";
                    return Err(self
                        .error(Code::CsvSyntax, field, message)
                        .help("leave the gaps out, so that the buffer keeps its bytes, or declare a buffer for each part"));
                }
                Column::Hint | Column::Gaps => {}
            }
        }
        let (field, column) = end;
        let reaches =
            if column == Column::Upper { buffer.last > buffer.first } else { buffer.last >= buffer.first };
        if !reaches {
            let message = format!("the lifetime ends at {} and begins at {}", field.text, buffer.first);
            return Err(self
                .error(Code::EmptyLifetime, field, message)
                .help("`upper` is the first time after the lifetime, `end` its last time"));
        }
        if column == Column::Upper {
            buffer.last -= 1;
        }
        Ok(buffer)
    }

    /// A canonical decimal number up to `2^63 - 1`.
    fn number(&self, field: Field<'_>) -> Result<u64, FileError> {
        let text = field.text;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || text.len() > 1 && text.starts_with('0') {
            let message = format!("`{}` is not a canonical decimal number", shown(text));
            return Err(self
                .error(Code::NotDecimal, field, message)
                .help("write digits only: no sign, leading zero, space, fraction or exponent"));
        }
        match text.parse() {
            Ok(number) if number <= MAX_BYTES => Ok(number),
            _ => Err(self.error(Code::OutOfRange, field, format!("{} is above 2^63 - 1", shown(text)))),
        }
    }
}
