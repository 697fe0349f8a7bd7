//! Validation of aliases: whether each can be at its place in the buffer whose bytes it is.

use alloc::collections::BTreeMap;
use alloc::format;

use super::error::{Error, Path};
use super::named::{Alias, Id, Needs};
use super::places::{Place, resolve};
use crate::kernel::code::Code;
use crate::kernel::text::Bytes;

/// Checks the aliases among the buffers or tensors of the list `list`, each of which is valid by itself.
pub(super) fn check_aliases<'a>(
    list: &'static str,
    all: impl Iterator<Item = (&'a Id, &'a Needs)> + Clone,
) -> Result<(), Error> {
    if all.clone().all(|(_, needs)| needs.alias.is_none()) {
        return Ok(());
    }
    let items: alloc::vec::Vec<(&Id, &Needs)> = all.clone().collect();
    let positions: BTreeMap<&str, usize> =
        items.iter().enumerate().map(|(index, (id, _))| (&***id, index)).collect();
    let places = resolve(all);
    let aliases =
        || items.iter().enumerate().filter_map(|(index, item)| Some((index, item.1.alias.as_ref()?)));
    for (index, alias) in aliases() {
        if !positions.contains_key(&*alias.of) {
            let message = format!("no {} has the id `{}`", kind_of(list), shown(&alias.of));
            return Err(Error::new(Code::UnknownBuffer, of(list, index), message)
                .help("name the one whose bytes it is"));
        }
    }
    if let Some((index, alias)) = aliases().find(|(index, _)| places[*index].is_none()) {
        let message = match *alias.of == **items[index].0 {
            true => format!("`{}` is an alias of itself", shown(items[index].0)),
            false => format!(
                "`{}` is an alias of `{}`, whose aliases form a cycle: none of them has bytes of its own",
                shown(items[index].0),
                shown(&alias.of)
            ),
        };
        return Err(Error::new(Code::AliasCycle, of(list, index), message)
            .help("leave out the alias of the one that is to have the bytes"));
    }
    for (index, alias) in aliases() {
        let parent = positions[&*alias.of];
        let Some(place) = places[index] else { continue };
        let pair =
            Pair { list, index, place, own: items[index], parent: (parent, items[parent]), items: &items };
        pair.check(alias)?;
    }
    Ok(())
}

/// An alias, what it is an alias of, and the end of that chain.
struct Pair<'p, 'a> {
    list: &'static str,
    index: usize,
    place: Place,
    own: (&'a Id, &'a Needs),
    parent: (usize, (&'a Id, &'a Needs)),
    items: &'p [(&'a Id, &'a Needs)],
}

impl Pair<'_, '_> {
    fn at(&self, field: &'static str) -> Path {
        Path::item(self.list, self.index).field(field)
    }

    /// A field of the root.
    fn there(&self, field: &'static str) -> Path {
        Path::item(self.list, self.place.root).field(field)
    }

    fn check(&self, alias: &Alias) -> Result<(), Error> {
        let (id, needs) = (shown(self.own.0), self.own.1);
        let (parent, of) = (shown(self.parent.1.0), self.parent.1.1);
        let end = u128::from(alias.offset) + u128::from(needs.bytes);
        if let Some(over) = end.checked_sub(of.bytes.into()).filter(|&over| over > 0) {
            let message = format!(
                "`{id}` is the bytes {}..{end} of `{parent}`, which has {} ({} over)",
                alias.offset,
                Bytes(of.bytes),
                Bytes(over)
            );
            return Err(Error::new(Code::AliasOutside, self.at("alias").field("offset"), message)
                .related(Path::item(self.list, self.parent.0).field("bytes"), "its size")
                .help("the larger one has the bytes: let the smaller one be the alias"));
        }
        if needs.kind != of.kind {
            let message = format!(
                "`{id}` has kind `{}`, but `{parent}`, whose bytes it is, has kind `{}`, whose contents last for another time",
                needs.kind.word(),
                of.kind.word()
            );
            return Err(Error::new(Code::AliasKind, self.of(), message)
                .related(Path::item(self.list, self.parent.0).field("id"), "declared here")
                .help("give both the same `kind`"));
        }
        if needs.weight.is_some() {
            let message = format!(
                "`{id}` is an alias, and goes where `{}` goes: its weight has no meaning",
                self.root_id()
            );
            return Err(Error::new(Code::Contradiction, self.at("weight"), message)
                .related(self.there("id"), "this one has the bytes")
                .help("give the weight to the one that has the bytes"));
        }
        if needs.dma && !self.items[self.place.root].1.dma {
            let message = format!("`{id}` is for DMA, and `{}`, whose bytes it is, is not", self.root_id());
            return Err(Error::new(Code::Contradiction, self.at("dma"), message)
                .related(self.there("id"), "this one has the bytes, and their cache lines")
                .help("set `dma` of that one too"));
        }
        self.check_banks()?;
        self.check_place()
    }

