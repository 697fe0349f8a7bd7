//! Objects and lists, read strictly: every field known, none twice, none missing.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::kernel::code::Code;
use crate::problem::Id;

/// State that readers share: the error, what the next value should be, and the ids that occur repeatedly.
#[derive(Default)]
pub(super) struct Context {
    refusal: RefCell<Option<Refusal>>,
    expected: Cell<&'static str>,
    ids: RefCell<BTreeSet<Id>>,
    /// The schema number, once it has been read.
    schema: Cell<Option<u64>>,
    /// An object and its field that schema 1 lacks, seen before the schema number.
    ahead: Cell<Option<(&'static str, &'static str)>>,
}

/// Why reading stopped. The parser's position says where.
pub(super) struct Refusal {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Context {
    /// Records an error; the one that is returned only carries the position.
    pub(super) fn refuse<E: serde::de::Error>(&self, code: Code, message: String, help: Option<String>) -> E {
        *self.refusal.borrow_mut() = Some(Refusal { code, message, help });
        E::custom("refused")
    }

    /// The recorded error, if reading stopped because of one.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        self.refusal.borrow_mut().take()
    }

    /// Says what the next value should be.
    pub(super) fn expect(&self, expected: &'static str) {
        self.expected.set(expected);
    }

    /// What the last value read should have been.
    pub(super) fn expected(&self) -> &'static str {
        self.expected.get()
    }

    /// Sets the schema number; schema 1 rejects fields of schema 2 that have been read already.
    pub(super) fn schema<E: serde::de::Error>(&self, number: u64) -> Result<u64, E> {
        self.schema.set(Some(number));
        match self.ahead.get() {
            Some((what, field)) if number == 1 => Err(self.newer(what, field)),
            _ => Ok(number),
        }
    }

    /// Rejects a field that schema 1 lacks.
    fn newer<E: serde::de::Error>(&self, what: &str, field: &str) -> E {
        let message = format!("{what} has no field `{field}` in schema 1");
        self.refuse(Code::UnknownField, message, Some("write `\"schema\": 2`, which has it".to_string()))
    }

    /// The shared id of this text.
    pub(super) fn id(&self, text: &str) -> Id {
        let mut ids = self.ids.borrow_mut();
        match ids.get(text) {
            Some(id) => id.clone(),
            None => {
                let id = Id::from(text);
                ids.insert(id.clone());
                id
            }
        }
    }
}

/// A field of an object.
pub(super) struct Field {
    name: &'static str,
    /// Whether it is required.
    required: bool,
    /// Whether schema 1 lacks it.
    newer: bool,
}

impl Field {
    pub(super) const fn required(name: &'static str) -> Self {
        Self { name, required: true, newer: false }
    }

    pub(super) const fn optional(name: &'static str) -> Self {
        Self { name, required: false, newer: false }
    }

    pub(super) const fn newer(name: &'static str) -> Self {
        Self { name, required: false, newer: true }
    }
}

/// An object with a fixed set of fields.
pub(super) trait Object: Sized {
    /// What the object is, with its article.
    const WHAT: &'static str;
    /// Its fields, in the order of messages.
    const FIELDS: &'static [Field];

    /// The object before any field is read.
    fn empty() -> Self;

    /// Reads the value of the field `FIELDS[field]`.
    fn read<'de, A: MapAccess<'de>>(
        &mut self,
        field: usize,
        map: &mut A,
        context: &Context,
    ) -> Result<(), A::Error>;

    /// Whether the field `field` may follow those whose bits are set in `seen`; if not, why.
    fn may_follow(_field: usize, _seen: u32) -> Result<(), String> {
        Ok(())
    }

    /// The first missing field.
    fn missing(seen: u32) -> Option<&'static str> {
        let missing = |(index, field): &(usize, &Field)| field.required && seen >> index & 1 == 0;
        Self::FIELDS.iter().enumerate().find(missing).map(|(_, field)| field.name)
    }
}

