//! A misspelt bank: one error, none about the bank that was meant.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64 }
        bank sram { capacity: 64 }
        buffer pcm: [u8; 16] in dctm;
        buffer log: [u8; 16] in sram;
        step capture() -> (pcm, log);
        step emit(pcm, log);
    }
}

fn main() {}
