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

fn symbol(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let marker = &buffer.marker;
    let prefix = Literal::string("\"");
    let name = Literal::string(&format!("::{}\"", buffer.id));
    let line = |before: &str, after: &str| {
        let (before, after) = (Literal::string(before), Literal::string(after));
        quote!(::core::concat!(#before, #prefix, ::core::module_path!(), #name, #after))
    };
    let set = |bank: usize| line(".set ", &format!(", {{base{bank}}} + {{offset}}"));
    let base = |bank: usize| {
        let (base, name) = (format_ident!("base{bank}"), &context.block.banks[bank].name);
        quote!(#base = sym #name,)
    };
    let (sets, operands) = match buffers::only_bank(context, index) {
        Some(only) => {
            let (set, base) = (set(only), base(only));
            (quote!(#set,), base)
        }
        // Const evaluation chooses: its number is an operand, by which the assembler chooses the line.
        None => {
            let sets = buffer.banks.iter().map(|(bank, _)| {
                let (condition, set) = (Literal::string(&format!(".if {{bank}} == {bank}")), set(*bank));
                quote!(#condition, #set, ".endif",)
            });
            let bases = buffer.banks.iter().map(|(bank, _)| base(*bank));
            let number = buffers::bank(context, index);
            (quote!(#(#sets)*), quote!(#(#bases)* bank = const #number,))
        }
    };
    let kind = line(".type ", ", %object");
    let size = line(".size ", ", {bytes}");
    quote! {
        #[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")))]
        ::core::arch::global_asm!(
            #sets
            #kind,
            #size,
            #operands
            offset = const super::buf::#marker::OFFSET,
            bytes = const super::buf::#marker::BYTES,
        );
    }
}
