//! The independent verifier of named layouts: all findings, by a sweep over the schedule.
//!
//! It works on names and shares nothing with the placing code. An alias that is where it is declared to be is part of the
//! buffer that has its bytes, which then takes them as long as one of the two is alive; one that is elsewhere is a
//! buffer like any other. In each bank, the placements alive at one time are
//! kept in a map by offset as long as they are disjoint, so a newly born one is compared only with its neighbours; a
//! placement that overlaps is kept in a separate list and compared with every later one.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::lines::Lines;
use super::named::{Bank, Buffer, Id, Layout, Placement, Problem};
use super::shared::{Shared, Stated};
use crate::kernel::code::Code;
use crate::kernel::text::Bytes;

/// Maximum number of overlaps that [`verify`] lists; a layout can have one for every pair of buffers.
pub const MAX_OVERLAPS: usize = 10_000;

/// One violation of a problem by a layout.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The buffer, or the id in the layout that is not a buffer.
    pub buffer: Id,
    /// The stable code.
    pub code: Code,
    /// The other buffer of an overlap, whose id is the larger one; the buffer that has the bytes of an alias.
    pub other: Option<Id>,
    /// What is wrong, with the figures.
    pub message: String,
}

/// The result of the verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The findings by buffer, code and other buffer.
    pub findings: Vec<Finding>,
    /// Whether the list is complete: false if there are more than [`MAX_OVERLAPS`] overlaps.
    pub complete: bool,
}

