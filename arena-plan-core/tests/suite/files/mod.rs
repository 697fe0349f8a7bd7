//! Files: what is read and written, and that every mistake is reported at its position.

mod codes;
#[cfg(feature = "alloc")]
mod csv;
#[cfg(feature = "json")]
mod damage;
#[cfg(feature = "json")]
mod dma;
#[cfg(feature = "json")]
mod models;
#[cfg(feature = "json")]
mod needs_corpus;
#[cfg(feature = "json")]
mod place;
#[cfg(feature = "json")]
mod places;
#[cfg(feature = "json")]
mod schema2;
#[cfg(feature = "alloc")]
mod verify;
