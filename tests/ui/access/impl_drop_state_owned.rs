//! A `Drop` of the user's for a step whose contents need dropping.
use arena_plan::arena_plan;

arena_plan! {
    mod log {
        bank ram { capacity: 256 }
        persistent frames: u32;
        buffer text: String = String::new();
        step write(mut frames) -> text;
        step send(text);
    }
}

impl Drop for log::Send {
    fn drop(&mut self) {}
}

fn main() {
    let _ = log::take();
}
