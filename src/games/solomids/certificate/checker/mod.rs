//! Checker of certificates: code that shares nothing with the search, as plain as can be.
//!
//! Of the rest of the library it uses the pieces, squares and notation of `game`, and `game::replay` for the line. How
//! stacks move is stated once more in [`column`](mod@column).
//!
//! # What is trusted
//! A certificate says which boards there are; nothing that it says is believed. The checker computes the members of every
//! set and what single moves make of every board, and finds each result among the listed boards, or finds by the
//! relaxation that the goal is out of reach from it. What has to be trusted is this room, about 1,600 lines with comments.
//!
//! Reading order: [`column`](mod@column) (moves within a column), [`sets`] (ways in which a column can stand, in full), [`relaxation`]
//! (why a board is dead), [`listing`] (what is to be proven), [`boards`] (what moves make of boards), [`read`] (the text), and
//! [`check`].

mod boards;
mod column;
mod listing;
mod read;
mod relaxation;
mod sets;

use std::io::BufRead;

use super::goal_above;
use super::text::Header;
use crate::games::solomids::game::{Palette, Position, Share, parse_position, replay};
use listing::Listing;
pub use listing::{CheckStats, Refuted};
pub use read::FormatError;
use read::{CertificateReader, Statement};

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

/// How a certificate is checked. By default memory is not limited; threads are those of the pool that the caller runs in.
#[derive(Clone, Copy, Default)]
pub struct CheckConfig<'a> {
    /// The position that it has to be about; any, if there is none.
    pub position: Option<&'a Position>,
    /// Memory that the check may use, in bytes, about.
    pub memory: Option<usize>,
    /// Called from time to time, by any thread.
    pub observer: Option<&'a (dyn Fn(CheckProgress) + Sync)>,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Boards checked, about.
    pub checked: usize,
    /// Different boards listed.
    pub boards: usize,
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
    /// Its position is not the one that was given. Nothing else was checked.
    #[error("it is about another position")]
    OtherPosition,
    /// A step of its proof does not hold.
    #[error(transparent)]
    Refuted(#[from] Refuted),
    /// The check was ended; what the certificate claims may well hold.
    #[error("there is too little memory for its {boards} boards")]
    Memory {
        /// Boards listed so far.
        boards: u64,
    },
}

/// Reads and checks a certificate.
///
/// # Errors
/// If it cannot be read, does not prove what it claims, or takes more memory than there may be.
pub fn check(input: impl BufRead, config: &CheckConfig<'_>) -> Result<Checked, CheckError> {
    let mut reader = CertificateReader::new(input);
    let header = reader.header()?;
    let text = format!("{}\nswaps-used: {}", header.position, header.swaps_used);
    let position = parse_position(&text).map_err(|error| CheckError::Header(error.to_string()))?.position;
    // What people type is read generously; here one text has one meaning.
    if Palette::default().position_line(&position) != header.position {
        return Err(CheckError::Header("the position is not written as it should be".into()));
    }
    if config.position.is_some_and(|given| *given != position) {
        return Err(CheckError::OtherPosition);
    }
    let line: Share =
        header.line.parse().map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    if line.to_string() != header.line || !line.seed.is_empty() {
        return Err(CheckError::Header("the line is not written as it should be".into()));
    }
    let end =
        replay(&position, &line.moves).map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    if end.score() != header.score {
        let message = format!("the line reaches {}, and the score claimed is {}", end.score(), header.score);
        return Err(CheckError::Header(message));
    }
    if goal_above(header.score, header.swaps_used) != header.goal {
        let message = "what is claimed to be impossible is not what would make the score the best".to_owned();
        return Err(CheckError::Header(message));
    }
    let Some(goal) = header.goal else {
        return match reader.statement()? {
            None => Ok(Checked { header, position, stats: CheckStats::default() }),
            Some(_) => Err(CheckError::Header("nothing is impossible, and a proof follows".into())),
        };
    };
    let mut listing = Listing::new(goal);
    let mut sets = Vec::new();
    while let Some(statement) = reader.statement()? {
        match statement {
            Statement::Set(order, placements) => sets.push(listing.sets.of_placements(order, placements)),
            Statement::Board(swaps, numbers) => {
                listing.list(swaps, numbers.map(|number| sets[number as usize]))?;
            }
        }
        if config.memory.is_some_and(|memory| listing.bytes() > memory) {
            return Err(CheckError::Memory { boards: listing.boards() });
        }
    }
    let stats = listing.check(&position, config)?;
    Ok(Checked { header, position, stats })
}
