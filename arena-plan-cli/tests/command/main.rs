//! The command as its users see it.

mod c_header;
mod codes;
mod common;
#[cfg(unix)]
mod docs;
mod examples;
mod models;
mod reports;
mod usage;
