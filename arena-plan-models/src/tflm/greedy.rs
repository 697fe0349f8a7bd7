//! The greedy planner of TensorFlow Lite Micro, for comparison, and to predict its result with an offline plan.
//!
//! Its rule (`greedy_memory_planner.cc`): offline offsets as they are; then the others, larger ones first, among
//! equals the one requested last; each into the first gap among the placed buffers that are alive with it.

use super::requests::Request;

/// An offset for each request, in their order.
pub(crate) fn greedy(requests: &[Request]) -> Vec<u64> {
    let mut order: Vec<usize> =
        (0..requests.len()).filter(|&index| requests[index].offline.is_none()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(requests[index].bytes), std::cmp::Reverse(index)));
    let mut offsets = vec![0; requests.len()];
    let mut placed: Vec<Placed> = Vec::with_capacity(requests.len());
    for (index, request) in requests.iter().enumerate() {
        if let Some(offset) = request.offline {
            offsets[index] = offset;
            insert(&mut placed, Placed::new(request, offset));
        }
    }
    for index in order {
        let request = &requests[index];
        let new = Placed::new(request, 0);
        let mut offset = 0;
        for other in placed.iter().filter(|other| other.meets(&new)) {
            // An overlap in an offline plan can leave a buffer that begins below the gap's start.
            if other.start.checked_sub(offset).is_some_and(|gap| gap >= request.bytes) {
                break;
            }
            offset = offset.max(other.start + other.bytes);
        }
        offsets[index] = offset;
        insert(&mut placed, Placed { start: offset, ..new });
    }
    offsets
}

/// Bytes of the head: the end of the highest buffer.
pub(crate) fn head(requests: &[Request], offsets: &[u64]) -> u64 {
    requests.iter().zip(offsets).map(|(request, offset)| offset + request.bytes).max().unwrap_or(0)
}

/// A placed buffer.
struct Placed {
    start: u64,
    bytes: u64,
    life: Option<(u64, u64)>,
}

impl Placed {
    fn new(request: &Request, start: u64) -> Self {
        Self { start, bytes: request.bytes, life: request.life }
    }

    /// Whether both are alive at the same time.
    fn meets(&self, other: &Self) -> bool {
        match (self.life, other.life) {
            (Some((first, last)), Some((other_first, other_last))) => {
                first <= other_last && other_first <= last
            }
            _ => false,
        }
    }
}

/// Keeps the order by start; a new one goes after those with the same start.
fn insert(placed: &mut Vec<Placed>, new: Placed) {
    let position = placed.partition_point(|other| other.start <= new.start);
    placed.insert(position, new);
}

#[cfg(test)]
mod tests {
    use super::super::requests::Owner;
    use super::*;

    fn request(bytes: u64, first: u64, last: u64, offline: Option<u64>) -> Request {
        let owner = Owner::Tensor { subgraph: 0, tensor: 0 };
        Request { owner, bytes, life: Some((first, last)), state: false, offline }
    }

    #[test]
    fn larger_buffers_come_first_and_fill_the_first_gap() {
        let requests = [request(16, 0, 1, None), request(48, 1, 2, None), request(32, 2, 3, None)];
        assert_eq!(greedy(&requests), [48, 0, 48]);
        assert_eq!(head(&requests, &greedy(&requests)), 80);
    }

    #[test]
    fn of_equal_buffers_the_last_comes_first() {
        let requests = [request(16, 0, 1, None), request(16, 1, 2, None), request(16, 2, 3, None)];
        assert_eq!(greedy(&requests), [0, 16, 0]);
        let requests = [request(16, 0, 1, None), request(16, 0, 2, None)];
        assert_eq!(greedy(&requests), [16, 0]);
    }

    #[test]
    fn offline_offsets_are_kept_and_filled_around() {
        let requests = [request(16, 0, 3, Some(32)), request(48, 0, 1, None), request(32, 2, 3, None)];
        assert_eq!(greedy(&requests), [32, 48, 0]);
    }
}
