//! Named problems, graphs and layouts.
