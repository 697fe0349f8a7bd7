//! Means over many seeds of each family and over each part of the corpus: to measure a change of the planner.

use super::families::FAMILIES;
use super::instances::{Instance, public};
use crate::bench::support::{buffers, sweep};
use crate::error::{Error, Result};
use arena_plan_core::model::Bank;
use arena_plan_core::planner::{Options, plan};

/// Sizes and seeds of a row: 60 to 300 buffers, 1,000, 3,000 and 6,000, 10,000 and 30,000.
const CLASSES: [(&[usize], u64); 4] =
    [(&[60, 100, 200, 300], 6), (&[1_000], 3), (&[3_000, 6_000], 2), (&[10_000, 30_000], 1)];

/// Seeds of the families begin here: separate from those of the table, on which settings were tuned.
const FIRST_SEED: u64 = 1_000;

/// Sums over the instances of a row.
#[derive(Default)]
struct Row {
    instances: u32,
    ratio: f64,
    optimal: u32,
    nodes: u64,
    work: u64,
    fits: u64,
}

impl Row {
    fn add(&mut self, instance: &Instance, options: &Options) -> Result {
        let plan = plan(&[Bank::new(instance.room)], &buffers(&instance.items), options);
        let offsets: Vec<u64> = plan.placements.iter().map(|p| p.offset).collect();
        let (peak, bound) = (plan.high_water[0], plan.bound[0]);
        sweep(&instance.items, &offsets, peak).map_err(|e| Error::new(format!("{}: {e}", instance.name)))?;
        self.instances += 1;
        self.ratio += peak as f64 / bound as f64;
        self.optimal += u32::from(plan.status.is_final());
        self.nodes += plan.stats.nodes;
        self.work += plan.stats.work;
        self.fits += plan.stats.fits;
        Ok(())
    }

    fn print(&self, name: &str) {
        if self.instances > 0 {
            let mean = self.ratio / f64::from(self.instances);
            let Self { instances, optimal, nodes, work, fits, .. } = self;
            println!("| {name} | {instances} | {mean:.4} | {optimal} | {nodes} | {work} | {fits} |");
        }
    }
}

/// Prints one row for each family and size class, then one for each available part of the corpus.
pub(crate) fn run(only: &[String], most: usize, options: &Options) -> Result {
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|text| name.contains(text.as_str()));
    println!("| problems | number | peak/bound | optimal | nodes | work | fits |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, family) in FAMILIES {
        for (sizes, seeds) in CLASSES {
            let sizes: Vec<usize> = sizes.iter().copied().filter(|&n| n <= most).collect();
            let Some(largest) = sizes.iter().max() else { continue };
            let name = format!("{name}/{largest}");
            let mut row = Row::default();
            for &n in sizes.iter().filter(|_| is_wanted(&name)) {
                for seed in FIRST_SEED..FIRST_SEED + seeds {
                    row.add(&family(n, seed), options)?;
                }
            }
            row.print(&name);
        }
    }
    let corpus = public();
    let part = |i: &Instance| {
        let part = i.name.rsplit_once('/').map_or("", |(part, _)| part);
        if i.name.ends_with("/mirrored") { "mirrored".to_owned() } else { part.to_owned() }
    };
    let mut parts: Vec<String> = corpus.iter().map(part).collect();
    parts.sort();
    parts.dedup();
    for name in parts.iter().filter(|name| is_wanted(name)) {
        let mut row = Row::default();
        for instance in corpus.iter().filter(|i| part(i) == *name && i.items.len() <= most) {
            row.add(instance, options)?;
        }
        row.print(name);
    }
    Ok(())
}
