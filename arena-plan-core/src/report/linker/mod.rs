//! The fragment of a linker script that gives banks their places, for GNU ld and lld.

#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::kernel::code::Code;
use crate::model::{BufferKind, align_up};
use crate::problem::{Error, Layout, Path, Problem, Resident, residents};

/// Output sections for the banks of one or several plans, with symbols and assertions.
///
/// A bank `tcm` is what lies in the input sections `.arena.tcm` and `.arena.tcm.*`. It gets the output section `.arena_tcm`, the
/// symbols `_arena_tcm_start`, `_arena_tcm_end` (the address after it) and `_arena_tcm_size`, in bytes. Memory
/// that is written is `(NOLOAD)`: it is not part of the image, and start-up code does not touch it. A bank whose buffers are all
/// constants is part of the image.
///
/// The linker then fails with a message that begins with `arena-plan:` if
///
/// * a bank that is written is not in its section, or has less than its plans take;
/// * the plans with a bank of that name take more than its capacity, together;
/// * a bank is not within its memory, or there is no such memory;
/// * something is in a section `.arena.*` that no output section takes.
///
/// `Display` writes the fragment. The `MEMORY` command, with the memories that it names, is the program's own.
///
/// ```
/// use arena_plan_core::problem::{Bank, Buffer, Layout, Placement, Problem};
/// use arena_plan_core::report::LinkerScript;
/// let problem = Problem { banks: vec![Bank::new("tcm", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["tcm"])] };
/// let layout = Layout { placements: vec![Placement::new("pcm", "tcm", 0)] };
/// let script = LinkerScript::new().memory("tcm", "TCM")?.plan("audio", &problem, &layout)?;
/// assert!(script.to_string().contains("*(.arena.tcm .arena.tcm.*);"));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LinkerScript {
    memories: Vec<Memory>,
    allow_unused: bool,
}

/// One output section.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Memory {
    bank: String,
    region: String,
    /// Alignment of its first address, a power of two.
    align: u64,
    /// Whether it is part of the image.
    constants: bool,
    /// Whether it is a pool, of which one plan at a time uses its part.
    in_turn: bool,
    /// What each plan takes in it, with the plan's name.
    taken: Vec<(String, u64)>,
    /// Bytes that the plans may take together, and the plan that says so.
    room: Option<(String, u64)>,
}

/// Alignment of a section without a plan, or with one that needs less: a cache line of most microcontrollers.
const ALIGN: u64 = 32;

impl LinkerScript {
    /// A fragment without a memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts the bank into a memory of the linker's `MEMORY` command.
    ///
    /// # Errors
    ///
    /// `bad-name` if the bank or the memory is not a word of letters, digits and `_`, which sections and symbols of
    /// both linkers can contain; `contradiction` if the bank has a memory already.
    pub fn memory(self, bank: &str, region: &str) -> Result<Self, Error> {
        self.section(bank, region, false)
    }

    /// The same for a pool, memory that plans use in turn (`arena_pool!`): it takes what the largest of them takes, and each
    /// has a capacity of its own.
    ///
    /// # Errors
    ///
    /// As [`memory`](Self::memory).
    pub fn pool(self, bank: &str, region: &str) -> Result<Self, Error> {
        let mut script = self.section(bank, region, false)?;
        script
            .memories
            .iter_mut()
            .filter(|memory| memory.bank == bank)
            .for_each(|memory| memory.in_turn = true);
        Ok(script)
    }

    /// The same for a bank with `read_only`, whose constants are part of the image.
    ///
    /// # Errors
    ///
    /// As [`memory`](Self::memory).
    pub fn constants(self, bank: &str, region: &str) -> Result<Self, Error> {
        self.section(bank, region, true)
    }

