//! The parts of a block that may be conditional, found in its tokens before anything else reads them.
//!
//! They are: a declaration, an option in `#![cfg_attr(…)]`, an entry of a list (a field of a bank, a buffer of a step, a rule),
//! and a bank or flag of a buffer. Types and expressions are rustc's. What cannot be read stays as it is, for
//! the parser to report.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::buffer::TokenBuffer;

use super::predicate::{Predicate, flat};
use crate::ast::Kind;
use crate::parse::{begins_declaration, is_keyword};

/// Declarations that end with a `;`, whatever braces are in them.
const WITH_SEMICOLON: [&str; 7] = ["buffer", "persistent", "constant", "step", "const", "layout", "include"];

/// One pass over a block. `decide` says whether a predicate holds, or `None` to leave its attribute in place.
pub(super) struct Pass<D> {
    decide: D,
    /// Declarations that were left out: kind, name and attribute.
    pub(super) removed: Vec<(Kind, Ident, String)>,
}

/// The attributes in front of a part.
struct Lead {
    /// The number of trees that they are.
    length: usize,
    /// What is left of them.
    kept: Vec<TokenTree>,
    /// The attribute that removes the part.
    removal: Option<String>,
}

impl<D: FnMut(Predicate) -> Option<bool>> Pass<D> {
    pub(super) fn new(decide: D) -> Self {
        Self { decide, removed: Vec::new() }
    }

    /// What stays of the declarations in the braces of a module.
    pub(super) fn declarations(&mut self, trees: &[TokenTree]) -> Vec<TokenTree> {
        let mut out = Vec::with_capacity(trees.len());
        let mut rest = trees;
        while !rest.is_empty() {
            if let [pound, bang, brackets @ TokenTree::Group(_), after @ ..] = rest {
                if is_sign(pound, '#') && is_sign(bang, '!') {
                    self.option([pound, bang, brackets], &mut out);
                    rest = after;
                    continue;
                }
            }
            let (attributes, after) = rest.split_at(attributes(rest));
            let (declaration, after) = after.split_at(length(after));
            rest = after;
            if declaration.is_empty() {
                out.extend_from_slice(attributes);
                continue;
            }
            let lead = self.lead(attributes);
            match lead.removal {
                Some(attribute) => self.note(declaration, attribute),
                None => {
                    out.extend(lead.kept);
                    self.declaration(declaration, &mut out);
                }
            }
        }
        out
    }

    /// `#![cfg_attr(P, OPTION)]`; other options stay.
    fn option(&mut self, [pound, bang, brackets]: [&TokenTree; 3], out: &mut Vec<TokenTree>) {
        let lead = match attribute(brackets) {
            Some((word, _)) if word == "cfg_attr" => self.lead(&[pound.clone(), brackets.clone()]),
            _ => Lead { length: 2, kept: vec![pound.clone(), brackets.clone()], removal: None },
        };
        for pair in lead.kept.chunks(2) {
            out.extend([pair[0].clone(), bang.clone(), pair[1].clone()]);
        }
    }

    /// Decides the attributes at the beginning of `trees`.
    fn lead(&mut self, trees: &[TokenTree]) -> Lead {
        let mut lead = Lead { length: attributes(trees), kept: Vec::new(), removal: None };
        for pair in trees[..lead.length].chunks(2) {
            let (word, rest) = match attribute(&pair[1]) {
                Some((word, rest)) if word == "cfg" || word == "cfg_attr" => (word, rest),
                _ => {
                    lead.kept.extend_from_slice(pair);
                    continue;
                }
            };
            let whole: TokenStream = pair.iter().cloned().collect();
            let list = match rest.as_slice() {
                [TokenTree::Group(list)] if list.delimiter() == Delimiter::Parenthesis => Some(list.stream()),
                _ => None,
            };
            let mut granted = Vec::new();
            let predicate = match list {
                None => Predicate::missing(&whole),
                Some(list) if word == "cfg" => Predicate::new(list, &whole),
                Some(list) => {
                    let list: Vec<TokenTree> = list.into_iter().collect();
                    let mut parts = list.split(|tree| is_sign(tree, ','));
                    let first = parts.next().unwrap_or_default();
                    granted.extend(parts.filter(|part| !part.is_empty()).map(<[_]>::to_vec));
                    Predicate::new(first.iter().cloned().collect(), &whole)
                }
            };
            match (self.decide)(predicate) {
                None => lead.kept.extend_from_slice(pair),
                Some(true) => {
                    for attribute in granted {
                        let mut brackets = Group::new(Delimiter::Bracket, attribute.into_iter().collect());
                        brackets.set_span(pair[1].span());
                        lead.kept.extend([pair[0].clone(), TokenTree::Group(brackets)]);
                    }
                }
                Some(false) if word == "cfg" => {
                    lead.removal.get_or_insert_with(|| shown(&pair[1]));
                }
                Some(false) => {}
            }
        }
        lead
    }

