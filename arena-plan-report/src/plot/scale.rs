//! Axes: from steps and bytes to positions in a picture, and the positions of the marks.

/// The scale of an axis in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Value at the beginning.
    from: f64,
    /// Pixels for each unit.
    each: f64,
    /// Position of the beginning.
    start: f64,
}

impl Scale {
    /// Values `from..to` between the positions `start` and `end`.
    pub(super) fn new(from: u64, to: u64, start: f64, end: f64) -> Self {
        let count = (to.saturating_sub(from)).max(1);
        Self { from: from as f64, each: (end - start) / count as f64, start }
    }

    /// The position of a value.
    pub(super) fn at(&self, value: u64) -> f64 {
        self.start + (value as f64 - self.from) * self.each
    }
}

/// Multiples of a power of two up to `to`, at most `most` of them and 0.
pub(super) fn byte_marks(to: u64, most: u64) -> Vec<u64> {
    let mut each = 1u64;
    while to / each > most {
        each *= 2;
    }
    (0..=to / each).map(|index| index * each).collect()
}

/// Steps that get a number: every one, every second, fifth, tenth, …
pub(super) fn step_marks(first: u64, last: u64, most: u64) -> Vec<u64> {
    let count = last - first;
    let mut each = 1u64;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut decade = 1u64;
    while count / each >= most {
        let factor = factors.next().unwrap_or(10);
        each = decade.saturating_mul(factor);
        if factor == 10 {
            decade = each;
        }
    }
    let start = first.next_multiple_of(each);
    (0..).map(|index| start + index * each).take_while(|step| *step <= last).collect()
}

/// A byte count for an axis: in KiB or MiB if that is exact.
pub(super) fn bytes(count: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    match count {
        0 => "0".into(),
        count if count % MIB == 0 => format!("{} MiB", count / MIB),
        count if count % KIB == 0 => format!("{} KiB", count / KIB),
        count => count.to_string(),
    }
}

/// A position or length with at most one decimal.
pub(super) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(byte_marks(4740, 6), [0, 1024, 2048, 3072, 4096]);
        assert_eq!(byte_marks(3, 6), [0, 1, 2, 3]);
        assert_eq!(byte_marks(6000, 4), [0, 2048, 4096]);
        assert_eq!(step_marks(0, 5, 20), [0, 1, 2, 3, 4, 5]);
        assert_eq!(
            step_marks(3, 353, 20),
            [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 320, 340]
        );
        assert_eq!((px(3.0), px(2.345), px(-0.01)), ("3".into(), "2.3".into(), "0".into()));
        assert_eq!(
            (bytes(0), bytes(1000), bytes(3072), bytes(2 << 20)),
            ("0".into(), "1000".into(), "3 KiB".into(), "2 MiB".into())
        );
    }
}
