//! The same where only rustc knows the sizes.
use arena_plan::arena_plan;

type Sample = i16;

arena_plan! {
    mod mixer {
        bank ram {
            #[cfg(any())]
            capacity: 1 KiB,
            #[cfg(not(any()))]
            capacity: 64,
        }
        #[cfg(any())]
        buffer pcm: [Sample; 1024];
        #[cfg(not(any()))]
        buffer pcm: [Sample; 32];
        #[cfg(all())]
        persistent tail: [Sample; 8];
        #[cfg(any())]
        buffer unused: u8;
        step capture() -> pcm;
        step mix(pcm, #[cfg(all())] mut tail, #[cfg(any())] unknown);
    }
}

fn main() {
    let mut mix = mixer::take().unwrap().next();
    let mixer::MixIo { pcm, tail } = mix.io();
    tail.copy_from_slice(&pcm[..8]);
    mix.release();
}
