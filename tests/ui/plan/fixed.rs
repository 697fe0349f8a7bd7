//! Fixed offsets that are misaligned and outside the bank.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, align: 4 }
        bank rom { capacity: 64, reserve: 16 }
        buffer odd: [u16; 8] in ram @ 6;
        buffer out: [u8; 16] in rom @ 40;
        step capture() -> (odd, out);
        step emit(odd, out);
    }
}

fn main() {}
