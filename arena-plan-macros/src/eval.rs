//! Integer expressions that the macro can compute: literals, constants of the block, arithmetic.
//!
//! What it cannot compute, or what rustc would reject, has no value here: the expression is then left to rustc.

use std::collections::BTreeMap;

use syn::ext::IdentExt;
use syn::{BinOp, Block, Expr, Lit, Path, Stmt, Type, UnOp};

use crate::ir::Constant;

/// An integer primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Int {
    name: &'static str,
    bits: u32,
    signed: bool,
}

/// `usize` counts as 64 bits: rustc rejects a value that is too large for the target.
const INTS: [Int; 12] = [
    Int { name: "u8", bits: 8, signed: false },
    Int { name: "u16", bits: 16, signed: false },
    Int { name: "u32", bits: 32, signed: false },
    Int { name: "u64", bits: 64, signed: false },
    Int { name: "u128", bits: 128, signed: false },
    Int { name: "usize", bits: 64, signed: false },
    Int { name: "i8", bits: 8, signed: true },
    Int { name: "i16", bits: 16, signed: true },
    Int { name: "i32", bits: 32, signed: true },
    Int { name: "i64", bits: 64, signed: true },
    Int { name: "i128", bits: 128, signed: true },
    Int { name: "isize", bits: 64, signed: true },
];
const USIZE: Int = INTS[5];
const I32: Int = INTS[8];

impl Int {
    fn named(name: &str) -> Option<Self> {
        INTS.into_iter().find(|int| int.name == name)
    }

    fn of(ty: &Type) -> Option<Self> {
        Self::named(&crate::primitive::primitive_name(ty)?)
    }

    /// `u128` is limited to the range of `i128`.
    fn holds(self, value: i128) -> bool {
        match (self.signed, self.bits) {
            (true, 128) => true,
            (true, bits) => (-(1_i128 << (bits - 1))..1_i128 << (bits - 1)).contains(&value),
            (false, 128) => value >= 0,
            (false, bits) => (0..1_i128 << bits).contains(&value),
        }
    }
}

/// Whether `name` is an integer primitive.
pub(crate) fn is_integer(name: &str) -> bool {
    Int::named(name).is_some()
}

/// Constants of a block whose values the macro could compute.
pub(crate) struct Consts {
    values: BTreeMap<String, (Int, i128)>,
}

impl Consts {
    /// Constants may be in any order, as in Rust; one that depends on itself has no value.
    pub(crate) fn new(constants: &[Constant]) -> Self {
        let mut consts = Self { values: BTreeMap::new() };
        loop {
            let before = consts.values.len();
            for constant in constants {
                let name = constant.name.unraw().to_string();
                let Some(int) = Int::of(&constant.ty) else { continue };
                if !consts.values.contains_key(&name) {
                    if let Some(value) = consts.eval(&constant.expr, int) {
                        consts.values.insert(name, (int, value));
                    }
                }
            }
            if consts.values.len() == before {
                return consts;
            }
        }
    }

    /// The value of an expression whose type is `usize`.
    pub(crate) fn usize(&self, expr: &Expr) -> Option<u64> {
        u64::try_from(self.eval(expr, USIZE)?).ok()
    }

