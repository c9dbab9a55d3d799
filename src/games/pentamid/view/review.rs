//! A reviewed game in words.

use super::words::described;
use crate::games::pentamid::analysis::{Review, ReviewedMove};
use crate::games::pentamid::game::Side;
use crate::games::pentamid::prover::Verdict;
use crate::kit::numbers::counted;

/// The players as a review speaks of them: by their numbers, or as the one who plays against the engine sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct People {
    /// The side of who plays against the engine.
    pub(crate) own: Option<Side>,
}

impl People {
    fn can_win(self, side: Side, can: &str, plies: u32) -> String {
        let who = match self.own {
            None => format!("player {side}"),
            Some(own) => (if own == side { "you" } else { "the engine" }).into(),
        };
        format!("{who} {can} force a win in {}", counted(plies.into(), "turn"))
    }

    /// What is to be said of a move, if anything.
    pub(crate) fn reason(self, reviewed: &ReviewedMove) -> Option<String> {
        let mover = reviewed.position.side();
        let now = |side, plies| format!("after this move {}", self.can_win(side, "can", plies));
        Some(match reviewed.verdicts {
            [Verdict::Win { plies: was }, Verdict::Win { plies: is }] => {
                format!("{}; {}", self.can_win(mover, "could", was), now(mover.other(), is))
            }
            [Verdict::Win { plies: was }, Verdict::Unknown] => {
                format!("{}; after this move no win is proven", self.can_win(mover, "could", was))
            }
            [Verdict::Unknown | Verdict::Loss { .. }, Verdict::Win { plies: is }] => {
                let holds = reviewed.better.map(|mv| format!("; {mv} does not lose so soon"));
                now(mover.other(), is) + &holds.unwrap_or_default()
            }
            [_, Verdict::Loss { plies: is }] if is > 0 => now(mover, is),
            _ => return None,
        })
    }

    /// The better move of a reviewed one, with its description.
    pub(crate) fn better(reviewed: &ReviewedMove) -> Option<String> {
        reviewed.better.map(|mv| format!("{mv} {}", described(&reviewed.position, mv)))
    }

    /// A review in two sentences.
    pub(crate) fn summary(self, review: &Review, is_over: bool) -> String {
        let whence = match review.won {
            Some(won) if won.ply == 0 => {
                format!("From the start {}", self.can_win(won.side, "could", won.plies))
            }
            Some(won) if won.plies > 0 => {
                format!("From move {} on {}", won.ply, self.can_win(won.side, "could", won.plies))
            }
            _ if is_over => "Before the end no win was proven".into(),
            _ => "In the last position neither side has a proven win".into(),
        };
        let whose = if self.own.is_some() { "your" } else { "the" };
        match review.moves.iter().filter(|reviewed| !reviewed.mark.symbol().is_empty()).count() {
            0 => format!("{whence}; no mistake is proven among {whose} moves"),
            1 => format!("{whence}; 1 of {whose} moves is marked"),
            marks => format!("{whence}; {marks} of {whose} moves are marked"),
        }
    }
}
