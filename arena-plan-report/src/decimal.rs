//! Byte counts in JSON: decimal strings, as in all files of this project.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A count that is a canonical decimal string in JSON, because JSON readers differ in how they handle large numbers.
///
/// ```
/// use arena_plan_report::Decimal;
/// assert_eq!(serde_json::to_string(&Decimal(u64::MAX.into()))?, "\"18446744073709551615\"");
/// assert!(serde_json::from_str::<Decimal>("\"007\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(pub u128);

impl Decimal {
    /// The count in 64 bits, saturating.
    pub fn get(self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }
}

impl From<u64> for Decimal {
    fn from(count: u64) -> Self {
        Self(count.into())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let count = text.parse().ok().filter(|count: &u128| count.to_string() == *text);
        count.map(Self).ok_or_else(|| de::Error::custom(format!("`{text}` is not a decimal count")))
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A count as a canonical decimal string",
            "type": "string",
            "pattern": "^(0|[1-9][0-9]*)$"
        })
    }
}
