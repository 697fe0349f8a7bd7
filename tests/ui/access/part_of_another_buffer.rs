//! Parts of two buffers cannot be joined.
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
    let mut record = audio::take().unwrap();
    let [ping, _pong]: [Part<audio::buf::Frames>; 2] = Buf::split(record.frames);
    let [other, _] = Buf::split(record.others);
    record.frames = Buf::join([ping, other]);
}
