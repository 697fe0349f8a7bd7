//! Scalars, read strictly: canonical decimal strings, plain integers, ids, booleans.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Visitor};

use super::object::{Context, shown};
use crate::kernel::code::Code;
use crate::model::{BufferKind, MAX_BYTES};
use crate::problem::Id;

/// Declares a seed that accepts any value from serde_json and is its own visitor.
macro_rules! seed {
    ($(#[$doc:meta])* $name:ident -> $value:ty, $expected:literal) => {
        $(#[$doc])*
        pub(super) struct $name<'c>(pub(super) &'c Context);

        impl<'de> DeserializeSeed<'de> for $name<'_> {
            type Value = $value;

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<$value, D::Error> {
                self.0.expect($expected);
                deserializer.deserialize_any(self)
            }
        }
    };
    ($name:ident visits { $($visit:item)* } as $value:ty, $expected:literal) => {
        impl Visitor<'_> for $name<'_> {
            type Value = $value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expected)
            }

            $($visit)*
        }
    };
}

seed!(
    /// A byte count: a canonical decimal string up to `2^63 - 1`.
    Decimal -> u64, "a decimal string such as \"1024\""
);
seed!(Decimal visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
        decimal(text, self.0)
    }
} as u64, "a decimal string");

seed!(
    /// A byte count, or null.
    OptionalDecimal -> Option<u64>, "a decimal string such as \"1024\", or null"
);
seed!(OptionalDecimal visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<u64>, E> {
        decimal(text, self.0).map(Some)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Option<u64>, E> {
        Ok(None)
    }
} as Option<u64>, "a decimal string or null");

seed!(
    /// A step: a JSON integer from 0 to `2^63 - 1`.
    Integer -> u64, "an integer such as 3"
);
seed!(Integer visits {
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
        if number > MAX_BYTES {
            return Err(self.0.refuse(Code::OutOfRange, format!("{number} is above 2^63 - 1"), None));
        }
        Ok(number)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
        let message = format!("{number} is negative, but a nonnegative integer is expected");
        Err(self.0.refuse(Code::NotInteger, message, None))
    }

    // Fractions, exponents, negative zero, and integers of more than 64 bits.
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<u64, E> {
        if number >= MAX_BYTES as f64 {
            let message = "the number is above 2^63 - 1".into();
            return Err(self.0.refuse(Code::OutOfRange, message, None));
        }
        let message = "the number is not a plain nonnegative integer".into();
        let help = "write digits only: no sign, fraction or exponent".into();
        Err(self.0.refuse(Code::NotInteger, message, Some(help)))
    }
} as u64, "an integer");

seed!(
    /// An id that occurs often: the text is shared.
    SharedId -> Id, "an id in quotes"
);
seed!(SharedId visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
        Ok(self.0.id(text))
    }
} as Id, "an id");

seed!(
    /// An id that is declared here.
    NewId -> Id, "an id in quotes"
);
seed!(NewId visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id::from(text))
    }
} as Id, "an id");

seed!(
    /// An id, or null.
    OptionalId -> Option<Id>, "an id in quotes, or null"
);
seed!(OptionalId visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<Id>, E> {
        Ok(Some(self.0.id(text)))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Option<Id>, E> {
        Ok(None)
    }
} as Option<Id>, "an id or null");

seed!(
    /// A name from another tool, or null.
    OptionalName -> Option<Id>, "a name in quotes, or null"
);
seed!(OptionalName visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<Id>, E> {
        Ok(Some(Id::from(text)))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Option<Id>, E> {
        Ok(None)
    }
} as Option<Id>, "a name or null");

seed!(
    /// True or false.
    Flag -> bool, "true or false"
);
seed!(Flag visits {
    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<bool, E> {
        Ok(flag)
    }
} as bool, "true or false");

seed!(
    /// The kind of a buffer or tensor.
    Kind -> BufferKind, "a kind in quotes, such as \"persistent\""
);
seed!(Kind visits {
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<BufferKind, E> {
        let known = BufferKind::ALL.iter().find(|kind| kind.word() == text);
        known.copied().ok_or_else(|| {
            let words: Vec<String> = BufferKind::ALL.iter().map(|kind| format!("\"{}\"", kind.word())).collect();
            let help = format!("the kinds are {}", words.join(", "));
            self.0.refuse(Code::UnknownWord, format!("\"{}\" is not a kind", shown(text)), Some(help))
        })
    }
} as BufferKind, "a kind");

seed!(
    /// The schema number of a layout, which must be 1.
    Schema -> u64, "the schema number 1"
);
seed!(Schema visits {
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
        if number == 1 {
            return Ok(number);
        }
        let message = format!("schema {number} is not supported, only schema 1");
        Err(self.0.refuse(Code::WrongSchema, message, None))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
        let message = format!("schema {number} is not supported, only schema 1");
        Err(self.0.refuse(Code::WrongSchema, message, None))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<u64, E> {
        let message = "the schema number is not a plain integer".into();
        Err(self.0.refuse(Code::NotInteger, message, None))
    }
} as u64, "the number 1");

seed!(
    /// The schema number of a problem or graph: 1 or 2.
    EitherSchema -> u64, "the schema number 1 or 2"
);
seed!(EitherSchema visits {
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
        if number == 1 || number == 2 {
            return self.0.schema(number);
        }
        let message = format!("schema {number} is not supported, only schemas 1 and 2");
        Err(self.0.refuse(Code::WrongSchema, message, None))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
        let message = format!("schema {number} is not supported, only schemas 1 and 2");
        Err(self.0.refuse(Code::WrongSchema, message, None))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<u64, E> {
        let message = "the schema number is not a plain integer".into();
        Err(self.0.refuse(Code::NotInteger, message, None))
    }
} as u64, "the number 1 or 2");

/// The value of a canonical decimal string.
fn decimal<E: serde::de::Error>(text: &str, context: &Context) -> Result<u64, E> {
    let refuse = |why: &str| {
        let message = format!("\"{}\" is not a canonical decimal number: {why}", shown(text));
        Err(context.refuse(Code::NotDecimal, message, None))
    };
    if text.is_empty() {
        return refuse("it is empty");
    }
    if let Some(other) = text.chars().find(|c| !c.is_ascii_digit()) {
        return refuse(&match other {
            '-' | '+' => format!("it has the sign `{other}`"),
            '.' | ',' | 'e' | 'E' => "only whole numbers without exponent are allowed".into(),
            ' ' => "it contains a space".into(),
            _ => format!("it contains {other:?}"),
        });
    }
    if text.len() > 1 && text.starts_with('0') {
        return refuse("it has a leading zero");
    }
    match text.parse() {
        Ok(number) if number <= MAX_BYTES => Ok(number),
        _ => {
            let message = format!("\"{}\" is above 2^63 - 1", shown(text));
            Err(context.refuse(Code::OutOfRange, message, None))
        }
    }
}
