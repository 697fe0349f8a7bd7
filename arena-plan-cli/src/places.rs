//! Where buffers are declared in the file that a problem was read from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arena_plan_core::json::locate;
use arena_plan_core::problem::{self, Problem, Segment};
use arena_plan_report::report::Place;

/// The lines of a file that declare buffers.
pub(crate) struct Places {
    file: String,
    /// Text of a JSON file, and the positions of the buffers in it.
    text: Option<(String, BTreeMap<String, usize>)>,
    list: &'static str,
}

impl Places {
    /// The places of the buffers of `problem`, which was read from `path`. A file that cannot be read again has no
    /// lines.
    pub(crate) fn of(path: &Path, problem: &Problem, graph: bool) -> Self {
        let text = fs::read_to_string(path).ok().filter(|text| text.trim_start().starts_with('{'));
        let positions = problem.buffers.iter().enumerate();
        let text = text
            .map(|text| (text, positions.map(|(index, buffer)| (buffer.id.to_string(), index)).collect()));
        let list = if graph { "tensors" } else { "buffers" };
        Self { file: path.display().to_string(), text, list }
    }

    /// Where a buffer is declared; an unknown buffer gets the file without a line.
    pub(crate) fn of_buffer(&self, id: &str) -> Place {
        let line = self.text.as_ref().and_then(|(text, positions)| {
            let index = *positions.get(id)?;
            let path = problem::Path(vec![Segment::Field(self.list), Segment::Index(index)]);
            Some(locate(text, &path).line as u64)
        });
        Place { file: self.file.clone(), line }
    }
}
