//! A path from the wrong module is one error, whichever module is meant.
use arena_plan::arena_pool;

arena_pool! { mod scratch for modes::wake; }

mod modes {
    arena_plan::arena_plan! {
        pub(crate) mod wake {
            bank work { capacity: 64, storage: shared(super::scratch) }
            buffer pcm: [i16; 4];
            step listen() -> pcm;
            step decide(pcm);
        }
    }
}

fn main() {
    let lease = scratch::take().unwrap();
    let (wake, lease) = modes::wake::take().unwrap().start(lease).next().stop();
    wake.release();
    scratch::release(lease);
}
