//! Checker of certificates: code that shares nothing with the search, as plain as can be.
//!
//! Of the rest of the library it uses pieces, squares, positions and notation of `game`, and `game::replay` for the line; types alone of
//! `solver` (`Bounds`) and of `write` (the header); and limits. How stacks move is stated once more in [`column`](mod@column).
//!
//! # What is trusted
//! A certificate says which boards there are; nothing that it says is believed. The checker computes the members of every
//! set and what single moves make of every board, and finds each result among the listed boards, or finds by the
//! relaxation that the goal is out of reach from it. What has to be trusted is this module, about 1,500 lines with
//! comments.
//!
//! Reading order: [`column`](mod@column) (moves within a column), [`sets`] (ways in which a column can stand, in full), [`relaxation`]
//! (why a board is dead), [`boards`] (what moves make of boards), [`read`] (the text), [`check`], and the listing here.
//!
//! # What is to be proven
//! A *board* is a number of swaps used and a set for each column; its members are all combinations. The listed boards prove
//! that a goal cannot be reached from a position if
//! 1. the position is a member of one of them, or the goal is out of its reach by the relaxation;
//! 2. no member reaches the goal by banking trees;
//! 3. whatever a single move makes of any member is a member of a listed board that has used no more swaps, or of a board
//!    from which the goal is out of reach by the relaxation; or it is out of reach from the member itself by the relaxation.
//!
//! Then no line of play ever leaves the listed boards but for positions that cannot reach the goal. Moves within a column
//! that keep its stacks apart lead to members of the same board, because its sets are closed under them.
//!
//! Each board is checked by itself, so threads share them out. What they remember only saves time: the verdict, and the
//! first step that does not hold, are the same for any number of threads and any memory that is enough. A board that takes more
//! than the share of its thread is checked in the end, with all of the memory.

mod boards;
mod column;
mod read;
mod relaxation;
mod sets;

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use self::boards::{BoardChecker, Unproven};
pub use self::read::FormatError;
use self::read::{CertificateReader, Statement};
use self::sets::{MembersId, SetId, Sets, TABLE_ROOM};
use super::ImpossibleGoal;
use super::write::Header;
use crate::games::solomids::game::{
    COLOURS, COLUMNS, COPIES, Palette, Position, Share, parse_position, replay,
};
use crate::games::solomids::solver::Bounds;
use crate::kit::search::{Halt, Limits, StopReason};

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its header.
    pub header: Header,
    /// The position it is about.
    pub position: Position,
    /// Bounds on the best score of the position, which it proves.
    pub bounds: Bounds,
    /// Numbers of the check.
    pub stats: CheckStats,
}

/// How a certificate is checked. By default nothing is limited; threads are those of the pool that the caller runs in.
#[derive(Clone, Default)]
pub struct CheckConfig<'a> {
    /// The position that it has to be about; any, if there is none.
    pub position: Option<&'a Position>,
    /// Limits, of which nodes do not count. Memory is that of the check, about.
    pub limits: Limits,
    /// Called from time to time, by any thread.
    pub observer: Option<CheckObserver<'a>>,
}

pub(super) type CheckObserver<'a> = &'a (dyn Fn(CheckProgress) + Sync);

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Boards checked, about.
    pub checked: usize,
    /// Different boards listed.
    pub boards: usize,
}

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// What its header says does not hold together.
    #[error("{0}")]
    Header(String),
    /// Its position is not the one that was given. Nothing else was checked.
    #[error("it is about another position")]
    OtherPosition,
    /// A step of its proof does not hold.
    #[error(transparent)]
    Refuted(#[from] Refuted),
    /// Time or an interrupt ended the check; what the certificate claims may well hold.
    #[error("{0}")]
    Stopped(StopReason),
    /// The limit on memory ended the check; what the certificate claims may well hold.
    #[error("there is too little memory for its sets and {boards} boards")]
    Memory {
        /// Boards listed so far.
        boards: u64,
    },
}

