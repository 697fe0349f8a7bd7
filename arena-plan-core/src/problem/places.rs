//! Aliases resolved: which buffer has the bytes of each, and how long those are taken.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::named::{Id, Needs, Placement, Problem};

/// Where the bytes of a buffer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Position in the problem of the buffer that has the bytes: the buffer itself, or the last one of its chain of
    /// aliases.
    pub root: usize,
    /// Offset in that buffer, in bytes.
    pub offset: u64,
}

/// The places of a problem's buffers, by their positions.
///
/// ```
/// use arena_plan_core::problem::{Bank, Buffer, Place, Places, Problem};
/// let buffers = vec![
///     Buffer::new("stereo", 1024, 0, 1, &["ram"]),
///     Buffer::new("left", 512, 2, 3, &["ram"]).with_alias("stereo", 512),
/// ];
/// let places = Places::new(&Problem { banks: vec![Bank::new("ram", 1024)], buffers });
/// assert_eq!(places.of(1), Place { root: 0, offset: 512 });
/// assert_eq!((places.life(0), places.life(1)), ((0, 3), (2, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    list: Vec<Place>,
    lives: Vec<(u64, u64)>,
    alignments: Vec<u64>,
    /// Number of aliases.
    aliases: usize,
}

impl Places {
    /// The places of a valid problem. In an invalid one, an alias that leads nowhere has bytes of its own.
    pub fn new(problem: &Problem) -> Self {
        let resolved = resolve(problem.buffers.iter().map(|buffer| (&buffer.id, &buffer.needs)));
        let own = |(index, place): (usize, Option<Place>)| place.unwrap_or(Place { root: index, offset: 0 });
        let list: Vec<Place> = resolved.into_iter().enumerate().map(own).collect();
        let mut lives: Vec<(u64, u64)> =
            problem.buffers.iter().map(|buffer| (buffer.first, buffer.last)).collect();
        let mut alignments: Vec<u64> = problem.buffers.iter().map(|buffer| buffer.needs.alignment).collect();
        let mut aliases = 0;
        for (index, place) in list.iter().enumerate().filter(|(index, place)| place.root != *index) {
            let (first, last) = lives[index];
            let life = &mut lives[place.root];
            *life = (life.0.min(first), life.1.max(last));
            alignments[place.root] = alignments[place.root].max(alignments[index]);
            aliases += 1;
        }
        Self { list, lives, alignments, aliases }
    }

    /// The place of a buffer.
    pub fn of(&self, buffer: usize) -> Place {
        self.list[buffer]
    }

    /// Whether a buffer is bytes of another one.
    pub fn is_alias(&self, buffer: usize) -> bool {
        self.list[buffer].root != buffer
    }

    /// First and last step in which the bytes of a buffer are taken. Those of a buffer with aliases are taken as long
    /// as it or one of them is alive, without a gap; an alias takes none of its own, and its steps are its lifetime.
    pub fn life(&self, buffer: usize) -> (u64, u64) {
        self.lives[buffer]
    }

    /// The buffers whose bytes are taken in a step, aliases aside; with each, the one of its aliases that is alive then
    /// in its place, if it is not alive itself.
    ///
    /// ```
    /// use arena_plan_core::problem::{Buffer, Places, Problem};
    /// let buffers = vec![
    ///     Buffer::new("conv", 64, 0, 1, &["ram"]),
    ///     Buffer::new("relu", 64, 1, 3, &["ram"]).with_alias("conv", 0),
    /// ];
    /// let problem = Problem { banks: vec![], buffers };
    /// let taken = |step| Places::new(&problem).taken(&problem, step);
    /// assert_eq!((taken(1), taken(3), taken(4)), (vec![(0, 0)], vec![(0, 1)], vec![]));
    /// ```
    pub fn taken(&self, problem: &Problem, step: u64) -> Vec<(usize, usize)> {
        let alive = |(first, last): (u64, u64)| first <= step && step <= last;
        let own = |index: usize| alive((problem.buffers[index].first, problem.buffers[index].last));
        let mut in_place: BTreeMap<usize, usize> = BTreeMap::new();
        for index in (0..self.list.len()).filter(|&index| self.is_alias(index) && own(index)) {
            in_place.entry(self.list[index].root).or_insert(index);
        }
        let roots = (0..self.list.len()).filter(|&index| !self.is_alias(index) && alive(self.lives[index]));
        let named = |root: usize| if own(root) { root } else { in_place.get(&root).copied().unwrap_or(root) };
        roots.map(|root| (root, named(root))).collect()
    }

