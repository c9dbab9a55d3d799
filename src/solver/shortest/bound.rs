//! How many slides and transfers a board still needs, at least.
//!
//! # The optimistic game
//! That of [`outlook`](crate::solver::bounds::relaxation): whatever can be lined up once has left its place and stays
//! usable there as well; what does not come together even so never will. Here it is played under a
//! [`Allowance`]: some columns may not slide from now on, or once only, and some colours make no transfers.
//! - In a column that slides no more every stack stays at the depths that it has in the cheapest ways to
//!   stand; in one that slides once it may also stand nearer by the distance of that slide ([`standing`]).
//! - In a colour without transfers every small comes to one host and every medium to one large, so it
//!   also takes partners that are all different: a medium for every bare large and a small for every tower,
//!   among those that ever meet.
//!
//! # The bound
//! **Statement.** If the goal is out of reach under a licence, every line to the goal pays for something that
//! is not in it. ColumnSets of slides and transfers that have none in common are paid for apart, so as many such sets
//! are as many slides and transfers. A column counts twice if the goal is out of reach however it slides once.
//! Where these sets take all that may be spent, or all but one, [`exact`] looks whether anybody can pay for
//! them.
//!
//! **Argument.** By induction over a line that keeps within the licence, as in `outlook`: what has left its
//! place has vanished, depths are among those allowed, pairs that line up meet. Such a line gives every stack
//! its partner by merges alone in a colour without transfers, and those pairs have met. In a column that slides
//! once some stacks that touch each other move by equally much, to behind a stack that stays or to the far
//! edge. A way to stand that costs one slide more than the cheapest is a slide that may have been made before,
//! and none is left.
//!
//! What an action has not paid for is inherited from the parent: it is still needed, since what follows the action
//! follows the parent as well. Once all that may be spent is assigned, no other allowance is left, which may reveal further
//! landmarks.
//!
//! **Test.** `tests/shortest.rs` compares lengths with a plain search that has no bound.

mod exact;
mod licence;
mod standing;

use smallvec::SmallVec;

use super::bound::licence::Allowance;
use super::bound::standing::{LimitedSlides, PricedDepths};
use super::tables::CostTables;
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS};
use crate::solver::board::Board;
use crate::solver::board::stackings::UnpackedBoard;
use crate::solver::bounds::goal::{Goal, UpperBound};
use crate::solver::bounds::relaxation::Relaxation;

/// Slides of columns, then transfers of colours, as bits.
type Resources = u16;
const RESOURCES: usize = COLUMNS + COLOURS;

/// The bit of a column's slides.
const fn slides_in(column: usize) -> Resources {
    1 << column
}

/// The bit of a colour's transfers.
const fn transfers_of(colour: usize) -> Resources {
    1 << (COLUMNS + colour)
}

/// The bits of all transfers.
#[cfg(feature = "sat")]
const TRANSFERS: Resources = ((1 << COLOURS) - 1) << COLUMNS;

/// What is still needed. No slide or transfer counts twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    /// Slides in each column.
    slides: [u8; COLUMNS],
    /// One slide or transfer by one of these means, for each of these.
    some: SmallVec<[Resources; 6]>,
}

/// What an action took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ActionCost {
    /// Slides in each column.
    pub(super) slides: [u8; COLUMNS],
    /// The colour of a transfer.
    pub(super) transfer: Option<u8>,
}

impl Landmarks {
    pub(super) fn total(&self) -> u8 {
        self.slides.iter().sum::<u8>() + self.some.len() as u8
    }

    /// What is needed besides the slides of a column.
    pub(super) fn elsewhere(&self, column: usize) -> u8 {
        self.besides(slides_in(column))
    }

    /// How many slides a column has at most, in a line of at most so many slides and transfers, so many transfers among
    /// them at least: what neither the column nor a transfer can pay for are slides of other columns.
    #[cfg(feature = "sat")]
    pub(super) fn slides_at_most(&self, column: usize, most: u8, least_transfers: u8) -> u8 {
        let others = self.besides(slides_in(column) | TRANSFERS) + least_transfers;
        most.saturating_sub(others.max(self.elsewhere(column)))
    }

    /// How many transfers there are at most, in such a line.
    #[cfg(feature = "sat")]
    pub(super) fn transfers_at_most(&self, most: u8) -> u8 {
        most.saturating_sub(self.besides(TRANSFERS))
    }

