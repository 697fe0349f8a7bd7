//! A part of a buffer that is not `Sync` is not `Sync`.
use arena_plan::{Buf, arena_plan};
use std::cell::Cell;

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer counts: [Cell<u8>; 2], live .. = [const { Cell::new(0) }; 2];
        step record;
    }
}

fn main() {
    let record = audio::take().unwrap();
    let [mine, yours] = Buf::split(record.counts);
    std::thread::scope(|scope| {
        scope.spawn(|| mine.set(1));
        mine.set(2);
    });
    drop(yours);
}
