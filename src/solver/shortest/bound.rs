//! How many slides and transfers a board still needs, at least.
//!
//! # The optimistic game
//! That of [`outlook`](crate::solver::outlook): whatever can be lined up once has left its place and stays
//! usable there as well; what does not come together even so never will. Here it is played without some
//! *means*: a column may be forbidden to slide from now on, and a colour to make transfers.
//! - In a column that slides no more every stack stays at the depths that it has in the cheapest ways to
//!   stand.
//! - In a colour without transfers every small comes to one host and every medium to one large, so it
//!   also takes partners that are all different: a medium for every bare large and a small for every tower,
//!   among those that ever meet.
//!
//! # The bound
//! **Statement.** If the goal is out of reach without some means, every line to the goal pays for one of
//! them: a slide in one of the columns or a transfer in one of the colours. Sets of means that have none in
//! common are paid for apart, so as many such sets are as many slides and transfers. A column counts twice
//! if the goal is out of reach however it slides once.
//!
//! **Argument.** By induction over a line that pays for none of the means, as in `outlook`: what has left its
//! place has vanished, depths are among those allowed, pairs that line up meet. Such a line gives every
//! stack its partner by merges alone in a colour without transfers, and those pairs have met. A column that
//! slides once does so after all that vanishes without it, so the gap that is closed is among squares empty
//! by then; the slide moves one stack and some behind it by equally much. A way to stand that costs one slide
//! more than the cheapest is a slide that may have been made before, and none is left.
//!
//! Two things are taken over from the board before: a need that an action has not paid for is still there,
//! since what follows the action follows the board before it as well. And once all that may be spent is spoken
//! for, means that are in none of the sets are forbidden in all games, so that more sets may be found.
//!
//! **Test.** `tests/shortest.rs` compares lengths with a plain search that has no bound.

use smallvec::SmallVec;

use super::tables::{Rest, Tables};
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS};
use crate::solver::board::Board;
use crate::solver::expansion::{Goal, is_dead};
use crate::solver::masks::ALL_DEPTHS;
use crate::solver::outlook::{Freely, Optimist, Stand};
use crate::solver::stackings::Unpacked;

const ALL_COLOURS: u8 = (1 << COLOURS) - 1;

/// What may be paid for: the slides of each column, then the transfers of each colour, as bits.
pub(super) type Means = u16;
const MEANS: usize = COLUMNS + COLOURS;

/// The bit of a column's slides.
pub(super) const fn slides_in(column: usize) -> Means {
    1 << column
}

/// The bit of a colour's transfers.
pub(super) const fn transfers_of(colour: usize) -> Means {
    1 << (COLUMNS + colour)
}

/// What is still needed. No slide or transfer counts twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Need {
    /// Slides in each column.
    pub(super) slides: [u8; COLUMNS],
    /// One slide or transfer by one of these means, for each of these.
    pub(super) some: SmallVec<[Means; 6]>,
    /// By how many squares a slide of each column was enough last time, if one was: a guess where to look first.
    enough: [u8; COLUMNS],
}

impl Need {
    pub(super) fn total(&self) -> u8 {
        self.slides.iter().sum::<u8>() + self.some.len() as u8
    }

    /// What is needed besides the slides of a column.
    pub(super) fn elsewhere(&self, column: usize) -> u8 {
        let others: u8 = (0..COLUMNS).filter(|&c| c != column).map(|c| self.slides[c]).sum();
        others + self.some.iter().filter(|&it| it & slides_in(column) == 0).count() as u8
    }

    /// The means that nothing is left for, if no more than `most` may be paid.
    fn bans(&self, most: u8) -> Means {
        let mut bans = 0;
        for c in (0..COLUMNS).filter(|&c| self.elsewhere(c) >= most) {
            bans |= slides_in(c);
        }
        if self.total() >= most {
            let some = self.some.iter().fold(0, |some, it| some | it);
            bans |= !some & ((1 << MEANS) - (1 << COLUMNS));
        }
        bans
    }

    /// What is left of it after so many slides in each column, and perhaps a transfer of a colour.
    pub(super) fn after(&self, slides: [u8; COLUMNS], transfer: Option<usize>) -> Self {
        let mut means = transfer.map_or(0, transfers_of);
        for (c, &count) in slides.iter().enumerate() {
            means |= Means::from(count > 0) << c;
        }
        Self {
            slides: std::array::from_fn(|c| self.slides[c].saturating_sub(slides[c])),
            some: self.some.iter().copied().filter(|it| it & means == 0).collect(),
            enough: self.enough,
        }
    }
}

/// How a column may slide in an optimistic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// As it likes.
    Free,
    /// Not at all from now on.
    Still,
    /// Not at all, after at most one slide that may have been made before.
    Near,
    /// Once: this stack and those behind it, by so many squares.
    Once { first: usize, by: usize },
}

