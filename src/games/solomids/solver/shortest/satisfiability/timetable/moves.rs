//! Clauses of moves that change where things are: slides with the rows of stacks, and transfers.

use super::{Timetable, TimetablePiece};
use crate::games::solomids::game::{COLUMNS, ROWS, Size};
use crate::games::solomids::solver::shortest::satisfiability::solver::{Clauses, FALSE, Lit, TRUE};

impl Timetable {
    /// The row of every stack after every slide of its column.
    pub(super) fn place_rows(&mut self, clauses: &mut Clauses) {
        for x in 0..self.stacks() {
            let first = self.slots[x].row;
            for k in 1..=self.horizon.slides {
                for row in first + 1..=ROWS {
                    self.as_far.set([x, k, row], clauses.variable());
                }
                for row in first..=ROWS {
                    let stands = clauses.variable();
                    self.stands.set([x, k, row], stands);
                    let (here, farther) = (self.as_far(x, k, row), self.as_far(x, k, row + 1));
                    clauses.implies([stands], [here]);
                    clauses.implies([stands], [-farther]);
                    clauses.implies([here, -farther], [stands]);
                    clauses.implies([farther], [here]);
                    // Slides only move stacks farther.
                    clauses.implies([self.as_far(x, k - 1, row)], [here]);
                }
            }
        }
    }

    /// The effect of each slide of a column (M3).
    pub(super) fn slide(&mut self, clauses: &mut Clauses, c: usize) {
        let stacks = self.columns[c].clone();
        let nearest = stacks.iter().map(|&x| self.slots[x].row).min().unwrap_or(ROWS + 1);
        for k in 1..=self.horizon.slides {
            let made = self.slides[c][k - 1];
            // Before the slide, by stack and row: the stack is present there. By row: it is occupied, and it moves.
            let mut there = vec![[FALSE; ROWS + 2]; stacks.len()];
            let (mut taken, mut moves) = ([FALSE; ROWS + 2], [FALSE; ROWS + 2]);
            for (&x, there) in stacks.iter().zip(&mut there) {
                let present = self.slid.get([x, c, k]);
                for row in self.slots[x].row..=ROWS {
                    let (it, stands) = (clauses.variable(), self.stands(x, k - 1, row));
                    there[row] = it;
                    clauses.implies([it], [present]);
                    clauses.implies([it], [stands]);
                    clauses.implies([present, stands], [it]);
                }
            }
            for row in nearest..=ROWS {
                taken[row] = clauses.variable();
                let here: Vec<Lit> =
                    there.iter().map(|there| there[row]).filter(|&literal| literal != FALSE).collect();
                clauses.implies([taken[row]], here.iter().copied());
                for &it in &here {
                    clauses.implies([it], [taken[row]]);
                }
                clauses.at_most_one(&here);
            }
            // One stack with a gap in front of it moves, with all that touch behind it.
            for row in nearest..ROWS {
                moves[row] = clauses.variable();
                self.front.set([c, k, row], clauses.variable());
            }
            for row in nearest..ROWS {
                let front = self.front.get([c, k, row]);
                clauses.implies([front], [taken[row]]);
                clauses.implies([front], [-taken[row + 1]]);
                clauses.implies([front], [moves[row]]);
                clauses.implies([moves[row]], [front, taken[row]]);
                clauses.implies([moves[row]], [front, moves[row + 1]]);
                clauses.implies([taken[row], moves[row + 1]], [moves[row]]);
                clauses.implies([moves[row]], [made]);
            }
            let fronts: Vec<Lit> = (nearest..ROWS).map(|row| self.front.get([c, k, row])).collect();
            clauses.exactly_one_if(made, &fronts);
            // The least distance of the slide, by rows; it closes the whole gap.
            let mut goes_by = vec![TRUE, made];
            goes_by.extend(clauses.variables(ROWS - 2));
            goes_by.push(FALSE);
            clauses.chain(&goes_by);
            for row in nearest..ROWS {
                let front = self.front.get([c, k, row]);
                for by in 1..ROWS {
                    let [this, next] = [goes_by[by], goes_by[by + 1]];
                    if row + by > ROWS {
                        clauses.implies([front, this], []);
                        continue;
                    }
                    clauses.implies([front, this], [-taken[row + by]]);
                    if row + by < ROWS {
                        clauses.implies([front, this], [next, taken[row + by + 1]]);
                    }
                }
            }
            // Stacks that move go exactly that far, and the others stay.
            for (&x, there) in stacks.iter().zip(&there) {
                let first = self.slots[x].row;
                let goes = clauses.variable();
                clauses.implies([goes], [self.slid.get([x, c, k])]);
                clauses.implies([goes], [made]);
                for row in first..=ROWS {
                    clauses.implies([there[row], goes], [moves[row]]);
                    clauses.implies([there[row], moves[row]], [goes]);
                    let [before, after] = [k - 1, k].map(|k| self.as_far(x, k, row));
                    clauses.implies([after], [goes, before]);
                    let next = self.as_far(x, k - 1, row + 1);
                    for by in 1..ROWS {
                        clauses.implies([goes, before, goes_by[by]], [self.as_far(x, k, row + by)]);
                        clauses.implies([self.as_far(x, k, row + by + 1)], [next, goes_by[by + 1]]);
                    }
                }
            }
        }
    }

