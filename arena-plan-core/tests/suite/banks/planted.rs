//! Planted problems with several banks: all are found, all layouts are checked, and nothing depends on order.

use crate::support::kernel_fit;
use crate::support::owned::{Owned, Piece};
use crate::support::planted::{Family, Style, plant};
use arena_plan_core::kernel::first_fit::Fit;
use arena_plan_core::kernel::order::Order;
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::banks::{Budget, Invalid, plan};
use arena_plan_core::planner::{self, Effort, Options, Plan};

fn planned(problem: &Owned, budget: Budget) -> Plan {
    let outcome = plan(&problem.banks, &problem.buffers(), budget).unwrap();
    if outcome.fits {
        assert_eq!(problem.fault(&outcome.placements), None);
        assert_eq!(problem.misses(&outcome.placements), outcome.misses);
    }
    outcome
}

#[test]
fn the_generator_plants_valid_layouts() {
    for (banks, buffers, fill) in [(2, 20, 100), (3, 40, 98), (4, 40, 90), (3, 80, 95)] {
        for style in [Style::Dropped, Style::Shaved] {
            for seed in 0..5 {
                let (problem, layout) = plant(Family { banks, buffers, fill }, seed, style);
                assert_eq!(problem.fault(&layout), None);
                assert_eq!((problem.banks.len(), problem.pieces.len()), (usize::from(banks), buffers));
                let area = |p: &Piece| p.size * u64::from(p.last - p.first + 1);
                let steps = u64::from(problem.pieces.iter().map(|p| p.last).max().unwrap() + 1);
                let used: u64 = problem.pieces.iter().map(area).sum();
                let whole: u64 = problem.banks.iter().map(|bank| bank.capacity * steps).sum();
                let per_mille = used * 1000 / whole;
                assert!(per_mille.abs_diff(fill * 10) <= 4, "{banks} {buffers} {fill} {seed}: {per_mille}");
            }
        }
    }
}

#[test]
fn full_banks_are_packed() {
    let budget = Budget { fit: 400_000_000, misses: 0, marks: 0 };
    let mut base_fits = 0;
    for (banks, fill) in [(2, 95), (3, 100), (3, 98), (3, 95), (4, 90)] {
        for seed in 0..8 {
            let style = if seed % 2 == 0 { Style::Dropped } else { Style::Shaved };
            let (problem, _) = plant(Family { banks, buffers: 40, fill }, seed, style);
            let outcome = planned(&problem, budget);
            assert!(outcome.fits, "{banks} banks, {fill} %, seed {seed}: {:?}", outcome.status);
            let buffers = problem.buffers();
            let (_, fit) = kernel_fit(&problem.banks, &buffers, Order::Base);
            base_fits += u32::from(fit == Fit::All);
        }
    }
    // First fit in base order, for comparison, packs hardly any of these.
    assert!(base_fits <= 2, "{base_fits}");
}

#[test]
fn the_order_of_the_input_does_not_matter() {
    for seed in 0..4 {
        let (problem, _) = plant(Family { banks: 3, buffers: 20, fill: 90 }, seed, Style::Shaved);
        let mut turned = problem.clone();
        turned.pieces.rotate_left(7);
        let here = planned(&problem, Budget::FAST);
        let mut there = planned(&turned, Budget::FAST);
        there.placements.rotate_right(7);
        assert_eq!(here, there);
    }
}

#[test]
fn a_result_is_never_worse_than_the_base_order() {
    // At half the bytes the base order often fits; the plan must then miss no more than it.
    let mut compared = 0;
    for seed in 0..30 {
        let (problem, _) = plant(Family { banks: 3, buffers: 20, fill: 50 }, seed, Style::Shaved);
        let buffers = problem.buffers();
        let (placements, fit) = kernel_fit(&problem.banks, &buffers, Order::Base);
        if fit == Fit::All {
            for fit in [0, 1000, 20_000_000] {
                let outcome = planned(&problem, Budget { fit, misses: fit, marks: fit });
                assert!(outcome.fits);
                assert!(outcome.misses <= problem.misses(&placements));
                compared += 1;
            }
        }
    }
    assert!(compared >= 30, "{compared}");
}

#[test]
fn high_water_marks_are_lowered_bank_by_bank() {
    // One bank, all preferred: the mark must be lowered to the peak load if that can be packed.
    let (mut problem, _) = plant(Family { banks: 2, buffers: 20, fill: 98 }, 3, Style::Shaved);
    for bank in &mut problem.banks {
        bank.capacity *= 2;
    }
    for piece in &mut problem.pieces {
        piece.align = 1;
    }
    let outcome = planned(&problem, Budget { fit: 20_000_000, misses: 20_000_000, marks: 100_000_000 });
    assert_eq!((outcome.fits, outcome.fewest_misses, outcome.misses), (true, true, 0));
    for bank in 0..2 {
        let load = |step: u32| -> u64 {
            let alive = problem.pieces.iter().zip(&outcome.placements);
            alive
                .filter(|(p, at)| usize::from(at.bank) == bank && p.first <= step && step <= p.last)
                .map(|(p, _)| p.size)
                .sum()
        };
        let peak = (0..60).map(load).max().unwrap();
        assert_eq!(outcome.high_water[bank], peak, "bank {bank}");
    }
}

#[test]
fn invalid_buffers_are_rejected() {
    let (mut problem, _) = plant(Family { banks: 2, buffers: 20, fill: 90 }, 1, Style::Shaved);
    problem.pieces[5].banks = vec![9];
    assert_eq!(plan(&problem.banks, &problem.buffers(), Budget::FAST).unwrap_err(), Invalid(5));
    problem.pieces[5].banks = vec![];
    assert_eq!(plan(&problem.banks, &problem.buffers(), Budget::FAST).unwrap_err(), Invalid(5));
}

#[test]
fn figures_near_the_end_of_the_number_range_do_not_wrap() {
    use arena_plan_core::model::MAX_BYTES;
    let banks = [Bank::new(MAX_BYTES), Bank::new(MAX_BYTES)];
    let whole = Buffer::new(MAX_BYTES, 1, 0, 0, &[0, 1]);
    let two = plan(&banks, &[whole, whole.with_rank(1)], Budget::FAST).unwrap();
    assert!(two.fits);
    assert_eq!(two.misses, u128::from(MAX_BYTES));
    let three = plan(&banks, &[whole, whole.with_rank(1), whole.with_rank(2)], Budget::FAST).unwrap();
    assert!(three.proof.is_some());
}

#[test]
fn what_is_alive_at_once_counts_against_all_banks_together() {
    let bound = |banks: &[Bank], buffers: &[Buffer<'_>]| {
        let fast = Options { effort: Effort::Fast, ..Options::default() };
        planner::plan(banks, buffers, &fast).bound_together
    };
    let banks = [Bank::new(100), Bank::new(100), Bank::new(100)];
    let mut buffers = [
        Buffer::new(60, 1, 0, 0, &[0, 1]),
        Buffer::new(50, 1, 0, 1, &[1, 0]),
        Buffer::new(30, 1, 1, 2, &[2]),
        Buffer::new(90, 1, 2, 2, &[0]),
    ];
    // 110 bytes in the first two banks in step 0, and 30 in the third in step 1: at other times, but in other banks.
    assert_eq!(bound(&banks, &buffers), 140);
    // All banks together in step 2: 120; each by itself: 120.
    let many = [banks.as_slice(), &banks, &banks].concat();
    assert_eq!(bound(&many, &buffers), 120);
    (buffers[2].banks, buffers[3].banks) = (&[2, 1], &[0, 1]);
    assert_eq!(bound(&many, &buffers), 120);
}