    /// Remembers the name of a declaration that is left out.
    fn note(&mut self, declaration: &[TokenTree], attribute: String) {
        let start = keyword(declaration);
        if let [TokenTree::Ident(word), TokenTree::Ident(name), ..] = &declaration[start..] {
            if let Some(kind) = Kind::of_word(&word.to_string()) {
                self.removed.push((kind, name.clone(), attribute));
            }
        }
    }

    /// A declaration that stays, with what stays of its parts.
    fn declaration(&mut self, trees: &[TokenTree], out: &mut Vec<TokenTree>) {
        match trees.get(keyword(trees)).and_then(word).as_deref() {
            Some("const" | "layout" | "include") => out.extend_from_slice(trees),
            Some("buffer" | "persistent" | "constant") => self.clauses(trees, false, out),
            word => self.lists(trees, word == Some("place"), out),
        }
    }

    /// The lists of a bank, a step or a group of rules, and the one output of a step.
    fn lists(&mut self, mut rest: &[TokenTree], rules: bool, out: &mut Vec<TokenTree>) {
        while let [tree, after @ ..] = rest {
            rest = after;
            match tree {
                TokenTree::Group(list)
                    if matches!(list.delimiter(), Delimiter::Parenthesis | Delimiter::Brace) =>
                {
                    let inner: Vec<TokenTree> = list.stream().into_iter().collect();
                    if !inner.iter().any(|tree| is_sign(tree, '#')) {
                        out.push(tree.clone());
                        continue;
                    }
                    let entries = self.entries(&inner, rules);
                    if entries.is_empty() && follows_arrow(out) {
                        out.truncate(out.len() - 2);
                        continue;
                    }
                    let mut group = Group::new(list.delimiter(), entries);
                    group.set_span(list.span());
                    out.push(TokenTree::Group(group));
                }
                _ if is_sign(tree, '-') && after.first().is_some_and(|tree| is_sign(tree, '>')) => {
                    let output = &after[1..];
                    let attributes = attributes(output);
                    let lead = match output.get(attributes) {
                        Some(TokenTree::Ident(_)) => self.lead(output),
                        _ => Lead { length: 0, kept: Vec::new(), removal: None },
                    };
                    if lead.removal.is_some() {
                        rest = &output[lead.length + 1..];
                    } else {
                        out.extend([tree.clone(), after[0].clone()]);
                        out.extend(lead.kept);
                        rest = &output[lead.length..];
                    }
                }
                _ => out.push(tree.clone()),
            }
        }
    }

    /// What stays of a list.
    fn entries(&mut self, trees: &[TokenTree], rules: bool) -> TokenStream {
        let mut out = Vec::with_capacity(trees.len());
        let mut rest = trees;
        while !rest.is_empty() {
            let (entry, after) = rest.split_at(entry(rest));
            rest = after;
            let attributes = attributes(entry);
            if entry[attributes..].iter().all(|tree| is_sign(tree, ',') || is_sign(tree, ';')) {
                out.extend_from_slice(entry);
                continue;
            }
            let lead = self.lead(entry);
            if lead.removal.is_none() {
                out.extend(lead.kept);
                self.clauses(&entry[lead.length..], rules, &mut out);
            }
        }
        out.into_iter().collect()
    }

    /// The banks and flags of a buffer, up to its value; or the banks of a rule, which follow a `:`.
    fn clauses(&mut self, mut rest: &[TokenTree], rule: bool, out: &mut Vec<TokenTree>) {
        while let [tree, after @ ..] = rest {
            if is_sign(tree, '=') && !out.last().is_some_and(|last| is_sign(last, '.')) {
                break;
            }
            let first = rule && out.last().is_some_and(|last| is_sign(last, ':'));
            let joint = if first { Some('i') } else { joint(out) };
            let Some(joint) = joint.filter(|_| attributes(rest) > 0) else {
                out.push(tree.clone());
                rest = after;
                continue;
            };
            let length = attributes(rest);
            let end = length + clause(&rest[length..], joint != ',');
            let lead = self.lead(&rest[..length]);
            if lead.removal.is_none() || end == length {
                out.extend(lead.kept);
                rest = &rest[length..];
                continue;
            }
            rest = &rest[end..];
            match (joint, rest) {
                // `in A | B` without A.
                ('i', [or, after @ ..]) if is_sign(or, '|') => rest = after,
                ('>', _) => out.truncate(out.len() - 2),
                _ => _ = out.pop(),
            }
        }
        out.extend_from_slice(rest);
    }
}

