//! Pictures, read again by other programs: an XML parser, a renderer of SVG, a reader of JSON.

use std::collections::BTreeMap;

use arena_plan_core::json::Input;
use arena_plan_core::problem::{Bank, Buffer, Problem};
use arena_plan_report::plot::{Scheme, html, svg, trace};
use arena_plan_report::report::{Report, Target};
use resvg::{tiny_skia, usvg};
use roxmltree::{Document, Node};
use serde_json::Value;

mod support;

use support::{example, generated, report_of};

/// A rectangle of a buffer: its name, its panel, and left, right, top and bottom in pixels.
struct Drawn {
    name: String,
    colour: String,
    panel: usize,
    sides: [f64; 4],
}

fn drawn(picture: &str) -> Vec<Drawn> {
    let document = Document::parse(picture).expect("the picture is XML");
    let is_panel = |node: &Node<'_, '_>| {
        node.is_element() && node.children().any(|child| child.attribute("class") == Some("p"))
    };
    let mut found = Vec::new();
    for (panel, heading) in document.descendants().filter(is_panel).enumerate() {
        let group = heading.parent().expect("a heading is in a panel");
        let titles = group.descendants().filter(|node| node.has_tag_name("title"));
        for title in titles {
            let text = title.text().expect("a title has a text").trim();
            let rect = title
                .parent()
                .expect("a title has a parent")
                .children()
                .find(|node| node.has_tag_name("rect"));
            let rect = rect.expect("a rectangle is next to its title");
            let number =
                |name| rect.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect("a number");
            let (x, y) = (number("x"), number("y"));
            found.push(Drawn {
                name: text.split(": ").next().expect("a name").to_owned(),
                colour: rect
                    .attribute("class")
                    .expect("a class")
                    .split(' ')
                    .next()
                    .expect("a colour")
                    .to_owned(),
                panel,
                sides: [x, x + number("width"), y, y + number("height")],
            });
        }
    }
    found
}

/// The rectangles of buffers that are alive together do not overlap, and touching ones have different colours if the
/// palette is large enough.
#[test]
fn rectangles_of_buffers_alive_together_do_not_overlap() {
    for input in [example("graph.json"), generated(10), generated(100)] {
        let report = report_of(&input, Target::default());
        let drawn = drawn(&svg(&report, Scheme::Light));
        assert_eq!(drawn.len(), input.problem.buffers.len());
        for (index, a) in drawn.iter().enumerate() {
            for b in &drawn[..index] {
                let shared =
                    |from: usize| a.sides[from + 1].min(b.sides[from + 1]) - a.sides[from].max(b.sides[from]);
                // Places have one decimal, and a thin buffer is at least half a pixel high.
                let overlap = a.panel == b.panel && shared(0) > 0.2 && shared(2) > 0.7;
                assert!(!overlap, "`{}` and `{}` overlap by {} x {}", a.name, b.name, shared(0), shared(2));
            }
        }
        let alone = drawn.len() > 20 || neighbours_differ(&drawn);
        assert!(alone, "two neighbours have one colour");
    }
}

fn neighbours_differ(drawn: &[Drawn]) -> bool {
    let touch = |a: &Drawn, b: &Drawn| {
        (0..2).all(|axis| {
            a.sides[2 * axis] <= b.sides[2 * axis + 1] + 0.2
                && b.sides[2 * axis] <= a.sides[2 * axis + 1] + 0.2
        })
    };
    let same = |a: &Drawn, b: &Drawn| a.panel == b.panel && a.colour == b.colour && touch(a, b);
    !drawn.iter().enumerate().any(|(index, a)| drawn[..index].iter().any(|b| same(a, b)))
}

