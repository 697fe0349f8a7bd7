//! Even if the field can be named: the token is typed by its step.
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

mod inside {
    pub(super) fn attack() {
        let capture = super::kws::take().unwrap();
        let kws_window = super::kws::Window { windowed: todo!(), ..capture };
        drop(kws_window);
    }
}

fn main() {
    inside::attack();
}
