//! The search: does one player, the attacker, force a win within a horizon of plies?

use std::sync::atomic::{AtomicBool, Ordering};

use super::StopReason;
use super::at_once::win_at_once;
use super::bound::{Bound, Cut};
use super::order::ordered;
use super::table::ProofTable;
use crate::games::pentamid::game::{Key, Move, Position, Repetition, Rules, Side, Size, Status};
use crate::kit::search::Halt;

/// Limits of a search, shared by its threads.
#[derive(Debug)]
pub(super) struct ThreadLimits<'a> {
    pub(super) max_nodes: Option<u64>,
    pub(super) halt: Halt,
    /// Set once another thread has the answer.
    pub(super) answered: &'a AtomicBool,
}

/// One thread of a search.
pub(super) struct WinSearch<'a, K> {
    pub(super) rules: &'a Rules,
    pub(super) repetition: Repetition,
    pub(super) table: &'a ProofTable,
    pub(super) limits: ThreadLimits<'a>,
    pub(super) bound: Option<&'a Bound>,
    pub(super) lines: &'a [u64],
    /// 0 for the main thread; the other threads order moves in other ways.
    pub(super) salt: u32,
    pub(super) nodes: u64,
    /// States since the last drop, the present one last; only kept if the rule against repetition is in force.
    trail: Vec<Position>,
    marker: std::marker::PhantomData<K>,
}

/// A position and its key.
#[derive(Clone, Copy)]
pub(super) struct Node<K> {
    pub(super) position: Position,
    pub(super) key: K,
}

impl<K: Key> Node<K> {
    pub(super) fn new(rules: &Rules, position: Position) -> Self {
        Self { position, key: K::of(rules, &position) }
    }

    #[inline]
    fn after(&self, rules: &Rules, mv: Move) -> Self {
        Self { position: self.position.after(mv), key: self.key.after(rules, self.position.side(), mv) }
    }
}

impl<'a, K: Key> WinSearch<'a, K> {
    #[expect(clippy::too_many_arguments, reason = "one place makes searches, and names each part")]
    pub(super) fn new(
        rules: &'a Rules,
        repetition: Repetition,
        table: &'a ProofTable,
        limits: ThreadLimits<'a>,
        bound: Option<&'a Bound>,
        lines: &'a [u64],
        salt: u32,
        since_drop: &[Position],
    ) -> Self {
        let trail = match repetition {
            Repetition::Barred => since_drop.to_vec(),
            Repetition::Allowed => Vec::new(),
        };
        Self {
            rules,
            repetition,
            table,
            limits,
            bound,
            lines,
            salt,
            nodes: 0,
            trail,
            marker: std::marker::PhantomData,
        }
    }

