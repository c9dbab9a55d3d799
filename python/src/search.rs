//! Searches of single positions, their outcomes, and certificates.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solomids::analysis::{Solution, SolutionRequest};
use solomids::certificate::{self, CheckConfig, CheckError, FormatError, WriteError};
use solomids::check::check;
use solomids::game::{self, MAX_SWAPS, Palette, TREES};
use solomids::games::port::Played;
use solomids::games::solomids::Solomids;
use solomids::kit::compression;
use solomids::record;
use solomids::solver::{
    self, Bounds, Config, Limits, Observer, Parallelism, Solver, Stats, StopReason, Verdict,
};
use solomids::start::Start;
use solomids::view::words;

use crate::error::{input_error, internal, interrupted, mistake, system_error};
use crate::interrupt::Interrupt;
use crate::position::{Move, Position, PositionArg, frame};

/// A time limit in seconds.
pub(crate) fn timeout(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let wrong = |_| mistake(py, "this is no time limit", "it is a number of seconds, 0 or more");
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(wrong)).transpose()
}

/// Number of threads, with 0 for all cores. The Python half has refused more than the command line takes.
pub(crate) fn thread_count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    }
}

/// What is known of the best score of a position, with a line of play that reaches `lower`.
///
/// It has no truth value: whether a position is won, lost or open is said by `proven` alone.
#[pyclass(frozen, module = "solomids")]
pub(crate) struct Outcome {
    played: Played<Solomids>,
    solution: Solution,
    end: game::Position,
}

impl Outcome {
    /// An outcome whose line is replayed.
    fn new(played: Played<Solomids>, solution: Solution) -> PyResult<Self> {
        let end = check(&played.position, &solution.outcome).map_err(internal)?;
        Ok(Self { played, solution, end })
    }
}

#[pymethods]
impl Outcome {
    /// The position that was searched.
    #[getter]
    fn position(&self) -> Position {
        Position(self.played.clone())
    }

    /// ``'won'`` or ``'lost'`` if that is proven; ``None`` if it is open.
    #[getter]
    fn proven(&self) -> Option<&'static str> {
        self.solution.outcome.verdict.bounds().proven().map(solomids::solver::Proven::name)
    }

    /// Proven lower bound on the best score.
    #[getter]
    fn lower(&self) -> u8 {
        self.solution.outcome.verdict.bounds().lower
    }

    /// Proven upper bound on the best score.
    #[getter]
    fn upper(&self) -> u8 {
        self.solution.outcome.verdict.bounds().upper
    }

    /// The best score; ``None`` if it is undecided.
    #[getter]
    fn score(&self) -> Option<u8> {
        self.solution.outcome.verdict.score()
    }

    /// The least number of swaps of a win whose best score is proven; ``None`` otherwise.
    #[getter]
    fn swaps(&self) -> Option<u8> {
        if let Verdict::Won { swaps } = self.solution.outcome.verdict { Some(swaps) } else { None }
    }

    /// Moves from the position on that reach `lower`.
    #[getter]
    fn line(&self) -> Vec<Move> {
        self.solution.outcome.line.iter().copied().map(Move).collect()
    }

    /// The position at the end of `line`.
    #[getter]
    fn end(&self) -> Position {
        let mut played = self.played.clone();
        played.moves.extend(&self.solution.outcome.line);
        Position(Played { position: self.end, ..played })
    }

    /// The game from the deal to the end of `line` as a share string.
    #[getter]
    fn share(&self) -> String {
        self.played.share(&self.solution.outcome.line).to_string()
    }

    /// What ended the search: the limit on ``'nodes'``, ``'time'`` or ``'memory'``, or ``'interrupted'``; ``None`` if nothing did.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.solution.outcome.verdict.stopped().map(StopReason::name)
    }

    /// Nodes of the search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.solution.outcome.stats.nodes
    }

    /// Seconds of the search.
    #[getter]
    fn seconds(&self) -> f64 {
        self.solution.outcome.stats.elapsed.as_secs_f64()
    }

    /// What is known, in a sentence.
    #[getter]
    fn summary(&self) -> String {
        let known = words::known(self.solution.outcome.verdict.bounds());
        match self.stopped() {
            Some("interrupted") => format!("{known}; interrupted"),
            Some(limit) => format!("{known}; stopped by the limit on {limit}"),
            None => known,
        }
    }

    /// The record that ``solomids solve --format json`` prints, as JSON.
    fn to_json(&self) -> String {
        record::solution(&self.played, &self.solution, &self.end).to_string()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an outcome has no truth value: compare `proven` with 'won' or 'lost'"))
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.summary())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Stats { nodes, boards, elapsed } = self.solution.outcome.stats;
        let known = (self.lower(), self.upper(), self.stopped());
        let stats = (nodes, boards, elapsed.as_secs(), elapsed.subsec_nanos());
        let restore = py.get_type::<Self>().getattr("_restore")?;
        (restore, (self.position(), self.line(), known, stats)).into_pyobject(py)
    }

    /// The outcome that was pickled. Its bounds are believed, its line is replayed.
    #[staticmethod]
    fn _restore(
        position: &Position,
        line: Vec<Bound<'_, Move>>,
        known: (u8, u8, Option<String>),
        stats: (u64, u64, u64, u32),
    ) -> PyResult<Self> {
        let (lower, upper, stopped) = known;
        let stops = [StopReason::Nodes, StopReason::Time, StopReason::Memory, StopReason::Interrupted];
        let verdict = match stops.into_iter().find(|reason| Some(reason.name()) == stopped.as_deref()) {
            Some(stopped) => Verdict::Undecided { bounds: Bounds { lower, upper }, stopped },
            None if lower >= TREES => Verdict::Won { swaps: (TREES + MAX_SWAPS).saturating_sub(lower) },
            None => Verdict::Lost { trees: lower },
        };
        let (nodes, boards, seconds, nanoseconds) = stats;
        let stats = Stats { nodes, boards, elapsed: Duration::new(seconds, nanoseconds) };
        let line = line.iter().map(|mv| mv.get().0).collect();
        Self::new(position.0.clone(), Solution::of_search(solver::Outcome { verdict, line, stats }))
    }

    /// A page that plays through the line.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        frame(&self.played, &self.solution.outcome.line, &self.summary())
            .map_err(|error| input_error(py, error))
    }
}

