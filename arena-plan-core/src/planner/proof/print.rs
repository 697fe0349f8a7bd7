//! The wording of proofs: everything that a person needs to redo them with pencil and paper.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Proof;
use crate::kernel::text::Bytes;
use crate::model::{Bank, Buffer};

/// Names for the indices of a problem. A missing name is printed as a number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// Names of banks.
    pub banks: &'a [&'a str],
    /// Names of buffers.
    pub buffers: &'a [&'a str],
    /// Names of steps.
    pub steps: &'a [&'a str],
}

impl Names<'_> {
    pub(crate) fn bank(&self, index: u16) -> String {
        self.banks.get(usize::from(index)).map_or_else(|| format!("#{index}"), |name| format!("`{name}`"))
    }

    pub(crate) fn buffer(&self, index: u32) -> String {
        self.buffers.get(index as usize).map_or_else(|| format!("#{index}"), |name| format!("`{name}`"))
    }

    pub(crate) fn step(&self, index: u32) -> String {
        self.steps.get(index as usize).map_or_else(|| index.to_string(), |name| format!("`{name}`"))
    }
}

/// Prints a proof: one sentence, then one line for each bank and buffer that it rests on.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::proof::{Names, Proof, describe};
/// let banks = [Bank::new(100)];
/// let buffers = [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0])];
/// let proof = Proof::Subset { step: 1, banks: vec![0], buffers: vec![0, 1], unit: 1, bytes: 110, capacity: 100 };
/// let names = Names { banks: &["ram"], buffers: &["input", "output"], steps: &[] };
/// assert_eq!(describe(&banks, &buffers, &proof, &names), "\
/// no layout exists: in step 1, 2 buffers that can only go into `ram` need 110 bytes, 10 more than its 100
///   bank `ram`: room 100 bytes
///   `input`: 60 bytes, steps 0..=1
///   `output`: 50 bytes, steps 1..=2
/// ");
/// ```
pub fn describe(banks: &[Bank], buffers: &[Buffer<'_>], proof: &Proof, names: &Names<'_>) -> String {
    let mut text = String::from("no layout exists: ");
    match proof {
        Proof::FixedAbove { buffer } => {
            let b = &buffers[*buffer as usize];
            let (offset, bank) = (b.fixed.unwrap_or(0), b.banks.first().copied().unwrap_or(0));
            text += &format!(
                "buffer {} of {} is fixed at offset {offset} of bank {}, whose room ends at {}\n",
                names.buffer(*buffer),
                Bytes(b.size),
                names.bank(bank),
                banks.get(usize::from(bank)).map_or(0, Bank::room),
            );
        }
        Proof::FixedOverlap { buffer, other, step } => {
            let (a, b) = (&buffers[*buffer as usize], &buffers[*other as usize]);
            let span = |b: &Buffer<'_>| {
                let from = u128::from(b.fixed.unwrap_or(0));
                format!("{from}..{}", from + u128::from(b.size))
            };
            text += &format!(
                "buffers {} (bytes {}) and {} (bytes {}) are fixed over each other in bank {}, and both are alive in step {}\n",
                names.buffer(*buffer),
                span(a),
                names.buffer(*other),
                span(b),
                names.bank(a.banks.first().copied().unwrap_or(0)),
                names.step(*step),
            );
        }
        Proof::Subset { step, banks: set, buffers: list, unit, bytes, capacity } => {
            let place = match set.as_slice() {
                [] => "no bank, each being too small,".to_string(),
                set => set.iter().map(|k| names.bank(*k)).collect::<Vec<_>>().join(", "),
            };
            let many = if list.len() == 1 { "1 buffer" } else { &format!("{} buffers", list.len()) };
            let (verb, whose) =
                (if list.len() == 1 { "needs" } else { "need" }, if set.len() > 1 { "their" } else { "its" });
            text += &format!(
                "in step {}, {many} that can only go into {place} {verb} {}, {} more than {whose} {capacity}\n",
                names.step(*step),
                Bytes(*bytes),
                bytes - capacity.min(bytes),
            );
            lines(&mut text, banks, buffers, set, list, *unit, names);
        }
        Proof::Packing { step, buffers: list, unit } => {
            let mut set: Vec<u16> =
                list.iter().flat_map(|&i| buffers[i as usize].banks.iter().copied()).collect();
            set.sort_unstable();
            set.dedup();
            text += &format!(
                "in step {}, no division of these {} buffers among their banks keeps every bank within its room\n",
                names.step(*step),
                list.len(),
            );
            lines(&mut text, banks, buffers, &set, list, *unit, names);
        }
    }
    text
}

/// The banks and buffers that a step proof rests on.
fn lines(
    text: &mut String,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    set: &[u16],
    list: &[u32],
    unit: u64,
    names: &Names<'_>,
) {
    let whole = |bytes: u64| bytes % unit == 0;
    let rooms_whole = set.iter().all(|&k| banks.get(usize::from(k)).is_none_or(|bank| whole(bank.room())));
    if !rooms_whole || !list.iter().all(|&i| whole(buffers[i as usize].size)) {
        *text += &format!(
            "  all their offsets are multiples of {unit}, so each takes a multiple of {unit} bytes\n"
        );
    }
    for &k in set {
        let room = banks.get(usize::from(k)).map_or(0, Bank::room);
        *text += &format!("  bank {}: room {}\n", names.bank(k), amount(room, unit));
    }
    for &i in list {
        let b = &buffers[i as usize];
        *text += &format!("  {}: {}, step", names.buffer(i), amount(b.size, unit));
        *text += &match (names.step(b.first), names.step(b.last)) {
            (only, _) if b.first == b.last => format!(" {only}"),
            (first, last) => format!("s {first}..={last}"),
        };
        if b.banks.len() > 1 {
            let allowed: Vec<String> = b
                .banks
                .iter()
                .map(|&k| {
                    let small = banks.get(usize::from(k)).is_some_and(|bank| b.size > bank.room());
                    let note = if small { " (too small)" } else { "" };
                    names.bank(k) + note
                })
                .collect();
            *text += &format!(", allowed in {}", allowed.join(" | "));
        }
        text.push('\n');
    }
}

/// Bytes as declared, and what they take where that differs.
fn amount(bytes: u64, unit: u64) -> String {
    let taken = u128::from(bytes).div_ceil(u128::from(unit)) * u128::from(unit);
    if taken == u128::from(bytes) {
        Bytes(bytes).to_string()
    } else {
        format!("{}, rounded up {taken}", Bytes(bytes))
    }
}
