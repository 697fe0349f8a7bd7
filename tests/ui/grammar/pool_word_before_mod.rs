//! A word that a pool does not have is one error, and the pool keeps its name.
use arena_plan::{arena_plan, arena_pool};

arena_pool! { unsafe mod scratch for wake; }
arena_pool! { struct tcm for wake; }

arena_plan! {
    mod wake {
        bank work { capacity: 64, storage: shared(scratch) }
        bank fast { capacity: 64, storage: shared(tcm) }
        buffer pcm: [i16; 4] in work;
        buffer sum: i32 in fast;
        step listen() -> pcm;
        step decide(pcm) -> sum;
        step act(sum);
    }
}

fn main() {
    let (work, fast) = (scratch::take().unwrap(), tcm::take().unwrap());
    let (wake, work, fast) = wake::take().unwrap().start(work, fast).stop();
    wake.release();
    scratch::release(work);
    tcm::release(fast);
}
