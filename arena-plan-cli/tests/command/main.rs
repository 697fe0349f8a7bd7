//! The command as its users see it.

mod c_header;
mod codes;
mod common;
#[cfg(unix)]
mod docs;
mod examples;
mod linker;
mod models;
mod reports;
mod usage;
