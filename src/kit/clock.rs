//! The clock that time limits are measured with: that of the standard library, or one that the host of a WebAssembly module
//! provides, where the standard library has none.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(not(target_family = "wasm"), expect(unreachable_pub, reason = "exported for WebAssembly only"))]
mod hosted;
#[cfg(target_family = "wasm")]
pub use hosted::{Instant, set_clock};