/// Sizes in the picture are sizes in bytes: two buffers in one panel have the same number of pixels per byte.
#[test]
fn heights_and_widths_are_to_scale() {
    let report = report_of(&example("graph.json"), Target::default());
    let drawn = drawn(&svg(&report, Scheme::Light));
    let find = |name: &str| drawn.iter().find(|one| one.name == name).expect("it is drawn").sides;
    let [windowed, history] = ["windowed", "history"].map(find);
    let height = |sides: [f64; 4]| sides[3] - sides[2];
    let width = |sides: [f64; 4]| sides[1] - sides[0];
    assert!((height(windowed) / height(history) - 2048.0 / 640.0).abs() < 0.02);
    assert!((width(history) / width(windowed) - 2.0).abs() < 0.01);
    // Address 0 is below: `windowed` begins there.
    assert!(windowed[3] > history[3]);
}

/// An alias is drawn over the buffer whose bytes it is, within it, and those bytes are marked as long as they are kept.
#[test]
fn aliases_are_inside_what_they_are_part_of() {
    let report = report_of(&example("aliases.json"), Target::default());
    let picture = svg(&report, Scheme::Light);
    let document = Document::parse(&picture).expect("the picture is XML");
    let class = |of: &str| {
        let rects = document.descendants().filter(|node| node.has_tag_name("rect"));
        let named = rects.filter(|node| {
            let title =
                node.parent().and_then(|group| group.children().find(|node| node.has_tag_name("title")));
            title.and_then(|title| title.text()).is_some_and(|text| text.starts_with(&format!("{of}: ")))
        });
        let figure = |node: Node<'_, '_>, name: &str| -> f64 {
            node.attribute(name).expect(name).parse().expect("px")
        };
        let sides = |node: Node<'_, '_>| {
            let (x, y) = (figure(node, "x"), figure(node, "y"));
            [x, x + figure(node, "width"), y, y + figure(node, "height")]
        };
        named
            .map(|node| (node.attribute("class").expect("a class").to_owned(), sides(node)))
            .collect::<Vec<_>>()
    };
    let (both, right) = (class("both"), class("right"));
    // First the steps in which the bytes are taken, then the buffer itself.
    assert_eq!((both.len(), right.len()), (2, 1));
    assert!(both[0].0.ends_with(" t") && right[0].0.ends_with(" a"), "{both:?} {right:?}");
    let (kept, own, alias) = (both[0].1, both[1].1, right[0].1);
    assert!(kept[0] < own[0] && (kept[1] - own[1]).abs() < 0.1, "{kept:?} {own:?}");
    assert!(
        alias[0] >= kept[0] && alias[1] <= kept[1] && alias[2] >= kept[2] - 0.1 && alias[3] < kept[3],
        "{alias:?}"
    );
    assert!(
        picture.contains("both: 64 bytes at 96..160, step 4 dense, with its aliases 2 left..=4 dense,"),
        "{picture}"
    );
    // Other pictures have no such style.
    assert!(
        !svg(&report_of(&example("graph.json"), Target::default()), Scheme::Light)
            .contains("stroke-dasharray:4 2")
    );
}

fn rendered(picture: &str) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(picture, &usvg::Options::default()).expect("the picture is SVG");
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).expect("it has a size");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels
}

