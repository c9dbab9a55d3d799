//! Pentamid in the plainest way: stacks as strings, every square looked at, every move tried, histories as lists of boards.
//!
//! It shares no code with the library, reads and writes text only, and is slow. What it says is what the library has to say.

#![expect(clippy::cast_possible_wrap, reason = "boards have few columns and rows")]

use std::collections::HashMap;

/// Rules of a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) line: usize,
    pub(crate) nests: usize,
    pub(crate) diagonals: bool,
    /// `o`pponent, `m`over or `d`raw.
    pub(crate) both: char,
}

/// A board: rows from the bottom, each square a stack from the visible piece down; and the side to move, `1` or `2`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pub(crate) squares: Vec<Vec<String>>,
    pub(crate) side: char,
}

/// The result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Win(usize),
    Loss(usize),
    Unknown,
}

fn owner(piece: char) -> char {
    if piece.is_uppercase() { '1' } else { '2' }
}

fn other(side: char) -> char {
    if side == '1' { '2' } else { '1' }
}

/// 1 for small to 3 for large.
fn size(piece: char) -> usize {
    1 + "SML".find(piece.to_ascii_uppercase()).expect("a piece")
}

fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(column).expect("a small board")), row + 1)
}

fn place(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'))
}

impl Board {
    pub(crate) fn empty(rules: &Rules) -> Self {
        Self { squares: vec![vec![String::new(); rules.width]; rules.height], side: '1' }
    }

    pub(crate) fn parse(text: &str) -> Self {
        let (board, side) = text.rsplit_once(' ').expect("a side");
        let squares = board
            .split('/')
            .rev()
            .map(|row| row.split_whitespace().map(|square| square.replace('-', "")).collect())
            .collect();
        Self { squares, side: side.chars().next().expect("a side") }
    }

    pub(crate) fn text(&self) -> String {
        let row = |row: &Vec<String>| {
            let shown = row.iter().map(|stack| if stack.is_empty() { "-" } else { stack });
            shown.collect::<Vec<_>>().join(" ")
        };
        format!("{} {}", self.squares.iter().rev().map(row).collect::<Vec<_>>().join("/"), self.side)
    }

    fn top(&self, column: usize, row: usize) -> Option<char> {
        self.squares[row][column].chars().next()
    }

    fn count(&self, piece: char) -> usize {
        self.squares.iter().flatten().map(|stack| stack.chars().filter(|&p| p == piece).count()).sum()
    }

