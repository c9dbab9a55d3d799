//! Checks of rows that are read: the fields of a row must agree with each other and with the rules.

use super::row::{Row, RowVerdict, counts};
use crate::games::solomids::game::{MAX_SWAPS, Position, ROWS, Share, TREES, parse_position, replay};

impl Row {
    /// Checks that score, bounds and swaps agree with the verdict.
    ///
    /// # Errors
    /// If they do not; the message names all of them.
    pub fn check(&self) -> Result<(), String> {
        let best = TREES + MAX_SWAPS;
        let sound = match (self.verdict, self.bounds()) {
            (RowVerdict::NoDeal, None) => self.score.is_none() && self.swaps.is_none(),
            (RowVerdict::Won, Some((lower, upper))) => {
                (TREES..=best).contains(&lower)
                    && upper == lower
                    && self.score == Some(lower)
                    && self.swaps == Some(best - lower)
            }
            (RowVerdict::Lost, Some((lower, upper))) => {
                lower < TREES && upper == lower && self.score == Some(lower) && self.swaps.is_none()
            }
            (RowVerdict::Undecided | RowVerdict::Failed, Some((lower, upper))) => {
                lower < upper && upper <= best && self.score.is_none() && self.swaps.is_none()
            }
            _ => false,
        };
        if sound {
            return Ok(());
        }
        let shown = |field: Option<u8>| field.map_or_else(|| "empty".into(), |number| number.to_string());
        Err(format!(
            "verdict `{}` does not go with score {}, bounds {} to {}, swaps {}",
            self.verdict.name(),
            shown(self.score),
            shown(self.lower_bound),
            shown(self.upper_bound),
            shown(self.swaps),
        ))
    }

    /// Checks that the numbers of moves of a searched deal agree with each other and with the score.
    ///
    /// # Errors
    /// If they do not.
    pub fn check_counts(&self) -> Result<(), String> {
        if matches!(self.verdict, RowVerdict::NoDeal | RowVerdict::Failed) {
            return Ok(());
        }
        let kinds =
            [self.stacks, self.slides, self.banks, self.transfers].into_iter().collect::<Option<Vec<_>>>();
        let (Some(lower), Some(moves), Some(kinds), Some(_)) =
            (self.lower_bound, self.moves, kinds, self.nodes)
        else {
            return Err("it lacks numbers of moves or nodes".into());
        };
        let trees = lower.min(TREES);
        let start = self.start()?;
        let (banked, used) = start.map_or((0, 0), |start| (start.trees_banked(), start.swaps_used()));
        if self.trees != Some(trees)
            || self.banks.map(|banks| u64::from(banks) + u64::from(banked)) != Some(trees.into())
        {
            return Err(format!("a line that scores {lower} banks {trees} trees"));
        }
        let kinds: u64 = kinds.into_iter().map(u64::from).sum();
        // All other moves are swaps.
        let swaps = u64::from(moves).checked_sub(kinds).map(|swaps| swaps + u64::from(used));
        let swaps = swaps.filter(|&swaps| swaps <= MAX_SWAPS.into());
        if swaps.is_none() || self.swaps.is_some_and(|used| swaps != Some(used.into())) {
            return Err("its moves are not as many as those of all kinds".into());
        }
        Ok(())
    }

    /// The position where the line starts; `None` for a deal, where nothing is banked or used yet.
    fn start(&self) -> Result<Option<Position>, String> {
        if self.deal.matches('/').count() + 1 < ROWS {
            return Ok(None);
        }
        let parsed = parse_position(&self.deal);
        parsed.map(|parsed| Some(parsed.position)).map_err(|_| "its position cannot be read".into())
    }

