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
    /// By number, the depths a stack can come to.
    depths: [u16; COLUMNS * ROWS],
    /// For each pair of columns, the depths at which every column between can be empty.
    between: [[u16; COLUMNS]; COLUMNS],
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
        let mut features = [0.0; FEATURES];
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
            let stuck = (everything & !game.vanish).count_ones() as f32;
            if round < ROUNDS {
                features[9 + round..9 + ROUNDS].fill(stuck);
            }
            round += 1;
            if game.vanish == everything || game.vanish == before {
                break;
            }
        }
        // Rounds until nothing is stuck, five at most.
        features[12] = if game.vanish == everything { (round - 1).min(5) as f32 } else { 5.0 };
        let mut len = board.len;
        len.sort_unstable();
        features[7] = board.info.iter().map(|info| info.freedom).sum();
        features[8] = board.info.iter().map(|info| f32::from(info.movable)).sum();
        features[21] = len[0] as f32;
        features[22] = len[1] as f32;
        features[23] = len[4] as f32;
        features[24] = board.info.iter().fold(ALL_DEPTHS, |all, info| all & info.open).count_ones() as f32;
        Self { prospects: game.prospects(), features }
    }
}

impl Kin {
    /// Adds what the first round shows to the features.
    fn count(&self, features: &mut Features) {
        let larges = self.taken & LARGES;
        let mediums = self.taken & MEDIUMS;
        let hosts = mediums | larges & self.has_medium;
        let free_hosts = hosts & !self.has_small;
        let bare = larges & !self.has_medium;
        let mut degree = |whom: usize, of: u16, free: u16| {
            let met = (self.meets[whom] & free).count_ones();
            if met < 2 {
                features[13 + 2 * of as usize + met as usize] += 1.0;
            }
        };
        for small in places(self.taken & SMALLS) {
            degree(small, 0, free_hosts);
        }
        for medium in places(mediums) {
            degree(medium, 1, bare);
        }
        for large in places(bare) {
            degree(large, 2, mediums);
        }
        for host in places((mediums | larges) & !self.has_small) {
            degree(host, 3, SMALLS);
        }
        for small in places(self.taken & SMALLS) {
            let (met, within) = (self.meets[small] & hosts, self.meets_within[small] & hosts);
            features[0] += f32::from(u8::from(met == 0));
            features[3] += (met & !within).count_ones() as f32;
            features[5] += within.count_ones() as f32;
        }
        for medium in places(mediums) {
            let (met, within) = (self.meets[medium] & larges, self.meets_within[medium] & larges);
            features[1] += f32::from(u8::from(met == 0));
            features[4] += (met & !within).count_ones() as f32;
            features[6] += within.count_ones() as f32;
        }
        for large in places(bare) {
            features[2] += f32::from(u8::from(self.meets[large] & mediums == 0));
        }
    }
}

impl<'a> Optimist<'a> {
    fn new(board: &'a Unpacked<'a>) -> Self {
        const S2: u8 = Shape::S2 as u8;
        const S12: u8 = Shape::S12 as u8;
        const S1: u8 = Shape::S1 as u8;
        let mut game = Self {
            board,
            vanish: 0,
            depths: [0; COLUMNS * ROWS],
            between: [[ALL_DEPTHS; COLUMNS]; COLUMNS],
            kin: [Kin::default(); COLOURS],
        };
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
                kin.id[place] = (c * ROWS + index) as u8;
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
        let idle = places(kin.taken).all(|p| self.vanish >> kin.id[p] & 1 == 1);
        if kin.taken & LARGES == 0 || idle {
            return;
        }
        for x in places(kin.taken) {
            // Smalls do not care for smalls.
            let others = if 1 << x & SMALLS == 0 { kin.taken } else { kin.taken & !SMALLS };
            for y in places(others & !((2 << x) - 1)) {
                let (p, q) = (kin.id[x], kin.id[y]);
                let (a, b) = (p as usize / ROWS, q as usize / ROWS);
                if a == b {
                    let between = ((1u64 << p.max(q)) - 1) & !((2u64 << p.min(q)) - 1);
                    if between & !self.vanish == 0 {
                        kin.meets[x] |= 1 << y;
                        kin.meets[y] |= 1 << x;
                        kin.meets_within[x] |= 1 << y;
                    }
                } else if self.depths[p as usize] & self.depths[q as usize] & self.between[a][b] != 0 {
                    kin.meets[x] |= 1 << y;
                    kin.meets[y] |= 1 << x;
                }
            }
        }
    }

    /// Adds what vanishes of a colour.
    fn grow(&mut self, colour: usize) {
        let kin = &self.kin[colour];
        let meets = |who: usize, whom: u16| kin.meets[who] & whom != 0;
        // What some have, all they meet can have.
        let spread = |mut with: u16, among: u16| {
            loop {
                let more = places(among & !with).filter(|&p| meets(p, with)).fold(with, |w, p| w | 1 << p);
                if more == with {
                    return with;
                }
                with = more;
            }
        };
        let (smalls, mediums, larges) = (kin.taken & SMALLS, kin.taken & MEDIUMS, kin.taken & LARGES);
        let of = |members: u16, whom: u16| {
            places(members).filter(|&p| meets(p, whom)).fold(0u16, |set, p| set | 1 << p)
        };
        let with_medium = spread(kin.has_medium | of(larges, mediums), larges);
        let hosts = mediums | with_medium;
        let with_small = spread(kin.has_small | of(hosts, smalls), hosts);
        let gone = of(smalls, hosts) | of(mediums, larges) | with_small & larges;
        for place in places(gone) {
            self.vanish |= 1 << kin.id[place];
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
