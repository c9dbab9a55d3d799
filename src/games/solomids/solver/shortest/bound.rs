//! Disjunctive action landmarks: a lower bound on the slides and transfers that a board still needs.
//!
//! Source of the technique: M. Helmert and C. Domshlak, *Landmarks, Critical Paths and Abstractions*, ICAPS 2009.
//!
//! # The restricted relaxation
//! The delete relaxation of [`relaxation`](crate::games::solomids::solver::bounds::relaxation) is run under an [`Allowance`]: some columns
//! may not slide from now on, or slide only once, and some colours make no transfers.
//! - In a column without slides every stack stays at the depths of its cheapest placements. In one that slides once it may
//!   also stand nearer by the distance of that slide ([`limited_slides`]).
//! - In a colour without transfers every small is put onto one medium and every medium onto one large, so a perfect matching
//!   must exist: a medium for every bare large, and a small for every large with a medium, among those that ever meet.
//!
//! # The bound
//! **Statement.** If the goal is out of reach under an allowance, every line to the goal uses a slide or transfer outside
//! it: these are a landmark. Disjoint landmarks need different slides and transfers, so their number is a lower bound. A
//! column counts twice if the goal is out of reach however it slides once. Where landmarks take all that may be spent, or
//! all but one, [`assignment`] tests whether slides and transfers can be assigned to them at all.
//!
//! **Argument.** By induction over a line that keeps within the allowance, as for the relaxation: a stack that has left its
//! place is cleared, depths are among those allowed, and stacks that line up meet. In a colour without transfers such a
//! line gives every stack its partner by merges alone, and those pairs have met. In a column that slides once, stacks that
//! touch each other move by the same distance, to behind a stack that stays or to the far edge. A placement that costs one
//! slide more than the cheapest stands for a slide that may have been made before, and none is left.
//!
//! What an action has not paid for is inherited from the parent: it is still needed, since what follows the action
//! follows the parent as well. Once all that may be spent is assigned, nothing else is allowed, which may reveal further
//! landmarks.
//!
//! **Test.** `tests/solomids/shortest.rs` compares lengths with a plain search that has no bound; the tests here compare runs that
//! continue from a narrower allowance with runs from the start.

mod allowance;
mod assignment;
mod limited_slides;

use smallvec::SmallVec;

use self::allowance::Allowance;
use self::limited_slides::{LimitedSlides, PricedDepths};
use super::tables::CostTables;
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, ROWS};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::stackings::UnpackedBoard;
use crate::games::solomids::solver::bounds::goal::{Goal, UpperBound};
use crate::games::solomids::solver::bounds::relaxation::Relaxation;

/// A set of resources, as bits: the slides of each column, then the transfers of each colour.
type Resources = u16;
/// Number of resources.
const RESOURCES: usize = COLUMNS + COLOURS;

/// The slides of a column.
const fn slides_in(column: usize) -> Resources {
    1 << column
}

/// The transfers of a colour.
const fn transfers_of(colour: usize) -> Resources {
    1 << (COLUMNS + colour)
}

/// The transfers of all colours.
#[cfg(feature = "sat")]
const TRANSFERS: Resources = ((1 << COLOURS) - 1) << COLUMNS;

/// Disjoint landmarks of a board: slides and transfers that every line to the goal still needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    /// Slides needed in each column.
    slides: [u8; COLUMNS],
    /// Sets of resources, disjoint from each other and from `slides`; a line uses each at least once.
    some: SmallVec<[Resources; 6]>,
}

/// Cost of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ActionCost {
    /// Slides in each column.
    pub(super) slides: [u8; COLUMNS],
    /// The colour of a transfer.
    pub(super) transfer: Option<u8>,
}

impl Landmarks {
    /// The number of slides and transfers needed.
    pub(super) fn total(&self) -> u8 {
        self.slides.iter().sum::<u8>() + self.some.len() as u8
    }

    /// The number needed apart from the slides of a column.
    pub(super) fn elsewhere(&self, column: usize) -> u8 {
        self.besides(slides_in(column))
    }

