//! bytemuck's word is needed for a type that is said to have it, and zerocopy's is another one.
use arena_plan::arena_plan;

#[derive(zerocopy::FromBytes, zerocopy::IntoBytes)]
#[repr(C)]
struct Pair {
    left: u16,
    right: u16,
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pair: Pair, plain(bytemuck), live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.pair.left = s.pair.right;
    s.next().release();
}
