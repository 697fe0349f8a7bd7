//! What documentation says about buffers and the whole plan: an editor shows it where a name is used, and `cargo doc` on
//! the plan's page.

use std::fmt::Write;

use proc_macro2::Literal;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Type};

use super::{Context, buffers};
use crate::ir::{Buffer, BufferKind, Mode};

/// What the documentation of a buffer's items has in common: it is written once for each buffer, not for each step.
pub(super) struct Words {
    /// The user's own documentation, and a paragraph's end.
    own: String,
    /// The type as it is written, without backquotes.
    ty: String,
    /// What follows the type.
    figures: String,
    /// The documentation of the handle, in each step in which the buffer is alive.
    pub(super) handle: Literal,
    /// What a step that reads the buffer says of it.
    input: Literal,
}

/// Those of a buffer.
pub(super) fn words(context: &Context<'_>, index: usize) -> Words {
    let buffer = &context.block.buffers[index];
    let (own, ty) = (own(&buffer.attrs), spelled(&buffer.ty).replace('`', ""));
    let figures = figures(context, index);
    let handle = Literal::string(&format!("{own} Handle: `{ty}`{figures}."));
    let input = Literal::string(&format!("{own} Input: `&{ty}`{figures}."));
    Words { own, ty, figures, handle, input }
}

/// The type as it is written, in the usual spacing.
fn spelled(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut spelled = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let before = |ends: &[char], path: &str| spelled.ends_with(ends) || spelled.ends_with(path);
        let behind = |next: char| ";,:<>])".contains(next);
        // A space stays where the usual spacing has one: behind what separates, and between words.
        if letter == ' '
            && (before(&['<', '&', '[', '('], "::") || letters.peek().is_some_and(|next| behind(*next)))
        {
            continue;
        }
        spelled.push(letter);
    }
    spelled
}

/// The steps in which a buffer is alive; none of a persistent one, which outlives them.
fn lifetime(context: &Context<'_>, buffer: &Buffer) -> Option<String> {
    if buffer.kind == BufferKind::Persistent {
        return None;
    }
    let step = |index: usize| Some(&context.block.steps.get(index)?.id);
    let (first, last) = (step(buffer.first)?, step(buffer.last)?);
    Some(if first == last { first.clone() } else { format!("{first}..={last}") })
}

/// ` in bank `sram`, 1024 bytes at 0, alive in `capture..=window``: as far as the macro knows it.
fn figures(context: &Context<'_>, index: usize) -> String {
    let buffer = &context.block.buffers[index];
    let mut text = String::new();
    let banks: Vec<String> = match buffers::only_bank(context, index) {
        Some(only) => vec![format!("`{}`", context.block.banks[only].id)],
        None => buffer.banks.iter().map(|(bank, _)| format!("`{}`", context.block.banks[*bank].id)).collect(),
    };
    if !banks.is_empty() {
        let _ = write!(text, " in bank {}", banks.join(" or "));
    }
    if let Some(native) = context.native(index) {
        let unit = if native.size == 1 { "byte" } else { "bytes" };
        let _ = write!(text, ", {} {unit} at {}", native.size, native.place.offset);
    }
    text += &match lifetime(context, buffer) {
        Some(lifetime) => format!(", alive in `{lifetime}`"),
        None if buffer.kind != BufferKind::Persistent => String::new(),
        None => String::from(", persistent: alive from `take()` to `release()`"),
    };
    text
}

/// The documentation of a buffer's type in the module `buf`, besides the user's own.
pub(super) fn buffer(context: &Context<'_>, index: usize) -> String {
    let Words { ty, figures, .. } = &context.words[index];
    format!(" Buffer `{}`: `{ty}`{figures}.", context.block.buffers[index].id)
}

/// The documentation of what `io()` lends of a buffer; none of what the step makes in place, which has no handle yet.
pub(super) fn lent(context: &Context<'_>, index: usize, mode: Mode) -> Option<Literal> {
    let Words { own, ty, figures, input, .. } = &context.words[index];
    let about = match mode {
        Mode::Successor => return None,
        Mode::Input => return Some(input.clone()),
        Mode::InPlace => "Changed in place",
        Mode::Mut => "Read and written",
        Mode::Scratch => "Scratch",
        Mode::Output => "Output",
    };
    Some(Literal::string(&format!("{own} {about}: `&mut {ty}`{figures}.")))
}

/// The user's documentation, to stand elsewhere: without links, which resolve only where they were written.
fn own(attrs: &[Attribute]) -> String {
    let line = |attr: &Attribute| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attrs.iter().filter_map(line).collect();
    if lines.is_empty() {
        return String::new();
    }
    let (mut text, mut code) = (String::new(), false);
    for letter in lines.join("\n").chars() {
        code ^= letter == '`';
        match letter {
            '[' | ']' if !code => text.extend(['\\', letter]),
            _ => text.push(letter),
        }
    }
    text + "\n\n"
}

