//! Clauses of transfers.

use super::{Timetable, TimetablePiece};
use crate::games::solomids::game::{COLUMNS, ROWS, Size};
use crate::games::solomids::solver::shortest::satisfiability::clauses::{Clauses, FALSE, TRUE};

impl Timetable {
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
                    for k in 0..=self.room.slides[c] {
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
                    for k in 0..=self.room.slides[c] {
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
