//! The independent checker of tours, placements and certificates.
