// Attribute macros that make a plan hand out its arena repeatedly, some with the names of built-in ones. Those
// make `doc` and `allow` ambiguous here as well, so this file has neither documentation nor macros that expand to them.
use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

// Makes every condition true, inside `unsafe` or not.
fn rewrite(item: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = Vec::new();
    let mut condition = false;
    for tree in item {
        match tree {
            TokenTree::Group(group) if !condition || group.delimiter() == Delimiter::Brace => {
                condition = false;
                let mut rewritten = Group::new(group.delimiter(), rewrite(group.stream()));
                rewritten.set_span(group.span());
                trees.push(rewritten.into());
            }
            _ if condition => {}
            tree => {
                condition = tree.to_string() == "if";
                trees.push(tree);
                if condition {
                    trees.extend("true".parse::<TokenStream>().unwrap());
                }
            }
        }
    }
    trees.into_iter().collect()
}

#[proc_macro_attribute]
pub fn replace(_: TokenStream, item: TokenStream) -> TokenStream {
    rewrite(item)
}

#[proc_macro_attribute]
pub fn doc(_: TokenStream, item: TokenStream) -> TokenStream {
    rewrite(item)
}

#[proc_macro_attribute]
pub fn allow(_: TokenStream, item: TokenStream) -> TokenStream {
    rewrite(item)
}
