//! Advice on a thread of its own, so that the screen never waits for it: the exact solver, and a player who sees only what lies
//! open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use solomids::solace2::game::{Move, Position, Reading, replay};
use solomids::solace2::players::{Game, HINTER, Sight};
use solomids::solace2::solver::{Limits, Solver, Verdict};

use crate::cli::settings::SearchSettings;
use crate::cli::solace2::limits;

/// Time limit of a search unless the user gives a limit.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// A good move for those who see only what lies open.
    OpenHint,
    /// The first move of a line that reaches the best score.
    Hint,
    /// The best score, and a line that reaches it.
    Solve,
}

/// Answer to a question.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) query: Query,
    pub(super) position: Position,
    /// What the solver has proven; `None` for hints from what lies open.
    pub(super) verdict: Option<Verdict>,
    /// A line of moves; at most one for hints from what lies open.
    pub(super) line: Vec<Move>,
}

/// A question with its limits, as sent to the thread.
struct Task {
    number: u64,
    query: Query,
    position: Position,
    reading: Reading,
    limits: Limits,
}

/// A thread that answers one question at a time.
pub(super) struct Adviser {
    tasks: Sender<Task>,
    replies: Receiver<(u64, anyhow::Result<Reply>)>,
    limits: Limits,
    interrupt: Arc<AtomicBool>,
    /// Number of the last question.
    asked: u64,
    /// When the question under way was asked.
    since: Option<Instant>,
}

impl Adviser {
    /// Starts the thread.
    pub(super) fn start(settings: &SearchSettings) -> anyhow::Result<Self> {
        let (tasks, inbox) = mpsc::channel::<Task>();
        let (outbox, replies) = mpsc::channel();
        let work = move || {
            let mut solver = Solver::default();
            while let Ok(task) = inbox.recv() {
                let number = task.number;
                if outbox.send((number, answer(&mut solver, &task))).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("adviser".into()).spawn(work).context("cannot start a thread")?;
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut limits = limits(settings, 1, Arc::clone(&interrupt));
        if limits.timeout.is_none() && limits.max_nodes.is_none() {
            limits.timeout = Some(DEFAULT_TIMEOUT);
        }
        Ok(Self { tasks, replies, limits, interrupt, asked: 0, since: None })
    }

    /// Stops the search under way and asks another question.
    pub(super) fn ask(&mut self, query: Query, (position, reading): (Position, Reading)) {
        self.interrupt();
        self.interrupt = Arc::new(AtomicBool::new(false));
        let limits = Limits { interrupt: Some(Arc::clone(&self.interrupt)), ..self.limits.clone() };
        self.asked += 1;
        self.since = Some(Instant::now());
        // If the thread has died, `poll` reports it.
        let _ = self.tasks.send(Task { number: self.asked, query, position, reading, limits });
    }

    /// Stops the search under way, which then answers with what it knows.
    pub(super) fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }

    /// Time since the question under way was asked.
    pub(super) fn waited(&self) -> Option<Duration> {
        self.since.map(|since| since.elapsed())
    }

    /// The answer to the last question, once it is there.
    ///
    /// # Errors
    /// A contradiction between solver and rules, or the death of the thread.
    pub(super) fn poll(&mut self) -> anyhow::Result<Option<Reply>> {
        match self.replies.try_recv() {
            Ok((number, reply)) => {
                let reply = reply?;
                if number == self.asked {
                    self.since = None;
                    return Ok(Some(reply));
                }
                Ok(None)
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                anyhow::bail!("internal error: the solver has come to a sudden end, please report it")
            }
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.interrupt();
    }
}

fn answer(solver: &mut Solver, task: &Task) -> anyhow::Result<Reply> {
    let &Task { number, query, position, reading, ref limits } = task;
    if query == Query::OpenHint {
        let view = Game::new(position, reading, Sight::Opaque).view();
        let line = HINTER.player(0, number).choose(&view).into_iter().collect();
        return Ok(Reply { query, position, verdict: None, line });
    }
    let outcome = solver.solve(&position, reading, limits);
    let internal = "internal error: the solver contradicts the rules, please report it";
    let end = replay(&position, reading, &outcome.line).context(internal)?;
    anyhow::ensure!(end.score() == outcome.verdict.bounds().0, internal);
    Ok(Reply { query, position, verdict: Some(outcome.verdict), line: outcome.line })
}
