//! A zero-sized type that only rustc knows.
use arena_plan::arena_plan;

struct Unit;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer unit: Unit, live capture = Unit;
        step capture;
    }
}

fn main() {
    let capture = kws::take().unwrap();
    let _: &Unit = &capture.unit;
    capture.next().release();
}
