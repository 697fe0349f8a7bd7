//! The rules of `place { … }`: they give banks to the buffers and constants that have none after `in`, and are checked.
//!
//! The most specific rule that matches wins: kind and name, then name, then kind, then `default`; of two that are as
//! specific, the first.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use arena_plan_core::problem::Selector;
use syn::ext::IdentExt;

use super::Context;
use crate::ast::{self, Kind, Rule};
use crate::attributes::is_conditional;
use crate::ir::Bank;
use crate::suggest::nearest;
use crate::variants::Removed;

/// What the table says of a declaration that names its banks.
pub(super) const IN: &str = "in";

/// Places what the rules match. `banks` are those that can be written, and the read-only ones, whose indices follow.
pub(super) fn apply(
    rules: &[Rule],
    buffers: &mut [ast::Buffer],
    banks: (&[Bank], &[Bank]),
    context: &mut Context,
) {
    let names: Vec<String> = buffers.iter().map(|buffer| buffer.name.unraw().to_string()).collect();
    let sound: Vec<Option<Place>> = rules.iter().map(|rule| sound(rule, banks, context)).collect();
    let order = Selector::by_precedence(rules.iter().map(|rule| &rule.about));
    // Of each rule, the buffers that it matches, each with the rule that places it.
    let mut matched: Vec<Vec<Option<usize>>> = vec![Vec::new(); rules.len()];
    let mut unknown = false;
    for buffer in &mut *buffers {
        let constant = buffer.kind == BufferKind::Constant;
        let fits = |rule: &usize| {
            let place = sound[*rule].as_ref();
            place.is_none_or(|place| place.constants == constant)
                && rules[*rule].about.matches(buffer.kind, &buffer.name.unraw().to_string())
        };
        let found: Vec<usize> = order.iter().copied().filter(fits).collect();
        let winner = found.first().copied().filter(|_| buffer.banks.is_empty());
        found.iter().for_each(|rule| matched[*rule].push(winner));
        if !buffer.banks.is_empty() {
            continue;
        }
        let Some(winner) = winner else { continue };
        if sound[winner].is_none() {
            // Where it goes is not known, and that has been reported.
            unknown = true;
            buffer.cut |= constant;
            continue;
        }
        let rule = &rules[winner];
        (buffer.banks, buffer.to) = (rule.banks.clone(), rule.to.clone());
        buffer.rule = Some(rule.about.to_string());
    }
    if !rules.is_empty() {
        let listed = buffers.iter_mut().filter(|buffer| buffer.rule.is_none() && !buffer.banks.is_empty());
        listed.for_each(|buffer| buffer.rule = Some(String::from(IN)));
    }
    if unknown {
        context.doubts.add_all(Kind::Bank);
    }
    for index in 0..rules.len() {
        if sound[index].is_some() && !context.doubts.hides(Kind::Buffer, "") {
            without_effect(rules, index, &matched[index], &names, context);
        }
    }
}

/// What a rule's banks are for.
struct Place {
    /// A read-only bank is for constants, others are for buffers.
    constants: bool,
}

/// Checks a rule by itself; `None` after a mistake.
fn sound(rule: &Rule, (writable, read_only): (&[Bank], &[Bank]), context: &mut Context) -> Option<Place> {
    let text = rule.about.to_string();
    attributes(rule, context);
    let mut indices = Vec::new();
    for name in rule.banks.iter().chain(&rule.to) {
        indices.push(context.banks.find(name, &mut context.doubts, context.errors).known()?);
    }
    let is_read_only = |index: usize| index >= writable.len();
    let constants = is_read_only(indices[0]);
    let count = rule.banks.len();
    let mut refuse = |code, span, message: String| {
        context.errors.at(code, span, message);
        None
    };
    let example = read_only.first().map_or("flash", |bank| bank.id.as_str());
    let bank = rule.banks[0].unraw();
    match (rule.about.kind, constants) {
        (Some(BufferKind::Constant), false) => {
            return refuse(
                Code::ReadOnly,
                rule.banks[0].span(),
                format!(
                    "a constant is read in place, but bank `{bank}` is not `read_only`: write `{text}: {example} -> {bank}` to \
                     copy it there"
                ),
            );
        }
        (Some(kind), true) if kind != BufferKind::Constant => {
            let message = format!("bank `{bank}` is read only, and rule `{text}` is for what is written");
            return refuse(Code::ReadOnly, rule.banks[0].span(), message);
        }
        (None, true) if rule.about.name.is_none() => {
            let message =
                format!("bank `{bank}` is read only, and `default` is for buffers: write `constant: {bank}`");
            return refuse(Code::ReadOnly, rule.banks[0].span(), message);
        }
        _ => {}
    }
    for (position, index) in indices.iter().enumerate() {
        let name = rule.banks.get(position).or(rule.to.as_ref())?;
        if position < count && indices[..position].contains(index) {
            let message = format!("bank `{}` is named twice in rule `{text}`: remove one", name.unraw());
            return refuse(Code::DuplicateBank, name.span(), message);
        }
        if constants && position == count && is_read_only(*index) {
            let message = format!(
                "bank `{0}` is read only: nothing can be copied there; leave `-> {0}` out",
                name.unraw()
            );
            return refuse(Code::ReadOnly, name.span(), message);
        }
        if constants && (1..count).contains(&position) {
            let message = format!("a constant is in one bank: keep one in rule `{text}`");
            return refuse(Code::ReadOnly, name.span(), message);
        }
        if !constants && position < count && is_read_only(*index) {
            let message =
                format!("bank `{}` is read only: no buffer may go in it, only constants", name.unraw());
            return refuse(Code::ReadOnly, name.span(), message);
        }
        if !constants && position == count {
            let message =
                format!("only a constant is copied from one bank to another: remove `-> {}`", name.unraw());
            return refuse(Code::Contradiction, name.span(), message);
        }
    }
    Some(Place { constants })
}

