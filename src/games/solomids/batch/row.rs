//! Row of a deal in a batch: what its search has found, and checks that the fields of a row that is read agree with each other
//! and with the rules.

use super::columns::{Columns, Row};
use super::names::{DealId, RowVerdict};
use crate::games::solomids::analysis::difficulty;
use crate::games::solomids::check::{Contradiction, check};
use crate::games::solomids::game::{
    MAX_SWAPS, Move, Palette, Position, ROWS, Share, TREES, parse_position, replay,
};
use crate::games::solomids::solver::{Bounds, Outcome, Proven, Verdict};

/// A position in canonical notation on one line: column `deal`.
pub(super) fn position_field(position: &Position, palette: &Palette) -> String {
    palette.canonical(position).replace('\n', "/")
}

/// Numbers of moves of a line: all, stacks, slides, banks, transfers.
pub(super) fn counts(line: &[Move]) -> [Option<u32>; 5] {
    let kinds: [fn(&Move) -> bool; 5] = [
        |_| true,
        |mv| matches!(mv, Move::Stack { .. }),
        |mv| matches!(mv, Move::Slide { .. }),
        |mv| matches!(mv, Move::Bank { .. }),
        |mv| matches!(mv, Move::Transfer { .. }),
    ];
    kinds.map(|kind| Some(line.iter().filter(|mv| kind(mv)).count() as u32))
}

impl Row {
    pub(super) fn empty(id: DealId, verdict: RowVerdict) -> Self {
        let DealId { index, seed, dealer } = id;
        Self { index, seed, dealer, verdict, ..Self::default() }
    }

    /// The row of a seed for which nothing is dealt.
    pub fn no_deal(id: DealId) -> Self {
        Self::empty(id, RowVerdict::NoDeal)
    }

    /// The row of a deal whose search failed; its bounds are the trivial ones.
    pub fn failed(id: DealId, position: &Position, palette: &Palette) -> Self {
        Self { deal: position_field(position, palette), ..Self::undealt(id) }
    }

    pub(super) fn undealt(id: DealId) -> Self {
        Self {
            lower_bound: Some(0),
            upper_bound: Some(TREES + MAX_SWAPS),
            ..Self::empty(id, RowVerdict::Failed)
        }
    }

    /// The row of a searched deal.
    ///
    /// # Errors
    /// If the line of the outcome, replayed by the rules, contradicts its verdict.
    pub fn searched(
        id: DealId,
        position: &Position,
        palette: &Palette,
        outcome: &Outcome,
        columns: Columns,
    ) -> Result<Self, Contradiction> {
        let end = check(position, outcome)?;
        let Bounds { lower, upper } = outcome.verdict.bounds();
        let (verdict, swaps) = match outcome.verdict {
            Verdict::Won { swaps } => (RowVerdict::Won, Some(swaps)),
            Verdict::Lost { .. } => (RowVerdict::Lost, None),
            Verdict::Undecided { .. } => (RowVerdict::Undecided, None),
        };
        let [moves, stacks, slides, banks, transfers] = counts(&outcome.line);
        let line = || Share { seed: id.share_seed(), moves: outcome.line.clone() }.to_string();
        let elapsed = outcome.stats.elapsed.as_micros();
        // No hints, which would cost a search for every first move.
        let hard = columns.difficulty.then(|| difficulty(position, outcome, None));
        let hard = hard.as_ref();
        Ok(Self {
            deal: position_field(position, palette),
            score: outcome.verdict.score(),
            lower_bound: Some(lower),
            upper_bound: Some(upper),
            swaps,
            trees: Some(end.trees_banked()),
            moves,
            stacks,
            slides,
            banks,
            transfers,
            nodes: Some(outcome.stats.nodes),
            line: columns.lines.then(line),
            elapsed_us: columns.times.then(|| u64::try_from(elapsed).unwrap_or(u64::MAX)),
            difficulty: hard.and_then(|hard| hard.level),
            random_win_share: hard.map(|hard| hard.random.win_share()),
            random_trees: hard.map(|hard| hard.random.mean_trees()),
            greedy_win_share: hard.map(|hard| hard.greedy.win_share()),
            greedy_trees: hard.map(|hard| hard.greedy.mean_trees()),
            forced: hard.map(|hard| hard.forced as u32),
            ..Self::empty(id, verdict)
        })
    }

