//! Records: what is known of a position or a line as JSON, in the formats of the command line.

mod annotation;
mod difficulty;
mod hint;
mod review;
mod solution;

pub use annotation::{annotated, findings, shared_loss};
pub use difficulty::DifficultyRecord;
pub use hint::HintRecord;
pub use review::ReviewRecord;
pub use solution::{Claims, SolutionRecord, line_to_json, read_solution};

/// Version of all formats here.
const SCHEMA: u32 = 1;
