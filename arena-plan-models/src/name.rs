//! Ids for tensors and operators: ASCII words that files, macros and C headers can use, each once.

use std::collections::HashSet;

/// Maximum length of an id that is derived from a name. Names of fused operators have hundreds of characters.
const LONGEST: usize = 48;

/// The ids given so far.
#[derive(Debug, Default)]
pub(crate) struct Ids(HashSet<String>);

impl Ids {
    /// An id like `name`: lower case, digits and single underscores, beginning with a letter. The part after a `;` is
    /// left out: that is how converters join the names of fused operators. Without a usable name the id is
    /// `fallback`; if the id is taken, it ends with a number, `fallback`'s own first.
    pub(crate) fn unique(&mut self, name: &str, fallback: &str) -> String {
        let mut id = word(name.split(';').next().unwrap_or_default());
        if id.is_empty() {
            id = fallback.to_owned();
        } else if !id.starts_with(|c: char| c.is_ascii_lowercase()) {
            id.insert_str(0, "t_");
        }
        if self.0.contains(&id) {
            id = format!("{id}_{fallback}");
        }
        let mut number = 2;
        let first = id.clone();
        while !self.0.insert(id.clone()) {
            id = format!("{first}_{number}");
            number += 1;
        }
        id
    }
}

/// Lower-case letters and digits of a name, one underscore for anything between them; its last 48 characters, from
/// the beginning of a word, because the end distinguishes layers.
pub(crate) fn word(name: &str) -> String {
    let mut id = String::new();
    // No id needs more of a name than this, and a damaged file can have a name of a megabyte.
    let start = name.char_indices().rev().nth(4 * LONGEST).map_or(0, |(start, _)| start);
    for c in name[start..].chars() {
        if c.is_ascii_alphanumeric() {
            id.push(c.to_ascii_lowercase());
        } else if !id.is_empty() && !id.ends_with('_') {
            id.push('_');
        }
    }
    let id = id.trim_end_matches('_');
    if id.len() <= LONGEST {
        return id.to_owned();
    }
    let end = &id[id.len() - LONGEST..];
    match end.split_once('_') {
        Some((_, whole)) if !whole.is_empty() => whole.to_owned(),
        _ => end.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_distinct_words() {
        let mut ids = Ids::default();
        let mut id = |name: &str, fallback: &str| ids.unique(name, fallback);
        assert_eq!(id("model/conv2d/Relu;model/bn/FusedBatchNormV3", "t4"), "model_conv2d_relu");
        assert_eq!(id("model/conv2d:Relu", "t5"), "model_conv2d_relu_t5");
        assert_eq!(id("", "t6"), "t6");
        assert_eq!(id("ä/ü", "t7"), "t7");
        assert_eq!(id("t7", "t8"), "t7_t8");
        assert_eq!(id("123", "t9"), "t_123");
        assert_eq!(
            id(&format!("{}/last/Conv2D", "scope/".repeat(40)), "t10"),
            "scope_scope_scope_scope_scope_scope_last_conv2d"
        );
        assert_eq!(id(&"é".repeat(100_000), "t11"), "t11");
    }
}
