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
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS, Shape};
use crate::solver::board::Board;
use crate::solver::codes::{colour_of, shape_of};
use crate::solver::expansion::{Goal, is_dead};
use crate::solver::masks::ALL_DEPTHS;
use crate::solver::outlook::places;
use crate::solver::stackings::Unpacked;

const ALL_COLOURS: u8 = (1 << COLOURS) - 1;
const PLACES: usize = 3 * COPIES;
/// Most pairs of stacks of one colour.
const PAIRS: usize = PLACES * (PLACES - 1) / 2;

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

/// Two stacks of one colour.
#[derive(Clone, Copy, Default)]
struct Pair {
    x: u8,
    y: u8,
    a: u8,
    b: u8,
    p: u8,
    q: u8,
    /// Of one column: what stands between.
    line: u16,
}

/// The stacks of one colour.
#[derive(Clone, Copy)]
struct Kin {
    len: usize,
    column: [u8; PLACES],
    index: [u8; PLACES],
    bases: [u16; 3],
    has_medium: u16,
    has_small: u16,
    pairs: [Pair; PAIRS],
    count: usize,
}

/// How far a game has come. What has happened in a stricter game happens in a laxer one too.
#[derive(Clone, Copy)]
struct Course {
    vanish: [u16; COLUMNS],
    meets: [[u16; PLACES]; COLOURS],
    apart: [u64; COLOURS],
}

/// How an optimistic game goes without some means: columns, and colours that make no transfers.
fn without(means: Means) -> (Modes, u8) {
    let modes = std::array::from_fn(|c| if means & slides_in(c) == 0 { Mode::Free } else { Mode::Still });
    (modes, (means >> COLUMNS) as u8)
}

