//! The plan's description, which is in the image but is not loaded; see the facade's macro for where.

use std::fmt::Write;

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::Context;

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
        body.end();
    }
    body.text += ".ascii \"end\\n\"";
    let span = block.name.span();
    let head = format!("\\t{}\\t{}\\n", quoted(&file(span)), line(span));
    let (private, text) = (&context.private, body.text);
    let markers = block.buffers.iter().map(|buffer| &buffer.marker);
    quote!(#private::describe! { #head #text [#(#banks)*] [#(#markers)*] })
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
