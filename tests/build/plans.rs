//! Random plans with every kind of declaration, as blocks of `arena_plan!`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Random;

/// Element types of plain buffers, with zero.
const ELEMENTS: [(&str, &str); 7] =
    [("u8", "0"), ("i16", "0"), ("u16", "0"), ("u32", "0"), ("u64", "0"), ("u128", "0"), ("f32", "0.0")];

/// Where the handle of a buffer is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Home {
    /// A field of the steps in which the buffer is alive.
    Field,
    /// A field of `kept`.
    Kept,
    /// A local: a transition returns the handle, another takes it back.
    Lent,
    /// A local from `take()` to `release()`.
    Detached,
    /// The same as an array of its parts.
    Parts,
}

/// What a buffer contains.
pub(super) struct Content {
    pub(super) ty: String,
    /// Behind `=`.
    value: Option<String>,
    /// The value with which it comes to life, unless any bytes will do.
    pub(super) birth: Option<String>,
    zeroed: bool,
}

pub(super) struct Buffer {
    pub(super) name: String,
    pub(super) home: Home,
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) content: Content,
    /// The buffer whose bytes a step turns into this one.
    pub(super) from: Option<String>,
    align: Option<u64>,
    banks: &'static str,
}

impl Buffer {
    /// The number of elements that the program splits it into, or 1.
    pub(super) fn parts(&self) -> usize {
        let parts = self.content.value.as_ref().filter(|_| self.home == Home::Parts);
        parts.and_then(|parts| parts.parse().ok()).unwrap_or(1)
    }

    pub(super) fn is_persistent(&self) -> bool {
        matches!(self.home, Home::Kept | Home::Detached | Home::Parts)
    }
}

pub(super) struct Constant {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) value: String,
    /// The bank to which it is copied.
    pub(super) staged: Option<&'static str>,
}

pub(super) struct Plan {
    pub(super) steps: usize,
    pub(super) buffers: Vec<Buffer>,
    pub(super) constants: Vec<Constant>,
    banks: Vec<String>,
    /// What each step lists: inputs and outputs.
    uses: Vec<(Vec<String>, Vec<String>)>,
    /// Whether only rustc knows the sizes.
    is_const: bool,
}

impl Plan {
    pub(super) fn random(random: &mut Random) -> Self {
        let steps = 2 + random.index(4);
        let is_const = random.one_in(2);
        let fast = random.one_in(2);
        let mut plan = Self {
            steps,
            buffers: Vec::new(),
            constants: Vec::new(),
            banks: banks(random, fast),
            uses: vec![Default::default(); steps],
            is_const,
        };
        plan.anchor("base", "ram");
        if fast {
            plan.anchor("corner", "fast");
        }
        for number in 0..3 + random.index(6) {
            plan.buffer(random, number, fast);
        }
        for number in 0..random.index(5) {
            plan.persistent(random, number);
        }
        for number in 0..random.index(4) {
            plan.constant(random, number, fast);
        }
        if steps > 2 && random.one_in(2) {
            plan.in_place(random);
        }
        plan
    }

    /// A buffer that is alive throughout, since every bank has to be used.
    fn anchor(&mut self, name: &str, bank: &'static str) {
        let content = Content { ty: self.array("u16", 5), value: None, birth: None, zeroed: false };
        self.push(
            name,
            Home::Field,
            (0, self.steps - 1),
            content,
            if bank == "ram" { " in ram" } else { " in fast" },
        );
    }

    fn push(
        &mut self,
        name: &str,
        home: Home,
        (first, last): (usize, usize),
        content: Content,
        banks: &'static str,
    ) {
        let (name, from, align) = (name.to_owned(), None, None);
        self.buffers.push(Buffer { name, home, first, last, content, from, align, banks });
    }

    /// The type of an array; only rustc knows what an alias is.
    fn array(&self, element: &str, length: usize) -> String {
        if self.is_const { format!("[Of<{element}>; {length}]") } else { format!("[{element}; {length}]") }
    }

    fn plain(&self, random: &mut Random, zeroed: bool) -> Content {
        let ((element, zero), length) = (random.pick(&ELEMENTS), 1 + random.index(24));
        let ty = self.array(element, length);
        let zeros = format!("[{zero}; {length}]");
        if random.one_in(4) {
            let value = if element == "f32" { format!("[1.5; {length}]") } else { format!("[7; {length}]") };
            let given = if random.one_in(2) { format!("const {{ {value} }}") } else { value.clone() };
            return Content { ty, value: Some(given), birth: Some(value), zeroed: false };
        }
        Content { ty, value: None, birth: zeroed.then_some(zeros), zeroed }
    }

