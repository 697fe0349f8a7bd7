//! The plan's description, which is in the image but is not loaded; see the facade's macro for where.

use std::fmt::Write;

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::{Context, constants};
use crate::ir::{Storage, Stored};
use crate::parse::spelled;

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let mut body = Body::default();
    for step in &block.steps {
        body.begin("step", &step.id);
        body.end();
    }
    let mut banks = Vec::new();
    for (index, bank) in block.banks.iter().enumerate() {
        body.begin("bank", &bank.id);
        // Capacity, reserve, high-water and bytes.
        body.operands(4);
        storage(&mut body, &bank.storage);
        body.end();
        banks.push(Literal::usize_unsuffixed(index));
    }
    for buffer in &block.buffers {
        body.begin("buffer", &buffer.id);
        // Bank, offset, bytes and alignment.
        body.operands(4);
        body.field(buffer.first);
        body.field(buffer.last);
        body.field(line(buffer.name.span()));
        body.word(buffer.kind.word());
        body.word(if buffer.detached.is_some() { "detached" } else { "" });
        body.word(buffer.place_of.map_or("", |from| &block.buffers[from].id));
        body.end();
    }
    let figures = read_only(context, &mut body);
    body.text += ".ascii \"end\\n\"";
    let span = block.name.span();
    let head = format!("\\t{}\\t{}\\n", quoted(&file(span)), line(span));
    let (private, text) = (&context.private, body.text);
    let markers = block.buffers.iter().map(|buffer| &buffer.marker);
    quote!(#private::describe! { #head #text [#(#banks)*] [#(#markers)*] [#(#figures,)*] })
}

/// Whose memory a bank is, unless it is a static of the plan.
fn storage(body: &mut Body, storage: &Storage) {
    match storage {
        Storage::Static => {}
        Storage::Caller => body.word("caller"),
        Storage::Linker { start, end, .. } => {
            body.word("linker");
            body.word(&quoted(&start.name));
            body.word(&quoted(&end.name));
        }
        Storage::Shared(pool) => {
            body.word("pool");
            body.word(&quoted(&spelled(pool)));
        }
    }
}

/// Lines of the read-only banks and of their constants, and their figures.
fn read_only(context: &Context<'_>, body: &mut Body) -> Vec<TokenStream> {
    let block = context.block;
    let mut figures = Vec::new();
    for (index, bank) in block.read_only.iter().enumerate() {
        body.begin("bank", &bank.id);
        // Capacity, reserve, high-water and bytes.
        body.operands(4);
        body.word("read_only");
        body.end();
        let (of, bytes) = (quote!(super::__arena::READ_ONLY[#index]), constants::offsets(index));
        let bytes = quote!(super::__arena::#bytes.1);
        figures.extend([quote!(#of.capacity), quote!(#of.reserve), bytes.clone(), bytes]);
    }
    let stored = block.stored.iter().filter_map(|constant| Some((constant, constant.bank?)));
    for (row, (constant, bank)) in (block.buffers.len()..).zip(stored) {
        let Stored { id, name, marker, .. } = constant;
        body.begin("constant", id);
        body.field(block.banks.len() + bank);
        // Offset, bytes and alignment.
        body.operands(3);
        body.field(line(name.span()));
        let (plan, of) = (&context.names.plan, quote!(super::constant::#marker));
        figures.extend([quote!(super::#plan.buffers[#row].offset), quote!(#of::BYTES), quote!(#of::ALIGN)]);
        if let Some(staged) = constant.staged {
            body.word(&block.buffers[staged].id);
            body.operands(1);
            figures.push(quote!(#of::OFFSET));
        }
        body.end();
    }
    figures
}

/// Lines of assembly. Its operands, which the facade's macro gives in the same order, are figures that only the compiler
/// knows.
#[derive(Default)]
struct Body {
    text: String,
}

impl Body {
    fn begin(&mut self, kind: &str, id: &str) {
        let _ = write!(self.text, ".ascii \"{kind}\\t{id}");
    }

    fn field(&mut self, value: usize) {
        let _ = write!(self.text, "\\t{value}");
    }

    fn word(&mut self, word: &str) {
        let _ = write!(self.text, "\\t{word}");
    }

    fn operands(&mut self, count: usize) {
        self.text.extend(std::iter::repeat_n("\\t{}", count));
    }

    fn end(&mut self) {
        self.text += "\\n\"\n";
    }
}

/// The file that contains a token, by the path given to the compiler. An absolute path would make the image depend on
/// the machine, so it is left out, and so is anything that is not a file.
fn file(span: Span) -> String {
    let file = span.file().replace('\\', "/");
    let relative = !file.starts_with('/') && !file.contains(':') && !file.starts_with('<');
    if relative { file } else { String::new() }
}

/// The line of a token; 0 with a compiler before 1.88, which does not provide it.
fn line(span: Span) -> usize {
    if file(span).is_empty() { 0 } else { span.start().line }
}

/// Text inside the quotes of an assembler string, in a template in which braces name operands.
fn quoted(text: &str) -> String {
    let plain = |letter: char| !letter.is_control() && !"\"\\".contains(letter);
    text.chars().filter(|&letter| plain(letter)).collect::<String>().replace('{', "{{").replace('}', "}}")
}
