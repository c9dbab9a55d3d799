//! Certificates as text, and their writer: bounds of a position, proven once more with every expanded board recorded.
//!
//! `docs/certificate.md` describes the format for those who write a checker of their own.

use std::io::{self, Write};

use super::ImpossibleGoal;
use crate::games::solomids::game::{COLUMNS, Palette, Position, ROWS, RULES, Share, Stack};
use crate::games::solomids::solver::{Bounds, Config, Outcome, Recorder, Solver, StopReason};

/// First line of every certificate.
pub(super) const MAGIC: &str = "solomids-certificate 1";

/// What a certificate says before its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Program that wrote it, with its version.
    pub program: String,
    /// Identifier of the rules.
    pub rules: String,
    /// Rows of the position, joined by `/`, with the usual letters of colours.
    pub position: String,
    /// Swaps used before the position.
    pub swaps_used: u8,
    /// Score that the line is claimed to reach: the lower bound.
    pub score: u8,
    /// Goal claimed to be out of reach, a score above the upper bound; `None` if the rules allow no such score.
    pub goal: Option<ImpossibleGoal>,
    /// Moves that reach the score, as a share string without a seed.
    pub line: String,
}

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
    #[error("nothing is proven of its best score")]
    NothingProven,
    /// A limit ended the proof.
    #[error("the proof was stopped before its end")]
    Stopped(StopReason),
    /// The position has a line with a greater score than the upper bound of the outcome.
    #[error("the outcome is wrong: a better line exists")]
    Contradicted,
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Recorder that writes a certificate, up to the first error.
struct CertificateWriter<W: Write> {
    out: W,
    written: Written,
    result: io::Result<()>,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the header.
    fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let Header { program, rules, position, swaps_used, score, goal, line } = header;
        writeln!(out, "{MAGIC}\nprogram {program}\nrules {rules}\nposition {position}")?;
        writeln!(out, "swaps-used {swaps_used}\nscore {score}")?;
        match goal {
            Some(ImpossibleGoal { trees, swaps }) => writeln!(out, "impossible {trees} trees {swaps} swaps")?,
            None => writeln!(out, "impossible nothing")?,
        }
        writeln!(out, "line {line}\n")?;
        Ok(Self { out, written: Written { sets: 0, boards: 0 }, result: Ok(()) })
    }

    /// Writes a line, unless an earlier one has failed.
    fn line(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = writeln!(self.out, "{text}");
        }
    }

    /// Writes the trailer.
    fn finish(mut self) -> io::Result<Written> {
        let Written { sets, boards } = self.written;
        self.line(&format!("end {sets} {boards}"));
        self.result?;
        self.out.flush()?;
        Ok(self.written)
    }
}

impl<W: Write + Send> Recorder for CertificateWriter<W> {
    /// Writes a column set: the order of its stacks, and placements, each with the depth of every stack that is not
    /// banked.
    fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]) {
        self.written.sets += 1;
        let palette = Palette::default();
        let order: Vec<String> = order.iter().map(|&stack| palette.stack(stack)).collect();
        let mut text = format!("s {}", if order.is_empty() { "-".to_owned() } else { order.join(",") });
        for placement in placements {
            let mut squares = [b'.'; ROWS];
            for (letter, depth) in (b'a'..).zip(placement) {
                if let Some(depth) = depth {
                    squares[usize::from(*depth)] = letter;
                }
            }
            text.push(' ');
            text.push_str(&String::from_utf8_lossy(&squares));
        }
        self.line(&text);
    }

    /// Writes a board: swaps used, and the number of a set for each column.
    fn board(&mut self, swaps: u8, [a, b, c, d, e]: [u32; COLUMNS]) {
        self.written.boards += 1;
        self.line(&format!("b {swaps} {a} {b} {c} {d} {e}"));
    }
}

/// Writes the certificate of an outcome. What is impossible is proven once more, without a limit on nodes; the other limits
/// of `config` hold.
///
/// # Errors
/// If the outcome proves nothing, a limit ends the proof, or writing fails. Then what was written is no certificate.
pub fn write(
    out: impl Write + Send,
    position: &Position,
    outcome: &Outcome,
    solver: &Solver,
    config: &Config,
) -> Result<Written, WriteError> {
    let bounds = outcome.verdict.bounds();
    if bounds == Bounds::of(position) && !bounds.is_decided() {
        return Err(WriteError::NothingProven);
    }
    let goal = ImpossibleGoal::above(bounds.upper, position.swaps_used());
    let header = Header {
        program: format!("solomids {}", crate::VERSION),
        rules: RULES.into(),
        position: Palette::default().position_line(position),
        swaps_used: position.swaps_used(),
        score: bounds.lower,
        goal,
        line: Share { seed: String::new(), moves: outcome.line.clone() }.to_string(),
    };
    let mut writer = CertificateWriter::new(out, &header)?;
    if let Some(ImpossibleGoal { trees, swaps }) = goal {
        let mut config = config.clone();
        config.limits.nodes = None;
        let refuted = solver.refute(position, (trees, swaps), &config, &mut writer);
        if !refuted.map_err(WriteError::Stopped)? {
            return Err(WriteError::Contradicted);
        }
    }
    Ok(writer.finish()?)
}
