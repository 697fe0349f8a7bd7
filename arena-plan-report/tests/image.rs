//! An image against the output of GNU binutils: `size`, `nm` and the linker's `--print-memory-usage`.

use std::fs;

use arena_plan_report::image::{Elf, Inspection, Region, inspect, parse_memories, parse_region, schema};
use arena_plan_report::json;
use expect_test::expect_file;
use serde_json::Value;

fn fixture(name: &str) -> String {
    let path = format!("{}/../examples/reports/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("the fixture is there")
}

fn elf() -> Elf {
    let path = format!("{}/../examples/reports/image.elf", env!("CARGO_MANIFEST_DIR"));
    Elf::read(&fs::read(path).expect("the image is there")).expect("it is an image")
}

fn inspected(regions: &[Region]) -> Inspection {
    inspect("image.elf", &elf(), regions, 5)
}

fn memories() -> Vec<Region> {
    parse_memories(&fixture("memory.x")).expect("the script has memories")
}

/// `332 B`, `63 KB` as the linker prints them.
fn bytes(number: &str, unit: &str) -> u64 {
    let factor = match unit {
        "B" => 1,
        "KB" => 1 << 10,
        "MB" => 1 << 20,
        "GB" => 1 << 30,
        other => panic!("the unit {other}"),
    };
    number.parse::<u64>().expect("a number") * factor
}

#[test]
fn memories_have_the_figures_of_the_linker() {
    let usage = fixture("image.usage.txt");
    let expected: Vec<(String, u64, u64)> = usage
        .lines()
        .skip(1)
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let name = words[0].trim_end_matches(':').to_owned();
            (name, bytes(words[1], words[2]), bytes(words[3], words[4]))
        })
        .collect();
    assert_eq!(expected.len(), 4);
    let found: Vec<_> = inspected(&memories())
        .memories
        .into_iter()
        .map(|memory| {
            let sum: u64 = memory.parts.iter().map(|part| part.bytes.get()).sum();
            assert_eq!(sum, memory.used.get(), "the parts of {} add up", memory.name);
            assert_eq!(memory.used.get() + memory.free.get(), memory.length.get());
            (memory.name, memory.used.get(), memory.length.get())
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn sizes_are_those_of_size() {
    let text = fixture("image.size.txt");
    let figures: Vec<u64> = text
        .lines()
        .nth(1)
        .expect("a line")
        .split_whitespace()
        .take(3)
        .map(|word| word.parse().unwrap())
        .collect();
    let size = inspected(&[]).size;
    assert_eq!([size.text.get(), size.data.get(), size.bss.get()], figures[..]);
}

/// Every symbol with a size that `nm` lists is an item or a buffer at that address, and vice versa.
#[test]
fn items_and_buffers_are_those_of_nm() {
    let nm = fixture("image.nm.txt");
    let mut expected: Vec<(u64, u64)> = Vec::new();
    for line in nm.lines() {
        if let [address, size, _, _] = line.split_whitespace().collect::<Vec<_>>()[..] {
            let number = |text| u64::from_str_radix(text, 16).expect("a number in base 16");
            expected.push((number(address), number(size)));
        }
    }
    let image = inspected(&memories());
    let items = image
        .memories
        .iter()
        .flat_map(|memory| &memory.largest)
        .map(|one| (one.address.get(), one.bytes.get()));
    let buffers = image.plans.iter().flat_map(|plan| &plan.banks).flat_map(|bank| &bank.buffers);
    let mut found: Vec<_> =
        items.chain(buffers.map(|one| (one.address.expect("an address").get(), one.bytes.get()))).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert!(image.largest.is_empty(), "every item is in a memory");
}

#[test]
fn a_plan_is_shown_at_its_real_addresses() {
    let image = inspected(&memories());
    assert_eq!(image.plans.len(), 1);
    let plan = &image.plans[0];
    assert_eq!(plan.name, "app::kws");
    let banks: Vec<_> = plan
        .banks
        .iter()
        .map(|bank| {
            let buffers: Vec<_> =
                bank.buffers.iter().map(|one| (&*one.name, one.offset.get(), one.bytes.get())).collect();
            (&*bank.name, bank.address.expect("an address").get(), bank.memory.as_deref(), buffers)
        })
        .collect();
    let expected = [
        ("tcm", 0x1000_0000, Some("TCM"), vec![("pcm", 0, 64), ("mel", 64, 32)]),
        // The line of the block follows the name, as with two plans with the same path.
        ("ram", 0x2000_0078, Some("RAM"), vec![("out", 8, 32)]),
    ];
    assert_eq!(banks, expected);
    assert_eq!(image.findings, []);
}

/// What symbols do not say comes from the description, which is not loaded: the sizes above do not include it.
#[test]
fn a_description_knows_steps_rooms_and_lines() {
    let image = inspected(&memories());
    let plan = &image.plans[0];
    assert_eq!((plan.file.as_deref(), plan.line), (Some("src/kws.rs"), Some(12)));
    assert_eq!(plan.steps, ["capture", "mel"]);
    let ram = &plan.banks[1];
    let rooms =
        [ram.capacity, ram.reserve, ram.high_water].map(|bytes| bytes.expect("it is described").get());
    assert_eq!(rooms, [1024, 128, 40]);
    let pcm = &plan.banks[0].buffers[0];
    assert_eq!((pcm.first, pcm.last, pcm.line), (Some(0), Some(1), Some(16)));
    assert!(
        arena_plan_report::image::text(&image).contains("0x10000000   0..64    64  capture..=mel  pcm\n")
    );
}

/// Without symbols a plan has no addresses, without a description no lifetimes; both are still shown.
#[test]
fn an_image_may_lack_symbols_or_descriptions() {
    let whole = elf();
    let mut stripped = whole.clone();
    stripped.symbols.clear();
    let image = inspect("image.elf", &stripped, &memories(), 5);
    let addresses: Vec<_> = image.plans[0].banks.iter().map(|bank| bank.address).collect();
    assert_eq!((image.plans.len(), addresses), (1, vec![None, None]));
    assert_eq!(image.findings, []);
    let mut plain = Elf::default();
    (plain.sections, plain.symbols) = (whole.sections, whole.symbols);
    let image = inspect("image.elf", &plain, &memories(), 5);
    assert_eq!(
        (image.plans.len(), image.plans[0].banks.len(), image.plans[0].banks[0].buffers[0].first),
        (1, 2, None)
    );
}

/// Debug information says where a function stands; the folder in which it was compiled is left out.
#[test]
fn functions_have_their_line() {
    let path = format!("{}/../examples/reports/function.elf", env!("CARGO_MANIFEST_DIR"));
    let elf = Elf::read(&fs::read(path).expect("the image is there")).expect("it is an image");
    let mut image = inspect("function.elf", &elf, &[], 5);
    assert_eq!(
        (&*image.largest[0].name, image.largest[0].source.as_deref()),
        ("_start", Some("function.s:8"))
    );
    let table =
        "bytes     address  section  name    source\n    6  0x00000100  .text    _start  function.s:8\n";
    let text = arena_plan_report::image::text(&image);
    assert!(text.contains(table), "{text}");
    image.largest[0].source = None;
    assert!(
        arena_plan_report::image::text(&image)
            .contains("section  name\n    6  0x00000100  .text    _start\n")
    );
}

#[test]
fn heap_and_stack_share_what_is_left() {
    let image = inspected(&memories());
    let area = |area: &Option<arena_plan_report::image::Area>| {
        area.as_ref().map(|area| (area.address.get(), area.bytes.get(), area.symbol.clone()))
    };
    assert_eq!(area(&image.heap), Some((0x2000_0200, 512, "__sheap".into())));
    // Above the heap, up to the end of the memory.
    assert_eq!(area(&image.stack), Some((0x2000_0400, 0x1C00, "_stack_start".into())));
}

#[test]
fn banks_outside_their_memory_and_full_memories_are_found() {
    let codes = |regions: &[&str]| {
        let regions: Vec<_> = regions.iter().map(|text| parse_region(text).expect("a region")).collect();
        inspected(&regions).findings.into_iter().map(|one| one.code + ": " + &one.message).collect::<Vec<_>>()
    };
    // The bank's own memory decides, even if the bank is within another one.
    assert_eq!(
        codes(&["tcm=0x20000000+8K", "all=0+4G"]),
        [
            "outside-memory: bank `tcm` of `app::kws` takes 0x10000000..0x10000060, outside memory `tcm`, which is \
          0x20000000..0x20002000"
        ]
    );
    assert_eq!(
        codes(&["TCM=0x10000000+64", "ram=0x20000000+8K"]),
        [
            "outside-memory: bank `tcm` of `app::kws` takes 0x10000000..0x10000060, outside memory `TCM`, which is \
             0x10000000..0x10000040",
            "over-memory: memory `TCM` has 64 bytes, 96 are used (32 over)"
        ]
    );
    assert_eq!(codes(&["tcm=0x10000000+96", "sram=0x20000000+8K"]), Vec::<String>::new());
}

#[test]
fn banks_that_share_bytes_are_found() {
    let mut elf = elf();
    for symbol in elf.symbols.clone() {
        if symbol.name.starts_with("app::kws::memory::") {
            let name = symbol.name.replace("app::kws", "app::other");
            elf.symbols.push(arena_plan_report::image::SymbolOf {
                name,
                address: symbol.address + 4,
                ..symbol
            });
        }
    }
    let found = inspect("image.elf", &elf, &[], 5).findings;
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].code, "banks-overlap");
    assert_eq!(
        found[0].message,
        "bank `ram` of `app::kws` and bank `ram` of `app::other` share 36 bytes from 0x2000007c"
    );
}

