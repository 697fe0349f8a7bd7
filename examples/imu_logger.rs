//! A motion logger: batches of a synthetic inertial sensor become lines on pages of flash, with
//! `heapless` containers as buffers.
//!
//! `cargo run --example imu_logger` prints every page's text, read back from the page.

use std::fmt::{self, Write};

use arena_plan_examples::imu::{
    BATCH, Event, EventKind, GyroBias, IMU_RATE, Imu, LINE_ROOM, PAGE, Sample, Summary, Watch, read_page,
    summarise, write_page,
};

/// Every buffer of the pipeline, each with bytes of its own, and the steps it lives in.
struct Buffers {
    /// `sample..=summarise`
    batch: heapless::Vec<Sample, BATCH>,
    /// `watch..=format`: a queue, since a batch may hold several events and a page only has room for few.
    events: heapless::Deque<Event, 8>,
    /// `summarise..=format`
    summary: Summary,
    /// `format..=store`
    line: heapless::String<LINE_ROOM>,
    /// `store..`
    page: [u8; PAGE],
}

fn main() {
    let (mut imu, mut bias, mut watch) = (Imu::new(), GyroBias::new(), Watch::new());
    let mut b = Buffers {
        batch: heapless::Vec::new(),
        events: heapless::Deque::new(),
        summary: Summary::default(),
        line: heapless::String::new(),
        page: [0; PAGE],
    };
    println!("buffers: {} bytes, each with bytes of its own", size_of::<Buffers>());
    let (mut pages, mut lost) = (0, 0);
    loop {
        // step sample
        b.batch = heapless::Vec::new();
        b.batch.extend(imu.by_ref().take(BATCH));
        if b.batch.is_empty() {
            break;
        }
        // step calibrate
        bias.calibrate(&mut b.batch);
        // step watch
        b.events = heapless::Deque::new();
        watch.events(&b.batch, |event| lost += u32::from(b.events.push_back(event).is_err()));
        // step summarise
        b.summary = summarise(&b.batch);
        // step format
        b.line = heapless::String::new();
        format(&b.summary, &mut b.events, &mut b.line).expect("a line has room for a batch");
        // step store
        let whole = write_page(b.line.as_bytes(), &mut b.page);
        assert!(whole, "a page has room for a line");
        let text = read_page(&b.page).and_then(|text| std::str::from_utf8(text).ok());
        println!("  page {pages:2}: {}", text.unwrap_or("(damaged)"));
        pages += 1;
    }
    println!(
        "{pages} pages, {lost} event(s) lost, gyroscope bias {:?} tenths of a degree a second",
        bias.ddps()
    );
}

/// One line on a batch: its summary, then every event in the order in which they came.
fn format(summary: &Summary, events: &mut heapless::Deque<Event, 8>, line: &mut impl Write) -> fmt::Result {
    let Summary { least_mg, mean_mg, most_mg, turn_ddps } = summary;
    write!(
        line,
        "{least_mg:4} {mean_mg:4} {most_mg:4} mg, turn {:3}.{} deg/s",
        turn_ddps / 10,
        turn_ddps % 10
    )?;
    while let Some(event) = events.pop_front() {
        let kind = match event.kind {
            EventKind::FreeFall => "free fall",
            EventKind::Shock => "shock",
        };
        write!(line, "; {kind} at {} ms", event.sample * 1000 / IMU_RATE)?;
    }
    Ok(())
}
