//! Placement rules: the most specific one decides, on both routes, and the table says which it was.
#![forbid(unsafe_code)]

use arena_plan::{Table, arena_plan};

macro_rules! spotter {
    ($name:ident, $half:ty, $word:ty) => {
        arena_plan! {
            pub mod $name {
                bank flash { capacity: 1 KiB, read_only }
                bank dtcm { capacity: 512, dma: no }
                bank sram { capacity: 512, cache_line: 32 }

                place {
                    default: dtcm | sram;
                    persistent: sram;
                    constant: flash -> dtcm;
                    hot_*: dtcm;
                    *_cold: flash;
                    persistent hot_*: dtcm | sram;
                    // Of two names, the first decides.
                    h*_pair: sram;
                }

                constant window: [$half; 8] = [3; 8];
                constant table_cold: [$half; 8] = [4; 8];
                persistent gain: $word;
                persistent hot_state: [$word; 4];
                buffer pcm: [$half; 20], dma;
                buffer hot_sums: [$word; 8];
                buffer hit_pair: [$half; 2];
                buffer best: $word in sram, retain;

                step capture() -> pcm;
                step shape(pcm, window, table_cold, mut gain) -> (hot_sums, hit_pair);
                step tell(hot_sums, hit_pair, mut hot_state) -> best;
            }
        }
    };
}

spotter!(native, i16, u32);

type Half = i16;
type Word = u32;
spotter!(constant, Half, Word);

/// Name, bank and rule of each row.
fn rules(table: &Table) -> Vec<String> {
    let row = |row: &arena_plan::BufferRow| {
        format!("{} {} {}", row.name, table.banks[usize::from(row.bank)].name, row.rule)
    };
    table.buffers.iter().map(row).collect()
}

#[test]
fn the_most_specific_rule_decides() {
    let expected = [
        "gain sram persistent",
        "hot_state dtcm persistent hot_*",
        "pcm sram default",
        "hot_sums dtcm hot_*",
        "hit_pair sram h*_pair",
        "best sram in",
        "staged_dtcm dtcm ",
        "window dtcm constant",
        "table_cold flash *_cold",
    ];
    let read: Vec<String> = rules(&native::PLAN);
    // Constants say where they lie, which of a staged one is the read-only bank.
    let expected: Vec<String> =
        expected.iter().map(|row| row.replace("window dtcm", "window flash")).collect();
    assert_eq!(read, expected);
    assert_eq!(rules(&constant::PLAN), read);
}

#[test]
fn the_table_has_a_column_for_it() {
    let text = native::PLAN.to_string();
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        constant::PLAN.to_string().lines().skip(1).collect::<Vec<_>>()
    );
    let head = text.lines().find(|line| line.starts_with("buffer ")).expect("the head of the buffers");
    assert_eq!(head, "buffer       kind        bank   rule              offset  end  bytes  align  alive in");
    let row = text.lines().find(|line| line.starts_with("hot_state")).expect("its row");
    assert_eq!(
        row,
        "hot_state    persistent  dtcm   persistent hot_*      48   64     16      4  ###  capture..=tell"
    );
    arena_plan! {
        mod without {
            bank ram { capacity: 64 }
            buffer x: u8;
            step a() -> x;
            step b(x);
        }
    }
    assert!(!without::PLAN.to_string().contains("rule"), "{}", without::PLAN);
}

#[test]
fn a_rule_stages_constants_like_a_declaration() {
    let capture = native::take().expect("the arena is free").hydrate();
    assert_eq!(*capture.kept.window, [3; 8]);
    assert_eq!(*capture.kept.table_cold, [4; 8]);
    capture.release();
}

/// A rule may be conditional, as other parts of a block.
#[test]
fn a_rule_with_cfg_is_there_or_not() {
    arena_plan! {
        mod board {
            bank near { capacity: 64 }
            bank far { capacity: 64 }
            place {
                #[cfg(any())]
                default: near;
                #[cfg(not(any()))]
                default: far;
            }
            buffer x: u8;
            buffer y: u8 in near;
            step a() -> (x, y);
            step b(x, y);
        }
    }
    assert_eq!((board::buf::X::BANK, board::PLAN.buffers[0].rule), ("far", "default"));
}

arena_plan! {
    mod board {
        #[cfg(any())]
        bank dtcm { capacity: 512 }
        bank sram { capacity: 512 }
        bank slow { capacity: 512 }
        place {
            default: #[cfg(any())] dtcm | sram;
            #[cfg(any())]
            hot_*: dtcm;
            #[cfg(not(any()))]
            hot_*: slow;
        }
        buffer hot_sums: [u32; 8];
        buffer sums: [u32; 8];
        step add() -> (hot_sums, sums);
        step tell(hot_sums, sums);
    }
}

#[test]
fn a_rule_and_its_banks_may_be_those_of_a_variant() {
    assert_eq!((board::buf::HotSums::BANK, board::buf::Sums::BANK), ("slow", "sram"));
}
