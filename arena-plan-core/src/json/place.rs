//! Places in JSON text: the token at an offset, and the value at a path.
//!
//! Only errors need them, so reading keeps no positions; a second pass over the text finds them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::problem::{Path, Segment, Span};

/// Characters of a token that a message shows.
const SHOWN: usize = 40;

/// Tokens of JSON text, one after another. Text that is not JSON becomes tokens of one character.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.iter().position(|byte| !b" \t\r\n".contains(byte))?;
        let rest = &self.text[start..];
        let length = match rest[0] {
            b'"' => string(rest),
            b'{' | b'}' | b'[' | b']' | b':' | b',' => 1,
            _ => rest.iter().position(|byte| b" \t\r\n{}[]:,\"".contains(byte)).unwrap_or(rest.len()).max(1),
        };
        self.at = start + length;
        Some(start..self.at)
    }
}

/// Length of the string that `text` begins with, quotes included; it ends no later than the line.
fn string(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The last token that begins before `offset`: the one that a parser at `offset` has just read.
pub(super) fn token_before(text: &str, offset: usize) -> Range<usize> {
    let tokens = Tokens { text: text.as_bytes(), at: 0 };
    tokens.take_while(|token| token.start < offset).last().unwrap_or(0..text.len().min(1))
}

/// The bracket that opens what the bracket `close` closes, or `close` itself if it is not a bracket.
pub(super) fn opening(text: &str, close: &Range<usize>) -> Range<usize> {
    let mut open = Vec::new();
    for token in (Tokens { text: text.as_bytes(), at: 0 }) {
        let last = token.start == close.start;
        match text.as_bytes()[token.start] {
            b'{' | b'[' => open.push(token),
            b'}' | b']' => {
                let opening = open.pop();
                if last {
                    return opening.unwrap_or(token);
                }
            }
            _ => {}
        }
        if last {
            break;
        }
    }
    close.clone()
}

/// The end of the text: after the last character that is not white space.
pub(super) fn end(text: &str) -> Range<usize> {
    let end = text.trim_end().len();
    end..end
}

/// A token as messages show it, truncated if it is long.
pub(super) fn token_text<'a>(text: &'a str, token: &Range<usize>) -> Cow<'a, str> {
    let token = text.get(token.clone()).unwrap_or_default();
    match token.char_indices().nth(SHOWN) {
        None => token.into(),
        Some((cut, _)) => alloc::format!("{}…", &token[..cut]).into(),
    }
}

/// The first token of the value at `path`, or of the innermost object or array on the way that exists.
pub(super) fn find(text: &str, path: &Path) -> Range<usize> {
    let mut tokens = Tokens { text: text.as_bytes(), at: 0 };
    let mut found = tokens.next().unwrap_or(0..0);
    for segment in &path.0 {
        let inner = match segment {
            Segment::Field(name) => field(text, &mut tokens, name),
            Segment::Index(index) => element(text, &mut tokens, *index),
        };
        match inner {
            Some(token) => found = token,
            None => break,
        }
    }
    found
}

/// The position in JSON text of the value at `path`, or of the innermost object or array on the way that exists.
///
/// ```
/// use arena_plan_core::json::locate;
/// use arena_plan_core::problem::{Path, Segment};
/// let text = "{\n  \"buffers\": [\n    {\"id\": \"pcm\"},\n    {\"id\": \"mel\"}\n  ]\n}";
/// let mel = Path(vec![Segment::Field("buffers"), Segment::Index(1)]);
/// assert_eq!((locate(text, &mel).line, locate(text, &mel).column), (4, 5));
/// ```
pub fn locate(text: &str, path: &Path) -> Span {
    Span::new(text.as_bytes(), find(text, path))
}

/// The value of a field; `tokens` is positioned after the brace.
fn field(text: &str, tokens: &mut Tokens<'_>, name: &str) -> Option<Range<usize>> {
    loop {
        let key = tokens.next()?;
        if text.as_bytes()[key.start] == b',' {
            continue;
        }
        if text.as_bytes()[key.start] != b'"' {
            return None;
        }
        tokens.next()?;
        let value = tokens.next()?;
        // Keys may be written with escapes.
        if serde_json::from_str::<String>(&text[key]).is_ok_and(|key| key == name) {
            return Some(value);
        }
        skip(text, tokens, &value)?;
    }
}

/// The element of an array; `tokens` is positioned after the bracket.
fn element(text: &str, tokens: &mut Tokens<'_>, index: usize) -> Option<Range<usize>> {
    let mut position = 0;
    loop {
        let value = tokens.next()?;
        match text.as_bytes()[value.start] {
            b',' => continue,
            b']' => return None,
            _ if position == index => return Some(value),
            _ => skip(text, tokens, &value)?,
        }
        position += 1;
    }
}

/// Skips the rest of a value whose first token has been read.
fn skip(text: &str, tokens: &mut Tokens<'_>, first: &Range<usize>) -> Option<()> {
    let mut depth = usize::from(b"{[".contains(&text.as_bytes()[first.start]));
    while depth > 0 {
        match text.as_bytes()[tokens.next()?.start] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    Some(())
}
