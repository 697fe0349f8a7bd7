//! The strict file formats.
