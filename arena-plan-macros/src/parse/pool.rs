//! `mod NAME for PLAN, PLAN;`, or `{ section: "…" }` in place of the semicolon: what `arena_pool!` takes.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Path, Token, Visibility, token};

use super::bank::section;
use super::word::{self, unexpected};
use crate::ast::{Pool, Tenant};
use crate::errors::{Errors, Mistake, Result};

/// The whole declaration, for messages.
const FORM: &str = "mod NAME for PLAN, PLAN;";

/// Reads a pool; `None` if not even its name is there.
pub(crate) fn pool(tokens: TokenStream, errors: &mut Errors) -> Option<Pool> {
    if tokens.is_empty() {
        let message = format!("the pool is empty: write `arena_pool! {{ {FORM} }}`");
        errors.at(Code::Syntax, Span::call_site(), message);
        return None;
    }
    let mut pool = None;
    let outcome = (|input: ParseStream| {
        let read = head(input, errors).and_then(|read| {
            let read = pool.insert(read);
            rest(read, input, errors)
        });
        if let Err(mistake) = read {
            errors.add(mistake);
        }
        while !input.is_empty() {
            input.parse::<TokenTree>()?;
        }
        Ok(())
    })
    .parse2(tokens);
    // syn also reports what a mistake left unread; the mistake has already been reported.
    match outcome {
        Err(error) if errors.is_empty() => errors.add(error),
        _ => {}
    }
    pool
}

/// Attributes, visibility and name.
fn head(input: ParseStream, errors: &mut Errors) -> Result<Pool> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    if input.peek(Token![mod]) {
        input.parse::<Token![mod]>()?;
    } else if input.peek2(syn::Ident::peek_any) && input.peek3(Token![for])
        || input.peek2(Token![mod]) && input.peek3(syn::Ident)
    {
        // Another word before the name, or before `mod`.
        errors.add(unexpected(input, &format!("`{FORM}`")));
        input.parse::<TokenTree>()?;
        input.parse::<Option<Token![mod]>>()?;
    } else if input.peek(syn::Ident) && input.peek2(Token![for]) {
        // The rest of the program names the module.
        let message = format!("`mod` is missing: write `{FORM}`");
        errors.at(Code::Syntax, input.span(), message);
    } else {
        return Err(unexpected(input, &format!("`{FORM}`")));
    }
    let name = word::name(input, "the name of the pool's module")?;
    Ok(Pool { attrs, vis, name, tenants: Vec::new(), section: None })
}

/// The plans, and the end.
fn rest(pool: &mut Pool, input: ParseStream, errors: &mut Errors) -> Result<()> {
    let name = pool.name.clone();
    if !input.peek(Token![for]) {
        return Err(unexpected(input, &format!("`for PLAN, PLAN;` after `mod {name}`")));
    }
    input.parse::<Token![for]>()?;
    loop {
        if input.is_empty() || input.peek(Token![;]) || input.peek(token::Brace) {
            break;
        }
        let tenant = tenant(input)?;
        let text = spelled(&tenant.path);
        if pool.tenants.iter().any(|other| spelled(&other.path) == text && other.attrs == tenant.attrs) {
            let message = format!("plan `{text}` is listed twice: remove one");
            errors.on(Code::DuplicateId, &tenant.path, message);
        } else {
            pool.tenants.push(tenant);
        }
        if !input.peek(Token![,]) {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    if pool.tenants.is_empty() {
        return Err(unexpected(
            input,
            &format!("the plans that use the memory in turn after `mod {name} for`"),
        ));
    }
    if input.peek(token::Brace) {
        let content = super::braces(input)?;
        fields(pool, &content)?;
        if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
        }
    } else if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
    } else {
        return Err(unexpected(input, "`,` and another plan, or `;`"));
    }
    if !input.is_empty() {
        let message = "one call declares one pool: write a second `arena_pool!` for the rest";
        return Err(Mistake::at(Code::Syntax, input.span(), message));
    }
    Ok(())
}

fn tenant(input: ParseStream) -> Result<Tenant> {
    let attrs = input.call(Attribute::parse_outer)?;
    if let Some(attr) = attrs.iter().find(|attr| !attr.path().is_ident("cfg")) {
        let message = "only `cfg` is allowed in the list of a pool's plans";
        return Err(Mistake::on(Code::UnknownWord, attr, message));
    }
    if !input.peek(syn::Ident) && !input.peek(Token![::]) && !path_word(input) {
        return Err(unexpected(input, "the path of a plan's module"));
    }
    let path = input.call(Path::parse_mod_style).map_err(|error| {
        Mistake::at(Code::Syntax, error.span(), "expected the path of a plan's module: names and `::`")
    })?;
    Ok(Tenant { attrs, path })
}

/// Whether a keyword follows that may begin a path.
fn path_word(input: ParseStream) -> bool {
    word::peek(input).is_some_and(|word| ["self", "super", "crate"].iter().any(|keyword| word == keyword))
}

/// What is in the braces: the section.
fn fields(pool: &mut Pool, input: ParseStream) -> Result<()> {
    while !input.is_empty() {
        if word::peek(input).is_none() {
            return Err(unexpected(input, "`section: \"…\"`"));
        }
        let field: Ident = word::take(input)?;
        if field != "section" {
            let why = match field.to_string().as_str() {
                "capacity" | "size" | "bytes" => {
                    ": it is as large as the largest of its plans needs, and each plan's bank has a capacity"
                }
                "align" | "cache_line" => ": it is aligned as its plans' banks need",
                _ => ": the only one is `section`",
            };
            let message = format!("pool `{}` has no field `{field}`{why}", pool.name);
            return Err(Mistake::at(Code::UnknownField, field.span(), message));
        }
        if !input.peek(Token![:]) {
            return Err(unexpected(input, "`:` after `section`"));
        }
        input.parse::<Token![:]>()?;
        if pool.section.replace(section(input)?).is_some() {
            let message = format!("pool `{}` has two fields `section`: remove one", pool.name);
            return Err(Mistake::at(Code::DuplicateField, field.span(), message));
        }
        if !input.is_empty() {
            if !input.peek(Token![,]) {
                return Err(unexpected(input, "`,` or `}`"));
            }
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

/// A path as it is written, without spaces.
pub(crate) fn spelled(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
