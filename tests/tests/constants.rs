//! Constants: values in read-only banks, lent to the steps that name them.

use arena_plan::{Const, Plain, arena_plan};

/// Eight weights and their bias.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Row {
    weights: [i8; 8],
    bias: i32,
}

// SAFETY: 12 bytes without padding.
unsafe impl Plain for Row {}

const ROWS: [Row; 2] =
    [Row { weights: [1, 2, 3, 4, 5, 6, 7, 8], bias: -100 }, Row { weights: [-1; 8], bias: 8 }];

/// The macro knows every size but that of `Row`; `$bytes` is an `i8` or another name of it.
macro_rules! network {
    ($byte:ident) => {
        arena_plan::arena_plan! {
            pub mod model {
                bank ram { capacity: 256 }
                bank flash { capacity: 1 KiB, reserve: 10 %, read_only, section: ".arena.flash" }
                bank rom { capacity: 64, align: 32, read_only }

                constant rows: [Row; 2] in flash = ROWS;
                constant labels: [[u8; 4]; 2] in rom = [*b"yes ", *b"no  "];
                constant scale: i32 in flash = 2 * LENGTH as i32;

                const LENGTH: usize = 8;
                buffer x: [$byte; LENGTH];
                buffer y: [i32; 2], retain;
                persistent runs: u32;

                step load() -> x;
                step dense(x, rows, scale, mut runs) -> y;
                step tell(labels, y);
            }
        }
    };
}

mod native {
    use super::{ROWS, Row};
    network!(i8);
}

mod constant {
    use super::{ROWS, Row};
    type Byte = i8;
    network!(Byte);
}

macro_rules! run {
    ($model:path) => {{
        use $model as model;
        let mut load = model::take().expect("the arena is free");
        let mut said = Vec::new();
        for round in 1..=3_i8 {
            load.x.fill(round);
            let mut dense = load.next();
            let model::DenseIo { x, rows, scale, runs, y } = dense.io();
            for (row, y) in rows.iter().zip(y) {
                let sum: i32 = row.weights.iter().zip(x).map(|(w, x)| i32::from(*w) * i32::from(*x)).sum();
                *y = (sum + row.bias) * scale;
            }
            *runs += 1;
            // Handles of constants are disjoint from those of buffers.
            let (kept, x) = (&dense.kept, &mut dense.x);
            x[0] = kept.rows[0].weights[0];
            let mut tell = dense.next();
            let model::TellIo { labels, y } = tell.io();
            said.push((labels[usize::from(y[1] > y[0])], *y));
            load = tell.next();
        }
        assert_eq!(*load.kept.runs, 3);
        load.restart().release();
        assert!(model::take().is_some());
        said
    }};
}

#[test]
fn steps_read_the_constants_that_they_name() {
    let said = run!(native::model);
    assert_eq!(said, [(*b"no  ", [-1024, 0]), (*b"no  ", [-448, -128]), (*b"yes ", [128, -256])]);
    assert_eq!(said, run!(constant::model));
}

#[test]
fn constants_lie_in_their_banks() {
    use native::model::{bank, constant as of};
    let (rows, scale) = (of::Rows::get(), of::Scale::get());
    let start = std::ptr::from_ref(rows).addr();
    assert_eq!(std::ptr::from_ref(scale).addr() - start, of::Scale::OFFSET);
    assert_eq!((of::Rows::OFFSET, of::Rows::BYTES, of::Scale::OFFSET, of::Scale::BYTES), (0, 24, 24, 4));
    assert_eq!((of::Rows::BANK, of::Labels::BANK, of::Rows::ALIGN), ("flash", "rom", 4));
    assert_eq!((bank::Flash::CAPACITY, bank::Flash::BYTES, bank::Flash::ALIGN), (1024, 28, 4));
    // The bank's alignment binds its size, too.
    assert_eq!((bank::Rom::BYTES, bank::Rom::ALIGN), (32, 32));
    assert_eq!(std::ptr::from_ref(of::Labels::get()).addr() % 32, 0);
    assert_eq!(size_of::<Const<of::Rows>>(), 0);
}

arena_plan! {
    mod bare {
        bank ram { capacity: 64 }
        bank flash { capacity: 64, read_only }
        constant table: [u16; 4] in flash, plain(zerocopy) = [1, 2, 3, 4];
        buffer x: u16, live a..;
        step a;
        step b;
    }
}

/// In a block whose steps name nothing, the handle is the way to a constant. It may go to another thread.
#[test]
fn bare_steps_reach_constants_through_kept() {
    let mut a = bare::take().expect("the arena is free");
    *a.x = a.kept.table[1];
    let b = a.next();
    let sum = std::thread::scope(|scope| {
        let table: &[u16] = b.kept.table.as_ref();
        scope.spawn(move || table.iter().sum::<u16>()).join().expect("no panic")
    });
    assert_eq!((sum, *b.x), (10, 2));
    assert_eq!(format!("{:?}", b.kept), "Kept { table: Const<constants::bare::constant::Table> }");
}

#[test]
fn the_table_shows_constants_and_the_command_takes_them_as_they_lie() {
    assert_eq!(format!("{:?}", native::model::PLAN), format!("{:?}", constant::model::PLAN));
    let problem = native::model::PLAN.problem().to_string();
    let problem = arena_plan_core::json::decode_problem(problem.as_bytes()).expect("a problem");
    let planned = arena_plan_core::problem::plan(&problem, &arena_plan_core::planner::Options::default());
    let layout = planned.expect("it validates").layout;
    for row in native::model::PLAN
        .buffers
        .iter()
        .filter(|row| native::model::PLAN.banks[usize::from(row.bank)].read_only)
    {
        let placed =
            layout.placements.iter().find(|placement| *placement.id == *row.name).expect("a placement");
        assert_eq!(
            (placed.offset, &*placed.bank),
            (row.offset, native::model::PLAN.banks[usize::from(row.bank)].name)
        );
    }
}
