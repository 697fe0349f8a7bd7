//! A plan in a pool's list is a module.
use arena_plan::{arena_plan, arena_pool};

arena_pool! { mod scratch for wake::<u8>; }

arena_plan! {
    mod wake {
        bank work { capacity: 64, storage: shared(scratch) }
        buffer pcm: [i16; 4];
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
