//! What is handed out in the pool goes back to `stop`.
#![forbid(unsafe_code)]

arena_plan::arena_pool! { mod scratch for lent; }

arena_plan::arena_plan! {
    mod lent {
        bank work { capacity: 256, storage: shared(scratch) }
        buffer pcm: [i16; 32];
        buffer echo: [i16; 32], live process.., detached;
        step listen() -> pcm;
        step process(pcm);
    }
}

fn main() {
    let (process, echo) = lent::take().unwrap().start(scratch::take().unwrap()).next();
    let (lent, lease) = process.stop();
    let _ = (echo, lent, lease);
}
