//! A draft has its figures and no `take()`: one error where the program asks for the first step, and a warning.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        #![draft]
        bank ram { capacity: 16 }
        buffer pcm: [u8; 64];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    println!("{}", kws::PLAN.problem());
    let capture = kws::take().unwrap();
    let mut emit: kws::Emit = capture.next();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8; 64] = pcm;
    emit.next().release();
}
