//! Damaged files: truncated files and offsets out of range are rejected with the byte; flipped bits are rejected or
//! leave a model with a valid plan. Nothing panics, and nothing takes a heap many times the file.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::Path;

use arena_plan_core::planner::{Effort, Options};
use arena_plan_core::problem::{lifetimes, plan, verify};
use arena_plan_models::tflm::Micro;
use arena_plan_models::{Error, Memory, Network, Scratch, graph, onnx, tflite};

/// Counts the current and the maximum bytes of this thread.
struct Counting;

thread_local! {
    static NOW: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.get() + layout.size();
        NOW.set(now);
        MOST.set(MOST.get().max(now));
        // SAFETY: by the same promise of the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.set(NOW.get().saturating_sub(layout.size()));
        // SAFETY: by the same promise of the caller.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ bits >> 31) % end as u64) as usize
    }
}

/// The files of a folder with this ending, by name.
fn models(folder: &Path, ending: &str) -> Vec<(String, Vec<u8>)> {
    let mut models = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|found| found == ending) {
            models.push((path.display().to_string(), fs::read(&path).expect("a readable file")));
        }
    }
    models.sort();
    models
}

/// The fixtures with this ending.
fn fixtures(ending: &str) -> Vec<(String, Vec<u8>)> {
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/models"), ending)
}

/// The number of 32 bits at a place.
fn number(bytes: &[u8], place: usize) -> usize {
    u32::from_le_bytes(bytes[place..place + 4].try_into().expect("four bytes")) as usize
}

/// The list in a field of the root table.
fn list(bytes: &[u8], field: usize) -> usize {
    let root = number(bytes, 0);
    let vtable = root.wrapping_sub(number(bytes, root) as i32 as usize);
    let entry = vtable + 4 + 2 * field;
    let field = root + usize::from(u16::from_le_bytes([bytes[entry], bytes[entry + 1]]));
    field + number(bytes, field)
}

/// Plans a network; the layout holds.
fn planned(network: Network) -> Result<(), Error> {
    let graph = graph(network, &Memory::default())?.graph;
    let problem = lifetimes(&graph).expect("a graph that was imported gives lifetimes");
    let options = Options { effort: Effort::Fast, ..Options::default() };
    let planned = plan(&problem, &options).expect("the sums were checked");
    assert!(verify(&problem, &planned.layout).holds(), "{problem:?}");
    Ok(())
}

/// Everything that is done with a model's bytes.
fn read(bytes: &[u8]) -> Result<(), Error> {
    if tflite::is_tflite(bytes) {
        tflite::network(bytes, 0, &Scratch::Builtin).and_then(planned)?;
        let micro = Micro::read(bytes, &Scratch::Builtin)?;
        micro.greedy_head();
        if let Some(plan) = micro.plan_inside()? {
            micro.check(&plan, None)?;
        }
        let plan = micro.offline_plan(&micro.greedy_layout())?;
        Micro::read(&micro.write(&plan, true)?, &Scratch::Builtin)?;
    } else {
        onnx::network(bytes, &[("batch".to_owned(), 1)].into()).and_then(planned)?;
    }
    Ok(())
}

/// Reads damaged bytes; returns the result, and the peak of the heap.
fn most(bytes: &[u8]) -> (Result<(), Error>, usize) {
    let before = NOW.get();
    MOST.set(before);
    let result = read(bytes);
    (result, MOST.get() - before)
}

/// The heap that reading may take: ten times the file, plus a little for files of a few hundred bytes.
fn limit(bytes: &[u8]) -> usize {
    10 * bytes.len() + (16 << 10)
}

/// Files truncated anywhere: all are rejected with the byte. Returns their number.
fn cut_off(models: &[(String, Vec<u8>)], of_each: usize) -> usize {
    let mut random = Random(1);
    let mut count = 0;
    for (name, bytes) in models {
        // The last bytes are only the padding of a list.
        let ends = (0..of_each).map(|_| random.below(bytes.len())).chain(bytes.len() - 12..bytes.len() - 4);
        for end in ends {
            let (result, heap) = most(&bytes[..end]);
            let error = result.expect_err(&format!("{name} cut off at {end} of {}", bytes.len()));
            assert!(error.offset.is_some() && error.code.as_str() == "bad-model", "{name} at {end}: {error}");
            assert!(heap <= limit(bytes), "{name} at {end}: {heap} bytes");
            count += 1;
        }
    }
    count
}

/// Files with one to three flipped bits: rejected, or models with a valid plan. Returns the numbers of both.
fn flipped(models: &[(String, Vec<u8>)], of_each: usize) -> (usize, usize) {
    let mut random = Random(2);
    let (mut refused, mut whole) = (0, 0);
    for (name, bytes) in models {
        for _ in 0..of_each {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random.below(3) {
                damaged[random.below(bytes.len())] ^= 1 << random.below(8);
            }
            let (result, heap) = most(&damaged);
            assert!(heap <= limit(bytes), "{name}: {heap} bytes, {result:?}");
            if result.is_ok() { whole += 1 } else { refused += 1 }
        }
    }
    (refused, whole)
}

