//! Players that choose among steps, each a few moves that reveal one piece at most; and how steps become moves.

mod policy;
mod state;

pub use policy::{WEIGHTS, Weights, policy_mean};

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use ahash::RandomState;
use chacha20::ChaCha20Rng;

use super::simple::Careful;
use super::view::{Player, View};
use crate::games::solace2::game::{COLOURS, Colour, Core, Move, Position, Reading, Space};

use policy::Tree;
use state::{Imagination, Kind, State, Step, Terms};

/// The tuned policy, alone or with a tree search before every step.
#[derive(Debug)]
pub struct Stepper {
    /// Iterations of the search for every step; none if it follows the policy.
    iterations: usize,
    words: ChaCha20Rng,
    /// What earlier searches of the game found.
    tree: Option<Tree>,
    /// Moves of the last step that were not yet played.
    planned: VecDeque<Move>,
}

impl Stepper {
    /// A player that searches for a number of iterations, or follows the policy if it is 0.
    pub(super) const fn new(iterations: usize, words: ChaCha20Rng) -> Self {
        Self { iterations, words, tree: None, planned: VecDeque::new() }
    }

    /// The steps from a view, the best first: the most visited, then by policy.
    fn rank(&mut self, view: &View) -> Vec<Step> {
        let (state, terms) = (State::of(view), Terms::new(view.reading, view.stashes));
        let mut steps: Vec<Step> = state.steps(terms).iter().collect();
        let policy = |step| policy::score(&WEIGHTS, &state, terms, step);
        if self.iterations > 0 && steps.len() > 1 {
            let tree = self.tree.get_or_insert_with(|| Tree::new(terms));
            tree.grow(state, self.iterations, &mut Imagination::new(view), &mut self.words);
            steps.sort_by_key(|&step| Reverse((tree.visits(&state, step), policy(step))));
        } else {
            steps.sort_by_key(|&step| Reverse(policy(step)));
        }
        steps
    }

    /// Moves of the best step that has any; where there is none, those that make towers on the table whole.
    fn plan(&mut self, view: &View) -> Option<Vec<Move>> {
        // Sideways moves are the same in every position that agrees with the view.
        let position = view.imagine(&mut self.words)?;
        let steps = self.rank(view);
        let moves = |step| moves_of(&position, view.reading, step, manner(view, step));
        Some(steps.into_iter().find_map(moves).unwrap_or_else(|| finish(&position, view.reading)))
    }
}

impl Player for Stepper {
    fn choose(&mut self, view: &View) -> Option<Move> {
        if self.planned.front().is_none_or(|mv| !view.moves.contains(mv)) {
            self.planned = self.plan(view)?.into();
        }
        // In readings that counts do not describe, moves may be left where steps are not.
        self.planned.pop_front().or_else(|| Careful.choose(view))
    }
}

/// How a step is to be taken from a view.
fn manner(view: &View, step: Step) -> Manner {
    let (state, terms) = (State::of(view), Terms::new(view.reading, view.stashes));
    match step.kind() {
        Kind::TowerOfCap | Kind::TowerOfNest if state.takes_small(terms, step.colour()) => Manner::WithSmall,
        Kind::Small if state.freezes(terms, step.colour()) => Manner::Tidy,
        _ => Manner::Short,
    }
}

/// Positions that are looked at for one step, at most.
const MOST_POSITIONS: usize = 20_000;

/// Colour of the piece that a move takes.
fn colour(position: &Position, mv: Move) -> Option<Colour> {
    let space = &position.spaces()[mv.ends().0];
    match mv {
        Move::Large { .. } => space.exposed_large(),
        Move::Medium { .. } => space.exposed_medium(),
        Move::Small { .. } => space.exposed_small(),
        Move::Tower { .. } => space.complete_tower(),
    }
}

/// Whether a move is what a step means.
fn fulfils(position: &Position, mv: Move, step: Step) -> bool {
    let (from, to) = mv.ends();
    let (source, target) = (&position.spaces()[from], &position.spaces()[to]);
    let right = match (mv, step.kind()) {
        (Move::Large { .. }, Kind::Cap) => source.caps() == 0 && target.caps() == 0,
        (Move::Medium { .. }, kind @ (Kind::Medium | Kind::OwnMedium)) => {
            let own = source.nest().large == source.nest().medium;
            source.core() == Core::Opened && own == (kind == Kind::OwnMedium)
        }
        (Move::Small { .. }, Kind::Small) => source.core() == Core::Bare,
        (Move::Tower { .. }, Kind::TowerOfCap) => source.caps() > 0,
        (Move::Tower { .. }, Kind::TowerOfNest) => source.caps() == 0,
        _ => false,
    };
    right && colour(position, mv).map(Colour::index) == Some(step.colour())
}

