//! A part cannot be created by hand.
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
    let [ping, pong]: [Part<audio::buf::Frames>; 2] = Buf::split(record.frames);
    let again: Part<audio::buf::Frames> = Part { index: 0, ..ping };
    record.frames = Buf::join([again, pong]);
}
