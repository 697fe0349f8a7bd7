//! A local symbol for each buffer, for debuggers, map files and `nm`. Costs no byte.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, buffers};
use crate::plan::Layout;

/// Assembly that gives each buffer the symbol `crate::plan::memory::buffer`. It has to stand in the module of the
/// banks' statics: only then does the compiler put both into one object file, and an assembler can add an offset to
/// what it assembles itself, but not to a symbol of another file. The symbols are local, because two versions of a
/// crate in one program would have the same names.
pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    if matches!(context.layout, Layout::Failed) {
        return TokenStream::new();
    }
    let symbols = (0..context.block.buffers.len()).map(|index| symbol(context, index));
    quote!(#(#symbols)*)
}

/// A module's path leaves out functions, so that plans of one name in two functions of a module ask for the same
/// symbols: the first has them, later ones get the line of their block behind the name. Which is which the
/// assembler knows by a mark of its own, a name that it does not write to the file.
fn symbol(context: &Context<'_>, index: usize) -> TokenStream {
    let marker = &context.block.buffers[index].marker;
    let id = &context.block.buffers[index].id;
    let mark = |before: &str, after: &str| {
        let (before, name) = (format!("{before} \".L"), format!("::{id}\"{after}"));
        let (before, name) = (Literal::string(&before), Literal::string(&name));
        quote!(::core::concat!(#before, ::core::module_path!(), #name))
    };
    let (unless, set) = (mark(".ifndef", ""), mark(".set", ", 1"));
    let dot = Literal::string(".");
    let first = definition(context, index, &TokenStream::new());
    let later = definition(context, index, &quote!(#dot, ::core::line!(),));
    let operands = operands(context, index);
    quote! {
        #[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")))]
        ::core::arch::global_asm!(
            #unless,
            #set,
            #first
            ".else",
            #later
            ".endif",
            #operands
            offset = const super::buf::#marker::OFFSET,
            bytes = const super::buf::#marker::BYTES,
        );
    }
}

/// The lines that define the symbol; `suffix` goes to the end of its name.
fn definition(context: &Context<'_>, index: usize, suffix: &TokenStream) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let line = |before: &str, after: &str| {
        let before = Literal::string(&format!("{before} \""));
        let name = Literal::string(&format!("::{}", buffer.id));
        let after = Literal::string(&format!("\", {after}"));
        quote!(::core::concat!(#before, ::core::module_path!(), #name, #suffix #after))
    };
    let set = |bank: usize| line(".set", &format!("{{base{bank}}} + {{offset}}"));
    let sets = match buffers::only_bank(context, index) {
        Some(only) => {
            let set = set(only);
            quote!(#set,)
        }
        // Const evaluation chooses: its number is an operand, by which the assembler chooses the line.
        None => {
            let sets = buffer.banks.iter().map(|(bank, _)| {
                let (condition, set) = (Literal::string(&format!(".if {{bank}} == {bank}")), set(*bank));
                quote!(#condition, #set, ".endif",)
            });
            quote!(#(#sets)*)
        }
    };
    let (kind, size) = (line(".type", "%object"), line(".size", "{bytes}"));
    quote!(#sets #kind, #size,)
}

/// The banks that the buffer may lie in and, where const evaluation chooses, the number of the one that it lies in.
fn operands(context: &Context<'_>, index: usize) -> TokenStream {
    let base = |bank: usize| {
        let (base, name) = (format_ident!("base{bank}"), &context.block.banks[bank].name);
        quote!(#base = sym #name,)
    };
    if let Some(only) = buffers::only_bank(context, index) {
        return base(only);
    }
    let bases = context.block.buffers[index].banks.iter().map(|(bank, _)| base(*bank));
    let number = buffers::bank(context, index);
    quote!(#(#bases)* bank = const #number,)
}
