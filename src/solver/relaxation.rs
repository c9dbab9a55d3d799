//! Dead ends: an optimistic game in which too little still comes together proves a board lost.
//!
//! **Statement.** If [`prospects`] gives `n` trees for a colour, then no line of play without a swap ever
//! completes more than `n` trees of it, those already complete included.
//!
//! **Argument.** The optimistic game forgets that pieces are used up: whatever can be lined up once is
//! assumed to have left its place, and stays usable there as well. It is a fixed point, grown from
//! "nothing has vanished" by these rules, each of which every real line of play obeys:
//! - A stack stands at a depth not above the number of stacks in front of it that never vanish, and never
//!   below its greatest possible depth now, since slides only lower depths. As long as nothing in front of
//!   it vanishes, it has just the depths its column set says.
//! - A square is empty at some time unless a stack that never vanishes can stand nowhere else.
//! - Two stacks of one column meet if all between them vanish; two of different columns meet if they share
//!   a depth at which every column between can be empty.
//! - A lone small vanishes if it meets a stack that can show a medium; a stack on a medium vanishes if it
//!   meets a large; a stack on a large vanishes (to the bank) if both a medium and a small can come to it.
//!
//! By induction over a real line of play, every stack that leaves its place has vanished in the optimistic
//! game. A colour has at most as many trees as larges, mediums and smalls that are not stuck.

use super::board::Unpacked;
use super::kin::{Few, Kin, Member, kin_of};
use crate::game::{COLOURS, COLUMNS, COPIES, ROWS};

const ALL_DEPTHS: u16 = (1 << ROWS) - 1;

/// The optimistic game at one moment.
struct Optimist<'a> {
    board: &'a Unpacked<'a>,
    /// For each column, the stacks that can vanish.
    vanish: [u16; COLUMNS],
    /// Depths each stack can come to.
    depths: [[u16; ROWS]; COLUMNS],
    /// For each pair of columns, the depths at which every column between can be empty.
    between: [[u16; COLUMNS]; COLUMNS],
}

/// For each colour, how many trees it can have at most without a swap, banked ones included.
pub(super) fn prospects(board: &Unpacked<'_>) -> [u8; COLOURS] {
    let kin = kin_of(board);
    let mut game = Optimist {
        board,
        vanish: board.info.map(|info| info.trees),
        depths: board.info.map(|info| info.depths),
        between: [[ALL_DEPTHS; COLUMNS]; COLUMNS],
    };
    let everything: [u16; COLUMNS] = board.len.map(|len| (1 << len) - 1);
    loop {
        game.look_around();
        let before = game.vanish;
        for kin in &kin {
            game.grow(kin);
        }
        if game.vanish == before || game.vanish == everything {
            break;
        }
    }
    kin.map(|kin| {
        let stuck = |few: &Few| few.as_slice().iter().filter(|m| !game.vanishes(m)).count();
        let stuck = stuck(&kin.smalls).max(stuck(&kin.mediums)).max(stuck(&kin.larges));
        (COPIES - stuck) as u8
    })
}

impl Optimist<'_> {
    fn vanishes(&self, m: &Member) -> bool {
        self.vanish[m.column as usize] >> m.index & 1 == 1
    }

    /// Finds out where stacks can stand and what can be empty, given what vanishes.
    fn look_around(&mut self) {
        let mut open = [0; COLUMNS];
        for c in 0..COLUMNS {
            let info = self.board.info[c];
            let first = self.vanish[c].trailing_zeros() as usize;
            if self.vanish[c] == info.trees {
                open[c] = info.open;
                continue;
            }
            let (mut stuck, mut pinned) = (0, 0);
            for i in 0..self.board.len[c] {
                let mut depths = info.depths[i];
                if i > first {
                    let deepest = 15 - depths.leading_zeros();
                    depths = (2 << deepest) - (1 << stuck);
                    self.depths[c][i] = depths;
                }
                if self.vanish[c] >> i & 1 == 0 {
                    stuck += 1;
                    if depths.is_power_of_two() {
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

    fn meet(&self, x: &Member, y: &Member) -> bool {
        let (a, b) = (x.column as usize, y.column as usize);
        let (i, j) = (x.index as usize, y.index as usize);
        if a == b {
            let between = ((1u16 << i.max(j)) - 1) & !((2u16 << i.min(j)) - 1);
            between & !self.vanish[a] == 0
        } else {
            self.depths[a][i] & self.depths[b][j] & self.between[a][b] != 0
        }
    }

    /// Adds what vanishes of one colour.
    fn grow(&mut self, kin: &Kin) {
        let (smalls, mediums, larges) =
            (kin.smalls.as_slice(), kin.mediums.as_slice(), kin.larges.as_slice());
        if larges.is_empty() {
            return;
        }
        let meets_any = |game: &Self, x: &Member, others: &[Member]| others.iter().any(|y| game.meet(x, y));
        // Larges to which a medium can come, from the side or by way of another large.
        let mut with_medium = [false; COPIES];
        for (y, with) in larges.iter().zip(&mut with_medium) {
            *with = y.has_medium || meets_any(self, y, mediums);
        }
        self.spread(larges, &mut with_medium);
        // Hosts of smalls: stacks on mediums, and larges to which a medium can come.
        let mut hosts = [Member::default(); 2 * COPIES];
        let mut hosts_len = 0;
        let hosting = larges.iter().zip(with_medium).filter(|&(_, with)| with).map(|(y, _)| y);
        for host in mediums.iter().chain(hosting) {
            hosts[hosts_len] = *host;
            hosts_len += 1;
        }
        let hosts = &hosts[..hosts_len];
        let mut with_small = [false; 2 * COPIES];
        for (y, with) in hosts.iter().zip(&mut with_small) {
            *with = y.has_small || meets_any(self, y, smalls);
        }
        self.spread(hosts, &mut with_small);
        let mut gone = [0u16; COLUMNS];
        let mut mark = |m: &Member| gone[m.column as usize] |= 1 << m.index;
        for x in smalls.iter().filter(|x| !self.vanishes(x) && meets_any(self, x, hosts)) {
            mark(x);
        }
        for x in mediums.iter().filter(|x| !self.vanishes(x) && meets_any(self, x, larges)) {
            mark(x);
        }
        for (y, _) in hosts.iter().zip(with_small).skip(mediums.len()).filter(|(_, with)| *with) {
            mark(y);
        }
        for (vanish, gone) in self.vanish.iter_mut().zip(gone) {
            *vanish |= gone;
        }
    }

    /// What one member has can be passed on to every member it meets.
    fn spread(&self, members: &[Member], with: &mut [bool]) {
        loop {
            let mut grown = false;
            for n in 0..members.len() {
                if !with[n] && (0..members.len()).any(|p| with[p] && self.meet(&members[n], &members[p])) {
                    with[n] = true;
                    grown = true;
                }
            }
            if !grown {
                return;
            }
        }
    }
}
