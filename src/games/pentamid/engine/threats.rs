//! Wins by threats alone, looked for where the search would judge a position by its evaluation.
//!
//! A *threat* is a move after which the opponent has no line in one, but its player would have one if it were his turn again.
//!
//! *Statement*: where [`Negamax::threats`] gives `n`, the side to move forces a win within `n` plies, in the game without history and
//! in that with the states of the game and of the search's line.
//!
//! *Argument*: by induction over `n`. After a threat every reply is tried that the pieces allow; the rule against repetition only
//! leaves fewer. The opponent has no line in one, so a reply wins for it, if at all, by leaving no move, and then the search for
//! another threat finds none. A reply that leaves a line in one loses in two plies. After any other one, another threat has
//! to win, in fewer plies. Without a reply the opponent has lost. What is left out are moves of the side to move, or all moves once
//! the nodes are used up: wins may be missed, none is made up. Threats that the states before bar are among them; a state comes
//! back after four plies at least, so the second of two threats cannot bring back a state since the first.
//!
//! [`NODES`] of 0 switches it off. The test holds all wins that are found against the prover.

use smallvec::SmallVec;

use super::search::Negamax;
use crate::games::pentamid::game::{Node, Position, Size, neighbours};
use crate::kit::search::StopReason;

/// Plies that a win takes at most: two threats, the answers, and the line.
const PLIES: i32 = 5;
/// Positions that one search enters, at most.
const NODES: u64 = 50;

/// Plies of a forced win or loss, if one was found, or the limit that ended the search.
type Forced = Result<Option<i32>, StopReason>;

impl<const N: usize> Negamax<'_, N> {
    /// Plies of a win by threats alone for the side to move, if one is found. Neither player has a line in one.
    pub(super) fn threats(&mut self, node: &Node<N>) -> Forced {
        self.attack(node, PLIES, self.nodes + NODES)
    }

    /// The same within `plies` and until `end` nodes are counted. The opponent may have a line in one.
    fn attack(&mut self, node: &Node<N>, plies: i32, end: u64) -> Forced {
        let squares = self.threatening(&node.position);
        if squares == 0 {
            return Ok(None);
        }
        for mv in node.position.each_move(self.rules).filter(|mv| mv.to().bit() & squares != 0) {
            let next = node.position.after(mv);
            if self.uncovered(&node.position, mv, &next, 0).is_some()
                || next.passed().win_at_once(self.rules).is_none()
                || next.win_at_once(self.rules).is_some()
            {
                continue;
            }
            let child = node.after(self.rules, mv);
            if self.is_barred(mv, &child) {
                continue;
            }
            if self.nodes >= end {
                break;
            }
            self.count()?;
            if let Some(lost) = self.defend(&child, plies - 1, end)? {
                return Ok(Some(lost + 1));
            }
        }
        Ok(None)
    }

    /// Plies of the loss of the side to move, which is threatened, if it loses by threats alone.
    fn defend(&mut self, node: &Node<N>, plies: i32, end: u64) -> Forced {
        let mut answers: SmallVec<[Node<N>; 8]> = SmallVec::new();
        for mv in node.position.each_move(self.rules) {
            let next = node.position.after(mv);
            match self.uncovered(&node.position, mv, &next, 0) {
                Some(score) if score < 0 => {}
                None if next.win_at_once(self.rules).is_some() => {}
                None if plies >= 4 => answers.push(node.after(self.rules, mv)),
                _ => return Ok(None),
            }
        }
        let mut longest = 2;
        for child in answers {
            if self.nodes >= end {
                return Ok(None);
            }
            self.count()?;
            let Some(won) = self.attack(&child, plies - 1, end)? else { return Ok(None) };
            longest = longest.max(won + 1);
        }
        Ok(Some(longest))
    }

    /// Squares to which nearly all threats go: those of lines that lack two, and those next to the one that a line lacks.
    fn threatening(&self, position: &Position) -> u64 {
        let side = position.side();
        let own = position.visible(side);
        let blocks = position.layers[side.other().index()][Size::Large.index()];
        let mut squares = 0;
        for line in self.lines.iter().filter(|&line| line & blocks == 0) {
            let lacking = line & !own;
            match lacking.count_ones() {
                1 => squares |= neighbours(lacking),
                2 => squares |= lacking,
                _ => {}
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::engine::search::ScoreTable;
    use crate::games::pentamid::engine::{Rng, safe_moves};
    use crate::games::pentamid::game::{Game, Repetition, Rules, Variant};
    use crate::games::pentamid::prover::{Config, Verdict, prove_from};
    use crate::kit::search::Limits;

    #[test]
    fn wins_by_threats_are_proven_with_the_history_of_the_game() {
        let mut found = [0; 2];
        for (width, nests, line) in [(5, 4, 5), (4, 2, 3), (3, 2, 3)] {
            let rules =
                Rules::new(Variant { width, height: width, nests, line, ..Variant::default() }).unwrap();
            let lines = rules.lines();
            for index in 0..60 {
                let mut random = Rng::new(5, index);
                let mut game = Game::new(rules, Repetition::Barred, Position::START);
                while !game.status().is_over() && game.moves().len() < 60 {
                    let mut table = ScoreTable::<1>::new(4);
                    let halt = Limits::default().halt();
                    let mut search = Negamax::new(&game, &lines, &mut table, u64::MAX, halt);
                    let node = Node::new(&rules, *game.position());
                    let quiet = [node.position, node.position.passed()]
                        .iter()
                        .all(|position| position.win_at_once(&rules).is_none());
                    if quiet && let Some(plies) = search.threats(&node).unwrap() {
                        let config = Config { plies: plies as u32, table: 1 << 20, ..Config::default() };
                        let verdict = prove_from(&rules, game.history(), &config).verdict;
                        let right = matches!(verdict, Verdict::Win { plies: n } if n <= plies as u32);
                        assert!(right, "{plies}, {verdict:?}: {}", node.position.text(&rules));
                        found[usize::from(plies > 3)] += 1;
                    }
                    let moves = safe_moves(&game);
                    game.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
                }
            }
        }
        assert!(found.iter().all(|&count| count > 30), "{found:?}");
    }
}
