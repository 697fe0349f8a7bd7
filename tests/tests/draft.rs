//! `#![draft]`: a plan that does not fit, or whose layout file is stale, is printed anyway, on both routes.
// The warning of a draft is the use of a deprecated constant.
#![allow(deprecated)]

use arena_plan::arena_plan;

type Sample = f32;

arena_plan! {
    mod native {
        #![draft]
        bank ram { capacity: 96 }
        layout "layouts/missing.layout.json";
        buffer input: [u8; 64];
        buffer output: [u8; 64];
        buffer huge: [u8; 256], live emit;
        step capture() -> input;
        step handoff(input) -> output;
        step emit(output);
    }
}

arena_plan! {
    mod constant {
        #![draft]
        bank ram { capacity: 96, reserve: 10 % }
        layout "layouts/tight.layout.json";
        buffer input: [Sample; 16];
        buffer output: [Sample; 16];
        buffer note: Option<u32> = None;
        step capture() -> input;
        step handoff(input) -> output;
        step emit(output, note);
    }
}

arena_plan! {
    mod roomy {
        #![draft]
        bank ram { capacity: 128 }
        buffer input: [Sample; 16];
        buffer output: [Sample; 16];
        step capture() -> input;
        step handoff(input) -> output;
        step emit(output);
    }
}

/// The problem that a plan prints, as the command reads it.
fn problem(plan: &arena_plan::Table) -> arena_plan_core::problem::Problem {
    let text = plan.problem().to_string();
    arena_plan_core::json::decode_problem(text.as_bytes()).expect("a problem of schema 1")
}

#[test]
fn a_draft_that_does_not_fit_is_printed_with_every_size() {
    let bytes = |plan: &arena_plan::Table| {
        problem(plan).buffers.iter().map(|row| row.needs.bytes).collect::<Vec<_>>()
    };
    assert_eq!(bytes(&native::PLAN), [64, 64, 256]);
    assert_eq!(bytes(&constant::PLAN), [64, 64, 8]);
    for plan in [&native::PLAN, &constant::PLAN] {
        let plan =
            arena_plan_core::problem::plan(&problem(plan), &Default::default()).expect("a valid problem");
        assert!(!plan.fits);
    }
}

#[test]
fn the_table_shows_buffers_above_the_capacity() {
    assert_eq!((native::PLAN.banks[0].capacity, native::PLAN.banks[0].high_water), (96, 320));
    assert_eq!((constant::PLAN.banks[0].capacity, constant::PLAN.banks[0].high_water), (96, 128));
    assert!(native::PLAN.to_string().contains("huge"));
}

#[test]
fn a_draft_that_fits_has_the_layout_of_the_plan() {
    assert_eq!(roomy::PLAN.banks[0].high_water, 128);
    assert_eq!([roomy::buf::Input::OFFSET, roomy::buf::Output::OFFSET], [0, 64]);
}

arena_plan! {
    mod state {
        #![draft]
        bank ram { capacity: 32 }
        persistent history: [Sample; 16];
        persistent frames: [[i16; 4]; 2], detached;
        buffer filtered: [Sample; 16];
        buffer tone: u8, live measure, detached;
        step filter(mut history) -> filtered;
        step measure(filtered);
    }
}

#[test]
fn the_problem_says_what_persists_and_what_is_detached() {
    let text = state::PLAN.problem().to_string();
    assert!(text.starts_with("{\"schema\": 2,"), "{text}");
    let kinds: Vec<_> = problem(&state::PLAN)
        .buffers
        .iter()
        .map(|row| (row.needs.kind.word(), row.needs.detached, row.first, row.last))
        .collect();
    assert_eq!(
        kinds,
        [
            ("persistent", false, 0, 1),
            ("persistent", true, 0, 1),
            ("buffer", false, 0, 1),
            ("buffer", true, 1, 1)
        ]
    );
    assert!(problem(&roomy::PLAN).buffers.iter().all(|row| row.needs.kind.word() == "buffer"));
}

arena_plan::arena_pool! { mod scratch for pooled, other; }

arena_plan! {
    mod pooled {
        #![draft]
        bank ram { capacity: 16 }
        bank work { capacity: 96, storage: shared(scratch) }
        persistent rounds: u32;
        buffer input: [Sample; 16] in work;
        buffer output: [Sample; 16] in work;
        step capture() -> input;
        step handoff(input, mut rounds) -> output;
        step emit(output);
    }
}

arena_plan! {
    mod other {
        bank work { capacity: 96, storage: shared(scratch) }
        buffer x: [u8; 40];
        step a() -> x;
        step b(x);
    }
}

/// What uses the draft compiles; nothing can call it, because a draft has no `take()`.
#[expect(dead_code, reason = "it compiles")]
fn turn(pooled: pooled::Idle, lease: arena_plan::Lease<scratch::Pool>) -> arena_plan::Lease<scratch::Pool> {
    let (_, lease) = pooled.start(lease).next().stop();
    lease
}

#[test]
fn a_draft_takes_nothing_of_its_pool() {
    let work = &pooled::PLAN.banks[1];
    assert_eq!((work.capacity, work.high_water), (96, 128));
    assert_eq!(scratch::Pool::BYTES, 40);
    drop(other::take().unwrap().start(scratch::take().unwrap()).stop());
}
