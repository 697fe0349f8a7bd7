//! A name of another kind where a buffer, a bank or a step belongs.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16] in pcm;
        buffer log: [u8; 16], live ram..=two;
        step one() -> pcm;
        step two(one);
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    one.io().pcm[0] = 1;
    let mut two = one.next();
    let kws::TwoIo { pcm } = two.io();
    let _: &[u8; 16] = pcm;
    let _: u8 = two.log[0];
    two.next().release();
}
