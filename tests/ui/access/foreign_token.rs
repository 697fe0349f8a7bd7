//! The token of one step cannot create another step.
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

fn main() {
    let kws::Capture { pcm, log, __at } = kws::take().unwrap();
    let _ = kws::Window { pcm, windowed: todo!(), log, __at };
}
