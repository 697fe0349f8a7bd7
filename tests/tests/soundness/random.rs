//! Random plans with buffers of every kind, on both routes: whatever is alive at the same time keeps what was written, every
//! value is dropped once. The programs come from `tests/build/programs.rs`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicIsize, Ordering};

use arena_plan::{Buf, Part, Slot};

/// Another name for each type, so that the macro does not know its size.
type Of<T> = T;

/// What a program can fill and look at, whatever its type.
trait Touch {
    /// All that is in it; of plain contents, every byte.
    fn see(&self) -> Vec<u8>;
    /// Fills it with something that depends on `n`.
    fn put(&mut self, n: u8);
}

macro_rules! plain {
    ($($element:ty)*) => {$(
        impl<const N: usize> Touch for [$element; N] {
            fn see(&self) -> Vec<u8> {
                self.iter().flat_map(|element| element.to_ne_bytes()).collect()
            }

            fn put(&mut self, n: u8) {
                for (index, element) in self.iter_mut().enumerate() {
                    let byte = |inner| n.wrapping_add((index * 16 + inner) as u8);
                    *element = <$element>::from_ne_bytes(std::array::from_fn(byte));
                }
            }
        }
    )*};
}

plain! { u8 i16 u16 u32 u64 u128 f32 }

/// Seven bytes used of eight: the last one is padding.
#[derive(Clone, Copy)]
struct Padded {
    wide: u32,
    half: u16,
    byte: u8,
}

impl Padded {
    const ONE: Self = Self { wide: 1, half: 2, byte: 3 };
}

impl<const N: usize> Touch for [Padded; N] {
    fn see(&self) -> Vec<u8> {
        let bytes = |it: &Padded| [&it.wide.to_ne_bytes()[..], &it.half.to_ne_bytes(), &[it.byte]].concat();
        self.iter().flat_map(bytes).collect()
    }

    fn put(&mut self, n: u8) {
        *self = [Padded { wide: u32::from_ne_bytes([n; 4]), half: n.into(), byte: !n }; N];
    }
}

/// Aligned, and mostly padding.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Wide(u8, u32);

impl<const N: usize> Touch for [Wide; N] {
    fn see(&self) -> Vec<u8> {
        assert_eq!(std::ptr::from_ref(self).addr() % 32, 0);
        self.iter().flat_map(|wide| [&[wide.0][..], &wide.1.to_ne_bytes()].concat()).collect()
    }

    fn put(&mut self, n: u8) {
        *self = [Wide(n, u32::from_ne_bytes([!n; 4])); N];
    }
}

/// On the heap, so that a sanitizer sees a second drop, and counted.
struct Counted {
    alive: &'static AtomicIsize,
    value: Box<u8>,
}

impl Counted {
    fn new(alive: &'static AtomicIsize) -> Self {
        alive.fetch_add(1, Ordering::Relaxed);
        Self { alive, value: Box::new(5) }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Touch for Counted {
    fn see(&self) -> Vec<u8> {
        vec![*self.value]
    }

    fn put(&mut self, n: u8) {
        if n.is_multiple_of(2) {
            *self = Self::new(self.alive);
        }
        *self.value = n;
    }
}

impl<const N: usize> Touch for [Counted; N] {
    fn see(&self) -> Vec<u8> {
        self.iter().flat_map(Touch::see).collect()
    }

    fn put(&mut self, n: u8) {
        self.iter_mut().for_each(|counted| counted.put(n));
    }
}

impl Touch for String {
    fn see(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn put(&mut self, n: u8) {
        self.push(char::from(n & 63));
    }
}

impl Touch for (u8, u32) {
    fn see(&self) -> Vec<u8> {
        [&[self.0][..], &self.1.to_ne_bytes()].concat()
    }

    fn put(&mut self, n: u8) {
        *self = (n, u32::from_ne_bytes([n; 4]));
    }
}

impl Touch for Option<u16> {
    fn see(&self) -> Vec<u8> {
        self.map(|number| number.to_ne_bytes().to_vec()).unwrap_or_default()
    }

    fn put(&mut self, n: u8) {
        *self = n.is_multiple_of(2).then_some(n.into());
    }
}

/// The parts of a buffer, with its name and their numbers.
fn each<'a, S: Slot<T = [E; N]>, E: Touch + 'static, const N: usize>(
    name: &'static str,
    parts: &'a mut [Part<S>; N],
) -> impl Iterator<Item = (&'static str, usize, &'a mut dyn Touch)> {
    parts.iter_mut().map(move |part| {
        let index = Part::index(part);
        (name, index, &mut **part as &mut dyn Touch)
    })
}

/// What was left in each buffer, or part of one.
#[derive(Default)]
struct Ledger {
    left: BTreeMap<(&'static str, usize), Vec<u8>>,
    turn: u8,
}

impl Ledger {
    fn fill(&mut self, key: (&'static str, usize), it: &mut dyn Touch) {
        self.turn = self.turn.wrapping_add(1);
        it.put(self.turn);
        self.left.insert(key, it.see());
    }

    /// It came to life, with this value if it has one.
    fn born(&mut self, name: &'static str, part: usize, value: Option<Vec<u8>>, it: &mut dyn Touch) {
        let found = std::hint::black_box(it.see());
        if let Some(value) = value {
            assert_eq!(found, value, "the value of `{name}`");
        }
        self.fill((name, part), it);
    }

    /// It was there before; from time to time, it is written again.
    fn still(&mut self, name: &'static str, part: usize, it: &mut dyn Touch) {
        assert_eq!(it.see(), self.left[&(name, part)], "`{name}` {part}");
        if self.turn.is_multiple_of(3) {
            self.fill((name, part), it);
        } else {
            self.turn = self.turn.wrapping_add(1);
        }
    }

    /// It has the bytes of the buffer from which a step created it.
    fn turned(&mut self, from: &'static str, name: &'static str, it: &mut dyn Touch) {
        let found = it.see();
        assert_eq!(found, self.left[&(from, 0)][..found.len()], "`{name}` from `{from}`");
        self.fill((name, 0), it);
    }

    /// Everything that exists, after all of it was written, and borrowed at the same time.
    fn all(&self, all: &mut [(&'static str, usize, &mut dyn Touch)]) {
        for (name, part, it) in all {
            assert_eq!(it.see(), self.left[&(*name, *part)], "`{name}` {part} after the others");
        }
    }
}

#[allow(unused_mut, clippy::redundant_clone, reason = "generated")]
mod programs {
    use super::*;
    use arena_plan::arena_plan;

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));

    #[test]
    fn every_kind_occurs() {
        let kinds: Vec<_> = KINDS.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(
            kinds,
            [
                "cold",
                "const route",
                "detached",
                "field",
                "in place",
                "kept",
                "lent",
                "native route",
                "parts",
                "staged"
            ]
        );
        assert!(KINDS.iter().all(|(_, count)| *count >= 5), "{KINDS:?}");
    }
}
