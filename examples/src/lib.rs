//! Signal processing that the examples and the firmware share.