/// Files with an offset beyond their end: all are rejected with the byte. Returns their number.
fn out_of_range(models: &[(String, Vec<u8>)], of_each: usize) -> usize {
    let mut random = Random(3);
    for (name, bytes) in models {
        // The root, its lists (operator codes, subgraphs, buffers) and their elements.
        let mut places = vec![0];
        for field in [1, 2, 4] {
            let list = list(bytes, field);
            places.extend((0..number(bytes, list)).map(|index| list + 4 + 4 * index));
        }
        for _ in 0..of_each {
            let place = places[random.below(places.len())];
            let far = bytes.len() - place + random.below(1 << 30);
            let mut damaged = bytes.clone();
            damaged[place..place + 4].copy_from_slice(&u32::try_from(far).expect("31 bits").to_le_bytes());
            let (result, heap) = most(&damaged);
            let error = result.expect_err(&format!("{name}: {far} at {place}"));
            assert!(error.offset.is_some(), "{name}: {far} at {place}: {error}");
            assert!(heap <= limit(bytes), "{name}: {heap} bytes");
        }
    }
    models.len() * of_each
}

#[test]
fn truncated_files_are_rejected() {
    assert_eq!(cut_off(&fixtures("tflite"), 80), 5 * 88);
}

#[test]
fn flipped_bits_are_rejected_or_leave_a_model_with_a_valid_plan() {
    // Names, versions and similar data may be anything, so the other files are still models.
    assert_eq!(
        (flipped(&fixtures("tflite"), 150), flipped(&fixtures("onnx"), 150)),
        ((616, 134), (339, 111))
    );
}

#[test]
fn offsets_out_of_range_are_found() {
    assert_eq!(out_of_range(&fixtures("tflite"), 70), 5 * 70);
}

/// The same with networks of up to 330 KB, most of whose bytes are weights.
mod needs_corpus {
    use super::*;
    use crate::needs_corpus::folder;

    #[test]
    #[ignore = "needs the corpus"]
    fn damaged_networks_are_rejected_or_still_have_a_valid_plan() {
        let models = models(&folder("tflite"), "tflite");
        let (cut, (refused, whole), far) =
            (cut_off(&models, 80), flipped(&models, 100), out_of_range(&models, 70));
        println!("cut off: {cut} refused; offsets out of range: {far} refused");
        println!("flipped bits: {refused} refused, {whole} still models with a valid plan");
        assert_eq!((cut, far, refused, whole), (9 * 88, 9 * 70, 229, 671));
    }
}

#[test]
fn lists_that_share_their_bytes_do_not_multiply() {
    // A new root in front, whose list of subgraphs names the one subgraph a hundred thousand times.
    let (_, bytes) =
        fixtures("tflite").into_iter().find(|(name, _)| name.ends_with("reuse.tflite")).expect("a fixture");
    let count = 100_000;
    let start = 48 + 4 * count;
    let moved = start - 8;
    let mut grown = Vec::new();
    grown.extend(24u32.to_le_bytes());
    grown.extend(b"TFL3");
    for half in [14u16, 20, 4, 8, 12, 0, 16, 0] {
        grown.extend(half.to_le_bytes());
    }
    grown.extend(16u32.to_le_bytes());
    grown.extend(3u32.to_le_bytes());
    let lead = |grown: &mut Vec<u8>, target: usize| {
        let offset = u32::try_from(target - grown.len()).expect("31 bits");
        grown.extend(offset.to_le_bytes());
    };
    let [codes, subgraphs, buffers] = [1, 2, 4].map(|field| list(&bytes, field));
    lead(&mut grown, codes + moved);
    let at = grown.len() + 8;
    lead(&mut grown, at);
    lead(&mut grown, buffers + moved);
    grown.extend(u32::try_from(count).expect("31 bits").to_le_bytes());
    for _ in 0..count {
        lead(&mut grown, subgraphs + 4 + number(&bytes, subgraphs + 4) + moved);
    }
    grown.resize(start, 0);
    grown.extend(&bytes[8..]);
    let (result, heap) = most(&grown);
    let error = result.expect_err("it would have a million tensors");
    assert!(error.message.contains("larger than the file") && error.offset.is_some(), "{error}");
    assert!(heap <= limit(&grown), "{heap} bytes for a file of {}", grown.len());
}

#[test]
fn damaged_onnx_files_are_rejected_at_the_damage() {
    for (name, bytes) in fixtures("onnx") {
        for end in 0..bytes.len() {
            let (result, heap) = most(&bytes[..end]);
            assert!(heap <= limit(&bytes), "{name} at {end}: {heap} bytes");
            let Err(error) = result else { panic!("{name} cut off at {end}") };
            assert!(error.offset.is_some_and(|offset| offset <= end), "{name} at {end}: {error}");
        }
    }
}
