//! Static memory plans for firmware.
#![no_std]
