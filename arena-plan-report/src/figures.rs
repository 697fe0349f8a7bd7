//! The data behind reports and pictures: the buffers of each bank by address, and its load over the schedule.

use std::collections::BTreeMap;

use arena_plan_core::problem::{Bank, Buffer, Id, Layout, Lines, Places, Planned, Problem};

/// A layout of a problem, and what else is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its name in headings, such as the file's name.
    pub title: &'a str,
    /// The problem.
    pub problem: &'a Problem,
    /// A layout of it; it may have findings.
    pub layout: &'a Layout,
    /// Names of the steps by number; empty if they have none.
    pub steps: &'a [Id],
    /// The plan that produced the layout, if any: it knows how good the layout is.
    pub planned: Option<&'a Planned>,
}

/// The placement of one buffer.
#[derive(Clone, Copy, Debug)]
pub struct Resident<'a> {
    /// The buffer.
    pub buffer: &'a Buffer,
    /// Its offset in the bank, in bytes.
    pub offset: u64,
    /// Bytes that it takes: its size, or its cache lines if it is for DMA.
    pub taken: u64,
    /// First step in which its bytes are taken: of a buffer with aliases, as long as it or one of them is alive.
    pub first: u64,
    /// Last step in which its bytes are taken, inclusive.
    pub last: u64,
    /// For an alias, the buffer whose bytes it is, and the offset in that; it takes none of its own.
    pub alias: Option<(&'a Buffer, u64)>,
}

/// Consecutive steps with the same bytes alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First step.
    pub first: u64,
    /// Last step, inclusive.
    pub last: u64,
    /// Bytes alive in each of them.
    pub bytes: u64,
}

/// Unused bytes between the buffers that are alive in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holes {
    /// Number of holes.
    pub count: u64,
    /// Total bytes of the holes.
    pub bytes: u64,
    /// Bytes of the largest one.
    pub largest: u64,
}

/// One bank of a layout.
#[derive(Clone, Debug)]
pub struct BankFigures<'a> {
    /// The bank.
    pub bank: &'a Bank,
    /// Its buffers by address, then by first step and id.
    pub residents: Vec<Resident<'a>>,
    /// End of the highest placement, in bytes.
    pub high_water: u64,
    /// The load over the whole schedule, without gaps.
    pub load: Vec<Stretch>,
    /// The first stretch with the most bytes alive; `None` in an empty bank. Its bytes are the bank's bound.
    pub peak: Option<Stretch>,
    /// Fragmentation: the unused bytes below the highest live byte at the peak.
    pub holes: Holes,
}

impl Resident<'_> {
    /// End of the bytes that it takes.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.taken)
    }

    /// Whether its bytes are taken in a step.
    pub fn alive(&self, step: u64) -> bool {
        self.first <= step && step <= self.last
    }
}

impl BankFigures<'_> {
    /// A lower bound for any layout with the same banks: the peak of the load.
    pub fn bound(&self) -> u64 {
        self.peak.map_or(0, |peak| peak.bytes)
    }

    /// Bytes alive in a step.
    pub fn load_at(&self, step: u64) -> u64 {
        let after = self.load.partition_point(|stretch| stretch.last < step);
        self.load.get(after).filter(|stretch| stretch.first <= step).map_or(0, |stretch| stretch.bytes)
    }

    /// The buffers whose bytes are taken at the peak, aliases aside, largest first.
    pub fn live_at_peak(&self) -> Vec<Resident<'_>> {
        let Some(peak) = self.peak else { return Vec::new() };
        let taken = |one: &&Resident<'_>| one.alias.is_none() && one.alive(peak.first);
        let mut live: Vec<_> = self.residents.iter().filter(taken).copied().collect();
        live.sort_by(|a, b| {
            b.buffer.needs.bytes.cmp(&a.buffer.needs.bytes).then_with(|| a.buffer.id.cmp(&b.buffer.id))
        });
        live
    }
}

