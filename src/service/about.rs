//! What the service can do.

use serde::Serialize;

use crate::games::pentamid::engine;
use crate::games::solace2::game::Reading;
use crate::games::solomids::analysis::Level;
use crate::{VERSION, game};

/// Answer to `about`.
#[derive(Serialize)]
pub(super) struct About {
    version: &'static str,
    /// Name of the rules of Solomids.
    rules: &'static str,
    games: [&'static str; 3],
    /// Levels of difficulty of Solomids, easiest first.
    levels: Vec<&'static str>,
    /// Readings of the rules of Solace II, the standard one first.
    readings: Vec<&'static str>,
    /// Number of the strongest level of the engine of Pentamid; the weakest is 1.
    strengths: u8,
}

impl Default for About {
    fn default() -> Self {
        Self {
            version: VERSION,
            rules: game::RULES,
            games: ["solomids", "solace2", "pentamid"],
            levels: Level::ALL.map(Level::word).into(),
            readings: Reading::PRESETS.map(|(name, _)| name).into(),
            strengths: engine::Level::STRONGEST,
        }
    }
}
