//! `include "FILE";`: buffers and steps come from a graph, as `arena-plan import` writes it.

use arena_plan::arena_plan;

arena_plan! {
    /// The keyword spotter of the fixtures, followed by a step of the application.
    mod spotter {
        bank sram { capacity: 16000 }
        include "fixtures/keyword_spotter.graph.json";
        step report(scores);
    }
}

#[test]
fn buffers_and_steps_are_those_of_the_file() {
    let file = include_bytes!("../fixtures/keyword_spotter.graph.json");
    let graph = arena_plan_core::json::decode_input(file).expect("a graph of schema 1").problem;
    let exported = spotter::PLAN.problem().to_string();
    let block = arena_plan_core::json::decode_problem(exported.as_bytes()).expect("a problem");
    let lives = |problem: &arena_plan_core::problem::Problem| -> Vec<_> {
        let life = |buffer: &arena_plan_core::problem::Buffer| {
            (buffer.id.to_string(), buffer.needs.bytes, buffer.needs.alignment, buffer.first, buffer.last)
        };
        problem.buffers.iter().map(life).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    };
    let mut expected = lives(&graph);
    // The block has one more step, to the end of which `scores` is kept.
    expected.iter_mut().filter(|life| life.0 == "scores").for_each(|life| life.4 += 1);
    assert_eq!(lives(&block), expected);
    assert_eq!(spotter::PLAN.planned_bytes(), 16_000);
}

#[test]
fn steps_lend_bytes() {
    let mut step = spotter::take().expect("the arena is free");
    step.features.fill(7);
    let spotter::ConvIo { features, map1 } = step.io();
    let features: &[u8; 490] = features;
    map1[..490].copy_from_slice(features);
    let step = step.next();
    assert_eq!(step.map1[489], 7);
    // A tensor that is dead has no field any more.
    let step = step.next().next().next().next().next().next().next().next();
    let mut pool = step;
    let spotter::PoolIo { map9, pooled } = pool.io();
    assert_eq!((map9.len(), pooled.len()), (8000, 64));
    let report = pool.next().next().next().next();
    assert_eq!(report.scores.len(), 12);
    report.next().release();
}

arena_plan! {
    /// A filter in place, as `arena-plan import --in-place` writes it.
    mod filter {
        bank ram { capacity: 64 }
        include "fixtures/in_place.graph.json";
        step report(output);
    }
}

#[test]
fn what_a_model_writes_in_place_is_in_place_in_a_block() {
    let mut step = filter::take().expect("the arena is free");
    step.input.copy_from_slice(&[1; 32]);
    let filter::S000ReluIo { input } = step.io();
    input[0] = 9;
    let mut step = step.next();
    assert_eq!((step.sum[0], step.sum[31]), (9, 1));
    let filter::S001LogisticIo { sum } = step.io();
    sum[1] = 8;
    let step = step.next();
    assert_eq!(step.output[..3], [9, 8, 1]);
    step.next().release();
    assert_eq!((filter::PLAN.planned_bytes(), filter::PLAN.sum_of_sizes()), (32, 32));
    assert_eq!(filter::buf::Output::OFFSET, filter::buf::Input::OFFSET);
    // What the block says of itself is what the file says.
    let exported = arena_plan_core::json::decode_problem(filter::PLAN.problem().to_string().as_bytes());
    let exported = exported.expect("a problem");
    let file = arena_plan_core::json::decode_input(include_bytes!("../fixtures/in_place.graph.json"));
    let aliases = |problem: &arena_plan_core::problem::Problem| -> Vec<_> {
        problem.buffers.iter().map(|buffer| (buffer.id.clone(), buffer.needs.alias.clone())).collect()
    };
    assert_eq!(aliases(&exported), aliases(&file.expect("a graph").problem));
}