    fn section(mut self, bank: &str, region: &str, constants: bool) -> Result<Self, Error> {
        for (what, name) in [("bank", bank), ("memory", region)] {
            if !is_word(name) {
                let message = format!(
                    "the {what} `{}` cannot be a name in a linker script, which has letters, digits and `_`",
                    name.escape_debug()
                );
                return Err(Error::new(Code::BadName, Path::default(), message)
                    .help("rename it, or leave it out: `--place BANK=MEMORY` names the banks that the script places"));
            }
        }
        if self.memories.iter().any(|memory| memory.bank == bank) {
            let message = format!("the bank `{bank}` has two memories: remove one");
            return Err(Error::new(Code::Contradiction, Path::default(), message));
        }
        self.memories.push(Memory {
            bank: bank.to_owned(),
            region: region.to_owned(),
            align: ALIGN,
            constants,
            in_turn: false,
            taken: Vec::new(),
            room: None,
        });
        Ok(self)
    }

    /// Checks what a plan takes of these memories; `name` is for messages of the linker. Banks of the plan without a memory
    /// here are left to the program. Verify the layout first ([`verify`](crate::problem::verify())).
    ///
    /// # Errors
    ///
    /// `unknown-bank` if the plan has none of the banks, `contradiction` if a bank has another capacity in a plan before, or
    /// if it holds constants and something else, `over-budget` if the plans take more than that together. Of a [`pool`](Self::pool),
    /// each plan has its own capacity, and takes its bytes when it is its turn.
    pub fn plan(mut self, name: &str, problem: &Problem, layout: &Layout) -> Result<Self, Error> {
        let mut found = false;
        for (index, (bank, residents)) in problem.banks.iter().zip(residents(problem, layout)).enumerate() {
            let Some(memory) = self.memories.iter_mut().find(|memory| *memory.bank == *bank.id) else {
                continue;
            };
            found = true;
            let at = Path::item("banks", index).field("capacity");
            let room = bank.room();
            match &memory.room {
                Some((_, before)) if memory.in_turn && *before >= room => {}
                Some((other, before)) if *before != room && !memory.in_turn => {
                    let message = format!(
                        "bank `{}` may take {room} bytes in the plan `{name}` and {before} bytes in `{other}`: plans that share a \
                         memory have the same figure",
                        bank.id
                    );
                    return Err(Error::new(Code::Contradiction, at, message)
                        .help("write the capacity of the memory, less the reserve, in both"));
                }
                _ => memory.room = Some((name.to_owned(), room)),
            }
            let of_constants =
                residents.iter().filter(|one| one.buffer.needs.kind == BufferKind::Constant).count();
            if of_constants > 0
                && (of_constants < residents.len() || !memory.taken.is_empty() && !memory.constants)
            {
                let message = format!(
                    "bank `{}` holds constants, which are part of the image, and buffers, which are not",
                    bank.id
                );
                return Err(Error::new(Code::Contradiction, at, message)
                    .help("give the constants a bank of their own, which is read only"));
            }
            memory.constants |= of_constants > 0;
            let end = residents.iter().map(Resident::end);
            let align = residents.iter().map(Resident::alignment);
            memory.align = align.fold(memory.align, u64::max);
            memory.taken.push((name.to_owned(), end.max().unwrap_or(0)));
            let sum = memory.bytes();
            if sum > room && !memory.in_turn {
                let plans: Vec<String> =
                    memory.taken.iter().map(|(plan, bytes)| format!("{bytes} of `{plan}`")).collect();
                let message = format!(
                    "bank `{}` may take {room} bytes, and the plans with it take {sum} together: {}",
                    bank.id,
                    plans.join(", ")
                );
                return Err(Error::new(Code::OverBudget, at, message).help(
                    "raise the capacity in all of them, or let them share bytes: as modes of one plan, or in a pool, which `--pool` names",
                ));
            }
        }
        if found {
            return Ok(self);
        }
        let banks: Vec<String> =
            problem.banks.iter().map(|bank| format!("`{}`", bank.id.escape_debug())).collect();
        let message =
            format!("the plan `{name}` has no bank for this script: its banks are {}", banks.join(", "));
        Err(Error::new(Code::UnknownBank, Path::default(), message))
    }

