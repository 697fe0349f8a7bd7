//! Only an array is split.
use arena_plan::{Buf, arena_plan};

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer level: u32;
        step record() -> level;
        step measure(level);
    }
}

fn main() {
    let record = audio::take().unwrap();
    let [ping, pong] = Buf::split(record.level);
    drop((ping, pong));
}
