//! Reader of certificates as text.

use std::fmt::Display;
use std::io::{self, BufRead, Read as _};
use std::ops::Range;
use std::str::FromStr;

use super::column::{Code, Column, code, is_tree};
use crate::games::solomids::certificate::ImpossibleGoal;
use crate::games::solomids::certificate::write::{Header, MAGIC};
use crate::games::solomids::game::{COLUMNS, MAX_SWAPS, Palette, ROWS, RULES, Shape, Stack};

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

/// Length at which a line is refused, in bytes. The longest lines are sets, of some thousand ways at most.
const LONGEST_LINE: u64 = 1 << 20;

/// Statement of a certificate after its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// A column set: its order, and placements that lead to all its members. Squares hold numbers of stacks from 1 on.
    Set(Vec<Code>, Vec<Column>),
    /// A board: swaps used, and a set for each column.
    Board(u8, [u32; COLUMNS]),
}

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

    /// Memory of the line that is read and of what is made of it, in bytes, about.
    pub(super) const fn bytes(&self) -> usize {
        4 * self.text.capacity()
    }

    fn error(&self, what: impl Into<String>) -> FormatError {
        FormatError::Line { line: self.line, what: what.into() }
    }

    /// Reads a line as it is; returns false at the end of the input.
    fn read_line(&mut self) -> Result<bool, FormatError> {
        self.text.clear();
        let read = self.input.by_ref().take(LONGEST_LINE).read_line(&mut self.text)?;
        if read as u64 == LONGEST_LINE {
            return Err(self.error(format!("it is longer than {LONGEST_LINE} bytes")));
        }
        Ok(read > 0)
    }

    fn next_line(&mut self) -> Result<(), FormatError> {
        self.line += 1;
        if !self.read_line()? {
            return Err(self.error("the certificate ends before its `end`"));
        }
        match self.text.pop() {
            Some('\n') if self.text.ends_with('\r') => {
                Err(self.error("it ends in a carriage return; `tr -d '\\r'` removes those"))
            }
            Some('\n') => Ok(()),
            _ => {
                Err(self
                    .error("it has no line end: the certificate is cut, or its last line end was removed"))
            }
        }
    }

    fn field(&mut self, name: &str) -> Result<String, FormatError> {
        self.next_line()?;
        match self.text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => Ok(value.to_owned()),
            None => Err(self.error(format!("expected `{name} …`"))),
        }
    }

    fn number(&mut self, name: &str) -> Result<u8, FormatError> {
        let value = self.field(name)?;
        number(&value).ok_or_else(|| self.error(format!("expected a number after `{name}`")))
    }

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
        let swaps_used = self.number("swaps-used")?;
        let score = self.number("score")?;
        let goal = self.field("impossible")?;
        let goal = match goal.split(' ').collect::<Vec<_>>()[..] {
            ["nothing"] => None,
            [trees, "trees", swaps, "swaps"] => match (number(trees), number(swaps)) {
                (Some(trees), Some(swaps)) => Some(ImpossibleGoal { trees, swaps }),
                _ => return Err(self.error("expected numbers of trees and swaps")),
            },
            _ => return Err(self.error("expected `impossible nothing` or `impossible T trees S swaps`")),
        };
        let line = self.field("line")?;
        self.next_line()?;
        if !self.text.is_empty() {
            return Err(self.error("expected an empty line after the header"));
        }
        Ok(Header { program, rules, position, swaps_used, score, goal, line })
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
                let placements =
                    placements.filter(|placements| !placements.is_empty() && order.len() <= ROWS);
                let placements = placements.ok_or_else(|| self.error("a placement that cannot be"))?;
                self.sets += 1;
                Ok(Some(Statement::Set(order, placements)))
            }
            Some("b") => {
                let numbers = words.map(number).collect::<Option<Vec<u32>>>();
                match numbers.as_deref() {
                    Some(&[swaps, a, b, c, d, e]) if swaps <= MAX_SWAPS.into() => {
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
                if self.text != format!("end {} {}", self.sets, self.boards) {
                    return Err(self.error(format!("expected `end {} {}`", self.sets, self.boards)));
                }
                self.line += 1;
                if self.read_line()? { Err(self.error("something follows the end")) } else { Ok(None) }
            }
            _ => Err(self.error("expected a set, a board or the end")),
        }
    }
}

/// A number as it is written here: no sign, no leading zero.
fn number<N: FromStr + Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn parse_stack(text: &str) -> Option<Code> {
    let palette = Palette::default();
    let letter = text.chars().next()?;
    let colour = palette.colour(letter)?;
    let shape = Shape::ALL.into_iter().find(|shape| shape.digits() == &text[letter.len_utf8()..])?;
    Some(code(Stack::new(colour, shape)))
}

/// Parses a placement of an order: every stack at most once, the farthest first, and only trees may be missing.
fn parse_placement(word: &str, order: &[Code]) -> Option<Column> {
    let bytes = word.as_bytes();
    if bytes.len() != ROWS {
        return None;
    }
    let (mut column, mut next) = (Column::EMPTY, 0);
    let may_be_missing = |numbers: Range<usize>| numbers.into_iter().all(|n| is_tree(order[n]));
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
