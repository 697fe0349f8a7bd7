//! The networks of the corpus, each at its bound.

use crate::support::{buffers, corpus, sweep};
use arena_plan_core::model::Bank;
use arena_plan_core::planner::{Options, Status, plan};

#[test]
#[ignore = "needs the corpus"]
fn every_network_is_optimal() {
    let folder = corpus::required("models");
    let files = corpus::files(&folder, ".problem.json");
    assert_eq!(files.len(), 24);
    for file in files {
        let items = corpus::problem(&file);
        let plan = plan(&[Bank::new(1 << 30)], &buffers(&items), &Options::default());
        assert_eq!(plan.status, Status::OptimalBound, "{}", file.display());
        let offsets: Vec<u64> = plan.placements.iter().map(|placement| placement.offset).collect();
        sweep(&items, &offsets, plan.bound[0]).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}