    /// Redundant: the stacks of a column keep their order, each in a row of its own.
    pub(super) fn keep_apart(&self, clauses: &mut Clauses, c: usize) {
        let stacks = &self.columns[c];
        for k in 1..=self.horizon.slides {
            for (i, &a) in stacks.iter().enumerate() {
                for &b in &stacks[i + 1..] {
                    let both = [self.slid.get([a, c, k]), self.slid.get([b, c, k])];
                    for row in self.slots[a].row..=ROWS {
                        let (near, far) = (self.as_far(b, k, row), self.as_far(a, k, row + 1));
                        clauses.implies([both[0], both[1], near], [far]);
                    }
                }
            }
            // The number of stacks up to here that have left before the slide covers the rows that the next one has gained.
            // Redundant as well.
            let mut left: Vec<Lit> = vec![TRUE];
            for (i, &x) in stacks.iter().enumerate() {
                for row in self.slots[x].row + 1..=ROWS {
                    if let Some(needed) = (i + row).checked_sub(ROWS).filter(|&needed| needed > 0) {
                        let enough = left.get(needed).copied().unwrap_or(FALSE);
                        clauses.implies([self.as_far(x, k, row)], [enough]);
                    }
                }
                let present = self.slid.get([x, c, k]);
                let mut next = vec![TRUE];
                for count in 1..=i + 1 {
                    let (same, fewer) = (left.get(count).copied().unwrap_or(FALSE), left[count - 1]);
                    let it = clauses.variable();
                    clauses.implies([it], [same, fewer]);
                    clauses.implies([it], [same, -present]);
                    clauses.implies([same], [it]);
                    clauses.implies([fewer, -present], [it]);
                    next.push(it);
                }
                left = next;
            }
        }
    }

