//! Handles and tokens cannot be created in safe code.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer windowed: [u8; 16];
        buffer log: [u8; 8], retain = [0; 8];
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step emit(windowed, mut log);
    }
}

fn main() {
    let token: arena_plan::__private::At<kws::Capture> = arena_plan::__private::At::mint();
    let handle = arena_plan::Buf::<kws::buf::Pcm>::born(false);
    let value = arena_plan::Buf::<kws::buf::Log>::valued();
    let step = kws::steal();
    drop((token, handle, value, step));
}
