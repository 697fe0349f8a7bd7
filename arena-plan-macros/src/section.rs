//! Names of linker sections: which are allowed, and what a linker script has to define for them.

use crate::ir::Section;

/// Names that linker scripts use for memory that is written at run time.
const FREE: [&str; 4] = [".arena.", ".bss.", ".uninit.", ".noinit."];

/// And for constants.
const CONSTANTS: [&str; 2] = [".arena.", ".rodata."];

impl Section {
    /// Why the name may be more than a name for memory, and what to write instead. `None` for an allowed one.
    pub(crate) fn fault(&self) -> Option<String> {
        self.fault_after(&FREE)
    }

    /// The same of a section of constants, which is part of the image.
    pub(crate) fn constant_fault(&self) -> Option<String> {
        let name = self.name.value();
        if !CONSTANTS.iter().any(|prefix| name.starts_with(prefix)) {
            return Some(format!(
                "section `{name}` may not be part of the image, as constants have to be: begin the name with `.arena.` or \
                 `.rodata.`"
            ));
        }
        self.fault_after(&CONSTANTS)
    }

    fn fault_after(&self, free: &[&str]) -> Option<String> {
        let name = self.name.value();
        let Some(words) = free.iter().find_map(|prefix| name.strip_prefix(prefix)) else {
            return Some(format!(
                "section `{name}` may hold more than memory (a name such as `.init_array` is run at start-up): begin the \
                 name with `.arena.`, `.bss.`, `.uninit.` or `.noinit.`"
            ));
        };
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        if !words.split('.').all(is_word) {
            let prefix = &name[..name.len() - words.len()];
            return Some(format!(
                "section `{name}` has a name that a linker script may read as something else: after `{prefix}` write \
                 words of letters, digits and `_` with dots between them"
            ));
        }
        let kind = words.split('.').find(|word| is_kind(word))?;
        Some(format!(
            "section `{name}` may not be memory that can be written: linkers take `{kind}` in a name for a kind of \
             section; write another word"
        ))
    }

    /// The symbol that the linker script defines where the output section for this name begins. `None` for a name
    /// outside `.arena.`, which common scripts place already, and for one that the user vouches for.
    pub(crate) fn start(&self) -> Option<String> {
        let name = self.name.value();
        let memory = name.strip_prefix(".arena.")?.split('.').next()?;
        self.unsafety.is_none().then(|| format!("_arena_{memory}_start"))
    }
}

/// Whether linkers treat `word` as a kind of section: `.bss.rel.ro` is read-only for lld, `.init_array` and similar
/// ones are run.
fn is_kind(word: &str) -> bool {
    ["rel", "ro"].contains(&word)
        || ["init", "preinit", "fini", "ctors", "dtors"].iter().any(|kind| word.starts_with(kind))
}