    /// The problem without aliases: the buffers that have bytes, alive as long as those are taken and as aligned as
    /// their aliases need.
    pub(super) fn merged<'p>(&self, problem: &'p Problem) -> Cow<'p, Problem> {
        if self.aliases == 0 {
            return Cow::Borrowed(problem);
        }
        let mut buffers = Vec::with_capacity(problem.buffers.len() - self.aliases);
        for (index, buffer) in problem.buffers.iter().enumerate() {
            if !self.is_alias(index) {
                let mut buffer = buffer.clone();
                (buffer.first, buffer.last) = self.lives[index];
                buffer.needs.alignment = self.alignments[index];
                buffers.push(buffer);
            }
        }
        Cow::Owned(Problem { banks: problem.banks.clone(), buffers })
    }

    /// Adds the aliases to the placements of the merged problem; the result is by id in ASCII order, as these are.
    pub(super) fn spread(&self, problem: &Problem, placements: &mut Vec<Placement>) {
        if self.aliases == 0 {
            return;
        }
        let roots: BTreeMap<Id, usize> =
            placements.iter().enumerate().map(|(at, placement)| (placement.id.clone(), at)).collect();
        for (index, place) in self.list.iter().enumerate().filter(|(index, place)| place.root != *index) {
            let Some(&at) = roots.get(&problem.buffers[place.root].id) else { continue };
            let Placement { bank, offset, .. } = &placements[at];
            let placement = Placement {
                id: problem.buffers[index].id.clone(),
                bank: bank.clone(),
                offset: offset.saturating_add(place.offset),
            };
            placements.push(placement);
        }
        placements.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    }
}

/// The place of each of these, or `None` for those whose aliases never end. An alias of something unknown is a place
/// of its own. Offsets saturate.
pub(super) fn resolve<'a>(all: impl Iterator<Item = (&'a Id, &'a Needs)> + Clone) -> Vec<Option<Place>> {
    let own = |index: usize| Place { root: index, offset: 0 };
    if all.clone().all(|(_, needs)| needs.alias.is_none()) {
        return all.enumerate().map(|(index, _)| Some(own(index))).collect();
    }
    let positions: BTreeMap<&str, usize> =
        all.clone().enumerate().map(|(index, (id, _))| (&**id, index)).collect();
    let parent = |(_, needs): (&Id, &Needs)| {
        let alias = needs.alias.as_ref()?;
        Some((*positions.get(&*alias.of)?, alias.offset))
    };
    let parents: Vec<Option<(usize, u64)>> = all.map(parent).collect();
    let mut places: Vec<Option<Place>> = alloc::vec![None; parents.len()];
    let mut seen = alloc::vec![false; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut at = start;
        while !core::mem::replace(&mut seen[at], true) {
            path.push(at);
            match parents[at] {
                Some((next, _)) => at = next,
                None => places[at] = Some(own(at)),
            }
        }
        // From the end of the chain; on a cycle it has no place, and nor has what leads there.
        while let Some(index) = path.pop() {
            if let (None, Some((next, offset))) = (places[index], parents[index]) {
                let before = places[next];
                places[index] =
                    before.map(|place| Place { offset: place.offset.saturating_add(offset), ..place });
            }
        }
    }
    places
}