    /// The most slides that a column makes in a line of at most `most` slides and transfers, at least `least_transfers` of
    /// them transfers: landmarks without the column and without transfers are slides of other columns.
    #[cfg(feature = "sat")]
    pub(super) fn slides_at_most(&self, column: usize, most: u8, least_transfers: u8) -> u8 {
        let others = self.besides(slides_in(column) | TRANSFERS) + least_transfers;
        most.saturating_sub(others.max(self.elsewhere(column)))
    }

    /// The most transfers in a line of at most `most` slides and transfers.
    #[cfg(feature = "sat")]
    pub(super) fn transfers_at_most(&self, most: u8) -> u8 {
        most.saturating_sub(self.besides(TRANSFERS))
    }

    /// The number of slides and transfers needed that none of these resources provides.
    fn besides(&self, resources: Resources) -> u8 {
        let slides: u8 =
            (0..COLUMNS).filter(|&c| slides_in(c) & resources == 0).map(|c| self.slides[c]).sum();
        slides + self.some.iter().filter(|&it| it & resources == 0).count() as u8
    }

    /// The resources that occur in landmarks.
    fn resources(&self) -> Resources {
        let columns = (0..COLUMNS).filter(|&c| self.slides[c] > 0).map(slides_in);
        columns.chain(self.some.iter().copied()).fold(0, |all, it| all | it)
    }

    /// The slides and transfers that a line of at most `most` of them may use.
    fn allowance(&self, most: u8) -> Allowance {
        let columns = (0..COLUMNS).map(|c| Allowance::slides(c, most.saturating_sub(self.elsewhere(c))));
        let resources = if self.total() < most { !0 } else { self.resources() };
        let colours = (0..COLOURS).filter(|&k| resources & transfers_of(k) != 0).map(Allowance::transfers);
        columns.chain(colours).fold(Allowance::NONE, Allowance::or)
    }

    /// The landmarks that are still needed after an action.
    pub(super) fn after(&self, paid: ActionCost) -> Self {
        let mut resources = paid.transfer.map_or(0, |colour| transfers_of(colour.into()));
        for (c, &count) in paid.slides.iter().enumerate() {
            resources |= Resources::from(count > 0) << c;
        }
        Self {
            slides: std::array::from_fn(|c| self.slides[c].saturating_sub(paid.slides[c])),
            some: self.some.iter().copied().filter(|it| it & resources == 0).collect(),
        }
    }
}

/// An allowance without some resources.
fn without(allowance: Allowance, resources: Resources) -> Allowance {
    let columns = (0..COLUMNS).filter(|&c| resources & slides_in(c) != 0).map(|c| Allowance::slides(c, 2));
    let colours = (0..COLOURS).filter(|&k| resources & transfers_of(k) != 0).map(Allowance::transfers);
    columns.chain(colours).fold(allowance, Allowance::but)
}

/// A relaxation at its fixed point under an allowance. Everything cleared there is cleared under every wider allowance, so
/// runs under wider ones continue from it.
#[derive(Clone)]
struct RelaxedRun<'a> {
    relaxation: Relaxation<'a>,
    allowance: Allowance,
}

/// A run that others continue from, made when it is first needed.
struct RelaxedBase<'a> {
    allowance: Allowance,
    run: Option<RelaxedRun<'a>>,
}

impl RelaxedBase<'_> {
    const fn new(allowance: Allowance) -> Self {
        Self { allowance, run: None }
    }
}

