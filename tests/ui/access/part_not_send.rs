//! A part of a buffer that is not `Send` is not `Send`.
use arena_plan::{Buf, arena_plan};
use std::rc::Rc;

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer names: [Rc<u8>; 2], live .. = [Rc::new(1), Rc::new(2)];
        step record;
    }
}

fn main() {
    let record = audio::take().unwrap();
    let [mine, yours] = Buf::split(record.names);
    std::thread::spawn(move || drop(yours));
    drop(mine);
}