impl Verdict {
    /// Whether the layout meets every constraint.
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Checks a layout against a problem and lists everything that is wrong with it.
///
/// Takes `n log n` time for `n` buffers, and more only if they overlap.
///
/// ```
/// use arena_plan_core::problem::{Bank, Buffer, Layout, Placement, Problem, verify};
/// let problem = Problem {
///     banks: vec![Bank::new("ram", 96)],
///     buffers: vec![Buffer::new("input", 64, 0, 1, &["ram"]), Buffer::new("output", 64, 1, 2, &["ram"])],
/// };
/// let layout = Layout { placements: vec![Placement::new("input", "ram", 0), Placement::new("output", "ram", 48)] };
/// let verdict = verify(&problem, &layout);
/// let codes: Vec<_> = verdict.findings.iter().map(|finding| finding.code.as_str()).collect();
/// assert_eq!(codes, ["overlap", "out-of-bank"]);
/// assert!(verdict.complete);
/// ```
pub fn verify(problem: &Problem, layout: &Layout) -> Verdict {
    let mut findings = Vec::new();
    let mut buffers: BTreeMap<&str, (&Buffer, bool)> = BTreeMap::new();
    for buffer in &problem.buffers {
        buffers.insert(&buffer.id, (buffer, false));
    }
    let mut banks = BTreeMap::new();
    for (index, bank) in problem.banks.iter().enumerate() {
        banks.insert(&*bank.id, (index, bank));
    }
    let shared = Shared::of(problem, layout);
    let lines = Lines::new(&problem.banks);
    let mut spots = Vec::with_capacity(layout.placements.len());
    for placement in &layout.placements {
        let Some((buffer, placed)) = buffers.get_mut(&*placement.id) else {
            let message =
                format!("the layout places `{}`, which is not a buffer of the problem", shown(&placement.id));
            findings.push(finding(Code::UnknownBuffer, placement, message));
            continue;
        };
        if core::mem::replace(placed, true) {
            let message = format!("the layout places `{}` twice", shown(&placement.id));
            findings.push(finding(Code::DuplicateId, placement, message));
            continue;
        }
        let Some(&(bank, declared)) = banks.get(&*placement.bank) else {
            let message =
                format!("`{}` is in `{}`, which is not a bank", shown(&placement.id), shown(&placement.bank));
            findings.push(finding(Code::UnknownBank, placement, message));
            continue;
        };
        alone(buffer, placement, declared, &lines, &mut findings);
        match shared.stated(placement, buffer) {
            Stated::Shared => continue,
            Stated::Apart => {}
            Stated::Elsewhere { of, offset, found } => {
                let message = format!(
                    "`{}` is in `{}` @ {}, but it is the bytes of `{}` from {offset} on, which is in `{}` @ {}",
                    shown(&placement.id),
                    shown(&placement.bank),
                    placement.offset,
                    shown(of),
                    shown(&found.bank),
                    found.offset
                );
                findings.push(Finding {
                    other: Some(found.id.clone()),
                    ..finding(Code::AliasMoved, placement, message)
                });
            }
        }
        let end = placement.offset.saturating_add(lines.taken(&buffer.needs));
        let (first, last) = shared.life(buffer);
        spots.push(Spot { buffer, bank, start: placement.offset, end, first, last });
    }
    for (buffer, placed) in buffers.values() {
        if !placed {
            let message = format!("`{}` has no placement", shown(&buffer.id));
            findings.push(Finding {
                buffer: buffer.id.clone(),
                code: Code::MissingPlacement,
                other: None,
                message,
            });
        }
    }
    let complete = Sweep::new(spots, problem.banks.len()).run(&problem.banks, &mut findings);
    findings.sort();
    Verdict { findings, complete }
}

/// Findings about a single placement.
fn alone(
    buffer: &Buffer,
    placement: &Placement,
    declared: &Bank,
    lines: &Lines<'_>,
    findings: &mut Vec<Finding>,
) {
    let (id, bank) = (shown(&buffer.id), shown(&placement.bank));
    let offset = placement.offset;
    let fixed_elsewhere = buffer.needs.fixed_bank.as_ref().is_some_and(|fixed| *fixed != placement.bank);
    let fixed_offset = buffer.needs.fixed_offset.filter(|&fixed| fixed != offset);
    if !buffer.needs.banks.contains(&placement.bank) {
        let message = format!("`{id}` is in the bank `{bank}`, which it does not allow");
        findings.push(finding(Code::BankNotAllowed, placement, message));
    }
    if buffer.needs.dma && !declared.model.dma {
        let message =
            format!("`{id}` is for DMA, but is in the bank `{bank}`, which bus masters do not reach");
        findings.push(finding(Code::NotReachable, placement, message));
    }
    if fixed_elsewhere || fixed_offset.is_some() {
        let wanted = buffer.needs.fixed_bank.as_deref().unwrap_or(&placement.bank).escape_debug();
        let message = match buffer.needs.fixed_offset {
            Some(fixed) => {
                format!("`{id}` is fixed to `{wanted}` @ {fixed}, but is in `{bank}` @ {offset}")
            }
            None => format!("`{id}` is fixed to `{wanted}`, but is in `{bank}`"),
        };
        findings.push(finding(Code::FixedMoved, placement, message));
    }
    // The alignment of a bank is that of what it is divided into, which an alias is not.
    let of_bank = if buffer.needs.alias.is_some() { 1 } else { declared.model.align };
    let alignments = [buffer.needs.alignment, of_bank];
    if let Some(alignment) = alignments.into_iter().find(|&to| offset.checked_rem(to) != Some(0)) {
        let message = format!("`{id}` @ {offset} is not aligned to {alignment}");
        findings.push(finding(Code::Misaligned, placement, message));
    } else if offset.checked_rem(lines.of(&buffer.needs)) != Some(0) {
        let line = lines.of(&buffer.needs);
        let message = format!("`{id}` @ {offset} does not begin with a cache line of {}", Bytes(line));
        findings.push(finding(Code::Misaligned, placement, message));
    }
    let room = declared.room();
    let taken = lines.taken(&buffer.needs);
    let whole = if taken == buffer.needs.bytes { "" } else { " in whole cache lines" };
    match offset.checked_add(taken) {
        Some(end) if end <= room => {}
        Some(end) => {
            let kept = match declared.model.reserve {
                0 => String::new(),
                reserve => format!(" plus a reserve of {reserve}"),
            };
            let message = format!(
                "`{id}` takes {offset}..{end} of `{bank}`{whole}, which has {}{kept} ({} over)",
                Bytes(room),
                Bytes(end - room)
            );
            findings.push(finding(Code::OutOfBank, placement, message));
        }
        None => {
            let message = format!("`{id}` @ {offset} ends beyond every bank");
            findings.push(finding(Code::OutOfBank, placement, message));
        }
    }
}

fn finding(code: Code, placement: &Placement, message: String) -> Finding {
    Finding { buffer: placement.id.clone(), code, other: None, message }
}

/// An id as messages print it: without control characters.
fn shown(id: &str) -> core::str::EscapeDebug<'_> {
    id.escape_debug()
}

/// A placement with the data that the sweep needs.
struct Spot<'a> {
    buffer: &'a Buffer,
    bank: usize,
    start: u64,
    end: u64,
    /// First and last step in which its bytes are taken.
    first: u64,
    last: u64,
}

