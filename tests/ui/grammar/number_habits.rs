//! Numbers as in other languages.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank a { capacity: 80% }
        bank b { capacity: 64, reserve: 12.5 % }
        bank c { capacity: "4 KiB" }
        bank d { capacity: 2 * KiB }
        bank e { capacity: 1.5 KiB }
        bank f { capacity = 4 KiB }
        bank g { size: 4 KiB }
        bank h { capacity: 4 KiB; align: 4 }
        bank i { capacity: 64, align: 10 % }
        bank j { capacity: 4 KiB align: 4 }
        buffer pcm: [u8; 16], align = 32;
        buffer log: [u8; 16], align: 32;
        buffer out: [u8; 16], align "32";
        step capture() -> (pcm, log, out);
        step emit(pcm, log, out);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { pcm, log, out } = capture.io();
    pcm[0] = log[0] + out[0];
    let mut emit = capture.next();
    let kws::EmitIo { pcm, .. } = emit.io();
    let _: (&[u8; 16], usize) = (pcm, kws::bank::G::CAPACITY);
    emit.next().release();
}