    /// Whether the attacker forces a win within `plies` from here. The last state of the trail is this position.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub(super) fn wins(&mut self, node: &Node<K>, attacker: Side, plies: u32) -> Result<bool, StopReason> {
        match node.position.line_status(self.rules) {
            Status::Open => self.open(node, attacker, plies, 0),
            status => Ok(status == Status::Line(attacker)),
        }
    }

    /// The same for a position without a line. `since` is the place in the trail of the first state since the last drop.
    fn open(&mut self, node: &Node<K>, attacker: Side, plies: u32, since: usize) -> Result<bool, StopReason> {
        let position = &node.position;
        let attacks = position.side() == attacker;
        // The last ply is the defender's: it decides nothing if a drop is left.
        let mut plies = plies;
        if plies > 0
            && plies.is_multiple_of(2) == attacks
            && self.bound.is_some()
            && Bound::always_drops(self.rules, position, attacker.other(), plies)
        {
            plies -= 1;
        }
        if plies == 0 {
            return Ok(!attacks && self.stuck(position, since));
        }
        self.count()?;
        if attacks {
            if win_at_once(self.rules, position).is_some() {
                return Ok(true);
            }
        } else if win_at_once(self.rules, position).is_some() {
            return Ok(false);
        }
        let targets = match self.bound.map(|bound| bound.ask(self.rules, position, attacker, plies)) {
            Some(Cut::NoWin) => return Ok(false),
            Some(Cut::Targets(targets)) => targets,
            None => self.rules.board,
        };
        let fresh = !self.history_matters(position, since, plies);
        let mut entry = super::table::ProofEntry::NONE;
        if fresh {
            entry = self.table.get(node.key);
            if let Some(answer) = entry.answer(attacker, plies) {
                return Ok(answer);
            }
        }
        let (wins, best) = self.expand(node, attacker, plies, since, targets, entry.best)?;
        if fresh {
            entry = self.table.get(node.key);
            entry.learn(attacker, plies, wins, best);
            self.table.put(node.key, entry);
        }
        Ok(wins)
    }

    /// Tries the moves: one that wins is enough for the attacker, one that does not lose for the defender.
    fn expand(
        &mut self,
        node: &Node<K>,
        attacker: Side,
        plies: u32,
        since: usize,
        targets: u64,
        first: Option<Move>,
    ) -> Result<(bool, Option<Move>), StopReason> {
        let position = &node.position;
        let attacks = position.side() == attacker;
        let moves = ordered(self.rules, self.lines, position, attacker, targets, first, self.salt);
        let mut legal = false;
        for (_, mv) in moves {
            let child = node.after(self.rules, mv);
            if !mv.is_drop() && self.seen(&child.position, since) {
                continue;
            }
            legal = true;
            let wins = match child.position.line_status(self.rules) {
                Status::Line(side) => side == attacker,
                Status::Drawn | Status::Stuck(_) => false,
                Status::Open => self.child(&child, mv, attacker, plies - 1, since)?,
            };
            if wins == attacks {
                return Ok((wins, Some(mv)));
            }
        }
        // Without a legal move the defender loses, and the attacker does not win.
        debug_assert!(legal || targets != 0);
        Ok((!attacks, None))
    }

    fn child(
        &mut self,
        child: &Node<K>,
        mv: Move,
        attacker: Side,
        plies: u32,
        since: usize,
    ) -> Result<bool, StopReason> {
        if self.repetition == Repetition::Allowed {
            return self.open(child, attacker, plies, 0);
        }
        let since = if mv.is_drop() { self.trail.len() } else { since };
        self.trail.push(child.position);
        let result = self.open(child, attacker, plies, since);
        self.trail.pop();
        result
    }

    /// Whether the side to move has no legal move.
    fn stuck(&self, position: &Position, since: usize) -> bool {
        if !position.can_move(self.rules) {
            return true;
        }
        if self.repetition == Repetition::Allowed || self.trail.len() - since < 4 {
            return false;
        }
        let moves = position.moves(self.rules);
        moves.into_iter().all(|mv| !mv.is_drop() && self.seen(&position.after(mv), since))
    }

    /// Whether a position has stood since the last drop.
    #[inline]
    fn seen(&self, position: &Position, since: usize) -> bool {
        self.repetition == Repetition::Barred && self.trail[since..].contains(position)
    }

    /// Whether a state of the trail can come back within some plies. If none can, the position is worth as much as in a
    /// fresh game.
    ///
    /// Every piece that stands elsewhere takes its player a move at least; players take turns. The ply after the horizon
    /// counts as well: a player whose moves are all barred there has lost.
    fn history_matters(&self, position: &Position, since: usize, plies: u32) -> bool {
        if self.repetition == Repetition::Allowed {
            return false;
        }
        let (mover, other) = (position.side().index(), position.side().other().index());
        let earlier = self.trail[since..].split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().any(|state| {
            let apart = |player: usize| -> u32 {
                (0..Size::ALL.len())
                    .map(|i| (position.layers[player][i] & !state.layers[player][i]).count_ones())
                    .sum()
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
        if self.limits.max_nodes.is_some_and(|most| self.nodes > most) {
            return Err(StopReason::Nodes);
        }
        if self.nodes.is_multiple_of(INTERVAL) {
            if self.limits.answered.load(Ordering::Relaxed) {
                return Err(StopReason::Interrupted);
            }
            self.limits.halt.check()?;
        }
        Ok(())
    }

    /// Plays a move of a line, for searches that go on from there.
    pub(super) fn advance(&mut self, node: &Node<K>, mv: Move) -> Node<K> {
        let next = node.after(self.rules, mv);
        if self.repetition == Repetition::Barred {
            if mv.is_drop() {
                self.trail.clear();
            }
            self.trail.push(next.position);
        }
        next
    }

    /// Whether a move is barred here: the trail ends with the position it is played in.
    pub(super) fn barred(&self, node: &Node<K>, mv: Move) -> bool {
        !mv.is_drop() && self.seen(&node.position.after(mv), 0)
    }

    /// Whether the attacker forces a win within `plies` after this move.
    pub(super) fn wins_after(
        &mut self,
        node: &Node<K>,
        mv: Move,
        attacker: Side,
        plies: u32,
    ) -> Result<bool, StopReason> {
        let child = node.after(self.rules, mv);
        match child.position.line_status(self.rules) {
            Status::Open => self.child(&child, mv, attacker, plies, 0),
            status => Ok(status == Status::Line(attacker)),
        }
    }
}
