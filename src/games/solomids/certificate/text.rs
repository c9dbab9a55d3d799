//! Certificates as text: a header, column sets, boards, and a trailer.
//!
//! `docs/certificate.md` describes the format for those who write a checker of their own.

use std::io::{self, Write};

use super::ImpossibleGoal;
use crate::games::solomids::game::{COLUMNS, Palette, ROWS, Stack};

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
    /// Best score claimed.
    pub score: u8,
    /// Goal claimed to be out of reach; `None` if no score is greater.
    pub goal: Option<ImpossibleGoal>,
    /// Moves that reach the score, as a share string without a seed.
    pub line: String,
}

/// Writer of a certificate.
pub(super) struct CertificateWriter<W: Write> {
    out: W,
    sets: u64,
    boards: u64,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the header.
    pub(super) fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let Header { program, rules, position, swaps_used, score, goal, line } = header;
        writeln!(out, "{MAGIC}\nprogram {program}\nrules {rules}\nposition {position}")?;
        writeln!(out, "swaps-used {swaps_used}\nscore {score}")?;
        match goal {
            Some(ImpossibleGoal { trees, swaps }) => writeln!(out, "impossible {trees} trees {swaps} swaps")?,
            None => writeln!(out, "impossible nothing")?,
        }
        writeln!(out, "line {line}\n")?;
        Ok(Self { out, sets: 0, boards: 0 })
    }

    /// Writes a column set: the order of its stacks, and placements, each with the depth of every stack that is not
    /// banked.
    pub(super) fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]) -> io::Result<()> {
        self.sets += 1;
        let palette = Palette::default();
        let order: Vec<String> = order.iter().map(|&stack| palette.stack(stack)).collect();
        write!(self.out, "s {}", if order.is_empty() { "-".to_owned() } else { order.join(",") })?;
        for placement in placements {
            let mut squares = [b'.'; ROWS];
            for (letter, depth) in (b'a'..).zip(placement) {
                if let Some(depth) = depth {
                    squares[usize::from(*depth)] = letter;
                }
            }
            write!(self.out, " {}", String::from_utf8_lossy(&squares))?;
        }
        writeln!(self.out)
    }

    /// Writes a board: swaps used, and the number of a set for each column.
    pub(super) fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]) -> io::Result<()> {
        self.boards += 1;
        let [a, b, c, d, e] = sets;
        writeln!(self.out, "b {swaps} {a} {b} {c} {d} {e}")
    }

    /// Writes the trailer. Returns the writer, with the numbers of sets and boards.
    pub(super) fn finish(mut self) -> io::Result<(W, u64, u64)> {
        writeln!(self.out, "end {} {}", self.sets, self.boards)?;
        Ok((self.out, self.sets, self.boards))
    }
}
