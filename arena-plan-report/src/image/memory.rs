//! Memories of a target: `MEMORY` of a linker script, or `NAME=ORIGIN+LENGTH`.

use std::collections::BTreeMap;
use std::fmt;

/// A memory of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub origin: u64,
    /// Its bytes.
    pub length: u64,
}

/// What is wrong with a description of memories, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMemory {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for BadMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for BadMemory {}

impl Region {
    /// The address after it.
    pub fn end(&self) -> u64 {
        self.origin.saturating_add(self.length)
    }

    /// Whether it contains an address.
    pub fn holds(&self, address: u64) -> bool {
        self.origin <= address && address < self.end()
    }
}

/// Reads `NAME=ORIGIN+LENGTH`, such as `tcm=0x01000000+16K`.
///
/// # Errors
///
/// A message.
///
/// ```
/// use arena_plan_report::image::parse_region;
/// let tcm = parse_region("tcm=0x01000000+16K").unwrap();
/// assert_eq!((tcm.origin, tcm.length), (16 << 20, 16 << 10));
/// ```
pub fn parse_region(text: &str) -> Result<Region, String> {
    let expected = "expected NAME=ORIGIN+LENGTH, such as `tcm=0x01000000+16K`";
    let (name, range) = text.split_once('=').ok_or(expected)?;
    let (origin, length) = range.split_once('+').ok_or(expected)?;
    let number = |text: &str| {
        number(text.trim()).ok_or_else(|| format!("`{}` is not a number: {expected}", text.trim()))
    };
    let region = Region { name: name.trim().to_owned(), origin: number(origin)?, length: number(length)? };
    if region.name.is_empty() {
        return Err(expected.into());
    }
    if region.origin.checked_add(region.length).is_none() {
        return Err(format!("`{text}` ends beyond the last address"));
    }
    Ok(region)
}

/// Reads the memories of a linker script: all blocks `MEMORY { … }` in it. Everything else is ignored.
///
/// Origins and lengths may be sums and differences of numbers, constants (`NAME = …;` before them), `ORIGIN(…)` and
/// `LENGTH(…)`, with `*`, `/` and parentheses.
///
/// # Errors
///
/// A script without memories, or with memories in another form.
///
/// ```
/// use arena_plan_report::image::parse_memories;
/// let script = "MEMORY { FLASH (rx) : ORIGIN = 0x08000000, LENGTH = 64K /* boot */ RAM : org = 0x20000000, len = 2 * 4K }";
/// let memories = parse_memories(script)?;
/// assert_eq!((memories[0].length, memories[1].length), (65_536, 8_192));
/// # Ok::<(), arena_plan_report::image::BadMemory>(())
/// ```
pub fn parse_memories(script: &str) -> Result<Vec<Region>, BadMemory> {
    let mut words = Words { words: words(script), at: 0, regions: Vec::new(), constants: BTreeMap::new() };
    let mut depth = 0usize;
    while let Some(word) = words.next() {
        match word.as_str() {
            "MEMORY" if depth == 0 && words.peek() == "{" => words.memories()?,
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            name if depth == 0 && words.peek() == "=" => {
                // A constant that cannot be computed is an error only if a memory needs it.
                let (name, start) = (name.to_owned(), words.at);
                words.at += 1;
                match words.sum() {
                    Ok(value) => _ = words.constants.insert(name, value),
                    Err(_) => words.at = start + 1,
                }
            }
            _ => {}
        }
    }
    if words.regions.is_empty() {
        return Err(BadMemory {
            line: 1, message: "there is no block `MEMORY { … }` with a memory".into()
        });
    }
    Ok(words.regions)
}

/// Words of a linker script with their lines, without comments.
fn words(script: &str) -> Vec<(String, usize)> {
    let mut words: Vec<(String, usize)> = Vec::new();
    let (mut line, mut rest, mut open) = (1, script, false);
    while let Some(letter) = rest.chars().next() {
        if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            line += rest[..end].matches('\n').count();
            rest = &rest[end..];
            open = false;
            continue;
        }
        let part = letter.is_alphanumeric() || "_.$".contains(letter);
        if part && open {
            if let Some((word, _)) = words.last_mut() {
                word.push(letter);
            }
        } else if !letter.is_whitespace() {
            words.push((letter.to_string(), line));
        }
        open = part;
        line += usize::from(letter == '\n');
        rest = &rest[letter.len_utf8()..];
    }
    words
}

/// A number with an optional unit: `0x1000`, `64K`, `2M`, `1G`, `64KiB`.
fn number(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return u64::from_str_radix(&digits.replace('_', ""), 16).ok();
    }
    let end = lower.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(lower.len());
    let factor = match lower[end..].trim() {
        "" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return None,
    };
    let digits = &lower[..end];
    // A leading zero makes it an octal number, as in C.
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    u64::from_str_radix(digits, radix).ok()?.checked_mul(factor)
}

/// A linker script being read.
struct Words {
    words: Vec<(String, usize)>,
    at: usize,
    regions: Vec<Region>,
    constants: BTreeMap<String, u64>,
}

