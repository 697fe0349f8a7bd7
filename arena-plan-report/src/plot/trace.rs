//! The layout as a trace of the Trace Event Format, which Perfetto and speedscope open: a step is a microsecond, a
//! bank is a process, and a thread is a lane of addresses.

use serde_json::{Value, json};

use crate::report::{Bank, Occupant, Report};

/// Process of the schedule; the banks follow.
const SCHEDULE: usize = 1;

/// Threads of a process at most, by number: a thread has its number to itself, as those of an operating system.
const THREADS: usize = 1 << 20;

/// A trace with one track per lane of addresses, and counters for load, capacity, bound and high-water mark.
///
/// Of two buffers of a bank that are alive together, the one with the higher address has the higher lane. There are
/// as few lanes as that allows. Names and orders of tracks come first, then the events by time, as viewers that read
/// a trace from its beginning want them.
pub fn trace(report: &Report) -> String {
    let mut events =
        vec![named("process_name", SCHEDULE, 0, "schedule"), sorted("process_sort_index", SCHEDULE, 0, 0)];
    events.push(named("thread_name", SCHEDULE, THREADS * SCHEDULE, "steps"));
    for (step, name) in (0u64..).zip(&report.steps) {
        events.push(json!({
            "ph": "X", "name": name, "cat": "step", "pid": SCHEDULE, "tid": THREADS * SCHEDULE, "ts": step, "dur": 1,
            "args": {"step": step},
        }));
    }
    for (index, bank) in report.banks.iter().enumerate() {
        self::bank(&mut events, report, bank, SCHEDULE + 1 + index);
    }
    events.sort_by_key(|event| (event["ph"] != "M", event["ts"].as_u64().unwrap_or(0)));
    let trace = json!({
        "displayTimeUnit": "ns",
        "otherData": {"title": report.title, "time": "one microsecond is one step", "tracks": "lanes of addresses"},
        "traceEvents": events,
    });
    crate::json::text(&trace)
}

fn bank(events: &mut Vec<Value>, report: &Report, bank: &Bank, process: usize) {
    events.push(named("process_name", process, 0, &format!("bank {}", bank.id)));
    events.push(sorted("process_sort_index", process, 0, process));
    let lanes = lanes(&bank.buffers);
    let thread = |lane: usize| THREADS * process + lane;
    let count = lanes.iter().max().map_or(0, |last| last + 1);
    for lane in 0..count {
        let members = || bank.buffers.iter().zip(&lanes).filter(|(_, of)| **of == lane).map(|(one, _)| one);
        let from = members().map(|one| one.offset).min().unwrap_or_default();
        let to = members().map(|one| one.end).max().unwrap_or_default();
        events.push(named("thread_name", process, thread(lane), &format!("lane {lane}: {from}..{to}")));
        // Addresses grow upwards.
        events.push(sorted("thread_sort_index", process, thread(lane), count - lane));
    }
    for (one, lane) in bank.buffers.iter().zip(&lanes) {
        events.push(json!({
            "ph": "X", "name": one.id, "cat": one.kind, "pid": process, "tid": thread(*lane),
            "ts": one.first, "dur": (one.last - one.first).saturating_add(1),
            "args": {
                "bytes": one.bytes.get(), "offset": one.offset.get(), "end": one.end.get(),
                "alignment": one.alignment.get(), "rule": one.rule.words(),
            },
        }));
    }
    let mut counter = |name: &str, step: u64, bytes: u64| {
        events.push(json!({
            "ph": "C", "name": name, "cat": "bytes", "pid": process, "tid": thread(0), "ts": step,
            "args": {"bytes": bytes},
        }));
    };
    for load in &bank.load {
        counter("load", load.first, load.bytes.get());
    }
    let end = report.last_step.saturating_add(1);
    counter("load", end, 0);
    for (name, bytes) in
        [("capacity", bank.capacity), ("bound", bank.bound), ("high-water mark", bank.high_water)]
    {
        counter(name, report.first_step, bytes.get());
        counter(name, end, bytes.get());
    }
}

/// The lane of each buffer, which are in the order of addresses: one above the highest of those below that are alive
/// together with it.
fn lanes(buffers: &[Occupant]) -> Vec<usize> {
    let mut lanes: Vec<usize> = Vec::with_capacity(buffers.len());
    for (index, one) in buffers.iter().enumerate() {
        let below = buffers[..index].iter().zip(&lanes);
        let together = below.filter(|(other, _)| other.first <= one.last && one.first <= other.last);
        lanes.push(together.map(|(_, lane)| lane + 1).max().unwrap_or(0));
    }
    lanes
}

fn named(what: &str, process: usize, thread: usize, name: &str) -> Value {
    json!({"ph": "M", "name": what, "pid": process, "tid": thread, "args": {"name": name}})
}

fn sorted(what: &str, process: usize, thread: usize, index: usize) -> Value {
    json!({"ph": "M", "name": what, "pid": process, "tid": thread, "args": {"sort_index": index}})
}
