//! `plain(bytemuck)` needs bytemuck's traits, and zerocopy's are different ones.
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