/// Searches a position; `solomids.solve` documents it.
#[pyfunction]
#[pyo3(signature = (position, max_nodes, timeout, memory, threads, difficulty))]
pub(crate) fn solve(
    py: Python<'_>,
    position: PositionArg<'_>,
    max_nodes: Option<u64>,
    timeout: Option<f64>,
    memory: u64,
    threads: usize,
    difficulty: bool,
) -> PyResult<Outcome> {
    let played = position.played(py)?;
    let threads = thread_count(threads);
    let interrupt = Interrupt::new();
    let mut config = Config {
        parallelism: if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
        limits: Limits {
            nodes: max_nodes,
            time: self::timeout(py, timeout)?,
            memory: Some(memory),
            interrupt: Some(interrupt.flag.clone()),
        },
        ..Config::default()
    };
    let solution = if threads <= 1 {
        // In this thread, since another one takes longer to start than an easy search.
        let looks = interrupt.clone();
        config.observer = Some(Observer::new(move |_| looks.look()));
        let first_moves_observer = config.observer.clone();
        let request =
            SolutionRequest { config, difficulty, first_moves_observer, ..SolutionRequest::default() };
        py.detach(|| request.solve(&played.position))
    } else {
        let request = SolutionRequest { config, difficulty, ..SolutionRequest::default() };
        let pool = rayon_pool(threads)?;
        interrupt.watch(py, || pool.install(|| request.solve(&played.position)))
    };
    let pressed = interrupt.was_pressed(py)?;
    let outcome = Outcome::new(played, solution)?;
    if pressed { Err(interrupted(py, outcome)) } else { Ok(outcome) }
}

/// Threads of a search. There are none that outlive it, which a process that forks would not have.
pub(crate) fn rayon_pool(threads: usize) -> PyResult<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| PyMemoryError::new_err(error.to_string()))
}

/// Writes the certificate of an outcome; `solomids.write_certificate` documents it. Returns which limit has stopped it.
#[pyfunction]
pub(crate) fn write_certificate(
    py: Python<'_>,
    outcome: &Outcome,
    path: PathBuf,
    timeout: Option<f64>,
    memory: u64,
) -> PyResult<Option<&'static str>> {
    let interrupt = Interrupt::new();
    let config = Config {
        parallelism: Parallelism::Sequential,
        limits: Limits {
            time: self::timeout(py, timeout)?,
            ..Limits::memory(memory).interrupted_by(&interrupt.flag)
        },
        ..Config::default()
    };
    let Outcome { played, solution, .. } = outcome;
    let written = interrupt.watch(py, || {
        let mut out = compression::compressed(BufWriter::new(File::create(&path)?));
        certificate::write(&mut out, &played.position, &solution.outcome, &Solver::new(), &config)?;
        Ok(out.finish()?.flush()?)
    });
    interrupt.raise()?;
    match written {
        Ok(()) => Ok(None),
        Err(WriteError::Stopped(limit)) => Ok(Some(limit.name())),
        Err(WriteError::Io(error)) => Err(system_error(&error, &path)),
        Err(error @ WriteError::NothingProven) => {
            Err(mistake(py, error.to_string(), "allow the search more"))
        }
        Err(error) => Err(internal(error)),
    }
}

/// What a checked certificate proves, or why it is refused: deal, bounds, boards, refusal, and limit.
type CheckedFields = (Option<Position>, Option<(u8, u8)>, u64, Option<String>, Option<String>);

/// Checks a certificate; `solomids.check_certificate` documents it.
#[pyfunction]
pub(crate) fn check_certificate(
    py: Python<'_>,
    path: PathBuf,
    position: Option<PositionArg<'_>>,
    memory: u64,
    threads: usize,
) -> PyResult<CheckedFields> {
    let played = position.map(|position| position.played(py)).transpose()?;
    let pool = rayon_pool(thread_count(threads))?;
    let interrupt = Interrupt::new();
    let limits = Limits::memory(memory).interrupted_by(&interrupt.flag);
    let check = || {
        let input = compression::decompressed(File::open(&path)?)?;
        let position = played.as_ref().map(|played| &played.position);
        let config = CheckConfig { position, limits, observer: None };
        Ok(certificate::check(input, &config))
    };
    let checked: io::Result<_> = interrupt.watch(py, || pool.install(check));
    interrupt.raise()?;
    match checked.map_err(|error| system_error(&error, &path))? {
        Ok(checked) => {
            let position = Position(Played::new(Start::of_position(checked.position, Palette::default())));
            let bounds = (checked.bounds.lower, checked.bounds.upper);
            Ok((Some(position), Some(bounds), checked.stats.boards, None, None))
        }
        Err(CheckError::Format(FormatError::Io(error))) if error.raw_os_error().is_some() => {
            Err(system_error(&error, &path))
        }
        Err(error @ (CheckError::Memory { .. } | CheckError::Stopped(_))) => {
            Ok((None, None, 0, None, Some(error.to_string())))
        }
        Err(error) => Ok((None, None, 0, Some(error.to_string()), None)),
    }
}
