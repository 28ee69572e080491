//! Knight's tours and n queens, answered with the truth.
