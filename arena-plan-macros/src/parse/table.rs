//! The words of one kind, such as the flags of a buffer, in one table: it determines the parser of each word, the
//! message about an unknown word, and "did you mean".

use arena_plan_core::kernel::code::Code;
use proc_macro2::Ident;
use syn::ext::IdentExt;

use crate::errors::{Mistake, Result};
use crate::suggest::{hint, joined, nearest};

/// One word of a table.
pub(super) struct Word<R> {
    pub(super) name: &'static str,
    /// How messages show it: with what always follows it.
    pub(super) shown: &'static str,
    /// Words of other languages with the same meaning: they lead to "did you mean".
    pub(super) also: &'static [&'static str],
    /// The meaning of the word: usually the parser of the tokens after it.
    pub(super) means: R,
}

/// All words of one kind, in the order in which messages list them.
pub(super) struct Words<R: 'static> {
    /// The name of this kind of word.
    pub(super) noun: &'static str,
    /// The code of a word that is not in the table.
    pub(super) code: Code,
    /// The beginning of the list of all words, and what precedes the last one.
    pub(super) list: (&'static str, &'static str),
    pub(super) words: &'static [Word<R>],
    /// Words for a later version.
    pub(super) later: &'static [&'static str],
}

/// A word that is shown as written.
pub(super) const fn word<R: Copy>(name: &'static str, means: R) -> Word<R> {
    Word { name, shown: name, also: &[], means }
}

/// The same with words of other languages.
pub(super) const fn words_for<R: Copy>(
    name: &'static str,
    also: &'static [&'static str],
    means: R,
) -> Word<R> {
    Word { name, shown: name, also, means }
}

impl<R> Words<R> {
    /// The word's entry, or the mistake that there is none. `owner` says what the word belongs to, as in `` of bank
    /// `ram` ``.
    pub(super) fn find(&self, word: &Ident, owner: &str) -> Result<&R> {
        let text = word.unraw().to_string();
        if let Some(means) = self.means(&text) {
            return Ok(means);
        }
        if self.later.contains(&text.as_str()) {
            let message = format!("`{text}` is not supported yet");
            return Err(Mistake::at(Code::NotSupported, word.span(), message));
        }
        let message = format!("unknown {} `{text}`{owner}{}", self.noun, self.tail(&text));
        Err(Mistake::at(self.code, word.span(), message))
    }

    /// The meaning of the word, if it is in the table.
    pub(super) fn means(&self, word: &str) -> Option<&R> {
        self.words.iter().find(|known| known.name == word).map(|known| &known.means)
    }

    /// Whether the word is in the table.
    pub(super) fn has(&self, word: &str) -> bool {
        self.means(word).is_some()
    }

    /// The word that was most likely intended.
    pub(super) fn nearest(&self, word: &str) -> Option<&'static str> {
        let same = self.words.iter().find(|known| known.also.contains(&word)).map(|known| known.name);
        same.or_else(|| nearest(word, self.words.iter().map(|known| known.name)))
    }

    /// The end of a message about an unknown word: the intended word, or all words.
    pub(super) fn tail(&self, word: &str) -> String {
        match self.nearest(word) {
            Some(meant) => hint(Some(meant)),
            None => self.listed(),
        }
    }

    /// The end of a message: all words.
    pub(super) fn listed(&self) -> String {
        format!(": {} {}", self.list.0, self.joined(self.list.1))
    }

    /// All words, for when one of them is expected.
    pub(super) fn any(&self) -> String {
        self.joined("or")
    }

    fn joined(&self, joint: &str) -> String {
        let shown: Vec<String> = self.words.iter().map(|word| format!("`{}`", word.shown)).collect();
        joined(&shown, joint)
    }
}
