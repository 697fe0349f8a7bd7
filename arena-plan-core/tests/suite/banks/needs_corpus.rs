//! The corpus of planted problems: known layouts, verdicts and fewest misses.

use crate::support::corpus;
use crate::support::owned::{problems, read};
use arena_plan_core::planner::Status;
use arena_plan_core::planner::banks::{Budget, plan};
use arena_plan_core::planner::proof;

#[test]
#[ignore = "needs the corpus"]
fn feasible_problems_are_planned() {
    let folder = corpus::required("planted");
    // An unoptimised build runs only the small problems; the benchmark runs them all.
    let budget = Budget { fit: 60_000_000, misses: 0, marks: 0 };
    let mut tried = 0;
    for (name, problem) in problems(&folder) {
        if problem.pieces.len() > 40 {
            continue;
        }
        let outcome = plan(&problem.banks, &problem.buffers(), budget).unwrap();
        assert!(outcome.fits, "{name}: {:?}", outcome.status);
        assert_eq!(problem.fault(&outcome.placements), None, "{name}");
        tried += 1;
    }
    assert_eq!(tried, 26);
}

#[test]
#[ignore = "needs the corpus"]
fn infeasible_problems_are_refuted() {
    let folder = corpus::required("planted");
    let folder = folder.join("infeasible");
    let expected = std::fs::read_to_string(folder.join("expected.csv")).expect("a readable file");
    let mut tried = 0;
    for line in expected.lines().skip(1) {
        let mut fields = line.split(',');
        let (name, kind) = (fields.next().expect("a name"), fields.next().expect("a kind"));
        let problem = read(&folder.join(name));
        let buffers = problem.buffers();
        let outcome = plan(&problem.banks, &buffers, Budget::FAST).unwrap();
        match &outcome.proof {
            Some(found) => {
                assert!(!outcome.fits, "{name}");
                assert_eq!(proof::check(&problem.banks, &buffers, found), Ok(()), "{name}");
                assert_eq!(
                    matches!(found, proof::Proof::Subset { .. }),
                    kind == "subset",
                    "{name}: {found:?}"
                );
            }
            None => {
                assert_eq!(outcome.status, Status::InfeasibleSearch, "{name}");
                assert_eq!(kind, "search", "{name}");
            }
        }
        tried += 1;
    }
    assert_eq!(tried, 8);
}

#[test]
#[ignore = "needs the corpus"]
fn fewest_misses_are_reached() {
    let folder = corpus::required("planted");
    let budget = Budget { fit: 60_000_000, misses: 20_000_000, marks: 0 };
    let list = std::fs::read_to_string(folder.join("misses.csv")).expect("a readable file");
    let (mut reached, mut proved) = (0, 0);
    for line in list.lines().skip(1) {
        let mut fields = line.split(',');
        let (name, fewest) = (fields.next().expect("a name"), fields.next().expect("a figure"));
        let fewest: u128 = fewest.parse().expect("a number");
        let problem = read(&folder.join(format!("{name}.problem.json")));
        let outcome = plan(&problem.banks, &problem.buffers(), budget).unwrap();
        assert!(outcome.misses >= fewest, "{name}: {} below the proved least {fewest}", outcome.misses);
        if outcome.fewest_misses {
            assert_eq!(outcome.misses, fewest, "{name}");
            proved += 1;
        }
        reached += u32::from(outcome.misses == fewest);
    }
    assert!(reached >= 25 && proved >= 24, "{reached} reached, {proved} proved");
}