/// A renderer paints the paper and every large buffer in the colours of the scheme.
#[test]
fn a_renderer_draws_what_the_report_says() {
    let report = report_of(&example("graph.json"), Target::default());
    for (scheme, paper) in [(Scheme::Light, (255, 255, 255)), (Scheme::Dark, (13, 17, 23))] {
        let picture = svg(&report, scheme);
        let pixels = rendered(&picture);
        let colour = |x: f64, y: f64| {
            let pixel = pixels.pixel(x as u32, y as u32).expect("a pixel of the picture");
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!(colour(955.0, 5.0), paper);
        for one in drawn(&picture) {
            let [left, _, top, bottom] = one.sides;
            if bottom - top > 10.0 {
                // Near a corner, where there is no name.
                let found = colour(left + 4.0, top + 4.0);
                let rule = format!(".{}{{fill:#{:02x}{:02x}{:02x}}}", one.colour, found.0, found.1, found.2);
                assert!(picture.contains(&rule), "`{}` is painted {found:?}", one.name);
            }
        }
    }
    assert!(svg(&report, Scheme::Auto).contains("@media (prefers-color-scheme:dark){"));
}

/// The size that the documentation promises, and the same bytes whatever the order of the input.
#[test]
fn four_hundred_buffers_take_less_than_200_kb() {
    let mut input = generated(400);
    let report = report_of(&input, Target { rooms: vec![("slow".into(), 1 << 20)] });
    let picture = svg(&report, Scheme::Auto);
    assert!(picture.len() < 200_000, "{} bytes", picture.len());
    input.problem.buffers.reverse();
    let reversed = report_of(&input, Target { rooms: vec![("slow".into(), 1 << 20)] });
    assert_eq!(picture, svg(&reversed, Scheme::Auto));
    assert_eq!(trace(&report), trace(&reversed));
    assert_eq!(html(&report), html(&reversed));
}

/// Names are text, in the picture and in the page.
#[test]
fn names_cannot_inject_markup() {
    let evil = "</script><script>alert(1)</script>&\"'";
    let bank = Bank::new(evil, 64);
    let buffers = vec![Buffer::new(evil, 32, 0, 1, &[evil])];
    let input = Input {
        problem: Problem { banks: vec![bank], buffers },
        steps: vec![evil.into(), "x".into()],
        graph: true,
    };
    let report = report_of(&input, Target::default());
    let picture = svg(&report, Scheme::Auto);
    assert_eq!(drawn(&picture).len(), 1);
    assert!(!picture.contains("<script"));
    let page = html(&report);
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    assert_eq!(in_page(&page), report);
}

/// The report that a page holds.
fn in_page(page: &str) -> Report {
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has data");
    let (data, _) = rest.split_once("</script>").expect("the data end");
    let data: Value = serde_json::from_str(data).expect("the data are JSON");
    serde_json::from_value(data["report"].clone()).expect("they are the report")
}

#[test]
fn the_page_contains_the_whole_report_and_no_external_resources() {
    let report = report_of(&example("graph.json"), Target::default());
    let page = html(&report);
    assert_eq!(in_page(&page), report);
    for from in ["http://", "https://", "src=", "href=", "@import"] {
        let found = page.matches(from).count();
        // The namespace of SVG is not an address.
        let allowed = if from == "http://" { page.matches("http://www.w3.org/2000/svg").count() } else { 0 };
        assert_eq!(found, allowed, "{from}");
    }
}

/// Events of the trace by process and thread.
fn events(trace: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_str(trace).expect("the trace is JSON");
    trace["traceEvents"].as_array().expect("it has events").clone()
}

#[test]
fn counters_of_the_trace_equal_the_loads() {
    let report = report_of(&generated(60), Target::default());
    let events = events(&trace(&report));
    for (index, bank) in report.banks.iter().enumerate() {
        let process = index as u64 + 2;
        let counter = |name: &str| -> BTreeMap<u64, u64> {
            let of = events
                .iter()
                .filter(|event| event["ph"] == "C" && event["pid"] == process && event["name"] == name);
            of.map(|event| (event["ts"].as_u64().unwrap(), event["args"]["bytes"].as_u64().unwrap()))
                .collect()
        };
        let load = counter("load");
        for step in report.first_step..=report.last_step {
            let live = bank.buffers.iter().filter(|one| one.first <= step && step <= one.last);
            let sum: u64 = live.map(|one| one.bytes.get()).sum();
            assert_eq!(load.range(..=step).next_back().map(|(_, bytes)| *bytes), Some(sum), "step {step}");
        }
        assert_eq!(load.get(&(report.last_step + 1)), Some(&0));
        assert!(counter("capacity").values().all(|&bytes| bytes == bank.capacity.get()));
        assert!(counter("bound").values().all(|&bytes| bytes == bank.bound.get()));
    }
}

#[test]
fn tracks_are_lanes_of_addresses_in_time() {
    let report = report_of(&generated(60), Target::default());
    let spans: Vec<(u64, u64, u64, u64, u64)> = events(&trace(&report))
        .iter()
        .filter(|event| event["ph"] == "X")
        .map(|event| {
            let number = |value: &Value| value.as_u64().expect("a number");
            let (from, long) = (number(&event["ts"]), number(&event["dur"]));
            (
                number(&event["pid"]),
                number(&event["tid"]),
                from,
                from + long,
                number(&event["args"]["offset"]),
            )
        })
        .collect();
    assert_eq!(spans.len(), 60);
    for (index, a) in spans.iter().enumerate() {
        for b in &spans[..index] {
            let together = a.0 == b.0 && a.2 < b.3 && b.2 < a.3;
            if together {
                assert_ne!(a.1, b.1, "two events of one track overlap");
                assert_eq!(a.1 < b.1, a.4 < b.4, "the higher address has the higher lane");
            }
        }
    }
}

#[test]
fn the_schedule_has_a_track_with_the_names_of_its_steps() {
    let events = events(&trace(&report_of(&example("graph.json"), Target::default())));
    let steps = events.iter().filter(|event| event["cat"] == "step");
    let names: Vec<_> = steps.map(|event| (event["ts"].as_u64(), event["name"].as_str())).collect();
    assert_eq!(names[1], (Some(1), Some("fft")));
    assert_eq!(names.len(), 4);
    let process = events.iter().find(|event| event["name"] == "process_name" && event["pid"] == 2);
    assert_eq!(process.expect("the bank has a process")["args"]["name"], "bank sram");
}

/// What the Trace Event Format asks of each event, and viewers of the whole: numbers and names, one process for a
/// thread, every track named, events by time, and on each track no two spans that overlap.
#[test]
fn the_trace_is_what_viewers_read() {
    let mut input = generated(60);
    input.steps = (0..=70).map(|step| format!("step {step}").as_str().into()).collect();
    let events = events(&trace(&report_of(&input, Target::default())));
    let number = |event: &Value, key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{key} of {event}"));
    let (mut processes, mut named, mut spans) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
    let mut now = None;
    for event in &events {
        let (process, thread) = (number(event, "pid"), number(event, "tid"));
        let name = event["name"].as_str().expect("a name");
        match event["ph"].as_str().expect("a phase") {
            "M" => {
                assert_eq!(now, None, "names come first");
                match name {
                    "thread_name" | "process_name" => {
                        assert!(event["args"]["name"].is_string(), "{event}");
                        named.push((name, process, if name == "thread_name" { thread } else { 0 }));
                    }
                    "thread_sort_index" | "process_sort_index" => _ = number(&event["args"], "sort_index"),
                    _ => panic!("{event}"),
                }
                continue;
            }
            "X" => {
                let (from, long) = (number(event, "ts"), number(event, "dur"));
                let end = spans.entry((process, thread)).or_insert(0);
                assert!(from >= *end && long > 0, "{event} begins before {end}");
                *end = from + long;
                assert!(named.contains(&("thread_name", process, thread)), "{event}");
            }
            "C" => assert!(event["args"]["bytes"].is_u64(), "{event}"),
            other => panic!("phase {other}"),
        }
        assert!(event["cat"].is_string(), "{event}");
        assert_eq!(*processes.entry(thread).or_insert(process), process, "{event}");
        assert!(named.contains(&("process_name", process, 0)), "{event}");
        assert!(Some(number(event, "ts")) >= now, "{event} is before {now:?}");
        now = Some(number(event, "ts"));
    }
    assert_eq!(spans.keys().map(|(process, _)| process).collect::<std::collections::BTreeSet<_>>().len(), 3);
}