    /// Identification of the deal.
    pub const fn id(&self) -> DealId {
        DealId { index: self.index, seed: self.seed, dealer: self.dealer }
    }

    /// Proven bounds on the best score; `None` if nothing is dealt.
    pub fn bounds(&self) -> Option<Bounds> {
        Some(Bounds { lower: self.lower_bound?, upper: self.upper_bound? })
    }

    /// What the bounds prove: column `proven`.
    pub fn proven(&self) -> Option<Proven> {
        self.bounds()?.proven()
    }

    /// Checks that score, bounds and swaps agree with the verdict.
    ///
    /// # Errors
    /// If they do not; the message names all of them.
    pub fn check(&self) -> Result<(), String> {
        let best = TREES + MAX_SWAPS;
        let bounds = self.bounds().filter(|bounds| bounds.lower <= bounds.upper && bounds.upper <= best);
        let expected = match (self.verdict, bounds) {
            (RowVerdict::NoDeal, None) if self.lower_bound.or(self.upper_bound).is_none() => {
                Some((None, None))
            }
            (RowVerdict::Won, Some(bounds)) if bounds.proven() == Some(Proven::Won) => {
                bounds.score().map(|score| (Some(score), Some(best - score)))
            }
            (RowVerdict::Lost, Some(bounds)) if bounds.proven() == Some(Proven::Lost) => {
                bounds.score().map(|score| (Some(score), None))
            }
            (RowVerdict::Undecided | RowVerdict::Failed, Some(bounds)) => {
                (!bounds.is_decided()).then_some((None, None))
            }
            _ => None,
        };
        let sound = expected == Some((self.score, self.swaps));
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
    use std::time::Duration;

    use super::super::fixtures::read;
    use super::super::names::Dealer;
    use super::*;
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::Square;
    use crate::games::solomids::solver::{Config, Stats, StopReason, solve};

    const ID: DealId = DealId { index: 1, seed: Some(1), dealer: Dealer::Web };
    const LINES: Columns =
        Columns { deals: true, lines: true, times: false, difficulty: false, proven: true };

    /// The row of the first deal of the web page, with its line.
    fn row() -> Row {
        let deal = web::deal("1").unwrap();
        let outcome = solve(deal.position(), &Config::default());
        Row::searched(ID, deal.position(), &Palette::default(), &outcome, LINES).unwrap()
    }

    #[test]
    fn csv_round_trip_returns_the_same_rows() {
        let deal = web::deal("1").unwrap();
        let palette = Palette::default();
        let solved = solve(deal.position(), &Config::default());
        let undecided = Outcome {
            verdict: Verdict::Undecided {
                bounds: Bounds { lower: 0, upper: 17 },
                stopped: StopReason::Nodes,
            },
            line: Vec::new(),
            stats: Stats { nodes: 7, boards: 9, elapsed: Duration::from_micros(12) },
        };
        let all = Columns { times: true, difficulty: true, ..LINES };
        for columns in [Columns::default(), LINES, Columns { times: true, ..LINES }, all] {
            let row = |outcome| Row::searched(ID, deal.position(), &palette, outcome, columns).unwrap();
            let rows = [
                row(&solved),
                row(&undecided),
                // The page deals nothing for this seed.
                Row::no_deal(DealId { index: 14, seed: Some(14), ..ID }),
                Row::failed(DealId { seed: None, dealer: Dealer::Text, ..ID }, deal.position(), &palette),
            ];
            let text = columns.header() + &rows.iter().map(|row| row.to_csv(columns)).collect::<String>();
            assert_eq!(text.matches('\n').count(), 5);
            assert_eq!(read(text.as_bytes()), rows);
            for row in &rows {
                assert_eq!(row.check(), Ok(()));
            }
        }
    }

    #[test]
    fn wrong_outcome_makes_no_row() {
        let deal = web::deal("1").unwrap();
        let at = Square::new(0, 1);
        let outcome = Outcome {
            verdict: Verdict::Lost { trees: 1 },
            line: vec![Move::Bank { at }],
            stats: Stats::default(),
        };
        let error = Row::searched(ID, deal.position(), &Palette::default(), &outcome, Columns::default())
            .unwrap_err();
        assert_eq!(error.to_string(), "move 1, B-A9, is illegal: the stack on A9 is not a tree");
    }

    #[test]
    fn rows_that_contradict_themselves_are_refused() {
        const VERDICT: fn(&Row) -> Result<(), String> = Row::check;
        const COUNTS: fn(&Row) -> Result<(), String> = Row::check_counts;
        const LINE: fn(&Row) -> Result<(), String> = Row::check_line;
        let (row, other) = (row(), web::deal("2").unwrap());
        let failed = Row::failed(ID, other.position(), &Palette::default());
        for check in [VERDICT, COUNTS, LINE] {
            for row in [&row, &Row::no_deal(ID), &failed] {
                assert_eq!(check(row), Ok(()));
            }
        }
        let line = row.line.clone().unwrap();
        let (start, _) = line.rsplit_once(", ").unwrap();
        let more = |count: Option<u32>| count.map(|count| count + 1);
        let won = |bounds: u8| Row {
            lower_bound: Some(bounds),
            upper_bound: Some(bounds),
            score: Some(bounds),
            ..row.clone()
        };
        for (check, wrong, message) in [
            (VERDICT, won(16), "verdict `won` does not go with score 16, bounds 16 to 16, swaps 0"),
            (VERDICT, won(18), "score 18, bounds 18 to 18, swaps 0"),
            (VERDICT, Row { score: None, ..row.clone() }, "score empty, bounds 17 to 17"),
            (VERDICT, Row { lower_bound: Some(16), ..row.clone() }, "bounds 16 to 17"),
            (VERDICT, Row { verdict: RowVerdict::Lost, ..row.clone() }, "verdict `lost`"),
            (VERDICT, Row { verdict: RowVerdict::Undecided, ..row.clone() }, "verdict `undecided`"),
            (VERDICT, Row { verdict: RowVerdict::NoDeal, ..row.clone() }, "verdict `no-deal`"),
            (VERDICT, Row::empty(ID, RowVerdict::Failed), "bounds empty to empty"),
            (COUNTS, Row { trees: Some(14), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (COUNTS, Row { banks: Some(3), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (COUNTS, Row { moves: more(row.moves), ..row.clone() }, "not as many"),
            (COUNTS, Row { slides: more(row.slides), ..row.clone() }, "not as many"),
            (COUNTS, Row { stacks: None, ..row.clone() }, "it lacks"),
            (COUNTS, Row { nodes: None, ..row.clone() }, "it lacks"),
            (LINE, Row { line: Some(start.into()), ..row.clone() }, "not what the other columns say"),
            (LINE, Row { line: Some(line[1..].into()), ..row.clone() }, "not what the other columns say"),
            (LINE, Row { slides: Some(0), ..row.clone() }, "not what the other columns say"),
            (LINE, Row { trees: Some(14), ..row.clone() }, "not what the other columns say"),
            (LINE, Row { deal: failed.deal, ..row.clone() }, "cannot be played: move "),
            (LINE, Row { line: Some("1_X-A1".into()), ..row.clone() }, "cannot be read"),
        ] {
            let error = check(&wrong).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn more_banks_than_there_are_numbers_are_refused() {
        let tree = "R123 R123 . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
        let parsed = parse_position(tree).unwrap();
        let outcome = solve(&parsed.position, &Config::default());
        let row = Row::searched(ID, &parsed.position, &parsed.palette, &outcome, LINES).unwrap();
        assert_eq!(row.check_counts(), Ok(()));
        let error = Row { banks: Some(u32::MAX), ..row }.check_counts().unwrap_err();
        assert!(error.ends_with("banks 15 trees"), "{error}");
    }
}
