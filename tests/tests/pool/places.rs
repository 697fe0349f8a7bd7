//! Where pools, their plans and leases can be: in other modules, behind `#[cfg]`, in a section, in another thread.

use arena_plan::{Buf, arena_plan, arena_pool};

/// `#[cfg]` on a plan of the list, on the pool's fields' owner and on the bank.
mod variants {
    arena_plan::arena_pool! {
        /// One plan here, two on another board.
        #[cfg(not(any()))]
        pub(super) mod scratch for here, #[cfg(any())] elsewhere { section: ".arena.pool_test" }
    }
    arena_plan::arena_plan! {
        pub(super) mod here {
            #[cfg(any())]
            bank work { capacity: 64 }
            #[cfg(not(any()))]
            bank work { capacity: 64, storage: shared(scratch) }
            buffer x: [u8; 16];
            step a() -> x;
            step b(x);
        }
    }
}

#[test]
fn a_pool_in_a_section_is_filled_before_the_lease_is_out() {
    use variants::{here, scratch};
    for _ in 0..2 {
        let mut a = here::take().unwrap().start(scratch::take().unwrap());
        assert_eq!(*a.x, [0; 16]);
        a.x.fill(9);
        let (here, lease) = a.stop();
        here.release();
        scratch::release(lease);
    }
}

/// A lease is what matters, wherever it is: a thread may have it, and a `static`.
#[test]
fn a_lease_goes_to_another_thread() {
    use std::sync::Mutex;

    arena_pool! { mod scratch for left, right; }
    macro_rules! side {
        ($name:ident) => {
            arena_plan! {
                mod $name {
                    bank ram { capacity: 64 }
                    bank work { capacity: 64, storage: shared(scratch) }
                    persistent sum: u64 in ram;
                    buffer x: [u64; 4] in work;
                    step a() -> x;
                    step b(x, mut sum);
                }
            }
        };
    }
    side!(left);
    side!(right);
    let pool = Mutex::new(scratch::take());
    macro_rules! run {
        ($name:ident) => {
            || {
                let (mut idle, mut turns) = ($name::take().unwrap(), 0);
                while turns < 500 {
                    let Some(lease) = pool.lock().unwrap().take() else { continue };
                    let mut a = idle.start(lease);
                    a.x.fill(turns);
                    let mut b = a.next();
                    let $name::BIo { x, sum } = b.io();
                    *sum += x.iter().sum::<u64>();
                    let lease;
                    (idle, lease) = b.stop();
                    *pool.lock().unwrap() = Some(lease);
                    turns += 1;
                }
                *idle.kept.sum
            }
        };
    }
    let sums = std::thread::scope(|scope| {
        [scope.spawn(run!(left)), scope.spawn(run!(right))].map(|side| side.join().unwrap())
    });
    assert_eq!(sums, [4 * (0..500).sum::<u64>(); 2]);
}

/// Paths in both directions: up, down and through another name.
mod apart {
    arena_plan::arena_pool! { pub(crate) mod scratch for inner::deep, crate::places::apart::beside; }

    use scratch as memory;

    mod inner {
        arena_plan::arena_plan! {
            pub(crate) mod deep {
                bank work { capacity: 64, storage: shared(self::super::scratch) }
                buffer x: u32;
                step a() -> x;
                step b(x);
            }
        }
    }

    arena_plan::arena_plan! {
        pub(crate) mod beside {
            bank work { capacity: 64, storage: shared(memory) }
            buffer x: u64;
            step a() -> x;
            step b(x);
        }
    }

    #[test]
    fn a_pool_and_its_plans_may_be_in_different_modules() {
        let lease = scratch::take().unwrap();
        let (_, lease) = inner::deep::take().unwrap().start(lease).stop();
        let (_, lease) = beside::take().unwrap().start(lease).next().stop();
        scratch::release(lease);
        assert_eq!(scratch::Pool::BYTES, 8);
    }
}

/// The state in memory of the application, the rest in a pool.
#[test]
fn a_plan_in_a_pool_may_keep_its_state_in_memory_of_the_application() {
    use std::mem::MaybeUninit;

    arena_pool! { mod scratch for lent; }
    arena_plan! {
        mod lent {
            bank app { capacity: 64, storage: caller }
            bank work { capacity: 64, storage: shared(scratch) }
            persistent sum: u8;
            buffer x: [u8; 16] in work;
            step a() -> x;
            step b(x, mut sum);
        }
    }
    let app: &'static mut [MaybeUninit<u8>] = Box::leak(Box::new([MaybeUninit::uninit(); 8]));
    let address = app.as_ptr().addr();
    let mut idle = lent::bind(lent::Regions { app }).expect("it suffices");
    let mut lease = scratch::take().expect("nobody has it");
    for round in 1..=3 {
        let mut a = idle.start(lease);
        a.x[0] = round;
        let mut b = a.next();
        let lent::BIo { x, sum } = b.io();
        *sum += x[0];
        assert!(lent::audit().holds(), "{}", lent::audit());
        (idle, lease) = b.stop();
    }
    assert_eq!((*idle.kept.sum, Buf::as_ptr(&idle.kept.sum).addr()), (6, address));
    let regions = idle.release();
    assert_eq!(regions.app.len(), 8);
    scratch::release(lease);
}