/// The bound of one board, with what is known about allowances.
pub(super) struct LengthBound<'a> {
    board: &'a Board,
    goal: Goal,
    unpacked: &'a UnpackedBoard<'a>,
    ways: PricedDepths<'a>,
    /// The run without slides and transfers.
    still: RelaxedRun<'a>,
    /// Single slides that are impossible.
    idle: Allowance,
    /// Allowances under which the goal is out of reach; none is within another.
    failed: SmallVec<[Allowance; 4]>,
    /// Allowances under which the goal may be in reach.
    passing: SmallVec<[Allowance; 8]>,
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
        let mut relaxation = Relaxation::new(unpacked);
        relaxation.run(&LimitedSlides { ways, allowance: Allowance::NONE }, Allowance::NONE.dry());
        let still = RelaxedRun { relaxation, allowance: Allowance::NONE };
        let (failed, passing) = Default::default();
        Self { board, goal, unpacked, ways, still, idle: Allowance::NONE, failed, passing }
    }

    /// The landmarks of the board, given known ones; `None` if a line needs more than `most` slides and transfers.
    pub(super) fn need(&mut self, most: u8, known: Landmarks) -> Option<Landmarks> {
        let mut need = known;
        if need.total() > most {
            return None;
        }
        if self.fails_under(Allowance::NONE) && (!self.add_to(&mut need, most) || self.exhausts(&need, most))
        {
            return None;
        }
        Some(need)
    }

    /// Adds landmarks. Returns whether `most` slides and transfers may be enough.
    fn add_to(&mut self, need: &mut Landmarks, most: u8) -> bool {
        let mut before = None;
        loop {
            // What a line may use besides what the known landmarks take.
            let allowance = need.allowance(most);
            if before == Some(allowance) {
                return true;
            }
            before = Some(allowance);
            let mut run = self.continue_run(&self.still, allowance);
            let fails = self.fails(&mut run);
            self.record(allowance, fails);
            if fails {
                return false;
            }
            self.idle = self.idle_slides(&run.relaxation);
            let some = need.some.iter().fold(0, |some, it| some | it);
            for c in (0..COLUMNS).filter(|&c| some & slides_in(c) == 0) {
                need.slides[c] = self.slides(c, need.slides[c], allowance);
                if need.total() > most {
                    return false;
                }
            }
            let mut rest = ((1 << RESOURCES) - 1) & !need.resources();
            while rest != 0 && self.fails_under(without(allowance, rest)) {
                if need.total() == most {
                    return false;
                }
                let mut base = RelaxedBase::new(without(allowance, rest));
                let mut some = rest;
                for bit in 0..RESOURCES {
                    let fewer = some & !(1 << bit);
                    if fewer != some && fewer != 0 && self.fails_from(&mut base, without(allowance, fewer)) {
                        some = fewer;
                    }
                }
                need.some.push(some);
                rest &= !some;
            }
        }
    }

    /// The slides that a column needs under an allowance: at most two, unless more are known.
    fn slides(&mut self, c: usize, known: u8, allowance: Allowance) -> u8 {
        let own = allowance.of_column(c);
        if known >= 2 || own.is_none() {
            return known;
        }
        let others = allowance.but(own);
        if known == 0 && !self.fails_under(others) {
            return 0;
        }
        let mut base = RelaxedBase::new(others);
        let mut is_enough = |by| !self.fails_from(&mut base, others.or(Allowance::slide(c, by)));
        if (0..ROWS).any(&mut is_enough) { 1 } else { 2 }
    }

    /// Single slides that are impossible, given the relaxation under an allowance that all others are within.
    ///
    /// An allowance that fails without them fails with them as well: no swap comes before the first of them, and the stacks
    /// cleared by then are cleared in this relaxation too, so that there are not enough squares in front.
    fn idle_slides(&self, relaxation: &Relaxation<'_>) -> Allowance {
        let mut idle = Allowance::NONE;
        for c in 0..COLUMNS {
            if self.ways.near[c].is_none() {
                idle = idle.or(Allowance::slide(c, 0));
            }
            let cleared = relaxation.cleared_in(c);
            let depths = &self.ways.cheapest[c].depths[..self.unpacked.len[c]];
            let (mut taken, mut gap) = (0, 0);
            for (index, depths) in depths.iter().enumerate().filter(|(_, depths)| **depths != 0) {
                gap = gap.max((depths.ilog2() as usize).saturating_sub(taken));
                if cleared >> index & 1 == 0 {
                    taken = depths.trailing_zeros() as usize + 1;
                }
            }
            idle = (gap + 1..ROWS).fold(idle, |idle, by| idle.or(Allowance::slide(c, by)));
        }
        idle
    }

    /// Whether the goal is out of reach under an allowance.
    fn fails_under(&mut self, allowance: Allowance) -> bool {
        self.known_failure(allowance).unwrap_or_else(|| {
            let fails = self.fails(&mut self.continue_run(&self.still, allowance));
            self.record(allowance, fails);
            fails
        })
    }

    /// Whether the goal is out of reach under an allowance wider than that of `base`, continuing from its run.
    fn fails_from(&mut self, base: &mut RelaxedBase<'a>, allowance: Allowance) -> bool {
        self.known_failure(allowance).unwrap_or_else(|| {
            let start = base.run.get_or_insert_with(|| self.continue_run(&self.still, base.allowance));
            let fails = self.fails(&mut self.continue_run(start, allowance));
            self.record(allowance, fails);
            fails
        })
    }

    /// Whether the goal is out of reach under an allowance; `None` if that is not known.
    fn known_failure(&self, allowance: Allowance) -> Option<bool> {
        let allowance = allowance.without_singles(self.idle);
        if self.failed.iter().any(|&failed| allowance.is_within(failed)) {
            return Some(true);
        }
        self.passing.iter().any(|passing| passing.is_within(allowance)).then_some(false)
    }

    /// Records whether the goal is out of reach under an allowance.
    fn record(&mut self, allowance: Allowance, fails: bool) {
        if fails {
            let allowance = allowance.or(self.idle);
            self.failed.retain(|failed| !failed.is_within(allowance));
            self.failed.push(allowance);
        } else {
            self.passing.push(allowance.without_singles(self.idle));
        }
    }

    /// The run under an allowance, continued from one under a narrower allowance.
    fn continue_run(&self, start: &RelaxedRun<'a>, allowance: Allowance) -> RelaxedRun<'a> {
        let allowance = allowance.without_singles(self.idle);
        let mut relaxation = start.relaxation.clone();
        (0..COLUMNS)
            .filter(|&c| allowance.of_column(c) != start.allowance.of_column(c))
            .for_each(|c| relaxation.invalidate_column(c));
        relaxation.run(&LimitedSlides { ways: self.ways, allowance }, allowance.dry());
        RelaxedRun { relaxation, allowance }
    }

    /// Whether the goal is out of reach at the fixed point of a run.
    fn fails(&self, run: &mut RelaxedRun<'a>) -> bool {
        let RelaxedRun { relaxation, allowance } = run;
        let mut max_trees = relaxation.max_trees();
        if UpperBound::new(self.board, max_trees).rules_out(self.goal) {
            return true;
        }
        let stand = LimitedSlides { ways: self.ways, allowance: *allowance };
        let dry = allowance.dry();
        for (colour, trees) in max_trees.iter_mut().enumerate() {
            if dry >> colour & 1 == 1
                && *trees == COPIES as u8
                && !relaxation.has_perfect_matching(&stand, colour)
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
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::TREES;
    use crate::games::solomids::solver::board::FACTOR;
    use crate::games::solomids::solver::board::stackings::StackActions;

    /// An allowance, and a wider one.
    fn allowances(number: usize) -> [Allowance; 2] {
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
                let start = RelaxedRun { relaxation: Relaxation::new(&unpacked), allowance: Allowance::NONE };
                for number in 0..150 {
                    let [narrow, wide] = allowances(seed + turn + number);
                    let first = relaxation.continue_run(&relaxation.still, narrow);
                    let ends = [&start, &relaxation.still, &first]
                        .map(|run| relaxation.fails(&mut relaxation.continue_run(run, wide)));
                    assert!(ends.iter().all(|&end| end == ends[0]), "seed {seed}, {wide:?}: {ends:?}");
                    // What fails under an allowance fails under a narrower one.
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
