//! Attributes that would place, align or rewrite what the macro generates.
use arena_plan::arena_plan;

arena_plan! {
    #[cfg_attr(all(), derive(Clone))]
    #[rustfmt::skip]
    mod kws {
        #![doc = "Inner documentation is fine."]
        #[link_section = ".tcm"]
        bank tcm { capacity: 64 }
        #[repr(C, align(32))]
        bank ram { capacity: 64 }
        #[unsafe(link_section = ".arena.tcm")]
        buffer pcm: [u8; 16];
        #[repr(align(32))]
        #[allow(dead_code)]
        buffer sums: [u8; 16], retain;
        #[derive(Clone)]
        #[deprecated = "fine"]
        step capture() -> pcm;
        #[must_use = "twice"]
        step sum(pcm) -> sums;
        #[no_mangle]
        const BANDS: usize = 4;
        #[cfg_attr(all(), doc = "fine", cfg_attr(all(), used))]
        const MORE: usize = 4;
        /// Where the placements are.
        /// In a file.
        #[cfg(all())]
        #[allow(dead_code)]
        pub layout "no.json";
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.io().pcm.fill(kws::BANDS as u8);
    let mut sum = capture.next();
    let kws::SumIo { pcm, sums } = sum.io();
    sums[0] = pcm[kws::MORE];
    sum.release();
}
