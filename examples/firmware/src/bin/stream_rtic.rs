//! The pipeline of `stream` under RTIC: the hardware task of the timer delivers frames and spawns a software task, whose
//! local resource is the step.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

#[path = "../pipeline.rs"]
mod pipeline;

use cortex_m_rt as _;

/// What RTIC has to know about the chip.
mod device {
    /// Bits of a priority that the interrupt controller has.
    pub(crate) const NVIC_PRIO_BITS: u8 = 3;
}

#[rtic::app(device = crate::device, peripherals = false)]
mod app {
    use crate::pipeline::{self, Half, PERIOD, audio, process_frame};
    use arena_plan::Buf;
    use arena_plan_examples::Digest;
    use arena_plan_firmware::stream::{FRAME, Line};
    use arena_plan_firmware::{Counter, RECORDING, fail, succeed};
    use cortex_m_semihosting::hprintln;

    #[shared]
    struct Shared {
        /// Where the two tasks exchange halves.
        line: Line<Half>,
    }

    #[local]
    struct Local {
        /// The step between two frames; a frame takes it and puts it back.
        filter: Option<audio::Filter>,
        counter: Counter,
        digest: Digest,
    }

    #[init]
    fn init(context: init::Context) -> (Shared, Local) {
        let Some((filter, detached)) = audio::take() else { fail("the arena is taken") };
        let [ping, pong] = Buf::split(detached.frames);
        let mut line = Line::new();
        line.start(ping, pong);
        let counter = Counter::interrupting(context.core.SYST, PERIOD);
        (Shared { line }, Local { filter: Some(filter), counter, digest: Digest::new() })
    }

    /// In place of a DMA controller that is done with a frame.
    #[task(binds = SysTick, priority = 1, shared = [line])]
    fn delivered(mut context: delivered::Context) {
        context.shared.line.lock(pipeline::deliver);
        // It runs already if the frame before took too long, and then the line counts this one as missed.
        let _ = process::spawn();
    }

    /// Works on a frame, at the priority of the idle task, which needs no interrupt of the chip.
    #[task(priority = 0, shared = [line], local = [filter, counter, digest, frames: usize = 0, loudest: u32 = 0])]
    async fn process(mut context: process::Context) {
        let process::LocalResources { filter, counter, digest, frames, loudest, .. } = context.local;
        let half = context.shared.line.lock(Line::get);
        let (Some(step), Some(half)) = (filter.take(), half) else { return };
        counter.begin();
        let (measure, half) = process_frame(step, half, digest);
        counter.end();
        context.shared.line.lock(|line| line.put(half));
        *loudest = (*loudest).max(*measure.level);
        *filter = Some(measure.next());
        *frames += 1;
        if *frames == RECORDING.len() / FRAME {
            let missed = context.shared.line.lock(|line| line.missed());
            hprintln!("filtered {:08x}, loudest {}, missed {}", digest.value(), loudest, missed);
            hprintln!("ticks {}", counter.total());
            succeed()
        }
    }
}
