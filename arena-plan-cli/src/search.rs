//! Planning from the command line: options, progress on a terminal, cancellation with Ctrl-C, and statistics.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena_plan_core::json::Input;
use arena_plan_core::planner::{self, Aim, Options, Progress, Watch};
use arena_plan_core::problem::{self, Planned};

use crate::args::{Effort, Order, Search, Strategy};
use crate::input::Refusal;
use crate::report::{self, Report};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether there is a search that Ctrl-C can end; otherwise it ends the process.
static SEARCHING: AtomicBool = AtomicBool::new(true);

/// Time between two progress lines, and before the first.
const PERIOD: Duration = Duration::from_millis(200);

/// A plan and the time that it took.
pub(crate) struct Timed {
    pub(crate) planned: Planned,
    pub(crate) milliseconds: u64,
}

/// Plans the problem of an input.
pub(crate) fn plan(input: &Input, args: &Search) -> Result<Timed, Refusal> {
    // The first Ctrl-C ends the search, the second the process. Without a handler, Ctrl-C ends the process as usual.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) || !SEARCHING.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let start = Instant::now();
    let mut line = Line { start, shown: start, any: false };
    let mut show = |progress: &Progress| line.show(progress);
    let mut watch = Watch { cancel: Some(&STOP), progress: None };
    // A line that is rewritten needs a terminal that can erase it.
    if io::stderr().is_terminal() && !report::dumb_terminal() {
        watch.progress = Some(&mut show);
    }
    let planned = problem::plan_watched(&input.problem, &options(args), &mut watch)
        .map_err(|error| Box::new(Report::of(error)))?;
    SEARCHING.store(false, Ordering::Relaxed);
    line.clear();
    if stopped() {
        eprintln!("stopped: the best layout so far follows");
    }
    let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let timed = Timed { planned, milliseconds };
    if args.stats {
        timed.print();
    }
    Ok(timed)
}

/// Whether Ctrl-C ended the search.
pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// The planner's options.
pub(crate) fn options(args: &Search) -> Options {
    Options {
        effort: match args.effort {
            Effort::Fast => planner::Effort::Fast,
            Effort::Default => planner::Effort::Default,
            Effort::Thorough => planner::Effort::Thorough,
        },
        order: args.order.map(|Order::Base| arena_plan_core::kernel::order::Order::Base),
        strategy: match args.strategy {
            Strategy::Reuse => planner::Strategy::Reuse,
            Strategy::Sequential => planner::Strategy::Sequential,
        },
        nodes: args.nodes,
        target: args.target,
        members: args.members,
    }
}

impl Timed {
    /// Statistics of the planner, for people.
    fn print(&self) {
        let Planned { status, bound, stats, .. } = &self.planned;
        let gap = status.gap().map_or("-".to_owned(), |gap| format!("{gap} bytes"));
        let counted =
            |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let (tries, fits) =
            (counted(stats.tries, "try", "tries"), counted(stats.fits, "first fit", "first fits"));
        let text = format!(
            "status {status}\nbound  {bound} bytes\ngap    {gap}\nnodes  {} in {tries}, after {fits}\ntime   {} ms\n",
            stats.nodes, self.milliseconds
        );
        // There is nowhere to report that standard error is closed.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

/// The state of a search.
fn standing(progress: &Progress) -> String {
    let Progress { aim, best, bound, .. } = progress;
    let reached = match aim {
        Aim::Fit => format!("{best} bytes not placed yet"),
        Aim::Misses => format!("everything fits, {best} bytes outside the first bank"),
        Aim::HighWater => format!("best {best} bytes, bound {bound}"),
    };
    if progress.nodes > 0 || progress.work < 1_000_000 {
        format!("{reached}, {} nodes", progress.nodes)
    } else {
        format!("{reached}, {} million units of work", progress.work / 1_000_000)
    }
}

/// One line on a terminal that is rewritten.
struct Line {
    start: Instant,
    shown: Instant,
    any: bool,
}

impl Line {
    fn show(&mut self, progress: &Progress) {
        if self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        self.any = true;
        let seconds = self.start.elapsed().as_secs();
        // Without automatic wrapping: only the last row of a line that is too long for the terminal could be erased.
        let text = format!(
            "\r\x1b[K\x1b[?7lplanning: {seconds} s, {} (Ctrl-C keeps the best)\x1b[?7h",
            standing(progress)
        );
        // In a single write, so that nothing else comes between; it is not reported if the terminal is gone.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn clear(&self) {
        if self.any {
            eprint!("\r\x1b[K");
        }
    }
}
