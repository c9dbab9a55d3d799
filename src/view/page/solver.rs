//! The solver for pages: this library compiled to WebAssembly, as a page carries it.

/// Whether pages carry the solver, so that one can play on them and ask it.
pub(crate) const PLAYS: bool = cfg!(feature = "web");

/// The module as text, compressed by gzip; `web/build` makes it.
#[cfg(feature = "web")]
pub(crate) fn module() -> Option<String> {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    Some(STANDARD.encode(include_bytes!("../../../web/solomids.wasm.gz")))
}

/// The module as text: this build has none.
#[cfg(not(feature = "web"))]
pub(crate) const fn module() -> Option<String> {
    None
}
