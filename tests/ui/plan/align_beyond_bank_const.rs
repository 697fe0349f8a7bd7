//! An alignment that leaves no room in its bank; only rustc knows the sizes: the other buffers are not at fault.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 512 }
        buffer a: [u8; 300];
        buffer b: [u8; N], align 1024;
        buffer c: [u8; 100];
        step capture() -> (a, b, c);
        step emit(a, b, c);
    }
}

fn main() {
    let mut capture = kws::take().expect("the arena is free");
    capture.a.fill(1);
    let mut emit = capture.next();
    let kws::EmitIo { a, b, c } = emit.io();
    assert_eq!(usize::from(a[0]), b.len() + c.len());
}