#[test]
fn files_that_are_not_images_are_rejected() {
    let wrong = |bytes: &[u8]| Elf::read(bytes).expect_err("it is no image").to_string();
    assert_eq!(wrong(b"{}"), "it does not begin like an ELF file");
    let path = format!("{}/../examples/reports/image.elf", env!("CARGO_MANIFEST_DIR"));
    let whole = fs::read(path).expect("the image is there");
    // Truncated anywhere: an error or an image, never a panic.
    for end in (0..whole.len()).step_by(7) {
        let _ = Elf::read(&whole[..end]).map(|elf| inspect("cut", &elf, &memories(), 5));
    }
    // And with any byte of its headers changed.
    for at in 0..160 {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xFF;
        let _ = Elf::read(&bytes).map(|elf| inspect("changed", &elf, &memories(), 5));
    }
    let mut object = whole;
    object[16] = 1;
    assert_eq!(wrong(&object), "it is an object file that has not been linked");
}

#[test]
fn the_schema_is_published_and_followed() {
    let text = schema();
    expect_file!["../../docs/schemas/inspect.schema.json"].assert_eq(&text);
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for regions in [Vec::new(), memories()] {
        let image = inspected(&regions);
        let text = json::text(&image);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert!(validator.is_valid(&value), "{text}");
        assert_eq!(serde_json::from_str::<Inspection>(&text).expect("it can be read again"), image);
    }
}
