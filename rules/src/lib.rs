//! Pure rule engines: the same input gives the same output
