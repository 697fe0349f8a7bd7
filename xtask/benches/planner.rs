//! Times of the planner's parts. `cargo bench -p xtask --features criterion`.

use arena_plan_core::model::Bank;
use arena_plan_core::planner::exact::{Item, Rules, decide};
use arena_plan_core::planner::{Effort, Options, plan};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "../../arena-plan-core/tests/suite/support/mod.rs"]
mod support;

use support::{Random, buffers, chain, load};

/// Chains whose every step is full: first fit misses their bound.
fn chains() -> impl Iterator<Item = Vec<Item>> {
    [30, 100, 400].into_iter().map(|n| chain(&mut Random::new(n as u64), 1 << 16, n))
}

/// The tiers: first fit alone, and what a block costs.
fn tiers(c: &mut Criterion) {
    let mut group = c.benchmark_group("tier");
    group.sample_size(20);
    for items in chains() {
        let (banks, buffers) = ([Bank::new(1 << 30)], buffers(&items));
        for effort in [Effort::Fast, Effort::Default] {
            let options = Options { effort, ..Options::default() };
            let id = BenchmarkId::new(format!("{effort:?}").to_lowercase(), items.len());
            group.bench_function(id, |b| b.iter(|| plan(black_box(&banks), black_box(&buffers), &options)));
        }
    }
}

/// A thousand nodes of the exact search, including its tables.
fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(20);
    for items in chains() {
        let target = load(&items);
        group.bench_function(BenchmarkId::new("thousand nodes", items.len()), |b| {
            b.iter(|| decide(black_box(&items), target, Rules::ALL, 1_000));
        });
    }
}

/// First fit of ten thousand buffers: the index.
fn gaps(c: &mut Criterion) {
    let mut random = Random::new(1);
    let mut items = Vec::new();
    for _ in 0..10_000 {
        let first = random.below(10_000) as u32;
        items.push(Item::new(1 + random.below(1 << 16), first, first + random.below(1_000) as u32));
    }
    let (banks, buffers) = ([Bank::new(1 << 40)], buffers(&items));
    let options = Options { effort: Effort::Fast, ..Options::default() };
    let mut group = c.benchmark_group("gap index");
    group.sample_size(10);
    group.bench_function("five fits of 10000", |b| b.iter(|| plan(&banks, black_box(&buffers), &options)));
}

criterion_group!(benches, tiers, search, gaps);
criterion_main!(benches);
