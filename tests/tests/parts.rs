//! Parts of an array buffer: one type, any order, through queues, channels and threads, and back into the buffer.
#![forbid(unsafe_code)]

use std::sync::mpsc::channel;
use std::thread;

use arena_plan::{Buf, Part, arena_plan};

#[test]
fn parts_are_in_order_within_the_buffer_and_keep_their_contents() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer rows: [[u16; 3]; 4], live ..;
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    *a.rows = [[1; 3], [2; 3], [3; 3], [4; 3]];
    let base = Buf::as_ptr(&a.rows).addr();
    let mut parts = Buf::split(a.rows);
    for (n, part) in parts.iter_mut().enumerate() {
        assert_eq!((Part::index(part), part[0]), (n, n as u16 + 1));
        assert_eq!(Part::as_ptr(part).addr(), base + 6 * n);
        assert_eq!(Part::as_mut_ptr(part).addr(), base + 6 * n);
        part[2] = 10 * n as u16;
    }
    parts.reverse();
    assert_eq!(format!("{:?}", parts[0]).rsplit("::").next(), Some("Rows>[3]"));
    a.rows = Buf::join(parts);
    assert_eq!(*a.next().rows, [[1, 1, 0], [2, 2, 10], [3, 3, 20], [4, 4, 30]]);
}

#[test]
fn a_part_is_one_byte() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer bytes: [u8; 256], live ..;
            step a;
        }
    }
    let mut a = plan::take().unwrap();
    let parts = Buf::split(a.bytes);
    assert_eq!((size_of_val(&parts[0]), size_of_val(&parts)), (1, 256));
    assert!(parts.iter().map(Part::index).eq(0..256));
    a.bytes = Buf::join(parts);
    a.release();
    assert!(plan::take().is_some());
}

/// An interrupt and a main loop: the interrupt fills one part, the loop reads the previous one.
#[test]
fn two_parts_go_round_between_two_threads() {
    arena_plan! {
        pub(crate) mod plan {
            bank ram { capacity: 2 KiB }
            buffer frames: [[u32; 128]; 2], live ..;
            step a;
        }
    }
    let mut a = plan::take().unwrap();
    let [first, second] = Buf::split(a.frames);
    let (give_full, full) = channel::<Part<plan::buf::Frames>>();
    let (give_empty, empty) = channel();
    give_empty.send(first).unwrap();
    let producer = thread::spawn(move || {
        let mut own = second;
        for round in 0..100 {
            own.fill(round);
            give_full.send(own).unwrap();
            own = empty.recv().unwrap();
        }
        (own, empty)
    });
    for round in 0..100 {
        let frame = full.recv().unwrap();
        assert!(frame.iter().all(|value| *value == round));
        give_empty.send(frame).unwrap();
    }
    let (last, empty) = producer.join().unwrap();
    let other = empty.recv().expect("the second part");
    a.frames = Buf::join([last, other]);
    a.release();
}

#[test]
fn parts_wait_in_a_queue_and_swap() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 128 }
            buffer texts: [String; 3], live .. = [const { String::new() }; 3];
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    let mut queue: heapless::spsc::Queue<Part<plan::buf::Texts>, 4> = heapless::spsc::Queue::new();
    for part in Buf::split(a.texts) {
        queue.enqueue(part).unwrap();
    }
    let (mut one, mut two) = (queue.dequeue().unwrap(), queue.dequeue().unwrap());
    one.push_str("one");
    two.push_str("two");
    std::mem::swap(&mut one, &mut two);
    assert_eq!((Part::index(&one), one.as_str(), Part::index(&two), two.as_str()), (1, "two", 0, "one"));
    a.texts = Buf::join([queue.dequeue().unwrap(), one, two]);
    let b = a.next();
    assert_eq!(*b.texts, ["one", "two", ""]);
    b.release();
}

/// Dropping a part drops no element: the buffer still owns them all.
#[test]
fn a_dropped_part_drops_nothing_and_ends_the_pipeline() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static DROPS: AtomicU32 = AtomicU32::new(0);
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }
    struct Pair(Counted, #[expect(dead_code, reason = "gives the pair a size")] u8);
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer pairs: [Pair; 2], live .. = [Pair(Counted, 1), Pair(Counted, 2)];
            step a;
        }
    }
    let a = plan::take().unwrap();
    drop(Buf::split(a.pairs));
    assert_eq!(DROPS.load(Ordering::Relaxed), 0);
    assert!(plan::take().is_none());
}

#[test]
fn a_leaked_part_is_the_element() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer rows: [[u8; 8]; 2], live ..;
            step a;
        }
    }
    let a = plan::take().unwrap();
    let [left, right] = Buf::split(a.rows);
    let (left, right) = (Part::leak(left), Part::leak(right));
    left.fill(1);
    right.fill(2);
    assert_eq!((*left, *right), ([1; 8], [2; 8]));
    assert!(plan::take().is_none());
}