    /// Whether a player has a line.
    fn has_line(&self, rules: &Rules, side: char) -> bool {
        let directions: &[(i32, i32)] =
            if rules.diagonals { &[(1, 0), (0, 1), (1, 1), (1, -1)] } else { &[(1, 0), (0, 1)] };
        let shows = |column: i32, row: i32| {
            let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return false };
            column < rules.width
                && row < rules.height
                && self.top(column, row).is_some_and(|piece| owner(piece) == side)
        };
        let (width, height, line) = (rules.width as i32, rules.height as i32, rules.line as i32);
        (0..width).any(|column| {
            (0..height).any(|row| {
                directions.iter().any(|(dx, dy)| (0..line).all(|i| shows(column + i * dx, row + i * dy)))
            })
        })
    }

    /// The winner, `1` or `2`, `d` for a draw, or nothing. Whether the side to move can move is not asked.
    pub(crate) fn line_winner(&self, rules: &Rules) -> Option<char> {
        let (waits, moves) = (other(self.side), self.side);
        match (self.has_line(rules, waits), self.has_line(rules, moves)) {
            (false, false) => None,
            (true, false) => Some(waits),
            (false, true) => Some(moves),
            (true, true) => Some(match rules.both {
                'o' => moves,
                'm' => waits,
                _ => 'd',
            }),
        }
    }

    /// All moves, history left aside; none once a line stands.
    pub(crate) fn moves(&self, rules: &Rules) -> Vec<String> {
        let mut moves = Vec::new();
        if self.line_winner(rules).is_some() {
            return moves;
        }
        let own = |letter: char| if self.side == '1' { letter } else { letter.to_ascii_lowercase() };
        let [larges, mediums, smalls] = ['L', 'M', 'S'].map(|letter| self.count(own(letter)));
        let spans_odd_square =
            rules.width == rules.height && rules.width % 2 == 1 && rules.line == rules.width;
        for row in 0..rules.height {
            for column in 0..rules.width {
                let centre = column == rules.width / 2 && row == rules.height / 2;
                match self.top(column, row) {
                    None if rules.diagonals && spans_odd_square && centre => {}
                    None => {
                        for (letter, ready) in
                            [('L', larges < rules.nests), ('M', mediums < larges), ('S', smalls < mediums)]
                        {
                            if ready {
                                moves.push(format!("{letter}@{}", name(column, row)));
                            }
                        }
                    }
                    Some(piece) if owner(piece) == self.side => {
                        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                            let (x, y) = (column as i32 + dx, row as i32 + dy);
                            if x < 0 || y < 0 || x >= rules.width as i32 || y >= rules.height as i32 {
                                continue;
                            }
                            if self.top(x as usize, y as usize).is_none_or(|below| size(below) < size(piece))
                            {
                                let to = name(x as usize, y as usize);
                                moves.push(format!(
                                    "{}{}-{to}",
                                    piece.to_ascii_uppercase(),
                                    name(column, row)
                                ));
                            }
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        moves
    }

    pub(crate) fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        let piece = if self.side == '1' { mv[..1].to_string() } else { mv[..1].to_lowercase() };
        let to = if mv.contains('@') {
            &mv[2..]
        } else {
            let (column, row) = place(&mv[1..3]);
            next.squares[row][column].remove(0);
            &mv[4..]
        };
        let (column, row) = place(to);
        next.squares[row][column].insert_str(0, &piece);
        next.side = other(self.side);
        next
    }
}

/// Counts move sequences. With a history, no state of it may come back; the last one is the board itself.
pub(crate) fn perft(rules: &Rules, board: &Board, history: Option<&[Board]>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for mv in board.moves(rules) {
        let next = board.after(&mv);
        match history {
            None => count += perft(rules, &next, None, depth - 1),
            Some(states) if !states.contains(&next) => {
                let longer = [states, std::slice::from_ref(&next)].concat();
                count += perft(rules, &next, Some(&longer), depth - 1);
            }
            Some(_) => {}
        }
    }
    count
}

/// Values of boards found so far, for each horizon.
type Known = HashMap<(Board, usize), Value>;

/// The value of a board within a horizon of plies, by trying everything. `history` is as for [`perft`].
pub(crate) fn value(rules: &Rules, board: &Board, history: Option<&[Board]>, horizon: usize) -> Value {
    value_knowing(rules, board, history, horizon, &mut HashMap::new())
}

fn value_knowing(
    rules: &Rules,
    board: &Board,
    history: Option<&[Board]>,
    horizon: usize,
    known: &mut Known,
) -> Value {
    match board.line_winner(rules) {
        Some('d') => return Value::Unknown,
        Some(side) if side == board.side => return Value::Win(0),
        Some(_) => return Value::Loss(0),
        None => {}
    }
    let key = (board.clone(), horizon);
    if let (None, Some(&value)) = (history, known.get(&key)) {
        return value;
    }
    let mut moves = board.moves(rules);
    if let Some(states) = history {
        moves.retain(|mv| !states.contains(&board.after(mv)));
    }
    if moves.is_empty() {
        return Value::Loss(0);
    }
    if horizon == 0 {
        return Value::Unknown;
    }
    let mut best_win = None;
    let mut worst_loss = Some(0);
    for mv in moves {
        let next = board.after(&mv);
        let longer = history.map(|states| [states, std::slice::from_ref(&next)].concat());
        match value_knowing(rules, &next, longer.as_deref(), horizon - 1, known) {
            Value::Loss(n) => best_win = Some(best_win.map_or(n + 1, |best: usize| best.min(n + 1))),
            Value::Win(n) => worst_loss = worst_loss.map(|worst| worst.max(n + 1)),
            Value::Unknown => worst_loss = None,
        }
    }
    let value = match (best_win, worst_loss) {
        (Some(n), _) => Value::Win(n),
        (None, Some(n)) => Value::Loss(n),
        (None, None) => Value::Unknown,
    };
    if history.is_none() {
        known.insert(key, value);
    }
    value
}
