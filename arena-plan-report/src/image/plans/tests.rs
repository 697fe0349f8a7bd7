//! Tests of plans read from descriptions and symbols.

use super::super::description;
use super::super::text::text;
use super::*;
use crate::image::inspect;

/// The plan of a firmware with state, constants and a step in place, as the macro describes it.
const DESCRIPTION: &str = "plan\t2\tapp::fir::memory\tsrc/main.rs\t7\nstep\trecord\nstep\tfft\nstep\tsum\n\
    bank\ttcm\t256\t0\t96\t96\n\
    buffer\tframes\t0\t0\t64\t2\t0\t2\t9\tpersistent\tdetached\t\n\
    buffer\tx\t0\t80\t16\t4\t0\t1\t10\tbuffer\t\t\n\
    buffer\ty\t0\t80\t8\t4\t2\t2\t11\tbuffer\t\tx\n\
    buffer\tstaged_tcm\t0\t64\t16\t4\t0\t2\t12\tstaged\t\t\n\
    bank\tflash\t1024\t0\t20\t20\tread_only\n\
    constant\tcold\t1\t0\t4\t4\t11\nconstant\ttaps\t1\t12\t8\t4\t12\tstaged_tcm\t72\nend\n";

fn symbol(name: &str, mangled: bool, address: u64, size: u64) -> SymbolOf {
    SymbolOf { name: name.into(), mangled, address, size, item: true }
}

/// A bank that the application gives has no address, and one between symbols has theirs.
#[test]
fn memory_of_others_is_no_mistake_unless_it_is_too_small() {
    const DESCRIPTION: &str = "plan\t2\tapp::fir::memory\tsrc/main.rs\t7\nstep\tfir\n\
        bank\tgiven\t256\t0\t96\t96\tcaller\n\
        bank\ttcm\t256\t0\t64\t64\tlinker\t_tcm_start\t_tcm_end\n\
        buffer\tx\t0\t0\t96\t4\t0\t0\t9\tbuffer\t\t\nbuffer\ty\t1\t0\t64\t32\t0\t0\t10\tbuffer\t\t\nend\n";
    let image = |start: u64, end: u64| {
        let edge = |name: &str, address| SymbolOf { item: false, ..symbol(name, false, address, 0) };
        let elf = Elf {
            symbols: vec![edge("_tcm_start", start), edge("_tcm_end", end)],
            descriptions: description::read(DESCRIPTION.as_bytes()),
            ..Elf::default()
        };
        let memory = Region { name: "TCM".into(), origin: 0x1000_0000, length: 0x1000 };
        inspect("image", &elf, &[memory], 0)
    };
    let messages = |start, end| -> Vec<(String, String)> {
        image(start, end).findings.into_iter().map(|one| (one.code, one.message)).collect()
    };
    assert_eq!(messages(0x1000_0000, 0x1000_0040), []);
    let shown = text(&image(0x1000_0000, 0x1000_0040));
    assert!(shown.contains("\nbank `given`: 96 of 256 bytes, given by the application\n"), "{shown}");
    assert!(shown.contains("\nbank `tcm`: 64 of 256 bytes at 0x10000000 of TCM\n"), "{shown}");
    assert_eq!(
        messages(0x1000_0000, 0x1000_0030),
        [(
            "outside-memory".into(),
            "bank `tcm` of `app::fir` takes 64 bytes, and between `_tcm_start` and `_tcm_end` there are 48"
                .into()
        )]
    );
    assert_eq!(
        messages(0x1000_0010, 0x1000_0080),
        [(
            "outside-memory".into(),
            "bank `tcm` of `app::fir` needs an alignment of 32, and `_tcm_start` is 0x10000010".into()
        )]
    );
    assert_eq!(messages(0x2000_0000, 0x2000_0040)[0].0, "outside-memory");
}

#[test]
fn a_constant_that_the_compiler_has_folded_is_not_that_of_another_plan() {
    let (first, second) = ("app::fir::plan", "app::iir::plan");
    let description = |path: &str| DESCRIPTION.replace("app::fir", path);
    let banks = [first, second].into_iter().zip([0x1000_0000_u64, 0x1000_0100]);
    let mut symbols: Vec<SymbolOf> = banks
        .flat_map(|(plan, base)| {
            let of = |name: &str, mangled, offset, size| {
                symbol(&format!("{plan}::memory::{name}"), mangled, base + offset, size)
            };
            [
                of("tcm", true, 0, 96),
                of("frames", false, 0, 64),
                of("staged_tcm", false, 64, 16),
                of("x", false, 80, 16),
                of("y", false, 80, 8),
            ]
        })
        .collect();
    symbols.push(symbol("app::fir::plan::memory::flash", true, 0x0800_0200, 4));
    let text = format!("{}{}", description(first), description(second));
    let elf = Elf { symbols, descriptions: description::read(text.as_bytes()), ..Elf::default() };
    let image = inspect("image", &elf, &[], 0);
    let cold = image.plans.iter().map(|plan| {
        let constants = plan.banks.iter().filter(|bank| bank.read_only).flat_map(|bank| &bank.buffers);
        let cold = constants.filter(|one| one.name == "cold").filter_map(|one| one.address);
        (&*plan.name, cold.map(|address| address.get()).next())
    });
    assert_eq!(cold.collect::<Vec<_>>(), [(first, Some(0x0800_0200)), (second, None)]);
}

#[test]
fn kinds_and_constants_are_shown_at_their_addresses() {
    let elf = Elf {
        symbols: vec![
            symbol("app::fir::memory::staged_tcm", true, 0x0800_0100, 16),
            symbol("app::fir::memory::flash", true, 0x0800_0200, 4),
            symbol("app::fir::memory::tcm", true, 0x1000_0000, 96),
            symbol("app::fir::memory::frames", false, 0x1000_0000, 64),
            symbol("app::fir::memory::staged_tcm", false, 0x1000_0040, 16),
            symbol("app::fir::memory::x", false, 0x1000_0050, 16),
            symbol("app::fir::memory::y", false, 0x1000_0050, 8),
        ],
        descriptions: description::read(DESCRIPTION.as_bytes()),
        ..Elf::default()
    };
    let image = inspect("image", &elf, &[], 0);
    assert_eq!(image.findings, []);
    let shown = text(&image);
    let (_, plan) = shown.split_once("\nplan ").expect("a plan");
    assert_eq!(
        plan,
        "app::fir, src/main.rs:7\n\
         bank `tcm`: 96 of 256 bytes at 0x10000000\n   \
         address   bytes  size  kind                 alive in              buffer\n\
         0x10000000   0..64    64  persistent detached  record..=sum          frames\n\
         0x10000040  64..80    16  staged               record..=sum          staged_tcm\n\
         0x10000050  80..96    16  buffer               record..=fft          x\n\
         0x10000050  80..88     8  buffer               sum, in place of `x`  y\n\
         bank `flash`: 20 of 1024 bytes, read only\n   \
         address   bytes  size  alive in                                   constant\n\
         0x08000200    0..4     4  record..=sum                               cold\n\
         0x08000108  12..20     8  record..=sum, read in `tcm` at 0x10000048  taps\n"
    );
}