/// What a conditional bank, flag or output may follow: `in`, `|`, `,` or `->`, by one of its characters.
fn joint(before: &[TokenTree]) -> Option<char> {
    match before.last()? {
        TokenTree::Ident(word) if word == "in" => Some('i'),
        TokenTree::Punct(sign) => match sign.as_char() {
            sign @ ('|' | ',') => Some(sign),
            '>' if follows_arrow(before) => Some('>'),
            _ => None,
        },
        _ => None,
    }
}

/// The number of trees of one bank, or of one flag.
fn clause(trees: &[TokenTree], bank: bool) -> usize {
    let ends = |index: &usize| match &trees[*index] {
        TokenTree::Punct(sign) => match sign.as_char() {
            ',' | ';' => true,
            '=' => !index.checked_sub(1).is_some_and(|before| is_sign(&trees[before], '.')),
            '|' | '-' => bank,
            _ => false,
        },
        _ => false,
    };
    (0..trees.len()).find(ends).unwrap_or(trees.len())
}

/// The number of trees of the attributes at the beginning, which is even.
pub(super) fn attributes(trees: &[TokenTree]) -> usize {
    let is_attribute = |pair: &&[TokenTree]| match pair {
        [pound, TokenTree::Group(brackets)] => {
            is_sign(pound, '#') && brackets.delimiter() == Delimiter::Bracket
        }
        _ => false,
    };
    2 * trees.chunks(2).take_while(is_attribute).count()
}

/// The first word in the brackets of an attribute, and what follows it.
pub(super) fn attribute(brackets: &TokenTree) -> Option<(String, Vec<TokenTree>)> {
    let TokenTree::Group(brackets) = brackets else { return None };
    let mut inner = flat(brackets.stream()).into_iter();
    let word = word(&inner.next()?)?;
    Some((word, inner.collect()))
}

/// How messages show an attribute.
fn shown(brackets: &TokenTree) -> String {
    match brackets {
        TokenTree::Group(brackets) => format!("#[{}]", brackets.stream()),
        tree => tree.to_string(),
    }
}

/// The index of a declaration's keyword, after its visibility.
pub(super) fn keyword(trees: &[TokenTree]) -> usize {
    match trees {
        [public, TokenTree::Group(_), ..] if word(public).as_deref() == Some("pub") => 2,
        [public, ..] if word(public).as_deref() == Some("pub") => 1,
        _ => 0,
    }
}

/// The number of trees of a declaration: up to its `;` or its braces, or, where these are missing, up to the next
/// declaration.
pub(super) fn length(trees: &[TokenTree]) -> usize {
    let start = keyword(trees);
    let word = trees.get(start).and_then(word);
    let braces = !word.is_some_and(|word| WITH_SEMICOLON.contains(&&*word));
    for (index, tree) in trees.iter().enumerate() {
        if index > start && begins(&trees[index..]) && joint(&trees[..index]).is_none() {
            return index;
        }
        let is_braces = matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if is_sign(tree, ';') || braces && is_braces {
            return index + 1;
        }
    }
    trees.len()
}

/// Whether a declaration begins here, as the parser sees it after a mistake.
fn begins(trees: &[TokenTree]) -> bool {
    // Looked at for each token, so the cheap test comes first: what follows a keyword.
    let possible = match trees {
        [TokenTree::Ident(word), TokenTree::Ident(_) | TokenTree::Literal(_), ..] => {
            is_keyword(word) || word == "pub"
        }
        [pound, bang, ..] if is_sign(pound, '#') && is_sign(bang, '!') => true,
        [pound, ..] if is_sign(pound, '#') => {
            let behind = attributes(trees);
            return behind > 0 && (behind == trees.len() || begins(&trees[behind..]));
        }
        _ => false,
    };
    let few: TokenStream = if possible { trees.iter().take(3).cloned().collect() } else { return false };
    begins_declaration(TokenBuffer::new2(few).begin())
}

/// The number of trees of the first entry of a list, with the `,` or `;` after it. A `,` within `::<…>` ends no entry.
fn entry(trees: &[TokenTree]) -> usize {
    let mut depth = 0_usize;
    for (index, tree) in trees.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &trees[before]);
        if is_sign(tree, '<') && (depth > 0 || before.is_some_and(|before| is_sign(before, ':'))) {
            depth += 1;
        } else if is_sign(tree, '>') && !before.is_some_and(|before| is_sign(before, '-')) {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && (is_sign(tree, ',') || is_sign(tree, ';')) {
            return index + 1;
        }
    }
    trees.len()
}

fn follows_arrow(out: &[TokenTree]) -> bool {
    matches!(out, [.., dash, head] if is_sign(dash, '-') && is_sign(head, '>'))
}

pub(super) fn is_sign(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

pub(super) fn word(tree: &TokenTree) -> Option<String> {
    match tree {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}
