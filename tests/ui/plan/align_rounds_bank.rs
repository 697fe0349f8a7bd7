//! The size of a bank is a multiple of its largest alignment: that of `line` leaves no room for `a` and `c`.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 900 }
        buffer a: [u8; 300];
        buffer line: [u8; 16], align 512;
        buffer c: [u8; 250];
        step capture() -> (a, c);
        step emit(a, c) -> line;
        step send(line);
    }
}

fn main() {
    let mut capture = kws::take().expect("the arena is free");
    capture.a.fill(1);
    let mut emit = capture.next();
    emit.io().line.fill(2);
    emit.next().release();
}
