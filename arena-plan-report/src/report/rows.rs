//! The tables of a report as rows of cells, for every kind of text.

use super::data::{Bank, Report};

/// Maximum number of rows in a chart of the load; more steps than that share rows.
const CHART: u64 = 32;

/// One row of a chart of the load.
pub(super) struct Bar {
    /// The step or steps.
    pub(super) steps: String,
    /// Most bytes alive in one of them.
    pub(super) bytes: u64,
    /// Whether the peak is among them.
    pub(super) peak: bool,
}

/// Column heads of the residency table.
pub(super) const RESIDENCY: [&str; 8] = ["", "bytes", "size", "align", "steps", "kind", "rule", "buffer"];

/// The residency table of a bank, by address.
pub(super) fn residency(bank: &Bank) -> impl ExactSizeIterator<Item = [String; 8]> {
    bank.buffers.iter().map(|one| {
        let live = bank.peak_step.is_some_and(|step| one.alive(step));
        [
            if live { "*" } else { "" }.into(),
            format!("{}..{}", one.offset, one.end),
            one.bytes.to_string(),
            one.alignment.to_string(),
            steps(one.first, one.last),
            if one.dma { format!("{}, dma", one.kind) } else { one.kind.clone() },
            one.rule.words(),
            one.id.escape_debug().to_string(),
        ]
    })
}

/// Column heads of the banks' figures.
pub(super) const BANKS: [&str; 9] =
    ["bank", "capacity", "reserve", "high-water", "free", "bound", "gap", "holes", "peak step"];

/// Those of them with figures, which are aligned to the right.
pub(super) const BANK_FIGURES: [usize; 7] = [1, 2, 3, 4, 5, 6, 7];

/// One row per bank.
pub(super) fn bank(report: &Report, bank: &Bank) -> [String; 9] {
    let high_water = bank.high_water.get();
    [
        bank.id.escape_debug().to_string(),
        bank.capacity.to_string(),
        bank.reserve.to_string(),
        bank.high_water.to_string(),
        match bank.room().checked_sub(high_water) {
            Some(free) => free.to_string(),
            None => format!("{} OVER", high_water - bank.room()),
        },
        bank.bound.to_string(),
        bank.gap.to_string(),
        bank.fragmentation.bytes.to_string(),
        bank.peak_step.map_or_else(|| "-".into(), |step| report.step(step)),
    ]
}

/// The buffers alive at the peak of a bank, largest first: size, share, id, and the name if it has one.
pub(super) fn live(bank: &Bank) -> impl ExactSizeIterator<Item = [String; 4]> {
    bank.live_at_peak.iter().map(|live| {
        [
            live.bytes.to_string(),
            share(live.bytes.get(), bank.bound.get()),
            live.id.escape_debug().to_string(),
            live.name.as_deref().map(short).unwrap_or_default(),
        ]
    })
}

/// Whether a buffer alive at the peak has a name besides its id.
pub(super) fn has_names(bank: &Bank) -> bool {
    bank.live_at_peak.iter().any(|live| live.name.is_some())
}

/// A name on one line: names of fused operators have hundreds of characters.
fn short(name: &str) -> String {
    const LONGEST: usize = 60;
    let name = name.escape_debug().to_string();
    if name.chars().count() <= LONGEST {
        return name;
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// An inclusive range of steps.
pub(super) fn steps(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}..={last}") }
}

/// The load of a bank over the schedule, in a bounded number of rows.
pub(super) fn chart(report: &Report, bank: &Bank) -> Vec<Bar> {
    let (first, last) = (report.first_step, report.last_step);
    let count = (last - first).saturating_add(1);
    let peak = |from: u64, to: u64| bank.peak_step.is_some_and(|step| from <= step && step <= to);
    if count > CHART && bank.load.len() as u64 <= CHART {
        let bars = bank.load.iter().map(|load| Bar {
            steps: steps(load.first, load.last),
            bytes: load.bytes.get(),
            peak: peak(load.first, load.last),
        });
        return bars.collect();
    }
    let each = count.div_ceil(CHART);
    let mut bars = Vec::new();
    let mut from = first;
    loop {
        let to = from.saturating_add(each - 1).min(last);
        let covered = bank.load.iter().filter(|load| load.first <= to && from <= load.last);
        let bytes = covered.map(|load| load.bytes.get()).max().unwrap_or(0);
        let steps = match report.step_name(from) {
            Some(name) if each == 1 => format!("{from} {}", name.escape_debug()),
            _ => steps(from, to),
        };
        bars.push(Bar { steps, bytes, peak: peak(from, to) });
        if to == last {
            return bars;
        }
        from = to + 1;
    }
}

/// Ratio of two counts in tenths of a percent, without floats: the same on every machine.
pub(crate) fn share(part: u64, whole: u64) -> String {
    match u128::from(whole) {
        0 => "-".into(),
        whole => {
            let tenths = u128::from(part) * 1000 / whole;
            format!("{}.{} %", tenths / 10, tenths % 10)
        }
    }
}

/// The line under the heading: the total.
pub(crate) fn totals(report: &Report) -> String {
    let (all, planned) = (report.buffer_bytes.get(), report.planned_bytes.get());
    let (count, steps) = (report.buffer_count(), (report.last_step - report.first_step).saturating_add(1));
    format!(
        "{count} {}, {steps} {}: {all} bytes one after the other, {planned} planned ({})",
        if count == 1 { "buffer" } else { "buffers" },
        if steps == 1 { "step" } else { "steps" },
        share(planned, all)
    )
}

/// The target of the changes, and the missing bytes.
pub(super) fn aim(report: &Report) -> Option<String> {
    let changes = report.changes.as_ref()?;
    let rooms: Vec<String> = changes
        .target
        .iter()
        .map(|room| {
            format!("bank `{}` in {} bytes (now {})", room.bank.escape_debug(), room.bytes, room.high_water)
        })
        .collect();
    let missing = match changes.missing.get() {
        0 => "nothing has to change: a plan for that size fits".into(),
        missing if changes.single.is_empty() => {
            format!("{missing} bytes are missing, and no single change that was tried saves any")
        }
        missing => format!("{missing} bytes are missing"),
    };
    Some(format!("{}: {missing}", rooms.join(", ")))
}

/// Column heads of the changes.
pub(super) const CHANGES: [&str; 3] = ["saves", "then", "change"];

/// The changes, and all of them together.
pub(super) fn changes(report: &Report) -> Vec<[String; 3]> {
    let Some(changes) = &report.changes else { return Vec::new() };
    changes
        .single
        .iter()
        .chain(&changes.together)
        .map(|change| {
            let then = if change.fits { "fits".into() } else { format!("{} missing", change.missing) };
            [change.saves.to_string(), then, change.what.clone()]
        })
        .collect()
}