    /// Accepts a bank without any bytes: a program may leave a plan out, and the linker removes it.
    pub fn allow_unused(mut self) -> Self {
        self.allow_unused = true;
        self
    }
}

impl fmt::Display for LinkerScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("/* Places of banks, generated by arena-plan. Do not edit. All figures are bytes. */\nSECTIONS {\n")?;
        for memory in &self.memories {
            memory.section(f)?;
        }
        f.write_str(
            "  /* Last: what no output section above has taken. */\n  .arena_unplaced (INFO) : { *(.arena.*) }\n}\n",
        )?;
        for Memory { bank, .. } in &self.memories {
            writeln!(f, "_arena_{bank}_size = _arena_{bank}_end - _arena_{bank}_start;")?;
        }
        f.write_str(
            "ASSERT(SIZEOF(.arena_unplaced) == 0,\n  \"arena-plan: something is in a section .arena.* that no output section \
             takes: correct its name, or give it a memory\");\n",
        )?;
        self.memories.iter().try_for_each(|memory| memory.assertions(self.allow_unused, f))
    }
}

impl Memory {
    /// What all plans take in it.
    fn bytes(&self) -> u64 {
        let join = if self.in_turn { u64::max } else { u64::saturating_add };
        self.taken.iter().fold(0, |all, (_, bytes)| join(all, *bytes))
    }

    fn section(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bank, region, align, constants, taken, .. } = self;
        for (plan, bytes) in taken {
            writeln!(f, "  /* {bytes} of {plan} */", plan = comment(plan))?;
        }
        let noload = if *constants { "" } else { "(NOLOAD) " };
        write!(
            f,
            "  .arena_{bank} {noload}: ALIGN({align}) {{\n    _arena_{bank}_start = .;\n    *(.arena.{bank} .arena.{bank}.*);\n    \
             . = ALIGN(4);\n    _arena_{bank}_end = .;\n  }} > {region}\n"
        )
    }

    fn assertions(&self, allow_unused: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bank, region, room, constants, .. } = self;
        // GNU ld only warns about a memory that does not exist, and invents one without an end.
        write!(
            f,
            "ASSERT(LENGTH({region}) != ~0,\n  \"arena-plan: the script has no memory {region}: declare it in MEMORY, or correct the \
             name\");\n"
        )?;
        // A compiler may fold a constant into the code that reads it, and then has none of its bytes.
        let least = if *constants { 0 } else { self.bytes() };
        if least > 0 {
            let unused = if allow_unused { format!("_arena_{bank}_size == 0 || ") } else { String::new() };
            let help = "is a static of it missing, in another section, or unused?";
            write!(
                f,
                "ASSERT({unused}_arena_{bank}_size >= {least},\n  \"arena-plan: bank {bank} takes {least} bytes, but .arena.{bank} has \
                 fewer: {help}\");\n"
            )?;
        }
        if let Some((_, room)) = room {
            // The section ends on a multiple of 4.
            let most = align_up(*room, 4).unwrap_or(*room);
            write!(
                f,
                "ASSERT(_arena_{bank}_size <= {most},\n  \"arena-plan: what is in .arena.{bank} takes more than the {room} bytes of bank \
                 {bank}: use less, or raise its capacity\");\n"
            )?;
        }
        write!(
            f,
            "ASSERT(ORIGIN({region}) <= _arena_{bank}_start && _arena_{bank}_end <= ORIGIN({region}) + LENGTH({region}),\n  \
             \"arena-plan: bank {bank} is not within {region}: use less of it, or correct its length\");\n"
        )
    }
}

/// Whether sections, symbols and memories of both linkers can have the name.
fn is_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !name.is_empty()
}

/// A name in a comment, without anything that ends it.
fn comment(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let _ = out.write_char(if c.is_ascii_graphic() && c != '*' || c == ' ' { c } else { '_' });
    }
    out
}
