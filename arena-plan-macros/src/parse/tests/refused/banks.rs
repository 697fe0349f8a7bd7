//! The same for the fields of a bank.

use expect_test::{Expect, expect};

use crate::testing::{FLOW, body, mistakes, table};

fn banks(cases: &[&str], expected: Expect) {
    expected.assert_eq(&table(cases, |case| mistakes(&format!("mod m {{ bank ram {{ {case} }} {FLOW} }}"))));
}

#[test]
fn mistakes_of_banks() {
    banks(
        &[
            "",
            "align: 32",
            "capacity 4",
            "capacity: ",
            "capacity: , align: 4",
            "capacity: 128 KB",
            "capacity: 128KB",
            "capacity: 4 MB",
            "capacity: 128B",
            "capacity: 1 GiB",
            "capacity: 12 kib, align: 4",
            "capacity: 12parsecs",
            "capacity: 9007199254740992 KiB",
            "capacity: 9223372036854775808",
            "capacity: 1.5 KiB",
            "capacity: 1.5",
            "capacity: \"4\"",
            "capacity: 4 +",
            "capacity: 4 align: 4",
            "capcity: 4",
            "capacity: 4, speed: 3",
            "capacity: 4, capacity: 5",
            "capacity: 4, section: dtcm",
            "capacity: 4, section: unsafe",
            "capacity: 4, 32",
        ],
        expect![[r#"
            ram | bank `ram` has no capacity: write `bank ram { capacity: 64 KiB }` [missing-field]
            ram | bank `ram` has no capacity: write `bank ram { capacity: 64 KiB }` [missing-field]
            4 | expected `:` after `capacity`, found `4` [syntax]
            : | expected a number of bytes for `capacity` after this [syntax]
            , | expected a number of bytes for `capacity`, found `,` [syntax]
            KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
            128KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
            MB | unknown unit `MB`: did you mean `MiB` (1048576 bytes)? [unknown-word]
            128B | unknown unit `B`: a number without a unit is in bytes; did you mean `KiB` (1024 bytes)? [unknown-word]
            GiB | unknown unit `GiB`: the units are `KiB` and `MiB`, did you mean `1024 MiB`? [unknown-word]
            kib | unknown unit `kib`: did you mean `KiB` (1024 bytes)? [unknown-word]
            12parsecs | unknown unit `parsecs`: the units are `KiB` (1024 bytes) and `MiB` (1048576 bytes) [unknown-word]
            9007199254740992 | `9007199254740992 KiB` is more than 2^63 - 1 bytes, the largest size [out-of-range]
            9223372036854775808 | `9223372036854775808` is more than 2^63 - 1, the largest number [out-of-range]
            1.5 | `1.5 KiB` is not a whole number: write `1536` [not-integer]
            1.5 | `1.5` is not a whole number of bytes: write an integer [not-integer]
            "4" | a number is written without quotes: write `4` [not-integer]
            } | unexpected end of input, expected an expression [syntax]
            align | expected `,` or `}`, found `align` [syntax]
            capcity | unknown field `capcity` of bank `ram`: did you mean `capacity`? [unknown-field]
            speed | unknown field `speed` of bank `ram`: the fields are `capacity`, `align`, `reserve`, `cache_line`, `dma`, `section`, `storage` and `read_only` [unknown-field]
            capacity | bank `ram` has two fields `capacity`: remove one [duplicate-field]
            dtcm | expected the name of a linker section: `".arena.dtcm"`, found `dtcm` [syntax]
            unsafe | expected the name of a linker section: `".arena.dtcm"` after this [syntax]
            32 | expected a field of the bank: `capacity`, `align`, `reserve`, `cache_line`, `dma`, `section`, `storage` or `read_only`, found `32` [syntax]
        "#]],
    );
    expect![[r#"
        ; | expected `{ capacity: … }` after bank `ram`, found `;` [syntax]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank ram; {FLOW} }}")));
    // Two fields, two mistakes.
    expect![[r#"
        KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
        aling | unknown field `aling` of bank `ram`: did you mean `align`? [unknown-field]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank ram {{ capacity: 4 KB, aling: 4 }} {FLOW} }}")));
}

#[test]
fn mistakes_of_storage() {
    banks(
        &[
            "capacity: 4, storage:",
            "capacity: 4, storage: 3",
            "capacity: 4, storage: calller",
            "capacity: 4, storage: application",
            "capacity: 4, storage: elsewhere",
            "capacity: 4, storage: caller(x)",
            "capacity: 4, storage: unsafe caller",
            "capacity: 4, storage: linker(a, b)",
            "capacity: 4, storage: unsafe",
            "capacity: 4, storage: unsafe linker",
            "capacity: 4, storage: unsafe linker()",
            "capacity: 4, storage: unsafe linker(a)",
            "capacity: 4, storage: unsafe linker(a, b, c)",
            "capacity: 4, storage: unsafe linker(a, a)",
            "capacity: 4, storage: unsafe linker(a, \"\")",
            "capacity: 4, storage: unsafe linker(1, b)",
            "capacity: 4, storage: shared",
            "capacity: 4, storage: shared()",
            "capacity: 4, storage: shared(pool, pool)",
            "capacity: 4, storage: caller, storage: caller",
            "capacity: 4, storage: caller, section: \".arena.ram\"",
            "capacity: 4, pool: x",
        ],
        expect![[r#"
            : | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` after this [syntax]
            3 | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)`, found `3` [syntax]
            calller | unknown storage `calller` of bank `ram`: did you mean `caller`? [unknown-word]
            application | unknown storage `application` of bank `ram`: did you mean `caller`? [unknown-word]
            elsewhere | unknown storage `elsewhere` of bank `ram`: write `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` [unknown-word]
            ( | `caller` names no memory: remove these parentheses [syntax]
            unsafe | `caller` promises nothing that could be wrong: remove `unsafe` [syntax]
            linker | that nothing else uses the memory between these symbols is your promise: write `unsafe linker(START, END)` [syntax]
            unsafe | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` after this [syntax]
            linker | expected the symbols at which the memory begins and ends, `(START, END)`, after `linker` [syntax]
            () | expected the symbols at which the memory begins and ends, `(START, END)` inside these parentheses [syntax]
            a | expected `,` and the symbol at which the memory ends after this [syntax]
            c | expected `)`: there are two symbols, where the memory begins and where it ends, found `c` [syntax]
            a | the memory cannot begin and end at `a`: name another symbol [contradiction]
            "" | no symbol has this name [bad-name]
            1 | expected a symbol of the linker script, found `1` [syntax]
            shared | expected the path of a pool, `(POOL)`, after `shared` [syntax]
            () | expected the path of a pool after this [syntax]
            , | expected `)`: a bank is in one pool, found `,` [syntax]
            storage | bank `ram` has two fields `storage`: remove one [duplicate-field]
            ".arena.ram" | bank `ram` is the application's memory: the application says where it is; remove `section` [contradiction]
            pool | unknown field `pool` of bank `ram`: did you mean `storage`? [unknown-field]
        "#]],
    );
    assert_eq!(
        mistakes(&format!(
            "mod m {{ bank ram {{ capacity: 4, storage: static, section: \".arena.ram\" }} {FLOW} }}"
        )),
        ""
    );
    let outside = |storage: &str| {
        mistakes(&format!("mod m {{ bank ram {{ capacity: 4, storage: {storage} }} {FLOW} }}"))
    };
    assert_eq!(outside("caller"), "");
    assert_eq!(outside("unsafe linker(\"a.b\", r#type,)"), "");
    let constant = |storage: &str| {
        body(&format!(
            "bank flash {{ capacity: 4, read_only, storage: {storage} }} constant k: u8 in flash = 1; buffer x: u8; step a(k) -> x; step b(x);"
        ))
    };
    let cases = ["caller", "unsafe linker(a, b)", "shared(pool)"];
    expect![[r#"
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the application's memory; remove `storage` [contradiction]
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the memory between two symbols; remove `storage` [contradiction]
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the memory of a pool; remove `storage` [contradiction]
    "#]].assert_eq(&table(&cases, constant));
    assert_eq!(constant("static"), "");
}
