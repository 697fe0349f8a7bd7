//! One mistake, one error: the README's block, with the loop that uses it, is mutated a token or a line at a time, and
//! rustc's errors are counted.
//!
//! `MUTATIONS=all cargo test -p arena-plan-tests --test mutations -- --nocapture` also prints each mutant that does
//! not have exactly one error, with its errors.

mod compile;
mod mutant;
mod program;

use std::collections::BTreeMap;

use compile::Compiler;
use mutant::Mutant;
use program::Program;

/// Of the mutants that do not compile, the least percentage that must have one error.
const LEAST: usize = 90;

#[test]
fn a_mistake_in_the_readme_gives_one_error() {
    let compiler = Compiler::new();
    for program in [Program::readme(), Program::native()] {
        let name = program.name;
        let fine = compiler.errors(&program.text(&program.block));
        assert_eq!(fine, Vec::<String>::new(), "the program {name} without a mutation");
        let (percent, table) = measure(&compiler, &program);
        println!("{table}");
        assert!(
            percent >= LEAST,
            "{percent} % of the mutants of {name} have one error, {LEAST} % is the least"
        );
    }
}

/// The percentage of mutants that have one error, and a table of the kinds with the worst mutants.
fn measure(compiler: &Compiler, program: &Program) -> (usize, String) {
    let mutants = mutant::all(&program.block);
    let texts: Vec<String> = mutants.iter().map(|mutant| program.text(&mutant.block)).collect();
    let outcomes = compiler.errors_of_all(&texts);
    let mut kinds: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let mut worst: Vec<(&Mutant, &Vec<String>)> = Vec::new();
    for (mutant, errors) in mutants.iter().zip(&outcomes) {
        let (fine, one, more) = kinds.entry(mutant.kind).or_default();
        match errors.len() {
            0 => *fine += 1,
            1 => *one += 1,
            _ => {
                *more += 1;
                worst.push((mutant, errors));
            }
        }
    }
    let (fine, one, more) =
        kinds.values().fold((0, 0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1, sum.2 + kind.2));
    let percent = 100 * one / (one + more).max(1);
    let mut table = format!(
        "{}: {} mutants, {fine} compile, {one} have one error, {more} more: {percent} %\n",
        program.name,
        mutants.len()
    );
    for (kind, (fine, one, more)) in &kinds {
        table += &format!("  {kind:16} {fine:4} compile {one:4} one {more:4} more\n");
    }
    worst.sort_by_key(|(_, errors)| std::cmp::Reverse(errors.len()));
    let shown = if std::env::var_os("MUTATIONS").is_some() { worst.len() } else { 10 };
    for (mutant, errors) in &worst[..shown.min(worst.len())] {
        table += &format!("  {} errors: {}: {}\n", errors.len(), mutant.kind, mutant.what);
        for error in errors.iter().take(6) {
            table += &format!("      {}\n", error.lines().next().unwrap_or_default());
        }
    }
    (percent, table)
}