type Modes = [Mode; COLUMNS];

/// How an optimistic game goes without some means: columns, and colours that make no transfers.
fn without(means: Means) -> (Modes, u8) {
    let modes = std::array::from_fn(|c| if means & slides_in(c) == 0 { Mode::Free } else { Mode::Still });
    (modes, (means >> COLUMNS) as u8)
}

/// How the columns of a board can stand in an optimistic game.
struct Standing<'a> {
    cheapest: [&'a Rest; COLUMNS],
    near: [Option<&'a Rest>; COLUMNS],
    modes: Modes,
}

/// A game, and how columns may slide in it. What has happened in a stricter game happens in a laxer one too, so that one
/// goes on from there.
#[derive(Clone)]
struct Course<'a> {
    game: Optimist<'a>,
    modes: Modes,
}

pub(super) struct Relaxation<'a> {
    board: &'a Board,
    goal: Goal,
    unpacked: &'a Unpacked<'a>,
    cheapest: [&'a Rest; COLUMNS],
    near: [Option<&'a Rest>; COLUMNS],
}

impl Stand for Standing<'_> {
    fn look_at(&self, board: &Unpacked<'_>, c: usize, vanish: u16, depths: &mut [u16]) -> u16 {
        let info = board.info[c];
        let len = board.len[c];
        let untouched = vanish == info.trees;
        let rest = match (self.modes[c], self.near[c]) {
            (Mode::Free, _) => {
                depths[..len].copy_from_slice(&info.depths[..len]);
                return Freely.look_at(board, c, vanish, depths);
            }
            (Mode::Near, Some(near)) => near,
            _ => self.cheapest[c],
        };
        depths[..len].copy_from_slice(&rest.depths[..len]);
        if let Mode::Once { first, by } = self.modes[c] {
            for it in &mut depths[first..len] {
                *it |= *it >> by;
            }
        } else if untouched {
            return rest.open;
        }
        let mut pinned = 0;
        for (index, it) in depths[..len].iter().enumerate() {
            if vanish >> index & 1 == 0 && it.is_power_of_two() {
                pinned |= it;
            }
        }
        ALL_DEPTHS & !pinned
    }
}

impl<'a> Relaxation<'a> {
    pub(super) fn new(tables: &'a Tables, board: &'a Board, unpacked: &'a Unpacked<'a>, goal: Goal) -> Self {
        let cheapest = board.set.map(|set| tables.cheapest(set));
        let near = board.set.map(|set| tables.near(set));
        Self { board, goal, unpacked, cheapest, near }
    }

    /// What is still needed, if it is no more than `most`; `known` is needed for sure.
    pub(super) fn need(&self, most: u8, known: Need) -> Option<Need> {
        let mut need = known;
        if need.total() > most {
            return None;
        }
        let modes = [Mode::Still; COLUMNS];
        let mut still = Course { game: Optimist::new(self.unpacked), modes };
        if !self.fails(&mut still, modes, ALL_COLOURS) {
            return Some(need);
        }
        if most == 0 {
            return None;
        }
        let mut banned = None;
        loop {
            // What cannot be paid for besides all that is known.
            let bans = need.bans(most);
            if banned == Some(bans) {
                return Some(need);
            }
            banned = Some(bans);
            let (modes, dry) = without(bans);
            if self.fails(&mut still.clone(), modes, dry) {
                return None;
            }
            let mut used = need.some.iter().fold(bans, |used, it| used | it);
            for c in 0..COLUMNS {
                if used & slides_in(c) == 0 {
                    need.slides[c] = self.slides(c, need.slides[c], &mut need.enough[c], modes, dry, &still);
                    if need.total() > most {
                        return None;
                    }
                }
                if need.slides[c] > 0 {
                    used |= slides_in(c);
                }
            }
            let mut rest = ((1 << MEANS) - 1) & !used;
            while rest != 0 && self.cannot_without(bans | rest, &still) {
                if need.total() == most {
                    return None;
                }
                let mut some = rest;
                for bit in 0..MEANS {
                    let fewer = some & !(1 << bit);
                    if fewer != some && fewer != 0 && self.cannot_without(bans | fewer, &still) {
                        some = fewer;
                    }
                }
                need.some.push(some);
                rest &= !some;
            }
        }
    }

    /// Whether the goal is out of reach without some means.
    fn cannot_without(&self, means: Means, still: &Course<'a>) -> bool {
        let (modes, dry) = without(means);
        self.fails(&mut still.clone(), modes, dry)
    }

