//! The promise about a section is `unsafe`.
#![forbid(unsafe_code)]

arena_plan::arena_pool! { mod scratch for wake, classify { section: unsafe ".ram_d3" } }

arena_plan::arena_plan! {
    mod wake {
        bank sram { capacity: 64 }
        bank work { capacity: 256, storage: shared(scratch) }
        persistent heard: u32 in sram;
        buffer pcm: [i16; 32] in work;
        buffer loud: u8 in work, retain;
        step listen() -> pcm;
        step decide(pcm, mut heard) -> loud;
    }
}

arena_plan::arena_plan! {
    mod classify {
        bank work { capacity: 256, storage: shared(scratch) }
        buffer features: [f32; 16];
        buffer label: String = String::new();
        step extract() -> features;
        step name(features) -> label;
        step tell(label);
    }
}

fn main() {
    let lease = scratch::take().unwrap();
    let (wake, lease) = wake::take().unwrap().start(lease).next().stop();
    println!("{}", *wake.kept.heard);
    let (classify, lease) = classify::take().unwrap().start(lease).stop();
    classify.release();
    scratch::release(lease);
}
