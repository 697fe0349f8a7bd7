//! Mistakes that a whole expansion reports: those of the planner and of layout files.

#[cfg(feature = "files")]
use expect_test::Expect;
use expect_test::expect;

/// The messages of `compile_error!` in the expansion of a block, a line each.
fn errors(source: &str) -> String {
    let code = crate::block(source.parse().expect("tokens")).to_string();
    let literals =
        code.split(":: core :: compile_error ! {").skip(1).filter_map(|rest| rest.split('}').next());
    literals
        .map(|literal| syn::parse_str::<syn::LitStr>(literal.trim()).expect("a string").value() + "\n")
        .collect()
}

/// The errors of a block with a layout file of these placements.
#[cfg(feature = "files")]
fn given(name: &str, placements: &str, expected: Expect) {
    let folder = std::env::temp_dir().join(format!("arena-plan-macros-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join(format!("{name}.json"));
    std::fs::write(&path, format!("{{\"schema\": 1, \"placements\": [{placements}]}}")).expect("a file");
    let text = errors(&format!(
        "mod plan {{ bank ram {{ capacity: 128 }} bank rom {{ capacity: 64 }} layout {path:?};
         buffer early: [u32; 16] in ram; buffer middle: [u32; 16]; buffer late: [u32; 16] in ram @ 64, retain;
         step first() -> early; step second(early) -> middle; step third(middle) -> late; }}"
    ));
    expected.assert_eq(&text.replace(&*folder.to_string_lossy(), "FOLDER"));
    std::fs::remove_file(&path).expect("the file is there");
}

#[cfg(feature = "files")]
#[test]
fn each_buffer_that_a_layout_file_does_not_suit_has_an_error() {
    let at = |id: &str, bank: &str, offset: u32| {
        format!("{{\"id\": \"{id}\", \"bank\": \"{bank}\", \"offset\": \"{offset}\"}}")
    };
    let good = [at("early", "ram", 64), at("middle", "ram", 0), at("late", "ram", 64)];
    given("good", &good.join(","), expect![""]);
    let clash = [at("early", "ram", 0), at("middle", "ram", 32), at("late", "ram", 66)];
    given(
        "clash",
        &clash.join(","),
        expect![[r#"
        buffer `middle` does not suit the layout file, which puts it at bytes 32..96 of bank `ram`: `early` lies at 0..64, and both are alive in step `second`; make the file anew for the present sizes and lifetimes (`arena-plan layout`)
        buffer `late` does not suit the layout file, which puts it at bytes 66..130 of bank `ram`: it is fixed at 64; make the file anew for the present sizes and lifetimes (`arena-plan layout`)
    "#]],
    );
    let foreign = [at("early", "rom", 0), at("middle", "flash", 0), at("output", "ram", 0)];
    given(
        "foreign",
        &foreign.join(","),
        expect![[r#"
        the layout file `FOLDER/foreign.json` puts buffer `middle` in bank `flash`, which this block does not have
        buffer `late` has no placement in the layout file `FOLDER/foreign.json`: make the file anew
        the layout file places `output`, which this block does not have: is it that of another plan?
    "#]],
    );
    let beyond = [at("early", "rom", 0), at("middle", "rom", 4), at("late", "ram", 64)];
    given(
        "beyond",
        &beyond.join(","),
        expect![[r#"
        buffer `early` does not suit the layout file, which puts it at bytes 0..64 of bank `rom`: that is none of its banks; make the file anew for the present sizes and lifetimes (`arena-plan layout`)
        buffer `middle` does not suit the layout file, which puts it at bytes 4..68 of bank `rom`: the bank ends at 64; make the file anew for the present sizes and lifetimes (`arena-plan layout`)
    "#]],
    );
    given(
        "broken",
        "{\"id\": 4}",
        expect![[r#"
        the layout file `FOLDER/broken.json` is wrong at line 1, column 37: expected an id in quotes, found the number 4 [wrong-type]
    "#]],
    );
}

#[cfg(not(feature = "files"))]
#[test]
fn a_layout_file_needs_its_feature() {
    let text =
        errors("mod plan { bank ram { capacity: 4 } layout \"x.json\"; buffer x: u8, live a; step a; }");
    expect!["a layout file needs the feature `files` of the crate `arena-plan`: enable it in Cargo.toml\n"]
        .assert_eq(&text);
}

#[cfg(not(any(feature = "bytemuck", feature = "zerocopy")))]
#[test]
fn the_word_of_another_crate_needs_its_feature() {
    let text = errors(
        "mod plan { bank ram { capacity: 64 } buffer x: A, plain(zerocopy), live s; buffer y: B, plain(bytemuck), live s;
         step s; }",
    );
    expect![[r#"
        `plain(zerocopy)` needs the feature `zerocopy` of `arena-plan`: enable it in Cargo.toml
        `plain(bytemuck)` needs the feature `bytemuck` of `arena-plan`: enable it in Cargo.toml
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_planner_reports_every_buffer_that_is_wrong_by_itself() {
    let text = errors(
        "mod plan { bank ram { capacity: 96, reserve: 16 }
         buffer a: [u32; 64], live s; buffer b: u32 in ram @ 2, live s; buffer c: [u8; 32] in ram @ 64, live s;
         buffer d: [u8; 16], live s; step s; }",
    );
    expect![[r#"
        buffer `a` needs 256 bytes, but no bank that it may use is that large: `ram` has 80 bytes (capacity 96 less a reserve of 16) (176 bytes short)
        buffer `b` is fixed at offset 2, which is no multiple of 4, its alignment: the nearest are 0 and 4
        buffer `c` is fixed at bytes 64..96, but bank `ram` ends at 80 (capacity 96 less a reserve of 16) (16 bytes over)
    "#]].assert_eq(&text);
}

#[test]
fn fixed_buffers_that_overlap_are_both_named() {
    let text = errors(
        "mod plan { bank ram { capacity: 96 }
         buffer a: [u32; 8] in ram @ 16, live s..=t; buffer b: [u8; 4] in ram @ 40, live t; step s; step t; }",
    );
    expect![[r#"
        buffer `b` is fixed at bytes 40..44 of bank `ram`, `a` at 16..48, and both are alive in step `t`: move one, or end its lifetime before the other begins
    "#]].assert_eq(&text);
}

#[cfg(feature = "files")]
#[test]
fn a_layout_file_is_a_regular_file() {
    let text = |path: &str| {
        errors(&format!(
            "mod plan {{ bank ram {{ capacity: 4 }} layout {path:?}; buffer a: u32, source, retain; step only(a); }}"
        ))
        .replace(env!("CARGO_MANIFEST_DIR"), "PACKAGE")
    };
    expect![[r#"
        cannot read the layout file `PACKAGE/src`: it is no regular file
    "#]]
    .assert_eq(&text("src"));
    assert!(text("nothing.json").starts_with("cannot read the layout file `PACKAGE/nothing.json`: "));
}
