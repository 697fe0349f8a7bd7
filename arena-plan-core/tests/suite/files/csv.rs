//! CSV: every mistake at its position, and lifetimes as intended.

use arena_plan_core::csv::{decode_csv, encode_csv};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{Bank, Buffer, Problem};

const HEADER: &str = "id,lower,upper,size,alignment,offset,gaps\n";

/// A file after its header, and the code, line and column of the mistake in it.
const MISTAKES: &[(&str, Code, usize, usize)] = &[
    ("a,0,2,8,,", Code::CsvSyntax, 2, 1),
    ("a,0,2,8,,,,", Code::CsvSyntax, 2, 1),
    ("\na,0,2,8,,,", Code::CsvSyntax, 2, 1),
    ("\"a\",0,2,8,,,", Code::CsvSyntax, 2, 1),
    ("a,0,2,8,,,\nb,0,9,8,,,3-5", Code::CsvSyntax, 3, 11),
    ("a,0,2,08,,,", Code::NotDecimal, 2, 7),
    ("a,0,2, 8,,,", Code::NotDecimal, 2, 7),
    ("a,-1,2,8,,,", Code::NotDecimal, 2, 3),
    ("a,0,2.0,8,,,", Code::NotDecimal, 2, 5),
    ("a,,2,8,,,", Code::NotDecimal, 2, 3),
    ("a,0,2,9223372036854775808,,,", Code::OutOfRange, 2, 7),
    ("a,2,2,8,,,", Code::EmptyLifetime, 2, 5),
    ("a,0,2,0,,,", Code::ZeroSize, 2, 7),
    ("a,0,2,8,3,,", Code::BadAlignment, 2, 9),
    ("a,0,2,8,4,6,", Code::FixedMisaligned, 2, 11),
    ("a,0,2,8,,,\r\nb,0,2,8,,,\r\na,3,4,8,,,\r\n", Code::DuplicateId, 4, 1),
    (",0,2,8,,,", Code::EmptyId, 2, 1),
    ("\u{e4},0,2,8,,,", Code::NonAsciiId, 2, 1),
];

#[test]
fn mistakes_are_reported_where_they_are() {
    for (rows, code, line, column) in MISTAKES {
        let error = decode_csv(format!("{HEADER}{rows}").as_bytes(), 64).expect_err(rows);
        assert_eq!(
            (error.code, error.span.line, error.span.column),
            (*code, *line, *column),
            "{rows}: {error}"
        );
    }
    for (header, column) in [
        ("id,lower,upper,bytes", 16),
        ("id,lower,upper,end,size", 16),
        ("id,lower,begin,upper,size", 10),
        ("id,lower,size", 1),
        ("lower,upper,size", 1),
        ("buffer,id,lower,upper,size", 8),
        ("id,lower,upper,size,", 21),
        ("id,,lower,upper,size", 4),
        ("", 1),
    ] {
        let error = decode_csv(header.as_bytes(), 64).expect_err(header);
        assert_eq!(
            (error.code, error.span.line, error.span.column),
            (Code::CsvSyntax, 1, column),
            "{header}"
        );
    }
    let message = |header: &str| decode_csv(header.as_bytes(), 64).expect_err(header).message;
    assert_eq!(message("id,lower,upper,size,\na,0,1,8,\n"), "the first line ends with a comma");
    assert_eq!(message("id,,size"), "a column has no name");
    assert_eq!(["", "\n", " \r\n\n"].map(message), ["the file is empty"; 3]);
    assert_eq!(decode_csv(b"\xEF\xBB\xBFid", 1).expect_err("a mark").code, Code::ByteOrderMark);
    assert_eq!(decode_csv(b"id,\xFF", 1).expect_err("no UTF-8").code, Code::InvalidUtf8);
}

#[test]
fn a_message_shows_only_the_beginning_of_a_long_field() {
    let long = "7e".repeat(100_000);
    for rows in [format!("a,{long},2,8,,,"), format!("a,0,2,{},,,", "7".repeat(100_000))] {
        let error = decode_csv(format!("{HEADER}{rows}").as_bytes(), 64).expect_err("no number");
        assert!(error.message.len() < 100 && error.message.contains('…'), "{}", error.message);
        assert!(error.span.bytes.len() >= 100_000, "all of it is marked");
    }
    let error = decode_csv(format!("{HEADER}a\n").as_bytes(), 64).expect_err("too few fields");
    assert_eq!(error.message, "the row has 1 field, the header 7");
}

#[test]
fn upper_is_exclusive_and_end_inclusive() {
    let exclusive = decode_csv(b"size,id,begin,upper,hint\r\n8,a,3,5,-1\r\n", 64).expect("it is valid");
    let inclusive = decode_csv(b"id,start,end,size\na,3,4,8", 64).expect("it is valid");
    assert_eq!(exclusive, inclusive);
    assert_eq!((exclusive.buffers[0].first, exclusive.buffers[0].last), (3, 4));
}

#[test]
fn what_csv_can_express_round_trips() {
    let problem = Problem {
        banks: vec![Bank::new("memory", 640)],
        buffers: vec![
            Buffer::new("a", 64, 0, 1, &["memory"]).with_alignment(32),
            Buffer::new("b", 8, 1, 1, &["memory"]).with_fixed("memory", 128),
        ],
    };
    let text = encode_csv(&problem).expect("one bank");
    assert_eq!(text, "id,lower,upper,size,alignment,offset\na,0,2,64,32,\nb,1,2,8,1,128\n");
    assert_eq!(decode_csv(text.as_bytes(), 640), Ok(problem));
    let name = |id: &str| Problem {
        banks: vec![Bank::new("memory", 640)],
        buffers: vec![Buffer::new(id, 1, 0, 0, &["memory"])],
    };
    assert_eq!(encode_csv(&name("a,b")).expect_err("a comma").code, Code::Inexpressible);
    let mut aligned = name("a");
    aligned.banks[0].model.align = 32;
    assert_eq!(encode_csv(&aligned).expect_err("an alignment").code, Code::Inexpressible);
    let mut last = name("a");
    last.buffers[0].last = i64::MAX as u64;
    assert_eq!(encode_csv(&last).expect_err("no step follows").code, Code::Inexpressible);
}

#[test]
fn minimallocs_names_of_columns_are_read() {
    let wanted = decode_csv(b"id,lower,upper,size\na,2,4,8\n", 64).expect("it is valid");
    for header in ["buffer,start,end,size", "buffer_id,begin,end,size", "id,lower,end,size"] {
        let read = decode_csv(format!("{header}\na,2,3,8\n").as_bytes(), 64).expect(header);
        assert_eq!(read, wanted, "{header}");
    }
}
