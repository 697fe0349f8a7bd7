//! Clauses of a buffer in the wrong order, each with its message.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 1 KiB }
        bank tcm { capacity: 1 KiB }
        buffer a: [u8; 64] = [0; 64] in ram;
        buffer b: [u8; 64] in ram, @ 0;
        buffer c: [u8; 64] @ 128 in ram;
        buffer d: [u8; 64] in ram | retain;
        buffer e: [u8; 64], retain in tcm;
        buffer f: [u8; 64], in tcm;
        buffer g: [u8; 64], @ 64 in tcm;
        buffer h: [u8; 64] = [0; 64], align 4;
        buffer i: [u8; 64] align 4;
        buffer j: [u8; 64] in tcm || ram;
        step only(a, h) -> (b, c, d, e, f, g, i, j);
        step last(b, c, d, e, f, g, i, j);
    }
}

fn main() {
    let mut only = kws::take().unwrap();
    let kws::OnlyIo { a, h, b, c, d, e, f, g, i, j } = only.io();
    b[0] = a[0] + h[0];
    for buffer in [c, d, e, f, g, i, j] {
        buffer.copy_from_slice(b);
    }
    let mut last = only.next();
    let _: &[u8; 64] = last.io().b;
    let _: u8 = last.d[0];
    last.next().release();
}
