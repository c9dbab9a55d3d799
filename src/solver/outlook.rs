//! Who could still meet whom: dead ends, and the counts by which boards are compared.
//!
//! # The optimistic game
//! It forgets that pieces are used up: whatever can be lined up once is assumed to have left its place, and
//! stays usable there as well. It is a fixed point, grown in rounds from "nothing but trees can vanish":
//! - A stack stands at a depth not above the number of stacks in front of it that never vanish, and not
//!   below its greatest depth now, since slides only lower depths. As long as only trees in front of it
//!   vanish, it has just the depths its column set says.
//! - A square is empty at some time unless a stack that never vanishes can stand nowhere else.
//! - Two stacks of one column *meet* if all between them vanish; two of different columns meet if they share
//!   a depth at which every column between can be empty.
//! - A medium can come to a large that has one, that meets a stack on a medium, or that meets a large to
//!   which a medium can come. Stacks on mediums, and larges to which a medium can come, are *hosts*. A small
//!   can come to a host that has one, that meets a lone small, or that meets a host to which a small can come.
//! - A lone small vanishes if it meets a host; a stack on a medium vanishes if it meets a large; a stack on a
//!   large vanishes, to the bank, if both a medium and a small can come to it.
//!
//! # Dead ends
//! **Statement.** If [`Outlook::prospects`] is `n` for a colour, no line of play without a further swap ever
//! completes more than `n` trees of it, those already complete included.
//!
//! **Argument.** By induction over a real line of play, every stack that has left its place has vanished in
//! the optimistic game, every depth a stack stands at is one it may have there, and every pair that lines up
//! meets: each rule above only widens what the rules of the game allow. A stack that never vanishes is never
//! part of a tree (a tree's stack counts as vanished), so a colour has at most as many trees as larges,
//! mediums and smalls that are not stuck.
//!
//! **Test.** `tests/differential.rs` compares verdicts with a plain search that prunes nothing.

use super::board::{Unpacked, colour_of, shape_of};
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS, Shape};

/// Number of counted features.
pub(super) const FEATURES: usize = 25;
/// Counts of one board, in the order in which [`Outlook::of`] names them.
pub(super) type Features = [f32; FEATURES];

/// What can be said of a board at a glance.
pub(super) struct Outlook {
    /// For each colour, the most trees it can have without a further swap, banked ones included.
    pub(super) prospects: [u8; COLOURS],
    /// Counts for the evaluation.
    pub(super) features: Features,
}

/// Rounds whose outcome is a feature.
const ROUNDS: usize = 3;
const ALL_DEPTHS: u16 = (1 << ROWS) - 1;

/// Nine places a colour: lone smalls, stacks on mediums, stacks on larges, three each. A set of members is
/// a bit set of places.
const PLACES: usize = 3 * COPIES;
const SMALLS: u16 = 0o007;
const MEDIUMS: u16 = 0o070;
const LARGES: u16 = 0o700;

/// The stacks of one colour.
#[derive(Clone, Copy, Default)]
struct Kin {
    /// Number of each member: ten times its column plus its index there.
    id: [u8; PLACES],
    /// Column of each member.
    column: [u8; PLACES],
    /// All these numbers, as a set.
    numbers: Stacks,
    /// For each column, its members.
    within: [u16; COLUMNS],
    /// Places that are taken.
    taken: u16,
    has_medium: u16,
    has_small: u16,
    /// For each member, whom it meets, and whom of these in its own column.
    meets: [u16; PLACES],
    meets_within: [u16; PLACES],
}

/// Sets of stacks by number, as bits.
type Stacks = u64;

struct Optimist<'a> {
    board: &'a Unpacked<'a>,
    vanish: Stacks,
    /// By number, the depths a stack can come to. (Powers of two as lengths spare bounds checks.)
    depths: [u16; 64],
    /// For each pair of columns, the depths at which every column between can be empty.
    between: [[u16; 8]; 8],
    kin: [Kin; COLOURS],
}

