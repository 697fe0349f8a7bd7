//! An initialiser is not inside `unsafe` of the expansion.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 4], live s = own::start();
        step s;
    }
}

mod own {
    pub(super) unsafe fn start() -> [u8; 4] {
        [0; 4]
    }
}

fn main() {
    let _ = kws::take();
}
