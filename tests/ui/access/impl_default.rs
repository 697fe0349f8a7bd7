//! Steps cannot be created by hand.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer windowed: [u8; 16];
        buffer log: [u8; 8], source, retain;
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step emit(windowed, mut log);
    }
}

impl Default for kws::Emit {
    fn default() -> Self {
        Self { windowed: Default::default(), log: Default::default(), __at: Default::default() }
    }
}

fn main() {
    let _ = kws::take();
}
