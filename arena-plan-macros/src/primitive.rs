//! Primitive types by their spelling: names, widths and natural alignments.

use syn::Type;

/// The name of a type that is one word, such as `u8`.
pub(crate) fn primitive_name(ty: &Type) -> Option<String> {
    match peel(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// A type without parentheses and without the invisible group that a `$t:ty` of `macro_rules!` arrives in.
pub(crate) fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peel(&group.elem),
        Type::Paren(paren) => peel(&paren.elem),
        other => other,
    }
}

/// Natural alignment of a fixed-width primitive or an array of these, of any length: the element's size, at
/// most 16, on every target.
pub(crate) fn natural_align(ty: &Type) -> Option<u64> {
    match peel(ty) {
        Type::Array(array) => natural_align(&array.elem),
        other => primitive_name(other).and_then(|name| width(&name)).map(|bytes| bytes.min(16)),
    }
}

/// Size of a number type that has the same width on every target.
pub(crate) fn width(name: &str) -> Option<u64> {
    Some(match name {
        "u8" | "i8" => 1,
        "u16" | "i16" => 2,
        "u32" | "i32" | "f32" => 4,
        "u64" | "i64" | "f64" => 8,
        "u128" | "i128" => 16,
        _ => return None,
    })
}
