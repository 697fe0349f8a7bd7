//! The header in C++: it compiles with every standard that g++ supports, and a wrong figure is an error in each of
//! them.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{STRANGE, header};

const STANDARDS: [&str; 6] = ["c++98", "c++11", "c++14", "c++17", "c++20", "c++2b"];

const PROGRAM: &str = "#include \"layout.h\"\n\
    static unsigned char ram[APP_BANK_S_RAM_SIZE];\n\
    int main() { return ram[APP_7_OFFSET] + static_cast<int>(APP_7_SIZE) - 8; }\n";

/// What g++ says about the program with `text` as its header; empty if it says nothing.
fn compile(folder: &Path, standard: &str, text: &str) -> String {
    fs::write(folder.join("layout.h"), text).expect("the header is written");
    fs::write(folder.join("main.cpp"), PROGRAM).expect("the program is written");
    let compiled = Command::new("g++")
        .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wold-style-cast", "-c", "main.cpp"])
        .arg(format!("-std={standard}"))
        .current_dir(folder)
        .output()
        .expect("g++ starts");
    String::from_utf8_lossy(&compiled.stderr).into_owned()
}

#[test]
#[ignore = "needs g++"]
fn every_standard_compiles_the_header_and_checks_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, text, _) = header(folder.path(), STRANGE);
    let wrong = text.replace("#define APP_7_OFFSET 0U", "#define APP_7_OFFSET 12U");
    assert_ne!(text, wrong);
    for standard in STANDARDS {
        assert_eq!(compile(folder.path(), standard, &text), "", "{standard}");
        let errors = compile(folder.path(), standard, &wrong);
        assert!(
            errors.contains("APP_7_inside") || errors.contains("APP_7: outside its bank"),
            "{standard}: {errors}"
        );
    }
}