/// Declares how an object is read: after its schema number, if it has one, a row for each field with its place in the
/// type and the reader of its value. `required` fields must be present; `optional` ones may be left out, and so may
/// `newer` ones, which only schema 2 has. Messages list the fields in this order.
macro_rules! object {
    ($type:ty, $what:literal, empty: $empty:expr, $(schema: $schema:expr,)?
        { $($kind:ident $name:literal => $($place:ident).+: $reader:expr;)* } $($rest:item)*) => {
        impl Object for $type {
            const WHAT: &'static str = $what;
            const FIELDS: &'static [Field] =
                &[$({ let _ = $schema; Field::required("schema") },)? $(Field::$kind($name)),*];

            fn empty() -> Self {
                $empty
            }

            fn read<'de, A: MapAccess<'de>>(
                &mut self,
                field: usize,
                map: &mut A,
                context: &Context,
            ) -> Result<(), A::Error> {
                let mut row = 0;
                $(
                    if field == row {
                        map.next_value_seed($schema(context))?;
                    }
                    row += 1;
                )?
                $(
                    if field == row {
                        self.$($place).+ = map.next_value_seed(($reader)(context))?;
                    }
                    row += 1;
                )*
                let _ = row;
                Ok(())
            }

            $($rest)*
        }
    };
}
pub(super) use object;

/// Reads one object.
pub(super) struct ObjectSeed<'c, T> {
    context: &'c Context,
    read: PhantomData<T>,
}

impl<'c, T: Object> ObjectSeed<'c, T> {
    pub(super) fn new(context: &'c Context) -> Self {
        Self { context, read: PhantomData }
    }
}

impl<'de, T: Object> DeserializeSeed<'de> for ObjectSeed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        self.context.expect(T::WHAT);
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Object> Visitor<'de> for ObjectSeed<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WHAT)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut object = T::empty();
        let mut seen = 0u32;
        while let Some(field) =
            map.next_key_seed(Key::<T> { context: self.context, seen, object: PhantomData })?
        {
            seen |= 1 << field;
            object.read(field, &mut map, self.context)?;
        }
        match T::missing(seen) {
            None => Ok(object),
            Some(name) => {
                let message = format!("{} lacks the field `{name}`", T::WHAT);
                Err(self.context.refuse(Code::MissingField, message, None))
            }
        }
    }
}

/// Reads one key and returns the position of its field.
struct Key<'c, T> {
    context: &'c Context,
    seen: u32,
    object: PhantomData<T>,
}

impl<'de, T: Object> DeserializeSeed<'de> for Key<'_, T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T: Object> Visitor<'_> for Key<'_, T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<usize, E> {
        let Some(field) = T::FIELDS.iter().position(|field| field.name == key) else {
            let second = self.context.schema.get() == Some(2);
            let known = T::FIELDS.iter().filter(|field| second || !field.newer);
            let names: Vec<_> = known.map(|field| format!("`{}`", field.name)).collect();
            let message = format!("{} has no field `{}`", T::WHAT, shown(key));
            let help = format!("its fields are {}", names.join(", "));
            return Err(self.context.refuse(Code::UnknownField, message, Some(help)));
        };
        if self.seen >> field & 1 == 1 {
            let message = format!("the field `{key}` occurs twice");
            return Err(self.context.refuse(Code::DuplicateField, message, None));
        }
        let Field { name, newer, .. } = T::FIELDS[field];
        if newer {
            match self.context.schema.get() {
                Some(1) => return Err(self.context.newer(T::WHAT, name)),
                Some(_) => {}
                None => self.context.ahead.set(Some((T::WHAT, name))),
            }
        }
        match T::may_follow(field, self.seen) {
            Ok(()) => Ok(field),
            Err(message) => Err(self.context.refuse(Code::UnknownField, message, None)),
        }
    }
}

/// The beginning of a text, without control characters.
pub(super) fn shown(text: &str) -> String {
    let mut shown = text.chars().take(40).collect::<String>().escape_debug().to_string();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// Reads a list, each element with its own seed.
pub(super) struct List<'c, F> {
    context: &'c Context,
    what: &'static str,
    element: F,
}

impl<'c, F> List<'c, F> {
    pub(super) fn new(context: &'c Context, what: &'static str, element: F) -> Self {
        Self { context, what, element }
    }
}

impl<'de, F, S> DeserializeSeed<'de> for List<'_, F>
where
    F: Fn() -> S,
    S: DeserializeSeed<'de>,
{
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.context.expect(self.what);
        deserializer.deserialize_any(self)
    }
}

impl<'de, F, S> Visitor<'de> for List<'_, F>
where
    F: Fn() -> S,
    S: DeserializeSeed<'de>,
{
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = seq.next_element_seed((self.element)())? {
            list.push(element);
        }
        list.shrink_to_fit();
        Ok(list)
    }
}

/// Reads a value that may be left out.
pub(super) struct Present<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Present<S> {
    type Value = Option<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}
