//! Names, lifetimes and numbers after lowering.

use expect_test::expect;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use crate::figure::Figure;
use crate::ir::{Block, Contents, KnownSize, Mode};
use crate::testing::{FLOW, body, good, mistakes, table, value};

/// The plan of the design, with the log kept for the application.
const KWS: &str = r#"
    /// Keyword spotting front end.
    pub mod kws {
        /// Zero wait states, not reachable by DMA.
        bank dtcm { capacity: 128 KiB, align: 32, section: ".arena.dtcm" }
        bank sram { capacity: 256 KiB, reserve: 48 KiB }

        pub const FRAME: usize = 512;

        buffer pcm: [i16; FRAME] in sram @ 0;
        buffer windowed: [f32; FRAME];
        buffer spectrum: [f32; FRAME / 2 + 1] in dtcm | sram, align 32;
        buffer twiddle: [f32; FRAME];
        buffer log: heapless::Vec<u8, 64>, retain = heapless::Vec::new();
        buffer scores: [f32; 12], retain;

        step capture() -> pcm;
        step window(pcm) -> windowed;
        step fft(windowed, scratch twiddle) -> spectrum;
        step classify(spectrum) -> (scores, log);
    }
"#;

fn lifetimes(block: &Block) -> Vec<(&str, usize, usize)> {
    block.buffers.iter().map(|buffer| (buffer.id.as_str(), buffer.first, buffer.last)).collect()
}

/// Lifetime of `x` in three steps that use it as given.
fn lifetime(declaration: &str, uses: [&str; 3]) -> (usize, usize) {
    let [a, b, c] = uses;
    let block = good(&format!(
        "mod m {{ bank ram {{ capacity: 64 }} buffer x: [u8; 4]{declaration}; step a{a}; step b{b}; step c{c}; }}"
    ));
    (block.buffers[0].first, block.buffers[0].last)
}

#[test]
fn the_plan_of_the_design() {
    let block = good(KWS);
    assert_eq!(
        lifetimes(&block),
        [
            ("pcm", 0, 1),
            ("windowed", 1, 2),
            ("spectrum", 2, 3),
            ("twiddle", 2, 2),
            ("log", 3, 3),
            ("scores", 3, 3)
        ]
    );
    let sizes: Vec<Option<(u64, u64)>> =
        block.buffers.iter().map(|buffer| buffer.known.map(|known| (known.bytes, known.align))).collect();
    assert_eq!(
        sizes,
        [Some((1024, 2)), Some((2048, 4)), Some((1028, 4)), Some((2048, 4)), None, Some((48, 4))]
    );
    assert_eq!(value(&block.banks[0].figures, Figure::BankCapacity), Some(131_072));
    assert_eq!(value(&block.banks[0].figures, Figure::BankAlign), Some(32));
    assert_eq!(
        block.banks[0].section.as_ref().map(|section| section.name.value()),
        Some(".arena.dtcm".into())
    );
    assert_eq!(value(&block.banks[1].figures, Figure::BankReserve), Some(49_152));
    let allowed: Vec<Vec<usize>> =
        block.buffers.iter().map(|buffer| buffer.banks.iter().map(|(bank, _)| *bank).collect()).collect();
    assert_eq!(allowed, [vec![1], vec![0, 1], vec![0, 1], vec![0, 1], vec![0, 1], vec![0, 1]]);
    assert_eq!(value(&block.buffers[0].figures, Figure::BufferFixed), Some(0));
    let plain: Vec<bool> = block.buffers.iter().map(|buffer| buffer.spelled_plain).collect();
    assert_eq!(plain, [true, true, true, true, false, true]);
    assert!(matches!(block.buffers[4].contents, Contents::Value(_)));
    let uses: Vec<(usize, Mode)> = block.steps[2].uses.iter().map(|used| (used.buffer, used.mode)).collect();
    assert_eq!(uses, [(1, Mode::Input), (3, Mode::Scratch), (2, Mode::Output)]);
    let markers: Vec<String> = block.steps.iter().map(|step| step.marker.to_string()).collect();
    assert_eq!(markers, ["Capture", "Window", "Fft", "Classify"]);
    assert_eq!((block.attrs.len(), block.banks[0].attrs.len()), (1, 1));
}

#[test]
fn uses_give_the_lifetime() {
    assert_eq!(lifetime("", ["() -> x", "", "(x)"]), (0, 2));
    assert_eq!(lifetime("", ["", "() -> x", "(mut x)"]), (1, 2));
    assert_eq!(lifetime("", ["", "(scratch x)", ""]), (1, 1));
    assert_eq!(lifetime(", retain", ["() -> x", "", ""]), (0, 2));
    assert_eq!(lifetime(", source", ["", "(x)", ""]), (0, 1));
    assert_eq!(lifetime(", source, retain", ["", "", ""]), (0, 2));
    assert_eq!(lifetime(" = [0; 4]", ["", "(mut x)", "(x)"]), (1, 2));
    assert_eq!(lifetime(", zeroed", ["", "(x)", ""]), (1, 1));
}

