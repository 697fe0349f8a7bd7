//! The report: figures against a count by hand, its schema, its limits, and changes checked by planning again.

use arena_plan_core::json::Input;
use arena_plan_core::model::BufferKind;
use arena_plan_core::planner::{Effort, Options};
use arena_plan_core::problem::{Bank, Buffer, Layout, Placement, Problem, plan, verify};
use arena_plan_report::report::{
    Advised, ChangeKind, Place, Question, Report, Rule, Target, markdown, report, sarif,
};
use arena_plan_report::{Subject, json};
use expect_test::expect_file;
use serde_json::Value;

mod support;

use support::{example, generated, report_of};

/// Step by step and byte by byte.
#[test]
fn figures_equal_a_count_by_hand() {
    let input = generated(120);
    let report = report_of(&input, Target::default());
    assert!(report.fits);
    assert_eq!(report.banks.iter().map(|bank| bank.buffers.len()).sum::<usize>(), 120);
    for bank in &report.banks {
        let live = |step: u64| bank.buffers.iter().filter(move |one| (one.first..=one.last).contains(&step));
        let mut peak = (0, 0);
        for step in report.first_step..=report.last_step {
            let bytes: u64 = live(step).map(|one| one.bytes.get()).sum();
            let stretch = bank.load.iter().filter(|load| (load.first..=load.last).contains(&step));
            assert_eq!(stretch.map(|load| load.bytes.get()).collect::<Vec<_>>(), [bytes], "step {step}");
            if bytes > peak.1 {
                peak = (step, bytes);
            }
        }
        assert!(peak.1 > 0, "`{}` is empty", bank.id);
        assert_eq!((bank.peak_step, bank.bound.get()), (Some(peak.0), peak.1));
        let high_water = bank.buffers.iter().map(|one| one.end.get()).max().unwrap_or(0);
        assert_eq!(bank.high_water.get(), high_water);
        assert_eq!(bank.gap.get(), high_water - peak.1);
        // Every byte below the highest live one at the peak is in a buffer or in a hole.
        let top = live(peak.0).map(|one| one.end.get()).max().unwrap_or(0);
        let free =
            (0..top).filter(|&at| !live(peak.0).any(|one| (one.offset.get()..one.end.get()).contains(&at)));
        assert_eq!(bank.fragmentation.bytes.get(), free.count() as u64);
        let sizes: Vec<u64> = bank.live_at_peak.iter().map(|live| live.bytes.get()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b));
        assert_eq!(sizes.iter().sum::<u64>(), peak.1);
    }
}

/// Bytes that several buffers share on purpose count once, for as long as one of them is alive.
#[test]
fn aliases_count_nothing_and_say_where_they_are() {
    let report = report_of(&example("aliases.json"), Target::default());
    assert!(report.fits && report.findings.is_empty());
    assert_eq!((report.buffer_bytes.get(), report.planned_bytes.get()), (64 + 96 + 64 + 16, 160));
    let bank = &report.banks[0];
    let one = |id: &str| bank.buffers.iter().find(|one| one.id == id).expect("a buffer");
    assert_eq!(one("relu").rule, Rule::Alias { of: "conv".into(), offset: 0.into() });
    assert_eq!(one("right").rule, Rule::Alias { of: "both".into(), offset: 32.into() });
    assert_eq!(one("right").rule.words(), "in `both` at 32");
    assert_eq!(one("right").offset.get(), one("both").offset.get() + 32);
    // Lifetimes are those of the contents; the bytes are kept for longer.
    assert_eq!((one("conv").first, one("conv").last, one("conv").taken), (0, 1, Some((0, 3))));
    assert_eq!((one("both").first, one("both").last, one("both").taken), (4, 4, Some((2, 4))));
    assert_eq!(one("relu").taken, None);
    let load: Vec<(u64, u64, u64)> =
        bank.load.iter().map(|load| (load.first, load.last, load.bytes.get())).collect();
    assert_eq!(load, [(0, 0, 160), (1, 1, 96), (2, 3, 160), (4, 4, 80)]);
    let live: Vec<&str> = bank.live_at_peak.iter().map(|live| &*live.id).collect();
    assert_eq!(live, ["conv", "image"]);
    assert_eq!((bank.fragmentation.holes, bank.bound.get()), (0, 160));
    let again: Report = serde_json::from_str(&json::text(&report)).expect("a report");
    assert_eq!(again, report);
    // What may be written in place is only what nothing else needs: not `scores` over `both`, which ends there, in the step
    // after `conv`, whose bytes are already those of `relu`.
    let edits = report.changes.expect("changes").single;
    assert!(
        edits.iter().all(|edit| edit.kind != ChangeKind::InPlace || !edit.what.contains("`conv`")),
        "{edits:?}"
    );
}

