//! One block for three boards: features of this crate choose the variant. It is here once for each route.
#![deny(warnings)]

/// Its size is not known to the macro.
type Sample = f32;

macro_rules! board {
    ($name:ident, $sample:ident) => {
        arena_plan::arena_plan! {
            mod $name {
                #[cfg(feature = "m7")]
                bank dtcm { capacity: 1 KiB, align: 32 }
                bank sram {
                    #[cfg(not(feature = "m0"))]
                    capacity: 4 KiB,
                    #[cfg(feature = "m0")]
                    capacity: 640,
                }
                #[cfg(feature = "m7")]
                const FRAME: usize = 128;
                #[cfg(not(feature = "m7"))]
                const FRAME: usize = 64;

                buffer pcm: [$sample; FRAME] in sram;
                buffer windowed: [$sample; FRAME] in #[cfg(feature = "m7")] dtcm | sram;
                /// The frame before.
                #[cfg(feature = "echo")]
                persistent history: [$sample; FRAME] in sram;
                buffer level: $sample, retain;

                step capture() -> pcm;
                step window(pcm, #[cfg(feature = "echo")] mut history) -> windowed;
                #[cfg(not(feature = "m0"))]
                step equalise(mut windowed);
                step measure(windowed) -> level;
            }
        }
    };
}

board!(native, f32);
board!(constant, Sample);

fn main() {
    println!("{}", native::PLAN);
    assert_eq!(native::PLAN.to_string().replace("native", "constant"), constant::PLAN.to_string());
    let mut capture = constant::take().expect("the arena is free");
    for round in [1.0, 2.0] {
        capture.pcm.fill(round);
        let mut window = capture.next();
        let constant::WindowIo {
            pcm,
            #[cfg(feature = "echo")]
            history,
            windowed,
        } = window.io();
        windowed.copy_from_slice(pcm);
        #[cfg(feature = "echo")]
        for (windowed, history) in windowed.iter_mut().zip(history) {
            *windowed += std::mem::replace(history, *windowed);
        }
        #[cfg(not(feature = "m0"))]
        let mut window = window.next();
        #[cfg(not(feature = "m0"))]
        window.io().windowed.iter_mut().for_each(|sample| *sample *= 2.0);
        let mut measure = window.next();
        let constant::MeasureIo { windowed, level } = measure.io();
        *level = windowed.iter().sum();
        println!("level {}", *measure.level);
        capture = measure.next();
    }
}