    fn content(&self, random: &mut Random, zeroed: bool) -> Content {
        let few = 1 + random.index(4);
        let (ty, value) = match random.index(14) {
            0 => ("Counted".to_owned(), "Counted::new(&ALIVE)".to_owned()),
            1 => (format!("[Counted; {few}]"), "std::array::from_fn(|_| Counted::new(&ALIVE))".to_owned()),
            2 => ("String".to_owned(), "String::from(\"seed\")".to_owned()),
            3 => ("(u8, u32)".to_owned(), "(1, 2)".to_owned()),
            4 => ("Option<u16>".to_owned(), "None".to_owned()),
            5 => (format!("[Padded; {few}]"), format!("[Padded::ONE; {few}]")),
            6 => (format!("[Wide; {few}]"), format!("[Wide(1, 2); {few}]")),
            _ => return self.plain(random, zeroed),
        };
        Content { ty, value: Some(value.clone()), birth: Some(value), zeroed: false }
    }

    fn buffer(&mut self, random: &mut Random, number: usize, fast: bool) {
        let first = random.index(self.steps);
        let last = first + random.index(self.steps - first);
        let home = if first > 0 && random.one_in(4) { Home::Lent } else { Home::Field };
        let zeroed = random.one_in(4);
        let content = self.content(random, zeroed);
        let banks = match (fast, random.index(4)) {
            (true, 0) => " in ram",
            (true, 1) => " in fast | ram",
            (true, 2) => " in ram | fast",
            _ => "",
        };
        self.push(&format!("b{number}"), home, (first, last), content, banks);
        let align = random.one_in(5).then(|| random.pick(&[16, 32, 64]));
        self.buffers.last_mut().expect("it was added").align = align;
    }

    fn persistent(&mut self, random: &mut Random, number: usize) {
        let (name, all) = (format!("p{number}"), (0, self.steps - 1));
        let home = random.pick(&[Home::Kept, Home::Detached, Home::Parts]);
        let content = if home == Home::Parts {
            let (length, parts) = (1 + random.index(16), 1 + random.index(4));
            let (ty, birth) = (self.array("u16", length), Some(format!("[0; {length}]")));
            // The type of one part: the declaration repeats it.
            Content { ty, value: Some(parts.to_string()), birth, zeroed: true }
        } else {
            let mut content = self.content(random, true);
            content.zeroed = false;
            content
        };
        self.push(&name, home, all, content, "");
        if home == Home::Kept {
            let step = random.index(self.steps);
            self.uses[step].0.push(format!("mut {name}"));
        }
    }

    fn constant(&mut self, random: &mut Random, number: usize, fast: bool) {
        let ((element, _), length) = (random.pick(&ELEMENTS[..6]), 1 + random.index(9));
        let values: Vec<String> = (0..length).map(|_| random.below(100).to_string()).collect();
        let staged = random.pick(&[None, Some("ram"), if fast { Some("fast") } else { Some("ram") }]);
        let (name, value) = (format!("c{number}"), format!("[{}]", values.join(", ")));
        let step = random.index(self.steps);
        self.uses[step].0.push(name.clone());
        self.constants.push(Constant { name, ty: self.array(element, length), value, staged });
    }

    /// A step that turns `x` into `y`, which another step reads.
    fn in_place(&mut self, random: &mut Random) {
        let at = 1 + random.index(self.steps - 2);
        let first = random.index(at);
        let last = at + 1 + random.index(self.steps - at - 1);
        let words = 1 + random.index(8);
        let plain = |ty| Content { ty, value: None, birth: None, zeroed: false };
        let (x, y) = (self.array("u64", words), self.array("u16", 1 + random.index(4 * words)));
        self.push("x", Home::Field, (first, at), plain(x), "");
        self.push("y", Home::Field, (at + 1, last), plain(y), "");
        self.buffers.last_mut().expect("it was added").from = Some("x".to_owned());
        self.uses[first].1.push("x".to_owned());
        self.uses[at].0.push("x => y".to_owned());
        self.uses[last].0.push("y".to_owned());
    }