/// Reads and checks a certificate.
///
/// # Errors
/// If it cannot be read, does not prove what it claims, or a limit ends the check.
pub fn check(input: impl BufRead, config: &CheckConfig<'_>) -> Result<Checked, CheckError> {
    let mut reader = CertificateReader::new(input);
    let header = reader.header()?;
    let text = format!("{}\nswaps-used: {}", header.position, header.swaps_used);
    let position = parse_position(&text).map_err(|error| CheckError::Header(error.to_string()))?.position;
    // What people type is read generously; here one text has one meaning.
    if Palette::default().position_line(&position) != header.position {
        return Err(CheckError::Header("the position is not written as it should be".into()));
    }
    if config.position.is_some_and(|given| *given != position) {
        return Err(CheckError::OtherPosition);
    }
    let line: Share =
        header.line.parse().map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    if line.to_string() != header.line || !line.seed.is_empty() {
        return Err(CheckError::Header("the line is not written as it should be".into()));
    }
    let end =
        replay(&position, &line.moves).map_err(|error| CheckError::Header(format!("the line: {error}")))?;
    if end.score() != header.score {
        let message = format!("the line reaches {}, and the score claimed is {}", end.score(), header.score);
        return Err(CheckError::Header(message));
    }
    let upper = ImpossibleGoal::best_without(header.goal, header.swaps_used);
    let Some(upper) = upper.filter(|&upper| upper >= header.score) else {
        let message = "what is claimed to be impossible is no score above that of the line".to_owned();
        return Err(CheckError::Header(message));
    };
    let bounds = Bounds { lower: header.score, upper };
    let Some(goal) = header.goal else {
        return match reader.statement()? {
            None => Ok(Checked { header, position, bounds, stats: CheckStats::default() }),
            Some(_) => Err(CheckError::Header("nothing is impossible, and a proof follows".into())),
        };
    };
    let memory =
        config.limits.memory.map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let halt = config.limits.halt();
    let mut listing = Listing::new(goal);
    let mut sets = Vec::new();
    while let Some(statement) = reader.statement()? {
        match statement {
            Statement::Set(order, placements) => sets.push(listing.sets.of_placements(order, placements)),
            Statement::Board(swaps, numbers) => {
                listing.list(swaps, numbers.map(|number| sets[number as usize]))?;
            }
        }
        halt.check().map_err(CheckError::Stopped)?;
        let bytes = listing.bytes() + reader.bytes() + sets.len() * NUMBER_BYTES;
        if bytes > memory {
            return Err(CheckError::Memory { boards: listing.listings });
        }
    }
    drop((reader, sets));
    let stats = listing.check(&position, memory, &halt, config.observer)?;
    Ok(Checked { header, position, bounds, stats })
}

/// Boards that a thread takes at a time.
const CHUNK: usize = 256;

/// Memory of the number of a set, in the list of those read.
const NUMBER_BYTES: usize = TABLE_ROOM * size_of::<SetId>();

/// Memory of a listed board, in the four tables that know it.
const BOARD_BYTES: usize = 200;

/// Board by the numbers of its sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CheckedBoard {
    swaps: u8,
    sets: [SetId; COLUMNS],
}

/// A board by the members of its sets.
type MembersKey = ([MembersId; COLUMNS], u8);

/// A step that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{board}: {what}")]
pub struct Refuted {
    /// The board that it belongs to, as it is named in the certificate.
    pub board: String,
    /// What does not hold.
    pub what: String,
}

/// Numbers of a finished check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckStats {
    /// Listed boards.
    pub boards: u64,
    /// Boards that single moves made of them, as often as they were made.
    pub successors: u64,
}

struct Listing {
    goal: ImpossibleGoal,
    sets: Sets,
    boards: Vec<CheckedBoard>,
    /// For each listed board, its number in the certificate.
    numbers: Vec<u64>,
    /// Number of boards in the certificate so far, repeated ones included.
    listings: u64,
    /// Listed boards by their pieces.
    by_pieces: HashMap<[u32; COLUMNS], Vec<u32>>,
    listed: HashSet<MembersKey>,
}

impl Listing {
    fn new(goal: ImpossibleGoal) -> Self {
        Self {
            goal,
            sets: Sets::default(),
            boards: Vec::new(),
            numbers: Vec::new(),
            listings: 0,
            by_pieces: HashMap::new(),
            listed: HashSet::new(),
        }
    }

    /// Memory in use, in bytes, about.
    fn bytes(&self) -> usize {
        self.sets.bytes() + self.boards.len() * BOARD_BYTES
    }

