//! The pipeline: which stages run for which effort and size, in which order, with which counted budget.
//!
//! [`TABLE`] is for one bank: `one_bank` walks it, and `docs/planner.md` shows it. Banks that are planned together
//! always go through the same stages, with the budgets of [`budget`].

use super::banks::Budget;
use super::effort::{Effort, Options};
use super::exact::MAX_ITEMS;
use super::meter::Work;
use super::reduction::sort_keys::Key;

/// A stage of planning one bank. In every stage, planning ends once the bound is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// First fit in each of [`ORDERS`].
    FirstFits,
    /// First fit by size · sections^½.
    FirstFitByArea,
    /// One lowest-first placement in the second of [`ORDERS`].
    LowestFirst,
    /// The same, if there is no layout yet.
    LowestFirstIfNone,
    /// The squeaky wheel over lowest-first placements, continuing where an earlier step of it ended. Its rounds are
    /// placements.
    SqueakyWheel,
    /// First fit by descending tops of the best layout.
    FitByTops,
    /// Local search at the peak.
    LocalSearch,
    /// The exact search in windows around the peak, and first fit around them.
    PeakWindows,
    /// First fit segment by segment. Its rounds are fits of one segment.
    TimeSegments,
    /// The exact search for the bound, for the room, and between the bound and the best layout. With the effort
    /// thorough, local search between its questions.
    ExactSearch,
}

/// A stage with its budget: rounds, and units of work, per item and in total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) stage: Stage,
    pub(crate) rounds: u64,
    pub(crate) each: u64,
    pub(crate) most: u64,
}

/// The stages for an effort, up to a number of items.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) effort: Effort,
    pub(crate) up_to: usize,
    pub(crate) steps: &'static [Step],
}

/// The orders of the fast effort, as in the kernel's portfolio.
pub(crate) const ORDERS: [&[Key]; 5] = [
    &[Key::Size],
    &[Key::Load, Key::Width, Key::Size],
    &[Key::Size, Key::Width],
    &[Key::Width, Key::Size],
    &[Key::Area],
];

const fn step(stage: Stage, rounds: u64, most: u64) -> Step {
    Step { stage, rounds, each: u64::MAX, most }
}

const fn wheel(placements: u64) -> Step {
    step(Stage::SqueakyWheel, placements, 500 * M)
}

const fn segments(fits: u64) -> Step {
    step(Stage::TimeSegments, fits, u64::MAX)
}

const M: u64 = 1_000_000;
const FIRST_FITS: Step = step(Stage::FirstFits, 5, 400 * M);
const BY_AREA: Step = step(Stage::FirstFitByArea, 1, u64::MAX);
const LOWEST_FIRST: Step = step(Stage::LowestFirst, 1, 100 * M);
const LOWEST_FIRST_IF_NONE: Step = step(Stage::LowestFirstIfNone, 1, u64::MAX);
const BY_TOPS: Step = step(Stage::FitByTops, 1, u64::MAX);
const LOCAL_SEARCH: Step = Step { each: 800, ..step(Stage::LocalSearch, u64::MAX, 100 * M) };
const PEAK_WINDOWS: Step = step(Stage::PeakWindows, 9, 400 * M);
const EXACT_SEARCH: Step = step(Stage::ExactSearch, u64::MAX, u64::MAX);

const SEARCHED: &[Step] = &[FIRST_FITS, LOWEST_FIRST, wheel(20), BY_TOPS, LOCAL_SEARCH, EXACT_SEARCH];
const HUGE: &[Step] = &[segments(32), LOWEST_FIRST_IF_NONE, LOCAL_SEARCH];

/// Rows by effort, then by increasing size; the last row of an effort is for any size.
#[rustfmt::skip]
pub(crate) const TABLE: [Row; 10] = {
    use Effort::{Default, Fast, Thorough};
    [
        Row { effort: Fast, up_to: 99_999, steps: &[FIRST_FITS] },
        Row { effort: Fast, up_to: usize::MAX, steps: &[segments(1), LOWEST_FIRST_IF_NONE] },
        Row { effort: Default, up_to: MAX_ITEMS, steps: SEARCHED },
        Row { effort: Default, up_to: 99_999,
            steps: &[wheel(1), PEAK_WINDOWS, segments(32), BY_AREA, wheel(5), BY_TOPS, LOCAL_SEARCH] },
        Row { effort: Default, up_to: 300_000,
            steps: &[segments(32), LOWEST_FIRST_IF_NONE, wheel(6), BY_TOPS, LOCAL_SEARCH] },
        Row { effort: Default, up_to: usize::MAX, steps: HUGE },
        Row { effort: Thorough, up_to: MAX_ITEMS, steps: SEARCHED },
        Row { effort: Thorough, up_to: 99_999,
            steps: &[wheel(1), PEAK_WINDOWS, segments(32), BY_AREA, wheel(19), BY_TOPS, LOCAL_SEARCH] },
        Row { effort: Thorough, up_to: 300_000,
            steps: &[segments(32), LOWEST_FIRST_IF_NONE, wheel(20), BY_TOPS, LOCAL_SEARCH] },
        Row { effort: Thorough, up_to: usize::MAX, steps: HUGE },
    ]
};