impl<'a> Subject<'a> {
    /// The figures of every bank, in the order of the problem.
    ///
    /// ```
    /// use arena_plan_core::problem::{Bank, Buffer, Layout, Placement, Problem};
    /// use arena_plan_report::{Stretch, Subject};
    /// let problem = Problem {
    ///     banks: vec![Bank::new("ram", 96)],
    ///     buffers: vec![Buffer::new("in", 32, 0, 1, &["ram"]), Buffer::new("out", 32, 1, 2, &["ram"])],
    /// };
    /// let layout = Layout { placements: vec![Placement::new("in", "ram", 0), Placement::new("out", "ram", 48)] };
    /// let subject = Subject { title: "copy", problem: &problem, layout: &layout, steps: &[], planned: None };
    /// let ram = &subject.figures()[0];
    /// assert_eq!((ram.high_water, ram.bound(), ram.holes.bytes), (80, 64, 16));
    /// assert_eq!(ram.load[1], Stretch { first: 1, last: 1, bytes: 64 });
    /// ```
    pub fn figures(&self) -> Vec<BankFigures<'a>> {
        let (places, lines) = (Places::new(self.problem), Lines::new(&self.problem.banks));
        let buffers: BTreeMap<&str, usize> =
            self.problem.buffers.iter().enumerate().map(|(index, buffer)| (&*buffer.id, index)).collect();
        let mut residents: BTreeMap<&str, Vec<Resident<'a>>> = BTreeMap::new();
        for placement in &self.layout.placements {
            if let Some(&index) = buffers.get(&*placement.id) {
                let (place, (first, last)) = (places.of(index), places.life(index));
                let buffer = &self.problem.buffers[index];
                residents.entry(&placement.bank).or_default().push(Resident {
                    buffer,
                    offset: placement.offset,
                    taken: lines.taken(&buffer.needs),
                    first,
                    last,
                    alias: places.is_alias(index).then(|| (&self.problem.buffers[place.root], place.offset)),
                });
            }
        }
        let span = self.span();
        let banks = self.problem.banks.iter();
        banks.map(|bank| figures(bank, residents.remove(&*bank.id).unwrap_or_default(), span)).collect()
    }

    /// First and last step of the schedule; 0 and 0 if there is none.
    pub fn span(&self) -> (u64, u64) {
        let buffers = &self.problem.buffers;
        let last = buffers.iter().map(|buffer| buffer.last).max().unwrap_or(0);
        if self.steps.is_empty() {
            return (buffers.iter().map(|buffer| buffer.first).min().unwrap_or(0), last);
        }
        (0, last.max(self.steps.len() as u64 - 1))
    }

    /// The name of a step, if it has one.
    pub fn step_name(&self, step: u64) -> Option<&'a str> {
        self.steps.get(usize::try_from(step).ok()?).map(|id| &**id)
    }

    /// The number of a step, followed by its name if it has one.
    pub fn step(&self, step: u64) -> String {
        match self.step_name(step) {
            Some(name) => format!("{step} `{}`", name.escape_debug()),
            None => step.to_string(),
        }
    }
}

fn figures<'a>(bank: &'a Bank, mut residents: Vec<Resident<'a>>, span: (u64, u64)) -> BankFigures<'a> {
    residents.sort_by(|a, b| {
        (a.offset, a.buffer.first, &a.buffer.id).cmp(&(b.offset, b.buffer.first, &b.buffer.id))
    });
    let load = load(&residents, span);
    let most = load.iter().map(|stretch| stretch.bytes).max().unwrap_or(0);
    let peak = load.iter().copied().find(|stretch| stretch.bytes == most && most > 0);
    let high_water = residents.iter().map(Resident::end).max().unwrap_or(0);
    let holes = peak.map_or_else(Holes::default, |peak| holes(&residents, peak.first));
    BankFigures { bank, residents, high_water, load, peak, holes }
}

/// The load from the first to the last step of `span`.
fn load(residents: &[Resident<'_>], (first, last): (u64, u64)) -> Vec<Stretch> {
    let mut changes: BTreeMap<u64, i128> = BTreeMap::from([(first, 0)]);
    for one in residents.iter().filter(|one| one.alias.is_none()) {
        *changes.entry(one.first).or_default() += i128::from(one.taken);
        *changes.entry(one.last.saturating_add(1)).or_default() -= i128::from(one.taken);
    }
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut bytes = 0i128;
    let mut changes = changes.into_iter().peekable();
    while let Some((step, change)) = changes.next() {
        bytes += change;
        let end = changes.peek().map_or(last, |next| next.0 - 1);
        let load = u64::try_from(bytes).unwrap_or(u64::MAX);
        match stretches.last_mut() {
            Some(before) if before.bytes == load => before.last = end,
            _ if step <= last => stretches.push(Stretch { first: step, last: end, bytes: load }),
            _ => {}
        }
    }
    stretches
}

/// The unused bytes between the buffers alive in a step, which are in the order of addresses.
fn holes(residents: &[Resident<'_>], step: u64) -> Holes {
    let mut holes = Holes::default();
    let mut end = 0;
    for one in residents.iter().filter(|one| one.alive(step)) {
        if one.offset > end {
            let hole = one.offset - end;
            holes =
                Holes { count: holes.count + 1, bytes: holes.bytes + hole, largest: holes.largest.max(hole) };
        }
        end = end.max(one.end());
    }
    holes
}
