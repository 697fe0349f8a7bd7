//! Damaged files: each mistake is rejected with its code at its position, and no damage makes the readers panic.

use std::ops::Range;

use arena_plan_core::json::{Error, decode_input, decode_layout};
use arena_plan_core::kernel::code::Code;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

const FILES: [&str; 3] = [
    include_str!("../../../../examples/json/dma_banks.json"),
    include_str!("../../../../examples/json/graph.json"),
    r#"{"schema": 1, "placements": [{"id": "a", "bank": "ram", "offset": "0"}]}"#,
];

/// What a damaged place is overwritten with: tokens that have a meaning in JSON or in the schema.
const PIECES: [&str; 16] =
    ["", "\"", "{", "}", "[", "]", ",", ":", "0", "-", "null", "\\", "\n", "ä", "\"id\":", "\"ram\""];

/// One mistake in an otherwise valid file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// A value is `[[]]`, which no field accepts.
    Retyped,
    /// A value is not JSON.
    Broken(&'static str),
    /// An object has a field that no schema has.
    Unknown,
    /// An object has its first field twice.
    Doubled,
}

/// Each damage with its code.
const DAMAGES: &[(Damage, Code)] = &[
    (Damage::Retyped, Code::WrongType),
    (Damage::Unknown, Code::UnknownField),
    (Damage::Doubled, Code::DuplicateField),
    (Damage::Broken("="), Code::JsonSyntax),
    (Damage::Broken("01"), Code::JsonSyntax),
    (Damage::Broken("+1"), Code::JsonSyntax),
    (Damage::Broken("1."), Code::JsonSyntax),
    (Damage::Broken("NaN"), Code::JsonSyntax),
    (Damage::Broken("nul"), Code::JsonSyntax),
    (Damage::Broken("'a'"), Code::JsonSyntax),
    (Damage::Broken(r#""\q""#), Code::JsonSyntax),
    (Damage::Broken(r#""\ud800""#), Code::JsonSyntax),
    (Damage::Broken("\"\n\""), Code::JsonSyntax),
    (Damage::Broken("/* */ 0"), Code::JsonSyntax),
];

impl Damage {
    /// Whether it can be applied to `value`.
    fn suits(self, value: &Value) -> bool {
        match self {
            Self::Retyped | Self::Broken(_) => true,
            Self::Unknown => value.is_object(),
            Self::Doubled => value.as_object().is_some_and(|fields| !fields.is_empty()),
        }
    }
}

/// The places in `value` where `damage` can be applied.
fn count(value: &Value, damage: Damage) -> usize {
    let inner: usize = match value {
        Value::Array(items) => items.iter().map(|item| count(item, damage)).sum(),
        Value::Object(fields) => fields.values().map(|field| count(field, damage)).sum(),
        _ => 0,
    };
    inner + usize::from(damage.suits(value))
}

/// Writes JSON with one damage in it.
struct Writer {
    text: String,
    damage: Damage,
    /// Places to skip before the damaged one, until that is reached.
    left: Option<usize>,
    /// The position of the damage.
    at: Option<Range<usize>>,
    space: &'static str,
}

impl Writer {
    fn new(damage: Damage, place: usize, loose: bool) -> Self {
        Self {
            text: String::new(),
            damage,
            left: Some(place),
            at: None,
            space: if loose { "\n  " } else { "" },
        }
    }

    /// Whether the damage is to be applied at `value`.
    fn due(&mut self, value: &Value) -> bool {
        if !self.damage.suits(value) {
            return false;
        }
        let due = self.left == Some(0);
        self.left = self.left.and_then(|left| left.checked_sub(1));
        due
    }

    fn damage(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.at = Some(start..self.text.len());
    }

    fn value(&mut self, value: &Value) {
        let due = self.due(value);
        match (value, self.damage) {
            (_, Damage::Retyped) if due => self.damage("[[]]"),
            (_, Damage::Broken(text)) if due => self.damage(text),
            (Value::Object(fields), _) => {
                self.text.push('{');
                for (index, (name, field)) in fields.iter().enumerate() {
                    self.separate(index);
                    self.field(name, field);
                    if due && index == 0 {
                        self.separate(1);
                        self.second(name, field);
                    }
                }
                self.text.push('}');
            }
            (Value::Array(items), _) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.separate(index);
                    self.value(item);
                }
                self.text.push(']');
            }
            (value, _) => self.text.push_str(&value.to_string()),
        }
    }

    /// What the damaged object has after its first field.
    fn second(&mut self, name: &str, field: &Value) {
        match self.damage {
            Damage::Doubled => self.damage(&format!("{name:?}: {field}")),
            _ => self.damage("\"colour\": 0"),
        }
    }

    fn field(&mut self, name: &str, value: &Value) {
        self.text.push_str(&format!("{name:?}:{}", self.space));
        self.value(value);
    }

    fn separate(&mut self, index: usize) {
        self.text.push_str(if index > 0 { "," } else { "" });
        self.text.push_str(self.space);
    }
}

/// What the file's own reader says about `bytes`.
fn refusal(file: usize, bytes: &[u8]) -> Result<(), Error> {
    if file < 2 { decode_input(bytes).map(drop) } else { decode_layout(bytes).map(drop) }
}

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
    fn one_wrong_value_is_named_where_it_stands(
        file in 0usize..3,
        damage in 0..DAMAGES.len(),
        place in any::<Index>(),
        loose in any::<bool>(),
    ) {
        let (damage, code) = DAMAGES[damage];
        let value: Value = serde_json::from_str(FILES[file]).expect("the files are JSON");
        let mut writer = Writer::new(damage, place.index(count(&value, damage)), loose);
        writer.value(&value);
        let Writer { text, at, .. } = writer;
        let at = at.expect("the place exists");
        let error = refusal(file, text.as_bytes()).expect_err(&text);
        in_file(&text, &error);
        prop_assert_eq!(error.code, code, "{} in\n{}", error, text);
        prop_assert!(error.span.bytes.start <= at.end && at.start <= error.span.bytes.end, "{at:?}: {error:?} in\n{text}");
    }

    #[test]
    fn a_file_that_ends_early_is_refused_at_its_end(file in 0usize..3, end in any::<Index>()) {
        let text = FILES[file].trim_end();
        let end = end.index(text.len());
        let error = refusal(file, &text.as_bytes()[..end]).expect_err("a part");
        in_file(&text[..end], &error);
        prop_assert_eq!(error.code, Code::JsonSyntax);
        prop_assert!(text[error.span.bytes.end..end].trim().is_empty(), "{}", error);
    }

    #[test]
    fn a_byte_that_is_no_text_is_refused_where_it_stands(
        file in 0usize..3,
        place in any::<Index>(),
        byte in prop_oneof![0u8..9, 14u8..32, 128u8..=255],
    ) {
        let mut bytes = FILES[file].as_bytes().to_vec();
        let at = place.index(bytes.len());
        bytes.insert(at, byte);
        let error = refusal(file, &bytes).expect_err("not JSON");
        let code = match byte {
            128.. => Code::InvalidUtf8,
            _ if at >= FILES[file].trim_end().len() => Code::TrailingData,
            _ => Code::JsonSyntax,
        };
        prop_assert!(error.code == code && error.span.bytes.contains(&at), "{}: {:?}", error, error.span);
    }
}
