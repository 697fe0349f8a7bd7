//! `cargo xtask bench banks`: several banks on planted problems, shrunk problems and the corpus.
//!
//! Run it with `--release`. Every layout and every proof is checked; a wrong one ends the run.

use std::time::{Duration, Instant};

use arena_plan_core::planner::banks::{Budget, plan};
use arena_plan_core::planner::proof::check;
use arena_plan_core::planner::{Plan, Status};

use super::cp_sat;
use super::support::corpus;
use super::support::owned::{Owned, problems, read};
use super::support::planted::{Family, Style, plant, shrink};
use crate::error::{Error, Result};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of the first problem of each family: settings were tuned on those from 0 on
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Units of work for one problem of the tables of success
    #[arg(long, default_value_t = 400_000_000)]
    units: u64,
    /// Compare with OR-Tools' CP-SAT instead, if `PYTHON` (else `python3`) can import it
    #[arg(long)]
    cp_sat: bool,
}

/// Results of one row.
#[derive(Default)]
struct Row {
    tried: u32,
    fits: u32,
    proved: u32,
    exhausted: u32,
    times: Vec<Duration>,
    work: Vec<u64>,
}

impl Row {
    /// Plans a problem and counts the result, once it has been checked.
    fn plan(&mut self, name: &str, problem: &Owned, budget: Budget) -> Result<Plan> {
        let buffers = problem.buffers();
        let start = Instant::now();
        let plan = plan(&problem.banks, &buffers, budget)
            .map_err(|invalid| Error::new(format!("{name}: {invalid}")))?;
        self.times.push(start.elapsed());
        self.work.push(plan.stats.work);
        self.tried += 1;
        if plan.fits {
            if let Some(fault) = problem.fault(&plan.placements) {
                return Err(Error::new(format!("{name}: {fault}")));
            }
            self.fits += 1;
        } else if let Some(proof) = &plan.proof {
            check(&problem.banks, &buffers, proof)
                .map_err(|refused| Error::new(format!("{name}: proof refused: {refused:?}")))?;
            self.proved += 1;
        } else if plan.status == Status::InfeasibleSearch {
            self.exhausted += 1;
        }
        Ok(plan)
    }

    /// Mean and worst time, then work at the median, at 90 %, at worst and in total.
    fn figures(&mut self) -> String {
        self.times.sort_unstable();
        self.work.sort_unstable();
        let count = self.times.len().max(1);
        let mean = self.times.iter().sum::<Duration>().as_secs_f64() * 1e3 / f64::from(self.tried.max(1));
        let worst = self.times.last().map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let at = |per_cent: usize| self.work.get((count - 1) * per_cent / 100).copied().unwrap_or(0) / 1000;
        let sum = self.work.iter().sum::<u64>() / 1000;
        format!("{mean:.1} | {worst:.0} | {} / {} / {} | {sum}", at(50), at(90), at(100))
    }
}

/// The problem with this number of a family; even numbers drop pieces, odd ones shave them.
fn numbered(family: Family, number: u64) -> Owned {
    let style = if number.is_multiple_of(2) { Style::Dropped } else { Style::Shaved };
    plant(family, number / 2, style).0
}

/// Measures and prints Markdown tables.
pub(crate) fn run(args: &Args) -> Result {
    // Finding a layout only.
    let budget = Budget { fit: args.units, misses: 0, marks: 0 };
    if args.cp_sat {
        return compared(args.from, budget);
    }
    planted(args.from, budget)?;
    shrunk(args.from, budget)?;
    by_default(args.from)?;
    match corpus::folder("planted") {
        Some(folder) => known(&folder, budget),
        None => Ok(()),
    }
}

fn planted(from: u64, budget: Budget) -> Result {
    println!("planted problems, work in thousands of units\n");
    println!("| banks | buffers | fill % | solved | mean ms | worst ms | work p50 / p90 / worst | sum |");
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    let rows = [
        (3, 40, 98, 200),
        (3, 40, 95, 200),
        (2, 40, 98, 50),
        (2, 40, 95, 50),
        (2, 40, 90, 50),
        (4, 40, 98, 50),
        (4, 40, 95, 50),
        (4, 40, 90, 50),
        (3, 80, 98, 40),
        (3, 80, 95, 40),
        (3, 80, 90, 40),
        (2, 80, 95, 20),
        (4, 80, 95, 20),
        (3, 160, 98, 10),
        (3, 160, 95, 10),
        (3, 160, 90, 10),
    ];
    for (banks, buffers, fill, count) in rows {
        let family = Family { banks, buffers, fill };
        let mut row = Row::default();
        for number in from..from + count {
            row.plan(&format!("{family:?} {number}"), &numbered(family, number), budget)?;
        }
        let solved = row.fits;
        println!("| {banks} | {buffers} | {fill} | {solved}/{count} | {} |", row.figures());
    }
    Ok(())
}

fn shrunk(from: u64, budget: Budget) -> Result {
    println!("\nthe same with one bank shrunk by 1, 2, 5 and 10 %, 20 numbers each\n");
    println!(
        "| buffers | fill % | proved | exhausted | fits | undecided | mean ms | worst ms | work p50 / p90 / worst |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for buffers in [20, 40] {
        for fill in [98, 95, 90] {
            let mut row = Row::default();
            for number in 0..20u64 {
                let problem = numbered(Family { banks: 3, buffers, fill }, from + 2000 + number);
                for per_cent in [1, 2, 5, 10] {
                    let bank = usize::try_from(number % 3).unwrap_or(0);
                    let smaller = shrink(&problem, bank, per_cent);
                    row.plan(&format!("{buffers} {fill} {number} {per_cent}"), &smaller, budget)?;
                }
            }
            let (proved, exhausted, fits) = (row.proved, row.exhausted, row.fits);
            let open = row.tried - proved - exhausted - fits;
            println!("| {buffers} | {fill} | {proved} | {exhausted} | {fits} | {open} | {} |", row.figures());
        }
    }
    Ok(())
}

