//! `layout "FILE";`: placements come from the file, on both routes.

use arena_plan::arena_plan;

type Sample = f32;

arena_plan! {
    mod native {
        bank ram { capacity: 128 }
        layout "layouts/tight.layout.json";
        buffer early: [f32; 16];
        buffer middle: [f32; 16];
        buffer late: [f32; 16], retain;
        step first() -> early;
        step second(early) -> middle;
        step third(middle) -> late;
    }
}

arena_plan! {
    mod constant {
        bank ram { capacity: 128 }
        buffer early: [Sample; 16];
        buffer middle: [Sample; 16];
        buffer late: [Sample; 16], retain;
        step first() -> early;
        step second(early) -> middle;
        step third(middle) -> late;
        layout "layouts/tight.layout.json";
    }
}

arena_plan! {
    mod variant {
        bank ram { capacity: 128 }
        #[cfg(all())]
        layout "layouts/tight.layout.json";
        #[cfg(not(all()))]
        layout "layouts/of_another_variant.layout.json";
        buffer early: [f32; 16];
        #[cfg(not(all()))]
        buffer other: [f32; 16];
        buffer middle: [f32; 16];
        buffer late: [f32; 16], retain;
        step first() -> (early, #[cfg(not(all()))] other);
        step second(early, #[cfg(not(all()))] other) -> middle;
        step third(middle) -> late;
    }
}

#[test]
fn each_variant_has_its_own_file() {
    let offsets = [variant::buf::Early::OFFSET, variant::buf::Middle::OFFSET, variant::buf::Late::OFFSET];
    assert_eq!(offsets, [64, 0, 64]);
}

#[test]
fn the_file_places_the_buffers() {
    // First fit would put `early` at 0.
    assert_eq!(
        [native::buf::Early::OFFSET, native::buf::Middle::OFFSET, native::buf::Late::OFFSET],
        [64, 0, 64]
    );
    let offsets = [constant::buf::Early::OFFSET, constant::buf::Middle::OFFSET, constant::buf::Late::OFFSET];
    assert_eq!(offsets, [64, 0, 64]);
    assert_eq!(native::bank::Ram::BYTES, 128);
}

#[test]
fn contents_are_where_the_file_says() {
    let mut first = constant::take().expect("free");
    first.early.fill(1.5);
    let mut second = first.next();
    second.middle.fill(2.5);
    let early = core::ptr::from_ref(&second.early[0]).addr();
    let middle = core::ptr::from_ref(&second.middle[0]).addr();
    assert_eq!(early - middle, 64);
    assert_eq!(*second.early, [1.5; 16]);
    second.next().release();
}

/// The way to a tighter plan: the command accepts the block's problem, and the block accepts the command's layout.
#[test]
fn the_problem_of_a_plan_gives_a_layout_for_it() {
    let problem = arena_plan_core::json::decode_problem(native::PLAN.problem().to_string().as_bytes());
    let problem = problem.expect("a problem of schema 1");
    let plan = arena_plan_core::problem::plan(&problem, &Default::default()).expect("a valid problem");
    assert!(plan.fits);
    let offsets: Vec<u64> = plan.layout.placements.iter().map(|placement| placement.offset).collect();
    assert_eq!(offsets.iter().max(), Some(&64));
    let text = arena_plan_core::json::encode_layout(&plan.layout);
    let layout = arena_plan_core::json::decode_layout(text.as_bytes()).expect("a layout of schema 1");
    assert!(arena_plan_core::problem::verify(&problem, &layout).holds());
}
