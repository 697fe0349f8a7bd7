//! The plan's description, which lies in the image but is not loaded: the facade's macro says where.

use std::fmt::Write;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{Context, buffers};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let mut body = Body::default();
    for step in &block.steps {
        body.begin("step", &step.id);
        body.end();
    }
    for (index, bank) in block.banks.iter().enumerate() {
        body.begin("bank", &bank.id);
        body.operand(quote!(super::__arena::BANKS[#index].capacity));
        body.operand(quote!(super::__arena::BANKS[#index].reserve));
        body.operand(quote!(super::__arena::LAYOUT.high_water[#index]));
        body.operand(quote!(super::__arena::BYTES[#index]));
        body.end();
    }
    for (index, buffer) in block.buffers.iter().enumerate() {
        let marker = &buffer.marker;
        body.begin("buffer", &buffer.id);
        match buffers::only_bank(context, index) {
            Some(only) => body.field(only),
            None => body.operand(buffers::bank(context, index)),
        }
        body.operand(quote!(super::buf::#marker::OFFSET));
        body.operand(quote!(super::buf::#marker::BYTES));
        body.operand(quote!(super::buf::#marker::ALIGN));
        body.field(buffer.first);
        body.field(buffer.last);
        body.field(line(buffer.name.span()));
        body.end();
    }
    body.text += ".ascii \"end\\n\"";
    let span = block.name.span();
    let head = format!("\\t{}\\t{}\\n", quoted(&file(span)), line(span));
    let Body { text, names, values } = body;
    let private = &context.private;
    quote!(#private::describe!(#head, #text, #(#names = #values),*);)
}

/// Lines of assembly, and the operands that they name.
#[derive(Default)]
struct Body {
    text: String,
    names: Vec<Ident>,
    values: Vec<TokenStream>,
}

impl Body {
    fn begin(&mut self, kind: &str, id: &str) {
        let _ = write!(self.text, ".ascii \"{kind}\\t{id}");
    }

    fn field(&mut self, value: usize) {
        let _ = write!(self.text, "\\t{value}");
    }

    /// A field that only the compiler knows.
    fn operand(&mut self, value: TokenStream) {
        let name = format_ident!("v{}", self.names.len());
        let _ = write!(self.text, "\\t{{{name}}}");
        self.names.push(name);
        self.values.push(value);
    }

    fn end(&mut self) {
        self.text += "\\n\"\n";
    }
}

/// The file that a token stands in, as the compiler was given it. An absolute path would make the image depend on the
/// machine, so it is left out, and so is what is no file.
fn file(span: Span) -> String {
    let file = span.file().replace('\\', "/");
    let relative = !file.starts_with('/') && !file.contains(':') && !file.starts_with('<');
    if relative { file } else { String::new() }
}

/// The line of a token; 0 with a compiler before 1.88, which does not say it.
fn line(span: Span) -> usize {
    if file(span).is_empty() { 0 } else { span.start().line }
}

/// Text inside of the quotes of an assembler's string, in a template in which braces name operands.
fn quoted(text: &str) -> String {
    let plain = |letter: char| !letter.is_control() && !"\"\\".contains(letter);
    text.chars().filter(|&letter| plain(letter)).collect::<String>().replace('{', "{{").replace('}', "}}")
}
