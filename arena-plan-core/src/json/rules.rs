//! `place`: the rules of a problem or graph, which give banks to the buffers and tensors whose list is empty.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use serde::de::MapAccess;

use super::object::{Context, Field, Object, Present, object};
use super::scalar::{Kind, OptionalName};
use super::schema::ids;
use crate::kernel::code::Code;
use crate::model::BufferKind;
use crate::problem::{Bank, Error, Graph, Id, Needs, Path, Problem, Selector};

/// A file with rules, as it is read: they are applied before it is validated.
#[derive(Default)]
pub(super) struct Ruled<T> {
    pub(super) of: T,
    pub(super) rules: Vec<Rule>,
}

/// One rule: what it is about, and the banks in order of preference.
#[derive(Default)]
pub(super) struct Rule {
    kind: Option<BufferKind>,
    name: Option<Id>,
    banks: Vec<Id>,
}

object!(Rule, "a rule", empty: Rule::default(), {
    optional "kind" => kind: |cx| Present(Kind(cx));
    optional "name" => name: OptionalName;
    required "banks" => banks: ids;
});

impl Ruled<Problem> {
    /// The problem with its rules applied.
    pub(super) fn apply(self) -> Result<Problem, Error> {
        let Self { of: mut problem, rules } = self;
        apply(
            &rules,
            &problem.banks,
            problem.buffers.iter_mut().map(|buffer| (&buffer.id, &mut buffer.needs)),
        )?;
        Ok(problem)
    }
}

impl Ruled<Graph> {
    /// The graph with its rules applied.
    pub(super) fn apply(self) -> Result<Graph, Error> {
        let Self { of: mut graph, rules } = self;
        apply(&rules, &graph.banks, graph.tensors.iter_mut().map(|tensor| (&tensor.id, &mut tensor.needs)))?;
        Ok(graph)
    }
}

/// Gives banks to what lists none.
///
/// # Errors
///
/// A rule without banks, or with one that is unknown or listed twice; a rule that matches nothing, or that places nothing
/// because what it matches lists its banks or is placed by other rules.
fn apply<'a>(
    rules: &[Rule],
    banks: &[Bank],
    all: impl Iterator<Item = (&'a Id, &'a mut Needs)>,
) -> Result<(), Error> {
    if rules.is_empty() {
        return Ok(());
    }
    let known: BTreeMap<&str, &Bank> = banks.iter().map(|bank| (&*bank.id, bank)).collect();
    rules.iter().enumerate().try_for_each(|(index, rule)| sound(rule, index, &known))?;
    let name = |rule: &Rule| rule.name.as_ref().map(ToString::to_string);
    let about: Vec<Selector> =
        rules.iter().map(|rule| Selector { kind: rule.kind, name: name(rule) }).collect();
    let texts: Vec<Id> = about.iter().map(|about| Id::from(about.to_string())).collect();
    let order = Selector::by_precedence(&about);
    // What each rule matches, with the rule that places it.
    let mut matched: Vec<Vec<Option<usize>>> = vec![Vec::new(); rules.len()];
    for (id, needs) in all {
        let found: Vec<usize> =
            order.iter().copied().filter(|rule| about[*rule].matches(needs.kind, id)).collect();
        let winner = found.first().copied().filter(|_| needs.banks.is_empty());
        found.iter().for_each(|rule| matched[*rule].push(winner));
        let Some(winner) = winner else { continue };
        needs.banks.clone_from(&rules[winner].banks);
        needs.rule = Some(texts[winner].clone());
        let reached = |bank: &Id| known.get(&**bank).is_none_or(|bank| bank.model.dma);
        if needs.dma && needs.banks.iter().any(reached) {
            needs.banks.retain(reached);
        }
    }
    for (index, matched) in matched.iter().enumerate() {
        let text = texts[index].escape_debug();
        let at = Path::item("place", index);
        if matched.is_empty() {
            let message = format!("the rule `{text}` matches nothing");
            return Err(
                Error::new(Code::Unused, at, message).help("correct its `kind` or `name`, or remove it")
            );
        }
        if matched.contains(&Some(index)) {
            continue;
        }
        let other = matched.iter().find_map(|winner| *winner);
        let why = match other {
            Some(other) => format!("is placed by the rule `{}`", texts[other].escape_debug()),
            None => "lists its banks".to_string(),
        };
        let message = format!("the rule `{text}` places nothing: what it matches {why}");
        let error = Error::new(Code::Unused, at, message).help("remove it, or write it above");
        return Err(match other {
            Some(other) => error.related(Path::item("place", other), "this rule comes first"),
            None => error.help("remove it, or leave a list of banks empty"),
        });
    }
    Ok(())
}

/// Checks the banks of a rule.
fn sound(rule: &Rule, index: usize, known: &BTreeMap<&str, &Bank>) -> Result<(), Error> {
    let at = || Path::item("place", index).field("banks");
    if rule.banks.is_empty() {
        return Err(
            Error::new(Code::NoBank, at(), "the rule has no bank").help("list them, the preferred one first")
        );
    }
    for (position, bank) in rule.banks.iter().enumerate() {
        if !known.contains_key(&**bank) {
            let message = format!("no bank has the id `{}`", bank.escape_debug());
            return Err(Error::new(Code::UnknownBank, at().at(position), message)
                .help("declare the bank under `banks`, or correct the id"));
        }
        if rule.banks[..position].contains(bank) {
            let message = format!("the bank `{}` is listed twice", bank.escape_debug());
            return Err(Error::new(Code::DuplicateBank, at().at(position), message));
        }
    }
    Ok(())
}