pub(super) struct Relaxation<'a> {
    board: &'a Board,
    goal: Goal,
    unpacked: Unpacked<'a>,
    cheapest: [&'a Rest; COLUMNS],
    near: [Option<&'a Rest>; COLUMNS],
    kin: [Kin; COLOURS],
}

impl<'a> Relaxation<'a> {
    pub(super) fn new(tables: &'a Tables, board: &'a Board, goal: Goal) -> Self {
        let unpacked = board.unpack(tables);
        let none = Kin {
            len: 0,
            column: [0; PLACES],
            index: [0; PLACES],
            bases: [0; 3],
            has_medium: 0,
            has_small: 0,
            pairs: [Pair::default(); PAIRS],
            count: 0,
        };
        let mut kin = [none; COLOURS];
        for c in 0..COLUMNS {
            for index in 0..unpacked.len[c] {
                let code = unpacked.code[c][index];
                let shape = shape_of(code);
                let kin = &mut kin[colour_of(code)];
                let y = kin.len;
                kin.len += 1;
                (kin.column[y], kin.index[y]) = (c as u8, index as u8);
                let base = [0, 1, 2, 1, 2, 2][shape as usize];
                kin.bases[base] |= 1 << y;
                kin.has_medium |= u16::from(shape >= Shape::S23 as u8) << y;
                kin.has_small |= u16::from(shape == Shape::S12 as u8 || shape == Shape::S123 as u8) << y;
                for x in 0..y {
                    if base == 0 && kin.bases[0] >> x & 1 == 1 {
                        continue;
                    }
                    let (p, i) = (kin.column[x], kin.index[x]);
                    let line = if p as usize == c { ((1u16 << index) - 1) & !((2u16 << i) - 1) } else { 0 };
                    let flat = |p: u8, i: u8| p * ROWS as u8 + i;
                    kin.pairs[kin.count] = Pair {
                        x: x as u8,
                        y: y as u8,
                        a: flat(p, i),
                        b: flat(c as u8, index as u8),
                        p,
                        q: c as u8,
                        line,
                    };
                    kin.count += 1;
                }
            }
        }
        Self {
            board,
            goal,
            unpacked,
            cheapest: board.set.map(|set| tables.cheapest(set)),
            near: board.set.map(|set| tables.near(set)),
            kin,
        }
    }

    /// What is still needed, if it is no more than `most`; `known` is needed for sure.
    pub(super) fn need(&self, most: u8, known: Need) -> Option<Need> {
        let mut need = known;
        if need.total() > most {
            return None;
        }
        let mut still = self.start();
        if !self.fails(&mut still, [Mode::Still; COLUMNS], ALL_COLOURS) {
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
                    need.slides[c] = self.slides(c, need.slides[c], modes, dry, &still);
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
                let mut some = rest;
                for bit in 0..MEANS {
                    let fewer = some & !(1 << bit);
                    if fewer != some && fewer != 0 && self.cannot_without(bans | fewer, &still) {
                        some = fewer;
                    }
                }
                need.some.push(some);
                rest &= !some;
                if need.total() > most {
                    return None;
                }
            }
        }
    }

    /// Whether the goal is out of reach without some means.
    fn cannot_without(&self, means: Means, still: &Course) -> bool {
        let (modes, dry) = without(means);
        self.fails(&mut still.clone(), modes, dry)
    }

    /// How many slides a column needs, two at most unless more are known.
    fn slides(&self, c: usize, known: u8, mut modes: Modes, dry: u8, still: &Course) -> u8 {
        if known >= 2 || modes[c] == Mode::Still {
            return known;
        }
        modes[c] = Mode::Still;
        let mut course = *still;
        if !self.fails(&mut course, modes, dry) {
            return known;
        }
        if self.near[c].is_some() {
            modes[c] = Mode::Near;
            if !self.fails(&mut course.clone(), modes, dry) {
                return 1;
            }
        }
        for first in 0..self.unpacked.len[c] {
            for by in 1..=self.gap(&course, c, first) {
                modes[c] = Mode::Once { first, by };
                if !self.fails(&mut course.clone(), modes, dry) {
                    return 1;
                }
            }
        }
        2
    }

    /// Empty squares in front of a stack, at most, if no stack has moved yet.
    fn gap(&self, course: &Course, c: usize, index: usize) -> usize {
        let depths = &self.cheapest[c].depths;
        if depths[index] == 0 {
            return 0;
        }
        let stuck = (0..index).rev().find(|&i| course.vanish[c] >> i & 1 == 0);
        let top = stuck.map_or(0, |i| depths[i].trailing_zeros() as usize + 1);
        (depths[index].ilog2() as usize).saturating_sub(top)
    }

    fn start(&self) -> Course {
        let vanish = std::array::from_fn(|c| self.unpacked.info[c].trees);
        let apart = std::array::from_fn(|colour| (1u64 << self.kin[colour].count) - 1);
        Course { vanish, meets: [[0; PLACES]; COLOURS], apart }
    }

    /// Plays on to the end; whether the goal is out of reach.
    fn fails(&self, course: &mut Course, modes: Modes, dry: u8) -> bool {
        self.play(course, modes, dry);
        is_dead(self.board, self.prospects(course, dry), self.goal)
    }

    fn play(&self, course: &mut Course, modes: Modes, dry: u8) {
        let mut depths = [0u16; COLUMNS * ROWS];
        let mut open = [0; COLUMNS];
        let mut stale = 31u8;
        loop {
            let before = course.vanish;
            for c in (0..COLUMNS).filter(|c| stale >> c & 1 == 1) {
                let depths = &mut depths[c * ROWS..(c + 1) * ROWS];
                open[c] = self.look_around(course.vanish[c], c, modes[c], depths);
            }
            let mut between = [[ALL_DEPTHS; COLUMNS]; COLUMNS];
            for (a, between) in between.iter_mut().enumerate() {
                let mut clear = ALL_DEPTHS;
                for b in a + 1..COLUMNS {
                    between[b] = clear;
                    clear &= open[b];
                }
            }
            for (colour, kin) in self.kin.iter().enumerate() {
                let stuck = (0..kin.len).fold(0u16, |it, x| {
                    it | (!course.vanish[kin.column[x] as usize] >> kin.index[x] & 1) << x
                });
                // Without transfers it still counts who meets whom.
                if stuck == 0 && dry >> colour & 1 == 0 {
                    continue;
                }
                let meets = &mut course.meets[colour];
                let mut rest = course.apart[colour];
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let pair = &kin.pairs[bit];
                    let meet = if pair.p == pair.q {
                        pair.line & !course.vanish[pair.p as usize] == 0
                    } else {
                        depths[pair.a as usize]
                            & depths[pair.b as usize]
                            & between[pair.p as usize][pair.q as usize]
                            != 0
                    };
                    if meet {
                        course.apart[colour] &= !(1 << bit);
                        meets[pair.x as usize] |= 1 << pair.y;
                        meets[pair.y as usize] |= 1 << pair.x;
                    }
                }
                let mut gone = kin.grow(meets, dry >> colour & 1 == 0) & stuck;
                while gone != 0 {
                    let x = gone.trailing_zeros() as usize;
                    gone &= gone - 1;
                    course.vanish[kin.column[x] as usize] |= 1 << kin.index[x];
                }
            }
            stale = (0..COLUMNS).fold(0, |it, c| it | u8::from(course.vanish[c] != before[c]) << c);
            if stale == 0 {
                break;
            }
        }
    }

    /// Where the stacks of a column can stand, and what can be empty there.
    fn look_around(&self, vanish: u16, c: usize, mode: Mode, depths: &mut [u16]) -> u16 {
        let info = self.unpacked.info[c];
        let len = self.unpacked.len[c];
        let rest = match (mode, self.near[c]) {
            (Mode::Free, _) => None,
            (Mode::Near, Some(near)) => Some(near),
            _ => Some(self.cheapest[c]),
        };
        let untouched = vanish == info.trees;
        if let Some(rest) = rest {
            depths[..len].copy_from_slice(&rest.depths[..len]);
        } else {
            depths[..len].copy_from_slice(&info.depths[..len]);
        }
        match mode {
            Mode::Free if untouched => return info.open,
            Mode::Still | Mode::Near if untouched => return rest.map_or(ALL_DEPTHS, |rest| rest.open),
            Mode::Free => {
                let first = (vanish & !info.trees).trailing_zeros() as usize;
                let mut stuck = 0;
                for (index, it) in depths[..len].iter_mut().enumerate() {
                    if index > first {
                        *it = (2 << it.ilog2()) - (1 << stuck);
                    }
                    stuck += u16::from(vanish >> index & 1 == 0);
                }
            }
            Mode::Once { first, by } => {
                for it in &mut depths[first..len] {
                    *it |= *it >> by;
                }
            }
            Mode::Still | Mode::Near => {}
        }
        let mut pinned = 0;
        for (index, it) in depths[..len].iter().enumerate() {
            if vanish >> index & 1 == 0 && it.is_power_of_two() {
                pinned |= it;
            }
        }
        ALL_DEPTHS & !pinned
    }

    fn prospects(&self, course: &Course, dry: u8) -> [u8; COLOURS] {
        std::array::from_fn(|colour| {
            let kin = &self.kin[colour];
            let stuck = (0..kin.len)
                .fold(0u16, |it, x| it | (!course.vanish[kin.column[x] as usize] >> kin.index[x] & 1) << x);
            let most = kin.bases.iter().map(|base| (base & stuck).count_ones()).max();
            let missing = most.unwrap_or(0) as u8;
            if missing == 0 && dry >> colour & 1 == 1 && !kin.pairs_off(&course.meets[colour]) {
                return COPIES as u8 - 1;
            }
            COPIES as u8 - missing
        })
    }
}