/// What the page of the plan says below the user's documentation: its banks, buffers and steps.
pub(super) fn plan(context: &Context<'_>) -> String {
    let block = context.block;
    let name = block.name.unraw();
    let mut text = String::from("\n\n| buffer | type | bank | ");
    let native = context.native.is_some();
    text += if native {
        "bytes | at | alive in |\n|---|---|---|--:|--:|---|\n"
    } else {
        "alive in |\n|---|---|---|---|\n"
    };
    let mut order: Vec<usize> = (0..block.buffers.len()).collect();
    // By address, so that buffers which share bytes stand together.
    let place = |index: usize| context.native(index).map(|native| (native.place.bank, native.place.offset));
    order.sort_by_key(|index| (place(*index), block.buffers[*index].first, *index));
    for index in order {
        let buffer = &block.buffers[index];
        let banks: Vec<&str> = match buffers::only_bank(context, index) {
            Some(only) => vec![&block.banks[only].id],
            None => buffer.banks.iter().map(|(bank, _)| &*block.banks[*bank].id).collect(),
        };
        let ty = context.words[index].ty.replace('|', "\\|");
        let _ = write!(text, "| `{}` | `{ty}` | {} | ", buffer.id, banks.join(" or "));
        if let Some(native) = context.native(index) {
            let _ = write!(text, "{} | {} | ", native.size, native.place.offset);
        }
        let _ = writeln!(
            text,
            "{} |",
            lifetime(context, buffer).unwrap_or_else(|| String::from("all, persistent"))
        );
    }
    let steps: Vec<String> = block.steps.iter().map(|step| format!("`{}`", step.id)).collect();
    let _ = write!(text, "\nSteps: {}.\n\n", steps.join(", "));
    if !native {
        text += "Only the compiler knows the sizes here. ";
    }
    let _ = write!(
        text,
        "`println!(\"{{}}\", {name}::PLAN)` prints the table with all figures. What `print!(\"{{}}\", \
         {name}::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot {name}.json -o \
         {name}.svg` draws the plan."
    );
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proc_macro2::{TokenStream, TokenTree};

    use crate::errors::Errors;
    use crate::plan::layout;
    use crate::testing::{facade, good};

    /// The expansion of a block that the macro plans.
    fn tokens(source: &str) -> TokenStream {
        let block = good(source);
        let mut errors = Errors::default();
        let layout = layout(&block, &mut errors);
        assert_eq!(errors.iter().count(), 0);
        super::super::expand(&facade(), &block, &layout, 0)
    }

    /// The same as one line of text.
    fn expanded(source: &str) -> String {
        tokens(source).to_string()
    }

    /// All identifiers, each with its line and column.
    fn identifiers(tokens: TokenStream) -> Vec<(String, (usize, usize))> {
        let of = |token| match token {
            TokenTree::Group(group) => identifiers(group.stream()),
            TokenTree::Ident(ident) => {
                let start = ident.span().start();
                vec![(ident.to_string(), (start.line, start.column))]
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
        };
        tokens.into_iter().flat_map(of).collect()
    }

    const BLOCK: &str = "mod m {
        bank ram { capacity: 64 }
        /// Samples of [`super::Microphone`], in `[i16]` order.
        buffer pcm: [i16; 8];
        buffer mean: u8, retain;
        step capture() -> pcm;
        step average(pcm) -> mean;
    }";

    #[test]
    fn fields_have_type_bank_bytes_and_lifetime_behind_the_users_words() {
        let text = expanded(BLOCK);
        let figures = "in bank `ram`, 16 bytes at 0, alive in `capture..=average`.";
        // Links resolve where they were written only.
        let own = r"Samples of \\[`super::Microphone`\\], in `[i16]` order.\n\n";
        for part in [
            format!("{own} Handle: `[i16; 8]` {figures}"),
            format!("{own} Input: `&[i16; 8]` {figures}"),
            String::from(" Output: `&mut u8` in bank `ram`, 1 byte at 16, alive in `average`."),
            format!(" Buffer `pcm`: `[i16; 8]` {figures}"),
        ] {
            assert!(text.contains(&part), "{part}\nin {text}");
        }
        assert!(
            text.contains(r#"" Samples of [`super::Microphone`], in `[i16]` order.""#),
            "the type keeps its link"
        );
    }

    #[test]
    fn the_page_of_a_plan_has_its_table_by_address() {
        let text = expanded(BLOCK);
        let table = r"| `pcm` | `[i16; 8]` | ram | 16 | 0 | capture..=average |\n| `mean` | `u8` | ram | 1 | 16 | average |\n";
        assert!(text.contains(table), "{text}");
        assert!(text.contains("Steps: `capture`, `average`."));
    }

    /// An editor looks for a token of the block in the expansion by its place: each mention of a buffer is there.
    #[test]
    fn every_mention_of_a_buffer_is_in_the_expansion() {
        let found = identifiers(tokens(BLOCK)).into_iter().filter(|(name, _)| name == "pcm");
        let found: BTreeSet<_> = found.map(|(_, place)| place).collect();
        let lines = (1..).zip(BLOCK.lines());
        let mentioned = lines.flat_map(|(number, line)| {
            line.match_indices("pcm").map(move |(column, _)| (number, column)).collect::<Vec<_>>()
        });
        assert_eq!(found, mentioned.collect::<BTreeSet<_>>());
        assert_eq!(found.len(), 3);
    }

    /// What an editor shows at a name of the block is what the expansion has at its place.
    #[test]
    fn nothing_of_the_checks_is_at_a_name_of_the_block() {
        let block = BLOCK.replace("mean: u8", "mean: Mean");
        let found = identifiers(tokens(&block));
        for (line, at, expected) in [
            (4, "pcm", vec!["Pcm", "pcm"]),
            (4, "i16", vec!["i16"]),
            (5, "mean", vec!["Mean", "mean"]),
            // The item that rustc points at if the type is private, and the end of what it points at if the type is not
            // plain.
            (5, "Mean", vec!["Mean", "T", "type"]),
        ] {
            let column = block.lines().nth(line - 1).and_then(|text| text.find(at)).expect("the name");
            let names =
                found.iter().filter(|(_, place)| *place == (line, column)).map(|(name, _)| name.as_str());
            assert_eq!(names.collect::<BTreeSet<_>>(), expected.into_iter().collect(), "{at}");
        }
    }
}
