//! A handle is no more `Send` than its contents.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer shared: std::rc::Rc<u8>, live s = std::rc::Rc::new(1);
        buffer cell: std::cell::Cell<u8>, live s = std::cell::Cell::new(1);
        step s;
    }
}

fn main() {
    let s = kws::take().unwrap();
    let handle = s.shared;
    std::thread::spawn(move || drop(handle)).join().unwrap();
}