    /// Checks, by replay, that the line of play, if there is one, is legal and agrees with the other fields.
    ///
    /// # Errors
    /// If it is not or does not; the message follows the name of the row.
    pub fn check_line(&self) -> Result<(), String> {
        let Some(line) = &self.line else { return Ok(()) };
        let (Ok(start), Ok(share)) = (parse_position(&self.deal), line.parse::<Share>()) else {
            return Err("has a line that cannot be read".into());
        };
        let end = replay(&start.position, &share.moves)
            .map_err(|illegal| format!("has a line that cannot be played: {illegal}"))?;
        let says = [self.moves, self.stacks, self.slides, self.banks, self.transfers];
        let agrees = self.lower_bound == Some(end.score())
            && self.trees == Some(end.trees_banked())
            && says == counts(&share.moves)
            && share.seed == self.id().share_seed();
        if agrees { Ok(()) } else { Err("has a line that is not what the other columns say of it".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::ExtraColumn;
    use super::super::row::{DealId, Dealer};
    use super::*;
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::Palette;
    use crate::games::solomids::solver::{Config, solve};

    const ID: DealId = DealId { index: 1, seed: Some(1), dealer: Dealer::Web };

    #[test]
    fn check_line_refuses_lines_that_contradict_the_row() {
        let deal = web::deal("1").unwrap();
        let outcome = solve(deal.position(), &Config::default());
        let row =
            Row::searched(ID, deal.position(), &Palette::default(), &outcome, &[ExtraColumn::Line]).unwrap();
        assert_eq!(row.check_line(), Ok(()));
        assert_eq!(Row::no_deal(ID).check_line(), Ok(()));
        let line = row.line.clone().unwrap();
        let (start, _) = line.rsplit_once(", ").unwrap();
        let other = web::deal("2").unwrap();
        let failed = Row::failed(ID, other.position(), &Palette::default());
        for (wrong, message) in [
            (Row { line: Some(start.into()), ..row.clone() }, "not what the other columns say"),
            (Row { line: Some(line[1..].into()), ..row.clone() }, "not what the other columns say"),
            (Row { slides: Some(0), ..row.clone() }, "not what the other columns say"),
            (Row { trees: Some(14), ..row.clone() }, "not what the other columns say"),
            (Row { deal: failed.deal, ..row.clone() }, "cannot be played: move "),
            (Row { line: Some("1_X-A1".into()), ..row.clone() }, "cannot be read"),
        ] {
            let error = wrong.check_line().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn check_counts_refuses_contradictory_counts() {
        let deal = web::deal("1").unwrap();
        let palette = Palette::default();
        let outcome = solve(deal.position(), &Config::default());
        let row = Row::searched(ID, deal.position(), &palette, &outcome, &[]).unwrap();
        assert_eq!(row.check_counts(), Ok(()));
        assert_eq!(Row::no_deal(ID).check_counts(), Ok(()));
        assert_eq!(Row::failed(ID, deal.position(), &palette).check_counts(), Ok(()));
        let more = |count: Option<u32>, by: u32| count.map(|count| count + by);
        for (wrong, message) in [
            (Row { trees: Some(14), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (Row { banks: Some(3), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (Row { moves: more(row.moves, 1), ..row.clone() }, "not as many"),
            (Row { slides: more(row.slides, 1), ..row.clone() }, "not as many"),
            (Row { stacks: None, ..row.clone() }, "it lacks"),
            (Row { nodes: None, ..row.clone() }, "it lacks"),
        ] {
            let error = wrong.check_counts().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn more_banks_than_there_are_numbers_are_refused() {
        let tree = "R123 R123 . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
        let parsed = parse_position(tree).unwrap();
        let outcome = solve(&parsed.position, &Config::default());
        let row = Row::searched(ID, &parsed.position, &parsed.palette, &outcome, &[]).unwrap();
        assert_eq!(row.check_counts(), Ok(()));
        let error = Row { banks: Some(u32::MAX), ..row }.check_counts().unwrap_err();
        assert!(error.ends_with("banks 15 trees"), "{error}");
    }

    #[test]
    fn check_refuses_fields_that_contradict_the_verdict() {
        let won = Row {
            score: Some(16),
            lower_bound: Some(16),
            upper_bound: Some(16),
            swaps: Some(1),
            ..Row::empty(ID, RowVerdict::Won)
        };
        assert_eq!(won.check(), Ok(()));
        let wrong = [
            Row { swaps: Some(0), ..won.clone() },
            Row { score: None, ..won.clone() },
            Row { upper_bound: Some(17), ..won.clone() },
            Row { verdict: RowVerdict::Lost, ..won.clone() },
            Row { verdict: RowVerdict::Undecided, ..won.clone() },
            Row { verdict: RowVerdict::NoDeal, ..won.clone() },
            Row { score: Some(18), lower_bound: Some(18), upper_bound: Some(18), ..won.clone() },
            Row::empty(ID, RowVerdict::Failed),
        ];
        assert!(wrong.iter().all(|row| row.check().is_err()));
        assert_eq!(
            wrong[0].check().unwrap_err(),
            "verdict `won` does not go with score 16, bounds 16 to 16, swaps 0"
        );
    }
}
