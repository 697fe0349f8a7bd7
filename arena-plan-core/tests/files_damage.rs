//! Damaged files: no panic, and every place that is reported lies in the file.

#![cfg(feature = "json")]

use arena_plan_core::json::{Error, decode_input, decode_layout};
use proptest::prelude::*;
use proptest::sample::Index;

const FILES: [&str; 3] = [
    include_str!("../../examples/json/dma_banks.json"),
    include_str!("../../examples/json/graph.json"),
    r#"{"schema": 1, "placements": [{"id": "a", "bank": "ram", "offset": "0"}]}"#,
];

/// What a damaged place is overwritten with: pieces that mean something in JSON or in the schema.
const PIECES: [&str; 16] =
    ["", "\"", "{", "}", "[", "]", ",", ":", "0", "-", "null", "\\", "\n", "ä", "\"id\":", "\"ram\""];

fn in_file(text: &str, error: &Error) {
    let spans = [Some(&error.span), error.related.as_ref().map(|related| &related.0)];
    for span in spans.into_iter().flatten() {
        assert!(text.get(span.bytes.clone()).is_some(), "{error}: {:?}", span.bytes);
        assert!(span.line >= 1 && span.line <= text.matches('\n').count() + 1, "{error}");
        assert!(span.column >= 1, "{error}");
    }
    assert!(!error.message.contains(['\n', '\u{1b}']), "{error:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn damaged_files_are_refused_at_a_place(
        file in 0usize..3,
        damage in prop::collection::vec((any::<Index>(), 0usize..12, 0usize..16), 1..4),
    ) {
        let mut text = FILES[file].to_owned();
        for (at, length, piece) in damage {
            let mut start = at.index(text.len() + 1);
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let mut end = (start + length).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(start..end, PIECES[piece]);
        }
        if let Err(error) = decode_input(text.as_bytes()) {
            in_file(&text, &error);
        }
        if let Err(error) = decode_layout(text.as_bytes()) {
            in_file(&text, &error);
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(decode_input(&bytes).is_err());
        prop_assert!(decode_layout(&bytes).is_err());
    }
}