#[test]
fn an_explicit_lifetime_is_used_as_it_is() {
    assert_eq!(lifetime(", live a..=b", ["", "", ""]), (0, 1));
    assert_eq!(lifetime(", live b", ["", "", ""]), (1, 1));
    assert_eq!(lifetime(", live b..", ["", "", "(x)"]), (1, 2));
    assert_eq!(lifetime(", live ..=b", ["", "() -> x", ""]), (0, 1));
    assert_eq!(lifetime(", live ..", ["", "", ""]), (0, 2));
    assert_eq!(lifetime(", live c..=c", ["", "", ""]), (2, 2));
}

#[test]
fn raw_identifiers_are_names() {
    let block = good(
        "mod m {
            bank r#static { capacity: 64 }
            const r#const: usize = 3;
            buffer r#type: [u8; r#const] in r#static, live r#loop..;
            step r#loop() -> r#type;
            step end(r#type);
        }",
    );
    let buffer = &block.buffers[0];
    assert_eq!(
        (buffer.id.as_str(), buffer.marker.to_string(), buffer.name.to_string()),
        ("type", "Type".into(), "r#type".into())
    );
    assert_eq!(buffer.known, Some(KnownSize { bytes: 3, align: 1 }));
    assert_eq!(block.banks[0].marker.to_string(), "Static");
    assert_eq!(block.steps[0].marker.to_string(), "Loop");
}

#[test]
fn numbers_are_one_operand() {
    let block = good(&format!(
        "mod m {{ const K: usize = 4; bank b {{ capacity: 4 * K KiB + 64 KiB, align: {{ K }}, reserve: 10 % }} {FLOW} }}"
    )
    .replace("4 * K KiB", "4 * K"));
    let numbers = block.banks[0]
        .figures
        .iter()
        .map(|(figure, number)| (figure, number.tokens.to_string(), number.value, number.per_cent));
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [
            (Figure::BankCapacity, "(4 * K + 65536)".into(), Some(65_552), false),
            (Figure::BankAlign, "{ K }".into(), Some(4), false),
            (Figure::BankReserve, "10".into(), Some(10), true),
        ]
    );
    // Unknown to the macro, so rustc computes it.
    let block =
        good(&format!("mod m {{ bank b {{ capacity: own::SIZE, reserve: 10 % own::SIZE }} {FLOW} }}"));
    let numbers =
        block.banks[0].figures.iter().map(|(figure, number)| (figure, number.value, number.per_cent));
    let unknown = [(Figure::BankCapacity, None, false), (Figure::BankReserve, None, false)];
    assert_eq!(numbers.collect::<Vec<_>>(), unknown);
}

