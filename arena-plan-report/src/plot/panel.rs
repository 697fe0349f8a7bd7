//! One bank of the picture: buffers by step and address, lines of the bank, and the load below.

use svg::node::Value;
use svg::node::element::{Group, Line, Path, Rectangle, Text, Title};

use super::aliases::Covered;
use super::colour;
use super::scale::{Scale, byte_marks, bytes, px, step_marks};
use super::svg::text;
use crate::report::{Bank, Occupant, Report};

/// The position of a panel.
pub(super) struct Frame {
    /// First pixel of the schedule.
    pub(super) left: f64,
    /// Last pixel of the schedule.
    pub(super) right: f64,
    /// Top of the panel with its heading.
    pub(super) top: f64,
    /// Height of the addresses.
    pub(super) height: f64,
}

/// Height of a panel's heading, with the name of the peak below it.
const HEADING: f64 = 40.0;

/// Height of the load.
const LOAD: f64 = 64.0;

/// Between the addresses and the load.
const GAP: f64 = 14.0;

/// Mean width of a letter in names, in pixels.
const LETTER: f64 = 6.4;

/// The same for small names.
const SMALL: f64 = 5.2;

/// A capacity up to this many times the high-water mark is drawn to scale.
const IN_SIGHT: u128 = 2;

/// The coordinates of a panel.
struct Panel<'a> {
    report: &'a Report,
    bank: &'a Bank,
    x: Scale,
    y: Scale,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Highest address of the scale.
    to: u64,
}

/// Draws a bank; also returns the position below it.
pub(super) fn draw(report: &Report, bank: &Bank, frame: &Frame) -> (Group, f64) {
    let (top, bottom) = (frame.top + HEADING, frame.top + HEADING + frame.height);
    let high_water = bank.high_water.get().max(1);
    let capacity = bank.capacity.get();
    let to = match capacity {
        capacity if u128::from(capacity) <= IN_SIGHT * u128::from(high_water) => capacity.max(high_water),
        _ => high_water.saturating_add(high_water / 12),
    };
    let (left, right) = (frame.left, frame.right);
    let panel = Panel {
        report,
        bank,
        x: Scale::new(report.first_step, report.last_step.saturating_add(1), left, right),
        y: Scale::new(0, to, bottom, top),
        left,
        right,
        top,
        bottom,
        to,
    };
    let load_top = bottom + GAP;
    let load_bottom = load_top + LOAD;
    let (steps, end) = panel.steps(load_bottom);
    let group = Group::new()
        .add(panel.heading(frame.top))
        .add(panel.addresses())
        .add(panel.buffers())
        .add(panel.lines())
        .add(panel.load(load_top, load_bottom))
        .add(panel.peak(load_bottom))
        .add(steps);
    (group, end)
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64, class: &str) -> Line {
    Line::new().set("x1", px(x1)).set("y1", px(y1)).set("x2", px(x2)).set("y2", px(y2)).set("class", class)
}

fn rect(x: f64, y: f64, width: f64, height: f64, class: impl Into<Value>) -> Rectangle {
    Rectangle::new()
        .set("x", px(x))
        .set("y", px(y))
        .set("width", px(width))
        .set("height", px(height))
        .set("class", class)
}

