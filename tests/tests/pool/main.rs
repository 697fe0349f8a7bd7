//! Pools: two pipelines in turn over one memory, each with a state of its own, on both routes.
#![forbid(unsafe_code)]

mod places;

use std::cell::Cell;

use arena_plan::{Buf, Lease, Storage, arena_plan, arena_pool};

/// The macro knows every size, unless `$word` is another name of `i32`.
macro_rules! pipelines {
    ($word:ident) => {
        arena_plan::arena_pool! { pub mod scratch for wake, classify; }

        arena_plan::arena_plan! {
            pub mod wake {
                bank sram { capacity: 256 }
                bank work { capacity: 256, storage: shared(scratch) }

                persistent heard: $word;
                persistent frames: [[i16; 8]; 2], detached;
                buffer pcm: [$word; 8] in work;
                buffer mask: [u16; 10] in work, live decide.., detached;
                buffer loud: [u8; 4] in work, retain;

                step listen() -> pcm;
                step decide(pcm, mut heard) -> loud;
            }
        }

        arena_plan::arena_plan! {
            pub mod classify {
                bank flash { capacity: 64, read_only }
                bank dtcm { capacity: 64 }
                bank work { capacity: 256, align: 16, storage: shared(self::scratch) }

                constant weights: [i8; 4] in flash -> dtcm = [1, 2, 3, 4];
                persistent turns: $word;
                buffer features: [$word; 16] in work;
                buffer label: String in work = String::from("none");
                buffer best: $word in work, retain;

                step extract(mut turns) -> features;
                step name(features, weights) -> label;
                step choose(label) -> best;
            }
        }
    };
}

mod native {
    pipelines!(i32);
}

mod constant {
    type Word = i32;
    pipelines!(Word);
}

macro_rules! in_turn {
    ($($test:ident $of:ident)*) => {$(
        #[test]
        fn $test() {
            use $of::{classify, scratch, wake};

            assert_eq!((wake::bank::Work::BYTES, wake::bank::Work::CAPACITY), (56, 256));
            assert_eq!((classify::bank::Work::BYTES, classify::bank::Work::ALIGN), (96, 16));
            assert_eq!((scratch::Pool::BYTES, scratch::Pool::ALIGN), (96, 16));
            assert_eq!(size_of::<(wake::Idle, Lease<scratch::Pool>)>(), 0);

            let mut lease = scratch::take().expect("nobody has it");
            assert!(scratch::take().is_none());
            let (mut wake, wake::Detached { mut frames }) = wake::take().expect("the arena is free");
            let mut classify = classify::take().expect("the arena is free").hydrate();
            let mut addresses = Vec::new();
            for round in 1..=3 {
                let mut listen = wake.start(lease);
                // The label of the other plan was here: its bytes are gone.
                assert_eq!(*listen.pcm, [0; 8]);
                listen.pcm.fill(round);
                frames[0][0] += 1; // the handle is the application's, and the memory is the plan's own
                addresses.push(Buf::as_ptr(&listen.pcm).addr());
                assert!(wake::audit().holds() && classify::audit().holds());
                let (mut decide, mask) = listen.next();
                let wake::DecideIo { pcm, heard, loud } = decide.io();
                *heard += pcm[0];
                loud[0] = 9;
                let loud = loud[0];
                (wake, lease) = decide.stop(mask);
                assert_eq!((loud, *wake.kept.heard), (9, (1..=round).sum()));

                let mut extract = classify.start(lease);
                let classify::ExtractIo { turns, features } = extract.io();
                *turns += 1;
                features.fill(round);
                addresses.push(Buf::as_ptr(&extract.features).addr());
                let mut name = extract.next();
                let classify::NameIo { features, weights, label } = name.io();
                assert_eq!(*weights, [1, 2, 3, 4]); // copied once, before the first turn
                *label = format!("a label on the heap, {}", features[15] * i32::from(weights[1]));
                if round == 2 {
                    // In the middle of a run: what needs dropping is dropped, which AddressSanitizer checks.
                    (classify, lease) = name.stop();
                } else {
                    let mut choose = name.next();
                    assert!(choose.label.ends_with(&(2 * round).to_string()));
                    *choose.best = round;
                    (classify, lease) = classify::Any::from(choose).stop();
                }
                assert_eq!(*classify.kept.turns, round);
            }
            assert_eq!(frames[0][0], 3);
            let [first, second, ..] = addresses[..] else { unreachable!() };
            assert!(first.abs_diff(second) < 96 && second % 16 == 0, "one static");
            assert!(addresses.chunks(2).all(|pair| pair == [first, second]));

            // To the first step without a new lease.
            let (decide, mask) = wake.start(lease).next();
            let listen = decide.restart(mask);
            (wake, lease) = listen.stop();
            assert_eq!(*wake.kept.heard, 6);

            // A plan ends and begins anew, and so does the lease.
            wake.release(wake::Detached { frames });
            scratch::release(lease);
            let (wake, wake::Detached { frames }) = wake::take().expect("released");
            let lease = scratch::take().expect("released");
            assert_eq!((*wake.kept.heard, frames[0][0]), (0, 0));
            let (_, _) = wake.start(lease).stop();
        }
    )*};
}

in_turn! { two_pipelines_take_turns native two_pipelines_take_turns_const constant }

