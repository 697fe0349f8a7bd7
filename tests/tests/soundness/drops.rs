//! Drops: each value is dropped exactly once, when its buffer dies, in whatever way it dies.

use arena_plan::arena_plan;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the values that were created and dropped.
struct Tally {
    made: AtomicUsize,
    dropped: AtomicUsize,
}

impl Tally {
    const fn new() -> Self {
        Self { made: AtomicUsize::new(0), dropped: AtomicUsize::new(0) }
    }

    fn counts(&self) -> (usize, usize) {
        (self.made.load(Ordering::SeqCst), self.dropped.load(Ordering::SeqCst))
    }

    fn make(&'static self) -> Counted {
        self.made.fetch_add(1, Ordering::SeqCst);
        // On the heap, so that a sanitizer detects a second drop or a read after it.
        Counted { tally: self, alive: Box::new(0xC0FFEE) }
    }
}

struct Counted {
    tally: &'static Tally,
    alive: Box<u32>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        assert_eq!(*self.alive, 0xC0FFEE);
        *self.alive = 0;
        self.tally.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn each_value_is_dropped_once_over_cycles_restart_and_release() {
    static SHORT: Tally = Tally::new();
    static LONG: Tally = Tally::new();
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer short: [Counted; 2], live a = [SHORT.make(), SHORT.make()];
            buffer long: Counted, live ..= c = LONG.make();
            buffer reuse: [u64; 4], live b..;
            step a;
            step b;
            step c;
        }
    }
    let mut a = plan::take().unwrap();
    for cycle in 1..=4 {
        assert_eq!((SHORT.counts(), LONG.counts()), ((2 * cycle, 2 * cycle - 2), (cycle, cycle - 1)));
        let mut b = a.next();
        assert_eq!((SHORT.counts(), LONG.counts()), ((2 * cycle, 2 * cycle), (cycle, cycle - 1)));
        // The dead values' bytes belong to another buffer now.
        *b.reuse = [u64::MAX; 4];
        a = b.next().next();
    }
    assert_eq!((SHORT.counts(), LONG.counts()), ((10, 8), (5, 4)));
    // From the middle of the schedule back to its start.
    let b = a.next();
    let a = b.restart();
    assert_eq!((SHORT.counts(), LONG.counts()), ((12, 10), (6, 5)));
    a.release();
    assert_eq!((SHORT.counts(), LONG.counts()), ((12, 12), (6, 6)));
    // Release and take again.
    let any = plan::Any::from(plan::take().unwrap());
    any.next().release();
    assert_eq!((SHORT.counts(), LONG.counts()), ((14, 14), (7, 7)));
    // Dropping a step ends the pipeline: nothing is dropped, nothing is freed twice.
    drop(plan::take().unwrap());
    assert_eq!((SHORT.counts(), LONG.counts()), ((16, 14), (8, 7)));
    assert!(plan::take().is_none());
}

#[test]
fn a_replaced_value_is_dropped_at_once_and_its_successor_at_death() {
    static TALLY: Tally = Tally::new();
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer value: Counted, live a = TALLY.make();
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    *a.value = TALLY.make();
    assert_eq!(TALLY.counts(), (2, 1));
    let taken = std::mem::replace(&mut *a.value, TALLY.make());
    let b = a.next();
    assert_eq!(TALLY.counts(), (3, 2));
    drop(taken);
    assert_eq!(TALLY.counts(), (3, 3));
    b.release();
    assert_eq!(TALLY.counts(), (3, 3));
}

/// A value that is not `Send`: `Rc` keeps the whole step on its thread, and its count is correct at the end.
#[test]
fn values_that_are_not_send_are_dropped() {
    thread_local!(static SHARED: Rc<Cell<u32>> = Rc::new(Cell::new(0)));
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: Rc<Cell<u32>>, live one = SHARED.with(Rc::clone);
            buffer b: [Rc<Cell<u32>>; 3], live two = std::array::from_fn(|_| SHARED.with(Rc::clone));
            step one;
            step two;
        }
    }
    let count = || SHARED.with(Rc::strong_count);
    let mut one = plan::take().unwrap();
    for round in 0..3 {
        assert_eq!((count(), one.a.get()), (2, 3 * round));
        let two = one.next();
        assert_eq!(count(), 4);
        two.b.iter().for_each(|shared| shared.set(shared.get() + 1));
        one = two.next();
    }
    one.release();
    assert_eq!(count(), 1);
}

/// A buffer that contains the handle of another: the handle is lost with it, so the pipeline stops, and nothing worse
/// happens.
#[test]
fn a_handle_kept_in_a_buffer_is_missing_until_it_is_put_back() {
    use arena_plan::Buf;
    arena_plan! {
        pub(crate) mod nest {
            bank ram { capacity: 64 }
            buffer place: (u8, Option<Buf<nest::buf::Pcm>>), live .. = (7, None);
            buffer pcm: [u8; 8], live ..;
            step a;
            step b;
        }
    }
    let nest::A { mut place, mut pcm, .. } = nest::take().unwrap();
    pcm.fill(3);
    place.1 = Some(pcm);
    let inner = place.1.as_deref_mut().unwrap();
    inner[0] = 4;
    let back = place.1.take().unwrap();
    assert_eq!((*back, place.0), ([4, 3, 3, 3, 3, 3, 3, 3], 7));
}
