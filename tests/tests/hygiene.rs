//! A block among names with other meanings, without a prelude, and steps whose types have names of the library.

#[allow(non_camel_case_types, dead_code, reason = "names that a careless expansion would pick up")]
mod misleading {
    #![no_implicit_prelude]

    pub(crate) mod core {}
    pub(crate) mod arena_plan {}
    pub(crate) trait From {}
    pub(crate) trait Debug {}
    pub(crate) struct Some;
    #[derive(::std::fmt::Debug)]
    pub(crate) struct Option(pub(crate) ::core::primitive::u8);
    pub(crate) type bool = ::core::primitive::u8;
    pub(crate) type usize = ::core::primitive::u8;
    pub(crate) type u64 = ::core::primitive::u8;
    const ROOM: ::core::primitive::usize = 256;

    ::arena_plan::arena_plan! {
        pub(crate) mod plan {
            bank ram { capacity: ROOM, reserve: 10 % }
            buffer option: Option, live a.. = Option(7);
            buffer some: [f32; 8], live a..;
            buffer r#type: f64, live option, align { 16 };
            step a;
            step option;
            step some;
            step from;
            step debug;
            step buf;
            step bank;
            step table;
            step core;
            step slot;
            step usize;
        }
    }

    ::arena_plan::arena_pool! { pub(crate) mod pool for memory; }

    ::arena_plan::arena_plan! {
        pub(crate) mod memory {
            bank lease { capacity: ROOM, storage: shared(pool) }
            const lease: ::core::primitive::usize = 8;
            buffer option: Option = Option(7);
            buffer lent: [f32; lease], live next, detached;
            step pool(option);
            step next(option);
        }
    }

    ::arena_plan::arena_plan! {
        pub(crate) mod given {
            bank ram { capacity: ROOM, storage: caller }
            const regions: ::core::primitive::usize = 8;
            const detached: ::core::primitive::usize = 4;
            persistent option: [f32; detached], detached;
            buffer some: [f32; regions];
            step bank() -> some;
            step slot(some);
        }
    }
}

#[test]
fn a_pool_resolves_its_own_names() {
    use misleading::{memory, pool};
    let (mut idle, mut lease) = (memory::take().expect("the arena is free"), pool::take().expect("free"));
    assert_eq!(format!("{idle:?} {lease:?}"), "Step(idle) Lease<hygiene::misleading::pool::Pool>");
    let (next, lent) = idle.start(lease).next();
    (idle, lease) = next.stop(lent);
    idle.release();
    pool::release(lease);
}

#[test]
fn constants_may_have_the_names_of_arguments() {
    use misleading::given::{self, Regions};
    let memory =
        vec![std::mem::MaybeUninit::uninit(); given::bank::Ram::BYTES + given::bank::Ram::ALIGN].leak();
    let from = memory.as_ptr().align_offset(given::bank::Ram::ALIGN);
    let (bank, detached) = given::bind(Regions { ram: &mut memory[from..] }).expect("it suffices");
    let Regions { ram } = bank.next().release(detached);
    assert!(ram.len() >= given::bank::Ram::BYTES);
}

#[test]
fn the_expansion_resolves_its_own_names() {
    use misleading::plan;
    let a = plan::take().expect("the arena is free");
    assert_eq!(a.option.0, 7);
    assert_eq!(format!("{a:?}"), "Step(a)");
    let mut option = a.next();
    *option.r#type = 1.5;
    assert_eq!(plan::buf::Type::ALIGN, 16);
    assert_eq!(plan::bank::Ram::CAPACITY, 256);
    let some = plan::Any::from(option.next()).next();
    assert!(matches!(some, plan::Any::From(_)));
    some.release();
}

/// A constant that a careless expansion would mistake for its own: as a pattern, its name is not a new local.
#[test]
fn constants_with_names_of_locals() {
    arena_plan::arena_plan! {
        mod plan {
            const f: usize = 4;
            const step: usize = 2;
            const value: usize = 64;
            bank ram { capacity: value }
            buffer x: [u8; f], source, retain;
            buffer y: [u8; step] = [1; step];
            step f(x, y);
        }
    }
    assert_eq!(format!("{:?}", plan::take().expect("the arena is free")), "Step(f)");
}

/// Buffers with the names of constants, types and functions of the module, where the transitions have arguments for them.
#[test]
fn arguments_have_names_that_are_free() {
    arena_plan::arena_plan! {
        mod m {
            bank ram { capacity: 64 }
            const tone: usize = 4;
            persistent frames: [u8; 2], detached;
            persistent state: [u8; tone];
            buffer tone: [u8; tone], live b, detached;
            buffer PLAN: u8, live b, detached;
            buffer take: u8, live b, detached;
            buffer detached: u8, live b, detached;
            buffer __kept: u8, live b, detached, zeroed;
            step a(mut state);
            step b;
        }
    }
    let (a, owned) = m::take().expect("the arena is free");
    let (b, mut tone, plan, take, detached, kept) = a.next();
    tone.fill(3);
    assert_eq!((*b.kept.state, *kept, tone[3], owned.frames[1]), ([0; 4], 0, 3, 0));
    let a = b.next(tone, plan, take, detached, kept);
    a.release(owned);
}
