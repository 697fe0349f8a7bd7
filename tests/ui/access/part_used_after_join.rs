//! After the buffer is joined its parts are gone.
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
    let [mut ping, pong]: [Part<audio::buf::Frames>; 2] = Buf::split(record.frames);
    record.frames = Buf::join([pong, ping]);
    ping[0] = 1;
    drop(record);
}
