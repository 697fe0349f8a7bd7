//! The Python package omnimalloc on the same instances, if it is installed.

use super::super::python::Python;
use super::instances::Instance;

/// A Python that can import the package.
pub(crate) struct Peer {
    python: Python,
}

/// Reads `id,lower,upper,size` rows, plans them with the package's default allocator (version 1.0), prints the peak
/// and the milliseconds.
const SCRIPT: &str = "
import sys, time
import omnimalloc as om
rows = [line.split(',') for line in sys.stdin.read().split()]
buffers = tuple(om.Allocation(id=int(i), size=int(s), start=int(a), end=int(b)) for i, a, b, s in rows)
began = time.perf_counter()
placed = om.allocate(buffers)
took = time.perf_counter() - began
peak = max(a.offset + a.size for a in placed)
print(peak, took * 1e3)
";

/// Looks for the package; prints why not.
pub(crate) fn find() -> Option<Peer> {
    Python::find("omnimalloc", "omnimalloc", "omnimalloc").map(|python| Peer { python })
}

impl Peer {
    /// The peer's two columns for an instance.
    pub(crate) fn row(&self, instance: &Instance, bound: u64) -> String {
        if instance.items.iter().any(|i| i.fixed.is_some() || i.align > 1) {
            return " cannot say alignment or fixed | - |".into();
        }
        match self.plan(instance) {
            Ok((peak, ms)) => format!(" {:.4} | {ms:.1} |", peak / bound as f64),
            Err(reason) => format!(" {reason} | - |"),
        }
    }

    fn plan(&self, instance: &Instance) -> Result<(f64, f64), String> {
        let rows = instance.items.iter().enumerate();
        let rows: String =
            rows.map(|(i, b)| format!("{i},{},{},{}\n", b.first, u64::from(b.last) + 1, b.size)).collect();
        let (words, errors) = self.python.run(SCRIPT, &rows)?;
        let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [peak, ms] => Ok((peak, ms)),
            _ => Err(errors.replace('|', "/")),
        }
    }
}