    /// Every bank of the root is one of the alias.
    fn check_banks(&self) -> Result<(), Error> {
        let (own, root) = (self.own.1, self.items[self.place.root].1);
        let Some(bank) = allowed(root).iter().find(|bank| !allowed(own).contains(bank)) else {
            return Ok(());
        };
        let field = if own.fixed_bank.is_some() { "fixed_bank" } else { "banks" };
        let message = format!(
            "`{}`, whose bytes `{}` is, may go to the bank `{}`, which `{}` does not allow",
            self.root_id(),
            shown(self.own.0),
            shown(bank),
            shown(self.own.0)
        );
        Err(Error::new(Code::AliasBank, self.at(field), message)
            .related(self.there("banks"), "its banks")
            .help("allow the bank, or take it from the one that has the bytes"))
    }

    /// The place that the root gives it has its fixed position and its alignment.
    fn check_place(&self) -> Result<(), Error> {
        let (id, needs, offset) = (shown(self.own.0), self.own.1, self.place.offset);
        let root = self.items[self.place.root].1.fixed_offset;
        // The root is valid by itself and the alias within it, so this cannot overflow.
        let placed = root.map(|root| root.saturating_add(offset));
        if let Some(fixed) = needs.fixed_offset.filter(|fixed| placed != Some(*fixed)) {
            let message = match placed {
                Some(placed) => format!(
                    "`{id}` is fixed to {fixed}, but it is the bytes of `{}` from {offset} on, which are at {placed}",
                    self.root_id()
                ),
                None => format!(
                    "`{id}` is fixed to {fixed}, but `{}`, whose bytes it is, is not fixed",
                    self.root_id()
                ),
            };
            let field = if root.is_some() { "fixed_offset" } else { "id" };
            return Err(Error::new(Code::AliasFixed, self.at("fixed_offset"), message)
                .related(self.there(field), "this one has the bytes")
                .help("fix the one that has the bytes, and leave out the position of the alias"));
        }
        let over = offset % needs.alignment;
        if over != 0 {
            let message = format!(
                "`{id}` is the bytes of `{}` from {offset} on, which is not a multiple of its alignment {}: {} too far",
                self.root_id(),
                needs.alignment,
                Bytes(over)
            );
            return Err(Error::new(Code::AliasMisaligned, self.at("alias").field("offset"), message)
                .related(self.at("alignment"), "the required alignment"));
        }
        if let Some(placed) = placed.filter(|placed| placed % needs.alignment != 0) {
            let message = format!(
                "`{}` is fixed, so `{id}` is at {placed}, which is not a multiple of its alignment {}",
                self.root_id(),
                needs.alignment
            );
            return Err(Error::new(Code::AliasMisaligned, self.at("alignment"), message)
                .related(self.there("fixed_offset"), "fixed here"));
        }
        Ok(())
    }

    fn of(&self) -> Path {
        of(self.list, self.index)
    }

    fn root_id(&self) -> core::str::EscapeDebug<'_> {
        shown(self.items[self.place.root].0)
    }
}

/// The place of the id that an alias names.
fn of(list: &'static str, index: usize) -> Path {
    Path::item(list, index).field("alias").field("of")
}

/// The banks that something may go to.
fn allowed(needs: &Needs) -> &[Id] {
    match &needs.fixed_bank {
        Some(bank) => core::slice::from_ref(bank),
        None => &needs.banks,
    }
}

fn kind_of(list: &str) -> &str {
    list.strip_suffix('s').unwrap_or(list)
}

/// An id as messages print it: without control characters.
fn shown(id: &str) -> core::str::EscapeDebug<'_> {
    id.escape_debug()
}
