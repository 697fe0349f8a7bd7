//! Plans of one name in several scopes of one file: each is its own.
#![forbid(unused_imports, unused_attributes, missing_docs)]
#![deny(warnings)]

macro_rules! meter {
    ($vis:vis, $count:literal) => {
        arena_plan::arena_plan! {
            $vis mod meter {
                const COUNT: usize = $count;
                bank ram { capacity: 256 }
                buffer samples: [u16; COUNT];
                buffer sum: u16, retain;
                step record() -> samples;
                step add(samples) -> sum;
            }
        }
    };
}

mod private {
    meter!(, 2);

    pub(crate) fn figures() -> (usize, usize) {
        meter::take().unwrap().next().release();
        (meter::COUNT, meter::buf::Samples::BYTES)
    }
}

/// A public plan in a public module.
pub mod public {
    meter!(pub, 3);
}

mod shown {
    meter!(pub(crate), 5);
    pub(crate) mod inner {
        meter!(pub(super), 7);
    }
    pub(crate) const INNER: usize = inner::meter::bank::Ram::BYTES;
}

/// One name for two variants, of which one is compiled.
mod variants {
    arena_plan::arena_plan! {
        #[cfg(any())]
        mod meter {
            bank ram { capacity: 8 }
            buffer samples: u64, source, retain;
            step record(samples);
        }
    }
    arena_plan::arena_plan! {
        #[cfg(all())]
        pub(crate) mod meter {
            bank ram { capacity: 8 }
            buffer samples: u32, source, retain;
            step record(samples);
        }
    }
}

fn first() -> usize {
    meter!(, 11);
    meter::take().unwrap().next().release();
    meter::buf::Samples::BYTES
}

fn second() -> usize {
    meter!(, 13);
    let mut record: meter::Record = meter::take().unwrap();
    record.samples.fill(1);
    let mut add = record.next();
    let meter::AddIo { samples, sum } = add.io();
    *sum = samples.iter().sum();
    let sum = usize::from(*add.sum);
    add.release();
    sum
}

#[test]
fn each_plan_is_its_own() {
    assert_eq!(private::figures(), (2, 4));
    assert_eq!(public::meter::COUNT, 3);
    assert_eq!(shown::meter::buf::Samples::BYTES, 10);
    assert_eq!(shown::INNER, 16);
    assert_eq!(variants::meter::buf::Samples::BYTES, 4);
    assert_eq!((first(), second()), (22, 13));
}

#[test]
fn two_plans_of_one_name_are_taken_at_once() {
    let public = public::meter::take().unwrap();
    let shown = shown::meter::take().unwrap();
    assert!(public::meter::take().is_none() && shown::meter::take().is_none());
    public.next().release();
    shown.next().release();
}