/// The places in a set, lowest first.
fn places(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

impl Outlook {
    /// Plays the optimistic game on a board.
    pub(super) fn of(board: &Unpacked<'_>) -> Self {
        let mut game = Optimist::new(board);
        let mut features = [0; FEATURES];
        let everything = (0..COLUMNS).fold(0, |all, c| all | ((1u64 << board.len[c]) - 1) << (c * ROWS));
        let mut round = 0;
        loop {
            game.look_around();
            let before = game.vanish;
            for colour in 0..COLOURS {
                game.meet(colour);
                if round == 0 {
                    game.kin[colour].count(&mut features);
                }
                game.grow(colour);
            }
            let stuck = (everything & !game.vanish).count_ones();
            if round < ROUNDS {
                features[9 + round..9 + ROUNDS].fill(stuck);
            }
            round += 1;
            if game.vanish == everything || game.vanish == before {
                break;
            }
        }
        // Rounds until nothing is stuck, five at most.
        features[12] = if game.vanish == everything { (round - 1).min(5) as u32 } else { 5 };
        let mut len = board.len;
        len.sort_unstable();
        features[8] = board.info.iter().map(|info| u32::from(info.movable)).sum();
        features[21] = len[0] as u32;
        features[22] = len[1] as u32;
        features[23] = len[4] as u32;
        features[24] = board.info.iter().fold(ALL_DEPTHS, |all, info| all & info.open).count_ones();
        let mut features = features.map(|count| count as f32);
        features[7] = board.info.iter().map(|info| info.freedom).sum();
        Self { prospects: game.prospects(), features }
    }
}

impl Kin {
    /// The members that meet some of these.
    fn meeting(&self, whom: u16) -> u16 {
        (0..PLACES).fold(0, |set, p| set | u16::from(self.meets[p] & whom != 0) << p)
    }

    /// Adds what the first round shows to the features.
    fn count(&self, features: &mut [u32; FEATURES]) {
        let (smalls, mediums, larges) = (self.taken & SMALLS, self.taken & MEDIUMS, self.taken & LARGES);
        let hosts = mediums | larges & self.has_medium;
        let bare = larges & !self.has_medium;
        // For each kind of partner wanted: who wants one, and who would do.
        let wants = [
            (smalls, hosts & !self.has_small),
            (mediums, bare),
            (bare, mediums),
            ((mediums | larges) & !self.has_small, smalls),
        ];
        for (kind, (who, whom)) in wants.into_iter().enumerate() {
            for p in 0..PLACES {
                let wanting = u32::from(who >> p & 1);
                let met = (self.meets[p] & whom).count_ones();
                features[13 + 2 * kind] += wanting & u32::from(met == 0);
                features[14 + 2 * kind] += wanting & u32::from(met == 1);
            }
        }
        features[0] += (smalls & !self.meeting(hosts)).count_ones();
        features[1] += (mediums & !self.meeting(larges)).count_ones();
        features[2] += (bare & !self.meeting(mediums)).count_ones();
        for p in 0..COPIES {
            let (small, medium) = (p, COPIES + p);
            let within = (self.meets_within[small] & hosts).count_ones();
            features[3] += (self.meets[small] & hosts).count_ones() - within;
            features[5] += within;
            let within = (self.meets_within[medium] & larges).count_ones();
            features[4] += (self.meets[medium] & larges).count_ones() - within;
            features[6] += within;
        }
    }
}

impl<'a> Optimist<'a> {
    fn new(board: &'a Unpacked<'a>) -> Self {
        const S2: u8 = Shape::S2 as u8;
        const S12: u8 = Shape::S12 as u8;
        const S1: u8 = Shape::S1 as u8;
        let mut game =
            Self { board, vanish: 0, depths: [0; 64], between: [[0; 8]; 8], kin: [Kin::default(); COLOURS] };
        for c in 0..COLUMNS {
            let info = board.info[c];
            game.vanish |= u64::from(info.trees) << (c * ROWS);
            game.depths[c * ROWS..(c + 1) * ROWS].copy_from_slice(&info.depths);
            for index in 0..board.len[c] {
                let code = board.code[c][index];
                let shape = shape_of(code);
                let kin = &mut game.kin[colour_of(code)];
                let group = match shape {
                    S1 => SMALLS,
                    S2 | S12 => MEDIUMS,
                    _ => LARGES,
                };
                let place = (group & !kin.taken).trailing_zeros() as usize;
                let id = c * ROWS + index;
                kin.id[place] = id as u8;
                kin.column[place] = c as u8;
                kin.numbers |= 1 << id;
                kin.within[c] |= 1 << place;
                kin.taken |= 1 << place;
                kin.has_medium |= u16::from(shape >= Shape::S23 as u8) << place;
                kin.has_small |= u16::from(shape == S12 || shape == Shape::S123 as u8) << place;
            }
        }
        game
    }

    /// Finds out where stacks can stand and what can be empty, given what vanishes.
    fn look_around(&mut self) {
        let mut open = [0; COLUMNS];
        for c in 0..COLUMNS {
            let info = self.board.info[c];
            let vanish = (self.vanish >> (c * ROWS)) as u16 & ALL_DEPTHS;
            if vanish == info.trees {
                open[c] = info.open;
                continue;
            }
            let first = (vanish & !info.trees).trailing_zeros() as usize;
            let (mut stuck, mut pinned) = (0, 0);
            for index in 0..self.board.len[c] {
                let mut depths = info.depths[index];
                if index > first {
                    let deepest = 15 - depths.leading_zeros();
                    depths = (2 << deepest) - (1 << stuck);
                    self.depths[c * ROWS + index] = depths;
                }
                if vanish >> index & 1 == 0 {
                    stuck += 1;
                    if depths & (depths - 1) == 0 {
                        pinned |= depths;
                    }
                }
            }
            open[c] = ALL_DEPTHS & !pinned;
        }
        for a in 0..COLUMNS {
            let mut depths = ALL_DEPTHS;
            for b in a + 1..COLUMNS {
                self.between[a][b] = depths;
                self.between[b][a] = depths;
                depths &= open[b];
            }
        }
    }

    /// Finds out which members of a colour meet.
    fn meet(&mut self, colour: usize) {
        let kin = &mut self.kin[colour];
        // A colour of which everything vanishes has no more to learn.
        if kin.numbers & !self.vanish == 0 {
            return;
        }
        // Places that are not taken have no depths, so they meet nobody; nor does a column meet itself.
        let depths: [u16; PLACES] = std::array::from_fn(|p| {
            self.depths[kin.id[p] as usize % 64] & (kin.taken >> p & 1).wrapping_neg()
        });
        let mut rows = kin.meets;
        for x in 0..PLACES {
            let between = &self.between[kin.column[x] as usize % 8];
            // Smalls do not care for smalls.
            for y in COPIES.max(x + 1)..PLACES {
                let met = u16::from(depths[x] & depths[y] & between[kin.column[y] as usize % 8] != 0);
                rows[x] |= met << y;
                rows[y] |= met << x;
            }
        }
        kin.meets = rows;
        for column in 0..COLUMNS {
            let members = kin.within[column];
            for x in places(members) {
                for y in places(members & !((2 << x) - 1) & !kin.meets_within[x]) {
                    let (p, q) = (kin.id[x], kin.id[y]);
                    let between = ((1u64 << p.max(q)) - 1) & !((2u64 << p.min(q)) - 1);
                    if between & !self.vanish == 0 {
                        kin.meets[x] |= 1 << y;
                        kin.meets[y] |= 1 << x;
                        kin.meets_within[x] |= 1 << y;
                    }
                }
            }
        }
    }

    /// Adds what vanishes of a colour.
    fn grow(&mut self, colour: usize) {
        let kin = &self.kin[colour];
        if kin.numbers & !self.vanish == 0 {
            return;
        }
        // What some have, all they meet can have.
        let spread = |mut with: u16, among: u16| {
            loop {
                let more = with | kin.meeting(with) & among;
                if more == with {
                    return with;
                }
                with = more;
            }
        };
        let (smalls, mediums, larges) = (kin.taken & SMALLS, kin.taken & MEDIUMS, kin.taken & LARGES);
        let with_medium = spread(kin.has_medium | kin.meeting(mediums) & larges, larges);
        let hosts = mediums | with_medium;
        let with_small = spread(kin.has_small | kin.meeting(smalls) & hosts, hosts);
        let gone = smalls & kin.meeting(hosts) | mediums & kin.meeting(larges) | with_small & larges;
        for p in 0..PLACES {
            self.vanish |= u64::from(gone >> p & 1) << kin.id[p];
        }
    }

    fn prospects(&self) -> [u8; COLOURS] {
        std::array::from_fn(|colour| {
            let kin = &self.kin[colour];
            let stuck = places(kin.taken).filter(|&p| self.vanish >> kin.id[p] & 1 == 0);
            let mut counts = [0u8; 3];
            for place in stuck {
                counts[place / COPIES] += 1;
            }
            COPIES as u8 - counts.into_iter().max().unwrap_or(0)
        })
    }
}
