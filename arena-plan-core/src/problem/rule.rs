//! Placement rules: which buffers a rule is about, and which rule wins.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::model::BufferKind;

/// What a placement rule is about: a kind, a name, both, or all that no other rule places.
///
/// ```
/// use arena_plan_core::model::BufferKind;
/// use arena_plan_core::problem::Selector;
/// let hot = Selector { kind: Some(BufferKind::Buffer), name: Some("hot_*".into()) };
/// assert!(hot.matches(BufferKind::Buffer, "hot_frame"));
/// assert!(!hot.matches(BufferKind::Persistent, "hot_state"));
/// assert_eq!(hot.to_string(), "buffer hot_*");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selector {
    /// Buffers of this kind.
    pub kind: Option<BufferKind>,
    /// Buffers with this name, in which `*` stands for any letters, also none.
    pub name: Option<String>,
}

impl Selector {
    /// Whether it is about a buffer of this kind and name.
    pub fn matches(&self, kind: BufferKind, name: &str) -> bool {
        self.kind.is_none_or(|own| own == kind) && self.name.as_ref().is_none_or(|own| fits(own, name))
    }

    /// How specific it is: 3 with a kind and a name, 2 with a name, 1 with a kind, 0 without both.
    pub fn rank(&self) -> u8 {
        2 * u8::from(self.name.is_some()) + u8::from(self.kind.is_some())
    }

    /// The positions of rules in the order in which they are asked: the most specific first, and of two that are as
    /// specific the one that is written first. The first that matches wins.
    ///
    /// ```
    /// use arena_plan_core::problem::Selector;
    /// let named = |name: &str| Selector { kind: None, name: Some(name.into()) };
    /// assert_eq!(Selector::by_precedence(&[Selector::default(), named("x"), named("y*")]), [1, 2, 0]);
    /// ```
    pub fn by_precedence<'a>(rules: impl IntoIterator<Item = &'a Self>) -> Vec<usize> {
        let ranks: Vec<u8> = rules.into_iter().map(Self::rank).collect();
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|rule| core::cmp::Reverse(ranks[*rule]));
        order
    }
}

/// As a block writes it.
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.name) {
            (None, None) => f.write_str("default"),
            (None, Some(name)) => f.write_str(name),
            (Some(kind), None) => f.write_str(kind.word()),
            (Some(kind), Some(name)) => write!(f, "{} {name}", kind.word()),
        }
    }
}

/// Whether the pattern, in which `*` stands for any letters, is this name.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    // The first place of each part leaves the most for the others.
    for part in parts {
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::{Vec, fits};

    #[test]
    fn a_star_stands_for_any_letters() {
        let names = ["hot", "hot_x", "a_hot_b", "x_hot", "ha_ab"];
        let fitting = |pattern| names.into_iter().filter(|name| fits(pattern, name)).collect::<Vec<_>>();
        assert_eq!(fitting("hot"), ["hot"]);
        assert_eq!(fitting("hot*"), ["hot", "hot_x"]);
        assert_eq!(fitting("*hot"), ["hot", "x_hot"]);
        assert_eq!(fitting("*hot*"), ["hot", "hot_x", "a_hot_b", "x_hot"]);
        assert_eq!(fitting("*_*b"), ["a_hot_b", "ha_ab"]);
        assert_eq!(fitting("h*ab*b"), Vec::<&str>::new());
        assert_eq!(fitting("*").len(), 5);
    }
}
