//! A problem in the form that the kernel's texts need: few steps, each with its name.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lowered::Lowered;
use super::named::{Id, Problem};
use super::places::Places;
use crate::kernel::message::Source;
use crate::model::{Bank, Buffer};
use crate::planner::proof::Proof;

/// Maximum number of steps that are all counted, as in the macro: orders of first fit depend on the length of
/// lifetimes.
const FEW: u32 = 1 << 16;

/// The problem by index. If there are very many steps, only those in which a buffer becomes live or dies are counted:
/// nothing changes in the others.
pub(super) struct Indexed<'l> {
    pub(super) banks: &'l [Bank],
    /// The buffers by rank.
    pub(super) buffers: Vec<Buffer<'l>>,
    /// The problem's numbers of the steps.
    pub(super) steps: Vec<u64>,
}

/// The names of an [`Indexed`] problem, as messages print them.
pub(super) struct Names {
    banks: Vec<String>,
    buffers: Vec<String>,
    steps: Vec<String>,
}

impl<'l> Indexed<'l> {
    /// `sequential`: without reuse, all buffers are always alive.
    pub(super) fn new(problem: &Problem, lowered: &'l Lowered, sequential: bool) -> Self {
        let mut buffers = lowered.buffers(problem);
        let mut steps: Vec<u32> = buffers.iter().flat_map(|buffer| [buffer.first, buffer.last]).collect();
        steps.sort_unstable();
        steps.dedup();
        if let Some(last) = steps.last().filter(|last| **last < FEW) {
            steps = (0..=*last).collect();
        }
        let number = |step: u32| {
            let position = steps.partition_point(|&other| other < step);
            u32::try_from(position).unwrap_or(u32::MAX)
        };
        let end = number(u32::MAX).saturating_sub(1);
        for buffer in &mut buffers {
            (buffer.first, buffer.last) =
                if sequential { (0, end) } else { (number(buffer.first), number(buffer.last)) };
        }
        let steps = steps.into_iter().map(|step| lowered.original(step)).collect();
        Self { banks: &lowered.banks, buffers, steps }
    }

    /// The proof with the steps of this problem instead of the planner's.
    pub(super) fn counted(&self, lowered: &Lowered, mut proof: Proof) -> Proof {
        if let Proof::FixedOverlap { step, .. } | Proof::Subset { step, .. } | Proof::Packing { step, .. } =
            &mut proof
        {
            // Between two steps that are counted, the same buffers are alive as in the first of them, or fewer.
            let original = lowered.original(*step);
            let position = self.steps.partition_point(|&other| other <= original).saturating_sub(1);
            *step = u32::try_from(position).unwrap_or(u32::MAX);
        }
        proof
    }

    /// Names for texts; `steps` are the names of the steps if the problem comes from a graph, else empty.
    pub(super) fn names(
        &self,
        problem: &Problem,
        lowered: &Lowered,
        steps: &[Id],
        aliases: &Aliases<'_>,
    ) -> Names {
        let step = |&number: &u64| {
            let name = usize::try_from(number).ok().and_then(|index| steps.get(index));
            name.map_or_else(|| format!("{number}"), |name| shown(name))
        };
        Names {
            banks: problem.banks.iter().map(|bank| shown(&bank.id)).collect(),
            buffers: lowered.in_order(problem).map(|buffer| aliases.named(&buffer.id)).collect(),
            steps: self.steps.iter().map(step).collect(),
        }
    }

    /// Passes on the problem with its names.
    pub(super) fn with_names<R>(&self, names: &Names, show: impl FnOnce(&Source<'_>) -> R) -> R {
        show(&Source {
            banks: self.banks,
            bank_ids: &texts(&names.banks),
            buffers: &self.buffers,
            buffer_ids: &texts(&names.buffers),
            step_ids: &texts(&names.steps),
        })
    }
}

/// The aliases of each buffer that has bytes, for messages about those bytes.
pub(super) struct Aliases<'p>(BTreeMap<&'p str, Vec<&'p str>>);

impl<'p> Aliases<'p> {
    pub(super) fn of(problem: &'p Problem, places: &Places<'_>) -> Self {
        let mut aliases: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (index, buffer) in problem.buffers.iter().enumerate().filter(|(index, _)| places.is_alias(*index))
        {
            aliases.entry(&problem.buffers[places.of(index).root].id).or_default().push(&buffer.id);
        }
        Self(aliases)
    }

    /// The id, with its alias or their number.
    fn named(&self, id: &str) -> String {
        match self.0.get(id).map(Vec::as_slice) {
            None => shown(id),
            Some([one]) => format!("{} with {}", shown(id), shown(one)),
            Some(several) => format!("{} with {} aliases", shown(id), several.len()),
        }
    }
}

/// An id as messages print it: without control characters.
fn shown(id: &str) -> String {
    format!("{}", id.escape_debug())
}

fn texts(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}
