//! The search: does one player, the attacker, force a win within a horizon of plies?

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::bound::{Cut, always_drops, cut};
use super::table::{ProofEntry, ProofTable};
use crate::games::pentamid::game::{
    Move, Node, Position, Repetition, Rules, Side, Size, Status, square_weights,
};
use crate::kit::search::{Halt, StopReason};

/// A question, and what all threads that search it share.
pub(super) struct Shared<'a, const N: usize> {
    pub(super) rules: &'a Rules,
    pub(super) repetition: Repetition,
    /// Whether the drop defence may cut.
    pub(super) bound: bool,
    pub(super) root: Node<N>,
    /// States since the last drop, that of the root last.
    pub(super) since_drop: &'a [Position],
    pub(super) lines: Vec<u64>,
    pub(super) table: ProofTable,
}

/// One thread of a search.
pub(super) struct WinSearch<'a, const N: usize> {
    shared: &'a Shared<'a, N>,
    rules: &'a Rules,
    attacker: Side,
    /// 0 for the main thread; the other threads order moves in other ways.
    salt: u32,
    max_nodes: Option<u64>,
    halt: Halt,
    /// Set once another thread has the answer.
    answered: &'a AtomicBool,
    pub(super) nodes: u64,
    /// States since the last drop before the root, the present one last; only kept if the rule against repetition is in force.
    trail: Vec<Position>,
    /// Place in the trail of the first state since the last drop.
    since: usize,
}

impl<'a, const N: usize> WinSearch<'a, N> {
    pub(super) fn new(
        shared: &'a Shared<'a, N>,
        attacker: Side,
        salt: u32,
        max_nodes: Option<u64>,
        halt: Halt,
        answered: &'a AtomicBool,
    ) -> Self {
        let trail = match shared.repetition {
            Repetition::Barred => shared.since_drop.to_vec(),
            Repetition::Allowed => Vec::new(),
        };
        let rules = shared.rules;
        Self { shared, rules, attacker, salt, max_nodes, halt, answered, nodes: 0, trail, since: 0 }
    }

    /// Whether the attacker forces a win within `plies` from here. The last state of the trail is this position.
    pub(super) fn wins(&mut self, node: &Node<N>, plies: u32) -> Result<bool, StopReason> {
        match node.position.line_status(self.rules) {
            Status::Open => self.open(node, plies),
            status => Ok(status == Status::Line(self.attacker)),
        }
    }

    /// Whether the attacker forces a win within `plies` after this move.
    pub(super) fn wins_after(&mut self, node: &Node<N>, mv: Move, plies: u32) -> Result<bool, StopReason> {
        let child = node.after(self.rules, mv);
        match child.position.line_status(self.rules) {
            Status::Open => self.child(&child, mv, plies),
            status => Ok(status == Status::Line(self.attacker)),
        }
    }

    /// The same as [`wins`](Self::wins) for a position without a line.
    fn open(&mut self, node: &Node<N>, plies: u32) -> Result<bool, StopReason> {
        let (rules, attacker, position) = (self.rules, self.attacker, &node.position);
        let attacks = position.side() == attacker;
        let bound = self.shared.bound;
        // The last ply is the defender's: it decides nothing if a drop is left.
        let mut plies = plies;
        if plies > 0
            && plies.is_multiple_of(2) == attacks
            && bound
            && always_drops(rules, position, attacker.other(), plies)
        {
            plies -= 1;
        }
        if plies == 0 {
            return Ok(!attacks && self.stuck(position));
        }
        self.count()?;
        if position.win_at_once(rules).is_some() {
            return Ok(attacks);
        }
        let targets = match bound.then(|| cut(&self.shared.lines, rules, position, attacker, plies)) {
            Some(Cut::NoWin) => return Ok(false),
            Some(Cut::Targets(targets)) => targets,
            None => rules.board,
        };
        let table = &self.shared.table;
        let fresh = !self.history_matters(position, plies);
        let mut entry = ProofEntry::NONE;
        if fresh {
            entry = table.get(node.key);
            if let Some(answer) = entry.answer(attacker, plies) {
                return Ok(answer);
            }
        }
        let (wins, best) = self.expand(node, plies, targets, entry.best)?;
        if fresh {
            entry = table.get(node.key);
            entry.learn(attacker, plies, wins, best);
            table.put(node.key, entry);
        }
        Ok(wins)
    }

    /// Tries the moves: one that wins is enough for the attacker, one that does not lose for the defender.
    fn expand(
        &mut self,
        node: &Node<N>,
        plies: u32,
        targets: u64,
        first: Option<Move>,
    ) -> Result<(bool, Option<Move>), StopReason> {
        let attacks = node.position.side() == self.attacker;
        for (_, mv) in self.ordered(&node.position, targets, first) {
            let child = node.after(self.rules, mv);
            if !mv.is_drop() && self.seen(&child.position) {
                continue;
            }
            let wins = match child.position.line_status(self.rules) {
                Status::Line(side) => side == self.attacker,
                Status::Drawn | Status::Stuck(_) => false,
                Status::Open => self.child(&child, mv, plies - 1)?,
            };
            if wins == attacks {
                return Ok((wins, Some(mv)));
            }
        }
        // Without a legal move the defender loses, and the attacker does not win.
        Ok((!attacks, None))
    }

