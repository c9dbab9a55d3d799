//! The rules of Solace II once more, as plainly as they can be written, to check the library against.
//!
//! Nothing here uses the library: piles are lists of pieces from the table upwards, moves look at the pieces on top, and the
//! search simply visits every position. Piles are kept in sorted order, since their places do not matter.

#![allow(dead_code, reason = "every test file compiles this module and uses the parts it needs")]
#![allow(unreachable_pub, reason = "a module shared by test files has no outside to reach")]

pub mod hidden;

use std::collections::HashSet;

/// A piece: size 1 to 3, colour 0 to 2, and whether it still lies in the nest it was dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub size: u8,
    pub colour: u8,
    pub dealt: bool,
}

/// The answers to R1 to R5; `lend` is 0 for never, 1 for R4a, 2 for R4a and R4b.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the answers to independent questions")]
pub struct Rules {
    pub native: bool,
    pub opened: bool,
    pub recap: bool,
    pub lend: u8,
    pub open: bool,
}

type Pile = Vec<Piece>;

/// All piles, sorted, and the number of open spaces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    piles: Vec<Pile>,
    open: usize,
}

/// A pile is a full nest, perhaps with more on top.
fn is_full_nest(pile: &[Piece]) -> bool {
    pile.len() >= 3 && pile[..3].iter().all(|piece| piece.dealt)
}

/// A pile stands on the table with a large that was dealt elsewhere.
fn is_on_table(pile: &[Piece]) -> bool {
    pile[0].size == 3
}

fn is_tower(pieces: &[Piece]) -> bool {
    pieces.len() == 3
        && (pieces[0].size, pieces[1].size, pieces[2].size) == (3, 2, 1)
        && pieces.iter().all(|piece| piece.colour == pieces[0].colour)
}

impl Table {
    /// The table at the start; nests as large, medium, small.
    pub fn new(nests: &[[u8; 3]]) -> Self {
        let piece = |size, colour| Piece { size, colour, dealt: true };
        let pile = |n: &[u8; 3]| vec![piece(1, n[2]), piece(2, n[1]), piece(3, n[0])];
        let mut piles: Vec<Pile> = nests.iter().map(pile).collect();
        piles.sort();
        Self { piles, open: 0 }
    }

    /// The table with these piles and so many open spaces.
    pub fn of(mut piles: Vec<Vec<Piece>>, open: usize) -> Self {
        piles.sort();
        Self { piles, open }
    }

    /// Towers directly on the table.
    pub fn score(&self) -> usize {
        self.piles.iter().filter(|pile| is_tower(pile)).count()
    }

    /// What every legal move leads to.
    pub fn next(&self, rules: Rules) -> Vec<Self> {
        let mut tables = Vec::new();
        for (i, from) in self.piles.iter().enumerate() {
            let top = from[from.len() - 1];
            // Single pieces.
            for (j, to) in self.piles.iter().enumerate() {
                if i != j && may_leave(from, rules) && may_land(top, to, rules) {
                    tables.push(self.moved(i, 1, Some(j)));
                }
            }
            // Towers on top of something.
            let has_tower = from.len() > 3 && is_tower(&from[from.len() - 3..])
                || from.len() == 5 && is_tower(&from[2..]);
            if has_tower && self.open > 0 {
                tables.push(self.moved(i, 3, None));
            }
            if has_tower && rules.open {
                let mut beside = self.moved(i, 3, None);
                beside.open = self.open;
                tables.push(beside);
            }
        }
        tables
    }

    /// The topmost pieces of a pile go onto another one, or to an open space.
    fn moved(&self, from: usize, count: usize, to: Option<usize>) -> Self {
        let mut table = self.clone();
        let keep = table.piles[from].len() - count;
        let mut pieces = table.piles[from].split_off(keep);
        for piece in &mut pieces {
            piece.dealt = false;
        }
        if let Some(to) = to {
            table.piles[to].extend(pieces);
        } else {
            table.open = table.open.saturating_sub(1);
            table.piles.push(pieces);
        }
        let before = table.piles.len();
        table.piles.retain(|pile| !pile.is_empty());
        table.open += before - table.piles.len();
        table.piles.sort();
        table
    }
}

/// Whether the topmost piece of a pile may move at all.
fn may_leave(from: &Pile, rules: Rules) -> bool {
    let top = from[from.len() - 1];
    match top.size {
        // The top of a full nest, or with R3 a cap.
        3 => is_full_nest(from) && (top.dealt || rules.recap),
        _ if top.dealt => true,
        _ if is_on_table(from) => rules.lend == 2,
        _ => rules.lend >= 1,
    }
}

/// Whether a piece may land on a pile.
fn may_land(piece: Piece, to: &Pile, rules: Rules) -> bool {
    let top = to[to.len() - 1];
    if top.colour != piece.colour {
        return false;
    }
    match piece.size {
        3 => top.size == 3 && is_full_nest(to) && (to.len() == 3 || rules.recap),
        2 => top.size == 3 && (!(top.dealt && is_full_nest(to)) || rules.native),
        _ => top.size == 2 && (!top.dealt || rules.opened),
    }
}

/// A table as bytes: the pieces of each pile and a zero, then the number of open spaces. Tables have different bytes.
fn bytes(table: &Table) -> Box<[u8]> {
    let byte = |piece: &Piece| piece.size | piece.colour << 2 | u8::from(piece.dealt) << 5;
    let mut bytes = Vec::with_capacity(64);
    for pile in &table.piles {
        bytes.extend(pile.iter().map(byte));
        bytes.push(0);
    }
    bytes.push(table.open as u8);
    bytes.into()
}

/// The table of some bytes.
fn table(bytes: &[u8]) -> Table {
    let (&open, piles) = bytes.split_last().expect("at least the number of open spaces");
    let piece = |&byte: &u8| Piece { size: byte & 3, colour: byte >> 2 & 7, dealt: byte >> 5 == 1 };
    let piles = piles.split(|&byte| byte == 0).filter(|pile| !pile.is_empty());
    Table { piles: piles.map(|pile| pile.iter().map(piece).collect()).collect(), open: open.into() }
}

/// The best score, by visiting every position, or those up to the first whose pieces all stand in towers, as nothing scores more;
/// `None` if there are more than `most`.
pub fn best_score(nests: &[[u8; 3]], rules: Rules, most: usize) -> Option<usize> {
    let start = bytes(&Table::new(nests));
    let mut best = 0;
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some(code) = todo.pop() {
        let table = table(&code);
        best = best.max(table.score());
        if best == nests.len() {
            break;
        }
        for next in table.next(rules) {
            if seen.len() > most {
                return None;
            }
            let next = bytes(&next);
            if seen.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    Some(best)
}
