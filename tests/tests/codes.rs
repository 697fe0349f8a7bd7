//! Every error of the project in the compile-fail cases ends its headline with a code in the list.

use std::fs;
use std::path::Path;

use arena_plan_core::kernel::code::Code;

/// Cases in which rustc reports an error without a code, or makes a warning an error.
const OF_RUSTC: [&str; 7] = [
    "linker_under_forbid",
    "section_under_forbid",
    "unsafe_initialiser_under_forbid",
    "unused_step",
    "effort_without_effect",
    "cfg_unexpected",
    "pool_promised_section",
];

/// The first lines of errors that are not rustc's: `compile_error!`, a failed constant, a bound with a text of ours.
fn ours(line: &str) -> Option<&str> {
    let plain = line.strip_prefix("error: ");
    plain.or_else(|| line.strip_prefix("error[E0080]: evaluation panicked: ")).or_else(|| {
        let texts = ["cannot be created from", "the plan has no bank", "the pool does not list"];
        let line = line.strip_prefix("error[E0277]: ");
        line.filter(|headline| texts.iter().any(|text| headline.contains(text)))
    })
}

#[test]
fn every_headline_ends_with_a_code() {
    let mut count = 0;
    for folder in ["grammar", "plan", "access"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui").join(folder);
        for entry in fs::read_dir(&folder).expect("a folder of cases") {
            let path = entry.expect("an entry").path();
            let case = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if path.extension().is_none_or(|end| end != "stderr") || OF_RUSTC.contains(&&*case) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("the expected output");
            for headline in text.lines().filter_map(ours) {
                let code =
                    headline.strip_suffix(']').and_then(|text| text.rsplit_once(" [")).map(|(_, code)| code);
                assert!(
                    Code::ALL.iter().any(|known| Some(known.as_str()) == code),
                    "{case}: no code at the end of `{headline}`"
                );
                count += 1;
            }
        }
    }
    assert!(count > 60, "only {count} errors were found");
}