    /// What is needed that none of these means can pay for.
    fn besides(&self, means: Resources) -> u8 {
        let slides: u8 = (0..COLUMNS).filter(|&c| slides_in(c) & means == 0).map(|c| self.slides[c]).sum();
        slides + self.some.iter().filter(|&it| it & means == 0).count() as u8
    }

    /// By any of these means at least one slide or transfer is needed.
    fn means(&self) -> Resources {
        let columns = (0..COLUMNS).filter(|&c| self.slides[c] > 0).map(slides_in);
        columns.chain(self.some.iter().copied()).fold(0, |all, it| all | it)
    }

    /// What a line may use that pays for no more than `most`.
    fn licence(&self, most: u8) -> Allowance {
        let columns = (0..COLUMNS).map(|c| Allowance::slides(c, most.saturating_sub(self.elsewhere(c))));
        let means = if self.total() < most { !0 } else { self.means() };
        let colours = (0..COLOURS).filter(|&k| means & transfers_of(k) != 0).map(Allowance::transfers);
        columns.chain(colours).fold(Allowance::NONE, Allowance::or)
    }

    /// What is left of it after an action.
    pub(super) fn after(&self, paid: ActionCost) -> Self {
        let mut means = paid.transfer.map_or(0, |colour| transfers_of(colour.into()));
        for (c, &count) in paid.slides.iter().enumerate() {
            means |= Resources::from(count > 0) << c;
        }
        Self {
            slides: std::array::from_fn(|c| self.slides[c].saturating_sub(paid.slides[c])),
            some: self.some.iter().copied().filter(|it| it & means == 0).collect(),
        }
    }
}

/// A licence without all that these means stand for.
fn without(licence: Allowance, means: Resources) -> Allowance {
    let columns = (0..COLUMNS).filter(|&c| means & slides_in(c) != 0).map(|c| Allowance::slides(c, 2));
    let colours = (0..COLOURS).filter(|&k| means & transfers_of(k) != 0).map(Allowance::transfers);
    columns.chain(colours).fold(licence, Allowance::but)
}

/// A game that has come to its end. What has happened in it happens under every wider licence too, so that
/// games under these go on from there.
#[derive(Clone)]
struct RelaxedRun<'a> {
    game: Relaxation<'a>,
    licence: Allowance,
}

/// Where games may go on from: the course under a licence, played once somebody asks for it.
struct RelaxedBase<'a> {
    licence: Allowance,
    course: Option<RelaxedRun<'a>>,
}

impl RelaxedBase<'_> {
    const fn new(licence: Allowance) -> Self {
        Self { licence, course: None }
    }
}

/// A board, as its bound sees it.
pub(super) struct LengthBound<'a> {
    board: &'a Board,
    goal: Goal,
    unpacked: &'a UnpackedBoard<'a>,
    ways: PricedDepths<'a>,
    /// The game without a slide or a transfer.
    still: RelaxedRun<'a>,
    /// Single slides that no line can make.
    idle: Allowance,
    /// What is known to lead nowhere, none of it within another.
    failed: SmallVec<[Allowance; 4]>,
    /// Under these the goal may be in reach.
    hopeful: SmallVec<[Allowance; 8]>,
}

impl<'a> LengthBound<'a> {
    pub(super) fn new(
        tables: &'a CostTables,
        board: &'a Board,
        unpacked: &'a UnpackedBoard<'a>,
        goal: Goal,
    ) -> Self {
        let cheapest = board.set.map(|set| tables.cheapest(set));
        let near = board.set.map(|set| tables.near(set));
        let ways = PricedDepths { cheapest, near };
        let mut game = Relaxation::new(unpacked);
        game.run(&LimitedSlides { ways, licence: Allowance::NONE }, Allowance::NONE.dry());
        let still = RelaxedRun { game, licence: Allowance::NONE };
        let (failed, hopeful) = Default::default();
        Self { board, goal, unpacked, ways, still, idle: Allowance::NONE, failed, hopeful }
    }

    /// The landmarks of the board, given known ones; `None` if a line needs more than `most` slides and transfers.
    pub(super) fn need(&mut self, most: u8, known: Landmarks) -> Option<Landmarks> {
        let mut need = known;
        if need.total() > most {
            return None;
        }
        if self.leads_nowhere(Allowance::NONE)
            && (!self.add_to(&mut need, most) || self.exhausts(&need, most))
        {
            return None;
        }
        Some(need)
    }

