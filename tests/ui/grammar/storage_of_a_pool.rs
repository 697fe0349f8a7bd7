//! Whose memory a bank is: what is meant for a pool, which lists the plan.
#![forbid(unsafe_code)]
use arena_plan::{arena_plan, arena_pool};

arena_pool! { mod scratch for wake; }

arena_plan! {
    mod wake {
        bank ram { capacity: 64 }
        bank a { capacity: 64, storage: shared }
        bank b { capacity: 64, storage: shared() }
        bank c { capacity: 64, storage: shared(scratch, scratch) }
        bank d { capacity: 64, storage: shared("scratch") }
        bank e { capacity: 64, storage: share(scratch) }
        bank f { capacity: 64, storage shared(scratch) }
        bank g { capacity: 64, storgae: shared(scratch) }
        persistent heard: u32 in ram;
        buffer pcm: [i16; 4] in a | b | c | d | e | f | g;
        step listen() -> pcm;
        step decide(pcm, mut heard);
    }
}

fn main() {
    let lease = scratch::take().unwrap();
    let mut listen = wake::take().unwrap().start(lease);
    listen.pcm.fill(1);
    let (wake, lease) = listen.next().stop();
    wake.release();
    scratch::release(lease);
}
