//! A type may have a destructor and yet be plain by its bytes: a new buffer with arbitrary bytes must not be dropped.
use arena_plan::arena_plan;

#[derive(zerocopy::FromBytes, zerocopy::IntoBytes)]
#[repr(C)]
struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {}
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer guard: Guard, plain(zerocopy), live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.guard.0 = 1;
    s.next().release();
}
