//! Types without a size.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8];
        buffer text: str;
        buffer any: impl Copy;
        step capture() -> (pcm, text, any);
        step emit(pcm, text, any);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { pcm, text, any } = capture.io();
    pcm[0] = text.len() as u8;
    any.clone();
    let mut emit = capture.next();
    let kws::EmitIo { pcm, text, any } = emit.io();
    let _: (&[u8], &str, _) = (pcm, text, any);
    emit.next().release();
}
