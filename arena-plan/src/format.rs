//! `defmt::Format` for steps and handles: the same text as `Debug` prints, for logs that a host decodes.

use crate::buf::Buf;
use crate::constant::Const;
use crate::pool::Lease;
use crate::step::At;
pub use defmt::{Format, Formatter};

/// Names the buffer; format the contents through `*buf`, the place through the plan's table.
impl<S> Format for Buf<S> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "Buf<{=str}>", core::any::type_name::<S>());
    }
}

/// Names the constant; format the value through `*constant`.
impl<C> Format for Const<C> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "Const<{=str}>", core::any::type_name::<C>());
    }
}

/// Names the pool.
impl<P> Format for Lease<P> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "Lease<{=str}>", core::any::type_name::<P>());
    }
}

impl<S> Format for At<S> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "At");
    }
}

/// Formats a step as its name.
pub fn format_named(name: &str, f: Formatter<'_>) {
    defmt::write!(f, "Step({=str})", name);
}

/// What a struct of handles formats: its name.
pub fn format_text(text: &str, f: Formatter<'_>) {
    defmt::write!(f, "{=str}", text);
}
