//! Panics half-way: in an initialiser, in a drop at death. The pipeline is lost, nothing is freed twice, and the
//! arena stays taken.

use arena_plan::arena_plan;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A value on the heap that counts its drops and panics in a drop when armed.
struct Bomb(Box<u32>, &'static AtomicUsize, &'static AtomicBool);

impl Drop for Bomb {
    fn drop(&mut self) {
        assert_eq!(*self.0, 17);
        *self.0 = 0;
        self.1.fetch_add(1, Ordering::SeqCst);
        assert!(!self.2.load(Ordering::SeqCst), "the bomb goes off");
    }
}

fn quietly<R>(run: impl FnOnce() -> R) -> Result<R, ()> {
    catch_unwind(AssertUnwindSafe(run)).map_err(drop)
}

#[test]
fn an_initialiser_that_panics_in_next() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    static CALM: AtomicBool = AtomicBool::new(false);
    static FAIL: AtomicBool = AtomicBool::new(false);
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer dying: Bomb, live a = Bomb(Box::new(17), &DROPS, &CALM);
            buffer kept: Bomb, live .. = Bomb(Box::new(17), &DROPS, &CALM);
            buffer first: Bomb, live b = Bomb(Box::new(17), &DROPS, &CALM);
            buffer second: [u8; 32], live b = if FAIL.load(Ordering::SeqCst) { panic!("no value") } else { [1; 32] };
            step a;
            step b;
        }
    }
    let b = plan::take().unwrap().next();
    let a = b.next();
    assert_eq!(DROPS.load(Ordering::SeqCst), 3);
    FAIL.store(true, Ordering::SeqCst);
    assert!(quietly(|| a.next()).is_err());
    // The dying one was dropped; the kept one and the one born before the panic leak with the step.
    assert_eq!(DROPS.load(Ordering::SeqCst), 4);
    assert!(plan::take().is_none());
}

#[test]
fn an_initialiser_that_panics_in_take() {
    static TRIES: AtomicUsize = AtomicUsize::new(0);
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer value: [u8; 4], live a = { TRIES.fetch_add(1, Ordering::SeqCst); panic!("never") };
            step a;
        }
    }
    assert!(quietly(plan::take).is_err());
    assert!(plan::take().is_none());
    assert_eq!(TRIES.load(Ordering::SeqCst), 1);
}

#[test]
fn a_drop_that_panics_at_death_leaks_the_rest_of_the_step() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    static ARMED: AtomicBool = AtomicBool::new(false);
    static CALM: AtomicBool = AtomicBool::new(false);
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer one: Bomb, live a = Bomb(Box::new(17), &DROPS, &CALM);
            buffer two: Bomb, live a = Bomb(Box::new(17), &DROPS, &ARMED);
            buffer three: Bomb, live a = Bomb(Box::new(17), &DROPS, &CALM);
            buffer over: [u8; 64], live b;
            step a;
            step b;
        }
    }
    let a = plan::take().unwrap();
    ARMED.store(true, Ordering::SeqCst);
    assert!(quietly(|| a.next()).is_err());
    let drops = DROPS.load(Ordering::SeqCst);
    assert!((1..=3).contains(&drops), "{drops}");
    assert!(plan::take().is_none());
}

#[test]
fn take_from_an_initialiser_and_from_a_drop_returns_none() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    struct Taker(#[allow(dead_code)] u8);
    impl Drop for Taker {
        fn drop(&mut self) {
            // Also while `release` runs: the arena is free only once every buffer has ended.
            assert!(plan::take().is_none());
            SEEN.fetch_add(1, Ordering::SeqCst);
        }
    }
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer nested: u32, live a = if plan::take().is_some() { 1 } else { 2 };
            buffer taker: Taker, live .. = Taker(0);
            buffer later: u32, live b = if plan::take().is_some() { 1 } else { 3 };
            step a;
            step b;
        }
    }
    let a = plan::take().unwrap();
    assert_eq!(*a.nested, 2);
    let b = a.next();
    assert_eq!(*b.later, 3);
    b.release();
    assert_eq!(SEEN.load(Ordering::SeqCst), 1);
    plan::take().unwrap().release();
    assert_eq!(SEEN.load(Ordering::SeqCst), 2);
}

/// `return` in an initialiser only leaves the initialiser.
#[test]
fn return_in_an_initialiser_returns_its_value() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer value: (u8, u32), live a = return (1, 2);
            step a;
        }
    }
    assert_eq!(*plan::take().unwrap().value, (1, 2));
}
