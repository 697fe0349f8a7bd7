//! Problems for tests, and reports on their plans.

use arena_plan_core::json::{Input, decode_input};
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Bank, Buffer, Planned, Problem, plan, reasons, verify};
use arena_plan_report::Subject;
use arena_plan_report::report::{Question, Report, Target, report};

pub(crate) fn example(name: &str) -> Input {
    let path = format!("{}/../examples/json/{name}", env!("CARGO_MANIFEST_DIR"));
    decode_input(&std::fs::read(path).expect("the example is there")).expect("the example is right")
}

pub(crate) fn planned(input: &Input) -> Planned {
    plan(&input.problem, &Options::default()).expect("the problem is valid")
}

pub(crate) fn report_of(input: &Input, target: Target) -> Report {
    let planned = planned(input);
    let subject = Subject {
        title: "test",
        problem: &input.problem,
        layout: &planned.layout,
        steps: &input.steps,
        planned: Some(&planned),
    };
    let options = Options::default();
    let reasons = reasons(&input.problem, &planned, &options, &input.steps);
    let question = Question { changes: Some((options, target)), reasons };
    report(&subject, &verify(&input.problem, &planned.layout), &question)
}

/// Buffers of all sizes and lifetimes in two banks, from a linear congruence.
pub(crate) fn generated(count: u64) -> Input {
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let buffers = (0..count).map(|index| {
        let first = next(60);
        let buffer =
            Buffer::new(&format!("b{index:04}"), 1 + next(900), first, first + next(8), &["fast", "slow"]);
        buffer.with_alignment(1 << next(5))
    });
    let banks = vec![Bank::new("fast", 4096).with_reserve(512), Bank::new("slow", 1 << 20)];
    Input { problem: Problem { banks, buffers: buffers.collect() }, steps: Vec::new(), graph: false }
}