    /// Whether `take()` zeroes the bank that most buffers are in, so that what persists would be zero without more.
    pub(super) fn is_filled(&self) -> bool {
        self.banks[0].contains("section")
    }

    /// The buffers whose handles exist in a step.
    pub(super) fn alive(&self, step: usize) -> impl Iterator<Item = &Buffer> {
        self.buffers.iter().filter(move |buffer| buffer.first <= step && step <= buffer.last)
    }

    /// The persistent buffers that the step may write through `io()`.
    pub(super) fn lent(&self, step: usize) -> impl Iterator<Item = &str> {
        self.uses[step].0.iter().filter_map(|text| text.strip_prefix("mut "))
    }

    /// Whether transitions return handles.
    pub(super) fn lends(&self) -> bool {
        self.buffers.iter().any(|buffer| buffer.home == Home::Lent)
    }

    /// The banks to which constants are copied.
    pub(super) fn staged(&self) -> BTreeSet<&'static str> {
        self.constants.iter().filter_map(|constant| constant.staged).collect()
    }

    /// What the plan has, for the test that nothing is missing.
    pub(super) fn kinds(&self) -> impl Iterator<Item = String> {
        let buffers = self.buffers.iter().map(|buffer| match (&buffer.from, buffer.home) {
            (Some(_), _) => "in place".to_owned(),
            (None, home) => format!("{home:?}").to_lowercase(),
        });
        let constants = self.constants.iter().map(|constant| match constant.staged {
            Some(_) => "staged".to_owned(),
            None => "cold".to_owned(),
        });
        let route = if self.is_const { "const route" } else { "native route" };
        buffers.chain(constants).chain([route.to_owned()])
    }

    /// The block.
    pub(super) fn block(&self) -> String {
        let mut text = String::from("    arena_plan! {\n        mod plan {\n");
        let mut line = |line: String| {
            let _ = writeln!(text, "            {line}");
        };
        self.banks.iter().for_each(|bank| line(bank.clone()));
        if !self.constants.is_empty() {
            line("bank flash { capacity: 4 KiB, read_only }".to_owned());
        }
        for Constant { name, ty, value, staged } in &self.constants {
            let to = staged.map(|bank| format!(" -> {bank}")).unwrap_or_default();
            line(format!("constant {name}: {ty} in flash{to} = {value};"));
        }
        self.buffers.iter().for_each(|buffer| line(declaration(buffer)));
        for (step, (inputs, outputs)) in self.uses.iter().enumerate() {
            let outputs =
                if outputs.is_empty() { String::new() } else { format!(" -> {}", outputs.join(", ")) };
            let bare = inputs.is_empty() && outputs.is_empty();
            let inputs = if bare { String::new() } else { format!("({})", inputs.join(", ")) };
            line(format!("step s{step}{inputs}{outputs};"));
        }
        text + "        }\n    }\n"
    }
}

fn banks(random: &mut Random, fast: bool) -> Vec<String> {
    let section = random.pick(&["", "", ", section: \".arena.random\"", ", align: 32"]);
    let mut banks = vec![format!("bank ram {{ capacity: 16 KiB{section} }}")];
    if fast {
        let align = random.pick(&["", ", align: 16"]);
        banks.push(format!("bank fast {{ capacity: {}{align} }}", random.pick(&[512, 1024])));
    }
    banks
}

fn declaration(buffer: &Buffer) -> String {
    let Buffer { name, home, first, last, content, from, align, banks } = buffer;
    let ty = &content.ty;
    if *home == Home::Parts {
        return format!("persistent {name}: [{ty}; {}], detached;", buffer.parts());
    }
    if from.is_some() || name == "x" {
        return format!("buffer {name}: {ty};");
    }
    let mut text = match buffer.is_persistent() {
        true => format!("persistent {name}: {ty}{banks}"),
        false => format!("buffer {name}: {ty}{banks}, live s{first}..=s{last}"),
    };
    if let Some(align) = align {
        let _ = write!(text, ", align {align}");
    }
    if matches!(home, Home::Lent | Home::Detached) {
        text += ", detached";
    }
    if content.zeroed {
        text += ", zeroed";
    }
    if let Some(value) = &content.value {
        let _ = write!(text, " = {value}");
    }
    text + ";"
}
