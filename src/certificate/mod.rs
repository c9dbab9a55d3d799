//! Certificates: proofs of impossibility that can be checked without trusting the search.
//!
//! Reading order: [`checker`] (what is to be proven), [`column`], [`sets`], [`relaxation`], [`text`].

mod checker;
mod column;
mod relaxation;
mod sets;
mod text;

use std::io::BufRead;

pub use checker::{CheckStats, ImpossibleGoal, Refuted};
pub use text::{CertificateWriter, FormatError, Header};

use crate::game::{MAX_SWAPS, Position, Share, TREES, parse_position, replay};
use checker::Checker;
use text::{CertificateReader, Statement};

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its header.
    pub header: Header,
    /// The position it is about.
    pub position: Position,
    /// Numbers of the check.
    pub stats: CheckStats,
}

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// What its header says does not hold together.
    #[error("{0}")]
    Header(String),
    /// A step of its proof does not hold.
    #[error(transparent)]
    Refuted(#[from] Refuted),
}

/// The goal that has to be out of reach for a score to be the best.
pub fn goal_above(score: u8) -> Option<ImpossibleGoal> {
    let most = TREES + MAX_SWAPS;
    match score {
        _ if score >= most => None,
        _ if score >= TREES => Some(ImpossibleGoal { trees: TREES, swaps: most - score - 1 }),
        _ => Some(ImpossibleGoal { trees: score + 1, swaps: MAX_SWAPS }),
    }
}

/// Reads and checks a certificate.
///
/// # Errors
/// If it cannot be read, or does not prove what it claims.
pub fn check(input: impl BufRead) -> Result<Checked, CheckError> {
    let mut reader = CertificateReader::new(input);
    let header = reader.header()?;
    let text = header.position.replace(" swaps-used:", "\nswaps-used:");
    let position = parse_position(&text).map_err(|error| CheckError::Header(error.to_string()))?.position;
    let line: Share = header.line.parse().map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    let end = replay(&position, &line.moves).map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    if end.score() != header.score {
        let message = format!("the line reaches {}, and the score claimed is {}", end.score(), header.score);
        return Err(CheckError::Header(message));
    }
    // A win with as few swaps as have been used before the position cannot be improved on.
    let needed = goal_above(header.score).filter(|goal| goal.swaps >= position.swaps_used());
    if needed != header.goal {
        let message = "what is claimed to be impossible is not what would make the score the best".to_owned();
        return Err(CheckError::Header(message));
    }
    let Some(goal) = header.goal else {
        return match reader.statement()? {
            None => Ok(Checked { header, position, stats: CheckStats::default() }),
            Some(_) => Err(CheckError::Header("nothing is impossible, and a proof follows".into())),
        };
    };
    let mut checker = Checker::new(goal);
    let mut sets = Vec::new();
    while let Some(statement) = reader.statement()? {
        match statement {
            Statement::Set(order, placements) => sets.push(checker.sets.from_placements(order, placements)),
            Statement::Board(swaps, numbers) => {
                checker.list(swaps, numbers.map(|number| sets[number as usize]));
            }
        }
    }
    let stats = checker.check(&position)?;
    Ok(Checked { header, position, stats })
}
