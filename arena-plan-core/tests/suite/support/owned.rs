//! Problems that own their lists of banks, an independent checker of layouts, and the corpus files of schema 1.

use std::path::Path;

use arena_plan_core::model::{Bank, Buffer, BufferKind, Placement};
use serde_json::Value;

/// A buffer with its own list of banks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Bytes.
    pub(crate) size: u64,
    /// Alignment.
    pub(crate) align: u64,
    /// First step.
    pub(crate) first: u32,
    /// Last step.
    pub(crate) last: u32,
    /// Allowed banks by preference.
    pub(crate) banks: Vec<u16>,
    /// Fixed offset.
    pub(crate) fixed: Option<u64>,
    /// Order of its id.
    pub(crate) rank: u32,
    /// Cost of a miss.
    pub(crate) weight: u64,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owned {
    /// Banks.
    pub(crate) banks: Vec<Bank>,
    /// Buffers.
    pub(crate) pieces: Vec<Piece>,
}

impl Owned {
    /// The buffers as the planner needs them.
    pub(crate) fn buffers(&self) -> Vec<Buffer<'_>> {
        self.pieces
            .iter()
            .map(|p| Buffer {
                size: p.size,
                align: p.align,
                first: p.first,
                last: p.last,
                banks: &p.banks,
                fixed: p.fixed,
                rank: p.rank,
                weight: p.weight,
                kind: BufferKind::Buffer,
                detached: false,
                padding: 0,
                dma: false,
            })
            .collect()
    }

    /// Everything wrong with a layout, found by comparing all pairs. `None` for a sound layout that fits.
    pub(crate) fn fault(&self, layout: &[Placement]) -> Option<String> {
        if layout.len() != self.pieces.len() {
            return Some(format!("{} placements for {} buffers", layout.len(), self.pieces.len()));
        }
        for (i, (p, at)) in self.pieces.iter().zip(layout).enumerate() {
            let Some(bank) = self.banks.get(usize::from(at.bank)) else { return Some(format!("{i}: bank")) };
            if !p.banks.contains(&at.bank) {
                return Some(format!("{i}: bank {} is not allowed", at.bank));
            }
            if at.offset % p.align != 0 || at.offset % bank.align != 0 {
                return Some(format!("{i}: offset {} is not aligned", at.offset));
            }
            if p.fixed.is_some_and(|fixed| fixed != at.offset) {
                return Some(format!("{i}: offset {} is not the fixed one", at.offset));
            }
            let usable = bank.capacity.saturating_sub(bank.reserve) / bank.granule * bank.granule;
            if u128::from(at.offset) + u128::from(p.size) > u128::from(usable) {
                return Some(format!("{i}: ends above {usable}"));
            }
            for (j, (q, other)) in self.pieces.iter().zip(layout).enumerate().take(i) {
                let together = p.first.max(q.first) <= p.last.min(q.last);
                let shared = at.offset < other.offset + q.size && other.offset < at.offset + p.size;
                if together && at.bank == other.bank && shared {
                    return Some(format!("{j} and {i} share bytes"));
                }
            }
        }
        None
    }

    /// Weight outside the preferred banks.
    pub(crate) fn misses(&self, layout: &[Placement]) -> u128 {
        let missed = self.pieces.iter().zip(layout).filter(|(p, at)| p.banks[0] != at.bank);
        missed.map(|(p, _)| u128::from(p.weight)).sum()
    }
}

/// The problem files of a folder by name.
pub(crate) fn problems(folder: &Path) -> Vec<(String, Owned)> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable entry").file_name().into_string().expect("an ASCII name"))
        .filter(|name| name.ends_with(".problem.json"))
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), read(&folder.join(&name)))).collect()
}

/// Reads a problem of schema 1.
pub(crate) fn read(path: &Path) -> Owned {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], 1);
    let number = |value: &Value| value.as_str().map(|text| text.parse::<u64>().expect("a number"));
    let step = |value: &Value| u32::try_from(value.as_u64().expect("a step")).expect("a small step");
    let list = |key: &str| value[key].as_array().expect("a list").clone();
    let banks = list("banks");
    let index = |id: &Value| {
        u16::try_from(banks.iter().position(|bank| bank["id"] == *id).expect("a known bank"))
            .expect("few banks")
    };
    let buffers = list("buffers");
    let mut ids: Vec<&str> = buffers.iter().map(|buffer| buffer["id"].as_str().expect("an id")).collect();
    ids.sort_unstable();
    let pieces = buffers
        .iter()
        .map(|buffer| {
            let size = number(&buffer["bytes"]).expect("bytes");
            let id = buffer["id"].as_str().expect("an id");
            let rank = ids.binary_search(&id).expect("its own id");
            Piece {
                size,
                align: number(&buffer["alignment"]).expect("alignment"),
                first: step(&buffer["first"]),
                last: step(&buffer["last"]),
                banks: buffer["banks"].as_array().expect("banks").iter().map(index).collect(),
                fixed: number(&buffer["fixed_offset"]),
                rank: u32::try_from(rank).expect("few buffers"),
                weight: size,
            }
        })
        .collect();
    let rooms = banks.iter().map(|bank| Bank::new(number(&bank["capacity"]).expect("capacity"))).collect();
    Owned { banks: rooms, pieces }
}
