//! Where a block may be and what its names may be: modules, functions, generics, aliases, renamed crates.

use arena_plan::arena_plan;

/// The library under another name.
mod renamed {
    pub(crate) use arena_plan as planner;
}

mod visible {
    use arena_plan::arena_plan;

    /// Not visible outside this module, so the plan must not be either.
    struct Private(u32, u8);

    arena_plan! {
        mod hidden {
            bank ram { capacity: 64 }
            buffer own: Private, live .. = Private(7, 8);
            step only;
        }
    }

    arena_plan! {
        /// Visible in the whole crate.
        pub(crate) mod shown {
            bank ram { capacity: 64 }
            pub const LENGTH: usize = 4;
            buffer own: [u16; LENGTH], source, retain;
            step only(own);
        }
    }

    pub(super) fn run() -> (u32, u8) {
        let only = hidden::take().unwrap();
        (only.own.0, only.own.1)
    }
}

#[test]
fn private_types_and_wider_plans() {
    assert_eq!(visible::run(), (7, 8));
    assert_eq!(visible::shown::LENGTH, 4);
    assert_eq!(visible::shown::take().unwrap().own.len(), 4);
}

#[test]
fn names_of_the_function_around_the_block_resolve() {
    const LENGTH: usize = 6;
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Local(u16);
    fn start() -> [Local; LENGTH] {
        [Local(3); LENGTH]
    }
    arena_plan! {
        mod plan {
            bank ram { capacity: LENGTH * 2 }
            buffer local: [Local; LENGTH], live .. = start();
            step only;
        }
    }
    assert_eq!(*plan::take().unwrap().local, [Local(3); LENGTH]);
    assert_eq!(plan::bank::Ram::CAPACITY, 12);
}

/// Generated names do not capture the user's: a type, a step and a buffer of the same name coexist.
#[test]
fn a_step_does_not_capture_a_type() {
    struct Capture([u8; 20]);
    struct Option(u8, u16);
    #[allow(non_camel_case_types)]
    struct usize_(u64);
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer capture: Capture, live .. = Capture([1; 20]);
            buffer other: Option, live .. = Option(2, 3);
            buffer third: usize_, live .. = usize_(4);
            step capture;
            step option;
            step buffer;
        }
    }
    let step = plan::take().unwrap();
    assert_eq!((size_of_val(&*step.capture), step.other.0, step.other.1, step.third.0), (20, 2, 3, 4));
    assert_eq!(step.capture.0, [1; 20]);
    let _: plan::Option = step.next();
}

#[test]
fn raw_identifiers_lose_their_prefix_in_names() {
    arena_plan! {
        mod r#type {
            bank r#static { capacity: 64 }
            buffer r#match: [u8; 4] in r#static, source, retain;
            step r#loop(r#match);
            step r#gen;
        }
    }
    let mut step = r#type::take().unwrap();
    let r#type::LoopIo { r#match } = step.io();
    assert_eq!(r#match.len(), 4);
    assert_eq!(r#type::buf::Match::BANK, "static");
    let _: r#type::Gen = step.next();
    assert_eq!((r#type::PLAN.name, r#type::PLAN.steps), ("type", ["loop", "gen"].as_slice()));
}

#[test]
fn the_macro_under_another_path() {
    renamed::planner::arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: [u8; 4], source, retain;
            step only(a);
        }
    }
    assert_eq!(plan::take().unwrap().a.len(), 4);
}

/// A library's macro finds the planner through the library, whatever the library's user depends on.
#[test]
fn a_block_in_a_macro_of_another_crate() {
    macro_rules! ring {
        ($name:ident, $bytes:expr) => {
            $crate::scopes::renamed::planner::arena_plan! {
                mod $name {
                    bank ram { capacity: $bytes + 8 }
                    buffer a: [u8; $bytes], source, retain;
                    step only(a);
                }
            }
        };
    }
    ring!(plan, 6);
    assert_eq!(plan::take().unwrap().a.len(), 6);
}

/// An alias with a primitive's name that changes nothing is not a mistake; others are in the compile-fail cases.
#[test]
fn an_alias_of_the_same_kind_is_fine() {
    #[allow(non_camel_case_types)]
    type u16 = core::primitive::u16;
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: [u16; 4], source, retain;
            step only(a);
        }
    }
    assert_eq!(plan::buf::A::BYTES, 8);
}

/// Const evaluation plans with rustc's sizes and alignments, whatever the names mean.
#[test]
fn aliases_of_primitives_in_const_evaluation() {
    const LENGTH: core::primitive::usize = 5;
    #[allow(non_camel_case_types)]
    type u8 = core::primitive::u64;
    #[allow(non_camel_case_types, dead_code)]
    type usize = core::primitive::u16;
    arena_plan! {
        mod plan {
            bank ram { capacity: LENGTH * 16, reserve: LENGTH }
            buffer odd: core::primitive::u8, source, retain;
            buffer a: [u8; LENGTH], source, retain;
            step only(odd, a);
        }
    }
    // 8 on most targets, 4 on some of 32 bits.
    let align = align_of::<core::primitive::u64>();
    assert_eq!((plan::buf::A::BYTES, plan::buf::A::ALIGN, plan::buf::Odd::OFFSET), (40, align, 40));
    assert_eq!(std::ptr::from_ref(&*plan::take().unwrap().a).addr() % align, 0);
}

/// Types come out of `macro_rules` in invisible groups.
#[test]
fn a_block_written_by_another_macro() {
    macro_rules! plan_of {
        ($name:ident, $buffer:ident: $ty:ty, $length:literal, $value:expr) => {
            arena_plan! {
                mod $name {
                    bank ram { capacity: $length }
                    buffer $buffer: $ty, live .. = $value;
                    step only;
                }
            }
        };
    }
    plan_of!(first, a: [u8; 4], 64, [9; 4]);
    plan_of!(second, a: Vec<u8>, 64, vec![1, 2]);
    assert_eq!((*first::take().unwrap().a, second::take().unwrap().a.len()), ([9; 4], 2));
}

fn generic<T: Default>() -> (T, bool) {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: [u8; 4], source, retain;
            step only(a);
        }
    }
    (T::default(), plan::take().is_some())
}

/// Statics of a generic function are shared by its instances, and so is the flag.
#[test]
fn a_block_in_a_generic_function_has_one_arena() {
    assert_eq!((generic::<u8>(), generic::<u64>()), ((0, true), (0, false)));
}

#[test]
fn any_goes_round_and_back() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 64 }
            buffer a: [u8; 4], source, retain;
            step one(mut a);
            step two(a);
        }
    }
    let mut any = plan::Any::from(plan::take().unwrap());
    for turn in 0..6 {
        any = match any {
            plan::Any::One(mut one) => {
                assert_eq!(turn % 2, 0);
                one.a.fill(turn);
                plan::Any::from(one)
            }
            plan::Any::Two(two) => {
                assert_eq!((turn % 2, two.a[0]), (1, turn - 1));
                plan::Any::from(two)
            }
        }
        .next();
    }
    assert_eq!(format!("{any:?}"), "One(Step(one))");
    any.restart().release();
    assert!(plan::take().is_some());
}
