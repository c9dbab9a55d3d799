//! The hidden game once more, as plainly as it can be written: the greatest expected score by expectation over single moves.
//!
//! A table is what the player sees, with hidden pieces marked as such. Every legal move is tried, also those that go sideways. Tables
//! that sideways moves lead to and back from have one value, the most that any of them offers: its score, or a move that does not
//! go sideways, on average over what it shows.

use std::collections::{HashMap, HashSet};

use super::{Rules, Table, bytes, table};

/// Colour of hidden mediums, and of hidden smalls that may have any colour; [`not`] has the marks of the others.
pub const HIDDEN: u8 = 3;

/// A nest that hides something: the mark of its small, and whether its medium is hidden, too.
type Nest = (u8, bool);

/// Values of tables.
pub struct Hidden {
    rules: Rules,
    stashes: u8,
    values: HashMap<Box<[u8]>, f64>,
    ways: HashMap<(Vec<Nest>, [[u8; 3]; 2]), f64>,
}

impl Hidden {
    pub fn new(rules: Rules, stashes: u8) -> Self {
        Self { rules, stashes, values: HashMap::new(), ways: HashMap::new() }
    }

    /// Tables that have a value.
    pub fn tables(&self) -> usize {
        self.values.len()
    }

    /// The table before the first move.
    pub fn first(&self) -> Table {
        let nests: Vec<[u8; 3]> = (0..3 * self.stashes).map(|i| [i % 3, HIDDEN, not(i % 3)]).collect();
        Table::new(&nests)
    }

    /// The greatest expected score.
    pub fn value(&mut self, start: &Table) -> f64 {
        let start = bytes(start);
        if let Some(&value) = self.values.get(&start) {
            return value;
        }
        // All tables that sideways moves lead to.
        let mut members = vec![start.clone()];
        let mut numbers = HashMap::from([(start, 0)]);
        let mut sideways = HashSet::new();
        let mut onwards = HashSet::new();
        let mut best = 0.0;
        let mut from = 0;
        while from < members.len() {
            let before = table(&members[from]);
            best = f64::max(best, before.score() as f64);
            for after in before.next(self.rules) {
                let code = bytes(&after);
                if progress(&after) > progress(&before) {
                    onwards.insert(code);
                    continue;
                }
                let to = *numbers.entry(code.clone()).or_insert(members.len());
                if to == members.len() {
                    members.push(code);
                }
                sideways.insert((from, to));
            }
            from += 1;
        }
        for &(from, to) in &sideways {
            assert!(sideways.contains(&(to, from)), "a sideways move cannot be taken back");
        }
        for after in onwards {
            best = best.max(self.expectation(&table(&after)));
        }
        for member in members {
            self.values.insert(member, best);
        }
        best
    }

    /// The value of a table on which a hidden piece may lie open, which is shown now.
    fn expectation(&mut self, after: &Table) -> f64 {
        let Some(pile) = after.piles.iter().position(|pile| pile[pile.len() - 1].colour >= HIDDEN) else {
            return self.value(after);
        };
        let (mut sum, mut total) = (0.0, 0.0);
        for colour in 0..3 {
            let mut piles = after.piles.clone();
            let shown = &mut piles[pile];
            let top = shown.len() - 1;
            if shown[top].size == 1 && shown[top].colour == not(colour) {
                continue;
            }
            if shown[top].size == 2 && shown[0].colour != not(colour) {
                shown[0].colour = HIDDEN;
            }
            shown[top].colour = colour;
            let shown = Table::of(piles, after.open);
            let ways = self.count(&shown);
            if ways > 0.0 {
                sum += ways * self.value(&shown);
                total += ways;
            }
        }
        sum / total
    }

    /// How many ways there are to colour what is hidden on a table.
    fn count(&mut self, table: &Table) -> f64 {
        let mut unseen = [[self.stashes; 3]; 2];
        let mut nests = Vec::new();
        for pile in &table.piles {
            for piece in pile.iter().filter(|piece| piece.size < 3 && piece.colour < HIDDEN) {
                let Some(left) =
                    unseen[usize::from(piece.size) - 1][usize::from(piece.colour)].checked_sub(1)
                else {
                    return 0.0;
                };
                unseen[usize::from(piece.size) - 1][usize::from(piece.colour)] = left;
            }
            if pile[0].colour >= HIDDEN {
                nests.push((pile[0].colour, pile[1].colour >= HIDDEN));
            }
        }
        nests.sort_unstable();
        self.ways(&nests, unseen)
    }

    /// How many ways there are to colour the insides of nests with these pieces.
    fn ways(&mut self, nests: &[Nest], unseen: [[u8; 3]; 2]) -> f64 {
        let Some((&(mark, whole), rest)) = nests.split_last() else { return 1.0 };
        if let Some(&ways) = self.ways.get(&(nests.to_vec(), unseen)) {
            return ways;
        }
        let mut sum = 0.0;
        for small in 0..3 {
            for medium in 0..if whole { 3 } else { 1 } {
                let is_bad = mark == not(small as u8) && (!whole || medium == small);
                if is_bad || unseen[0][small] == 0 || whole && unseen[1][medium] == 0 {
                    continue;
                }
                let mut left = unseen;
                left[0][small] -= 1;
                left[1][medium] -= u8::from(whole);
                sum += self.ways(rest, left);
            }
        }
        self.ways.insert((nests.to_vec(), unseen), sum);
        sum
    }
}

/// The mark of a hidden small that makes its nest monochromatic if it has a colour, together with the medium if that is hidden, too.
pub const fn not(colour: u8) -> u8 {
    HIDDEN + 1 + colour
}

/// What only grows: pieces that have left their nests, and larges on the table.
fn progress(table: &Table) -> usize {
    let dealt = table.piles.iter().flatten().filter(|piece| piece.dealt).count();
    let towers = table.piles.iter().filter(|pile| pile[0].size == 3).count();
    let pieces = table.piles.iter().flatten().count();
    pieces - dealt + towers
}
