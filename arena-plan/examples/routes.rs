//! The same plan twice: with sizes that the macro reads, so that it plans itself, and with sizes that only the compiler
//! knows, so that const evaluation plans. `cargo xtask msrv` builds and runs it with the oldest compiler.

use arena_plan::arena_plan;

/// Samples of a frame; the macro does not see the value.
const FRAME: usize = 256;

/// A type of the user's own.
#[derive(Clone, Copy, Default)]
struct Summary {
    mean: f32,
    peak: i16,
}

arena_plan! {
    /// Planned by the macro.
    mod spelled {
        bank fast { capacity: 1 KiB, align: 16 }
        bank slow { capacity: 2 KiB, reserve: 10 % }
        buffer pcm: [i16; 256] in slow;
        buffer windowed: [f32; 256] in fast | slow;
        buffer squares: [f32; 128] in slow, zeroed;
        buffer mean: f32, retain;
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step power(windowed) -> squares;
        step average(squares) -> mean;
    }
}

arena_plan! {
    /// Planned in const evaluation.
    mod measured {
        bank fast { capacity: 4 * FRAME, align: 16 }
        bank slow { capacity: 2 KiB, reserve: 10 % }
        buffer pcm: [i16; FRAME] in slow;
        buffer windowed: [f32; FRAME] in fast | slow;
        buffer squares: [f32; FRAME / 2] in slow, zeroed;
        buffer mean: f32, retain;
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step power(windowed) -> squares;
        step average(squares) -> mean;
    }
}

arena_plan! {
    /// A type that needs a value, in const evaluation as well.
    mod summed {
        bank ram { capacity: 64 }
        buffer words: [usize; 4], source;
        buffer summary: Summary, retain = Summary::default();
        step sum(words) -> summary;
    }
}

fn main() {
    let places = |plan: arena_plan::Table| plan.buffers.iter().map(|row| (row.bank, row.offset));
    assert!(places(spelled::PLAN).eq(places(measured::PLAN)), "both routes give the same layout");

    let mut capture = measured::take().expect("the arena is free");
    capture.pcm.fill(2);
    let mut window = capture.next();
    let measured::WindowIo { pcm, windowed } = window.io();
    windowed.iter_mut().zip(pcm).for_each(|(to, from)| *to = f32::from(*from));
    let mut power = window.next();
    let measured::PowerIo { windowed, squares } = power.io();
    squares.iter_mut().zip(windowed).for_each(|(to, from)| *to = from * from);
    let mut average = power.next();
    let measured::AverageIo { squares, mean } = average.io();
    *mean = squares.iter().sum::<f32>() / squares.len() as f32;
    let mean = *average.mean;
    average.release();

    let mut sum = summed::take().expect("the arena is free");
    sum.words.fill(5);
    let summed::SumIo { words, summary } = sum.io();
    *summary = Summary { mean, peak: words.iter().sum::<usize>() as i16 };
    println!("mean {}, peak {}\n{}", sum.summary.mean, sum.summary.peak, measured::PLAN);
}