    fn list(&mut self, swaps: u8, sets: [SetId; COLUMNS]) -> Result<(), Refuted> {
        self.listings += 1;
        let members = self.sets.members_of_each(sets);
        let mut pieces = [[0; 3]; COLOURS];
        for members in members {
            let most = self.sets.members(members).most.as_flattened();
            pieces.as_flattened_mut().iter_mut().zip(most).for_each(|(sum, here)| *sum += usize::from(*here));
        }
        if pieces.as_flattened().iter().any(|&count| count > COPIES) {
            let board = format!("board {}", self.listings);
            return Err(Refuted { board, what: "it has more pieces of a kind than there are".into() });
        }
        if !self.listed.insert((members, swaps)) {
            return Ok(());
        }
        let number = self.boards.len() as u32;
        self.boards.push(CheckedBoard { swaps, sets });
        self.numbers.push(self.listings);
        self.by_pieces.entry(self.sets.pieces_of_each(members)).or_default().push(number);
        Ok(())
    }

    fn has(&self, key: &MembersKey) -> bool {
        self.listed.contains(key)
    }

    fn with_pieces(&self, pieces: [u32; COLUMNS]) -> impl Iterator<Item = CheckedBoard> + '_ {
        self.by_pieces.get(&pieces).into_iter().flatten().map(|&number| self.boards[number as usize])
    }

    /// Checks all listed boards, and that the position is a member of one, or dead.
    fn check(
        &self,
        position: &Position,
        memory: usize,
        halt: &Halt,
        observer: Option<CheckObserver<'_>>,
    ) -> Result<CheckStats, CheckError> {
        let own = self.sets.bytes();
        // What is left is shared by the threads; each has the listed sets, and half as much again at least to work with.
        let memory = memory.saturating_sub(self.bytes());
        let threads = rayon::current_num_threads().min(memory / (own + own / 2).max(1)).max(1);
        if memory < own + own / 2 {
            return Err(CheckError::Memory { boards: self.listings });
        }
        let ended = |unproven, board| match unproven {
            Unproven::Step(what) => Refuted { board, what }.into(),
            Unproven::Stopped(StopReason::Memory) => CheckError::Memory { boards: self.listings },
            Unproven::Stopped(stop) => CheckError::Stopped(stop),
        };
        let mut first = BoardChecker::new(self, memory, halt);
        first.check_position(position).map_err(|unproven| ended(unproven, "position".into()))?;
        let (next, successors) = (AtomicUsize::new(0), AtomicU64::new(first.successors));
        drop(first);
        let failed: Mutex<Option<(usize, String)>> = Mutex::new(None);
        // What ended the check early.
        let stopped = OnceLock::new();
        // Boards that take more memory than a thread has.
        let large: Mutex<Vec<usize>> = Mutex::new(Vec::new());
        // The first board that failed, or their number.
        let end = AtomicUsize::new(self.boards.len());
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    let mut checker = BoardChecker::new(self, memory / threads, halt);
                    loop {
                        let chunk = next.fetch_add(CHUNK, Ordering::Relaxed);
                        let last = (chunk + CHUNK).min(end.load(Ordering::Relaxed));
                        if chunk >= last {
                            break;
                        }
                        for number in chunk..last {
                            match checker.check(self.boards[number]) {
                                Ok(()) => {}
                                Err(Unproven::Stopped(StopReason::Memory)) => {
                                    large.lock().expect("no thread panics").push(number);
                                }
                                Err(Unproven::Stopped(stop)) => {
                                    stopped.get_or_init(|| stop);
                                    return;
                                }
                                Err(Unproven::Step(what)) => {
                                    end.fetch_min(number, Ordering::Relaxed);
                                    let mut failed = failed.lock().expect("no thread panics");
                                    if failed.as_ref().is_none_or(|&(first, _)| number < first) {
                                        *failed = Some((number, what));
                                    }
                                    break;
                                }
                            }
                        }
                        if let Some(observe) = observer {
                            observe(CheckProgress { checked: last, boards: self.boards.len() });
                        }
                    }
                    successors.fetch_add(checker.successors, Ordering::Relaxed);
                });
            }
        });
        let failed = failed.into_inner().expect("no thread panics");
        let mut large = large.into_inner().expect("no thread panics");
        large.retain(|number| failed.as_ref().is_none_or(|(first, _)| number < first));
        large.sort_unstable();
        let named = |number: usize| format!("board {}", self.numbers[number]);
        for number in large {
            let mut checker = BoardChecker::new(self, memory, halt);
            checker.check(self.boards[number]).map_err(|unproven| ended(unproven, named(number)))?;
            successors.fetch_add(checker.successors, Ordering::Relaxed);
        }
        if let Some((number, what)) = failed {
            return Err(Refuted { board: named(number), what }.into());
        }
        if let Some(stop) = stopped.into_inner() {
            return Err(CheckError::Stopped(stop));
        }
        Ok(CheckStats { boards: self.listings, successors: successors.into_inner() })
    }
}
