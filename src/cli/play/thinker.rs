//! The solver at work in a thread of its own, so that the screen never waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use solomids::analysis::{Bounds, Hints, MoveHint, good_move, hints};
use solomids::check::{check, check_hints};
use solomids::game::{Move, Palette, Position};
use solomids::solver::{Config, Observer, Progress, Solver, Stop};

use super::super::failure::internal;

/// How long a question takes at most where the user set no limit; a line is looked for until it is found.
const PATIENCE: Duration = Duration::from_secs(10);
/// Questions after which the solver forgets what it has learnt, so that a long game does not fill the memory.
const FORGETS: usize = 64;

/// What can be asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The best score that can still be reached.
    Reachable,
    /// The same and one good move, and why.
    Hint,
    /// The same and what every move leaves possible.
    Moves,
    /// A line that reaches the best score.
    Solve,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The best score that can still be reached.
    pub(super) bounds: Bounds,
    /// Moves that reach the lower one of the bounds.
    pub(super) line: Vec<Move>,
    /// What ended the search before it had decided; nothing also where the search was called away.
    pub(super) stopped: Option<Stop>,
}

/// The answer to a question about a position.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) question: Question,
    pub(super) position: Position,
    pub(super) known: Known,
    /// Every move with what it leaves possible, or one good move, if that was the question.
    pub(super) moves: Vec<MoveHint>,
}

/// What the thread is to do.
struct Task {
    number: u64,
    question: Question,
    position: Position,
    /// A proven upper bound on the best score.
    upper: u8,
    config: Config,
}

/// The question under way.
struct Current {
    number: u64,
    position: Position,
    interrupt: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
    since: Instant,
}

/// A solver that answers one question at a time.
pub(super) struct Thinker {
    tasks: Sender<Task>,
    answers: Receiver<(u64, anyhow::Result<Answer>)>,
    limits: Config,
    asked: u64,
    current: Option<Current>,
}

impl Thinker {
    /// Starts the thread.
    pub(super) fn start(limits: Config) -> anyhow::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || work(&inbox, &outbox))
            .context("cannot start a thread")?;
        Ok(Self { tasks, answers, limits, asked: 0, current: None })
    }

    /// Drops the question under way and asks another one; `upper` is a proven bound on the position's score.
    pub(super) fn ask(&mut self, question: Question, position: Position, upper: u8) {
        self.drop_question();
        self.asked += 1;
        let interrupt = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(Mutex::new(None));
        let seen = Arc::clone(&progress);
        let unlimited = self.limits.timeout.is_none() && self.limits.max_nodes.is_none();
        let patient = question == Question::Solve || !unlimited;
        let config = Config {
            interrupt: Some(Arc::clone(&interrupt)),
            observer: Some(Observer::new(move |progress| {
                if let Ok(mut seen) = seen.lock() {
                    *seen = Some(progress);
                }
            })),
            timeout: if patient { self.limits.timeout } else { Some(PATIENCE) },
            ..self.limits.clone()
        };
        // Should the thread have died, that comes out when its answer is looked for.
        let _ = self.tasks.send(Task { number: self.asked, question, position, upper, config });
        self.current =
            Some(Current { number: self.asked, position, interrupt, progress, since: Instant::now() });
    }

    /// Asks for an answer at once, with what is known by now.
    pub(super) fn hurry(&self) {
        if let Some(current) = &self.current {
            current.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the question under way up.
    pub(super) fn drop_question(&mut self) {
        self.hurry();
        self.current = None;
    }

    /// The position that the question under way is about.
    pub(super) fn position(&self) -> Option<Position> {
        self.current.as_ref().map(|current| current.position)
    }

    /// For how long the question under way has been so, and what the search is doing.
    pub(super) fn progress(&self) -> Option<(Duration, Option<Progress>)> {
        let current = self.current.as_ref()?;
        let progress = current.progress.lock().map_or(None, |progress| *progress);
        Some((current.since.elapsed(), progress))
    }

    /// The next answer, if there is one, and whether it is that to the question under way.
    ///
    /// # Errors
    /// If the solver contradicts the rules, or its thread has died.
    pub(super) fn answer(&mut self) -> anyhow::Result<Option<(Answer, bool)>> {
        match self.answers.try_recv() {
            Ok((number, answer)) => {
                let awaited = self.current.as_ref().is_some_and(|current| current.number == number);
                if awaited {
                    self.current = None;
                }
                Ok(Some((answer?, awaited)))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                anyhow::bail!("internal error: the solver has come to a sudden end, please report it")
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// Answers questions until nobody can ask any more.
fn work(inbox: &Receiver<Task>, outbox: &Sender<(u64, anyhow::Result<Answer>)>) {
    let mut solver = Solver::new();
    let mut answered = 0;
    while let Ok(task) = inbox.recv() {
        if answered == FORGETS {
            (solver, answered) = (Solver::new(), 0);
        }
        answered += 1;
        let (number, position) = (task.number, task.position);
        let internal = || internal("the solver", &Palette::default(), &position);
        let answer = answer(&mut solver, task).with_context(internal);
        if outbox.send((number, answer)).is_err() {
            return;
        }
    }
}

fn answer(solver: &mut Solver, task: Task) -> anyhow::Result<Answer> {
    let Task { question, position, upper, config, .. } = task;
    let ask = match question {
        Question::Hint => good_move,
        Question::Moves => hints,
        Question::Reachable | Question::Solve => {
            let outcome = solver.solve_within(&position, upper, &config);
            check(&position, &outcome)?;
            let (lower, upper) = outcome.verdict.bounds();
            let stopped = outcome.verdict.stopped();
            let known = Known { bounds: Bounds { lower, upper }, line: outcome.line, stopped };
            return Ok(Answer { question, position, known, moves: Vec::new() });
        }
    };
    let found = ask(solver, &position, &config);
    check_hints(&position, &found)?;
    let Hints { bounds, line, moves, stopped, .. } = found;
    Ok(Answer { question, position, known: Known { bounds, line, stopped }, moves })
}