    fn child(&mut self, child: &Node<N>, mv: Move, plies: u32) -> Result<bool, StopReason> {
        if self.shared.repetition == Repetition::Allowed {
            return self.open(child, plies);
        }
        let since = self.since;
        if mv.is_drop() {
            self.since = self.trail.len();
        }
        self.trail.push(child.position);
        let result = self.open(child, plies);
        self.trail.pop();
        self.since = since;
        result
    }

    /// The moves that come to one of `targets`, best first, `first` before all others. The order changes how long a search
    /// takes, never what it finds.
    ///
    /// Lines through a square count the more, the fewer of their squares the attacker lacks; a move scores by what it comes to,
    /// less what it leaves.
    fn ordered(&self, position: &Position, targets: u64, first: Option<Move>) -> SmallVec<[(i32, Move); 96]> {
        let shown = position.visible(self.attacker);
        let blocks = position.layers[self.attacker.other().index()][Size::Large.index()];
        let weights = square_weights(&self.shared.lines, |line| {
            if line & blocks == 0 { 1 << (2 * (line & shown).count_ones()) } else { 0 }
        });
        let mut moves = SmallVec::new();
        position.each_move(self.rules).filter(|mv| targets & mv.to().bit() != 0).for_each(|mv| {
            let left = mv.from().map_or(0, |from| weights[from.index()]);
            let score = 4 * (weights[mv.to().index()] - left) + mv.size() as i32 + 1;
            let bonus = if Some(mv) == first { i32::MAX / 2 } else { 0 };
            // Threads that help look at moves of almost the same score in another order.
            let noise = if self.salt == 0 { 0 } else { noise(mv, self.salt) };
            moves.push((score + bonus + noise, mv));
        });
        moves.sort_by_key(|&(score, _)| Reverse(score));
        moves
    }

    /// Whether the side to move has no legal move.
    fn stuck(&self, position: &Position) -> bool {
        if !position.can_move(self.rules) {
            return true;
        }
        if self.shared.repetition == Repetition::Allowed || self.trail.len() - self.since < 4 {
            return false;
        }
        position.moves(self.rules).into_iter().all(|mv| !mv.is_drop() && self.seen(&position.after(mv)))
    }

    /// Whether a position has stood since the last drop.
    #[inline]
    fn seen(&self, position: &Position) -> bool {
        self.shared.repetition == Repetition::Barred && self.trail[self.since..].contains(position)
    }

    /// Whether a move is barred here: the trail ends with the position it is played in.
    pub(super) fn barred(&self, node: &Node<N>, mv: Move) -> bool {
        !mv.is_drop() && self.seen(&node.position.after(mv))
    }

    /// Whether a state of the trail can come back within some plies. If none can, the position is worth as much as in a
    /// fresh game.
    ///
    /// Every piece that stands elsewhere takes its player a move at least; players take turns. The ply after the horizon
    /// counts as well: a player whose moves are all barred there has lost.
    fn history_matters(&self, position: &Position, plies: u32) -> bool {
        if self.shared.repetition == Repetition::Allowed {
            return false;
        }
        let (mover, other) = (position.side().index(), position.side().other().index());
        let earlier = self.trail[self.since..].split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().any(|state| {
            let apart = |player: usize| -> u32 {
                let layers = position.layers[player].iter().zip(&state.layers[player]);
                layers.map(|(now, then)| (now & !then).count_ones()).sum()
            };
            let least = (2 * apart(mover)).saturating_sub(1).max(2 * apart(other));
            let turn = u32::from(position.side() != state.side());
            least + u32::from(least % 2 != turn) <= plies + 1
        })
    }

    /// Counts a node and looks at the limits now and then.
    #[inline]
    fn count(&mut self) -> Result<(), StopReason> {
        const INTERVAL: u64 = 1 << 12;
        self.nodes += 1;
        if self.max_nodes.is_some_and(|most| self.nodes > most) {
            return Err(StopReason::Nodes);
        }
        if self.nodes.is_multiple_of(INTERVAL) {
            if self.answered.load(Ordering::Relaxed) {
                return Err(StopReason::Interrupted);
            }
            self.halt.check()?;
        }
        Ok(())
    }

    /// Plays a move of a line, for searches that go on from there.
    pub(super) fn advance(&mut self, node: &Node<N>, mv: Move) -> Node<N> {
        let next = node.after(self.rules, mv);
        if self.shared.repetition == Repetition::Barred {
            if mv.is_drop() {
                self.trail.clear();
            }
            self.trail.push(next.position);
        }
        next
    }
}

fn noise(mv: Move, salt: u32) -> i32 {
    let square = mv.to().index() as u32 * 7 + mv.from().map_or(0, |from| from.index() as u32);
    (square.wrapping_mul(0x9E37_79B1).wrapping_add(salt.wrapping_mul(0x85EB_CA6B)) >> 28).cast_signed()
}
