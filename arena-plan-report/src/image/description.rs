//! The descriptions that the macro puts into the section `.arena_plan`, which is not loaded: one text for each plan.
//!
//! A description is lines of fields between tabs: `plan`, then its `step`s, `bank`s and `buffer`s in the order of
//! their declaration, then read-only banks and their `constant`s, then `end`. The facade's macro `describe!` writes it; the
//! number after `plan` is its version. In version 1 there were no read-only banks, and a buffer's line ended before its kind.

use arena_plan_core::model::Storage;

/// The section.
pub(super) const SECTION: &str = ".arena_plan";

/// The supported versions.
const VERSIONS: [&str; 2] = ["1", "2"];

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
    pub(super) constants: Vec<DescribedConstant>,
}

/// A bank; all figures are bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DescribedBank {
    pub(super) name: String,
    pub(super) capacity: u64,
    pub(super) reserve: u64,
    pub(super) high_water: u64,
    pub(super) bytes: u64,
    /// Whether it contains constants and no buffers.
    pub(super) read_only: bool,
    /// Whose memory it is; the path of a pool is as the block has it.
    pub(super) storage: Storage<String>,
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
    /// The word for how long its contents last, in version 2.
    pub(super) kind: Option<String>,
    pub(super) detached: bool,
    /// The buffer whose bytes it takes, if a step creates it in place.
    pub(super) in_place_of: Option<String>,
}

/// A constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DescribedConstant {
    pub(super) name: String,
    /// The read-only bank.
    pub(super) bank: usize,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) alignment: u64,
    pub(super) line: u64,
    /// Where it is read, if it is copied there: the buffer for the constants of that bank, and the offset in the bank.
    pub(super) copied: Option<(String, u64)>,
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
            ["plan", version, path, file, line] => {
                open = VERSIONS.contains(&version).then(|| plan(path, file, line));
            }
            ["end"] => plans.extend(open.take().filter(Described::is_whole)),
            _ => open = open.and_then(|plan| plan.with(&fields)),
        }
    }
    plans
}

/// Whose memory a bank is, from the fields behind its figures.
fn storage(fields: &[&str]) -> Option<Storage<String>> {
    Some(match *fields {
        [] | ["read_only"] => Storage::Static,
        ["caller"] => Storage::Caller,
        ["linker", start, end] => Storage::Linker { start: start.to_owned(), end: end.to_owned() },
        ["pool", path] => Storage::Shared { pool: path.to_owned() },
        _ => return None,
    })
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
            ["bank", name, capacity, reserve, high_water, bytes, ref rest @ ..] => {
                self.banks.push(DescribedBank {
                    name: name.to_owned(),
                    capacity: capacity.parse().ok()?,
                    reserve: reserve.parse().ok()?,
                    high_water: high_water.parse().ok()?,
                    bytes: bytes.parse().ok()?,
                    read_only: matches!(rest, ["read_only"]),
                    storage: storage(rest)?,
                });
            }
            ["buffer", name, bank, offset, bytes, alignment, first, last, line, ref rest @ ..] => {
                let (kind, detached, from) = match *rest {
                    [] => (None, "", ""),
                    [kind, detached, from] => (Some(kind.to_owned()), detached, from),
                    _ => return None,
                };
                self.buffers.push(DescribedBuffer {
                    name: name.to_owned(),
                    bank: bank.parse().ok()?,
                    offset: offset.parse().ok()?,
                    bytes: bytes.parse().ok()?,
                    alignment: alignment.parse().ok()?,
                    first: first.parse().ok()?,
                    last: last.parse().ok()?,
                    line: line.parse().ok()?,
                    kind,
                    detached: detached == "detached",
                    in_place_of: Some(from.to_owned()).filter(|from| !from.is_empty()),
                });
            }
            ["constant", name, bank, offset, bytes, alignment, line, ref rest @ ..] => {
                let copied = match *rest {
                    [] => None,
                    [buffer, offset] => Some((buffer.to_owned(), offset.parse().ok()?)),
                    _ => return None,
                };
                self.constants.push(DescribedConstant {
                    name: name.to_owned(),
                    bank: bank.parse().ok()?,
                    offset: offset.parse().ok()?,
                    bytes: bytes.parse().ok()?,
                    alignment: alignment.parse().ok()?,
                    line: line.parse().ok()?,
                    copied,
                });
            }
            _ => return None,
        }
        Some(self)
    }

    /// Whether everything is in an existing bank.
    fn is_whole(&self) -> bool {
        self.buffers.iter().all(|buffer| buffer.bank < self.banks.len() && buffer.first <= buffer.last)
            && self.constants.iter().all(|constant| constant.bank < self.banks.len())
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

    #[test]
    fn banks_may_be_memory_of_others() {
        let text = "plan\t2\tapp::fir::memory\tsrc/main.rs\t7\nstep\tfir\nbank\ta\t256\t0\t96\t96\tcaller\n\
            bank\tb\t256\t0\t96\t96\tlinker\t_b_start\t_b_end\nbank\tc\t256\t0\t96\t96\tpool\tcrate::pool\nend\n";
        let [plan] = &read(text.as_bytes())[..] else { panic!("one plan") };
        let storage: Vec<_> = plan.banks.iter().map(|bank| &bank.storage).collect();
        let linker = Storage::Linker { start: "_b_start".into(), end: "_b_end".into() };
        assert_eq!(storage, [&Storage::Caller, &linker, &Storage::Shared { pool: "crate::pool".into() }]);
        assert_eq!(read(text.replace("\t_b_end", "").as_bytes()), [], "a symbol is missing");
    }

    #[test]
    fn the_second_version_has_kinds_and_constants() {
        let text = "plan\t2\tapp::fir::memory\tsrc/main.rs\t7\nstep\tfir\nbank\ttcm\t256\t0\t96\t96\n\
            buffer\tframes\t0\t0\t64\t2\t0\t0\t9\tpersistent\tdetached\t\n\
            buffer\ty\t0\t64\t8\t2\t0\t0\t9\tbuffer\t\tx\n\
            bank\tflash\t1024\t0\t20\t20\tread_only\nconstant\tcold\t1\t0\t4\t4\t11\n\
            constant\ttaps\t1\t4\t16\t4\t12\tstaged_tcm\t80\nend\n";
        let [plan] = &read(text.as_bytes())[..] else { panic!("one plan") };
        let kinds: Vec<_> = plan
            .buffers
            .iter()
            .map(|one| (one.kind.as_deref(), one.detached, one.in_place_of.as_deref()))
            .collect();
        assert_eq!(kinds, [(Some("persistent"), true, None), (Some("buffer"), false, Some("x"))]);
        assert_eq!(plan.banks.iter().map(|bank| bank.read_only).collect::<Vec<_>>(), [false, true]);
        let copied: Vec<_> = plan.constants.iter().map(|one| one.copied.clone()).collect();
        assert_eq!(copied, [None, Some(("staged_tcm".into(), 80))]);
        // A line with too few or too many fields, or a bank that is not there.
        for damage in
            ["\tpersistent\tdetached\t\n", "\tstaged_tcm\t80", "bank\tflash\t1024\t0\t20\t20\tread_only\n"]
        {
            let instead = if damage.starts_with("bank") { "" } else { "\tpersistent\n" };
            assert_eq!(read(text.replace(damage, instead).as_bytes()), [], "{damage:?}");
        }
    }
}
