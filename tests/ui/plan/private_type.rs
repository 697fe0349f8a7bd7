//! A type that is less visible than the plan.
use arena_plan::arena_plan;

struct Private(u8);

arena_plan! {
    pub mod kws {
        bank ram { capacity: 64 }
        buffer own: Private, live s = Private(0);
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.own.0 = 1;
    s.next().release();
}
