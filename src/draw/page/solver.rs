//! The solver for pages: this library compiled to WebAssembly, as a page carries it.

use serde::Serialize;

/// What the module opens the game of a page by.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Origin {
    /// Name of the game for the module.
    pub(crate) game: &'static str,
    /// Text of the start.
    pub(crate) text: String,
    /// Seed of the web page, unless the start has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) seed: String,
    /// Name of the reading, in a game that has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<String>,
    /// Whether the page deals another game when it is opened.
    pub(crate) fresh: bool,
}

/// Whether pages carry the solver, so that one can play on them and ask it.
pub(crate) const PLAYS: bool = cfg!(feature = "web");

/// The module as text, compressed by gzip; `web/build` makes it. `None` in a build without the Cargo feature `web`.
pub(crate) fn module() -> Option<String> {
    #[cfg(feature = "web")]
    let module = {
        use base64::Engine as _;
        use base64::engine::general_purpose::STANDARD;

        Some(STANDARD.encode(include_bytes!("solomids.wasm.gz")))
    };
    #[cfg(not(feature = "web"))]
    let module = None;
    module
}