#[test]
fn rules_say_why_a_buffer_is_where_it_is() {
    let buffers = vec![
        Buffer::new("fixed", 8, 0, 0, &["a", "b"]).with_fixed("a", 0),
        Buffer::new("only", 8, 0, 0, &["a"]).with_kind(BufferKind::Persistent),
        Buffer::new("first", 8, 0, 0, &["a", "b"]),
        Buffer::new("second", 8, 0, 0, &["a", "b"]),
        Buffer::new("wrong", 8, 0, 0, &["a"]),
    ];
    let problem = Problem { banks: vec![Bank::new("a", 64), Bank::new("b", 64)], buffers };
    let places =
        [("fixed", "a", 0), ("only", "a", 8), ("first", "a", 16), ("second", "b", 0), ("wrong", "b", 8)];
    let layout =
        Layout { placements: places.map(|(id, bank, offset)| Placement::new(id, bank, offset)).to_vec() };
    let subject = Subject { title: "rules", problem: &problem, layout: &layout, steps: &[], planned: None };
    let report = report(&subject, &verify(&problem, &layout), &Question::default());
    let rules: Vec<_> =
        report.banks.iter().flat_map(|bank| &bank.buffers).map(|one| one.rule.clone()).collect();
    let expected = [
        Rule::FixedOffset {},
        Rule::OnlyBank {},
        Rule::FirstChoice {},
        Rule::LaterChoice { choice: 2, of: 2 },
        Rule::NotAllowed {},
    ];
    assert_eq!(rules, expected);
    let kinds: Vec<_> = report.banks[0].buffers.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(kinds, ["buffer", "persistent", "buffer"]);
    assert_eq!(report.findings[0].code, "bank-not-allowed");
}

/// The first change of the example, made by hand: `spectrum` over `windowed`.
#[test]
fn a_change_saves_what_the_report_says() {
    let input = example("graph.json");
    let report = report_of(&input, Target::default());
    let changes = report.changes.expect("a plan has changes");
    assert_eq!((changes.target[0].bytes.get(), changes.missing.get()), (4096, 4740 - 4096));
    let first = &changes.single[0];
    assert_eq!((first.kind, first.saves.get(), first.fits), (ChangeKind::InPlace, 1028, true));
    assert_eq!(first.what, "step `fft`: write `spectrum` in place, over `windowed`");
    let mut made = input.clone();
    made.problem.buffers.retain(|buffer| &*buffer.id != "spectrum");
    made.problem.buffers.iter_mut().find(|buffer| &*buffer.id == "windowed").expect("it is there").last = 2;
    let high_water = report_of(&made, Target::default()).banks[0].high_water.get();
    assert_eq!(high_water, 4740 - 1028);
    // Of every change that is named, at least one is needed: without any, the bytes are missing.
    assert!(changes.single.iter().all(|change| change.saves.get() > 0));
}

/// What the user asks for decides, not the next size.
#[test]
fn changes_aim_at_the_requested_room() {
    let input = example("graph.json");
    let report = report_of(&input, Target { rooms: vec![("sram".into(), 4000)] });
    let changes = report.changes.expect("a plan has changes");
    assert_eq!((changes.target[0].bytes.get(), changes.missing.get()), (4000, 740));
    let roomy = report_of(&input, Target { rooms: vec![("sram".into(), 5000)] });
    let changes = roomy.changes.expect("a plan has changes");
    assert_eq!((changes.missing.get(), changes.single.len(), changes.together), (0, 0, None));
}

