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
/// let problem = Problem { banks: vec![Bank::new("ram", 1024)], buffers };
/// let places = Places::new(&problem);
/// assert_eq!(places.of(1), Place { root: 0, offset: 512 });
/// assert_eq!((places.life(0), places.life(1)), ((0, 3), (2, 3)));
/// ```
#[derive(Clone, Debug)]
pub struct Places<'p> {
    problem: &'p Problem,
    /// By position; empty if there is no alias.
    list: Vec<Place>,
    /// First and last step, and alignment, of the bytes of each.
    needs: Vec<(u64, u64, u64)>,
}

impl<'p> Places<'p> {
    /// The places of a valid problem. In an invalid one, an alias that leads nowhere has bytes of its own.
    pub fn new(problem: &'p Problem) -> Self {
        if problem.buffers.iter().all(|buffer| buffer.needs.alias.is_none()) {
            return Self { problem, list: Vec::new(), needs: Vec::new() };
        }
        let resolved = resolve(problem.buffers.iter().map(|buffer| (&buffer.id, &buffer.needs)));
        let own = |(index, place): (usize, Option<Place>)| place.unwrap_or(Place { root: index, offset: 0 });
        let list: Vec<Place> = resolved.into_iter().enumerate().map(own).collect();
        let own = problem.buffers.iter().map(|buffer| (buffer.first, buffer.last, buffer.needs.alignment));
        let mut needs: Vec<(u64, u64, u64)> = own.collect();
        for (index, place) in list.iter().enumerate().filter(|(index, place)| place.root != *index) {
            let (first, last, alignment) = needs[index];
            let root = &mut needs[place.root];
            *root = (root.0.min(first), root.1.max(last), root.2.max(alignment));
        }
        Self { problem, list, needs }
    }

    /// The place of a buffer.
    pub fn of(&self, buffer: usize) -> Place {
        self.list.get(buffer).copied().unwrap_or(Place { root: buffer, offset: 0 })
    }

    /// Whether a buffer is bytes of another one.
    pub fn is_alias(&self, buffer: usize) -> bool {
        self.of(buffer).root != buffer
    }

    /// First and last step in which the bytes of a buffer are taken. Those of a buffer with aliases are taken as long
    /// as it or one of them is alive, without a gap; an alias takes none of its own, and its steps are its lifetime.
    pub fn life(&self, buffer: usize) -> (u64, u64) {
        match self.needs.get(buffer) {
            Some(&(first, last, _)) => (first, last),
            None => self.own_life(buffer),
        }
    }

    fn own_life(&self, buffer: usize) -> (u64, u64) {
        (self.problem.buffers[buffer].first, self.problem.buffers[buffer].last)
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
    /// let taken = |step| Places::new(&problem).taken(step);
    /// assert_eq!((taken(1), taken(3), taken(4)), (vec![(0, 0)], vec![(0, 1)], vec![]));
    /// ```
    pub fn taken(&self, step: u64) -> Vec<(usize, usize)> {
        let alive = |(first, last): (u64, u64)| first <= step && step <= last;
        let own = |index: usize| alive(self.own_life(index));
        let all = || 0..self.problem.buffers.len();
        let mut in_place: BTreeMap<usize, usize> = BTreeMap::new();
        for index in all().filter(|&index| self.is_alias(index) && own(index)) {
            in_place.entry(self.of(index).root).or_insert(index);
        }
        let roots = all().filter(|&index| !self.is_alias(index) && alive(self.life(index)));
        let named = |root: usize| if own(root) { root } else { in_place.get(&root).copied().unwrap_or(root) };
        roots.map(|root| (root, named(root))).collect()
    }

    /// The problem without aliases: the buffers that have bytes, alive as long as those are taken and as aligned as
    /// their aliases need.
    pub(super) fn merged(&self) -> Cow<'p, Problem> {
        if self.list.is_empty() {
            return Cow::Borrowed(self.problem);
        }
        let mut buffers = Vec::with_capacity(self.problem.buffers.len());
        for (index, buffer) in self.problem.buffers.iter().enumerate() {
            if !self.is_alias(index) {
                let mut buffer = buffer.clone();
                (buffer.first, buffer.last, buffer.needs.alignment) = self.needs[index];
                buffers.push(buffer);
            }
        }
        Cow::Owned(Problem { banks: self.problem.banks.clone(), buffers })
    }

    /// Adds the aliases to the placements of the merged problem; the result is by id in ASCII order, as these are.
    pub(super) fn spread(&self, placements: &mut Vec<Placement>) {
        if self.list.is_empty() {
            return;
        }
        let id = |index: usize| &self.problem.buffers[index].id;
        let roots: BTreeMap<Id, usize> =
            placements.iter().enumerate().map(|(at, placement)| (placement.id.clone(), at)).collect();
        for (index, place) in self.list.iter().enumerate().filter(|(index, place)| place.root != *index) {
            let Some(&at) = roots.get(id(place.root)) else { continue };
            let Placement { bank, offset, .. } = &placements[at];
            let (bank, offset) = (bank.clone(), offset.saturating_add(place.offset));
            placements.push(Placement { id: id(index).clone(), bank, offset });
        }
        placements.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    }
}

/// The place of each of these, or `None` for those whose aliases never end. An alias of something unknown is a place
/// of its own. Offsets saturate.
pub(super) fn resolve<'a>(all: impl Iterator<Item = (&'a Id, &'a Needs)> + Clone) -> Vec<Option<Place>> {
    let own = |index: usize| Place { root: index, offset: 0 };
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
