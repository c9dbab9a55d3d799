//! The driver: deepens the search ply by ply, on one thread or several, and makes the answer.
//!
//! Several threads search the same question with the same table and moves in slightly other orders (*lazy SMP*); the first
//! to finish answers for all. As the question has one answer, it does not matter which of them that is.

use std::sync::atomic::{AtomicBool, Ordering};

use super::bound::Bound;
use super::line::{best_line, holds};
use super::search::{Node, ThreadLimits, WinSearch};
use super::table::ProofTable;
use super::{Config, MAX_PLIES, Outcome, StopReason, Verdict};
use crate::games::pentamid::game::{History, Key, NarrowKey, Position, Rules, Side, Status, WideKey};
use crate::kit::search::Halt;

/// Searches a position that begins a game.
pub fn prove(rules: &Rules, position: &Position, config: &Config) -> Outcome {
    prove_from(rules, &History::new(*position), config)
}

/// Searches the last position of a history. If the rule against repetition is in force, the states of the history are
/// barred.
pub fn prove_from(rules: &Rules, history: &History, config: &Config) -> Outcome {
    if rules.area() <= NarrowKey::AREA {
        Driver::<NarrowKey>::new(rules, history, config).run()
    } else {
        Driver::<WideKey>::new(rules, history, config).run()
    }
}

struct Driver<'a, K> {
    rules: &'a Rules,
    config: &'a Config,
    node: Node<K>,
    since_drop: &'a [Position],
    table: ProofTable,
    bound: Bound,
    lines: Vec<u64>,
    halt: Halt,
    nodes: u64,
}

impl<'a, K: Key> Driver<'a, K> {
    fn new(rules: &'a Rules, history: &'a History, config: &'a Config) -> Self {
        Self {
            rules,
            config,
            node: Node::new(rules, *history.now()),
            since_drop: history.since_drop(),
            table: ProofTable::new(config.table),
            bound: Bound::new(rules),
            lines: rules.lines(),
            halt: Halt::new(config.timeout, config.interrupt.clone()),
            nodes: 0,
        }
    }

    fn run(mut self) -> Outcome {
        let (verdict, searched, stopped) = self.deepen();
        let answered = AtomicBool::new(false);
        let halt = Halt { deadline: None, ..self.halt.clone() };
        let limits = ThreadLimits { max_nodes: None, halt, answered: &answered };
        let mut search = self.search(limits, 0);
        let line = best_line(&mut search, &self.node, verdict).unwrap_or_default();
        assert!(
            self.halt.is_interrupted()
                || holds(self.rules, self.config.repetition, self.since_drop, verdict, &line),
            "the line of a proven result must hold by the rules"
        );
        Outcome { verdict, searched, line, repetition: self.config.repetition, stopped, nodes: self.nodes }
    }

    /// Asks the two questions of every horizon in turn.
    fn deepen(&mut self) -> (Verdict, u32, Option<StopReason>) {
        let side = self.node.position.side();
        match self.node.position.line_status(self.rules) {
            Status::Line(winner) if winner == side => return (Verdict::Win { plies: 0 }, 0, None),
            Status::Line(_) | Status::Stuck(_) => return (Verdict::Loss { plies: 0 }, 0, None),
            Status::Drawn => return (Verdict::Unknown, self.config.plies, None),
            Status::Open => {}
        }
        for plies in 0..=self.config.plies.min(MAX_PLIES) {
            if let Some(searching) = &self.config.searching {
                searching.store(plies, Ordering::Relaxed);
            }
            for attacker in [side, side.other()] {
                match self.ask(attacker, plies) {
                    Ok(false) => {}
                    Ok(true) if attacker == side => return (Verdict::Win { plies }, plies, None),
                    Ok(true) => return (Verdict::Loss { plies }, plies, None),
                    Err(stop) => return (Verdict::Unknown, plies.saturating_sub(1), Some(stop)),
                }
            }
        }
        (Verdict::Unknown, self.config.plies.min(MAX_PLIES), None)
    }

    /// Whether a player forces a win within a horizon.
    fn ask(&mut self, attacker: Side, plies: u32) -> Result<bool, StopReason> {
        let answered = AtomicBool::new(false);
        // WebAssembly has one thread, and its module goes without what starts others.
        let alone = cfg!(target_family = "wasm") || self.config.max_nodes.is_some();
        let threads = if alone { 1 } else { self.config.threads.max(1) };
        let results = if threads == 1 {
            vec![self.ask_one(attacker, plies, 0, &answered)]
        } else {
            let this = &*self;
            std::thread::scope(|scope| {
                let answered = &answered;
                let handles: Vec<_> = (0..threads)
                    .map(|salt| scope.spawn(move || this.ask_one(attacker, plies, salt as u32, answered)))
                    .collect();
                handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
            })
        };
        self.nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let answer = results.iter().find_map(|(result, _)| result.ok());
        let stop = results.first().and_then(|(result, _)| result.err()).unwrap_or(StopReason::Interrupted);
        answer.ok_or(stop)
    }

    fn ask_one(
        &self,
        attacker: Side,
        plies: u32,
        salt: u32,
        answered: &AtomicBool,
    ) -> (Result<bool, StopReason>, u64) {
        let mut search = self.search(self.limits(answered), salt);
        let result = search.wins(&self.node, attacker, plies);
        if result.is_ok() {
            answered.store(true, Ordering::Relaxed);
        }
        (result, search.nodes)
    }

    fn limits<'b>(&'b self, answered: &'b AtomicBool) -> ThreadLimits<'b> {
        ThreadLimits {
            max_nodes: self.config.max_nodes.map(|most| most.saturating_sub(self.nodes)),
            halt: self.halt.clone(),
            answered,
        }
    }

    fn search<'b>(&'b self, limits: ThreadLimits<'b>, salt: u32) -> WinSearch<'b, K> {
        let bound = self.config.bound.then_some(&self.bound);
        let repetition = self.config.repetition;
        WinSearch::new(self.rules, repetition, &self.table, limits, bound, &self.lines, salt, self.since_drop)
    }
}
