//! Colours of buffers: neighbours differ, also for people with any kind of colour blindness.
//!
//! The palette is Paul Tol's "light" scheme (<https://personal.sron.nl/~pault/>), intended for areas with dark text
//! on them.

use crate::report::Occupant;

/// The palette.
pub(super) const COLOURS: [&str; 8] =
    ["#77aadd", "#ffaabb", "#44bb99", "#eedd88", "#99ddff", "#ee8866", "#bbcc33", "#dddddd"];

/// Number of buffers up to which neighbours are examined.
const COMPARED: usize = 4000;

/// A colour for each buffer, by its position in the bank: the first one that no neighbour has.
pub(super) fn colours(buffers: &[Occupant]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..buffers.len()).collect();
    order.sort_by_key(|&index| (buffers[index].first, buffers[index].offset, index));
    let mut colours = vec![0; buffers.len()];
    for (position, &index) in order.iter().enumerate() {
        if buffers.len() > COMPARED {
            colours[index] = position % COLOURS.len();
            continue;
        }
        let mut used = [0usize; COLOURS.len()];
        for &other in &order[..position] {
            if touch(&buffers[index], &buffers[other]) {
                used[colours[other]] += 1;
            }
        }
        // Among the least used colours, the next one in turn.
        let turn = |colour: usize| (colour + COLOURS.len() - position % COLOURS.len()) % COLOURS.len();
        colours[index] = (0..COLOURS.len()).min_by_key(|&colour| (used[colour], turn(colour))).unwrap_or(0);
    }
    colours
}

/// Whether two rectangles share part of an edge, or overlap.
fn touch(a: &Occupant, b: &Occupant) -> bool {
    let in_time = a.first <= b.last.saturating_add(1) && b.first <= a.last.saturating_add(1);
    in_time && a.offset <= b.end && b.offset <= a.end
}
