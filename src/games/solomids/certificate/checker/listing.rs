//! The listed boards, and whether they prove that a goal is out of reach.
//!
//! A *board* is a number of swaps used and a set for each column; its members are all combinations. The listed boards prove
//! that a goal cannot be reached from a position if
//! 1. the position is a member of one of them;
//! 2. no member reaches the goal by banking trees;
//! 3. whatever a single move makes of any member is a member of a listed board that has used no more swaps, or of a board
//!    from which the goal is out of reach by the relaxation; or it is out of reach from the member itself by the relaxation.
//!
//! Then no line of play ever leaves the listed boards but for positions that cannot reach the goal. Moves within a column
//! that keep its stacks apart lead to members of the same board, because its sets are closed under them.
//!
//! Each board is checked by itself, so threads share them out. What they remember only saves time: the verdict, and the
//! first step that does not hold, are the same for any number of threads and any memory.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::boards::BoardChecker;
use super::sets::{MembersId, SetId, Sets};
use super::{CheckConfig, CheckError, CheckProgress};
use crate::games::solomids::certificate::ImpossibleGoal;
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, Position};

/// Boards that a thread takes at a time.
const CHUNK: usize = 256;

/// Memory of a listed board, in the four tables that know it.
const BOARD_BYTES: usize = 200;

/// Board by the numbers of its sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CheckedBoard {
    pub(super) swaps: u8,
    pub(super) sets: [SetId; COLUMNS],
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

/// The listed boards.
pub(super) struct Listing {
    pub(super) goal: ImpossibleGoal,
    pub(super) sets: Sets,
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
    pub(super) fn new(goal: ImpossibleGoal) -> Self {
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

    /// Boards listed so far, repeated ones included.
    pub(super) const fn boards(&self) -> u64 {
        self.listings
    }

    /// Memory in use, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        self.sets.bytes() + self.boards.len() * BOARD_BYTES
    }

    /// Adds a listed board.
    pub(super) fn list(&mut self, swaps: u8, sets: [SetId; COLUMNS]) -> Result<(), Refuted> {
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

    /// Whether a board with these members is listed.
    pub(super) fn has(&self, key: &MembersKey) -> bool {
        self.listed.contains(key)
    }

    /// The listed boards with these pieces.
    pub(super) fn with_pieces(&self, pieces: [u32; COLUMNS]) -> impl Iterator<Item = CheckedBoard> + '_ {
        self.by_pieces.get(&pieces).into_iter().flatten().map(|&number| self.boards[number as usize])
    }

    /// Checks all listed boards, and that the position is a member of one.
    pub(super) fn check(
        &self,
        position: &Position,
        config: &CheckConfig<'_>,
    ) -> Result<CheckStats, CheckError> {
        let own = self.sets.bytes();
        // What is left is shared by the threads; each has the listed sets, and half as much again at least to work with.
        let memory = config.memory.map_or(usize::MAX, |memory| memory.saturating_sub(self.bytes()));
        let threads = rayon::current_num_threads().min(memory / (own + own / 2).max(1)).max(1);
        if memory < own + own / 2 {
            return Err(CheckError::Memory { boards: self.listings });
        }
        let mut first = BoardChecker::new(self, memory / threads);
        if !first.is_member(position) {
            let what = "it is no member of any listed board".into();
            return Err(Refuted { board: "position".into(), what }.into());
        }
        let (next, successors) = (AtomicUsize::new(0), AtomicU64::new(first.successors));
        drop(first);
        let failed: Mutex<Option<(usize, String)>> = Mutex::new(None);
        // The first board that failed, or their number.
        let end = AtomicUsize::new(self.boards.len());
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    let mut checker = BoardChecker::new(self, memory / threads);
                    loop {
                        let chunk = next.fetch_add(CHUNK, Ordering::Relaxed);
                        let last = (chunk + CHUNK).min(end.load(Ordering::Relaxed));
                        if chunk >= last {
                            break;
                        }
                        for number in chunk..last {
                            if let Err(what) = checker.check(self.boards[number]) {
                                end.fetch_min(number, Ordering::Relaxed);
                                let mut failed = failed.lock().expect("no thread panics");
                                if failed.as_ref().is_none_or(|&(first, _)| number < first) {
                                    *failed = Some((number, what));
                                }
                                break;
                            }
                        }
                        if let Some(observe) = config.observer {
                            observe(CheckProgress { checked: last, boards: self.boards.len() });
                        }
                    }
                    successors.fetch_add(checker.successors, Ordering::Relaxed);
                });
            }
        });
        if let Some((number, what)) = failed.into_inner().expect("no thread panics") {
            return Err(Refuted { board: format!("board {}", self.numbers[number]), what }.into());
        }
        Ok(CheckStats { boards: self.listings, successors: successors.into_inner() })
    }
}