    /// How many slides a column needs, two at most unless more are known.
    fn slides(&self, c: usize, known: u8, enough: &mut u8, modes: Modes, dry: u8, still: &Course<'a>) -> u8 {
        if known >= 2 || modes[c] == Mode::Still {
            return known;
        }
        let suffices = |course: &Course<'a>, mode| {
            let mut modes = modes;
            modes[c] = mode;
            !self.fails(&mut course.clone(), modes, dry)
        };
        // What was enough before is enough most times.
        let likely =
            |ways: &[Mode]| enough.checked_sub(1).and_then(|way| ways.get(usize::from(way)).copied());
        if known == 1 && likely(&self.single_slides(&still.game, c)).is_some_and(|way| suffices(still, way)) {
            return 1;
        }
        let mut course = still.clone();
        let mut modes = modes;
        modes[c] = Mode::Still;
        if !self.fails(&mut course, modes, dry) {
            return known;
        }
        let ways = self.single_slides(&course.game, c);
        let likely = likely(&ways);
        if likely.is_some_and(|way| suffices(&course, way))
            || self.near[c].is_some() && suffices(&course, Mode::Near)
        {
            return 1;
        }
        match (1..).zip(&ways).find(|&(_, &way)| likely != Some(way) && suffices(&course, way)) {
            Some((way, _)) => {
                *enough = way;
                1
            }
            None => 2,
        }
    }

    /// How a column can slide once, after a game in which it did not, in the order of how far. For each distance the
    /// one that moves most stacks will do: whatever the others bring comes of it as well.
    fn single_slides(&self, game: &Optimist<'a>, c: usize) -> SmallVec<[Mode; ROWS]> {
        let mut ways: SmallVec<[Mode; ROWS]> = SmallVec::new();
        for first in 0..self.unpacked.len[c] {
            ways.extend((ways.len() + 1..=self.gap(game, c, first)).map(|by| Mode::Once { first, by }));
        }
        ways
    }

    /// Empty squares in front of a stack, at most, if no stack has moved yet.
    fn gap(&self, game: &Optimist<'a>, c: usize, index: usize) -> usize {
        let depths = &self.cheapest[c].depths;
        if depths[index] == 0 {
            return 0;
        }
        let vanish = game.vanished(c);
        let stuck = (0..index).rev().find(|&i| vanish >> i & 1 == 0);
        let top = stuck.map_or(0, |i| depths[i].trailing_zeros() as usize + 1);
        (depths[index].ilog2() as usize).saturating_sub(top)
    }

    /// Plays on to the end; whether the goal is out of reach.
    fn fails(&self, course: &mut Course<'a>, modes: Modes, dry: u8) -> bool {
        let Self { cheapest, near, .. } = *self;
        let Course { game, modes: before } = course;
        (0..COLUMNS).filter(|&c| modes[c] != before[c]).for_each(|c| game.look_again(c));
        *before = modes;
        let stand = Standing { cheapest, near, modes };
        game.play(&stand, dry);
        let mut prospects = game.prospects();
        if is_dead(self.board, prospects, self.goal) {
            return true;
        }
        for (colour, trees) in prospects.iter_mut().enumerate() {
            if dry >> colour & 1 == 1 && *trees == COPIES as u8 && !game.pairs_off(&stand, colour) {
                *trees -= 1;
            }
        }
        is_dead(self.board, prospects, self.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::web;
    use crate::game::TREES;
    use crate::solver::stackings::Stackings;

    #[test]
    fn a_game_that_goes_on_from_a_stricter_one_ends_as_one_from_the_start() {
        let goal = Goal { trees: TREES, swaps: 0 };
        let mut outcomes = [0; 2];
        for seed in 0..12 {
            let Some(deal) = web::deal(&seed.to_string()) else { continue };
            let tables = Tables::new();
            let mut board = Board::new(deal.position(), &tables);
            let mut turn = seed;
            let mut stackings = Stackings::new();
            loop {
                let unpacked = board.unpack(&tables);
                unpacked.stackings(&mut stackings);
                let relaxation = Relaxation::new(&tables, &board, &unpacked, goal);
                let modes = [Mode::Still; COLUMNS];
                let start = Course { game: Optimist::new(&unpacked), modes };
                let mut still = start.clone();
                relaxation.fails(&mut still, modes, ALL_COLOURS);
                for means in (0..1 << MEANS).step_by(7) {
                    let (modes, dry) = without(means);
                    let ends =
                        [&start, &still].map(|course| relaxation.fails(&mut course.clone(), modes, dry));
                    assert_eq!(ends[0], ends[1], "seed {seed}, {} stackings, {means:#b}", turn - seed);
                    outcomes[usize::from(ends[0])] += 1;
                }
                turn += 1;
                let Some(&(mv, _)) = stackings.get(turn * 5 % stackings.len().max(1)) else { break };
                if turn > seed + 30 {
                    break;
                }
                board = board.stack(&tables, mv, &mut ());
            }
        }
        assert!(outcomes.iter().all(|&count| count > 1_000), "{outcomes:?}");
    }
}
