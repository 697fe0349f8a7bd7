//! Writes programs for random plans, for the soundness suite: each goes through its schedule in every way there is, fills
//! all handles that exist, and checks that what it left in them is there until the lifetimes end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::plans::{Buffer, Home, Plan};
use super::{Random, faults};

/// Programs that are written.
const PROGRAMS: u64 = 24;

/// How each round ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Next,
    Restart,
    Release,
    Any,
    Over,
}

/// The rounds of a program.
const ROUNDS: [End; 8] =
    [End::Next, End::Restart, End::Next, End::Release, End::Next, End::Any, End::Restart, End::Over];

/// One test for each program, with how many buffers of each kind there are; and the faults to be planted into them.
pub(super) fn all() -> (String, String) {
    let (mut text, mut faults) = (String::new(), String::new());
    let mut kinds = BTreeMap::<String, usize>::new();
    for seed in 0..PROGRAMS {
        let mut random = Random(seed);
        let plan = Plan::random(&mut random);
        faults += &faults::of(seed, &plan);
        plan.kinds().for_each(|kind| *kinds.entry(kind).or_default() += 1);
        let mut program = Program { plan: &plan, random, text: String::new(), alive: BTreeSet::new() };
        program.rounds();
        let _ = write!(
            text,
            "#[test]\nfn plan_{seed}() {{\n    static ALIVE: AtomicIsize = AtomicIsize::new(0);\n{}    \
             let mut ledger = Ledger::default();\n{}    \
             assert_eq!(ALIVE.load(Ordering::Relaxed), 0, \"values that are not dropped\");\n}}\n\n",
            plan.block(),
            program.text,
        );
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("({kind:?}, {count})")).collect();
    let _ = writeln!(text, "const KINDS: [(&str, usize); {}] = [{}];", kinds.len(), kinds.join(", "));
    (text, format!("const FAULTS: &[(u64, &str, usize, usize)] = &[\n{faults}];\n"))
}

struct Program<'a> {
    plan: &'a Plan,
    random: Random,
    text: String,
    /// Buffers in which the program has left something.
    alive: BTreeSet<&'a str>,
}