/// A plan is made to fit by a bank in which the buffer is not allowed yet.
#[test]
fn another_bank_is_proposed_where_one_is_full() {
    let problem = Problem {
        banks: vec![Bank::new("tcm", 100), Bank::new("sram", 100)],
        buffers: vec![Buffer::new("a", 70, 0, 9, &["tcm"]), Buffer::new("b", 60, 0, 9, &["tcm"])],
    };
    let report = report_of(&Input { problem, steps: Vec::new(), graph: false }, Target::default());
    assert!(!report.fits);
    let [reason] = &report.reasons[..] else { panic!("{:?}", report.reasons) };
    assert_eq!((reason.code.as_str(), &reason.conflict, reason.more_changes), ("over-budget", &None, 0));
    let allow = |buffer: &str| Advised::Allow { buffer: buffer.into(), bank: "sram".into() };
    let capacity = Advised::Capacity { bank: "tcm".into(), bytes: 130.into(), least: true };
    assert_eq!(reason.changes, [capacity, allow("a"), allow("b")]);
    let changes = report.changes.expect("a plan has changes");
    assert_eq!(changes.single[0].kind, ChangeKind::Bank);
    assert_eq!(changes.single[0].what, "buffer `a`: allowed in `sram` too");
    assert!(changes.single[0].fits);
    assert_eq!(changes.missing.get(), 30);
}

#[test]
fn the_schema_is_published_and_reports_follow_it() {
    let schema = arena_plan_report::report::schema();
    expect_file!["../../docs/schemas/report.schema.json"].assert_eq(&schema);
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for input in [example("graph.json"), example("packing.json"), example("dma_banks.json"), generated(60)] {
        let report = report_of(&input, Target::default());
        let text = json::text(&report);
        let value: Value = serde_json::from_str(&text).expect("the report is JSON");
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(serde_json::from_str::<Report>(&text).expect("it can be read again"), report);
        let mut wrong = value.clone();
        wrong["banks"][0]["high_water"] = 4.into();
        assert!(!validator.is_valid(&wrong), "a number in place of a decimal string is refused");
    }
}

/// A comment may have 65536 characters; the figures come first, so they are never truncated.
#[test]
fn markdown_of_thousands_of_buffers_is_short_enough() {
    let input = generated(3000);
    let options = Options { effort: Effort::Fast, ..Options::default() };
    let planned = plan(&input.problem, &options).expect("the problem is valid");
    let subject = Subject {
        title: "many | *buffers*",
        problem: &input.problem,
        layout: &planned.layout,
        steps: &[],
        planned: Some(&planned),
    };
    let report = report(&subject, &verify(&input.problem, &planned.layout), &Question::default());
    let text = markdown(&report);
    assert!(text.len() <= 65_000 && text.len() > 40_000, "{} bytes", text.len());
    assert!(
        text.starts_with("### Memory plan `many \\| *buffers*`: fits\n\n3000 buffers, "),
        "{}",
        &text[..200]
    );
    assert!(text.contains(" more rows\n"));
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn names_cannot_change_the_markdown() {
    let bank = Bank::new("a|b<script>", 64);
    let buffers = vec![Buffer::new("x|`*_[y](z)", 8, 0, 0, &["a|b<script>"])];
    let input =
        Input { problem: Problem { banks: vec![bank], buffers }, steps: vec!["s|`<b>".into()], graph: false };
    let text = markdown(&report_of(&input, Target::default()));
    // Between backticks it is literal.
    let outside: String = text.split('`').step_by(2).collect();
    assert!(!outside.contains("<script>") && !outside.contains("<b>"), "{text}");
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let bars = line.replace("\\|", "").matches('|').count();
        let heads = [3, 4, 9, 10];
        assert!(heads.contains(&bars), "{bars} bars in {line}");
    }
}

#[test]
fn sarif_has_the_rules_and_lines_of_its_findings() {
    let input = example("budget_failure.json");
    let report = report_of(&input, Target::default());
    let text = sarif(&report, |buffer| Place {
        file: format!("models/{buffer} 1.json"),
        line: (buffer == "output").then_some(7),
    });
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"over-budget".into(), &"error".into()));
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "over-budget");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "models/output%201.json");
    assert_eq!(place["region"]["startLine"], 7);
}