impl Panel<'_> {
    fn heading(&self, top: f64) -> Group {
        let bank = self.bank;
        let room = bank.room();
        let free = match room.checked_sub(bank.high_water.get()) {
            Some(free) => format!("{free} free"),
            None => format!("{} OVER", bank.high_water.get() - room),
        };
        let reserve = match bank.reserve.get() {
            0 => String::new(),
            reserve => format!(", reserve {reserve}"),
        };
        let figures = format!(
            "{} of {room} bytes{reserve}, {free}; bound {}, gap {}",
            bank.high_water, bank.bound, bank.gap
        );
        let name = bank.id.escape_debug().to_string();
        let after = 10.0 + 7.6 * name.chars().count() as f64 + 12.0;
        Group::new().add(text(10.0, top + 14.0, "p", &name)).add(text(
            after,
            top + 14.0,
            if bank.fits { "dim" } else { "limit" },
            &figures,
        ))
    }

    /// The axis of addresses.
    fn addresses(&self) -> Group {
        let most = ((self.bottom - self.top) / 30.0) as u64;
        let mut group = Group::new();
        for mark in byte_marks(self.to, most.max(2)) {
            let y = self.y.at(mark);
            group = group.add(line(self.left, y, self.right, y, "grid")).add(text(
                self.left - 6.0,
                y + 4.0,
                "dim e",
                &bytes(mark),
            ));
        }
        let middle = (self.top + self.bottom) / 2.0;
        let turned = format!("rotate(-90 16 {})", px(middle));
        group
            .add(line(self.left, self.top, self.left, self.bottom, "axis"))
            .add(text(16.0, middle, "dim m", "address").set("transform", turned))
    }

    fn buffers(&self) -> Group {
        let colours = colour::colours(&self.bank.buffers);
        let mut group = Group::new();
        let covered = Covered::of(self.bank);
        let mut order: Vec<(&Occupant, usize)> = self.bank.buffers.iter().zip(colours).collect();
        // Aliases are drawn over the buffers whose bytes they are.
        order.sort_by_key(|(one, _)| one.alias_of().is_some());
        for (one, colour) in order {
            group = group.add(self.buffer(one, colour, covered.clear(one)));
        }
        group
    }

    fn buffer(&self, one: &Occupant, colour: usize, (from, to): (u64, u64)) -> Group {
        let (x, right) = (self.x.at(one.first), self.x.at(one.last.saturating_add(1)));
        let (y, bottom) = (self.y.at(one.end.get()), self.y.at(one.offset.get()));
        let (width, height) = (right - x, bottom - y);
        // A border would hide thin buffers.
        let edged = if width > 3.0 && height > 3.0 { " b" } else { "" };
        let drawn = match () {
            () if one.alias_of().is_some() => " a",
            () if one.offset_is_fixed() => " x",
            () => "",
        };
        let mut group = Group::new().add(Title::new(self.words(one)));
        if let Some((first, last)) = one.taken {
            let (left, right) = (self.x.at(first), self.x.at(last.saturating_add(1)));
            group = group.add(rect(left, y, right - left, height.max(0.5), format!("c{colour} t")));
        }
        group = group.add(rect(x, y, width, height.max(0.5), format!("c{colour}{edged}{drawn}")));
        let (x, width) = (self.x.at(from), self.x.at(to.saturating_add(1)) - self.x.at(from));
        match self.name(one, x, y, width, height) {
            Some(name) => group.add(name),
            None => group,
        }
    }

    /// The name if there is room for it: along the steps, else along the addresses, else not at all.
    fn name(&self, one: &Occupant, x: f64, y: f64, width: f64, height: f64) -> Option<Text> {
        let name = one.id.escape_debug().to_string();
        let letters = name.chars().count() as f64;
        let centre = y + height / 2.0;
        let at = |class: &str, long: f64| text(self.clear(x, width, long), centre, class, &name);
        let turned = |class: &str, high: f64| {
            let middle = self.clear(x, width, high);
            let turn = format!("rotate(-90 {} {})", px(middle), px(centre));
            text(middle, centre, class, &name).set("transform", turn)
        };
        let (long, short) = (letters * LETTER + 6.0, letters * SMALL + 4.0);
        match () {
            () if long <= width && height >= 13.0 => Some(at("n", long)),
            () if long <= height && width >= 13.0 => Some(turned("n", 13.0)),
            () if short <= width && height >= 9.5 => Some(at("n s", short)),
            () if short <= height && width >= 9.5 => Some(turned("n s", 9.5)),
            () => None,
        }
    }

    /// The middle of a name that takes `long` of a box: where the frame of the peak leaves room for it, not across an edge
    /// of the frame.
    fn clear(&self, x: f64, width: f64, long: f64) -> f64 {
        let (middle, end) = (x + width / 2.0, x + width);
        let Some(step) = self.bank.peak_step else { return middle };
        let (left, right) = (self.x.at(step), self.x.at(step.saturating_add(1)));
        if ![left, right].iter().any(|edge| (edge - middle).abs() < long / 2.0) {
            return middle;
        }
        let cut = |edge: f64| edge.clamp(x, end);
        let pieces = [(x, cut(left)), (cut(left), cut(right)), (cut(right), end)];
        let widest = pieces.into_iter().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        widest.filter(|(from, to)| to - from >= long).map_or(middle, |(from, to)| (from + to) / 2.0)
    }

    /// The number of a step, and its name if it has one.
    fn step(&self, step: u64) -> String {
        match self.report.step_name(step) {
            Some(name) => format!("{step} {}", name.escape_debug()),
            None => step.to_string(),
        }
    }

    /// The text under the pointer.
    fn words(&self, one: &Occupant) -> String {
        let steps = match (one.first, one.last) {
            (first, last) if first == last => format!("step {}", self.step(first)),
            (first, last) => format!("steps {}..={}", self.step(first), self.step(last)),
        };
        let name = one.name.as_ref().map(|name| format!(" ({})", name.escape_debug()));
        let taken = one
            .taken
            .map(|(first, last)| format!(", with its aliases {}..={}", self.step(first), self.step(last)));
        format!(
            "{}{}: {} bytes at {}..{}, {steps}{}, align {}, {}",
            one.id.escape_debug(),
            name.unwrap_or_default(),
            one.bytes,
            one.offset,
            one.end,
            taken.unwrap_or_default(),
            one.alignment,
            one.rule.words()
        )
    }

    /// Capacity, reserve and high-water mark.
    fn lines(&self) -> Group {
        let bank = self.bank;
        let (capacity, reserve) = (bank.capacity.get(), bank.reserve.get());
        let beside = self.right + 6.0;
        let mut group = Group::new();
        // Positions of the names, from the top; they must not overlap.
        let mut names: Vec<(f64, &str, String)> = Vec::new();
        if capacity <= self.to {
            let y = self.y.at(capacity);
            if reserve > 0 {
                let from = self.y.at(bank.room());
                group = group.add(rect(self.left, y, self.right - self.left, from - y, "kept"));
                group =
                    group.add(line(self.left, from, self.right, from, "cap").set("stroke-dasharray", "2 3"));
                names.push((from, "limit", format!("room {}", bank.room())));
            }
            group = group.add(line(self.left, y, self.right, y, "cap"));
            names.push((y, "limit", format!("capacity {}", bytes(capacity))));
        } else {
            names.push((self.top - 2.0, "dim", format!("↑ capacity {}", bytes(capacity))));
        }
        let y = self.y.at(bank.high_water.get());
        group = group.add(line(self.left, y, self.right, y, "high"));
        names.push((y, "", format!("high-water {}", bank.high_water)));
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = f64::MIN;
        for (y, class, name) in names {
            let place = y.max(above + 13.0);
            above = place;
            group = group.add(text(beside, place + 4.0, class, &name));
        }
        group
    }

    /// The step with the most bytes alive, over addresses and load.
    fn peak(&self, bottom: f64) -> Group {
        let Some(step) = self.bank.peak_step else { return Group::new() };
        let (x, right) = (self.x.at(step), self.x.at(step.saturating_add(1)));
        let name = format!("peak: {} bytes in step {}", self.bank.bound, self.step(step));
        // Next to the band, on the side with more room.
        let middle = (x + right) / 2.0;
        let (class, at) = match name.chars().count() as f64 * LETTER / 2.0 {
            half if middle - half < self.left => ("", self.left),
            half if middle + half > self.right => ("e", self.right),
            _ => ("m", middle),
        };
        Group::new()
            .add(rect(x, self.top - 4.0, (right - x).max(1.0), bottom - self.top + 4.0, "peak"))
            .add(text(at, self.top - 9.0, class, &name))
    }

    /// Bytes alive in each step.
    fn load(&self, top: f64, bottom: f64) -> Group {
        let most = self.bank.high_water.get().max(self.bank.bound.get()).max(1);
        let y = Scale::new(0, most, bottom, top);
        let mut data = format!("M{} {}", px(self.left), px(bottom));
        for load in &self.bank.load {
            data +=
                &format!("V{}H{}", px(y.at(load.bytes.get())), px(self.x.at(load.last.saturating_add(1))));
        }
        data += &format!("V{}Z", px(bottom));
        let high = y.at(self.bank.high_water.get());
        let middle = (top + bottom) / 2.0;
        Group::new()
            .add(Path::new().set("d", data).set("class", "load"))
            .add(line(self.left, bottom, self.right, bottom, "axis"))
            .add(line(self.left, top, self.left, bottom, "axis"))
            .add(line(self.left, high, self.right, high, "high"))
            .add(text(
                self.left - 6.0,
                y.at(self.bank.bound.get()) + 8.0,
                "dim e",
                &self.bank.bound.to_string(),
            ))
            .add(text(self.left - 6.0, bottom + 1.0, "dim e", "0"))
            .add(
                text(16.0, middle, "dim m", "load")
                    .set("transform", format!("rotate(-90 16 {})", px(middle))),
            )
    }

    /// The axis of steps: names if they fit, else numbers. Also returns the position below it.
    fn steps(&self, top: f64) -> (Group, f64) {
        let (first, last) = (self.report.first_step, self.report.last_step);
        let each = self.x.at(first + 1) - self.x.at(first);
        let mut group = Group::new();
        let names = self.names(first, last, each);
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as f64;
        let middle = |step: u64| self.x.at(step) + each / 2.0;
        if !names.is_empty() && longest * LETTER + 6.0 <= each {
            for (step, name) in (first..).zip(&names) {
                group = group.add(text(middle(step), top + 14.0, "dim m", name));
            }
            return (group.add(self.steps_title(top + 30.0)), top + 40.0);
        }
        if !names.is_empty() && each >= 13.0 {
            for (step, name) in (first..).zip(&names) {
                let (x, y) = (middle(step) + 4.0, top + 8.0);
                let turned = format!("rotate(-90 {} {})", px(x), px(y));
                group = group.add(text(x, y, "dim e", name).set("transform", turned));
            }
            let below = top + 14.0 + longest * LETTER;
            return (group.add(self.steps_title(below + 14.0)), below + 24.0);
        }
        let digits = last.to_string().len() as f64;
        let most = ((self.right - self.left) / (digits * LETTER + 18.0)) as u64;
        for step in step_marks(first, last, most.max(2)) {
            let x = middle(step);
            group = group.add(line(x, top, x, top + 4.0, "axis")).add(text(
                x,
                top + 15.0,
                "dim m",
                &step.to_string(),
            ));
        }
        (group.add(self.steps_title(top + 31.0)), top + 41.0)
    }

    /// Names of the steps with their numbers, if they have names and are few.
    fn names(&self, first: u64, last: u64, each: f64) -> Vec<String> {
        const LONGEST: usize = 18;
        if self.report.steps.is_empty() || each < 13.0 {
            return Vec::new();
        }
        let name = |step: u64| {
            let name = self.report.step_name(step).unwrap_or_default().escape_debug().to_string();
            let short: String = name.chars().take(LONGEST).collect();
            let cut = if short.len() < name.len() { "…" } else { "" };
            format!("{step} {short}{cut}")
        };
        (first..=last).map(name).collect()
    }

    fn steps_title(&self, y: f64) -> Text {
        text((self.left + self.right) / 2.0, y, "dim m", "step")
    }
}
