//! Kernel scratch, which model files do not contain: built-in values, or those of a file.

use std::collections::BTreeMap;

use arena_plan_core::kernel::code::Code;

use crate::error::{Error, Result};
use crate::tflite::model::Subgraph;
use crate::tflm;

/// The source of the sizes of kernel scratch.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Scratch {
    /// What the portable kernels of TensorFlow Lite Micro request.
    #[default]
    Builtin,
    /// Nothing is counted.
    None,
    /// Sizes in bytes by the operator's number.
    Listed(BTreeMap<usize, Vec<u64>>),
}

/// Operators whose kernels in CMSIS-NN and other optimised libraries request additional scratch.
const OPTIMISED: &[&str] = &[
    "ADD",
    "AVERAGE_POOL_2D",
    "BATCH_MATMUL",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "FULLY_CONNECTED",
    "MAX_POOL_2D",
    "MUL",
    "SOFTMAX",
    "SVDF",
    "TRANSPOSE_CONV",
    "UNIDIRECTIONAL_SEQUENCE_LSTM",
];

impl Scratch {
    /// Reads a scratch file: `{"schema": 1, "operators": [{"operator": 3, "scratch": ["1024", "256"]}]}`. Byte counts
    /// are decimal strings, as in all files of arena-plan.
    ///
    /// # Errors
    ///
    /// `json-syntax` if it is not JSON, `wrong-schema`, and `wrong-type` for anything else that differs from the
    /// above.
    ///
    /// ```
    /// use arena_plan_models::Scratch;
    /// let text = br#"{"schema": 1, "operators": [{"operator": 3, "scratch": ["1024"]}]}"#;
    /// assert_eq!(Scratch::read(text)?, Scratch::Listed([(3, vec![1024])].into()));
    /// # Ok::<(), arena_plan_models::Error>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|error| {
            Error::new(Code::JsonSyntax, format!("the scratch file is not valid JSON: {error}"))
        })?;
        let wrong = |what: &str| {
            Error::new(Code::WrongType, format!("the scratch file: {what}"))
                .help(r#"it looks like {"schema": 1, "operators": [{"operator": 3, "scratch": ["1024"]}]}"#)
        };
        let Some(object) = value.as_object() else { return Err(wrong("expected one object")) };
        if object.get("schema").and_then(serde_json::Value::as_u64) != Some(1) {
            return Err(Error::new(Code::WrongSchema, "the scratch file: `schema` is not 1"));
        }
        if object.len() > 2 {
            return Err(wrong("it has only `schema` and `operators`"));
        }
        let Some(list) = object.get("operators").and_then(serde_json::Value::as_array) else {
            return Err(wrong("`operators` is not a list"));
        };
        let mut sizes = BTreeMap::new();
        for entry in list {
            let number = entry.get("operator").and_then(serde_json::Value::as_u64);
            let Some(number) = number.and_then(|number| usize::try_from(number).ok()) else {
                return Err(wrong("each entry has `operator`, the number of an operator"));
            };
            let Some(scratch) = entry.get("scratch").and_then(serde_json::Value::as_array) else {
                return Err(wrong(&format!("operator {number} has no list `scratch`")));
            };
            let bytes =
                scratch.iter().map(|bytes| bytes.as_str()?.parse().ok().filter(|&bytes: &u64| bytes > 0));
            let Some(bytes) = bytes.collect() else {
                return Err(wrong(&format!(
                    "the sizes of operator {number} are not decimal strings above 0"
                )));
            };
            if sizes.insert(number, bytes).is_some() {
                return Err(wrong(&format!("operator {number} is listed twice")));
            }
        }
        Ok(Self::Listed(sizes))
    }

    /// Scratch of one operator.
    pub(crate) fn of(&self, subgraph: &Subgraph<'_>, operator: usize) -> Result<Vec<u64>> {
        match self {
            Self::Builtin => tflm::portable_scratch(subgraph, operator),
            Self::None => Ok(Vec::new()),
            Self::Listed(sizes) => Ok(sizes.get(&operator).cloned().unwrap_or_default()),
        }
    }

    /// Rejects scratch of operators that do not exist.
    pub(crate) fn check(&self, operators: usize) -> Result<()> {
        match self {
            Self::Listed(sizes) => match sizes.keys().find(|&&operator| operator >= operators) {
                Some(operator) => {
                    let message =
                        format!("the scratch file lists operator {operator}; the model has {operators}");
                    Err(Error::new(Code::Usage, message).help("operators count from 0"))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// What the sizes do not include, for a model with operators of these kinds.
    pub(crate) fn uncounted(&self, kinds: &[String]) -> Vec<String> {
        let mut found: Vec<&str> =
            OPTIMISED.iter().copied().filter(|kind| kinds.iter().any(|other| other == kind)).collect();
        found.dedup();
        match self {
            Self::Builtin if found.is_empty() => Vec::new(),
            Self::Builtin => vec![format!(
                "scratch of optimised kernels (CMSIS-NN and others), which may take some for {}",
                found.join(", ")
            )],
            Self::None => vec!["scratch of the runtime's kernels".to_owned()],
            Self::Listed(_) => Vec::new(),
        }
    }
}
