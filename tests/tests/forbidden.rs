//! Blocks in a crate that forbids an unused import: the expansion then cannot allow one, and has none.
#![forbid(unused_imports)]

mod native {
    arena_plan::arena_plan! {
        pub(crate) mod plan {
            bank ram { capacity: 64 }
            bank tcm { capacity: 64, section: ".arena.tcm" }
            buffer x: [u8; 4] in ram | tcm, retain;
            buffer y: Option<u8> in tcm = None;
            step only(mut y) -> x;
        }
    }
}

mod outside {
    type Byte = u8;
    const ROOM: usize = 64;

    arena_plan::arena_plan! {
        pub(crate) mod plan {
            bank ram { capacity: ROOM }
            bank tcm { capacity: ROOM, reserve: 10 %, section: ".arena.tcm" }
            buffer x: [Byte; 4] in ram | tcm, retain;
            buffer y: Option<u8> in tcm = None;
            step only(mut y) -> x;
        }
    }
}

#[test]
fn both_plans_run() {
    for _ in 0..2 {
        let (mut a, mut b) = (native::plan::take().unwrap(), outside::plan::take().unwrap());
        (*a.io().y, *b.io().y) = (Some(1), Some(2));
        assert_eq!((*a.y, *b.y), (Some(1), Some(2)));
        a.release();
        b.next().restart().release();
    }
}