/// The steps for this many items.
pub(crate) fn steps(effort: Effort, items: usize) -> &'static [Step] {
    TABLE.iter().find(|row| row.effort == effort && items <= row.up_to).map_or(&[], |row| row.steps)
}

impl Step {
    /// The units of work for this many items.
    pub(crate) fn work(&self, items: usize) -> Work {
        Work::units(self.each.saturating_mul(items as u64).min(self.most))
    }
}

/// What the exact search may spend over all banks that are planned one by one. The units of the default effort take
/// less than 0.05 s in an unoptimised build, whatever the number of buffers.
pub(crate) fn search(options: &Options) -> Work {
    match (options.nodes, options.effort) {
        (Some(nodes), _) => Work { nodes, units: u64::MAX },
        (None, Effort::Fast) => Work::NONE,
        (None, Effort::Default) => Work { nodes: 2_000, units: 200_000 },
        (None, Effort::Thorough) => Work { nodes: 5 * M, units: u64::MAX },
    }
}

/// Units of local search for each node of the exact search's next question.
pub(crate) fn local_search_a_node(effort: Effort) -> u64 {
    if effort == Effort::Thorough { 1_000 } else { 0 }
}

/// What banks that are planned together may spend; a number of nodes counts as that many units. For 40 buffers, the
/// default effort takes at worst about a quarter of a second in an unoptimised build, in which a procedural macro
/// runs; usually a twentieth of that.
pub(crate) fn budget(options: &Options, buffers: usize) -> Budget {
    match (options.nodes, options.effort) {
        (Some(nodes), _) => Budget { fit: nodes, misses: nodes / 2, marks: nodes / 20 },
        (None, Effort::Thorough) => Budget::DEFAULT,
        (None, _) => {
            let buffers = buffers.clamp(40, 160) as u64;
            Budget { fit: 100_000 * buffers, misses: 37_500 * buffers, marks: 7_500 * buffers }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;

    const BEGIN: &str = "<!-- the pipeline: written by UPDATE_EXPECT=1 cargo test -p arena-plan-core --features json the_docs -->\n";
    const END: &str = "<!-- end of the pipeline -->\n";

    /// `100,000`
    fn grouped(number: u64) -> String {
        let digits = number.to_string();
        let groups = digits.as_bytes().rchunks(3).rev().map(|group| core::str::from_utf8(group).unwrap());
        groups.collect::<alloc::vec::Vec<_>>().join(",")
    }

    fn described(step: &Step) -> String {
        // "FirstFits" in words.
        let mut name = String::new();
        for letter in format!("{:?}", step.stage).chars() {
            name += if letter.is_uppercase() && !name.is_empty() { " " } else { "" };
            name.push(letter.to_ascii_lowercase());
        }
        if matches!(step.stage, Stage::SqueakyWheel | Stage::TimeSegments) {
            name += &format!(" ({})", step.rounds);
        }
        let budget = match (step.each, step.most) {
            (_, u64::MAX) => String::new(),
            (u64::MAX, most) => format!(" [{} M]", most / M),
            (each, most) => format!(" [{} each, {} M]", grouped(each), most / M),
        };
        name + &budget
    }

    fn table() -> String {
        let mut text = String::from("| effort | buffers | stages |\n|---|--:|---|\n");
        for row in &TABLE {
            let stages: alloc::vec::Vec<String> = row.steps.iter().map(described).collect();
            let up_to = match row.up_to {
                usize::MAX => "more".to_string(),
                most => format!("to {}", grouped(most as u64)),
            };
            let effort = format!("{:?}", row.effort).to_lowercase();
            text += &format!("| {effort} | {up_to} | {} |\n", stages.join(", "));
        }
        text
    }

    #[test]
    fn the_docs_show_this_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/planner.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (before, rest) = text.split_once(BEGIN).expect("the line before the table");
        let (shown, after) = rest.split_once(END).expect("the line after the table");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, [before, BEGIN, &table(), END, after].concat()).unwrap();
        } else {
            assert!(
                shown == table(),
                "docs/planner.md is out of date; bless it with UPDATE_EXPECT=1:\n{}",
                table()
            );
        }
    }

    #[test]
    fn every_effort_has_a_row_for_every_size_in_order() {
        for effort in [Effort::Fast, Effort::Default, Effort::Thorough] {
            let sizes: alloc::vec::Vec<usize> =
                TABLE.iter().filter(|row| row.effort == effort).map(|row| row.up_to).collect();
            assert!(sizes.is_sorted() && sizes.last() == Some(&usize::MAX), "{effort:?}: {sizes:?}");
            // The other stages need a layout: the first stage that always finds one comes before those.
            for row in TABLE.iter().filter(|row| row.effort == effort) {
                let first = |stage| row.steps.iter().position(|step| step.stage == stage);
                let sure = first(Stage::FirstFits)
                    .or(first(Stage::LowestFirstIfNone))
                    .or(first(Stage::FirstFitByArea))
                    .unwrap();
                for stage in [Stage::FitByTops, Stage::LocalSearch, Stage::ExactSearch] {
                    assert!(first(stage).is_none_or(|at| at > sure), "{row:?}");
                }
            }
        }
    }
}
