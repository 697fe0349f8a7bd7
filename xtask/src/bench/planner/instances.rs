//! Public instances and networks of the corpus.

use crate::bench::support::{self, corpus};
use arena_plan_core::planner::exact::Item;

/// One problem with one bank.
pub(crate) struct Instance {
    /// Group and name.
    pub(crate) name: String,
    /// Buffers.
    pub(crate) items: Vec<Item>,
    /// Bytes of the bank.
    pub(crate) room: u64,
    /// Least high-water mark, if known from the construction of the instance.
    pub(crate) optimum: Option<u64>,
}

/// A room that is never a limit.
pub(crate) const AMPLE: u64 = 1 << 50;

/// All public instances that are available.
pub(crate) fn public() -> Vec<Instance> {
    let mut all = Vec::new();
    for (part, room) in [
        ("dsa/minimalloc-challenging", 1 << 20),
        ("dsa/omnimalloc-small", AMPLE),
        ("dsa/idealloc-somas", AMPLE),
        ("dsa/idealloc-iopddl", AMPLE),
    ] {
        let Some(folder) = corpus::folder(part) else { continue };
        for path in corpus::files(&folder, ".csv") {
            let name = format!("{part}/{}", path.file_stem().unwrap_or_default().to_string_lossy());
            let items = corpus::csv(&path);
            if part.ends_with("challenging") {
                let mirrored = support::mirrored(&items);
                all.push(Instance { name: format!("{name}/mirrored"), items: mirrored, room, optimum: None });
            }
            all.push(Instance { name, items, room, optimum: None });
        }
    }
    // Originals before their mirror images.
    all.sort_by_key(|i| (i.name.ends_with("mirrored"), i.items.len() > 1000));
    if let Some(folder) = corpus::folder("models") {
        for path in corpus::files(&folder, ".problem.json") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().replace(".problem.json", "");
            let items = corpus::problem(&path);
            all.push(Instance { name: format!("models/{name}"), items, room: AMPLE, optimum: None });
        }
    }
    all
}
