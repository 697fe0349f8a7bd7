//! Sizes that the macro knows: integer and float primitives of a fixed width, and arrays of them.
//!
//! The sizes of `usize`, `bool`, `char`, pointers and everything else are left to rustc.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{Expr, Type};

use crate::eval::Consts;
use crate::ir::KnownSize;
use crate::primitive::{peel, primitive_name, width};

/// The largest size, capacity, alignment or offset: 2^63 - 1.
pub(crate) const LARGEST: u64 = i64::MAX.unsigned_abs();

/// What the macro knows about the size of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    /// rustc decides.
    Unknown,
    Known(KnownSize),
    /// No bytes, whatever the elements are.
    Zero,
    /// More than [`LARGEST`] bytes: at least this many.
    TooLarge(u128),
}

/// Measures a type as it is spelled. A user type that shadows a primitive is detected later by a check in rustc.
pub(crate) fn measure(ty: &Type, consts: &Consts) -> Measure {
    match peel(ty) {
        Type::Array(array) => {
            let length = consts.usize(&array.len);
            if length == Some(0) {
                return Measure::Zero;
            }
            match (measure(&array.elem, consts), length) {
                (Measure::Known(element), Some(length)) => {
                    let bytes = u128::from(element.bytes) * u128::from(length);
                    match u64::try_from(bytes) {
                        Ok(small) if small <= LARGEST => {
                            Measure::Known(KnownSize { bytes: small, ..element })
                        }
                        _ => Measure::TooLarge(bytes),
                    }
                }
                (Measure::Known(_), None) => Measure::Unknown,
                (other, _) => other,
            }
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => Measure::Zero,
        other => primitive_name(other).and_then(|name| width(&name)).map_or(Measure::Unknown, |bytes| {
            // The natural alignment of a primitive is its size, at most 16.
            Measure::Known(KnownSize { bytes, align: bytes.min(16) })
        }),
    }
}

/// A primitive or an array of primitives, in tokens that mean the same in every scope; `None` for other types and for
/// lengths that the macro cannot compute. `private` is the path of the facade's private module.
pub(crate) fn concrete(ty: &Type, consts: &Consts, private: &TokenStream) -> Option<TokenStream> {
    match peel(ty) {
        Type::Array(array) => {
            let element = concrete(&array.elem, consts, private)?;
            let length = Literal::u64_unsuffixed(consts.usize(&array.len)?);
            Some(quote!([#element; #length]))
        }
        other => {
            let word = |name: &str| matches!(name, "usize" | "isize" | "bool" | "char");
            let name = primitive_name(other).filter(|name| width(name).is_some() || word(name))?;
            let name = Ident::new(&name, Span::call_site());
            Some(quote!(#private::#name))
        }
    }
}

/// Whether a type is spelled as an integer or float primitive or an array of these, of any length.
pub(crate) fn spelled_plain(ty: &Type) -> bool {
    match peel(ty) {
        Type::Array(array) => spelled_plain(&array.elem),
        other => primitive_name(other)
            .is_some_and(|name| width(&name).is_some() || matches!(name.as_str(), "usize" | "isize")),
    }
}

/// Why, judging by its syntax, a type cannot be that of a buffer, and the wrong part of it.
pub(crate) fn refusal(ty: &Type) -> Option<(&Type, &'static str)> {
    match peel(ty) {
        found @ Type::Infer(_) => Some((found, "`_` is not a type of known size: write the type")),
        found @ Type::ImplTrait(_) => Some((
            found,
            "`impl Trait` does not name a type: write the type, or keep the value outside the plan",
        )),
        found @ Type::TraitObject(_) => {
            Some((found, "a trait object has no size known at compile time: write the type itself"))
        }
        found @ Type::Slice(_) => {
            Some((found, "a slice has no size known at compile time: write an array, `[T; LENGTH]`"))
        }
        found @ Type::Never(_) => {
            Some((found, "`!` has no values, so a buffer of it could never be written"))
        }
        found @ Type::Path(_) if primitive_name(found).as_deref() == Some("Self") => {
            Some((found, "there is no `Self` type here: write the type"))
        }
        found @ Type::Reference(reference) if !is_static(reference) => Some((
            found,
            "a reference would have to outlive the program: a buffer holds its bytes itself, write an array, `[T; LENGTH]`",
        )),
        found @ Type::Path(_) if primitive_name(found).as_deref() == Some("str") => {
            Some((found, "`str` has no size known at compile time: write an array of bytes, `[u8; LENGTH]`"))
        }
        Type::Array(array) => match &array.len {
            Expr::Infer(_) => Some((ty, "`_` is not a length: write the length")),
            _ => refusal(&array.elem),
        },
        Type::Tuple(tuple) => tuple.elems.iter().find_map(refusal),
        Type::Path(path) => path.path.segments.iter().find_map(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| {
                // Unsized arguments may be valid (`Box<str>`), but nothing in an item is inferred.
                match argument {
                    syn::GenericArgument::Type(ty) => refusal(ty).filter(|(part, _)| is_refused_inside(part)),
                    _ => None,
                }
            }),
            _ => None,
        }),
        _ => None,
    }
}

/// `&'static T` is a type like any other.
fn is_static(reference: &syn::TypeReference) -> bool {
    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
}

/// What cannot be the argument of another type either.
fn is_refused_inside(ty: &Type) -> bool {
    match peel(ty) {
        Type::Infer(_) | Type::ImplTrait(_) | Type::Reference(_) => true,
        other => primitive_name(other).as_deref() == Some("Self"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Measure, measure, refusal, spelled_plain};
    use crate::eval::Consts;
    use crate::ir::KnownSize;

    fn of(source: &str) -> Measure {
        measure(&syn::parse_str(source).expect("type"), &Consts::new(&[]))
    }

    fn known(bytes: u64, align: u64) -> Measure {
        Measure::Known(KnownSize { bytes, align })
    }

    #[test]
    fn measures_primitives_and_arrays() {
        assert_eq!(of("u8"), known(1, 1));
        assert_eq!(of("f64"), known(8, 8));
        assert_eq!(of("[i128; 3]"), known(48, 16));
        assert_eq!(of("[[f32; 12]; 4 * 2]"), known(384, 4));
        assert_eq!(of("([(u16); 5])"), known(10, 2));
        for ty in [
            "usize",
            "isize",
            "bool",
            "char",
            "*const u8",
            "&'static u8",
            "Own",
            "core::primitive::u8",
            "[u8; N]",
        ] {
            assert_eq!(of(ty), Measure::Unknown, "{ty}");
        }
    }

    #[test]
    fn measures_unknown_and_too_large_types() {
        assert_eq!(of("()"), Measure::Zero);
        assert_eq!(of("[Own; 0]"), Measure::Zero);
        assert_eq!(of("[[u8; 0]; N]"), Measure::Zero);
        assert_eq!(of("[u8; 9223372036854775807]"), known(9_223_372_036_854_775_807, 1));
        assert_eq!(of("[u8; 9223372036854775808]"), Measure::TooLarge(1 << 63));
        assert_eq!(of("[[u64; 1 << 59]; 2]"), Measure::TooLarge(1 << 63));
        assert_eq!(of("[[u64; 1 << 60]; 2]"), Measure::TooLarge(1 << 63));
    }

    #[test]
    fn plain_is_judged_by_spelling() {
        for (ty, plain) in
            [("[[usize; N]; 2]", true), ("i8", true), ("[f64; FRAME]", true), ("[bool; 2]", false)]
        {
            assert_eq!(spelled_plain(&syn::parse_str(ty).expect("type")), plain, "{ty}");
        }
        assert!(!spelled_plain(&syn::parse_str("(u8, u8)").expect("type")));
    }

    #[test]
    fn unsized_arguments_are_not_rejected() {
        for ty in ["Box<str>", "&'static [u8]", "Vec<Box<dyn Fn()>, 4>", "fn(u8) -> !", "[Own; 3]"] {
            assert!(refusal(&syn::parse_str(ty).expect("type")).is_none(), "{ty}");
        }
        for ty in ["Vec<_, 4>", "[_; 4]", "(u8, _)", "[[u8]; 2]", "Option<impl Fn()>"] {
            assert!(refusal(&syn::parse_str(ty).expect("type")).is_some(), "{ty}");
        }
    }
}