/// The placements of one bank that are alive at the current step.
#[derive(Default)]
struct Alive {
    /// Pairwise disjoint, by start.
    disjoint: BTreeMap<u64, usize>,
    /// Those that overlapped one of them when they were born.
    aside: Vec<usize>,
}

/// The sweep over the schedule.
struct Sweep<'a> {
    spots: Vec<Spot<'a>>,
    alive: Vec<Alive>,
    overlaps: usize,
}

impl<'a> Sweep<'a> {
    fn new(mut spots: Vec<Spot<'a>>, banks: usize) -> Self {
        spots.sort_unstable_by_key(|spot| (spot.first, spot.start, &spot.buffer.id));
        let mut alive = Vec::new();
        alive.resize_with(banks, Alive::default);
        Self { spots, alive, overlaps: 0 }
    }

    /// Lists the overlaps and returns whether it listed them all.
    fn run(mut self, banks: &[Bank], findings: &mut Vec<Finding>) -> bool {
        let mut deaths: Vec<usize> = (0..self.spots.len()).collect();
        deaths.sort_unstable_by_key(|&spot| (self.spots[spot].last, spot));
        let mut died = 0;
        let mut clashes = vec![];
        for born in 0..self.spots.len() {
            let step = self.spots[born].first;
            while let Some(&dead) = deaths.get(died).filter(|&&spot| self.spots[spot].last < step) {
                self.die(dead);
                died += 1;
            }
            self.clashes(born, &mut clashes);
            for &other in &clashes {
                if self.overlaps == MAX_OVERLAPS {
                    return false;
                }
                self.overlaps += 1;
                let bank = &banks[self.spots[born].bank].id;
                findings.push(overlap(&self.spots[born], &self.spots[other], bank));
            }
        }
        true
    }

    /// Collects what `born` overlaps and adds it to the live placements.
    fn clashes(&mut self, born: usize, clashes: &mut Vec<usize>) {
        clashes.clear();
        let Spot { start, end, bank, .. } = self.spots[born];
        let alive = &mut self.alive[bank];
        for (_, &other) in alive.disjoint.range(..end).rev() {
            if self.spots[other].end <= start {
                break;
            }
            clashes.push(other);
        }
        let free = clashes.is_empty();
        let spots = &self.spots;
        clashes.extend(
            alive.aside.iter().filter(|&&other| spots[other].start < end && start < spots[other].end),
        );
        if free {
            alive.disjoint.insert(start, born);
        } else {
            alive.aside.push(born);
        }
    }

    fn die(&mut self, spot: usize) {
        let alive = &mut self.alive[self.spots[spot].bank];
        let start = self.spots[spot].start;
        if alive.disjoint.get(&start) == Some(&spot) {
            alive.disjoint.remove(&start);
        } else if let Some(position) = alive.aside.iter().position(|&other| other == spot) {
            alive.aside.remove(position);
        }
    }
}

/// The finding about two placements that share bytes and a step.
fn overlap(born: &Spot<'_>, earlier: &Spot<'_>, bank: &str) -> Finding {
    let (a, b) = if born.buffer.id <= earlier.buffer.id { (born, earlier) } else { (earlier, born) };
    let shared = a.end.min(b.end) - a.start.max(b.start);
    let step = born.first;
    let alive = |spot: &Spot<'_>| spot.buffer.first <= step && step <= spot.buffer.last;
    let own = |spot: &Spot<'_>| spot.start.saturating_add(spot.buffer.needs.bytes);
    let other = Some(b.buffer.id.clone());
    // Their own bytes are apart: only the rest of a cache line is shared.
    if own(a) <= b.start || own(b) <= a.start {
        let message = format!(
            "`{}` {}..{} and `{}` {}..{} have bytes in one cache line of `{}`, both are alive in step {step}, and the line \
             belongs to a buffer for DMA",
            shown(&a.buffer.id),
            a.start,
            own(a),
            shown(&b.buffer.id),
            b.start,
            own(b),
            shown(bank),
        );
        return Finding { buffer: a.buffer.id.clone(), code: Code::SharedCacheLine, other, message };
    }
    let message = format!(
        "`{}` {}..{} and `{}` {}..{} share {} of `{}`, and {} in step {step}",
        shown(&a.buffer.id),
        a.start,
        a.end,
        shown(&b.buffer.id),
        b.start,
        b.end,
        Bytes(shared),
        shown(bank),
        if alive(born) && alive(earlier) { "both are alive" } else { "the bytes are kept for an alias" },
    );
    Finding { buffer: a.buffer.id.clone(), code: Code::Overlap, other, message }
}
