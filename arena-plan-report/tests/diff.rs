//! Differences and limits: exact figures of deliberate changes.

use arena_plan_core::problem::{Layout, Placement};
use arena_plan_report::diff::{
    Allowance, Change, Declared, Difference, Held, Snapshot, annotations, compare, markdown, parse_allowance,
    parse_limits, reason, schema, text,
};
use arena_plan_report::image::{Elf, inspect, parse_memories};
use arena_plan_report::json;
use arena_plan_report::report::{Place, Target};
use expect_test::expect_file;
use serde_json::Value;

mod support;

use support::{example, generated, report_of};

fn snapshot(name: &str) -> Snapshot {
    Snapshot::from(&report_of(&example(name), Target::default()))
}

fn image() -> Snapshot {
    let file = |name: &str| format!("{}/../examples/reports/{name}", env!("CARGO_MANIFEST_DIR"));
    let elf =
        Elf::read(&std::fs::read(file("image.elf")).expect("the image is there")).expect("it is an image");
    let script = std::fs::read_to_string(file("memory.x")).expect("the script is there");
    Snapshot::from(&inspect("image.elf", &elf, &parse_memories(&script).expect("it has memories"), 0))
}

/// `windowed` has 2304 bytes instead of 2048, and everything after it moves.
fn larger() -> Difference {
    compare(&snapshot("graph.json"), &snapshot("graph_larger.json"))
}

#[test]
fn the_buffer_that_made_a_bank_grow_is_named() {
    let difference = larger();
    let grown = difference.grown(Allowance::Bytes(0));
    assert_eq!(grown.len(), 1);
    assert_eq!(
        reason(&difference, grown[0]),
        "bank `sram` takes 4996 bytes instead of 4740 (+256): `windowed` has 2304 bytes instead of 2048"
    );
    let changes: Vec<_> =
        difference.buffers.iter().map(|one| (&*one.name, one.change, one.growth())).collect();
    let moved = ["history", "pcm", "spectrum", "twiddle"].map(|name| (name, Change::Moved, 0));
    assert_eq!(changes[0], ("windowed", Change::Grown, 256));
    assert_eq!(changes[1..], moved);
    assert_eq!(difference.figures[0].new_peak.as_deref(), Some("4996 in step 1 `fft`"));
}

#[test]
fn a_gate_accepts_what_it_allows() {
    let difference = larger();
    let passes = |text: &str| {
        let bytes = |text: &str| text.parse().map_err(|_| "no number".to_owned());
        difference.grown(parse_allowance(text, bytes).expect("an allowance")).is_empty()
    };
    // 256 of 4740 bytes are 5.4 percent.
    assert_eq!(
        ["growth", "growth=255", "growth=256", "growth=5.4%", "growth=5.5%"].map(passes),
        [false, false, true, false, true]
    );
    let same = compare(&snapshot("graph.json"), &snapshot("graph.json"));
    assert!(same.grown(Allowance::Bytes(0)).is_empty() && same.buffers.is_empty());
    assert!(text(&same).ends_with("\nno buffer changed\n"));
    for wrong in ["grow", "growth=x", "growth=1.25%", "growth=-1%", "growth=%"] {
        assert!(parse_allowance(wrong, |_| Err("no number".into())).is_err(), "{wrong}");
    }
}

#[test]
fn annotations_are_on_the_line_of_the_buffer() {
    let place =
        |buffer: &str| (buffer == "windowed").then(|| Place { file: "a,b.json".into(), line: Some(7) });
    assert_eq!(
        annotations(&larger(), Allowance::Bytes(0), place),
        "::error file=a%2Cb.json,line=7,title=grown::bank `sram` takes 4996 bytes instead of 4740 (+256): `windowed` \
         has 2304 bytes instead of 2048\n"
    );
    assert_eq!(annotations(&larger(), Allowance::Bytes(256), place), "");
}

#[test]
fn layouts_are_compared_by_place() {
    let layout = |places: &[(&str, u64)]| {
        let placements = places.iter().map(|(id, offset)| Placement::new(id, "ram", *offset)).collect();
        Snapshot::of_layout("layout", &Layout { placements })
    };
    let difference =
        compare(&layout(&[("a", 0), ("b", 64), ("c", 96)]), &layout(&[("a", 0), ("b", 32), ("d", 96)]));
    let changes: Vec<_> = difference.buffers.iter().map(|one| (&*one.name, one.change)).collect();
    assert_eq!(changes, [("d", Change::New), ("b", Change::Moved), ("c", Change::Gone)]);
}

/// In an image every memory, bank and section counts, and a stack that loses room.
#[test]
fn images_are_compared_by_memory_bank_and_stack() {
    let old = image();
    let mut new = image();
    for (key, more) in new.taken.iter_mut() {
        match &*key.1 {
            "TCM" | "app::kws::tcm" => more.bytes += 32,
            "stack" => more.bytes -= 8,
            _ => {}
        }
    }
    let difference = compare(&old, &new);
    let grown: Vec<_> =
        difference.grown(Allowance::Bytes(0)).into_iter().map(|figure| reason(&difference, figure)).collect();
    assert_eq!(
        grown,
        [
            "memory `TCM` takes 128 bytes instead of 96 (+32)",
            "bank `app::kws::tcm` takes 128 bytes instead of 96 (+32)",
            "the stack has 7160 bytes instead of 7168 (-8)"
        ]
    );
}

