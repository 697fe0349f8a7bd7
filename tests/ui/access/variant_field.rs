//! A buffer that is configured out has no field.
use arena_plan::arena_plan;

arena_plan! {
    mod mixer {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        #[cfg(any())]
        persistent tail: [u8; 16];
        step capture() -> pcm;
        step mix(pcm, #[cfg(any())] mut tail);
    }
}

fn main() {
    let mut mix = mixer::take().unwrap().next();
    let mixer::MixIo { pcm, tail } = mix.io();
    assert_eq!(pcm.len(), 16);
    mix.release();
}
