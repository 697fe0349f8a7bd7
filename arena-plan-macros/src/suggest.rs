//! What messages say about names: "did you mean", with the known name that is nearest to an unknown one, and lists.

/// The candidate with the fewest edits to `word`, the first one on a tie; `None` if all are too different.
///
/// An edit inserts, deletes or replaces a character or swaps two neighbours (optimal string alignment). A third of the
/// longer word may differ, at least one character, but never the whole word.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let length = word.chars().count().max(candidate.chars().count());
        let edits = if word.eq_ignore_ascii_case(candidate) { 0 } else { distance(word, candidate) };
        let near = edits <= (length / 3).max(1) && edits < length;
        if near && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The tail of a message about an unknown name: empty, or ``: did you mean `x`?``.
pub(crate) fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(": did you mean `{name}`?"))
}

fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let mut edits = (above[j] + usize::from(a[i] != b[j])).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                edits = edits.min(before[j - 1] + 1);
            }
            row.push(edits);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

/// Parts of a sentence: `a`, `a or b`, `a, b or c` with the joint `or`.
pub(crate) fn joined(parts: &[String], joint: &str) -> String {
    match parts {
        [rest @ .., last] if !rest.is_empty() => format!("{} {joint} {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// Names in a sentence: `` `a`, `b` and `c` ``.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    joined(&names, "and")
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn counts_edits_and_swaps() {
        assert_eq!(distance("pcm", "pcm"), 0);
        assert_eq!(distance("pmc", "pcm"), 1);
        assert_eq!(distance("spectrun", "spectrum"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn takes_the_nearest_within_a_third() {
        let names = ["windowed", "spectrum", "pcm", "PSRAM"];
        assert_eq!(nearest("window", names), Some("windowed"));
        assert_eq!(nearest("spectrom", names), Some("spectrum"));
        assert_eq!(nearest("psram", names), Some("PSRAM"));
        assert_eq!(nearest("scores", names), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("ab", ["ac", "ab_"]), Some("ac"));
    }
}
