//! Handles that leave their step: to a thread, a mutex, a future, a closure. They come back or the pipeline stops.

use arena_plan::{Buf, arena_plan};
use std::future::Future;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use std::thread;

#[test]
fn a_handle_goes_to_a_thread_and_comes_back() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 1 KiB }
            buffer pcm: [u32; 64], live ..;
            buffer own: [u32; 64], live ..;
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    for round in 0..8 {
        let mut pcm = a.pcm;
        let away = thread::spawn(move || {
            pcm.fill(round);
            pcm
        });
        a.own.fill(round + 100);
        a.pcm = away.join().unwrap();
        let b = a.next();
        assert_eq!((*b.pcm, *b.own), ([round; 64], [round + 100; 64]));
        a = b.next();
    }
}

#[test]
fn a_step_moves_between_threads_and_is_shared_by_reference() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer pcm: [u8; 32], live ..;
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    a.pcm.fill(5);
    let b = thread::spawn(move || a.next()).join().unwrap();
    let sum: u32 = thread::scope(|scope| {
        let readers: Vec<_> =
            (0..4).map(|_| scope.spawn(|| b.pcm.iter().map(|x| u32::from(*x)).sum::<u32>())).collect();
        readers.into_iter().map(|reader| reader.join().unwrap()).sum()
    });
    assert_eq!(sum, 4 * 5 * 32);
}

#[test]
fn one_of_many_threads_takes_the_arena() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer pcm: [u64; 8], live ..;
            step a;
        }
    }
    for round in 0..50u64 {
        let taken: Vec<plan::A> = thread::scope(|scope| {
            let tries: Vec<_> = (0..4).map(|_| scope.spawn(plan::take)).collect();
            tries.into_iter().filter_map(|each| each.join().unwrap()).collect()
        });
        let [mut a] = <[_; 1]>::try_from(taken).expect("one");
        a.pcm.fill(round);
        assert_eq!(*a.pcm, [round; 8]);
        a.release();
    }
}

#[test]
fn a_handle_in_a_static_mutex() {
    arena_plan! {
        pub(crate) mod plan {
            bank ram { capacity: 64 }
            buffer pcm: [u8; 32], live ..;
            step a;
            step b;
        }
    }
    static PARKED: Mutex<Option<Buf<plan::buf::Pcm>>> = Mutex::new(None);
    let mut a = plan::take().unwrap();
    *PARKED.lock().unwrap() = Some(a.pcm);
    let writer = thread::spawn(|| PARKED.lock().unwrap().as_mut().unwrap().fill(9));
    writer.join().unwrap();
    assert!(plan::take().is_none());
    a.pcm = PARKED.lock().unwrap().take().unwrap();
    assert_eq!(*a.next().pcm, [9; 32]);
}

/// Polls to the end; a pending future wakes nothing and is polled again.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// Pending once.
async fn breathe() {
    let mut first = true;
    std::future::poll_fn(|_| if std::mem::take(&mut first) { Poll::Pending } else { Poll::Ready(()) }).await;
}

#[test]
fn a_step_held_over_await() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: [u8; 16], live one;
            buffer b: [u8; 16], live two;
            step one;
            step two;
        }
    }
    async fn pipeline(mut one: plan::One) -> plan::Two {
        one.a.fill(1);
        let held = &mut *one.a;
        breathe().await;
        held[0] = 2;
        assert_eq!(one.a[..2], [2, 1]);
        let mut two = one.next();
        breathe().await;
        two.b.fill(3);
        two
    }
    let one = plan::take().unwrap();
    let two = block_on(pipeline(one));
    assert_eq!(*two.b, [3; 16]);
    // A future that is dropped half-way drops the step with it.
    let mut cancelled = Box::pin(pipeline(two.next()));
    let mut context = Context::from_waker(Waker::noop());
    assert!(cancelled.as_mut().poll(&mut context).is_pending());
    drop(cancelled);
    assert!(plan::take().is_none());
}

#[test]
fn forgotten_handles_and_steps_only_end_the_pipeline() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer pcm: String, live .. = "alive".to_owned();
            step a;
        }
    }
    let a = plan::take().unwrap();
    let _kept = std::mem::ManuallyDrop::new(a);
    assert!(plan::take().is_none());
}

/// Swapping contents of the same type between two plans is an ordinary swap: each handle keeps its place.
#[test]
fn contents_of_two_plans_are_swapped_and_not_their_handles() {
    arena_plan! {
        mod left {
            bank ram { capacity: 64 }
            buffer text: String, live .. = "left".to_owned();
            step a;
        }
    }
    arena_plan! {
        mod right {
            bank ram { capacity: 64 }
            buffer text: String, live .. = "right".to_owned();
            step a;
        }
    }
    let (mut l, mut r) = (left::take().unwrap(), right::take().unwrap());
    std::mem::swap(&mut *l.text, &mut *r.text);
    assert_eq!((l.text.as_str(), r.text.as_str()), ("right", "left"));
    l.release();
    assert_eq!(r.text.as_str(), "left");
    r.release();
    assert_eq!(*left::take().unwrap().text, "left");
}
