//! Buffers that persist and handles that are handed out: each value is dropped once, when its life ends, and nothing is
//! reached twice, also after a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use arena_plan::{Buf, Part, arena_plan};

/// Values that were made and not dropped.
static ALIVE: [AtomicUsize; 8] = [const { AtomicUsize::new(0) }; 8];
/// Whose drops panic.
static ARMED: [AtomicBool; 8] = [const { AtomicBool::new(false) }; 8];

/// On the heap, so that a second drop or a read after it is a fault that a sanitizer sees.
struct Counted {
    tally: usize,
    alive: Box<u32>,
}

impl Counted {
    fn new(tally: usize) -> Self {
        ALIVE[tally].fetch_add(1, Ordering::SeqCst);
        Self { tally, alive: Box::new(0xC0FFEE) }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        assert_eq!(*self.alive, 0xC0FFEE);
        *self.alive = 0;
        ALIVE[self.tally].fetch_sub(1, Ordering::SeqCst);
        assert!(!ARMED[self.tally].load(Ordering::SeqCst), "this drop panics");
    }
}

fn alive<const N: usize>(tallies: [usize; N]) -> [usize; N] {
    tallies.map(|tally| ALIVE[tally].load(Ordering::SeqCst))
}

arena_plan! {
    mod lives {
        bank ram { capacity: 512 }
        persistent owned: Counted = Counted::new(0);
        persistent held: [Counted; 2], detached = [Counted::new(1), Counted::new(1)];
        buffer lent: Counted, live b..=c, detached = Counted::new(2);
        buffer short: Counted, live a = Counted::new(3);
        buffer reuse: [u64; 2], live b..;
        step a(owned);
        step b;
        step c;
    }
}

#[test]
fn each_value_is_dropped_where_its_life_ends() {
    let (mut a, mut detached) = lives::take().expect("the arena is free");
    for _ in 0..3 {
        assert_eq!(alive([0, 1, 2, 3]), [1, 2, 0, 1]);
        assert_eq!(*a.io().owned.alive, 0xC0FFEE);
        let (mut b, lent) = a.next();
        assert_eq!(alive([0, 1, 2, 3]), [1, 2, 1, 0]);
        *b.reuse = [u64::MAX; 2];
        // What is the application's may be replaced: the old value is dropped.
        detached.held[1] = Counted::new(1);
        a = b.next().next(lent);
    }
    let (b, lent) = a.next();
    let a = b.restart(lent);
    assert_eq!(alive([0, 1, 2, 3]), [1, 2, 0, 1]);
    let (b, lent) = a.next();
    b.next().release(lent, detached);
    assert_eq!(alive([0, 1, 2, 3]), [0; 4]);
    // A drop that panics in `release()` leaves the rest behind, and the arena taken.
    let (a, detached) = lives::take().expect("the arena is free");
    ARMED[0].store(true, Ordering::SeqCst);
    assert!(catch_unwind(AssertUnwindSafe(|| a.release(detached))).is_err());
    ARMED[0].store(false, Ordering::SeqCst);
    assert_eq!(alive([0, 1, 2, 3]), [0, 2, 0, 0]);
    assert!(lives::take().is_none());
}

#[test]
fn a_value_that_panics_in_take_leaves_the_arena_out() {
    arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            persistent first: Counted = Counted::new(4);
            persistent second: u8, detached = { assert!(alive([4]) == [9], "never"); 1 };
            step a(first);
        }
    }
    assert!(catch_unwind(|| m::take().is_some()).is_err());
    assert_eq!(alive([4]), [1], "what came to life before is leaked");
    assert!(m::take().is_none());
}

#[test]
fn a_pipeline_that_goes_to_another_thread_takes_its_state_along() {
    arena_plan! {
        mod m {
            bank ram { capacity: 256 }
            persistent log: Vec<Counted> = Vec::new();
            persistent frames: [[u8; 8]; 4], detached;
            buffer x: u8;
            step a(mut log) -> x;
            step b(x);
        }
    }
    let (a, m::Detached { frames }) = m::take().expect("the arena is free");
    let parts = Buf::split(frames);
    // A queue of parts between two threads; each part is written here or there, never by both.
    let full: Arc<Mutex<Vec<Part<m::buf::Frames>>>> = Arc::default();
    let empty: Arc<Mutex<Vec<Part<m::buf::Frames>>>> = Arc::new(Mutex::new(parts.into()));
    let pop = |queue: &Mutex<Vec<_>>| loop {
        if let Some(part) = queue.lock().expect("not poisoned").pop() {
            break part;
        }
        thread::yield_now();
    };
    let producer = {
        let (full, empty) = (Arc::clone(&full), Arc::clone(&empty));
        thread::spawn(move || {
            for round in 0..100 {
                let mut part = pop(&empty);
                part.fill(round);
                full.lock().expect("not poisoned").push(part);
            }
        })
    };
    let consumer = {
        let (full, empty) = (Arc::clone(&full), Arc::clone(&empty));
        thread::spawn(move || {
            let mut a = a;
            let mut sum = 0_u32;
            for _ in 0..100 {
                let part = pop(&full);
                let m::AIo { log, x } = a.io();
                assert!(part.iter().all(|byte| *byte == part[0]), "torn");
                *x = part[0];
                log.push(Counted::new(5));
                empty.lock().expect("not poisoned").push(part);
                let b = a.next();
                sum += u32::from(*b.x);
                a = b.next();
            }
            (a, sum)
        })
    };
    producer.join().expect("no panic");
    let (a, sum) = consumer.join().expect("no panic");
    assert_eq!((sum, alive([5])), (4950, [100]));
    let parts = std::mem::take(&mut *empty.lock().expect("not poisoned"));
    let parts = <[Part<_>; 4]>::try_from(parts).expect("all four");
    a.release(m::Detached { frames: Buf::join(parts) });
    assert_eq!(alive([5]), [0]);
}

#[test]
fn images_are_values_of_their_own() {
    arena_plan! {
        mod m {
            bank ram { capacity: 128 }
            persistent log: Vec<Counted> = const { Vec::new() };
            buffer names: [Option<String>; 2] = const { [None, None] };
            step a(mut log, mut names);
            step b(names);
        }
    }
    let mut a = m::take().expect("the arena is free");
    for round in 1..4 {
        let m::AIo { log, names } = a.io();
        assert_eq!((log.len(), names.iter().flatten().count()), (round - 1, 0));
        log.push(Counted::new(6));
        names[0] = Some(String::from("on the heap"));
        a = a.next().next();
    }
    a.release();
    assert_eq!(alive([6]), [0]);
    assert_eq!(m::take().expect("the arena is free").kept.log.len(), 0);
}