#[test]
fn the_table_names_the_pool_and_counts_the_plans_own_share() {
    let table = native::wake::PLAN.to_string();
    let bank = table.lines().find(|line| line.starts_with("work ")).expect("a row");
    assert!(
        bank.contains("256        0          56     56   200") && bank.ends_with("; in pool `scratch`"),
        "{table}"
    );
    assert!(table.contains("The bytes in a pool are this plan's share."), "{table}");
    let storage: Vec<Storage<&str>> = native::classify::PLAN.banks.iter().map(|row| row.storage).collect();
    assert_eq!(storage, [Storage::Static, Storage::Shared { pool: "self::scratch" }, Storage::Static]);
    assert!(native::wake::PLAN.problem().to_string().contains(r#""id": "work""#));
}

thread_local! {
    static ALIVE: Cell<i32> = const { Cell::new(0) };
}

/// Counts how many exist, and may have padding.
struct Counted(#[expect(dead_code, reason = "it has an address")] Box<u8>);

impl Counted {
    fn new() -> Self {
        ALIVE.set(ALIVE.get() + 1);
        Self(Box::new(1))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

#[test]
fn stop_ends_what_is_in_the_pool_once_and_release_what_persists() {
    arena_pool! { mod scratch for counting; }
    arena_plan! {
        mod counting {
            bank ram { capacity: 64 }
            bank work { capacity: 256, storage: shared(scratch) }
            persistent last: Counted = Counted::new();
            buffer first: Counted in work = Counted::new();
            buffer second: Counted in work, retain = Counted::new();
            buffer lent: Counted in work, live finish.., detached = Counted::new();
            step begin(mut last) -> first;
            step finish(first) -> second;
        }
    }
    let (idle, lease) = (counting::take().unwrap(), scratch::take().unwrap());
    assert_eq!(ALIVE.get(), 1);
    let (idle, lease) = idle.start(lease).stop();
    assert_eq!(ALIVE.get(), 1);
    let begin = idle.start(lease);
    assert_eq!(ALIVE.get(), 2);
    let (finish, lent) = begin.next();
    assert_eq!(ALIVE.get(), 4);
    let (idle, lease) = finish.stop(lent);
    assert_eq!(ALIVE.get(), 1);
    let (finish, lent) = idle.start(lease).next();
    let begin = finish.restart(lent);
    assert_eq!(ALIVE.get(), 2);
    let (idle, lease) = begin.stop();
    idle.release();
    scratch::release(lease);
    assert_eq!(ALIVE.get(), 0);
    assert!(counting::take().is_some() && scratch::take().is_some());
}

#[test]
fn only_the_other_plans_make_a_start_fill_its_share() {
    arena_pool! { mod plain for one, two; }
    macro_rules! plain_plan {
        ($name:ident) => {
            arena_plan! {
                mod $name {
                    bank work { capacity: 64, storage: shared(plain) }
                    buffer x: [u8; 16];
                    step a() -> x;
                    step b(x);
                }
            }
        };
    }
    plain_plan!(one);
    plain_plan!(two);
    // All bytes stay initialised: what one plan leaves, the other finds.
    let mut a = one::take().unwrap().start(plain::take().unwrap());
    a.x.fill(7);
    let (_, lease) = a.stop();
    let a = two::take().unwrap().start(lease);
    assert_eq!(*a.x, [7; 16], "no time is spent on them");
    plain::release(a.stop().1);

    arena_pool! { mod mixed for padded, user; }
    arena_plan! {
        mod padded {
            bank work { capacity: 64, storage: shared(mixed) }
            buffer x: (u8, u32) = (1, u32::MAX);
            step a() -> x;
            step b(x);
        }
    }
    arena_plan! {
        mod user {
            bank work { capacity: 64, storage: shared(mixed) }
            buffer x: [u8; 8];
            step a() -> x;
            step b(x);
        }
    }
    let (_, lease) = padded::take().unwrap().start(mixed::take().unwrap()).stop();
    let a = user::take().unwrap().start(lease);
    assert_eq!(*a.x, [0; 8]);
}

#[test]
fn a_plan_may_use_two_pools() {
    arena_pool! { mod fast for both; }
    arena_pool! { mod large for both, other; }
    arena_plan! {
        mod both {
            bank near { capacity: 64, storage: shared(fast) }
            bank far { capacity: 256, cache_line: 32, storage: shared(large) }
            buffer x: [u8; 8] in near;
            buffer frame: [u8; 40] in far, dma;
            step a() -> x;
            step b(x) -> frame;
            step c(frame);
        }
    }
    arena_plan! {
        mod other {
            bank far { capacity: 256, storage: shared(large) }
            buffer y: [u8; 70];
            step a() -> y;
            step b(y);
        }
    }
    // Whole cache lines, also behind the last plan's bytes.
    assert_eq!((large::Pool::BYTES, large::Pool::ALIGN), (96, 32));
    assert_eq!((both::bank::Far::BYTES, other::bank::Far::BYTES), (64, 70));
    let c = both::take().unwrap().start(fast::take().unwrap(), large::take().unwrap()).next().next();
    assert_eq!(Buf::as_ptr(&c.frame).addr() % 32, 0);
    let (both, near, far): (_, Lease<fast::Pool>, Lease<large::Pool>) = c.stop();
    let (_, far) = other::take().unwrap().start(far).stop();
    let a = both.start(near, far);
    assert!(both::audit().holds());
    drop(a.stop());
}
