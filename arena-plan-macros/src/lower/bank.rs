//! Banks: names, numbers and whose memory they are.

use arena_plan_core::kernel::code::Code;
use syn::ext::IdentExt;

use super::{Context, num, pool};
use crate::ast::{self, Kind};
use crate::ir::{Bank, Storage};

pub(super) fn lower(banks: Vec<ast::Bank>, context: &mut Context) -> Vec<Bank> {
    let mut banks: Vec<Bank> = banks.into_iter().filter_map(|bank| one(bank, context)).collect();
    pool::one_bank_each(&mut banks, context);
    banks
}

fn one(mut bank: ast::Bank, context: &mut Context) -> Option<Bank> {
    let Some(named) = context.banks.declare(&bank.name, &context.reserved, context.errors) else {
        context.doubts.dropped(Kind::Bank, &bank.name.unraw().to_string());
        return None;
    };
    let storage = storage(&mut bank, &named.id, context);
    // A bank in a pool would give the plan other functions.
    context.doubts.schedule |= bank.unclear;
    let consts = &context.consts;
    Some(Bank {
        figures: bank.figures.map(|number| num(number, consts)),
        attrs: bank.attrs,
        name: bank.name,
        id: named.id,
        marker: named.marker,
        section: bank.section,
        storage,
        dma: bank.dma.is_none_or(|(yes, _)| yes),
    })
}

/// Whose memory the bank is. What contradicts it is reported, and removed.
fn storage(bank: &mut ast::Bank, id: &str, context: &mut Context) -> Storage {
    let Some((storage, span)) = bank.storage.take() else { return Storage::Static };
    let Some((whose, owner)) = about(&storage) else { return storage };
    if bank.read_only.is_some() {
        let message = format!(
            "bank `{id}` is `read_only`: its constants are part of the program, so it cannot be {whose}; remove `storage`"
        );
        context.errors.at(Code::Contradiction, span, message);
        // Whether the plan needs a lease is not known.
        context.doubts.schedule |= matches!(storage, Storage::Shared(_));
        // Nor what may be in the bank.
        context.doubts.dropped(Kind::Bank, id);
        return Storage::Static;
    }
    if let Some(section) = bank.section.take() {
        let message = format!("bank `{id}` is {whose}: {owner} says where it is; remove `section`");
        context.errors.on(Code::Contradiction, &section.name, message);
    }
    storage
}

/// In a message: whose memory it is, and who says where. `None` for a static of the plan.
fn about(storage: &Storage) -> Option<(&'static str, &'static str)> {
    Some(match storage {
        Storage::Static => return None,
        Storage::Caller => ("the application's memory", "the application"),
        Storage::Linker { .. } => ("the memory between two symbols", "the linker script"),
        Storage::Shared(_) => ("the memory of a pool", "the pool"),
    })
}
