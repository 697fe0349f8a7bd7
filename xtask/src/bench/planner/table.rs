//! Runs the planner on each instance, checks the layout and prints a row.

use super::instances::Instance;
use super::peer::Peer;
use crate::bench::support::{buffers, sweep};
use crate::error::{Error, Result};
use arena_plan_core::model::Bank;
use arena_plan_core::planner::{Options, plan};
use std::time::{Duration, Instant};

/// Prints one row per instance and sums per group.
pub(crate) fn run(all: &[Instance], options: &Options, peer: Option<&Peer>) -> Result {
    println!(
        "| instance | buffers | bound | peak | peak/bound | status | nodes | work | fits | ms | MB |{}",
        if peer.is_some() { " omnimalloc peak/bound | ms |" } else { "" }
    );
    println!(
        "|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|{}",
        if peer.is_some() { "---:|---:|" } else { "" }
    );
    let mut total = Duration::ZERO;
    for instance in all {
        let buffers = buffers(&instance.items);
        reset_peak_memory();
        let start = Instant::now();
        let plan = plan(&[Bank::new(instance.room)], &buffers, options);
        let time = start.elapsed();
        total += time;
        let (peak, bound) = (plan.high_water[0], plan.bound[0]);
        let offsets: Vec<u64> = plan.placements.iter().map(|p| p.offset).collect();
        sweep(&instance.items, &offsets, peak).map_err(|e| Error::new(format!("{}: {e}", instance.name)))?;
        if instance.optimum.is_some_and(|optimum| peak < optimum || bound > optimum) {
            return Err(Error::new(format!("{}: the optimum is not between bound and peak", instance.name)));
        }
        let mut row = format!(
            "| {} | {} | {bound} | {peak} | {:.4} | {} | {} | {} | {} | {:.2} | {} |",
            instance.name,
            instance.items.len(),
            peak as f64 / bound as f64,
            plan.status,
            plan.stats.nodes,
            plan.stats.work,
            plan.stats.fits,
            time.as_secs_f64() * 1e3,
            peak_memory().map_or("-".into(), |kib| format!("{}", kib / 1024)),
        );
        if let Some(peer) = peer {
            row += &peer.row(instance, bound);
        }
        println!("{row}");
    }
    println!("\n{} instances in {:.2} s; every layout passed the sweep", all.len(), total.as_secs_f64());
    Ok(())
}

/// Resets the process's peak memory on Linux.
fn reset_peak_memory() {
    // On other systems the column shows a dash or the whole run's figure; nothing depends on it.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Peak memory since the reset, in KiB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