    fn eval(&self, expr: &Expr, int: Int) -> Option<i128> {
        let value = match expr {
            Expr::Group(group) => self.eval(&group.expr, int),
            Expr::Paren(paren) => self.eval(&paren.expr, int),
            Expr::Block(block) => self.eval(single(&block.block)?, int),
            Expr::Const(block) => self.eval(single(&block.block)?, int),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(lit) if lit.suffix().is_empty() || lit.suffix() == int.name => {
                    lit.base10_parse().ok()
                }
                Lit::Byte(lit) if int.name == "u8" => Some(i128::from(lit.value())),
                _ => None,
            },
            Expr::Path(path) if path.qself.is_none() => {
                self.constant(&path.path).filter(|(of, _)| *of == int).map(|(_, value)| value)
            }
            Expr::Unary(unary) if int.signed && matches!(unary.op, UnOp::Neg(_)) => {
                self.eval(&unary.expr, int)?.checked_neg()
            }
            Expr::Cast(cast) => {
                let from = self.infer(&cast.expr).unwrap_or(I32);
                Int::of(&cast.ty).filter(|to| *to == int).and_then(|_| self.eval(&cast.expr, from))
            }
            Expr::Binary(binary) => {
                let left = self.eval(&binary.left, int)?;
                let right_type = match binary.op {
                    BinOp::Shl(_) | BinOp::Shr(_) => self.infer(&binary.right).unwrap_or(I32),
                    _ => int,
                };
                let right = self.eval(&binary.right, right_type)?;
                let count = || u32::try_from(right).ok().filter(|count| *count < int.bits.min(127));
                match binary.op {
                    BinOp::Add(_) => left.checked_add(right),
                    BinOp::Sub(_) => left.checked_sub(right),
                    BinOp::Mul(_) => left.checked_mul(right),
                    BinOp::Div(_) => left.checked_div(right),
                    BinOp::Rem(_) => left.checked_rem(right),
                    // A shift that loses bits has no value.
                    BinOp::Shl(_) => left.checked_mul(1_i128 << count()?),
                    BinOp::Shr(_) => Some(left >> count()?),
                    _ => None,
                }
            }
            _ => None,
        };
        value.filter(|value| int.holds(*value))
    }

    /// The type of an expression by itself; `None` for bare literals, which can have any.
    fn infer(&self, expr: &Expr) -> Option<Int> {
        match expr {
            Expr::Group(group) => self.infer(&group.expr),
            Expr::Paren(paren) => self.infer(&paren.expr),
            Expr::Unary(unary) => self.infer(&unary.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(lit) => Int::named(lit.suffix()),
                Lit::Byte(_) => Int::named("u8"),
                _ => None,
            },
            Expr::Path(path) if path.qself.is_none() => self.constant(&path.path).map(|(int, _)| int),
            Expr::Cast(cast) => Int::of(&cast.ty),
            Expr::Binary(binary) => match binary.op {
                BinOp::Shl(_) | BinOp::Shr(_) => self.infer(&binary.left),
                _ => self.infer(&binary.left).or_else(|| self.infer(&binary.right)),
            },
            _ => None,
        }
    }

    fn constant(&self, path: &Path) -> Option<(Int, i128)> {
        self.values.get(&path.get_ident()?.unraw().to_string()).copied()
    }
}

fn single(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Consts;
    use crate::ir::Constant;

    fn constants(source: &str) -> Vec<Constant> {
        let file = syn::parse_file(source).expect("constants");
        let items = file.items.into_iter().map(|item| match item {
            syn::Item::Const(item) => {
                Constant { attrs: item.attrs, name: item.ident, ty: *item.ty, expr: *item.expr }
            }
            _ => panic!("not a constant"),
        });
        items.collect()
    }

    fn usize(constants_source: &str, expr: &str) -> Option<u64> {
        Consts::new(&constants(constants_source)).usize(&syn::parse_str(expr).expect("expression"))
    }

    #[test]
    fn arithmetic_follows_rust() {
        assert_eq!(usize("", "512 / 2 + 1"), Some(257));
        assert_eq!(usize("", "(7 - 2) * 3 % 4"), Some(3));
        assert_eq!(usize("", "1 << 10 >> 2"), Some(256));
        assert_eq!(usize("", "{ 0x20_usize }"), Some(32));
        assert_eq!(usize("", "3 - 4"), None);
        assert_eq!(usize("", "1 / 0"), None);
        assert_eq!(usize("", "1 << 64"), None);
        assert_eq!(usize("", "3 << 63"), None);
        assert_eq!(usize("", "18446744073709551615 + 1"), None);
        assert_eq!(usize("", "18446744073709551615"), Some(u64::MAX));
        assert_eq!(usize("", "f(3)"), None);
        assert_eq!(usize("", "4u32"), None);
    }

    #[test]
    fn constants_in_any_order_and_of_their_own_type() {
        let source =
            "const A: usize = B * 2; const B: usize = 21; const BAD: u8 = 256; const LOOP: usize = LOOP + 1;
            const SMALL: u16 = 300; const OFF: i8 = -3;";
        assert_eq!(usize(source, "A"), Some(42));
        assert_eq!(usize(source, "A + self::B"), None);
        assert_eq!(usize(source, "BAD as usize"), None);
        assert_eq!(usize(source, "LOOP"), None);
        assert_eq!(usize(source, "SMALL"), None);
        assert_eq!(usize(source, "SMALL as usize * 2"), Some(600));
        assert_eq!(usize(source, "(SMALL + 70000) as usize"), None);
        assert_eq!(usize(source, "OFF as usize"), None);
        assert_eq!(usize(source, "B << SMALL"), None);
        assert_eq!(usize(source, "B << (SMALL - 299)"), Some(42));
        assert_eq!(usize(source, "UNKNOWN"), None);
    }
}
