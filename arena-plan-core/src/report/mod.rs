//! Reports: text tables, C header.
