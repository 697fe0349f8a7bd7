//! Reading the corpus of networks and public instances, where it exists.

use arena_plan_core::planner::exact::Item;
use std::path::PathBuf;

/// Folder of the corpus: `ARENA_PLAN_CORPUS`, else `../shared/corpus` next to the repository. `None`, with the reason
/// printed, if there is none.
pub(crate) fn folder(part: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("ARENA_PLAN_CORPUS") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus")),
    };
    let path = root.join(part);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: no folder {} (set ARENA_PLAN_CORPUS to the corpus)", path.display());
    None
}

/// The same for a test that is ignored if there is no corpus.
pub(crate) fn required(part: &str) -> PathBuf {
    folder(part).expect("the corpus is there where ignored tests that need it are run")
}

/// Buffers of a MiniMalloc CSV file (half-open lifetimes), in the file's order.
pub(crate) fn csv(path: &std::path::Path) -> Vec<Item> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().skip(1).filter(|line| !line.trim().is_empty()).enumerate();
    rows.map(|(rank, line)| {
        let field: Vec<u64> = line.split(',').skip(1).map(|f| f.trim().parse().expect(line)).collect();
        let mut item = Item::new(field[2], field[0] as u32, field[1] as u32 - 1);
        item.rank = rank as u32;
        item
    })
    .collect()
}

/// Buffers of a problem file of schema 1 with one bank.
pub(crate) fn problem(path: &std::path::Path) -> Vec<Item> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let buffers = json["buffers"].as_array().expect("buffers");
    let bytes = |value: &serde_json::Value| value.as_str().expect("decimal").parse::<u64>().expect("decimal");
    let step = |value: &serde_json::Value| value.as_u64().expect("step") as u32;
    let ranked = buffers.iter().enumerate();
    ranked
        .map(|(rank, b)| {
            let mut item = Item::new(bytes(&b["bytes"]), step(&b["first"]), step(&b["last"]));
            item.align = bytes(&b["alignment"]);
            item.rank = rank as u32;
            item
        })
        .collect()
}

/// Files of a folder whose names end with `ending`, sorted.
pub(crate) fn files(folder: &std::path::Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    files
}
