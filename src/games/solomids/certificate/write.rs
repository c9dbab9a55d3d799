//! Writer of certificates: a solved position, proven once more with every expanded board recorded.

use std::io::{self, Write};

use super::text::{CertificateWriter, Header};
use super::{ImpossibleGoal, goal_above};
use crate::games::solomids::game::{COLUMNS, Palette, Position, RULES, Share, Stack};
use crate::games::solomids::solver::{Config, Outcome, Recorder, Solver, StopReason};

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Column sets.
    pub sets: u64,
    /// Boards.
    pub boards: u64,
}

/// Why no certificate was written, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The outcome claims nothing that could be proven.
    #[error("the verdict is undecided, so there is nothing to certify")]
    Undecided,
    /// A limit ended the proof.
    #[error("the proof was stopped before its end")]
    Stopped(StopReason),
    /// The position has a better line than the outcome says.
    #[error("the outcome is wrong: a better line exists")]
    Contradicted,
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Recorder that writes, up to the first error.
struct WritingRecorder<W: Write> {
    writer: CertificateWriter<W>,
    result: io::Result<()>,
}

impl<W: Write + Send> Recorder for WritingRecorder<W> {
    fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]) {
        if self.result.is_ok() {
            self.result = self.writer.set(order, placements);
        }
    }

    fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]) {
        if self.result.is_ok() {
            self.result = self.writer.board(swaps, sets);
        }
    }
}

/// Writes the certificate of an outcome. What is impossible is proven once more, without a limit on nodes; the other limits
/// of `config` hold.
///
/// # Errors
/// If the outcome is undecided, a limit ends the proof, or writing fails. Then what was written is no certificate.
pub fn write(
    out: impl Write + Send,
    position: &Position,
    outcome: &Outcome,
    solver: &Solver,
    config: &Config,
) -> Result<Written, WriteError> {
    let score = outcome.verdict.score().ok_or(WriteError::Undecided)?;
    let goal = goal_above(score, position.swaps_used());
    let header = Header {
        program: concat!("solomids ", env!("CARGO_PKG_VERSION")).into(),
        rules: RULES.into(),
        position: Palette::default().position_line(position),
        swaps_used: position.swaps_used(),
        score,
        goal,
        line: Share { seed: String::new(), moves: outcome.line.clone() }.to_string(),
    };
    let mut recorder = WritingRecorder { writer: CertificateWriter::new(out, &header)?, result: Ok(()) };
    if let Some(ImpossibleGoal { trees, swaps }) = goal {
        let config = Config { max_nodes: None, ..config.clone() };
        let refuted = solver.refute(position, (trees, swaps), &config, &mut recorder);
        if !refuted.map_err(WriteError::Stopped)? {
            return Err(WriteError::Contradicted);
        }
    }
    recorder.result?;
    let (mut out, sets, boards) = recorder.writer.finish()?;
    out.flush()?;
    Ok(Written { sets, boards })
}
