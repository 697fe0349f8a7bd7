//! Mutants of a block: one token deleted, misspelt, doubled or swapped with its neighbour, one line deleted or doubled.

use std::ops::Range;

/// A block with one mistake.
pub(crate) struct Mutant {
    pub(crate) kind: &'static str,
    /// The line with the mistake.
    pub(crate) what: String,
    pub(crate) block: String,
}

/// Words after which a name is declared.
const DECLARE: [&str; 5] = ["mod", "bank", "buffer", "step", "const"];

/// All mutants that keep every declared name: a name that is removed or misspelt is missing wherever it is used.
pub(crate) fn all(block: &str) -> Vec<Mutant> {
    let tokens = tokens(block);
    let mut mutants = Vec::new();
    let mut add = |kind, range: Range<usize>, text: &str| {
        let mutated = format!("{}{text}{}", &block[..range.start], &block[range.end..]);
        if mutated != block {
            let what = line_at(&mutated, range.start).trim().to_owned();
            mutants.push(Mutant { kind, what, block: mutated });
        }
    };
    for (index, token) in tokens.iter().enumerate() {
        let text = &block[token.clone()];
        let declared = index > 0 && DECLARE.contains(&&block[tokens[index - 1].clone()]);
        add("token doubled", token.clone(), &format!("{text} {text}"));
        if !declared {
            add("token deleted", token.clone(), "");
            add("token misspelt", token.clone(), &misspelt(text));
        }
        if let Some(next) = tokens.get(index + 1) {
            let between = &block[token.end..next.start];
            // Spaces, so that no word merges with its neighbour.
            let swapped = format!(" {} {between}{text} ", &block[next.clone()]);
            add("tokens swapped", token.start..next.end, &swapped);
        }
    }
    let mut start = 0;
    for line in block.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        if line.trim().is_empty() {
            continue;
        }
        add("line doubled", range.clone(), &format!("{line}{line}"));
        if !DECLARE.iter().any(|word| line.trim().starts_with(&format!("{word} "))) {
            add("line deleted", range, "");
        }
    }
    mutants
}

/// The line that contains this position.
fn line_at(text: &str, place: usize) -> &str {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or("")
}

/// A typo: neighbouring letters swapped, a letter for a digit, a character from the next key.
fn misspelt(text: &str) -> String {
    let signs = [
        (":", ";"),
        (",", "."),
        (";", ":"),
        ("->", "=>"),
        ("=", "=="),
        ("|", "||"),
        ("@", "#"),
        ("::", ":"),
        ("(", "["),
        (")", "]"),
        ("[", "("),
        ("]", ")"),
        ("{", "("),
        ("}", ")"),
        ("<", "("),
        (">", ")"),
    ];
    if let Some((_, wrong)) = signs.iter().find(|(right, _)| *right == text) {
        return String::from(*wrong);
    }
    let mut letters: Vec<char> = text.chars().collect();
    if letters[0].is_ascii_digit() {
        return format!("{text}o");
    }
    let middle = letters.len() / 2;
    let place = (middle.max(1)..letters.len()).find(|&place| letters[place] != letters[place - 1]);
    match place {
        Some(place) if letters.len() > 2 => letters.swap(place - 1, place),
        _ => letters.push(letters[0]),
    }
    letters.into_iter().collect()
}

/// The positions of the tokens, without comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    const JOINED: [&str; 4] = ["..=", "->", "::", "//"];
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        } else if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        } else if word(first) {
            rest.find(|letter| !word(letter)).unwrap_or(rest.len())
        } else {
            JOINED
                .iter()
                .find(|joined| rest.starts_with(**joined))
                .map_or(first.len_utf8(), |joined| joined.len())
        };
        let start = text.len() - rest.len();
        tokens.push(start..start + length);
        rest = &rest[length..];
    }
    tokens
}
