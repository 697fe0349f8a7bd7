//! Buffers that persist and handles that the application holds, on both routes.
#![forbid(unsafe_code)]

use std::thread;

use arena_plan::{Buf, Part, arena_plan};

/// A filter over blocks of samples, whose state has to survive the run.
fn smooth(input: &[f32; 4], state: &mut [f32; 2], output: &mut [f32; 4]) {
    for (to, from) in output.iter_mut().zip(input) {
        *to = from + 0.5 * state[0] + 0.25 * state[1];
        state[1] = state[0];
        state[0] = *from;
    }
}

/// Declares the same block twice: with sizes that the macro reads, and with one that only rustc knows.
macro_rules! audio {
    ($name:ident, $length:expr) => {
        arena_plan! {
            mod $name {
                bank ram { capacity: 1 KiB }
                persistent state: [f32; 2];
                persistent gain: f32 = 2.0;
                persistent runs: [u32; $length];
                buffer input: [f32; 4], source;
                buffer filtered: [f32; 4];
                buffer output: [f32; 4], retain;
                step filter(input, mut state) -> filtered;
                step amplify(filtered, gain, mut runs) -> output;
            }
        }
    };
}

/// Only rustc knows its value.
const ONE: usize = size_of::<u8>();

audio!(native, 1);
audio!(constant, ONE);

macro_rules! keeps_its_state {
    ($name:ident) => {{
        // The same filter over one signal, without a plan.
        let (mut reference, mut expected) = ([0.0; 2], Vec::new());
        let mut got = Vec::new();
        let mut filter = $name::take().expect("the arena is free");
        for round in 0..5_u8 {
            let block = [f32::from(round), 1.0, -1.0, 0.5];
            let mut smoothed = [0.0; 4];
            smooth(&block, &mut reference, &mut smoothed);
            expected.extend(smoothed.map(|sample| sample * 2.0));

            *filter.input = block;
            let $name::FilterIo { input, state, filtered } = filter.io();
            smooth(input, state, filtered);
            let mut amplify = filter.next();
            let $name::AmplifyIo { filtered, gain, runs, output } = amplify.io();
            for (to, from) in output.iter_mut().zip(filtered) {
                *to = *from * *gain;
            }
            runs[0] += 1;
            got.extend(*amplify.output);
            // Both ways back to the first step keep what persists.
            filter = if round % 2 == 0 { amplify.next() } else { amplify.restart() };
        }
        assert_eq!(got, expected);
        assert_eq!(filter.kept.runs[0], 5);
        *filter.kept.gain = 8.0;
        filter.release();
        // What is returned begins again: zero, or its value.
        let filter = $name::take().expect("the arena is free");
        assert_eq!((*filter.kept.state, *filter.kept.gain, *filter.kept.runs), ([0.0; 2], 2.0, [0]));
        filter.next().release();
    }};
}

#[test]
fn persistent_buffers_keep_their_contents_from_run_to_run() {
    keeps_its_state!(native);
    keeps_its_state!(constant);
}

#[test]
fn persistent_buffers_are_reached_through_any_step() {
    arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            persistent gain: u8 = 1;
            buffer x: u8;
            step a(gain) -> x;
            step b(x, gain);
        }
    }
    let mut any = m::Any::from(m::take().expect("the arena is free"));
    for round in 1..6_u8 {
        *any.kept().gain += 1;
        any = any.next();
        assert_eq!(*any.kept().gain, round + 1);
    }
    let mut first = any.restart();
    assert_eq!(*first.io().gain, 6);
    m::Any::from(first).release();
    assert!(m::take().is_some());
}

arena_plan! {
    mod stream {
        bank ram { capacity: 64 }
        persistent frames: [[i16; 4]; 2], detached;
        persistent seen: u32;
        buffer sum: i32;
        step add(mut seen) -> sum;
        step show(sum);
    }
}

#[test]
fn a_detached_buffer_is_filled_over_the_end_of_the_run() {
    let (mut add, stream::Detached { frames }) = stream::take().expect("the arena is free");
    assert_eq!(*frames, [[0; 4]; 2], "plain and without a value");
    let start = |mut part: Part<stream::buf::Frames>, value: i16| {
        thread::spawn(move || {
            part.fill(value);
            part
        })
    };
    let [ping, mut pong] = Buf::split(frames);
    let mut transfer = start(ping, 0);
    for round in 0..8_i16 {
        let full = transfer.join().expect("a part");
        transfer = start(pong, round + 1);
        let stream::AddIo { seen, sum } = add.io();
        *sum = full.iter().map(|sample| i32::from(*sample)).sum();
        *seen += 1;
        let show = add.next();
        assert_eq!(*show.sum, 4 * i32::from(round));
        add = show.next();
        pong = full;
    }
    assert_eq!(*add.kept.seen, 8);
    let frames = Buf::join([transfer.join().expect("a part"), pong]);
    add.release(stream::Detached { frames });
}

