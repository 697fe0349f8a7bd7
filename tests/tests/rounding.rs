//! The size of a bank is a multiple of its base alignment, which depends on the buffers in it: buffers that only may
//! be in a bank do not reduce its room.

use arena_plan::arena_plan;

type Sample = u16;

arena_plan! {
    mod native {
        bank a { capacity: 100 }
        bank b { capacity: 32 }
        buffer x: [u16; 49] in a, live s;
        buffer y: [u8; 32] in b | a, align 32, live s;
        step s;
    }
}

arena_plan! {
    mod constant {
        bank a { capacity: 100 }
        bank b { capacity: 32 }
        buffer x: [Sample; 49] in a, live s;
        buffer y: [u8; 32] in b | a, align 32, live s;
        step s;
    }
}

#[test]
fn a_bank_has_the_alignment_of_its_buffers() {
    assert_eq!([native::bank::A::BYTES, native::bank::A::ALIGN], [98, 2]);
    assert_eq!([constant::bank::A::BYTES, constant::bank::A::ALIGN], [98, 2]);
    assert_eq!([native::bank::B::BYTES, constant::bank::B::BYTES], [32, 32]);
}
