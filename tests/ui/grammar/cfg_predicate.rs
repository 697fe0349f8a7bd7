//! Predicates that rustc cannot read: each is one error, and counts as true.
use arena_plan::arena_plan;

arena_plan! {
    mod mixer {
        bank ram {
            #[cfg(feature = large)]
            capacity: 128,
            #[cfg(not(feature = large))]
            capacity: 64,
        }
        #[cfg]
        buffer pcm: [u8; 16] in ram;
        buffer level: u32, #[cfg(al(unix, debug_assertions))] retain;
        #[cfg(feature = "echo", unix)]
        persistent tail: [u8; 16];
        step capture() -> #[cfg(version("1.0"))] pcm;
        #[cfg_attr(board::m7, doc = "A step.")]
        step mix(pcm, mut tail) -> level;
    }
}

fn main() {
    let mut mix = mixer::take().unwrap().next();
    let mixer::MixIo { pcm, tail, level } = mix.io();
    *level = pcm.iter().zip(tail).map(|(pcm, tail)| u32::from(*pcm + *tail)).sum();
    assert_eq!(mixer::bank::Ram::CAPACITY, 128);
    mix.release();
}