/// How little a place is liked: caps come first, which keep a nest closed until they leave.
fn dislike(position: &Position, mv: Move) -> u8 {
    let target = &position.spaces()[mv.ends().1];
    match (target.core(), target.caps()) {
        (Core::Full, 1..) => 0,
        (Core::Gone, _) => 1,
        (Core::Full, _) => 2,
        _ => 3,
    }
}

/// How a step is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// With the fewest moves.
    Short,
    /// So that most towers of the colour stand on the table afterwards, then on caps: its smalls may not move for a while.
    Tidy,
    /// The same, for a tower that a bare small makes whole, or makes room for.
    WithSmall,
}

/// Moves that take a step: sideways moves of placed pieces of its colour, then the step itself.
fn moves_of(start: &Position, reading: Reading, step: Step, manner: Manner) -> Option<Vec<Move>> {
    let mut walk = Walk::new(start, reading, step.colour());
    let mut best: Option<([usize; 2], Position, Vec<Move>)> = None;
    while let Some(position) = walk.next() {
        if manner == Manner::Short {
            if let Some(last) = last_move(&position, reading, step) {
                best = Some(([0; 2], position, vec![last]));
                break;
            }
            continue;
        }
        for end in tidy_ends(&position, reading, step, manner) {
            let mut after = position;
            for &mv in &end {
                after.play_unchecked(mv);
            }
            let order = order(&after, step.colour());
            if best.as_ref().is_none_or(|(most, ..)| order > *most) {
                best = Some((order, position, end));
            }
        }
    }
    best.map(|(_, position, end)| [walk.path(position), end].concat())
}

/// The best of the moves that take a step at once.
fn last_move(position: &Position, reading: Reading, step: Step) -> Option<Move> {
    let legal = position.legal_moves(reading);
    legal.into_iter().filter(|&mv| fulfils(position, mv, step)).min_by_key(|&mv| dislike(position, mv))
}

/// All ends of a step that is not short: a bare small's move, and the promotion after it, if that is the step.
fn tidy_ends(position: &Position, reading: Reading, step: Step, manner: Manner) -> Vec<Vec<Move>> {
    let legal = position.legal_moves(reading);
    if manner == Manner::Tidy {
        return legal.into_iter().filter(|&mv| fulfils(position, mv, step)).map(|mv| vec![mv]).collect();
    }
    let small = step.with_kind(Kind::Small);
    let ends = legal.into_iter().filter(|&mv| fulfils(position, mv, small)).filter_map(|mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        last_move(&after, reading, step).map(|last| vec![mv, last])
    });
    ends.collect()
}

/// Towers of a colour on the table and on caps.
fn order(position: &Position, colour: usize) -> [usize; 2] {
    let whole = |space: &&Space| space.complete_tower().map(Colour::index) == Some(colour);
    let towers = || position.spaces().iter().filter(whole);
    [
        towers().filter(|space| space.tower().is_some()).count(),
        towers().filter(|space| space.caps() > 0).count(),
    ]
}

/// The fewest sideways moves that make as many towers on the table whole as can be.
fn finish(start: &Position, reading: Reading) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = *start;
    for colour in 0..COLOURS {
        let mut walk = Walk::new(&position, reading, colour);
        let mut best = position;
        while let Some(next) = walk.next() {
            if next.score() > best.score() {
                best = next;
            }
        }
        moves.extend(walk.path(best));
        position = best;
    }
    moves
}

/// A walk over all positions that sideways moves of one colour lead to, the nearest first.
struct Walk {
    reading: Reading,
    colour: usize,
    reached: HashMap<Position, Option<(Position, Move)>, RandomState>,
    queue: VecDeque<Position>,
}

impl Walk {
    fn new(start: &Position, reading: Reading, colour: usize) -> Self {
        let mut reached = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        reached.insert(*start, None);
        Self { reading, colour, reached, queue: VecDeque::from([*start]) }
    }

    /// The next position.
    fn next(&mut self) -> Option<Position> {
        let position = self.queue.pop_front()?;
        if self.reached.len() > MOST_POSITIONS {
            return Some(position);
        }
        for mv in position.legal_moves(self.reading) {
            let placed = match (mv, &position.spaces()[mv.ends().0]) {
                (Move::Medium { .. }, from) => from.has_medium(),
                (Move::Small { .. }, from) => from.has_small(),
                _ => false,
            };
            if placed && colour(&position, mv).map(Colour::index) == Some(self.colour) {
                let mut after = position;
                after.play_unchecked(mv);
                self.reached.entry(after).or_insert_with(|| {
                    self.queue.push_back(after);
                    Some((position, mv))
                });
            }
        }
        Some(position)
    }

    /// The moves that lead to a position of the walk.
    fn path(&self, mut position: Position) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(Some((before, mv))) = self.reached.get(&position) {
            moves.push(*mv);
            position = *before;
        }
        moves.reverse();
        moves
    }
}
