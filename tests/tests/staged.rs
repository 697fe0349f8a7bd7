//! Staged constants: copied from a read-only bank before the first step, by one copy or by hand.

use arena_plan::{Buf, Part, Staging, arena_plan};

const WEIGHTS: [i8; 5] = [1, -2, 3, -4, 5];

/// The macro knows every size, unless `$word` is another name of `i32`.
macro_rules! network {
    ($word:ident) => {
        arena_plan::arena_plan! {
            pub mod model {
                bank dtcm { capacity: 256, align: 8, section: ".arena.dtcm" }
                bank sram { capacity: 128 }
                bank flash { capacity: 1 KiB, read_only }

                constant bias: [i32; 2] in flash = [100, -100];
                constant weights: [i8; 5] in flash -> dtcm = self::super::WEIGHTS;
                constant gains: [$word; 2] in flash -> dtcm = [10, 20];
                constant table: [u16; 3] in flash -> sram = [7, 8, 9];
                constant odd: u8 in flash -> dtcm = 3;

                persistent ring: [[i16; 4]; 2] in sram, detached;
                persistent runs: u32;
                buffer x: [i8; 5];
                buffer y: [i32; 2], retain;

                step load(mut runs) -> x;
                step dense(x, weights, gains, bias, odd) -> y;
                step tell(y, table);
            }
        }
    };
}

mod native {
    network!(i32);
}

mod constant {
    type Word = i32;
    network!(Word);
}

macro_rules! run {
    ($model:path, $hydrate:expr) => {{
        use $model as model;
        let (mut cold, model::Detached { ring }) = model::take().expect("the arena is free");
        let [mut ping, pong] = Buf::split(ring);
        let sides: [(usize, usize); 2] = {
            let model::ColdIo { dtcm, sram } = cold.io();
            [(dtcm.source.len(), dtcm.destination.len()), (sram.source.len(), sram.destination.len())]
        };
        assert_eq!(sides, [(20, 20), (6, 6)]);
        ping[0] = 1; // what is detached is there before the constants are
        let mut load = $hydrate(cold);
        let mut outcome = Vec::new();
        for round in 1..=3_i8 {
            let model::LoadIo { runs, x } = load.io();
            *runs += 1;
            x.fill(round);
            let mut dense = load.next();
            let model::DenseIo { x, weights, gains, bias, odd, y } = dense.io();
            let sum: i32 = x.iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum();
            for ((y, gain), bias) in y.iter_mut().zip(gains).zip(bias) {
                *y = sum * gain + bias + i32::from(*odd);
            }
            let mut tell = dense.next();
            let model::TellIo { y, table } = tell.io();
            outcome.push((y[0], y[1], table[1]));
            load = if round == 2 { tell.restart() } else { tell.next() };
        }
        assert_eq!((*load.kept.runs, load.kept.odd.to_le(), ping[0]), (3, 3, 1));
        load.release(model::Detached { ring: Buf::join([pong, ping]) });
        outcome
    }};
}

const EXPECTED: [(i32, i32, u16); 3] = [(133, -37, 8), (163, 23, 8), (193, 83, 8)];

#[test]
fn one_copy_puts_every_constant_into_its_place() {
    use native::model::{buf, constant as of, staged};
    assert_eq!(run!(native::model, |cold: native::model::Cold| cold.hydrate()), EXPECTED);
    // By hand, as a transfer would do it: the handles are given away and come back.
    let by_hand = |mut cold: native::model::Cold| {
        let (mut dtcm, mut sram) = (cold.dtcm, cold.sram);
        std::thread::scope(|scope| {
            scope.spawn(|| dtcm.copy_from_slice(staged::Dtcm::source()));
            scope.spawn(|| sram.copy_from_slice(staged::Sram::source()));
        });
        (cold.dtcm, cold.sram) = (dtcm, sram);
        cold.hydrated()
    };
    assert_eq!(run!(native::model, by_hand), EXPECTED);
    // Order of declaration, each aligned as its type, and zeros between.
    let bytes = staged::Dtcm::source();
    assert_eq!(bytes[..5], WEIGHTS.map(|weight| weight.to_le_bytes()[0]));
    assert_eq!(bytes[5..8], [0; 3]);
    assert_eq!(bytes[8..16], [10_i32.to_ne_bytes(), 20_i32.to_ne_bytes()].concat());
    assert_eq!(bytes[16..], [3, 0, 0, 0]);
    let start = buf::StagedDtcm::OFFSET;
    assert_eq!([of::Weights::OFFSET, of::Gains::OFFSET, of::Odd::OFFSET], [start, start + 8, start + 16]);
    assert_eq!((of::Weights::BANK, of::Table::BANK, of::Bias::BANK), ("dtcm", "sram", "flash"));
    assert_eq!(native::model::bank::Flash::BYTES, 8 + 20 + 6);
    // The header of this plan is compiled by a test of the command.
    assert_eq!(native::model::PLAN.problem().to_string(), include_str!("../fixtures/staged.json"));
}

#[test]
fn const_evaluation_plans_the_same() {
    assert_eq!(run!(constant::model, |cold: constant::model::Cold| cold.hydrate()), EXPECTED);
    assert_eq!(format!("{:?}", native::model::PLAN), format!("{:?}", constant::model::PLAN));
}

arena_plan! {
    mod small {
        bank ram { capacity: 64 }
        bank flash { capacity: 64, read_only }
        constant key: [u8; 8] in flash -> ram = *b"in flash";
        buffer x: u8;
        step a() -> x;
        step b(x, key);
    }
}

/// What is not filled holds some bytes or other, which are a value; a failing source leaves the step before the first.
#[test]
fn a_source_that_fails_can_be_tried_again() {
    /// Decompression that fails at first.
    fn inflate(to: &mut [u8; 8], again: bool) -> Result<(), &'static str> {
        to.fill(b'?');
        if !again {
            return Err("damaged");
        }
        to.copy_from_slice(b"unpacked");
        Ok(())
    }
    let mut cold = small::take().expect("the arena is free");
    for (again, expected) in [(false, Err("damaged")), (true, Ok(()))] {
        let Staging { source, destination } = cold.io().ram;
        assert_eq!(source, b"in flash");
        assert_eq!(inflate(destination, again), expected);
    }
    let a = cold.hydrated();
    let mut b = a.next();
    assert_eq!(b.io().key, b"unpacked");
    b.release();
    // Taken again, the constants are copied again.
    let cold = small::take().expect("the arena is free");
    assert_eq!(format!("{cold:?}"), "Step(cold)");
    let a = cold.hydrate();
    assert_eq!(*a.kept.key, *b"in flash");
    a.release();
    small::take().expect("the arena is free").release();
}

/// Parts of a destination may be filled by several transfers.
#[test]
fn a_destination_can_be_split() {
    arena_plan! {
        mod parted {
            bank ram { capacity: 64 }
            bank flash { capacity: 64, read_only }
            constant pair: [u8; 2] in flash -> ram = [1, 2];
            buffer x: u8;
            step a() -> x;
            step b(x, pair);
        }
    }
    let mut cold = parted::take().expect("the arena is free");
    let mut parts = Buf::split(cold.ram);
    parts.reverse();
    for part in &mut parts {
        let index = Part::index(part);
        **part = parted::staged::Ram::source()[index] * 10;
    }
    cold.ram = Buf::join(parts);
    assert_eq!(*cold.hydrated().kept.pair, [10, 20]);
}
