//! Whether a certain number of slides and transfers can be enough, by who could make which.
//!
//! **Statement.** No line takes as few as that, if each way to give out the payments leads nowhere.
//!
//! **Argument.** A line makes at least one slide or transfer for each part of the need, and all of them are
//! different, so with as many payments as it may make at most, each of its slides and transfers can be taken
//! for a payment of its own: what the need asks for, and anything at all for what is to spare. A column that
//! only one payment names slides once at most, in one of the ways that this one names; a column that several
//! name is taken to slide as it likes, and a colour that is named to make transfers as it likes. Whatever leads
//! nowhere though all other payments are made as they can be is not how that payment is made; when nothing is
//! left of one, there is no such line.

use smallvec::SmallVec;

use super::licence::Allowance;
use super::{Landmarks, LengthBound, RESOURCES, RelaxedBase};
use crate::game::{COLOURS, COLUMNS};

/// Payments, each by one slide or transfer out of a licence.
type Payments = SmallVec<[Allowance; 8]>;

/// Most slides and transfers to spare for which it pays to look who makes them.
const SPARE: u8 = 1;

/// What a line may use that makes these payments.
fn licence(payments: &[Allowance]) -> Allowance {
    let all = payments.iter().copied().fold(Allowance::NONE, Allowance::or);
    let several = (0..COLUMNS).filter(|&c| payments.iter().filter(|it| it.concerns(c)).count() > 1);
    several.fold(all, |all, c| all.or(Allowance::slides(c, 2)))
}

impl LengthBound<'_> {
    /// Whether the goal takes more slides and transfers than this.
    pub(super) fn exhausts(&mut self, need: &Landmarks, most: u8) -> bool {
        let spare = most - need.total();
        if spare > SPARE {
            return false;
        }
        let mut payments = Payments::new();
        for c in 0..COLUMNS {
            payments.extend((0..need.slides[c]).map(|_| Allowance::slides(c, 1)));
        }
        payments.extend(need.some.iter().map(|&means| Allowance::one_of(means)));
        if spare == 0 {
            return self.is_too_little(payments);
        }
        // Who makes the last payment? Those who make no other one are asked together first.
        let any = Allowance::one_of((1 << RESOURCES) - 1);
        let (busy, idle): (Vec<usize>, Vec<usize>) =
            (0..COLUMNS).partition(|&c| payments.iter().any(|it| it.concerns(c)));
        let others = busy.iter().fold(any, |others, &c| others.but(any.of_column(c)));
        let mut is_too_little = |last| {
            let mut payments = payments.clone();
            payments.push(last);
            self.is_too_little(payments)
        };
        busy.into_iter().all(|c| is_too_little(any.of_column(c)))
            && (is_too_little(others)
                || idle.into_iter().all(|c| is_too_little(any.of_column(c)))
                    && (is_too_little(any.of_colours())
                        || (0..COLOURS).all(|k| is_too_little(Allowance::transfers(k)))))
    }

    /// Whether each way to make these payments leads nowhere, as far as can be told by taking out of them,
    /// again and again, what does.
    fn is_too_little(&mut self, mut payments: Payments) -> bool {
        loop {
            if self.leads_nowhere(licence(&payments)) {
                return true;
            }
            let before = payments.clone();
            for i in 0..payments.len() {
                let whole = std::mem::replace(&mut payments[i], Allowance::NONE);
                let mut base = RelaxedBase::new(licence(&payments));
                let mut alive = Allowance::NONE;
                for group in whole.groups() {
                    payments[i] = group;
                    let all = licence(&payments);
                    if group != whole && self.leads_nowhere_from(&mut base, all) {
                        continue;
                    }
                    match (0..COLUMNS).find(|&c| group.concerns(c) && !all.is_free(c)) {
                        Some(c) => {
                            for by in group.but(self.idle).distances(c) {
                                let slide = Allowance::slide(c, by);
                                let all = base.licence.or(slide);
                                if !self.leads_nowhere_from(&mut base, all) {
                                    alive = alive.or(slide);
                                }
                            }
                        }
                        None => alive = alive.or(group),
                    }
                }
                if alive.is_none() {
                    return true;
                }
                payments[i] = alive;
            }
            if payments == before {
                return false;
            }
        }
    }
}
