//! Watching the planning of several banks: cancelling ends it early with a complete layout and no false claim, and
//! watching changes nothing else.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::owned::Owned;
use crate::support::planted::{Family, Style, plant, shrink};
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::banks::{self, Budget};
use arena_plan_core::planner::{Aim, Effort, Options, Plan, Progress, Status, Watch, plan, plan_watched};

fn thorough() -> Options {
    Options { effort: Effort::Thorough, ..Options::default() }
}

/// A problem that keeps the planner busy for hundreds of reports.
fn busy() -> Owned {
    plant(Family { banks: 3, buffers: 160, fill: 98 }, 0, Style::Dropped).0
}

/// Plans until report number `reports` (0: to the end), and returns the reports.
fn stopped_at(problem: &Owned, reports: usize) -> (Plan, Vec<Progress>) {
    let cancel = AtomicBool::new(reports == 0);
    let mut heard = Vec::new();
    let mut hear = |progress: &Progress| {
        heard.push(*progress);
        cancel.store(heard.len() >= reports, Ordering::Relaxed);
    };
    let mut watch = Watch { cancel: Some(&cancel), progress: Some(&mut hear) };
    let plan = plan_watched(&problem.banks, &problem.buffers(), &thorough(), &mut watch);
    (plan, heard)
}

/// A layout for every buffer that violates no rule except the rooms, and a status that matches its figures.
fn judge(problem: &Owned, plan: &Plan) {
    let roomy = Owned {
        banks: problem.banks.iter().map(|bank| Bank { capacity: 1 << 40, ..*bank }).collect(),
        ..problem.clone()
    };
    assert_eq!(plan.placements.len(), problem.pieces.len());
    assert_eq!(roomy.fault(&plan.placements), None);
    assert_eq!(plan.fits, problem.fault(&plan.placements).is_none());
    assert_eq!(plan.misses, problem.misses(&plan.placements));
    if plan.fits {
        assert!(matches!(plan.status, Status::Feasible { .. } | Status::OptimalBound), "{:?}", plan.status);
    } else {
        assert_eq!(plan.status, Status::NotFound);
    }
}

#[test]
fn a_flag_set_from_the_start_gives_the_base_order() {
    for seed in 0..5 {
        let (problem, _) = plant(Family { banks: 3, buffers: 160, fill: 98 }, seed, Style::Dropped);
        let (plan, reports) = stopped_at(&problem, 0);
        judge(&problem, &plan);
        assert!(reports.is_empty() && !plan.fewest_misses);
    }
}

#[test]
fn a_flag_set_later_ends_every_stage() {
    let problem = busy();
    let (_, all) = stopped_at(&problem, usize::MAX);
    let mut aims = Vec::new();
    for (at, report) in all.iter().enumerate() {
        let fresh = !aims.contains(&report.aim);
        if fresh {
            aims.push(report.aim);
        }
        // The first report of each stage, and some in between.
        if fresh || at % 97 == 3 {
            let (plan, heard) = stopped_at(&problem, at + 1);
            assert_eq!(heard, all[..=at]);
            judge(&problem, &plan);
            assert!(report.aim == Aim::Fit || plan.fits);
        }
    }
    assert_eq!(aims, [Aim::Fit, Aim::Misses, Aim::HighWater]);
}

#[test]
fn reports_count_the_work_and_never_get_worse() {
    let (plan, reports) = stopped_at(&busy(), usize::MAX);
    assert!(reports.len() > 50);
    for pair in reports.windows(2) {
        assert!(pair[1].work >= pair[0].work);
        assert!(pair[1].aim != pair[0].aim || pair[0].aim == Aim::HighWater || pair[1].best <= pair[0].best);
    }
    assert!(reports.iter().all(|report| report.nodes == 0 && report.bound <= report.best));
    assert!(reports.last().unwrap().work <= plan.stats.work);
}

#[test]
fn watching_changes_nothing() {
    let (problem, _) = plant(Family { banks: 3, buffers: 80, fill: 95 }, 3, Style::Shaved);
    for problem in [busy(), shrink(&problem, 1, 5), problem] {
        let (plan_heard, _) = stopped_at(&problem, usize::MAX);
        assert_eq!(plan_heard, plan(&problem.banks, &problem.buffers(), &thorough()));
    }
}

#[test]
fn cancelling_is_not_a_proof() {
    // Three buffers of 40 bytes in two banks of 64: only dividing all of them shows that they do not fit.
    let (rooms, buffers) = ([Bank::new(64); 2], [Buffer::new(40, 1, 0, 0, &[0, 1]); 3]);
    let cancel = AtomicBool::new(true);
    let mut watch = Watch { cancel: Some(&cancel), progress: None };
    let stopped = banks::plan_watched(&rooms, &buffers, Budget::FAST, &mut watch).unwrap();
    assert_eq!((stopped.status, stopped.proof), (Status::NotFound, None));
    assert!(banks::plan(&rooms, &buffers, Budget::FAST).unwrap().proof.is_some());
}