/// The default effort as in `planner::plan`: finding a layout, fewest misses and high-water marks, summed over the
/// layouts found. With eight banks there is no table of subsets.
fn by_default(from: u64) -> Result {
    println!("\nthe default effort, 40 problems each\n");
    println!(
        "| banks | buffers | fill % | fits | fewest misses | misses | high-water | mean ms | worst ms | work p50 / p90 / worst | sum |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let rows = [
        (3, 20, 60),
        (2, 40, 90),
        (3, 40, 95),
        (3, 40, 80),
        (4, 40, 90),
        (8, 40, 80),
        (3, 80, 90),
        (8, 80, 90),
    ];
    for (banks, buffers, fill) in rows {
        let family = Family { banks, buffers, fill };
        let units = buffers.clamp(40, 160) as u64;
        let budget = Budget { fit: 100_000 * units, misses: 37_500 * units, marks: 7_500 * units };
        let mut row = Row::default();
        let (mut fewest, mut misses, mut high_water) = (0, 0, 0);
        for number in from..from + 40 {
            let plan = row.plan(&format!("{family:?} {number}"), &numbered(family, number), budget)?;
            fewest += u32::from(plan.fewest_misses);
            if plan.fits {
                misses += plan.misses;
                high_water += plan.high_water.iter().sum::<u64>();
            }
        }
        let (fits, figures) = (row.fits, row.figures());
        println!(
            "| {banks} | {buffers} | {fill} | {fits} | {fewest} | {misses} | {high_water} | {figures} |"
        );
    }
    Ok(())
}

/// The same problems with CP-SAT. Its verdict must not contradict ours.
fn compared(from: u64, budget: Budget) -> Result {
    let Some(peer) = cp_sat::find() else { return Ok(()) };
    println!("\nbeside CP-SAT: one worker, 20 s a problem, the building of its model included\n");
    println!("| buffers | fill % | solved | mean ms | worst ms | CP-SAT solved | mean ms | worst ms |");
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (buffers, fill) in [(20, 95), (40, 98), (40, 95), (80, 95)] {
        let family = Family { banks: 3, buffers, fill };
        let mut row = Row::default();
        let (mut found, mut total, mut worst) = (0, 0.0, 0.0f64);
        for number in from..from + 10 {
            let problem = numbered(family, number);
            let name = format!("{family:?} {number}");
            let plan = row.plan(&name, &problem, budget)?;
            let (verdict, ms) =
                peer.solve(&problem).map_err(|why| Error::new(format!("{name}: CP-SAT: {why}")))?;
            if verdict == "impossible" && plan.fits {
                return Err(Error::new(format!(
                    "{name}: CP-SAT says that no layout exists, and there is one"
                )));
            }
            found += u32::from(verdict == "found");
            total += ms;
            worst = worst.max(ms);
        }
        let (solved, tried) = (row.fits, row.tried);
        let figures = row.figures();
        let ours = figures.split(" | ").take(2).collect::<Vec<_>>().join(" | ");
        let mean = total / f64::from(tried.max(1));
        println!(
            "| {buffers} | {fill} | {solved}/{tried} | {ours} | {found}/{tried} | {mean:.0} | {worst:.0} |"
        );
    }
    Ok(())
}

/// The corpus, whose answers are known.
fn known(folder: &std::path::Path, budget: Budget) -> Result {
    println!("\ncorpus\n");
    println!("| part | reached | proved | mean ms | worst ms | work p50 / p90 / worst | sum |");
    println!("|:--|--:|--:|--:|--:|--:|");
    let mut row = Row::default();
    for (name, problem) in problems(folder) {
        row.plan(&name, &problem, budget)?;
    }
    let figures = row.figures();
    println!("| feasible | {} of {} | | {figures} |", row.fits, row.tried);
    let mut row = Row::default();
    for (name, problem) in problems(&folder.join("infeasible")) {
        row.plan(&name, &problem, budget)?;
    }
    let refuted = row.proved + row.exhausted;
    let figures = row.figures();
    println!("| infeasible | {refuted} of {} | {} | {figures} |", row.tried, row.proved);
    let path = folder.join("misses.csv");
    let list =
        std::fs::read_to_string(&path).map_err(|error| Error::new(format!("{}: {error}", path.display())))?;
    let mut row = Row::default();
    let (mut reached, mut proved) = (0, 0);
    for line in list.lines().skip(1) {
        let mut fields = line.split(',');
        let (Some(name), Some(fewest)) =
            (fields.next(), fields.next().and_then(|text| text.parse::<u128>().ok()))
        else {
            return Err(Error::new(format!("{}: no figure in `{line}`", path.display())));
        };
        let problem = read(&folder.join(format!("{name}.problem.json")));
        let plan =
            row.plan(name, &problem, Budget { misses: budget.fit / 2, marks: budget.fit / 20, ..budget })?;
        let sure = plan.fewest_misses;
        if plan.misses < fewest || (sure && plan.misses != fewest) {
            return Err(Error::new(format!("{name}: misses {} against the proved {fewest}", plan.misses)));
        }
        reached += u32::from(plan.misses == fewest);
        proved += u32::from(sure);
    }
    let figures = row.figures();
    println!("| fewest misses | {reached} of {} | {proved} | {figures} |", row.tried);
    Ok(())
}
