//! rustc's own check of names in `cfg`: once, although both variants name it.
#![deny(unexpected_cfgs)]
use arena_plan::arena_plan;

arena_plan! {
    mod mixer {
        bank ram { capacity: 128 }
        #[cfg(not(bord))]
        buffer pcm: [u8; 16];
        step capture() -> #[cfg(not(bord))] pcm;
        step mix(#[cfg(not(bord))] pcm);
    }
}

fn main() {
    let mut mix = mixer::take().unwrap().next();
    let mixer::MixIo { pcm } = mix.io();
    assert_eq!(pcm.len(), 16);
    mix.release();
}