#[test]
fn names_that_are_not_possible() {
    let cases = [
        "buffer x: [u8; 3];",
        "bank ram { capacity: 4 }",
        "step a(x);",
        "const N: usize = 3; const N: usize = 4;",
        "buffer fft_1: u8, live ..; buffer fft1: u8, live ..;",
        "bank ram_ { capacity: 4 }",
        "step a_(x);",
        "buffer r#x: u8;",
        "step any(x);",
        "step a_io;",
        "step b_io(x);",
        "step self_;",
        "buffer self_: u8;",
        "bank _1 { capacity: 4 }",
        "step __;",
        "buffer __at: u8;",
        "const PLAN: usize = 3;",
        "const take: usize = 3;",
        "const BIo: usize = 3;",
        "const A: usize = 3;",
    ];
    expect![[r#"
        x | buffer `x` is declared twice: rename or remove this one [duplicate-id]
        ram | bank `ram` is declared twice: rename or remove this one [duplicate-id]
        a | step `a` is declared twice: rename or remove this one [duplicate-id]
        N | const `N` is declared twice: rename or remove this one [duplicate-id]
        fft1 | buffers `fft_1` and `fft1` both become the type `Fft1`: rename one [name-collision]
        ram_ | banks `ram` and `ram_` both become the type `Ram`: rename one [name-collision]
        a_ | steps `a` and `a_` both become the type `A`: rename one [name-collision]
        r#x | buffer `x` is declared twice: rename or remove this one [duplicate-id]
        any | step `any` becomes the type `Any`, which the module generates: choose another name [name-collision]
        a_io | step `a_io` becomes the type `AIo`, which is generated for the buffers of step `a`: choose another name [name-collision]
        b_io | step `b_io` becomes the type `BIo`, which is generated for the buffers of step `b`: choose another name [name-collision]
        self_ | step `self_` has no type name (it would be `Self`): choose another name [bad-name]
        self_ | buffer `self_` has no type name (it would be `Self`): choose another name [bad-name]
        _1 | bank `_1` has no type name (it would be `1`): choose another name [bad-name]
        __ | step `__` has no type name (it would be ``): choose another name [bad-name]
        __at | a buffer cannot be called `__at`: steps keep their token in a field of that name [bad-name]
        PLAN | a const cannot be called `PLAN`, which the module generates: choose another name [bad-name]
        take | a const cannot be called `take`, which the module generates: choose another name [bad-name]
        BIo | a const cannot be called `BIo`, which is generated for the buffers of step `b`: choose another name [bad-name]
        A | a const cannot be called `A`, which is the type of step `a`: choose another name [bad-name]
    "#]].assert_eq(&table(&cases, |case| body(&format!("{FLOW} {case}"))));
    // The view of a later step, and a module with the names that are reserved for others.
    expect![[r#"
        a_io | step `a_io` becomes the type `AIo`, which is generated for the buffers of step `a`: choose another name [name-collision]
    "#]].assert_eq(&body("buffer x: u8; step a_io() -> x; step a(x);"));
    good(&format!(
        "mod m {{ bank any {{ capacity: 4 }} buffer plan: u8, live ..; step c_io; step c; {FLOW} }}"
    ));
}

#[test]
fn unknown_names_give_one_error() {
    let flow = "buffer samples: u8; step begin() -> samples; step end(samples);";
    let cases = [
        "buffer samples: u8; step begin() -> sample; step end(samples);",
        "buffer samples: u8; step begin() -> samples; step end(smaples);",
        "buffer samples: u8; step begin() -> samples; step end(wave);",
        "buffer samples: u8; buffer other: u8; step begin() -> (samples, other); step end(wave, rest);",
        "buffer samples: u8 in ran; step begin() -> samples; step end(samples);",
        "buffer samples: u8 in flash; step begin() -> samples; step end(samples);",
        "buffer samples: u8, live begin..=edn; step begin() -> samples; step end(samples);",
        "buffer samples: u8, live never; step begin() -> samples; step end(samples);",
    ];
    let mistakes_of = |case: &&str| body(case);
    let shown: Vec<String> = cases.iter().map(mistakes_of).collect();
    expect![[r#"
        sample | unknown buffer `sample`: did you mean `samples`? [unknown-buffer]
        smaples | unknown buffer `smaples`: did you mean `samples`? [unknown-buffer]
        wave | unknown buffer `wave`: the buffers are `samples` [unknown-buffer]
        wave | unknown buffer `wave`: the buffers are `samples`, `other` [unknown-buffer]
        rest | unknown buffer `rest`: the buffers are `samples`, `other` [unknown-buffer]
        ran | unknown bank `ran`: did you mean `ram`? [unknown-bank]
        flash | unknown bank `flash`: the banks are `ram` [unknown-bank]
        edn | unknown step `edn`: did you mean `end`? [unknown-step]
        never | unknown step `never`: the steps are `begin`, `end` [unknown-step]
    "#]]
    .assert_eq(&shown.concat());
    // The intended bank is not called unused.
    let two = "mod m { bank ram { capacity: 4 } bank flash { capacity: 4 }";
    expect![[r#"
        flsh | unknown bank `flsh`: did you mean `flash`? [unknown-bank]
    "#]]
    .assert_eq(&mistakes(
        &format!("{two} buffer y: u8 in ram | flsh, live ..; {flow} }}")
            .replace("buffer samples: u8", "buffer samples: u8 in ram"),
    ));
    // Many names: the list is cut.
    let many: String = (0..10).map(|n| format!("buffer buffer_{n}: u8, live ..;")).collect();
    expect![[r#"
        zzzzzzzz | unknown buffer `zzzzzzzz`: the buffers are `buffer_0`, `buffer_1`, `buffer_2`, `buffer_3`, `buffer_4`, `buffer_5`, `buffer_6`, `buffer_7`, … [unknown-buffer]
    "#]].assert_eq(&body(&format!("{many} step a(zzzzzzzz);")));
}

#[test]
fn names_of_broken_declarations_are_known() {
    let cases = [
        "buffer y: u8 inn ram; step a() -> y; step b(y);",
        "buffer y: ; step a() -> y; step b(y);",
        "step a() -> y => ; buffer y: u8; step b(y);",
        "bank more { capacty: 4 } buffer y: u8 in ram | more; step a() -> y; step b(y);",
        "bank more [4]; buffer y: u8 in ram | more; step a() -> y; step b(y);",
        "persistent y: u8, source = 3; buffer x: u8; step a() -> x; step b(mut y, x);",
        "include model; buffer y: u8; buffer z: u8 in bank_of_file; step b(y, tensor);",
        "stepp a() -> y; buffer y: u8; step b(y);",
        "buffer y: u8; step a(y => y); step b(y);",
        "buffer y: u8; buffer y: u16 in ram; step a() -> y; step b(y);",
        "buffer y: u8, live a..; step self_; step a() -> y; step b(y);",
    ];
    expect![[r#"
        inn | unexpected `inn`: did you mean `in`? [syntax]
        ; | expected a type, found `;` [syntax]
        => | outputs follow one `->`, found `=>` [syntax]
        capacty | unknown field `capacty` of bank `more`: did you mean `capacity`? [unknown-field]
        [4] | expected `{ capacity: … }` after bank `more`, found `[` [syntax]
        source | a persistent buffer has its value from `take()` on, and runs do not begin with a new one: remove `source` [contradiction]
        model | expected the path of a graph file, `"FILE"`, after `include`, found `model` [syntax]
        stepp | unknown declaration `stepp`: did you mean `step`? [unknown-word]
        y | buffer `y` is named twice in step `a` (step 0): write `mut y` if it stays what it is [named-twice]
        y | buffer `y` is declared twice: rename or remove this one [duplicate-id]
        self_ | step `self_` has no type name (it would be `Self`): choose another name [bad-name]
    "#]]
    .assert_eq(&table(&cases, body));
}

#[test]
fn contradictions() {
    let cases = [
        "buffer x: u8, zeroed = 3;",
        "buffer x: Own, plain(bytemuck) = Own;",
        "buffer x: u8, live .., retain;",
        "buffer x: u8, source, live ..;",
        "buffer x: u8, live b..=a;",
        "buffer x: u8 in ram | ram;",
    ];
    let flow = |case: &str| body(&format!("{case} step a() -> x; step b(x);"));
    expect![[r#"
        zeroed | `zeroed` and a value after `=` contradict each other: remove one [contradiction]
        plain | `plain` is for a buffer without a value, and this one has a value after `=`: remove one [contradiction]
        retain | `retain` and `live` contradict each other: end the range with `..` instead of `retain` [contradiction]
        source | `source` and `live` contradict each other: begin the range with `..` instead of `source` [contradiction]
        b..=a | the lifetime is empty: `b` is step 1, after `a`, which is step 0; write `a..=b` [empty-lifetime]
        ram | bank `ram` is named twice after `in`: remove one [duplicate-bank]
    "#]]
    .assert_eq(&table(&cases, flow));
}

/// A copy of `tokens` with a mistake at the token number `place`, counted depth-first.
fn slipped(
    tokens: TokenStream,
    place: &mut usize,
    slip: &dyn Fn(TokenTree) -> Vec<TokenTree>,
) -> TokenStream {
    let mut copy = TokenStream::new();
    for tree in tokens {
        let here = *place == 0;
        *place = place.wrapping_sub(1);
        let tree = match tree {
            TokenTree::Group(group) if !here => {
                let mut inner = Group::new(group.delimiter(), slipped(group.stream(), place, slip));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        };
        copy.extend(if here { slip(tree) } else { vec![tree] });
    }
    copy
}

fn count(tokens: TokenStream) -> usize {
    let one = |tree| match tree {
        TokenTree::Group(group) => 1 + count(group.stream()),
        _ => 1,
    };
    tokens.into_iter().map(one).sum()
}

/// Whichever single token is left out, doubled or misspelt, there is at most one error.
#[test]
fn a_single_mistake_gives_a_single_error() {
    type Slip = dyn Fn(TokenTree) -> Vec<TokenTree>;
    let misspelt = |tree: TokenTree| match tree {
        TokenTree::Ident(ident) => vec![TokenTree::Ident(Ident::new(&format!("{ident}q"), ident.span()))],
        other => vec![other],
    };
    let slips: [(&str, &Slip); 3] =
        [("left out", &|_| vec![]), ("doubled", &|tree| vec![tree.clone(), tree]), ("misspelt", &misspelt)];
    let tokens: TokenStream = KWS.parse().expect("tokens");
    let total = count(tokens.clone());
    let mut figures = String::new();
    for (name, slip) in slips {
        let (mut right, mut unread) = (0, 0);
        for place in 0..total {
            let mut errors = crate::errors::Errors::default();
            let block = crate::front::read(
                slipped(tokens.clone(), &mut place.clone(), slip).into(),
                &crate::blocks::Blocks::alone(),
                &mut errors,
            );
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            assert!(lines.len() < 2, "token {place} {name}: {lines:#?}");
            right += usize::from(lines.is_empty());
            unread += usize::from(block.is_none());
        }
        figures += &format!("{name}: {total} tokens, {right} without a mistake, {unread} without a block\n");
    }
    expect![[r#"
        left out: 167 tokens, 12 without a mistake, 6 without a block
        doubled: 167 tokens, 1 without a mistake, 4 without a block
        misspelt: 167 tokens, 115 without a mistake, 1 without a block
    "#]]
    .assert_eq(&figures);
}
