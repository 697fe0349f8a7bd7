//! The kernel gives the same plan and the same text in const evaluation as at run time, for every problem that
//! `build.rs` wrote.

use arena_plan::__private as private;
use arena_plan_core::kernel::fault::Fault;
use arena_plan_core::kernel::message::{Message, Source, advised};
use arena_plan_core::kernel::plan::{Orders, Plan, plan};
use arena_plan_core::kernel::refuse::Refusal;
use arena_plan_core::model::{Bank, Buffer};
use std::hint::black_box;

/// The outcome of a problem, counted by the test so that no kind of outcome is missing.
enum Outcome {
    Placed { banks_used: usize },
    Failed(Fault),
}

const NAMES: [&str; 40] = [
    "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13", "n14", "n15",
    "n16", "n17", "n18", "n19", "n20", "n21", "n22", "n23", "n24", "n25", "n26", "n27", "n28", "n29", "n30",
    "n31", "n32", "n33", "n34", "n35", "n36", "n37", "n38", "n39",
];

const fn text(banks: &[Bank], buffers: &[Buffer<'_>], refusal: Option<Refusal>) -> Option<Message> {
    let Some(refusal) = refusal else { return None };
    let source = Source { banks, bank_ids: &NAMES, buffers, buffer_ids: &NAMES, step_ids: &NAMES };
    Some(advised(&refusal.fault, &refusal.advice, &source))
}

fn compare<const B: usize, const N: usize>(
    seed: u64,
    evaluated: &Plan<B, N>,
    native: &Plan<B, N>,
    evaluated_text: &Option<Message>,
    native_text: &Option<Message>,
) -> Outcome {
    assert_eq!(evaluated, native, "problem {seed}");
    let (a, b) = (evaluated_text.as_ref().map(Message::as_str), native_text.as_ref().map(Message::as_str));
    assert_eq!(a, b, "problem {seed}");
    match native.fault {
        Some(fault) => Outcome::Failed(fault),
        None => Outcome::Placed { banks_used: native.high_water.iter().filter(|bytes| **bytes > 0).count() },
    }
}

#[test]
fn const_equals_native() {
    let outcomes = outcomes();
    assert!(outcomes.len() >= 200);
    let placed = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Placed { .. })).count();
    let several =
        outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Placed { banks_used: 2.. })).count();
    let kinds: std::collections::HashSet<_> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Failed(fault) => Some(std::mem::discriminant(fault)),
            Outcome::Placed { .. } => None,
        })
        .collect();
    assert!(
        placed >= 60 && several >= 20,
        "{placed} of {} placed, {several} in several banks",
        outcomes.len()
    );
    assert!(kinds.len() >= 7, "only {} kinds of faults", kinds.len());
}

include!(concat!(env!("OUT_DIR"), "/plans.rs"));