/// A rule takes no attributes but `cfg`, which is decided before anything is read.
fn attributes(rule: &Rule, context: &mut Context) {
    for attr in rule.attrs.iter().filter(|attr| !is_conditional(attr)) {
        let message = match attr.path().is_ident("doc") {
            true => "a rule has no documentation: write this comment with `//`",
            false => "a rule takes no attributes but `cfg`: remove this",
        };
        context.errors.on(Code::UnknownWord, attr, message);
    }
}

/// Reports a rule that matches nothing, or that places none of what it matches.
fn without_effect(
    rules: &[Rule],
    index: usize,
    matched: &[Option<usize>],
    names: &[String],
    context: &mut Context,
) {
    let about = &rules[index].about;
    let text = about.to_string();
    let message = if matched.is_empty() {
        let why = elsewhere(about, context).unwrap_or_else(|| nothing(about, names));
        format!("rule `{text}` matches nothing: {why}")
    } else if matched.contains(&Some(index)) {
        return;
    } else {
        let mut others: Vec<usize> = matched.iter().filter_map(|winner| *winner).collect();
        others.sort_unstable();
        others.dedup();
        let others_named: Vec<String> =
            others.iter().map(|rule| format!("`{}`", rules[*rule].about)).collect();
        let listed = matched.contains(&None);
        let why = match (others_named.as_slice(), listed) {
            ([], _) => String::from("names its banks after `in`"),
            (_, false) => format!("is placed by {}", others_named.join(" or ")),
            (_, true) => format!("names its banks after `in` or is placed by {}", others_named.join(" or ")),
        };
        let same = others.iter().any(|other| rules[*other].about.rank() == about.rank());
        let help = if same { "write it above, or remove it" } else { "remove it" };
        format!("rule `{text}` places nothing: everything that it matches {why}; {help}")
    };
    context.errors.at(Code::Unused, rules[index].span, message);
}

/// What a rule with a name matches in other variants of the block.
fn elsewhere(about: &Selector, context: &Context) -> Option<String> {
    let named = Selector { kind: None, name: Some(about.name.clone()?) };
    let mut removed = context.buffers.removed();
    let part = removed.find(|part| named.matches(BufferKind::Buffer, &part.id))?;
    let Removed { id, attribute, .. } = part;
    Some(format!("`{id}` is configured out by `{attribute}`; write `{attribute}` in front of the rule too"))
}

/// Why nothing matches.
fn nothing(about: &Selector, names: &[String]) -> String {
    let Some(name) = &about.name else {
        return match about.kind {
            Some(kind) => format!("the block declares no `{}` for these banks; remove it", kind.word()),
            None => String::from("the block declares no buffer"),
        };
    };
    let kind =
        about.kind.map_or_else(|| String::from("buffer or constant"), |kind| String::from(kind.word()));
    if name.contains('*') {
        return format!("no {kind} for these banks has such a name; correct the name, or remove the rule");
    }
    let known = ["default", "buffer", "persistent", "constant"];
    let tail = if let Some(meant) = nearest(name, known).filter(|_| about.kind.is_none()) {
        let what = if meant == "default" { "" } else { "the kind " };
        format!(": did you mean {what}`{meant}`?")
    } else if let Some(meant) = nearest(name, names.iter().map(String::as_str)) {
        format!(": did you mean `{meant}`?")
    } else {
        String::from("; correct the name, or remove the rule")
    };
    format!("no {kind} for these banks is called `{name}`{tail}")
}