    /// Looks for more that is needed; whether `most` can be enough.
    fn add_to(&mut self, need: &mut Landmarks, most: u8) -> bool {
        let mut before = None;
        loop {
            // What can be paid for besides all that is known.
            let licence = need.licence(most);
            if before == Some(licence) {
                return true;
            }
            before = Some(licence);
            let mut course = self.play_on(&self.still, licence);
            let fails = self.fails(&mut course);
            self.note(licence, fails);
            if fails {
                return false;
            }
            self.idle = self.idle_slides(&course.game);
            let some = need.some.iter().fold(0, |some, it| some | it);
            for c in (0..COLUMNS).filter(|&c| some & slides_in(c) == 0) {
                need.slides[c] = self.slides(c, need.slides[c], licence);
                if need.total() > most {
                    return false;
                }
            }
            let mut rest = ((1 << RESOURCES) - 1) & !need.means();
            while rest != 0 && self.leads_nowhere(without(licence, rest)) {
                if need.total() == most {
                    return false;
                }
                let mut base = RelaxedBase::new(without(licence, rest));
                let mut some = rest;
                for bit in 0..RESOURCES {
                    let fewer = some & !(1 << bit);
                    if fewer != some
                        && fewer != 0
                        && self.leads_nowhere_from(&mut base, without(licence, fewer))
                    {
                        some = fewer;
                    }
                }
                need.some.push(some);
                rest &= !some;
            }
        }
    }

    /// How many slides a column needs under a licence, two at most unless more are known.
    fn slides(&mut self, c: usize, known: u8, licence: Allowance) -> u8 {
        let own = licence.of_column(c);
        if known >= 2 || own.is_none() {
            return known;
        }
        let others = licence.but(own);
        if known == 0 && !self.leads_nowhere(others) {
            return 0;
        }
        let mut base = RelaxedBase::new(others);
        let mut is_enough = |by| !self.leads_nowhere_from(&mut base, others.or(Allowance::slide(c, by)));
        if (0..ROWS).any(&mut is_enough) { 1 } else { 2 }
    }

    /// Single slides that no column can make, after a game under a licence that all others are within.
    ///
    /// Where a licence leads nowhere even without them, it does so with them: no swap comes before the first of
    /// them, and what has vanished by then has vanished in this game, in front of it there are fewer squares.
    fn idle_slides(&self, game: &Relaxation<'_>) -> Allowance {
        let mut idle = Allowance::NONE;
        for c in 0..COLUMNS {
            if self.ways.near[c].is_none() {
                idle = idle.or(Allowance::slide(c, 0));
            }
            let vanished = game.cleared_in(c);
            let depths = &self.ways.cheapest[c].depths[..self.unpacked.len[c]];
            let (mut taken, mut gap) = (0, 0);
            for (index, depths) in depths.iter().enumerate().filter(|(_, depths)| **depths != 0) {
                gap = gap.max((depths.ilog2() as usize).saturating_sub(taken));
                if vanished >> index & 1 == 0 {
                    taken = depths.trailing_zeros() as usize + 1;
                }
            }
            idle = (gap + 1..ROWS).fold(idle, |idle, by| idle.or(Allowance::slide(c, by)));
        }
        idle
    }

    /// Whether the goal is out of reach under a licence.
    fn leads_nowhere(&mut self, licence: Allowance) -> bool {
        self.knows(licence).unwrap_or_else(|| {
            let fails = self.fails(&mut self.play_on(&self.still, licence));
            self.note(licence, fails);
            fails
        })
    }

    /// The same, for a licence that is wider than that of a base.
    fn leads_nowhere_from(&mut self, base: &mut RelaxedBase<'a>, licence: Allowance) -> bool {
        self.knows(licence).unwrap_or_else(|| {
            let start = base.course.get_or_insert_with(|| self.play_on(&self.still, base.licence));
            let fails = self.fails(&mut self.play_on(start, licence));
            self.note(licence, fails);
            fails
        })
    }

    /// Whether the goal is out of reach under a licence, if that is known.
    fn knows(&self, licence: Allowance) -> Option<bool> {
        let licence = licence.without_singles(self.idle);
        if self.failed.iter().any(|&failed| licence.is_within(failed)) {
            return Some(true);
        }
        self.hopeful.iter().any(|hopeful| hopeful.is_within(licence)).then_some(false)
    }

