//! Certificates as text: a header, column sets, boards, and a trailer.
//!
//! `docs/certificate.md` describes the format for those who write a checker of their own.

use std::io::{self, BufRead, Write};

use super::checker::ImpossibleGoal;
use super::column::{Code, Column, code};
use crate::game::{COLUMNS, Palette, RULES, ROWS, Stack};

/// First line of every certificate.
pub(super) const MAGIC: &str = "solomids-certificate 1";

/// What a certificate says before its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Program that wrote it, with its version.
    pub program: String,
    /// Identifier of the rules.
    pub rules: String,
    /// Canonical text of the position, in one line.
    pub position: String,
    /// Best score claimed.
    pub score: u8,
    /// Goal claimed to be out of reach; `None` if no score is greater.
    pub goal: Option<ImpossibleGoal>,
    /// Moves that reach the score, as a share string without a seed.
    pub line: String,
}

/// A line of a certificate that cannot be read, or a certificate that ends early.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Reading failed.
    #[error("the certificate cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line has another form than it should have.
    #[error("line {line}: {what}")]
    Line {
        /// Number of the line, from 1 on.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
}

/// Statement of a certificate after its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// A column set: its order, and placements that lead to all its members. Squares hold numbers of stacks from 1 on.
    Set(Vec<Code>, Vec<Column>),
    /// A board: swaps used, and a set for each column.
    Board(u8, [u32; COLUMNS]),
}

/// Writer of a certificate.
pub struct CertificateWriter<W: Write> {
    out: W,
    sets: u64,
    boards: u64,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let Header { program, rules, position, score, goal, line } = header;
        writeln!(out, "{MAGIC}\nprogram {program}\nrules {rules}\nposition {position}\nscore {score}")?;
        match goal {
            Some(ImpossibleGoal { trees, swaps }) => writeln!(out, "impossible {trees} trees {swaps} swaps")?,
            None => writeln!(out, "impossible nothing")?,
        }
        writeln!(out, "line {line}\n")?;
        Ok(Self { out, sets: 0, boards: 0 })
    }

    /// Writes a column set: the order of its stacks, and placements, each with the depth of every stack that is not
    /// banked.
    ///
    /// # Errors
    /// If writing fails.
    pub fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]) -> io::Result<()> {
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
    ///
    /// # Errors
    /// If writing fails.
    pub fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]) -> io::Result<()> {
        self.boards += 1;
        let [a, b, c, d, e] = sets;
        writeln!(self.out, "b {swaps} {a} {b} {c} {d} {e}")
    }

    /// Writes the trailer. Returns the writer, with the numbers of sets and boards.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<(W, u64, u64)> {
        writeln!(self.out, "end {} {}", self.sets, self.boards)?;
        Ok((self.out, self.sets, self.boards))
    }
}

/// Reader of a certificate, line by line.
pub(super) struct CertificateReader<R: BufRead> {
    input: R,
    line: u64,
    text: String,
    sets: u64,
    boards: u64,
}