    /// The effect of a transfer (M1, M2).
    pub(super) fn hand_on(&mut self, clauses: &mut Clauses, j: usize) {
        let (n, made) = (self.stacks(), self.transfers[j - 1]);
        // A piece that has come to the source moves on from there, with what lies on it.
        let guests: Vec<usize> =
            (0..self.pieces.len()).filter(|&it| self.pieces[it].size != Size::Large).collect();
        let choice = clauses.variables(guests.len());
        for (&guest, &chosen) in guests.iter().zip(&choice) {
            clauses.implies([chosen], [-self.after_transfer(guest, j)]);
        }
        clauses.exactly_one_if(made, &choice);
        // Source and destination are two stacks that are present.
        let hosts: Vec<usize> = (0..n).filter(|&x| self.pieces[x].size != Size::Small).collect();
        let [from, to] = [(); 2].map(|()| clauses.variables(hosts.len()));
        for ((&host, &from), &to) in hosts.iter().zip(&from).zip(&to) {
            self.source.set([j, host], from);
            self.destination.set([j, host], to);
            clauses.implies([from], [self.after_transfer(host, j)]);
            clauses.implies([to], [self.after_transfer(host, j)]);
            clauses.implies([from], [-to]);
        }
        clauses.exactly_one_if(made, &from);
        clauses.exactly_one_if(made, &to);
        for (&guest, &chosen) in guests.iter().zip(&choice) {
            let TimetablePiece { size, colour } = self.pieces[guest];
            let below = if size == Size::Small { Size::Medium } else { Size::Large };
            for host in self.members(below, colour) {
                // Only the piece that moves changes its host.
                let [before, after] = [j - 1, j].map(|epoch| self.partners(size).get([guest, host, epoch]));
                clauses.implies([before], [chosen, after]);
                clauses.implies([after], [chosen, before]);
                clauses.implies([chosen, before], [-after]);
                for (belongs, ends) in [(before, &self.source), (after, &self.destination)] {
                    if size == Size::Medium {
                        clauses.implies([chosen, belongs], [ends.get([j, host])]);
                        continue;
                    }
                    // A medium is in its own place, or on its large.
                    let stays = self.after_transfer(host, j);
                    if host < n {
                        clauses.implies([chosen, belongs, stays], [ends.get([j, host])]);
                    }
                    for large in self.members(Size::Large, colour) {
                        let there = self.large_of.get([host, large, j - 1]);
                        clauses.implies([chosen, belongs, there], [stays, ends.get([j, large])]);
                    }
                }
            }
        }
        self.line_up_for_transfer(clauses, j, &hosts);
    }

    /// Source and destination of a transfer are neighbours in a column or in a row.
    fn line_up_for_transfer(&self, clauses: &mut Clauses, j: usize, hosts: &[usize]) {
        // In different columns both are in one row; by rows: it is that row or farther.
        let sideways = clauses.variable();
        let mut as_far = vec![TRUE, TRUE];
        as_far.extend(clauses.variables(ROWS - 1));
        as_far.push(FALSE);
        clauses.chain(&as_far);
        for &x in hosts {
            let c = self.slots[x].column;
            for ends in [&self.source, &self.destination] {
                let end = ends.get([j, x]);
                for row in 2..=ROWS {
                    for k in 0..=self.horizon.slides {
                        let here = self.as_far(x, k, row);
                        clauses.implies([end, sideways, self.slid_by.get([j, c, k]), here], [as_far[row]]);
                        clauses
                            .implies([end, sideways, as_far[row]], [self.slid_by.get([j, c, k + 1]), here]);
                    }
                }
            }
        }
        let mut taken = [[FALSE; ROWS + 1]; COLUMNS];
        for c in 0..COLUMNS {
            for row in 1..=ROWS {
                taken[c][row] = clauses.variable();
                for &x in &self.columns[c] {
                    for k in 0..=self.horizon.slides {
                        let stands = self.stands(x, k, row);
                        if stands == FALSE {
                            continue;
                        }
                        let other = self.not_slid_by(j, c, k);
                        clauses.implies(
                            [stands, self.after_transfer(x, j)],
                            other.into_iter().chain([taken[c][row]]),
                        );
                    }
                }
            }
        }
        for &x in hosts {
            for &y in hosts.iter().filter(|&&y| y != x) {
                let both = [self.source.get([j, x]), self.destination.get([j, y])];
                let (a, b) = (self.slots[x].column, self.slots[y].column);
                if self.pieces[x].colour != self.pieces[y].colour {
                    clauses.implies(both, []);
                } else if a == b {
                    self.between(x, y).for_each(|z| clauses.implies(both, [-self.after_transfer(z, j)]));
                } else {
                    clauses.implies(both, [sideways]);
                    for taken in &taken[a.min(b) + 1..a.max(b)] {
                        for row in 1..=ROWS {
                            clauses.implies([both[0], both[1], as_far[row], -as_far[row + 1]], [-taken[row]]);
                        }
                    }
                }
            }
        }
    }
}
