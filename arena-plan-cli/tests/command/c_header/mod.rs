//! The C header: names that are valid in C, and its use in a program.

mod needs_gcc;
mod needs_gxx;

use std::fs;
use std::path::Path;

use crate::common::{arena_plan, texts};

/// Ids that are not C identifiers, and that must not end a comment.
const STRANGE: [&str; 2] = ["model/conv:1 */ ??/", "7"];

/// Status, header and diagnostics for two buffers with these ids.
fn header(folder: &Path, ids: [&str; 2]) -> (i32, String, String) {
    let path = |name: &str| folder.join(name).to_str().expect("a path in UTF-8").to_owned();
    let buffer = |id: &str| {
        format!(
            r#"{{"id": {id:?}, "bytes": "8", "first": 0, "last": 0, "alignment": "1", "banks": ["s ram"]}}"#
        )
    };
    let buffers = ids.map(buffer).join(", ");
    let problem =
        format!(r#"{{"schema": 1, "banks": [{{"id": "s ram", "capacity": "64"}}], "buffers": [{buffers}]}}"#);
    fs::write(path("problem.json"), problem).expect("the problem is written");
    fs::write(path("layout.json"), arena_plan(&["layout", &path("problem.json")]).stdout)
        .expect("the layout is written");
    texts(&["header", &path("problem.json"), &path("layout.json"), "--prefix", "APP"])
}

#[test]
fn strange_ids_become_valid_identifiers_or_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let header = |ids| header(folder.path(), ids);
    let (status, out, err) = header(STRANGE);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.contains(
            "/* buffer model/conv:1 _/ __/, steps 0..=0 */\n#define APP_MODEL_CONV_1________OFFSET 8U\n"
        ),
        "{out}"
    );
    assert!(out.contains("/* buffer 7, steps 0..=0 */\n#define APP_7_OFFSET 0U\n"), "{out}");
    let (status, out, err) = header(["a-b", "a.b"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "error[name-collision]: buffer `a-b` and buffer `a.b` both become the macro APP_A_B_OFFSET\n  \
         = help: rename one of them: characters other than letters and digits become underscores\n"
    );
    let (status, _, err) = header(["bank_s_ram", "b"]);
    assert_eq!(status, 2, "{err}");
    assert!(
        err.contains("bank `s ram` and buffer `bank_s_ram` both become the macro APP_BANK_S_RAM_SIZE"),
        "{err}"
    );
}
