//! The solver on a thread of its own, so that the screen never waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use solomids::analysis::{Bounds, Hints, MoveHint, good_move, hints, with_default_timeout};
use solomids::check::{check, check_hints};
use solomids::game::{Move, Palette, Position};
use solomids::solver::{Config, Observer, Progress, Solver, StopReason};

use crate::cli::failure::internal;

/// Time limit of a query other than [`Query::Solve`] unless the user gives a limit.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// Queries after which the solver is replaced, so that its tables do not fill the memory in a long game.
const QUERIES_PER_SOLVER: usize = 64;

/// Query about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// Best score still reachable.
    BestScore,
    /// Best score, and one good move with its reason.
    Hint,
    /// Best score, and the best score after every move.
    Moves,
    /// Line that reaches the best score.
    Solve,
}

/// Best score of a position as far as proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownScore {
    /// Bounds on the best score.
    pub(super) bounds: Bounds,
    /// Moves that reach the lower bound.
    pub(super) line: Vec<Move>,
    /// Limit that left the score undecided; `None` as well after a cancelled query.
    pub(super) stopped: Option<StopReason>,
}

/// Reply to a query.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) query: Query,
    pub(super) position: Position,
    pub(super) known: KnownScore,
    /// One good move for [`Query::Hint`], every move for [`Query::Moves`], else none.
    pub(super) moves: Vec<MoveHint>,
}

/// Query with its limits, as sent to the thread.
struct QueryTask {
    number: u64,
    query: Query,
    position: Position,
    /// Proven upper bound on the best score.
    upper: u8,
    config: Config,
}

/// The query under way.
struct PendingQuery {
    number: u64,
    position: Position,
    interrupt: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
    since: Instant,
}

/// A solver in the background that handles one query at a time.
pub(super) struct BackgroundSolver {
    tasks: Sender<QueryTask>,
    replies: Receiver<(u64, anyhow::Result<Reply>)>,
    limits: Config,
    /// Number of the last query.
    asked: u64,
    pending: Option<PendingQuery>,
}

impl BackgroundSolver {
    /// Starts the thread.
    pub(super) fn start(limits: Config) -> anyhow::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let (outbox, replies) = mpsc::channel();
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || work(&inbox, &outbox))
            .context("cannot start a thread")?;
        Ok(Self { tasks, replies, limits, asked: 0, pending: None })
    }

    /// Cancels the query under way and sends another one; `upper` is a proven bound on the position's score.
    pub(super) fn ask(&mut self, query: Query, position: Position, upper: u8) {
        self.cancel();
        self.asked += 1;
        let interrupt = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(Mutex::new(None));
        let latest = Arc::clone(&progress);
        let config = Config {
            interrupt: Some(Arc::clone(&interrupt)),
            observer: Some(Observer::new(move |progress| {
                if let Ok(mut latest) = latest.lock() {
                    *latest = Some(progress);
                }
            })),
            ..self.limits.clone()
        };
        let config =
            if query == Query::Solve { config } else { with_default_timeout(config, DEFAULT_TIMEOUT) };
        // If the thread has died, `poll` reports it.
        let _ = self.tasks.send(QueryTask { number: self.asked, query, position, upper, config });
        self.pending =
            Some(PendingQuery { number: self.asked, position, interrupt, progress, since: Instant::now() });
    }

    /// Interrupts the query under way, which then replies with the bounds so far.
    pub(super) fn interrupt(&self) {
        if let Some(pending) = &self.pending {
            pending.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Interrupts the query under way and no longer awaits its reply.
    pub(super) fn cancel(&mut self) {
        self.interrupt();
        self.pending = None;
    }

    /// Position of the query under way.
    pub(super) fn position(&self) -> Option<Position> {
        self.pending.as_ref().map(|pending| pending.position)
    }

    /// Elapsed time of the query under way, and its latest progress.
    pub(super) fn progress(&self) -> Option<(Duration, Option<Progress>)> {
        let pending = self.pending.as_ref()?;
        let progress = pending.progress.lock().map_or(None, |progress| *progress);
        Some((pending.since.elapsed(), progress))
    }

    /// The next reply, if there is one, and whether it belongs to the query under way.
    ///
    /// # Errors
    /// A contradiction between solver and rules, or the death of the thread.
    pub(super) fn poll(&mut self) -> anyhow::Result<Option<(Reply, bool)>> {
        match self.replies.try_recv() {
            Ok((number, reply)) => {
                let awaited = self.pending.as_ref().is_some_and(|pending| pending.number == number);
                if awaited {
                    self.pending = None;
                }
                Ok(Some((reply?, awaited)))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                anyhow::bail!("internal error: the solver has come to a sudden end, please report it")
            }
        }
    }
}

impl Drop for BackgroundSolver {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// Handles queries until the channel closes.
fn work(inbox: &Receiver<QueryTask>, outbox: &Sender<(u64, anyhow::Result<Reply>)>) {
    let mut solver = Solver::new();
    let mut handled = 0;
    while let Ok(task) = inbox.recv() {
        if handled == QUERIES_PER_SOLVER {
            (solver, handled) = (Solver::new(), 0);
        }
        handled += 1;
        let (number, position) = (task.number, task.position);
        let internal = || internal("the solver", &Palette::default(), &position);
        let reply = reply(&mut solver, task).with_context(internal);
        if outbox.send((number, reply)).is_err() {
            return;
        }
    }
}

fn reply(solver: &mut Solver, task: QueryTask) -> anyhow::Result<Reply> {
    let QueryTask { query, position, upper, config, .. } = task;
    let search = match query {
        Query::Hint => good_move,
        Query::Moves => hints,
        Query::BestScore | Query::Solve => {
            let outcome = solver.solve_within(&position, upper, &config);
            check(&position, &outcome)?;
            let (bounds, stopped) = (outcome.verdict.into(), outcome.verdict.stopped());
            let known = KnownScore { bounds, line: outcome.line, stopped };
            return Ok(Reply { query, position, known, moves: Vec::new() });
        }
    };
    let found = search(solver, &position, &config);
    check_hints(&position, &found)?;
    let Hints { bounds, line, moves, stopped, .. } = found;
    Ok(Reply { query, position, known: KnownScore { bounds, line, stopped }, moves })
}
