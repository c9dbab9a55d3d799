//! The engine and the prover on a thread of their own, so that the screen never waits for them.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use solomids::pentamid::engine::{Engine, Level, Rng};
use solomids::pentamid::game::{Game, Move};
use solomids::pentamid::prover::{Config, Outcome, prove_from};
use solomids::pentamid::retrograde::{Value, ValueTable};

/// Plies that the prover looks ahead.
pub(super) const PLIES: u32 = 9;
/// Time of an analysis unless the user gives a limit.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// What is to be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The engine's own move.
    Move,
    /// A move for the player.
    Hint,
    /// Whether a win is forced.
    Analyze,
}

/// What was thought.
#[derive(Clone, Debug)]
pub(super) enum Thought {
    /// A move of the engine; nothing if the game is over.
    Move(Option<Move>),
    /// A move for the player, with what a table knows of it.
    Hint(Option<Move>, Option<Value>),
    /// Answer of the prover.
    Analysis(Box<Outcome>),
}

/// Limits of an analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnalysisLimits {
    pub(super) max_nodes: Option<u64>,
    pub(super) timeout: Option<Duration>,
    pub(super) threads: usize,
}

/// A task with the game it is about.
struct Order {
    number: u64,
    task: Task,
    game: Game,
    level: Level,
    interrupt: Arc<AtomicBool>,
}

/// The task under way.
struct Pending {
    number: u64,
    task: Task,
    game: Game,
    interrupt: Arc<AtomicBool>,
    since: Instant,
}

/// A thread that thinks about one task at a time.
pub(super) struct Thinker {
    orders: Sender<Order>,
    thoughts: Receiver<(u64, Thought)>,
    asked: u64,
    pending: Option<Pending>,
}

impl Thinker {
    /// Starts the thread.
    pub(super) fn start(limits: AnalysisLimits, table: Option<Arc<ValueTable>>) -> anyhow::Result<Self> {
        let (orders, inbox) = mpsc::channel::<Order>();
        let (outbox, thoughts) = mpsc::channel();
        let work = move || {
            let mut random = Rng::new(RandomState::new().build_hasher().finish(), 0);
            while let Ok(order) = inbox.recv() {
                let thought = think(&order, limits, table.as_deref(), &mut random);
                if outbox.send((order.number, thought)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("thinker".into()).spawn(work).context("cannot start a thread")?;
        Ok(Self { orders, thoughts, asked: 0, pending: None })
    }

    /// Cancels the task under way and begins another one.
    pub(super) fn ask(&mut self, game: &Game, task: Task, level: Level) {
        self.cancel();
        self.asked += 1;
        let interrupt = Arc::new(AtomicBool::new(false));
        let number = self.asked;
        let order = Order { number, task, game: game.clone(), level, interrupt: Arc::clone(&interrupt) };
        // If the thread has died, `poll` reports it.
        let _ = self.orders.send(order);
        self.pending = Some(Pending { number, task, game: game.clone(), interrupt, since: Instant::now() });
    }

    /// Whether this task is under way for the present state of a game: another game may be as long.
    pub(super) fn is_at(&self, game: &Game, task: Task) -> bool {
        let has = |asked: &Game| {
            (asked.rules(), asked.repetition(), asked.history())
                == (game.rules(), game.repetition(), game.history())
        };
        self.pending.as_ref().is_some_and(|pending| pending.task == task && has(&pending.game))
    }

    /// Interrupts the task under way, which then says what it has found so far.
    pub(super) fn interrupt(&self) {
        if let Some(pending) = &self.pending {
            pending.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Interrupts the task under way and no longer awaits its end.
    pub(super) fn cancel(&mut self) {
        self.interrupt();
        self.pending = None;
    }

    /// Seconds since the task under way began.
    pub(super) fn seconds(&self) -> Option<u64> {
        self.pending.as_ref().map(|pending| pending.since.elapsed().as_secs())
    }

    /// The thought of the task under way, once there is one.
    ///
    /// # Errors
    /// The death of the thread.
    pub(super) fn poll(&mut self) -> anyhow::Result<Option<Thought>> {
        loop {
            match self.thoughts.try_recv() {
                Ok((number, thought)) => {
                    if self.pending.as_ref().is_some_and(|pending| pending.number == number) {
                        self.pending = None;
                        return Ok(Some(thought));
                    }
                }
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => {
                    anyhow::bail!("internal error: the engine has come to a sudden end, please report it")
                }
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.interrupt();
    }
}

fn think(order: &Order, limits: AnalysisLimits, table: Option<&ValueTable>, random: &mut Rng) -> Thought {
    let Order { task, game, level, interrupt, .. } = order;
    let engine = || Engine::new(game.rules()).with_interrupt(Arc::clone(interrupt));
    match task {
        Task::Move => {
            let choice = level.choose(&mut engine(), game, random);
            Thought::Move(choice.map(|choice| choice.mv))
        }
        Task::Hint => {
            // What a table knows is the value without history; its move must be legal with it.
            let legal = game.legal_moves();
            let known = table.map(|table| (table.value(game.position()), table.best_moves(game.position())));
            let best =
                known.as_ref().and_then(|(_, best)| best.iter().find(|mv| legal.contains(mv)).copied());
            let found = best.or_else(|| {
                let limits = Level::new(Level::STRONGEST - 1).unwrap_or(*level).limits();
                engine().choose(game, &limits).map(|choice| choice.mv)
            });
            Thought::Hint(found, known.map(|(value, _)| value).filter(|_| best.is_some()))
        }
        Task::Analyze => {
            let given = limits.timeout.is_some() || limits.max_nodes.is_some();
            let config = Config {
                plies: PLIES,
                repetition: game.repetition(),
                threads: limits.threads,
                max_nodes: limits.max_nodes,
                timeout: if given { limits.timeout } else { Some(DEFAULT_TIMEOUT) },
                interrupt: Some(Arc::clone(interrupt)),
                ..Config::default()
            };
            Thought::Analysis(Box::new(prove_from(game.rules(), game.history(), &config)))
        }
    }
}
