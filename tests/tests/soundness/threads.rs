//! Handles, parts and steps on several threads: what a scheduler and an interrupt do with them.

use std::sync::mpsc::channel;
use std::thread;

use arena_plan::{Buf, Part, arena_plan};

/// Parts go between two threads, and a buffer for some steps to a third one, while the pipeline runs.
#[test]
fn parts_and_handles_are_with_other_threads_while_the_steps_go_on() {
    arena_plan! {
        mod audio {
            bank ram { capacity: 256 }
            persistent frames: [[i16; 16]; 2], detached;
            persistent sum: i64;
            buffer filtered: [i32; 16];
            buffer beep: [u16; 8], live shape..=measure, detached;
            buffer peak: i32, retain;
            step filter() -> filtered;
            step shape(mut filtered);
            step measure(filtered, mut sum) -> peak;
        }
    }
    let (mut filter, audio::Detached { frames }) = audio::take().expect("the arena is free");
    let (to_fill, at_fill) = channel::<Part<audio::buf::Frames>>();
    let (to_main, at_main) = channel();
    let producer = thread::spawn(move || {
        for (round, mut part) in (1..).zip(at_fill) {
            part.fill(round);
            if to_main.send(part).is_err() {
                break;
            }
        }
    });
    for part in Buf::split(frames) {
        to_fill.send(part).expect("the producer runs");
    }
    let mut parts = Vec::new();
    for round in 1..=9_i16 {
        let part = at_main.recv().expect("the producer runs");
        assert_eq!(*part, [round; 16], "torn");
        for (to, from) in filter.io().filtered.iter_mut().zip(part.iter()) {
            *to = i32::from(*from);
        }
        if round < 8 {
            to_fill.send(part).expect("the producer runs");
        } else {
            parts.push(part);
        }
        let (mut shape, beep) = filter.next();
        // Filled by a thread of its own, and its neighbours by this one at the same time.
        let player = thread::spawn(move || {
            let mut beep = beep;
            beep.fill(round.unsigned_abs());
            (beep, round)
        });
        shape.io().filtered.iter_mut().for_each(|sample| *sample *= 2);
        let mut measure = shape.next();
        let audio::MeasureIo { filtered, sum, peak } = measure.io();
        *peak = filtered.iter().copied().max().unwrap_or(0);
        *sum += i64::from(*peak);
        let (beep, of) = player.join().expect("no panic");
        assert_eq!(
            (*measure.filtered, *beep, of),
            ([2 * i32::from(round); 16], [round.unsigned_abs(); 8], round)
        );
        filter = measure.next(beep);
    }
    drop(to_fill);
    producer.join().expect("no panic");
    assert_eq!(*filter.kept.sum, 90);
    let parts = <[_; 2]>::try_from(parts).expect("both");
    filter.release(audio::Detached { frames: Buf::join(parts) });
}

/// Constants are read on two threads while a third writes buffers of the same bank; before, their destination is filled on
/// another thread than the one that goes on.
#[test]
fn constants_are_read_while_their_neighbours_are_written() {
    arena_plan! {
        mod model {
            bank flash { capacity: 256, read_only }
            bank ram { capacity: 256 }
            constant bias: [i32; 3] in flash = [1, 2, 3];
            constant weights: [i8; 21] in flash -> ram = [1; 21];
            constant gains: [i32; 4] in flash -> ram = [10, 20, 30, 40];
            persistent log: [u8; 8], detached;
            buffer x: [u8; 16];
            buffer y: [u8; 16], retain;
            step load() -> x;
            step dense(x, weights, gains, bias) -> y;
        }
    }
    for _ in 0..3 {
        let (mut cold, model::Detached { mut log }) = model::take().expect("the arena is free");
        let ram = cold.ram;
        let transfer = thread::spawn(move || {
            let mut ram = ram;
            ram.copy_from_slice(model::staged::Ram::source());
            ram
        });
        log.fill(9); // beside the destination
        cold.ram = transfer.join().expect("no panic");
        let mut load = cold.hydrated();
        let sum = |kept: &model::Kept| {
            let weights: i32 = kept.weights.iter().map(|weight| i32::from(*weight)).sum();
            weights + kept.gains.iter().sum::<i32>() + kept.bias.iter().sum::<i32>()
        };
        for round in 0..8 {
            let model::Load { kept, x, .. } = &mut load;
            let kept = &*kept;
            thread::scope(|scope| {
                let readers = [0; 2].map(|_| scope.spawn(move || sum(kept)));
                let writers = (scope.spawn(|| x.fill(round)), scope.spawn(|| log.fill(round)));
                assert_eq!(readers.map(|reader| reader.join().expect("no panic")), [127; 2]);
                (writers.0.join().expect("no panic"), writers.1.join().expect("no panic"))
            });
            let dense = load.next();
            assert_eq!((*dense.x, sum(&dense.kept)), ([round; 16], 127));
            load = dense.next();
        }
        assert_eq!(*log, [7; 8]);
        load.release(model::Detached { log });
    }
}

/// Threads contend for one plan with state; each finds it as new.
#[test]
fn threads_take_the_arena_one_after_the_other() {
    arena_plan! {
        mod m {
            bank ram { capacity: 128 }
            persistent count: u32;
            persistent ring: [[u8; 4]; 2], detached;
            persistent names: Vec<String> = Vec::new();
            buffer x: [u32; 4], source, retain;
            step a(mut x, mut count, mut names);
        }
    }
    thread::scope(|scope| {
        for id in 1..=4_u8 {
            scope.spawn(move || {
                for _ in 0..50 {
                    let (mut a, m::Detached { ring }) = loop {
                        match m::take() {
                            Some(taken) => break taken,
                            None => thread::yield_now(),
                        }
                    };
                    assert_eq!((*a.kept.count, a.kept.names.len(), *ring), (0, 0, [[0; 4]; 2]));
                    let [mut one, two] = Buf::split(ring);
                    one.fill(id);
                    for round in 1..=3 {
                        let m::AIo { x, count, names } = a.io();
                        x.fill(u32::from(id) * round);
                        *count += x[3];
                        names.push(format!("{id} in round {round}"));
                        a = a.next();
                    }
                    assert_eq!((*a.kept.count, a.kept.names.len()), (6 * u32::from(id), 3));
                    assert_eq!((*one, *two), ([id; 4], [0; 4]));
                    a.release(m::Detached { ring: Buf::join([two, one]) });
                }
            });
        }
    });
    assert!(m::take().is_some());
}
