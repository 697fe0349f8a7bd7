//! The model as constants of `__arena`: names, banks and buffers as the kernel needs them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::Context;
use crate::figure::Figure;
use crate::ir::{BufferKind, Num};
use crate::{model, primitive};

/// Names, banks and buffers as the kernel needs them.
pub(super) fn consts(context: &Context<'_>) -> TokenStream {
    let block = context.block;
    let private = &context.private;
    let inner = context.vis(2);
    let (b, n, s) = (block.banks.len(), block.buffers.len(), block.steps.len());
    let bank_ids = block.banks.iter().map(|bank| &bank.id);
    let buffer_ids = block.buffers.iter().map(|buffer| &buffer.id);
    let step_ids = block.steps.iter().map(|step| &step.id);
    let banks = (0..b).map(|index| bank(context, index));
    let ranks = model::ranks(block);
    let mut lists = Lists::default();
    let buffers: Vec<TokenStream> =
        (0..n).map(|index| buffer(context, index, ranks[index], &mut lists)).collect();
    let types = context.native.is_none().then(|| {
        let types = block.buffers.iter().map(|buffer| {
            let marker = &buffer.marker;
            if buffer.kind == BufferKind::Staged {
                return quote!(#private::TypeBytes::of::<stored::#marker>());
            }
            quote!(#private::type_bytes::<super::buf::#marker>())
        });
        quote! {
            /// The size and alignment of each type, from rustc.
            const TYPES: &[#private::TypeBytes; #n] = &[#(#types),*];
        }
    });
    let lists = lists.consts();
    let shared = context.plans_shared().then(|| shared(context));
    // What many constants read is a reference: each `&` of an array is a constant of its own, copied and checked.
    quote! {
        #inner const BANK_IDS: [&str; #b] = [#(#bank_ids),*];
        #inner const BUFFER_IDS: &[&str; #n] = &[#(#buffer_ids),*];
        #inner const STEP_IDS: [&str; #s] = [#(#step_ids),*];
        #inner const BANKS: [#private::Bank; #b] = #private::banks([#(#banks),*], BUFFERS);
        #types
        #lists
        #inner const BUFFERS: &[#private::Buffer<'static>; #n] = &[#(#buffers),*];
        #shared
    }
}

/// The problem that const evaluation plans if there are steps in place: one buffer for each place.
fn shared(context: &Context<'_>) -> TokenStream {
    let (private, inner) = (&context.private, context.vis(2));
    let (heads, place_of) = (context.places.heads(), context.places.of());
    let ids = context.places.ids(context.block);
    let (n, m) = (place_of.len(), heads.len());
    quote! {
        /// The index of each buffer's place.
        #inner const PLACE_OF: [usize; #n] = [#(#place_of),*];
        const SHARED_IDS: [&str; #m] = [#(#ids),*];
        const SHARED: [#private::Buffer<'static>; #m] = #private::merge(BUFFERS, &PLACE_OF, [#(#heads),*]);
    }
}

/// The lists of allowed banks, each once: for rustc, every `&[…]` in an expression is a separate constant.
#[derive(Default)]
struct Lists(Vec<Vec<u16>>);

impl Lists {
    /// The name of a list.
    fn name(&mut self, list: Vec<u16>) -> Ident {
        let known = self.0.iter().position(|known| *known == list);
        let index = known.unwrap_or_else(|| {
            self.0.push(list);
            self.0.len() - 1
        });
        format_ident!("ALLOWED_{index}")
    }

    fn consts(&self) -> TokenStream {
        let constant = |(index, list): (usize, &Vec<u16>)| {
            let name = format_ident!("ALLOWED_{index}");
            quote!(const #name: &[u16] = &[#(#list),*];)
        };
        self.0.iter().enumerate().map(constant).collect()
    }
}

/// The model of a bank; the read-only ones follow the others.
pub(super) fn bank(context: &Context<'_>, index: usize) -> TokenStream {
    let (private, block) = (&context.private, context.block);
    let bank = match block.banks.get(index) {
        Some(bank) => bank,
        None => &block.read_only[index - block.banks.len()],
    };
    let figures = &bank.figures;
    let read = |(figure, number): (Figure, &Num)| {
        let value = read(context, figure, number, index);
        if !number.per_cent {
            return value;
        }
        let capacity = figures.get(Figure::BankCapacity);
        let capacity = capacity.map(|capacity| self::read(context, Figure::BankCapacity, capacity, index));
        quote!(#private::reserve_percent(#capacity, #value))
    };
    let capacity = figures.get(Figure::BankCapacity).map(|number| read((Figure::BankCapacity, number)));
    // Without a capacity there is an error, and this is never evaluated.
    let capacity = capacity.unwrap_or_else(|| quote!(0));
    let calls = figures.iter().filter_map(|(figure, number)| call(figure, || read((figure, number))));
    let reach = (!bank.dma).then(|| quote!(.without_dma()));
    quote!(#private::Bank::new(#capacity) #(#calls)* #reach)
}

fn buffer(context: &Context<'_>, index: usize, rank: u32, lists: &mut Lists) -> TokenStream {
    let private = &context.private;
    let buffer = &context.block.buffers[index];
    let (first, last) = (model::step(buffer.first), model::step(buffer.last));
    let banks = lists.name(model::bank_list(buffer));
    let model = match context.native(index) {
        Some(native) => {
            let (size, align) = (native.size, native.align);
            quote!(#private::planned(#size, #align, #first, #last, #banks, #rank))
        }
        None => {
            let mut model = quote!(#private::buffer(TYPES[#index], #first, #last, #banks, #rank));
            if let Some(natural) = primitive::natural_align(&buffer.ty).filter(|_| buffer.spelled_plain) {
                // The alignment of a primitive differs between targets; that of its slot does not. If the name
                // belongs to another type, rustc's alignment is used.
                model = quote!(#private::at_least(#model, #natural));
            }
            if let Some(asked) = buffer.figures.get(Figure::BufferAlign) {
                let asked = read(context, Figure::BufferAlign, asked, index);
                model = quote!(#private::at_least(#model, #asked));
            }
            model
        }
    };
    let figures = buffer.figures.iter();
    let calls = figures.filter_map(|(figure, number)| call(figure, || read(context, figure, number, index)));
    let kind = match buffer.kind {
        BufferKind::Persistent => Some(quote!(.with_kind(#private::BufferKind::Persistent))),
        BufferKind::Staged => Some(quote!(.with_kind(#private::BufferKind::Staged))),
        BufferKind::Buffer | BufferKind::Constant => None,
    };
    let detached = buffer.detached.map(|_| quote!(.with_detached()));
    let dma = buffer.dma.map(|_| {
        let line = line(context, index);
        quote!(.with_dma(#line))
    });
    quote!(#model #(#calls)* #kind #detached #dma)
}

/// The largest cache line of the banks that a buffer may be in.
fn line(context: &Context<'_>, index: usize) -> TokenStream {
    let (private, block) = (&context.private, context.block);
    let lines = block.buffers[index]
        .banks
        .iter()
        .filter_map(|(bank, _)| Some((*bank, block.banks[*bank].figures.get(Figure::BankCacheLine)?)));
    let lines: Vec<(usize, &Num)> = lines.collect();
    match lines.iter().map(|(_, line)| line.value).collect::<Option<Vec<u64>>>() {
        Some(known) => known.into_iter().max().unwrap_or(1).into_token_stream(),
        None => {
            let lines = lines.iter().map(|(bank, line)| read(context, Figure::BankCacheLine, line, *bank));
            quote!(#private::largest_line(&[#(#lines),*]))
        }
    }
}

/// The call of the model's method for a figure.
fn call(figure: Figure, value: impl FnOnce() -> TokenStream) -> Option<TokenStream> {
    let method = Ident::new(figure.method()?, Span::call_site());
    let value = value();
    Some(quote!(.#method(#value)))
}

/// Numbers whose value only rustc knows, with the name of the marker type that carries each.
pub(super) fn numbers(context: &Context<'_>) -> Vec<(Ident, TokenStream)> {
    let block = context.block;
    let banks = block.banks.iter().chain(&block.read_only).map(|bank| &bank.figures).enumerate();
    let buffers = block.buffers.iter().map(|buffer| &buffer.figures).enumerate();
    let mut numbers = Vec::new();
    for (index, figures) in banks.chain(buffers) {
        for (figure, number) in figures.iter().filter(|(_, number)| number.value.is_none()) {
            numbers.push((marker(figure, index), number.tokens.clone()));
        }
    }
    numbers
}

fn marker(figure: Figure, index: usize) -> Ident {
    format_ident!("{figure:?}{index}")
}

/// The expression that reads a number inside `__arena`, as `u64`.
pub(super) fn read(context: &Context<'_>, figure: Figure, number: &Num, index: usize) -> TokenStream {
    let private = &context.private;
    if let Some(value) = number.value {
        return quote!(#value);
    }
    let marker = marker(figure, index);
    quote!(#private::to_u64(<number::#marker as #private::Constant>::VALUE))
}
