//! A bank with contradicting fields is one error, also where something is in it.
use arena_plan::{arena_plan, arena_pool};

arena_pool! { mod scratch for wake; }

arena_plan! {
    mod wake {
        bank work { capacity: 64, storage: shared(scratch), read_only }
        buffer pcm: [i16; 4] in work;
        step listen() -> pcm;
        step decide(pcm);
    }
}

fn main() {
    let lease = scratch::take().unwrap();
    let (wake, lease) = wake::take().unwrap().start(lease).next().stop();
    wake.release();
    scratch::release(lease);
}