impl<'a> Program<'a> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn rounds(&mut self) {
        self.take();
        for end in ROUNDS {
            let last = self.plan.steps - 1;
            let stop = match end {
                End::Next | End::Over => last,
                _ => self.random.index(self.plan.steps),
            };
            self.enter(0);
            for step in 1..=stop {
                self.next(step - 1, step);
                self.enter(step);
            }
            match end {
                End::Next => self.next(last, 0),
                End::Any if !self.plan.lends() => self.any(),
                End::Restart | End::Any => self.restart(stop),
                End::Release => {
                    self.release(stop);
                    self.take();
                }
                End::Over => self.release(stop),
            }
        }
    }

    /// Takes the arena, and copies the constants in one of several ways.
    fn take(&mut self) {
        let plan = self.plan;
        let detached = self.given(|buffer| matches!(buffer.home, Home::Detached | Home::Parts));
        let staged = plan.staged();
        let step = if staged.is_empty() { "mut s" } else { "mut cold" };
        let taken = "plan::take().expect(\"the arena is free\")";
        if detached.is_empty() {
            self.line(&format!("let {step} = {taken};"));
        } else {
            self.line(&format!("let ({step}, plan::Detached {{ {} }}) = {taken};", detached.join(", ")));
        }
        for name in &detached {
            self.line(&format!("let mut {name} = {name};"));
        }
        for buffer in plan.buffers.iter().filter(|buffer| buffer.home == Home::Parts) {
            self.line(&format!("let mut {0} = Buf::split({0});", buffer.name));
        }
        for buffer in plan.buffers.iter().filter(|buffer| matches!(buffer.home, Home::Detached | Home::Parts))
        {
            self.touch(buffer);
        }
        if staged.is_empty() {
            return;
        }
        let by = self.random.index(3);
        for bank in &staged {
            let module = format!("{}{}", bank[..1].to_uppercase(), &bank[1..]);
            match by {
                0 => {}
                1 => {
                    self.line(&format!("cold.io().{bank}.destination.fill(0xA5);"));
                    self.line(&format!("cold.io().{bank}.copy();"));
                }
                _ => {
                    self.line(&format!("let mut {bank} = cold.{bank};"));
                    self.line(&format!("{bank}.copy_from_slice(plan::staged::{module}::source());"));
                    self.line(&format!("cold.{bank} = {bank};"));
                }
            }
        }
        self.line(if by == 0 { "let mut s = cold.hydrate();" } else { "let mut s = cold.hydrated();" });
    }

    /// Touches everything that exists in a step, then looks at all of it at once.
    fn enter(&mut self, step: usize) {
        let plan = self.plan;
        for name in plan.lent(step) {
            if self.alive.contains(name) {
                self.line(&format!("ledger.still({name:?}, 0, s.io().{name});"));
            }
        }
        for buffer in plan.alive(step) {
            self.touch(buffer);
        }
        self.line("{");
        let (parts, whole): (Vec<&Buffer>, Vec<&Buffer>) =
            plan.alive(step).partition(|buffer| buffer.home == Home::Parts);
        let whole: Vec<String> = whole
            .into_iter()
            .map(|buffer| format!("({:?}, 0, &mut *{} as &mut dyn Touch)", buffer.name, place(buffer)))
            .collect();
        self.line(&format!("    let mut all = vec![{}];", whole.join(", ")));
        for Buffer { name, .. } in parts {
            self.line(&format!("    all.extend(each({name:?}, &mut {name}));"));
        }
        self.line("    ledger.all(&mut all);");
        self.line("}");
        for constant in &plan.constants {
            self.line(&format!("assert_eq!(*s.kept.{}, {});", constant.name, constant.value));
        }
    }

    /// Fills a buffer that came to life, or looks at one that was there before.
    fn touch(&mut self, buffer: &'a Buffer) {
        let Buffer { name, content, from, .. } = buffer;
        let is_new = self.alive.insert(name);
        let place = place(buffer);
        let birth = content.birth.as_ref().map(|value| format!("<{} as Touch>::see(&{value})", content.ty));
        let birth = birth.map_or("None".to_owned(), |value| format!("Some({value})"));
        match (is_new, buffer.home, from) {
            (true, _, Some(from)) => self.line(&format!("ledger.turned({from:?}, {name:?}, &mut *{place});")),
            (true, Home::Parts, _) => {
                self.line(&format!("for (name, part, it) in each({name:?}, &mut {name}) {{"));
                self.line(&format!("    ledger.born(name, part, {birth}, it);"));
                self.line("}");
            }
            (false, Home::Parts, _) => {
                // In another order from time to time: parts say which they are.
                self.line(&format!("{name}.rotate_left(1);"));
                self.line(&format!("for (name, part, it) in each({name:?}, &mut {name}) {{"));
                self.line("    ledger.still(name, part, it);");
                self.line("}");
            }
            (true, ..) => self.line(&format!("ledger.born({name:?}, 0, {birth}, &mut *{place});")),
            (false, ..) => self.line(&format!("ledger.still({name:?}, 0, &mut *{place});")),
        }
    }

    /// The locals of handles of this kind.
    fn given(&self, of: impl Fn(&Buffer) -> bool) -> Vec<String> {
        self.plan.buffers.iter().filter(|buffer| of(buffer)).map(|buffer| buffer.name.clone()).collect()
    }

    fn next(&mut self, from: usize, to: usize) {
        let last = to == 0;
        let lent = |buffer: &Buffer| buffer.home == Home::Lent;
        let back = self.given(|buffer| {
            lent(buffer) && (buffer.first..=buffer.last).contains(&from) && (last || buffer.last == from)
        });
        let out = self.given(|buffer| lent(buffer) && !last && buffer.first == to);
        let out: String = out.iter().map(|name| format!(", mut {name}")).collect();
        let step = if out.is_empty() { "mut s".to_owned() } else { format!("(mut s{out})") };
        self.line(&format!("let {step} = s.next({});", back.join(", ")));
        let plan = self.plan;
        self.forget(|name| {
            let buffer = plan.buffers.iter().find(|buffer| buffer.name == name);
            buffer.is_some_and(|buffer| !buffer.is_persistent() && (last || buffer.last == from))
        });
    }

    fn forget(&mut self, of: impl Fn(&str) -> bool) {
        self.alive.retain(|name| !of(name));
    }

    fn forget_all_but_persistent(&mut self) {
        let plan = self.plan;
        self.alive.retain(|name| plan.buffers.iter().any(|b| b.name == *name && b.is_persistent()));
    }

    /// The handles that are out in a step.
    fn out(&self, step: usize) -> Vec<String> {
        self.given(|buffer| buffer.home == Home::Lent && buffer.first <= step && step <= buffer.last)
    }

    fn restart(&mut self, step: usize) {
        let out = self.out(step).join(", ");
        self.line(&format!("let mut s = s.restart({out});"));
        self.forget_all_but_persistent();
    }

    fn any(&mut self) {
        let times = self.random.index(2 * self.plan.steps);
        self.line(&format!("let any = (0..{times}).fold(plan::Any::from(s), |any, _| any.next());"));
        self.line("let mut s = any.restart();");
        self.forget_all_but_persistent();
    }

    fn release(&mut self, step: usize) {
        let mut arguments = self.out(step);
        let detached = self.plan.buffers.iter().filter_map(|Buffer { name, home, .. }| match home {
            Home::Detached => Some(name.clone()),
            Home::Parts => Some(format!("{name}: Buf::join({name})")),
            _ => None,
        });
        let detached: Vec<String> = detached.collect();
        if !detached.is_empty() {
            arguments.push(format!("plan::Detached {{ {} }}", detached.join(", ")));
        }
        self.line(&format!("s.release({});", arguments.join(", ")));
        self.alive.clear();
    }
}

/// Where the program has the handle of a buffer.
fn place(buffer: &Buffer) -> String {
    match buffer.home {
        Home::Field => format!("s.{}", buffer.name),
        Home::Kept => format!("s.kept.{}", buffer.name),
        Home::Lent | Home::Detached | Home::Parts => buffer.name.clone(),
    }
}
