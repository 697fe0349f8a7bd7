//! What the grammar accepts.

use quote::ToTokens;

use crate::ast::{Block, Buffer};
use crate::errors::Errors;
use crate::figure::Figure;
use crate::testing::value;

fn parsed(source: &str) -> Block {
    let mut errors = Errors::default();
    let block = crate::parse::parse(source.parse().expect("tokens"), &mut errors);
    assert!(errors.is_empty(), "{}", errors.to_compile_errors(&crate::testing::facade()));
    block.expect("a block")
}

fn one_buffer(declaration: &str) -> Buffer {
    parsed(&format!("mod m {{ {declaration} }}")).buffers.pop().expect("a buffer")
}

#[test]
fn numbers_have_units() {
    let cases = [
        ("128 KiB", "131072"),
        ("128KiB", "131072"),
        ("128_KiB", "131072"),
        ("0x20KiB", "32768"),
        ("1 MiB", "1048576"),
        ("4 * 128 KiB", "4 * 131072"),
        ("(1 MiB - 16 KiB) / 2", "(1048576 - 16384) / 2"),
        ("64KiB + 64 KiB", "65536 + 65536"),
        ("FRAME as usize", "FRAME as usize"),
        ("max::<A, B>(4 KiB, 3)", "max :: < A , B > (4096 , 3)"),
        ("32usize", "32usize"),
    ];
    for (source, expected) in cases {
        let block = parsed(&format!("mod m {{ bank ram {{ capacity: {source}, align: 1 }} }}"));
        let capacity = block.banks[0].figures.get(Figure::BankCapacity).expect("a capacity");
        assert_eq!(capacity.expr.to_token_stream().to_string(), expected, "{source}");
    }
}

#[test]
fn numbers_of_buffers_stop_before_the_value() {
    let cases = [
        ("align 32 = f()", "32"),
        ("align 4 KiB = f()", "4096"),
        ("align 4KiB, retain", "4096"),
        ("align FRAME = f()", "FRAME"),
        ("align <u8 as Own>::ALIGN", "< u8 as Own > :: ALIGN"),
        ("align (2 * FRAME) = f()", "(2 * FRAME)"),
        ("align {2 * 4 KiB}", "{ 2 * 4096 }"),
    ];
    for (source, expected) in cases {
        let buffer = one_buffer(&format!("buffer x: u8 in ram @ 4, {source};"));
        let align = buffer.figures.get(Figure::BufferAlign).expect("an alignment");
        assert_eq!(align.expr.to_token_stream().to_string(), expected, "{source}");
        assert_eq!(buffer.value.is_some(), source.ends_with("f()"), "{source}");
    }
}

#[test]
fn fragments_of_macro_rules_are_peeled() {
    use proc_macro2::{Delimiter, Group, TokenStream};
    let fragment = |source: &str| {
        let tokens: TokenStream = source.parse().expect("tokens");
        Group::new(Delimiter::None, tokens)
    };
    let (size, align, ty, sum) = (fragment("128"), fragment("4"), fragment("[u8; 3]"), fragment("64 + 64"));
    let tokens = quote::quote! {
        mod m {
            bank ram { capacity: #size KiB, reserve: #sum }
            buffer x: #ty, align #align KiB;
            buffer y: #ty, align #sum = 3;
            step a() -> (x, y);
            step b(x, y);
        }
    };
    let mut errors = Errors::default();
    let block =
        crate::front::read(tokens.into(), &crate::blocks::Blocks::alone(), &mut errors).expect("a block");
    assert!(errors.is_empty(), "{}", errors.to_compile_errors(&crate::testing::facade()));
    assert_eq!(value(&block.banks[0].figures, Figure::BankCapacity), Some(131_072));
    assert_eq!(value(&block.banks[0].figures, Figure::BankReserve), Some(128));
    assert_eq!(value(&block.buffers[0].figures, Figure::BufferAlign), Some(4096));
    assert_eq!(value(&block.buffers[1].figures, Figure::BufferAlign), Some(128));
    assert_eq!(block.buffers[0].known.map(|known| known.bytes), Some(3));
}

#[test]
fn ranges_have_open_ends() {
    let cases = [
        ("live a", "a", "a"),
        ("live a..=b", "a", "b"),
        ("live ..=b", "-", "b"),
        ("live a.. = 4", "a", "-"),
        ("live .., align 4", "-", "-"),
        ("live r#type..=b", "r#type", "b"),
    ];
    for (source, first, last) in cases {
        let live = one_buffer(&format!("buffer x: u8, {source};")).flags.live.expect("a range");
        let text =
            |name: &Option<proc_macro2::Ident>| name.as_ref().map_or(String::from("-"), ToString::to_string);
        assert_eq!((text(&live.first), text(&live.last)), (first.into(), last.into()), "{source}");
    }
}

#[test]
fn options_and_docs() {
    let block = parsed(
        "/// Outer.
        pub(crate) mod m {
            //! Inner.
            #![order = base]
            #![effort = thorough]
            #![strategy = sequential]
        }",
    );
    assert_eq!(block.attrs.len(), 2);
    assert_eq!(block.options.order.map(|(order, _)| order), Some(crate::ir::Order::Base));
    assert_eq!(block.options.effort.map(|(effort, _)| effort), Some(crate::ir::Effort::Thorough));
    assert_eq!(block.options.strategy.map(|(strategy, _)| strategy), Some(crate::ir::Strategy::Sequential));
}

#[test]
fn a_buffer_may_be_called_scratch() {
    use crate::ir::Mode::{Input, Mut, Output, Scratch};
    let block = parsed("mod m { step a(scratch, mut scratch) -> scratch; step b(scratch scratch); }");
    let modes: Vec<_> = block.steps.iter().flat_map(|step| &step.uses).map(|(mode, _)| *mode).collect();
    assert_eq!(modes, [Input, Mut, Output, Scratch]);
}