impl Kin {
    /// Whether every stack can have a partner of its own.
    fn pairs_off(&self, meets: &[u16; PLACES]) -> bool {
        let [smalls, mediums, larges] = self.bases;
        // For each tower, the smalls that can come to it.
        let mut wanted: SmallVec<[u16; COPIES]> = SmallVec::new();
        for large in places(larges & self.has_medium & !self.has_small) {
            wanted.push(meets[large] & smalls);
        }
        let bare: SmallVec<[usize; COPIES]> = places(larges & !self.has_medium).collect();
        let mediums: SmallVec<[usize; COPIES]> = places(mediums).collect();
        self.marry(meets, &bare, &mediums, 0, &mut wanted)
    }

    fn marry(
        &self,
        meets: &[u16; PLACES],
        bare: &[usize],
        mediums: &[usize],
        taken: u16,
        wanted: &mut SmallVec<[u16; COPIES]>,
    ) -> bool {
        let Some((&large, bare)) = bare.split_first() else { return distinct(wanted) };
        for &medium in mediums.iter().filter(|&&it| taken >> it & 1 == 0 && meets[large] >> it & 1 == 1) {
            let wants = self.has_small >> medium & 1 == 0;
            if wants {
                wanted.push((meets[large] | meets[medium]) & self.bases[0]);
            }
            let done = self.marry(meets, bare, mediums, taken | 1 << medium, wanted);
            if wants {
                wanted.pop();
            }
            if done {
                return true;
            }
        }
        false
    }

    /// What vanishes, given who meets whom.
    fn grow(&self, meets: &[u16; PLACES], transfers: bool) -> u16 {
        let [smalls, mediums, larges] = self.bases;
        let some = |mut who: u16, whom: u16| {
            let mut met = 0u16;
            while who != 0 {
                let x = who.trailing_zeros();
                who &= who - 1;
                met |= u16::from(meets[x as usize] & whom != 0) << x;
            }
            met
        };
        let spread = |mut with: u16, among: u16| loop {
            let more = with | some(among & !with, with);
            if more == with {
                return with;
            }
            with = more;
        };
        let mut with_medium = self.has_medium | some(larges & !self.has_medium, mediums);
        if transfers {
            with_medium = spread(with_medium, larges);
        }
        let hosts = mediums | with_medium;
        let mut with_small = self.has_small | some(hosts & !self.has_small, smalls);
        if transfers {
            with_small = spread(with_small, hosts);
        } else {
            with_small |= some(larges & !with_small, with_small & mediums);
        }
        some(smalls, hosts) | some(mediums, larges) | larges & with_medium & with_small
    }
}

/// Whether every set can have a member of its own.
fn distinct(sets: &[u16]) -> bool {
    match sets.split_first() {
        None => true,
        Some((&set, rest)) => places(set).any(|it| {
            let rest: SmallVec<[u16; COPIES]> = rest.iter().map(|set| set & !(1 << it)).collect();
            distinct(&rest)
        }),
    }
}
