//! `arena-plan linker`: which banks get a place, and what is refused. What the linkers make of it is checked by `cargo xtask placed`.

use std::fs;

use crate::common::{arena_plan, texts};

const METER: &str = "examples/json/meter.json";

/// Status, fragment and diagnostics for the plan of `meter.json` with these options.
fn linker(options: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let layout = folder.path().join("layout.json");
    fs::write(&layout, arena_plan(&["layout", METER]).stdout).expect("the layout is written");
    texts(&[&["linker", METER, layout.to_str().expect("a path in UTF-8")], options].concat())
}

/// Output section, type and memory of each bank.
fn sections(fragment: &str) -> Vec<String> {
    let heads = fragment.lines().filter(|line| line.starts_with("  .arena_") && line.contains("ALIGN"));
    let memories = fragment.lines().filter_map(|line| line.strip_prefix("  } > "));
    heads
        .zip(memories)
        .map(|(head, memory)| format!("{} > {memory}", head.trim_end_matches(" {").trim()))
        .collect()
}

#[test]
fn banks_go_to_the_memory_of_their_name_or_where_they_are_placed() {
    let (status, all, errors) = linker(&[]);
    assert_eq!((status, errors.as_str()), (0, ""));
    let expected = [
        ".arena_tcm (NOLOAD) : ALIGN(32) > TCM",
        ".arena_ram (NOLOAD) : ALIGN(32) > RAM",
        ".arena_flash : ALIGN(32) > FLASH",
    ];
    assert_eq!(sections(&all), expected);
    let (_, one, _) = linker(&["--place", "tcm=DTCM"]);
    assert_eq!(sections(&one), [".arena_tcm (NOLOAD) : ALIGN(32) > DTCM"]);
    assert!(!one.contains("ram"), "{one}");
    let (_, lenient, _) = linker(&["--place", "tcm=DTCM", "--allow-unused"]);
    assert!(lenient.contains("ASSERT(_arena_tcm_size == 0 || _arena_tcm_size >= 1092,"), "{lenient}");
}

#[test]
fn what_cannot_be_placed_is_an_error() {
    let cases: [(&[&str], &str); 4] = [
        (&["--place", "dtcm=TCM"], "error[unknown-bank]: `--place dtcm=TCM`: no plan has a bank `dtcm`\n"),
        (
            &["--place", "tcm=TCM", "--place", "tcm=RAM"],
            "error[contradiction]: the bank `tcm` has two memories: remove one\n",
        ),
        (
            &["--place", "tcm=T CM"],
            "error[bad-name]: the memory `T CM` cannot be a name in a linker script, which has letters, digits and `_`\n  = help: \
             rename it, or leave it out: `--place BANK=MEMORY` names the banks that the script places\n",
        ),
        (&["--with", METER, "-"], "error[json-syntax]"),
    ];
    for (options, expected) in cases {
        let (status, fragment, errors) = linker(options);
        assert_eq!((status, fragment.as_str()), (2, ""), "{options:?}: {errors}");
        assert!(errors.starts_with(expected), "{options:?}: {errors}");
    }
}

#[test]
fn a_layout_that_does_not_hold_gives_no_fragment() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let layout = folder.path().join("layout.json");
    let text = String::from_utf8(arena_plan(&["layout", METER]).stdout)
        .expect("JSON")
        .replace("\"1024\"", "\"1000\"");
    fs::write(&layout, text).expect("the layout is written");
    let (status, fragment, errors) = texts(&["linker", METER, layout.to_str().expect("a path in UTF-8")]);
    assert_eq!((status, fragment.as_str()), (1, ""));
    assert!(errors.starts_with("error[overlap]: "), "{errors}");
}
