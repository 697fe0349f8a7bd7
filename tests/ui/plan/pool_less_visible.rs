//! A plan that is more visible than its pool is an error at the pool's path.
use arena_plan::{arena_plan, arena_pool};

arena_pool! { mod scratch for wake; }

arena_plan! {
    pub mod wake {
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
