//! `plain(zerocopy)` needs zerocopy's traits: bytes that are not valid values, and padding.
use arena_plan::arena_plan;

#[derive(zerocopy::FromBytes)]
#[repr(C)]
struct Padded {
    byte: u8,
    word: u32,
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer flag: bool, plain(zerocopy), live s;
        buffer padded: Padded, plain(zerocopy), live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    *s.flag = s.padded.byte > 1 && s.padded.word > 1;
    s.next().release();
}
