//! OR-Tools' CP-SAT on the same problems of several banks, if the Python package is installed.

use super::python::Python;
use super::support::owned::Owned;

/// A Python that can import OR-Tools.
pub(super) struct Peer {
    python: Python,
}

/// Reads `bank CAPACITY ALIGN` and `buffer SIZE ALIGN FIRST LAST FIXED|- BANK…` rows. One rectangle per buffer and
/// allowed bank, present in exactly one of them; no two of a bank overlap. One worker, 20 seconds. Prints whether a
/// layout was found, or proved impossible, and the milliseconds, including building the model.
const SCRIPT: &str = "
import sys, time
from ortools.sat.python import cp_model
rows = [line.split() for line in sys.stdin]
banks = [tuple(map(int, row[1:])) for row in rows if row[0] == 'bank']
began = time.perf_counter()
model = cp_model.CpModel()
lanes = [([], []) for _ in banks]
for number, row in enumerate(row for row in rows if row[0] == 'buffer'):
    size, align, first, last = map(int, row[1:5])
    present = []
    for bank in map(int, row[6:]):
        room, least = banks[bank]
        step = max(align, least)
        if size > room:
            continue
        here = model.new_bool_var('')
        unit = model.new_int_var(0, (room - size) // step, '')
        if row[5] != '-':
            model.add(unit * step == int(row[5])).only_enforce_if(here)
        offset = unit * step
        end = model.new_int_var(0, room, '')
        lanes[bank][0].append(model.new_optional_fixed_size_interval_var(first, last + 1 - first, here, ''))
        lanes[bank][1].append(model.new_optional_interval_var(offset, size, end, here, ''))
        present.append(here)
    model.add_exactly_one(present)
for times, spans in lanes:
    model.add_no_overlap_2d(times, spans)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.max_time_in_seconds = 20
status = solver.solve(model)
words = {cp_model.OPTIMAL: 'found', cp_model.FEASIBLE: 'found', cp_model.INFEASIBLE: 'impossible'}
print(words.get(status, 'unknown'), (time.perf_counter() - began) * 1e3)
";

/// Looks for the package; prints why it is skipped.
pub(super) fn find() -> Option<Peer> {
    Python::find("CP-SAT", "ortools.sat.python.cp_model", "ortools").map(|python| Peer { python })
}

impl Peer {
    /// Its result for a problem, and the milliseconds that it took.
    pub(super) fn solve(&self, problem: &Owned) -> Result<(String, f64), String> {
        let mut rows = String::new();
        for bank in &problem.banks {
            rows += &format!("bank {} {}\n", bank.room(), bank.align);
        }
        for buffer in problem.buffers() {
            let fixed = buffer.fixed.map_or_else(|| "-".to_owned(), |offset| offset.to_string());
            let banks: Vec<String> = buffer.banks.iter().map(ToString::to_string).collect();
            let (size, align, first, last) = (buffer.size, buffer.align, buffer.first, buffer.last);
            rows += &format!("buffer {size} {align} {first} {last} {fixed} {}\n", banks.join(" "));
        }
        let (words, errors) = self.python.run(SCRIPT, &rows)?;
        match (words.first(), words.get(1).and_then(|ms| ms.parse().ok())) {
            (Some(verdict), Some(ms)) => Ok((verdict.clone(), ms)),
            _ => Err(errors),
        }
    }
}