#[test]
fn a_comment_is_never_too_long() {
    let old = Snapshot::from(&report_of(&generated(40), Target { rooms: vec![("slow".into(), 1 << 20)] }));
    let mut new = old.clone();
    for index in 0..5000 {
        let spot = old.buffers.values().next().expect("a buffer").clone();
        new.buffers.insert(format!("new|{index:04}"), spot);
    }
    let difference = compare(&old, &new);
    let text = markdown(&difference, &[]);
    assert!(text.len() < 65_000 && text.len() > 30_000, "{}", text.len());
    assert!(text.contains("5000 buffers changed") && text.contains(" more rows\n"));
    assert!(text.contains("| new\\|0000 |"));
}

#[test]
fn limits_have_figures_and_must_be_about_something_that_exists() {
    let bytes = |text: &str| {
        text.strip_suffix(" KiB")
            .and_then(|text| text.parse::<u64>().ok())
            .map(|n| n << 10)
            .ok_or("no bytes".to_owned())
    };
    let check = |limits: &str| {
        let found = parse_limits(limits).and_then(|limits| limits.check(&image(), bytes));
        found.map(|found| found.into_iter().map(|one| one.message).collect::<Vec<_>>())
    };
    assert_eq!(check("[memory.RAM]\nmost = 160\nfree = 8032\n[stack]\nfree = \"7 KiB\"\n"), Ok(vec![]));
    assert_eq!(
        check("[memory.RAM]\nmost = 159\nfree = 8033\n[stack]\nfree = 7169\n[size.bss]\nmost = 0\n"),
        Ok(vec![
            "memory `RAM` takes 160 bytes, 159 are allowed (1 over)".to_owned(),
            "memory `RAM` has 8032 bytes left, 8033 are required (1 less)".to_owned(),
            "size `bss` takes 240 bytes, 0 are allowed (240 over)".to_owned(),
            "7168 bytes are left for the stack, 7169 are required (1 less)".to_owned(),
        ])
    );
    let wrong = |limits: &str| check(limits).expect_err("it is wrong");
    assert_eq!(
        wrong("[bank.tcm]\nmost = 1\n"),
        "there is no bank `tcm`: the known ones are `app::kws::ram`, `app::kws::tcm`"
    );
    assert_eq!(wrong("[memory.RAM]\n"), "the limit of memory `RAM` has neither `most` nor `free`");
    assert_eq!(wrong("[memory.RAM]\nmost = \"much\"\n"), "`RAM`: no bytes");
    assert!(wrong("[size.text]\nfree = 1\n").contains("cannot have `free`"));
    assert!(wrong("[ram]\nmost = 1\n").contains("unknown field `ram`"));
    assert!(wrong("[memory.RAM]\nmost = -1\n").contains("line 2"));
}

/// An image says where its buffers and plans are declared; what it does not say has no line.
#[test]
fn growth_of_an_image_is_shown_in_the_source() {
    let old = image();
    let mut new = old.clone();
    let mel = new.buffers.get_mut("app::kws::mel").expect("the buffer");
    mel.bytes = Some(64.into());
    let mut take = |held: Held, name: &str, bytes: u64| {
        new.taken.get_mut(&(held, name.to_owned())).expect("it is there").bytes += bytes;
    };
    take(Held::Bank, "app::kws::tcm", 32);
    take(Held::Size, "text", 4);
    let place = |name: &str| new.places.get(&(Declared::Buffer, name.to_owned())).cloned();
    assert_eq!(
        annotations(&compare(&old, &new), Allowance::Bytes(0), place),
        "::error title=grown::size `text` takes 310 bytes instead of 306 (+4)\n\
         ::error file=src/kws.rs,line=17,title=grown::bank `app::kws::tcm` takes 128 bytes instead of 96 (+32): \
         `app::kws::mel` has 64 bytes instead of 32\n"
    );
    let limits = parse_limits("[bank.\"app::kws::tcm\"]\nmost = 100\n[size.text]\nmost = 300\n");
    let excess = limits.expect("limits").check(&new, |_| unreachable!()).expect("all are there");
    assert_eq!(
        excess.iter().map(|one| one.annotation(&new)).collect::<String>(),
        "::error file=src/kws.rs,line=12,title=over-limit::bank `app::kws::tcm` takes 128 bytes, 100 are allowed (28 \
         over)\n::error title=over-limit::size `text` takes 310 bytes, 300 are allowed (10 over)\n"
    );
}

#[test]
fn the_schema_is_published_and_followed() {
    let text = schema();
    expect_file!["../../docs/schemas/diff.schema.json"].assert_eq(&text);
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for difference in
        [larger(), compare(&image(), &image()), compare(&Snapshot::default(), &snapshot("reuse.json"))]
    {
        let text = json::text(&difference);
        assert!(validator.is_valid(&serde_json::from_str(&text).expect("JSON")), "{text}");
        assert_eq!(serde_json::from_str::<Difference>(&text).expect("it can be read again"), difference);
    }
}
