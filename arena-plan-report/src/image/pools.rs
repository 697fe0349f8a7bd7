//! Pools of an image: memory that several plans use in turn. A plan's description has the path that its block has, and the image
//! the pool's static.

use super::elf::{Elf, SymbolOf};

/// The path of a pool's static after that of its module.
const STATIC: &str = "::memory::POOL";

/// The module of the pool that a plan of the module `plan` calls `path`, and the pool's static.
///
/// Both are of one crate and end with one name, unless an import renames the pool. If no static fits, the only pool of the image
/// is the one; if several do, which of them is not known.
pub(super) fn find<'a>(plan: &str, path: &str, elf: &'a Elf) -> (String, Option<&'a SymbolOf>) {
    let items = elf.symbols.iter().filter(|symbol| symbol.mangled && symbol.item);
    let pools: Vec<(&str, &SymbolOf)> =
        items.filter_map(|symbol| Some((symbol.name.strip_suffix(STATIC)?, symbol))).collect();
    let fits = |module: &str| {
        module.split("::").next() == plan.split("::").next()
            && module.rsplit("::").next() == path.rsplit("::").next()
    };
    let named: Vec<(&str, &SymbolOf)> = pools.iter().copied().filter(|(module, _)| fits(module)).collect();
    match (named.as_slice(), pools.as_slice()) {
        ([(module, symbol)], _) | ([], [(module, symbol)]) => ((*module).to_owned(), Some(*symbol)),
        _ => (path.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::text;
    use super::super::{description, inspect};
    use super::*;

    /// Two plans in a pool, as the macro describes them.
    const PLANS: &str = "plan\t2\tapp::wake::memory\tsrc/main.rs\t7\nstep\tlisten\nbank\twork\t256\t0\t56\t56\tpool\tscratch\n\
        buffer\tpcm\t0\t0\t32\t4\t0\t0\t9\tbuffer\t\t\nend\n\
        plan\t2\tapp::classify::memory\tsrc/main.rs\t17\nstep\textract\n\
        bank\twork\t256\t0\t96\t96\tpool\tself::scratch\n\
        buffer\tfeatures\t0\t32\t64\t4\t0\t0\t19\tbuffer\t\t\nend\n";

    fn symbol(name: &str, address: u64, size: u64) -> SymbolOf {
        SymbolOf { name: name.into(), mangled: true, address, size, item: true }
    }

    #[test]
    fn plans_in_one_pool_do_not_overlap_and_take_it_once() {
        let elf = Elf {
            symbols: vec![
                symbol("app::scratch::memory::POOL", 0x1000_0000, 96),
                symbol("app::other::memory::POOL", 0x1000_0060, 64),
            ],
            descriptions: description::read(PLANS.as_bytes()),
            ..Elf::default()
        };
        let image = inspect("image", &elf, &[], 0);
        assert_eq!(image.findings, []);
        let shown = text(&image);
        let (_, plans) = shown.split_once("\nplan ").expect("a plan");
        assert_eq!(
            plans,
            "app::classify, src/main.rs:17\n\
             bank `work`: 96 of 256 bytes at 0x10000000, in pool app::scratch\n   \
             address   bytes  size  alive in  buffer\n\
             0x10000020  32..96    64  extract   features\n\n\
             plan app::wake, src/main.rs:7\n\
             bank `work`: 56 of 256 bytes at 0x10000000, in pool app::scratch\n   \
             address  bytes  size  alive in  buffer\n\
             0x10000000  0..32    32  listen    pcm\n"
        );
    }

    #[test]
    fn a_pool_that_an_import_renames_is_found_where_there_is_one() {
        let mut elf = Elf { symbols: vec![symbol("app::scratch::memory::POOL", 16, 96)], ..Elf::default() };
        let found = |elf: &Elf, path: &str| {
            let (module, symbol) = find("app::wake", path, elf);
            (module, symbol.map(|symbol| symbol.address))
        };
        assert_eq!(found(&elf, "crate::memories::scratch"), ("app::scratch".into(), Some(16)));
        assert_eq!(found(&elf, "work"), ("app::scratch".into(), Some(16)));
        elf.symbols.push(symbol("app::second::memory::POOL", 112, 96));
        assert_eq!(found(&elf, "second"), ("app::second".into(), Some(112)));
        assert_eq!(found(&elf, "work"), ("work".into(), None));
    }
}
