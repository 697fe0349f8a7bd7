//! A block with variants that is pasted and not renamed.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 * BANKS }
        const BANKS: usize = 2;
        #[cfg(all())]
        buffer pcm: [f32; 8];
        step capture() -> #[cfg(all())] pcm;
        step add(pcm);
    }
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 * BANKS }
        const BANKS: usize = 2;
        #[cfg(all())]
        buffer pcm: [f32; 8];
        step capture() -> #[cfg(all())] pcm;
        step add(pcm);
    }
}

fn main() {
    let mut add = kws::take().unwrap().next();
    let kws::AddIo { pcm } = add.io();
    assert_eq!(pcm.len(), 4 * kws::BANKS);
    add.release();
}
