//! A step is `Send` only if all that persists is.
use std::rc::Rc;

use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        persistent shared: Rc<u8> = Rc::new(1);
        persistent frames: [i16; 8], detached;
        buffer x: u8;
        step a(shared) -> x;
        step b(x);
    }
}

fn main() {
    let (fir, detached) = audio::take().unwrap();
    std::thread::spawn(move || drop(fir));
    drop(detached);
}
