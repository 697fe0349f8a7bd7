//! The descriptions that the macro puts into the section `.arena_plan`, which is not loaded: one text for each plan.
//!
//! A description is lines of fields between tabs: `plan`, then its `step`s, `bank`s and `buffer`s in the order of
//! their declaration, then `end`. The facade's macro `describe!` writes it; the number after `plan` is its version.

/// The section.
pub(super) const SECTION: &str = ".arena_plan";

/// The supported version.
const VERSION: &str = "1";

/// A plan as the macro describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Described {
    /// Path of the plan's module, without the functions that it is in.
    pub(super) path: String,
    /// File and line of the block, if the compiler provided them.
    pub(super) place: Option<(String, u64)>,
    pub(super) steps: Vec<String>,
    pub(super) banks: Vec<DescribedBank>,
    pub(super) buffers: Vec<DescribedBuffer>,
}

/// A bank; all figures are bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DescribedBank {
    pub(super) name: String,
    pub(super) capacity: u64,
    pub(super) reserve: u64,
    pub(super) high_water: u64,
    pub(super) bytes: u64,
}

/// A buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DescribedBuffer {
    pub(super) name: String,
    pub(super) bank: usize,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) alignment: u64,
    pub(super) first: u64,
    pub(super) last: u64,
    /// Its line in the plan's file; 0 if the compiler did not provide it.
    pub(super) line: u64,
}

/// Reads all descriptions of a section. Descriptions that are damaged or of another version are left out: the image
/// is still valid without them.
pub(super) fn read(section: &[u8]) -> Vec<Described> {
    let text = String::from_utf8_lossy(section);
    let mut plans = Vec::new();
    let mut open: Option<Described> = None;
    // There may be zero padding between the parts of two objects.
    for line in text.split('\n').map(|line| line.trim_start_matches('\0')) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["plan", VERSION, path, file, line] => open = Some(plan(path, file, line)),
            ["end"] => plans.extend(open.take().filter(Described::is_whole)),
            _ => open = open.and_then(|plan| plan.with(&fields)),
        }
    }
    plans
}

fn plan(path: &str, file: &str, line: &str) -> Described {
    let line = line.parse().ok().filter(|&line: &u64| line > 0 && !file.is_empty());
    // The statics of banks are in a module of their own.
    let path = path.strip_suffix("::memory").unwrap_or(path);
    Described {
        path: path.to_owned(),
        place: line.map(|line| (file.to_owned(), line)),
        ..Described::default()
    }
}

impl Described {
    fn with(mut self, fields: &[&str]) -> Option<Self> {
        match *fields {
            ["step", name] => self.steps.push(name.to_owned()),
            ["bank", name, capacity, reserve, high_water, bytes] => self.banks.push(DescribedBank {
                name: name.to_owned(),
                capacity: capacity.parse().ok()?,
                reserve: reserve.parse().ok()?,
                high_water: high_water.parse().ok()?,
                bytes: bytes.parse().ok()?,
            }),
            ["buffer", name, bank, offset, bytes, alignment, first, last, line] => {
                self.buffers.push(DescribedBuffer {
                    name: name.to_owned(),
                    bank: bank.parse().ok()?,
                    offset: offset.parse().ok()?,
                    bytes: bytes.parse().ok()?,
                    alignment: alignment.parse().ok()?,
                    first: first.parse().ok()?,
                    last: last.parse().ok()?,
                    line: line.parse().ok()?,
                });
            }
            _ => return None,
        }
        Some(self)
    }

    /// Whether every buffer is in an existing bank.
    fn is_whole(&self) -> bool {
        self.buffers.iter().all(|buffer| buffer.bank < self.banks.len() && buffer.first <= buffer.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_descriptions_are_read_and_others_ignored() {
        let text = "plan\t1\tapp::kws::memory\tsrc/main.rs\t7\nstep\tcapture\nbank\ttcm\t256\t0\t96\t96\n\
            buffer\tpcm\t0\t0\t64\t32\t0\t0\t9\nend\n\0\0plan\t1\tapp::old::memory\t\t0\nend\nplan\t9\tfuture\tx\t1\nend\n\
            plan\t1\tcut::memory\tx\t1\nbuffer\tpcm\t0\t0\t64\t32\t0\t0\t9\nend\nplan\t1\tbad::memory\tx\t1\nstep\n\
            end\n";
        let plans = read(text.as_bytes());
        let names: Vec<_> = plans.iter().map(|plan| (&*plan.path, plan.place.clone())).collect();
        assert_eq!(names, [("app::kws", Some(("src/main.rs".into(), 7))), ("app::old", None)]);
        assert_eq!((plans[0].buffers[0].bytes, plans[0].buffers[0].line), (64, 9));
        assert_eq!(read(b"\xFF\0plan"), []);
    }
}
