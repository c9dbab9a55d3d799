//! The driver: deepens the search ply by ply, on one thread or several, and makes the answer and its line.
//!
//! Several threads search the same question with the same table and moves in slightly other orders (*lazy SMP*); the first
//! to finish answers for all. As the question has one answer, it does not matter which of them that is.

use std::sync::atomic::{AtomicBool, Ordering};

use super::search::{Shared, WinSearch};
use super::table::ProofTable;
use super::{Config, MAX_PLIES, Outcome, StopReason, Verdict};
use crate::games::pentamid::game::{
    History, Move, NarrowKey, Node, Position, Repetition, Rules, Side, Status, replay,
};
use crate::kit::search::Halt;

/// Searches a position that begins a game.
pub fn prove(rules: &Rules, position: &Position, config: &Config) -> Outcome {
    prove_from(rules, &History::new(*position), config)
}

/// Searches the last position of a history. If the rule against repetition is in force, the states of the history are
/// barred.
pub fn prove_from(rules: &Rules, history: &History, config: &Config) -> Outcome {
    if rules.area() <= NarrowKey::AREA {
        Driver::<1>::new(rules, history, config).answer()
    } else {
        Driver::<3>::new(rules, history, config).answer()
    }
}

struct Driver<'a, const N: usize> {
    config: &'a Config,
    shared: Shared<'a, N>,
    halt: Halt,
}

impl<'a, const N: usize> Driver<'a, N> {
    fn new(rules: &'a Rules, history: &'a History, config: &'a Config) -> Self {
        let shared = Shared {
            rules,
            repetition: config.repetition,
            bound: config.bound,
            root: Node::new(rules, *history.now()),
            since_drop: history.since_drop(),
            lines: rules.lines(),
            table: ProofTable::new(config.table),
        };
        Self { config, shared, halt: config.limits.halt() }
    }

    fn answer(&self) -> Outcome {
        let mut nodes = 0;
        let (verdict, searched, stopped) = self.deepen(&mut nodes);
        let line = self.best_line(verdict).unwrap_or_default();
        let Shared { rules, repetition, since_drop, .. } = self.shared;
        assert!(
            self.halt.is_interrupted() || holds(rules, repetition, since_drop, verdict, &line),
            "the line of a proven result must hold by the rules"
        );
        Outcome { verdict, searched, line, repetition, stopped, nodes }
    }

    /// Asks the two questions of every horizon in turn: the verdict, the plies searched in full, and the limit that ended it.
    fn deepen(&self, nodes: &mut u64) -> (Verdict, u32, Option<StopReason>) {
        let side = self.shared.root.position.side();
        let horizon = self.config.plies.min(MAX_PLIES);
        match self.shared.root.position.line_status(self.shared.rules) {
            Status::Line(winner) if winner == side => return (Verdict::Win { plies: 0 }, 0, None),
            Status::Line(_) | Status::Stuck(_) => return (Verdict::Loss { plies: 0 }, 0, None),
            Status::Drawn => return (Verdict::Unknown, self.config.plies, None),
            Status::Open => {}
        }
        for plies in 0..=horizon {
            if let Some(searching) = &self.config.searching {
                searching.store(plies, Ordering::Relaxed);
            }
            for attacker in [side, side.other()] {
                match self.ask(attacker, plies, nodes) {
                    Ok(false) => {}
                    Ok(true) if attacker == side => return (Verdict::Win { plies }, plies, None),
                    Ok(true) => return (Verdict::Loss { plies }, plies, None),
                    Err(stop) => return (Verdict::Unknown, plies.saturating_sub(1), Some(stop)),
                }
            }
        }
        (Verdict::Unknown, horizon, None)
    }

    /// Whether a player forces a win within a horizon.
    fn ask(&self, attacker: Side, plies: u32, nodes: &mut u64) -> Result<bool, StopReason> {
        let answered = &AtomicBool::new(false);
        let max_nodes = self.config.limits.nodes.map(|most| most.saturating_sub(*nodes));
        let one = move |salt| {
            let mut search =
                WinSearch::new(&self.shared, attacker, salt, max_nodes, self.halt.clone(), answered);
            let result = search.wins(&self.shared.root, plies);
            if result.is_ok() {
                answered.store(true, Ordering::Relaxed);
            }
            (result, search.nodes)
        };
        // WebAssembly has one thread, and its module goes without what starts others.
        let alone = cfg!(target_family = "wasm") || max_nodes.is_some() || self.config.threads < 2;
        let results = if alone {
            vec![one(0)]
        } else {
            std::thread::scope(|scope| {
                let threads = 0..self.config.threads as u32;
                let handles: Vec<_> = threads.map(|salt| scope.spawn(move || one(salt))).collect();
                handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
            })
        };
        *nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let answer = results.iter().find_map(|(result, _)| result.ok());
        let stop = results.first().and_then(|(result, _)| result.err()).unwrap_or(StopReason::Interrupted);
        answer.ok_or(stop)
    }

    /// The line of best play for a proven result.
    ///
    /// The winner takes the first move, in the order of the move list, that wins as soon as possible; the loser the first that
    /// lasts as long as possible. So the line depends on the position alone, not on what the search came across.
    ///
    /// # Errors
    /// If it was interrupted: there are no other limits.
    fn best_line(&self, verdict: Verdict) -> Result<Vec<Move>, StopReason> {
        let Some((winner, plies)) = winner(verdict, self.shared.root.position.side()) else {
            return Ok(Vec::new());
        };
        let halt = self.halt.without_deadline();
        let answered = AtomicBool::new(false);
        let mut search = WinSearch::new(&self.shared, winner, 0, None, halt, &answered);
        let mut line = Vec::new();
        let mut node = self.shared.root;
        for left in (1..=plies).rev() {
            let mut found = None;
            for mv in node.position.moves(self.shared.rules) {
                if search.barred(&node, mv) {
                    continue;
                }
                let good = if node.position.side() == winner {
                    search.wins_after(&node, mv, left - 1)?
                } else {
                    left == 1 || !search.wins_after(&node, mv, left - 2)?
                };
                if good {
                    found = Some(mv);
                    break;
                }
            }
            let Some(mv) = found else { break };
            node = search.advance(&node, mv);
            line.push(mv);
        }
        Ok(line)
    }
}

/// The winner of a verdict for a side to move, and the plies that the win takes.
fn winner(verdict: Verdict, side: Side) -> Option<(Side, u32)> {
    match verdict {
        Verdict::Win { plies } => Some((side, plies)),
        Verdict::Loss { plies } => Some((side.other(), plies)),
        Verdict::Unknown => None,
    }
}

/// Replays a line by the rules: whether it ends the game as the verdict says, after as many plies.
fn holds(
    rules: &Rules,
    repetition: Repetition,
    history: &[Position],
    verdict: Verdict,
    line: &[Move],
) -> bool {
    let Some((&start, earlier)) = history.split_last() else { return false };
    let Some((winner, plies)) = winner(verdict, start.side()) else { return line.is_empty() };
    let Ok(game) = replay(rules, repetition, start, line) else { return false };
    let fresh = repetition == Repetition::Allowed
        || game.history().states()[1..].iter().all(|state| !earlier.contains(state));
    let over = match game.status() {
        // The history of the game may bar what is left to the loser.
        Status::Open => game.legal_moves().iter().all(|&mv| history.contains(&game.position().after(mv))),
        status => status.winner() == Some(winner),
    };
    fresh && over && line.len() == plies as usize
}
