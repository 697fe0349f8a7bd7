//! A buffer is split once: its handle is consumed.
use arena_plan::{Buf, Part, arena_plan};

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer frames: [[i16; 16]; 2];
        buffer others: [[i16; 16]; 2];
        step record() -> (frames, others);
        step measure(frames, others);
    }
}

fn main() {
    let record = audio::take().unwrap();
    let [ping, _]: [Part<audio::buf::Frames>; 2] = Buf::split(record.frames);
    let [pong, _] = Buf::split(record.frames);
    drop((ping, pong));
}
