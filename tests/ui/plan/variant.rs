//! Only the errors of the variant that is compiled, each at its token.
use arena_plan::arena_plan;

arena_plan! {
    mod mixer {
        bank ram {
            #[cfg(any())]
            capacity: 1 KiB,
            #[cfg(not(any()))]
            capacity: 64,
        }
        #[cfg(any())]
        buffer pcm: [i16; 1024];
        #[cfg(not(any()))]
        buffer pcm: [i16; 32];
        #[cfg(all())]
        persistent tail: [i16; 8];
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
