//! A mistake hides what follows it: a type that is not plain is not a second error, because there may be a value.

use arena_plan::arena_plan;

struct Own(bool, u32);

arena_plan! {
    mod plan {
        bank ram { capacity: 256 }
        bank tcm { capacity: 256 }
        buffer a: Own, retian = Own(true, 1);
        buffer b: Own in ram, tcm = Own(true, 1);
        buffer c: Own align 8 = Own(true, 1);
        buffer d: Own, plain(serde);
        buffer e: ();
        step first(a, b, c, d, e);
    }
}

fn main() {
    let mut first = plan::take().unwrap();
    let plan::FirstIo { a, b, c, d, e } = first.io();
    let _ = (a.0, a.1 + b.1 + c.1 + d.1, e);
    first.next().release();
}
