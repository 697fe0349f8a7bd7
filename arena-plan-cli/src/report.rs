//! Diagnostics on standard error, in the style of rustc.

use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use arena_plan_core::json;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem;

/// One error and, if it is about a file, its position.
pub(crate) struct Report {
    code: Option<Code>,
    message: String,
    help: Option<String>,
    excerpt: Option<Excerpt>,
}

/// The file that an error is about, and the position in it.
struct Excerpt {
    name: String,
    text: String,
    span: Range<usize>,
    related: Option<(Range<usize>, &'static str)>,
}

impl Report {
    /// An error without a position.
    pub(crate) fn error(code: Code, message: impl Into<String>) -> Self {
        Self { code: Some(code), message: message.into(), help: None, excerpt: None }
    }

    /// A failure reported by the operating system.
    pub(crate) fn failed(message: String) -> Self {
        Self { code: None, message, help: None, excerpt: None }
    }

    /// An error about a value that is not in a file.
    pub(crate) fn of(error: problem::Error) -> Self {
        Self { code: Some(error.code), message: error.message, help: error.help, excerpt: None }
    }

    /// An error in a model, which has byte offsets instead of lines.
    pub(crate) fn in_model(name: &str, error: arena_plan_models::Error) -> Self {
        let message = format!("{name}: {error}");
        Self { code: Some(error.code), message, help: error.help, excerpt: None }
    }

    /// An error at a position in a file.
    pub(crate) fn in_file(name: &str, bytes: &[u8], error: json::Error) -> Self {
        // Only in a file that is not UTF-8, the position is a byte that is replaced with three others.
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut span = error.span.bytes;
        while !text.is_char_boundary(span.end) {
            span.end += 1;
        }
        let related = error.related.map(|related| (related.0.bytes, related.1));
        let excerpt = Some(Excerpt { name: name.to_owned(), text, span, related });
        Self { code: Some(error.code), message: error.message, help: error.help, excerpt }
    }

    /// The same error with a suggestion.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn render(&self, renderer: &Renderer) -> String {
        // The first line is the title; the rest is a list or a separate sentence.
        let (first, rest) = self.message.split_once('\n').unwrap_or((&self.message, ""));
        let mut title = Level::ERROR.primary_title(first);
        if let Some(code) = self.code {
            title = title.id(code.as_str());
        }
        let mut group = match &self.excerpt {
            None => Group::with_title(title),
            Some(excerpt) => title.element(excerpt.snippet()),
        };
        // With an excerpt, the help goes into its margin, otherwise after the rest of the message.
        let (beside, behind) = if self.excerpt.is_some() { (&self.help, &None) } else { (&None, &self.help) };
        if let Some(help) = beside {
            group = group.element(Level::HELP.message(&**help));
        }
        let mut text = renderer.render(&[group]);
        for line in rest.lines() {
            text.push_str("\n       ");
            text.push_str(line);
        }
        if let Some(help) = behind {
            text.push_str("\n  = help: ");
            text.push_str(help);
        }
        text
    }
}

impl Excerpt {
    fn snippet(&self) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        let snippet = Snippet::source(&*self.text)
            .path(&*self.name)
            .annotation(AnnotationKind::Primary.span(self.span.clone()));
        match &self.related {
            None => snippet,
            Some((span, label)) => {
                snippet.annotation(AnnotationKind::Context.span(span.clone()).label(*label))
            }
        }
    }
}

/// Whether the terminal says that it does not support escape sequences.
pub(crate) fn dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|value| value == "dumb")
}

/// Prints reports, with colours on a terminal that supports them, unless `NO_COLOR` is set.
pub(crate) fn print(reports: &[Report]) {
    let mut stderr = io::stderr().lock();
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = stderr.is_terminal() && !no_colour && !dumb_terminal();
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    for report in reports {
        // There is nowhere to report that standard error is closed.
        let _ = writeln!(stderr, "{}", report.render(&renderer));
    }
}
