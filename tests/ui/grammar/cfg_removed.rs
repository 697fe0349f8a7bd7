//! Names that this variant of the block does not have.
use arena_plan::arena_plan;

arena_plan! {
    mod mixer {
        #[cfg(any())]
        bank dtcm { capacity: 64 }
        bank ram { capacity: 128 }
        buffer pcm: [u8; 16] in dtcm | ram;
        #[cfg(not(all()))]
        persistent tail: [u8; 16];
        buffer level: u32, live mix..=fade;
        step capture() -> pcm;
        step mix(pcm, mut tail) -> level;
        #[cfg(any())]
        step fade(mut level);
        step play(level, tail);
    }
}

fn main() {
    let mut mix = mixer::take().unwrap().next();
    let mixer::MixIo { pcm, tail, level } = mix.io();
    *level = pcm.iter().zip(tail).map(|(pcm, tail)| u32::from(*pcm + *tail)).sum();
    let play = mix.next();
    let mixer::Play { level, .. } = &play;
    assert_eq!(**level, 0);
    play.release();
}
