//! Arc consistency over payments: whether a number of slides and transfers can be enough.
//!
//! **Statement.** No line takes as few as that if no assignment of payments passes the test.
//!
//! **Argument.** A line makes at least one slide or transfer for each landmark, and all of them are different. So with as
//! many payments as it may make at most, each of its slides and transfers is a payment of its own: one for each landmark,
//! and any for what is to spare. A column that only one payment names slides at most once, in one of the ways that this
//! payment names; a column that several name may slide without limit, and a colour that is named may make transfers
//! without limit. If the goal is out of reach although all other payments are made in every way they can be, this payment
//! is not made in that way. If no way is left for a payment, there is no such line.

use smallvec::SmallVec;

use super::allowance::Allowance;
use super::{Landmarks, LengthBound, RESOURCES, RelaxedBase};
use crate::games::solomids::game::{COLOURS, COLUMNS};

/// Payments, each by one slide or transfer out of an allowance.
type Payments = SmallVec<[Allowance; 8]>;

/// Greatest number of slides and transfers to spare for which the test is tried.
const SPARE: u8 = 1;

/// The allowance of a line that makes these payments.
fn allowance(payments: &[Allowance]) -> Allowance {
    let all = payments.iter().copied().fold(Allowance::NONE, Allowance::or);
    let several = (0..COLUMNS).filter(|&c| payments.iter().filter(|it| it.concerns(c)).count() > 1);
    several.fold(all, |all, c| all.or(Allowance::slides(c, 2)))
}

impl LengthBound<'_> {
    /// Whether the goal takes more than `most` slides and transfers.
    pub(super) fn exhausts(&mut self, need: &Landmarks, most: u8) -> bool {
        let spare = most - need.total();
        if spare > SPARE {
            return false;
        }
        let mut payments = Payments::new();
        for c in 0..COLUMNS {
            payments.extend((0..need.slides[c]).map(|_| Allowance::slides(c, 1)));
        }
        payments.extend(need.some.iter().map(|&resources| Allowance::one_of(resources)));
        if spare == 0 {
            return self.is_too_little(payments);
        }
        // The resource of the spare payment: those without another payment are tested together first.
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

    /// Whether these payments cannot be made: ways under which the goal is out of reach are removed until none is left to
    /// remove.
    fn is_too_little(&mut self, mut payments: Payments) -> bool {
        loop {
            if self.fails_under(allowance(&payments)) {
                return true;
            }
            let before = payments.clone();
            for i in 0..payments.len() {
                let whole = std::mem::replace(&mut payments[i], Allowance::NONE);
                let mut base = RelaxedBase::new(allowance(&payments));
                let mut alive = Allowance::NONE;
                for group in whole.groups() {
                    payments[i] = group;
                    let all = allowance(&payments);
                    if group != whole && self.fails_from(&mut base, all) {
                        continue;
                    }
                    match (0..COLUMNS).find(|&c| group.concerns(c) && !all.is_free(c)) {
                        Some(c) => {
                            for by in group.but(self.idle).distances(c) {
                                let slide = Allowance::slide(c, by);
                                let all = base.allowance.or(slide);
                                if !self.fails_from(&mut base, all) {
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
