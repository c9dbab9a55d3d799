//! The `solomids` program.
fn main() {}
