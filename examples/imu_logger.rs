//! A motion logger: batches of a synthetic inertial sensor become lines on pages of flash, with
//! `heapless` containers as buffers.
//!
//! `cargo run --example imu_logger` prints the residency table and every page's text, read back from the page.

use std::fmt::{self, Write};

use arena_plan::arena_plan;
use arena_plan_examples::imu::{
    BATCH, Event, EventKind, GyroBias, IMU_RATE, Imu, LINE_ROOM, PAGE, Sample, Summary, Watch, read_page,
    summarise, write_page,
};

arena_plan! {
    /// The motion logger: one run for each batch of samples.
    mod motion {
        bank ram { capacity: 768 }

        buffer batch: heapless::Vec<Sample, BATCH>, live sample..=summarise = heapless::Vec::new();
        /// A queue, because a batch may contain several events and a page has room for only a few.
        buffer events: heapless::Deque<Event, 8>, live watch..=format = heapless::Deque::new();
        buffer summary: Summary, live summarise..=format = Summary::default();
        buffer line: heapless::String<LINE_ROOM>, live format..=store = heapless::String::new();
        buffer page: [u8; PAGE], live store..;

        step sample;
        step calibrate;
        step watch;
        step summarise;
        step format;
        step store;
    }
}

fn main() {
    println!("{}\n", motion::PLAN);
    let (mut imu, mut bias, mut watcher) = (Imu::new(), GyroBias::new(), Watch::new());
    let (mut pages, mut lost) = (0, 0);
    let mut sample = motion::take().expect("the arena is free");
    loop {
        sample.batch.extend(imu.by_ref().take(BATCH));
        if sample.batch.is_empty() {
            break;
        }
        let mut calibrate = sample.next();
        bias.calibrate(&mut calibrate.batch);
        let mut watch = calibrate.next();
        watcher.events(&watch.batch, |event| lost += u32::from(watch.events.push_back(event).is_err()));
        let mut summarised = watch.next();
        *summarised.summary = summarise(&summarised.batch);
        let mut formatted = summarised.next();
        format(&formatted.summary, &mut formatted.events, &mut *formatted.line)
            .expect("a line has room for a batch");
        let mut store = formatted.next();
        let whole = write_page(store.line.as_bytes(), &mut store.page);
        assert!(whole, "a page has room for a line");
        let text = read_page(&store.page).and_then(|text| std::str::from_utf8(text).ok());
        println!("  page {pages:2}: {}", text.unwrap_or("(damaged)"));
        pages += 1;
        sample = store.next();
    }
    sample.release();
    println!(
        "{pages} pages, {lost} event(s) lost, gyroscope bias {:?} tenths of a degree a second",
        bias.ddps()
    );
}

/// One line about a batch: its summary, then every event in order.
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
