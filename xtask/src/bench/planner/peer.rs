//! The Python package omnimalloc on the same instances, where it is installed.

use super::instances::Instance;
use std::io::Write;
use std::process::{Command, Stdio};

/// A Python that can import the package.
pub(crate) struct Peer {
    python: String,
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
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    match Command::new(&python).args(["-c", "import omnimalloc"]).output() {
        Ok(output) if output.status.success() => Some(Peer { python }),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            let reason = text.lines().last().unwrap_or("no reason given");
            println!("skipped omnimalloc: {python} cannot import it ({reason}); `pip install omnimalloc`\n");
            None
        }
        Err(error) => {
            println!("skipped omnimalloc: cannot run {python} ({error}); set PYTHON\n");
            None
        }
    }
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
        let mut child = Command::new(&self.python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let rows = instance.items.iter().enumerate();
        let rows: String =
            rows.map(|(i, b)| format!("{i},{},{},{}\n", b.first, u64::from(b.last) + 1, b.size)).collect();
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(rows.as_bytes()).map_err(|e| e.to_string())?;
        }
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [peak, ms] => Ok((peak, ms)),
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                Err(errors.lines().last().unwrap_or("no result").replace('|', "/"))
            }
        }
    }
}