    /// Takes note of what a licence leads to.
    fn note(&mut self, licence: Allowance, nowhere: bool) {
        if nowhere {
            let licence = licence.or(self.idle);
            self.failed.retain(|failed| !failed.is_within(licence));
            self.failed.push(licence);
        } else {
            self.hopeful.push(licence.without_singles(self.idle));
        }
    }

    /// Plays a game to its end, on from one under a narrower licence.
    fn play_on(&self, start: &RelaxedRun<'a>, licence: Allowance) -> RelaxedRun<'a> {
        let licence = licence.without_singles(self.idle);
        let mut game = start.game.clone();
        (0..COLUMNS)
            .filter(|&c| licence.of_column(c) != start.licence.of_column(c))
            .for_each(|c| game.invalidate_column(c));
        game.run(&LimitedSlides { ways: self.ways, licence }, licence.dry());
        RelaxedRun { game, licence }
    }

    /// Whether the goal is out of reach after a game.
    fn fails(&self, course: &mut RelaxedRun<'a>) -> bool {
        let RelaxedRun { game, licence } = course;
        let mut max_trees = game.max_trees();
        if UpperBound::new(self.board, max_trees).rules_out(self.goal) {
            return true;
        }
        let stand = LimitedSlides { ways: self.ways, licence: *licence };
        let dry = licence.dry();
        for (colour, trees) in max_trees.iter_mut().enumerate() {
            if dry >> colour & 1 == 1 && *trees == COPIES as u8 && !game.has_perfect_matching(&stand, colour)
            {
                *trees -= 1;
            }
        }
        UpperBound::new(self.board, max_trees).rules_out(self.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::web;
    use crate::game::TREES;
    use crate::solver::board::FACTOR;
    use crate::solver::board::stackings::StackActions;

    /// A licence, and a wider one.
    fn licences(number: usize) -> [Allowance; 2] {
        let mut bits = (number as u64).wrapping_mul(FACTOR);
        let mut draw = |below: u64| {
            bits = (bits ^ bits >> 29).wrapping_mul(FACTOR);
            (bits >> 32) % below
        };
        let (mut narrow, mut wide) = (Allowance::NONE, Allowance::NONE);
        for c in 0..COLUMNS {
            match draw(6) {
                0 => {}
                1 => wide = wide.or(Allowance::slides(c, 2)),
                2 => (narrow, wide) = (narrow.or(Allowance::slides(c, 1)), wide.or(Allowance::slides(c, 2))),
                _ => {
                    let slide = Allowance::slide(c, draw(ROWS as u64) as usize);
                    wide = wide.or(slide).or(Allowance::slide(c, draw(ROWS as u64) as usize));
                    narrow = if draw(2) == 0 { narrow } else { narrow.or(slide) };
                }
            }
        }
        for colour in (0..COLOURS).map(Allowance::transfers) {
            match draw(3) {
                0 => {}
                1 => wide = wide.or(colour),
                _ => (narrow, wide) = (narrow.or(colour), wide.or(colour)),
            }
        }
        [narrow, wide]
    }

    #[test]
    fn a_game_that_goes_on_from_a_stricter_one_ends_as_one_from_the_start() {
        let goal = Goal { trees: TREES, swaps: 0 };
        let mut outcomes = [0; 2];
        for seed in 0..12 {
            let Some(deal) = web::deal(&seed.to_string()) else { continue };
            let tables = CostTables::new();
            let mut board = Board::new(deal.position(), &tables);
            let mut turn = seed;
            let mut stackings = StackActions::new();
            loop {
                let unpacked = board.unpack(&tables);
                unpacked.stackings(&mut stackings);
                let relaxation = LengthBound::new(&tables, &board, &unpacked, goal);
                let start = RelaxedRun { game: Relaxation::new(&unpacked), licence: Allowance::NONE };
                for number in 0..150 {
                    let [narrow, wide] = licences(seed + turn + number);
                    let first = relaxation.play_on(&relaxation.still, narrow);
                    let ends = [&start, &relaxation.still, &first]
                        .map(|course| relaxation.fails(&mut relaxation.play_on(course, wide)));
                    assert!(ends.iter().all(|&end| end == ends[0]), "seed {seed}, {wide:?}: {ends:?}");
                    // What leads nowhere does not with less either.
                    assert!(!ends[0] || relaxation.fails(&mut first.clone()), "{narrow:?}, {wide:?}");
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