impl Words {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", |(word, _)| word)
    }

    fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at).map(|(word, _)| word.clone());
        self.at += usize::from(word.is_some());
        word
    }

    fn wrong(&self, message: String) -> BadMemory {
        let line = self.words.get(self.at).or(self.words.last()).map_or(1, |(_, line)| *line);
        BadMemory { line, message }
    }

    fn expect(&mut self, words: &[&str]) -> Result<(), BadMemory> {
        if words.iter().any(|word| word.eq_ignore_ascii_case(self.peek())) {
            self.at += 1;
            return Ok(());
        }
        let found = if self.peek().is_empty() { "the end".into() } else { format!("`{}`", self.peek()) };
        Err(self.wrong(format!("expected `{}`, found {found}", words[0])))
    }

    /// `{ NAME (attributes) : ORIGIN = …, LENGTH = … … }`
    fn memories(&mut self) -> Result<(), BadMemory> {
        self.expect(&["{"])?;
        loop {
            if self.peek() == "}" {
                self.at += 1;
                return Ok(());
            }
            if self.peek() == "INCLUDE" {
                return Err(
                    self.wrong("`INCLUDE` is not followed: name the file that has the memories".into())
                );
            }
            let Some(name) =
                self.next().filter(|name| name.starts_with(|c: char| c.is_alphabetic() || "_.".contains(c)))
            else {
                return Err(self.wrong("expected the name of a memory".into()));
            };
            if self.peek() == "(" {
                while !["", ")"].contains(&self.peek()) {
                    self.at += 1;
                }
                self.expect(&[")"])?;
            }
            self.expect(&[":"])?;
            self.expect(&["ORIGIN", "org", "o"])?;
            self.expect(&["="])?;
            let origin = self.sum()?;
            self.expect(&[","])?;
            self.expect(&["LENGTH", "len", "l"])?;
            self.expect(&["="])?;
            let length = self.sum()?;
            if origin.checked_add(length).is_none() {
                return Err(self.wrong(format!("`{name}` ends beyond the last address")));
            }
            self.regions.push(Region { name, origin, length });
        }
    }

    fn sum(&mut self) -> Result<u64, BadMemory> {
        let mut value = self.product()?;
        loop {
            let minus = match self.peek() {
                "+" => false,
                "-" => true,
                _ => return Ok(value),
            };
            self.at += 1;
            let next = self.product()?;
            let result = if minus { value.checked_sub(next) } else { value.checked_add(next) };
            value = result.ok_or_else(|| self.wrong("the number is below 0 or too large".into()))?;
        }
    }

    fn product(&mut self) -> Result<u64, BadMemory> {
        let mut value = self.factor()?;
        loop {
            let divided = match self.peek() {
                "*" => false,
                "/" => true,
                _ => return Ok(value),
            };
            self.at += 1;
            let next = self.factor()?;
            let result = if divided { value.checked_div(next) } else { value.checked_mul(next) };
            value = result.ok_or_else(|| self.wrong("the number is too large, or divided by 0".into()))?;
        }
    }

    fn factor(&mut self) -> Result<u64, BadMemory> {
        if self.peek() == "(" {
            self.at += 1;
            let value = self.sum()?;
            self.expect(&[")"])?;
            return Ok(value);
        }
        let word = self.peek().to_owned();
        let of_origin = ["ORIGIN", "org", "o"].contains(&&*word);
        if of_origin || ["LENGTH", "len", "l"].contains(&&*word) {
            self.at += 1;
            self.expect(&["("])?;
            let name = self.peek().to_owned();
            let found = self.regions.iter().find(|region| region.name == name);
            let value = found.map(|region| if of_origin { region.origin } else { region.length });
            let value = value.ok_or_else(|| self.wrong(format!("no memory `{name}` is defined above")))?;
            self.at += 1;
            self.expect(&[")"])?;
            return Ok(value);
        }
        let value = number(&word).or_else(|| self.constants.get(&word).copied());
        let value = value.ok_or_else(|| self.wrong(format!("`{word}` is not a known number")))?;
        self.at += 1;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read_as_linkers_read_them() {
        let script = "/* board */ BOOT = 16K;\nMEMORY\n{\n  FLASH (rx!w) : ORIGIN = 0x08000000 + BOOT, LENGTH = 64K - BOOT\n\
            RAM: o=0x20000000,l=(1+1)*4K\nCCM : ORIGIN = ORIGIN(RAM) + LENGTH(RAM), LENGTH = 010\n}\nSECTIONS { a : { x = 1; } > RAM }";
        let found: Vec<_> = parse_memories(script)
            .unwrap()
            .into_iter()
            .map(|one| (one.name, one.origin, one.length))
            .collect();
        let expected =
            [("FLASH", 0x0800_4000, 48 << 10), ("RAM", 0x2000_0000, 8 << 10), ("CCM", 0x2000_2000, 8)];
        assert_eq!(found, expected.map(|(name, origin, length)| (name.to_owned(), origin, length)));
    }

    #[test]
    fn mistakes_have_their_line() {
        let wrong = |script| parse_memories(script).unwrap_err().to_string();
        assert_eq!(wrong("SECTIONS { }"), "line 1: there is no block `MEMORY { … }` with a memory");
        assert_eq!(
            wrong("MEMORY {\n RAM : ORIGIN = 0, SIZE = 4 }"),
            "line 2: expected `LENGTH`, found `SIZE`"
        );
        assert_eq!(
            wrong("MEMORY {\n RAM : ORIGIN = UNKNOWN, LENGTH = 4 }"),
            "line 2: `UNKNOWN` is not a known number"
        );
        assert_eq!(wrong("MEMORY { RAM : ORIGIN = 1, LENGTH = 2"), "line 1: expected the name of a memory");
        assert!(parse_region("tcm=12").unwrap_err().starts_with("expected NAME=ORIGIN+LENGTH"));
        assert!(parse_region("tcm=0xffffffffffffffff+16K").unwrap_err().contains("beyond"));
    }
}
