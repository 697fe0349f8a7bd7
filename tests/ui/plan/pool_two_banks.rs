//! Two banks of a plan in one pool.
#![forbid(unsafe_code)]

arena_plan::arena_pool! { mod scratch for wake; }

arena_plan::arena_plan! {
    mod wake {
        bank low { capacity: 256, storage: shared(scratch) }
        bank high { capacity: 256, storage: shared(scratch) }
        buffer pcm: [i16; 32] in low;
        buffer loud: u8 in high, retain;
        step listen() -> pcm;
        step decide(pcm) -> loud;
    }
}

fn main() {
    let (wake, lease) = wake::take().unwrap().start(scratch::take().unwrap()).stop();
    wake.release();
    scratch::release(lease);
}