arena_plan! {
    mod cue {
        bank ram { capacity: 96 }
        buffer early: [u8; 8], live b..=c, detached;
        buffer late: Vec<u8>, live c..=d, detached = vec![7; 3];
        buffer all: u16, live b..=d, detached, zeroed;
        buffer out: u8, live .., zeroed;
        step a;
        step b;
        step c;
        step d;
    }
}

#[test]
fn a_detached_buffer_is_handed_out_for_its_lifetime() {
    let mut a = cue::take().expect("the arena is free");
    for round in 0..3 {
        let (b, mut early, mut all) = a.next();
        assert_eq!(*all, 0);
        early.fill(round);
        *all = u16::from(round) + 1;
        let (c, mut late) = b.next();
        assert_eq!(*late, [7, 7, 7]);
        late.push(early[7]);
        let d = c.next(early);
        assert_eq!((late[3], *all), (round, u16::from(round) + 1));
        assert_eq!(*d.out, 0);
        a = d.next(late, all);
    }
    let (b, early, all) = a.next();
    a = b.restart(early, all);
    let (b, early, all) = a.next();
    let (c, late) = b.next();
    a = c.restart(early, late, all);
    let (b, early, all) = a.next();
    b.release(early, all);
    assert!(cue::take().is_some());
}

#[test]
fn a_leaked_detached_buffer_leaves_the_pipeline_running() {
    arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            persistent ring: [u16; 8], detached;
            buffer x: u8;
            step a() -> x;
            step b(x);
        }
    }
    let (mut a, m::Detached { ring }) = m::take().expect("the arena is free");
    let ring: &'static mut [u16; 8] = Buf::leak(ring);
    let writer = thread::spawn(move || {
        for round in 0..300 {
            ring.fill(round);
        }
        ring[7]
    });
    for round in 0..=255 {
        *a.x = round;
        let b = a.next();
        assert_eq!(*b.x, round);
        a = b.next();
    }
    assert_eq!(writer.join().expect("a number"), 299);
    assert!(m::take().is_none(), "the arena is out for good");
}

#[test]
fn steps_in_place_beside_state() {
    arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            persistent last: [u8; 4];
            buffer samples: [u8; 8], source;
            buffer words: [u16; 4], retain;
            buffer mark: u8, live b, detached, zeroed;
            step a(samples => words, mut last);
            step b(words);
        }
    }
    let mut a = m::take().expect("the arena is free");
    for round in 0..3 {
        let m::AIo { samples, last } = a.io();
        assert_eq!(*last, [round; 4]);
        samples.fill(round);
        *last = [round + 1; 4];
        let (b, mark) = a.next();
        assert_eq!((*b.words, *mark), ([u16::from_ne_bytes([round; 2]); 4], 0));
        a = b.next(mark);
    }
    a.release();
}

#[test]
fn the_table_says_what_persists() {
    assert_eq!(
        stream::PLAN.to_string(),
        "\
plan stream: 2 steps, 3 buffers, 24 bytes in 24

bank  capacity  reserve  high-water  bytes  free  bound
ram         64        0          24     24    40     24  in `add`; at its bound

buffer  kind                 bank  offset  end  bytes  align  alive in
frames  persistent detached  ram        0   16     16      2  ##  add..=show
seen    persistent           ram       16   20      4      4  ##  add..=show
sum     buffer               ram       20   24      4      4  ##  add..=show"
    );
}

/// Larger than the stack of the thread that takes it.
#[derive(Clone, Copy)]
struct Large {
    table: [u32; 65_536],
    tail: Option<u8>,
}

arena_plan! {
    mod large {
        bank ram { capacity: 2 MiB }
        persistent ring: [u8; 524_288];
        persistent table: Large = const { Large { table: [5; 65_536], tail: Some(1) } };
        persistent own: Large, detached = const { Large { table: [6; 65_536], tail: None } };
        step a(mut table, mut ring);
        step b(table);
    }
}

/// A value in `const { … }` is copied from read-only memory, and one that is left out is zero: neither passes through the
/// stack, optimised or not. With `= Large { … }` this test overflows its stack and aborts.
#[test]
fn large_values_come_to_life_without_the_stack() {
    let taken = thread::Builder::new().stack_size(64 << 10).spawn(|| {
        let (mut a, large::Detached { own }) = large::take().expect("the arena is free");
        let large::AIo { table, ring } = a.io();
        ring[524_287] = 1;
        table.table[65_535] += 1;
        let b = a.next();
        assert_eq!((b.kept.table.table[65_535], b.kept.table.tail), (6, Some(1)));
        assert_eq!((own.table[0], own.tail), (6, None));
        b.release(large::Detached { own });
        // The values are those of the block again.
        let (a, _) = large::take().expect("the arena is free");
        assert_eq!((a.kept.table.table[65_535], a.kept.ring[524_287]), (5, 0));
    });
    taken.expect("a thread").join().expect("no panic");
}