impl<R: BufRead> CertificateReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: 0, text: String::new(), sets: 0, boards: 0 }
    }

    fn error(&self, what: impl Into<String>) -> FormatError {
        FormatError::Line { line: self.line, what: what.into() }
    }

    fn next_line(&mut self) -> Result<(), FormatError> {
        self.text.clear();
        self.line += 1;
        if self.input.read_line(&mut self.text)? == 0 {
            return Err(self.error("the certificate ends before its `end`"));
        }
        while self.text.ends_with(['\n', '\r']) {
            self.text.pop();
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> Result<String, FormatError> {
        self.next_line()?;
        match self.text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => Ok(value.to_owned()),
            None if self.text.trim_end() == name => Ok(String::new()),
            None => Err(self.error(format!("expected `{name} …`"))),
        }
    }

    /// Reads the header.
    pub(super) fn header(&mut self) -> Result<Header, FormatError> {
        self.next_line()?;
        if self.text != MAGIC {
            return Err(self.error(format!("expected `{MAGIC}`")));
        }
        let program = self.field("program")?;
        let rules = self.field("rules")?;
        if rules != RULES {
            return Err(self.error(format!("the rules are `{rules}`, and this checker knows `{RULES}`")));
        }
        let position = self.field("position")?;
        let score = self.field("score")?;
        let score = score.parse().map_err(|_| self.error("the score is no number"))?;
        let goal = self.field("impossible")?;
        let goal = match goal.split(' ').collect::<Vec<_>>()[..] {
            ["nothing"] => None,
            [trees, "trees", swaps, "swaps"] => match (trees.parse(), swaps.parse()) {
                (Ok(trees), Ok(swaps)) => Some(ImpossibleGoal { trees, swaps }),
                _ => return Err(self.error("expected numbers of trees and swaps")),
            },
            _ => return Err(self.error("expected `impossible nothing` or `impossible T trees S swaps`")),
        };
        let line = self.field("line")?;
        self.next_line()?;
        if !self.text.is_empty() {
            return Err(self.error("expected an empty line after the header"));
        }
        Ok(Header { program, rules, position, score, goal, line })
    }

    /// Reads the next statement; `None` at the trailer.
    pub(super) fn statement(&mut self) -> Result<Option<Statement>, FormatError> {
        self.next_line()?;
        let mut words = self.text.split(' ');
        match words.next() {
            Some("s") => {
                let order = words.next().ok_or_else(|| self.error("a set without an order"))?;
                let order = if order == "-" {
                    Vec::new()
                } else {
                    let stacks = order.split(',').map(parse_stack).collect::<Option<Vec<Code>>>();
                    stacks.ok_or_else(|| self.error("an order of stacks that do not exist"))?
                };
                let placements = words.map(|word| parse_placement(word, &order)).collect::<Option<Vec<_>>>();
                let placements = placements.filter(|placements| !placements.is_empty() && order.len() <= ROWS);
                let placements = placements.ok_or_else(|| self.error("a placement that cannot be"))?;
                self.sets += 1;
                Ok(Some(Statement::Set(order, placements)))
            }
            Some("b") => {
                let numbers = words.map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>();
                match numbers.as_deref() {
                    Some(&[swaps, a, b, c, d, e]) if swaps <= 2 => {
                        let sets = [a, b, c, d, e];
                        if sets.iter().any(|&set| u64::from(set) >= self.sets) {
                            return Err(self.error("a board with a set that comes later or never"));
                        }
                        self.boards += 1;
                        Ok(Some(Statement::Board(swaps as u8, sets)))
                    }
                    _ => Err(self.error("expected `b SWAPS A B C D E`")),
                }
            }
            Some("end") => {
                if self.text == format!("end {} {}", self.sets, self.boards) {
                    Ok(None)
                } else {
                    Err(self.error(format!("expected `end {} {}`", self.sets, self.boards)))
                }
            }
            _ => Err(self.error("expected a set, a board or the end")),
        }
    }

}

fn parse_stack(text: &str) -> Option<Code> {
    let palette = Palette::default();
    let letter = text.chars().next()?;
    let colour = palette.colour(letter)?;
    let shape = crate::game::Shape::ALL.into_iter().find(|shape| shape.digits() == &text[letter.len_utf8()..])?;
    Some(code(Stack::new(colour, shape)))
}

/// Parses a placement of an order: every stack at most once, the farthest first, and only trees may be missing.
fn parse_placement(word: &str, order: &[Code]) -> Option<Column> {
    let bytes = word.as_bytes();
    if bytes.len() != ROWS {
        return None;
    }
    let (mut column, mut next) = (Column::EMPTY, 0);
    let may_be_missing = |numbers: std::ops::Range<usize>| numbers.into_iter().all(|n| super::column::is_tree(order[n]));
    for (depth, &byte) in bytes.iter().enumerate() {
        if byte == b'.' {
            continue;
        }
        let number = usize::from(byte.checked_sub(b'a')?);
        if number < next || number >= order.len() || !may_be_missing(next..number) {
            return None;
        }
        column = column.with(depth, number as u8 + 1);
        next = number + 1;
    }
    may_be_missing(next..order.len()).then_some(column)
}
